// An arm in a state: everything here is what robokit's generated script gives, put together.

import { add, angles, apply, cross, determinant, dot, minus, norm, principal, times, transpose }
    from "./linear.js";

const ZERO = 1e-9;

export class Arm {
    constructor(script, description) {
        this.script = script;
        this.about = description;
        this.n = script.n;
        this.sigma = script.sigma;
        this.frames = new Float64Array(12 * (this.n + 2));
        this.q = new Float64Array(this.n);
        this.dq = new Float64Array(this.n);
        this.load = 0;                                  // kilograms at the gripper
        this.gravity = description.gravity;             // in {B}
        this.set(this.q);
    }

    set(q) {
        this.q.set(q);
        this.script.frames(this.q, this.frames);
        this.known = {};
    }

    // 1: joint j turns, 0: it slides.
    type(j) { return this.sigma[j]; }
    // Does joint j carry the link with this frame, as its own?
    moves(frame, j) { return Math.min(frame, this.n) === j + 1; }

    once(name, make) {
        return this.known[name] ??= make();
    }

    // Place and axes in {B}: i is 0..n, n + 1 for the tool, -1 for {B} itself.
    block(i, frames = this.frames) {
        if (i < 0) return [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]];
        return [0, 1, 2].map((row) => Array.from(frames.subarray(12 * i + 4 * row, 12 * i + 4 * row + 4)));
    }
    origin(i) { return this.block(i).map((row) => row[3]); }
    axes(i) { return this.block(i).map((row) => row.slice(0, 3)); }
    axis(i) { return this.block(i).map((row) => row[2]); }
    get tool() { return this.n + 1; }
    get pose() { return this.frames.slice(12 * this.tool); }
    get angles() { return angles(this.axes(this.tool)); }

    // D and C of the point of the gripper in {B}: columns of the Jacobian, (3 x n) each.
    columns() {
        return this.once("columns", () => {
            const J = this.script.jacobian(this.q), n = this.n, base = this.axes(0);
            const r = minus(this.origin(this.tool), this.origin(n));
            return Array.from({ length: n }, (_, j) => {
                const column = (k) => apply(base, [0, 1, 2].map((row) => J[(3 * k + row) * n + j]));
                const c = column(0);
                return { c, D: add(column(1), cross(c, r)) };
            });
        });
    }
    velocity(dq = this.dq) {
        return this.columns().reduce(({ omega, V }, { c, D }, j) => ({
            omega: add(omega, times(dq[j], c)), V: add(V, times(dq[j], D)) }),
        { omega: [0, 0, 0], V: [0, 0, 0] });
    }

    // D D^T: where the point goes when the rates together are 1 at most.
    ellipsoid() {
        return this.once("ellipsoid", () => {
            const D = transpose(this.columns().map((column) => column.D));
            return principal(D.map((a) => D.map((b) => dot(a, b))));
        });
    }
    // |det| of the square Jacobian, or the volume of the ellipsoid where it is not square.
    measure() {
        return this.once("measure", () => {
            const columns = this.columns();
            if (this.n === 6) return Math.abs(determinant(columns.map(({ c, D }) => [...c, ...D])));
            return this.ellipsoid().slice(0, Math.min(3, this.n))
                .reduce((size, { value }) => size * Math.sqrt(Math.max(value, 0)), 1);
        });
    }
    // How near shoulder, elbow and wrist are to their singularities; null for other arms.
    indicators() {
        return this.script.indicators && this.once("indicators", () =>
            Array.from(this.script.indicators(this.q)));
    }
    indices() {
        return this.indicators()?.map((x) => (Math.abs(x) < ZERO ? 0 : Math.sign(x)));
    }

    // The joints that leave their limits.
    beyond(q = this.q) {
        return (this.script.limits ?? []).flatMap((pair, i) =>
            pair && (q[i] < pair[0] - ZERO || q[i] > pair[1] + ZERO) ? [i] : []);
    }
    // A full turn more or less where that brings a revolute joint inside its limits.
    inside(q) {
        return Array.from(q, (x, i) => {
            const pair = this.script.limits?.[i];
            if (!pair || !this.sigma[i]) return x;
            return [x, x + 2 * Math.PI, x - 2 * Math.PI].find((y) => y >= pair[0] && y <= pair[1]) ?? x;
        });
    }
    // All solutions for a pose: [{ks, ke, kw, q, what}], q null where what says why.
    solutions() {
        const signs = [1, -1], { pose } = this;
        return this.once("solutions", () => signs.flatMap((ks) => signs.flatMap((ke) => signs.map((kw) => {
            try {
                const q = this.inside(this.script.ik(pose, ks, ke, kw));
                return { ks, ke, kw, q, what: this.beyond(q).length ? "limits" : "" };
            } catch (reason) {
                if (!reason.what) throw reason;
                return { ks, ke, kw, q: null, what: reason.what };
            }
        }))));
    }

    // The drives that hold the arm with the load still, (n).
    statics() {
        return this.once(`statics ${this.load}`, () => {
            const zero = new Float64Array(this.n);
            const own = this.script.inverseDynamics(this.q, zero, zero);
            const weight = times(this.load, this.gravity);
            return this.columns().map(({ D }, j) => own[j] - dot(D, weight));
        });
    }
    // Kinetic and potential energy, joules; the potential from the origin of {B}.
    energy(dq = this.dq) {
        const A = this.script.A(this.q), n = this.n;
        let kinetic = 0, potential = 0;
        for (let i = 0; i < n; ++i) for (let j = 0; j < n; ++j) kinetic += dq[i] * A[i * n + j] * dq[j] / 2;
        this.about.masses.forEach((m, i) => {
            const centre = add(this.origin(i + 1), apply(this.axes(i + 1), this.about.centres[i]));
            potential -= m * dot(this.gravity, centre);
        });
        return { kinetic, potential };
    }

    // One step of the motion under drives mu(q, dq), by the classical rule of Runge and Kutta.
    step(state, h, mu) {
        const n = this.n, half = (y, k, s) => y.map((x, i) => x + s * k[i]);
        const rate = (y) => {
            const q = Float64Array.from(y.slice(0, n)), dq = Float64Array.from(y.slice(n));
            return [...dq, ...this.script.forwardDynamics(q, dq, mu(q, dq))];
        };
        const k1 = rate(state), k2 = rate(half(state, k1, h / 2));
        const k3 = rate(half(state, k2, h / 2)), k4 = rate(half(state, k3, h));
        return state.map((x, i) => x + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
    }

    // How far the gripper is from a point.
    away(point) { return norm(minus(this.origin(this.tool), point)); }
}
