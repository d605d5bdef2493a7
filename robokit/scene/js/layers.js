// What may be drawn beside the bodies; each layer can be switched on and off.

import { Group } from "three";

import { Arrow, Ball, COLOUR, Ellipsoid, Segment, Trace, Triad, Turn, Weight } from "./marks.js";
import { add, apply, minus, norm, times } from "./linear.js";

class Layer {
    constructor(viewer, name) {
        Object.assign(this, { viewer, name, group: new Group() });
        this.over = true;
        this.shown = viewer.spec.draw.includes(name);
        this.made = false;
    }
    get arm() { return this.viewer.arm; }
    get size() { return this.viewer.arm.about.reach; }
    show(shown) {
        this.shown = shown;
        this.follow();
    }
    follow() {
        if (this.shown && !this.made) {
            this.made = true;
            this.make();
            const { stage } = this.viewer;
            (this.over ? stage.over : stage.solid).add(this.group);
        }
        this.group.visible = this.shown;
        if (this.shown) this.update();
    }
    make() {}
    update() {}
    arrow(colour, text, thick = 0.0042) {
        const one = new Arrow(colour, thick * this.size, text, this.viewer.letters);
        this.group.add(one);
        return one;
    }
    each(make) { return Array.from({ length: this.arm.n }, (_, j) => make(j)); }
}

class Frames extends Layer {
    make() {
        this.triads = this.arm.about.frames.map(({ name, tau, pale, size: factor = 1 }) => {
            const size = this.arm.about.triad ?? 0.085 * this.size;
            const triad = new Triad(name, (pale ? 0.9 : factor) * size, this.viewer.letters, pale);
            this.group.add(triad);
            return { triad, tau };
        });
    }
    update() {
        this.arm.about.frames.forEach(({ place }, k) => {
            const { triad, tau } = this.triads[k], axes = this.arm.axes(place);
            triad.put(this.arm.origin(place), tau ? axes.map((row) => apply(tau, row)) : axes);
        });
    }
}

// The two frames that matter to someone who moves the gripper.
class Ends extends Layer {
    make() {
        this.triads = [[-1, "B"], [this.arm.tool, this.viewer.t("tool-frame")]].map(([place, name]) => {
            const triad = new Triad(name, 0.1 * this.size, this.viewer.letters);
            this.group.add(triad);
            return [place, triad];
        });
    }
    update() {
        for (const [place, triad] of this.triads) triad.put(
            this.arm.origin(place), this.arm.axes(place));
    }
}

class Axes extends Layer {                              // c_j
    make() { this.arrows = this.each((j) => this.arrow(COLOUR.z, `c_${j + 1}`)); }
    update() {
        this.arm.columns().forEach(({ c }, j) =>
            this.arrows[j].point(this.arm.origin(j), times(0.16 * this.size, c)));
    }
}

class Arms extends Layer {                              // R_ij, from an axis to the gripper
    make() { this.arrows = this.each((j) => this.arrow(COLOUR.grey, `R_${this.arm.n}${j + 1}`, 0.0026)); }
    update() {
        const tip = this.arm.origin(this.arm.tool);
        this.arrows.forEach((arrow, j) => {
            const from = this.arm.origin(j);
            arrow.point(from, minus(tip, from));
        });
    }
}

class Columns extends Layer {                           // D_ij at the gripper
    make() {
        const colours = [COLOUR.orange, COLOUR.sky, COLOUR.purple, COLOUR.good, COLOUR.bad, COLOUR.ink];
        this.arrows = this.each((j) => this.arrow(colours[j % 6], `D_${this.arm.n}${j + 1}`));
    }
    update() {
        const tip = this.arm.origin(this.arm.tool);
        this.arm.columns().forEach(({ D }, j) => this.arrows[j].point(tip, times(0.3, D)));
    }
}

class Velocities extends Layer {                        // omega and V of the gripper
    make() {
        this.omega = this.arrow(COLOUR.purple, "ω", 0.005);
        this.V = this.arrow(COLOUR.orange, "V", 0.005);
    }
    update() {
        const tip = this.arm.origin(this.arm.tool), { omega, V } = this.arm.velocity();
        this.omega.point(tip, times(0.2 * this.size, omega));
        this.V.point(tip, times(0.5, V));
    }
}

class Force extends Layer {                             // the weight of the load
    make() {
        this.f = this.arrow(COLOUR.purple, "f", 0.006);
        this.weight = new Weight();
        this.viewer.stage.solid.add(this.weight);
    }
    follow() {
        super.follow();
        if (this.weight) this.weight.visible = this.shown && this.arm.load > 0;
    }
    update() {
        const tip = this.arm.origin(this.arm.tool), { gravity, load } = this.arm, down = times(1 / norm(gravity), gravity);
        const side = 0.021 * this.size * Math.cbrt(load || 1);
        this.weight.put(tip, down, side);
        this.f.point(add(tip, times(side, down)), times(0.012 * load * this.size, down));
    }
}

class Drives extends Layer {                            // mu
    make() {
        const size = 0.075 * this.size;
        this.turns = this.each((j) => {
            const one = this.arm.type(j) ? new Turn(COLOUR.bad, size * (1 - 0.08 * j), `μ_${j + 1}`, this.viewer.letters)
                : this.arrow(COLOUR.bad, `μ_${j + 1}`);
            this.group.add(one);
            return one;
        });
    }
    update() {
        const mu = this.viewer.drives ?? this.arm.statics();
        const most = this.viewer.spec.most ?? 500;
        this.turns.forEach((turn, j) => (this.arm.type(j)
            ? turn.put(this.arm.origin(j), this.arm.axis(j), mu[j] / most)
            : turn.point(this.arm.origin(j), times((mu[j] / most) * 0.3 * this.size, this.arm.axis(j)))));
    }
}

class Path extends Layer {
    make() {
        this.trace = new Trace(COLOUR.orange, 0.0032 * this.size);
        this.group.add(this.trace.mesh);
    }
    update() { this.trace.add(this.arm.origin(this.arm.tool)); }
    sample() { this.update(); }
    clear() { this.trace?.clear(); }
}

class Ghosts extends Layer {                            // all solutions for this pose
    constructor(...given) { super(...given); this.over = false; }
    make() {
        const { figure } = this.viewer;
        this.ghosts = Array.from({ length: 8 }, (_, k) => {
            const ghost = figure.ghost(k < 4 ? 0x3f86d8 : 0xe0852f, 0.2);
            this.group.add(ghost.group);
            return ghost;
        });
        this.frames = new Float64Array(this.arm.frames.length);
    }
    update() {
        const own = this.arm.indices().join();
        this.arm.solutions().forEach(({ ks, ke, kw, q, what }, k) => {
            const ghost = this.ghosts[k].group;
            ghost.visible = Boolean(q) && !what && [ks, ke, kw].join() !== own;
            if (!ghost.visible) return;
            this.ghosts[k].update(this.arm.script.frames(q, this.frames));
            this.ghosts[k].spare(this.arm.frames, this.frames);
        });
    }
}

class Speeds extends Layer {                            // the velocity ellipsoid
    make() {
        this.ellipsoid = new Ellipsoid(COLOUR.sky);
        this.group.add(this.ellipsoid.mesh);
        this.arrows = [COLOUR.sky, COLOUR.sky, COLOUR.bad].map((colour) => this.arrow(colour, "", 0.003));
    }
    update() {
        const tip = this.arm.origin(this.arm.tool), axes = this.arm.ellipsoid();
        this.ellipsoid.put(tip, axes, 0.3);
        axes.forEach(({ value, axis }, k) =>
            this.arrows[k].point(tip, times(0.3 * Math.sqrt(Math.max(value, 0)), axis)));
    }
}

class Handle extends Layer {                            // what a pointer takes the gripper by
    make() {
        const ball = new Ball(COLOUR.orange, 0.0085 * this.size);
        // larger than what is seen, for fingers
        this.handle = new Ball(COLOUR.orange, 0.024 * this.size, { transparent: true, opacity: 0.16, depthWrite: false });
        this.balls = [ball, this.handle];
        this.group.add(...this.balls);
    }
    update() {
        for (const ball of this.balls) ball.position.set(...this.arm.origin(this.arm.tool));
        this.handle.updateMatrixWorld();
    }
}

class Line extends Layer {                              // where the gripper is taken along
    make() {
        this.segment = new Segment(COLOUR.purple);
        this.balls = [0, 1].map(() => new Ball(COLOUR.purple, 0.011 * this.size));
        this.group.add(this.segment, ...this.balls);
    }
    update() {
        const { from, to } = this.viewer.spec.line;
        this.segment.put(from, to);
        this.balls[0].position.set(...from);
        this.balls[1].position.set(...to);
    }
}

class Given extends Layer {                             // what stands still
    make() {
        const { arrows = [], frames = [], points = [], lines = [] } = this.viewer.spec.given, { letters } = this.viewer;
        const own = ({ name }) => (name ? this.viewer.own(name) : "");
        for (const one of arrows)
            this.arrow(COLOUR[one.colour ?? "purple"], own(one), 0.005).point(one.from, minus(one.to, one.from));
        for (const one of frames) {
            const triad = new Triad(own(one), 0.1 * this.size, letters);
            this.group.add(triad);
            triad.put(one.at, one.axes);
        }
        for (const one of points) {
            const ball = new Ball(COLOUR[one.colour ?? "purple"], 0.012 * this.size), label = letters.sprite(own(one), COLOUR[one.colour ?? "purple"]);
            for (const part of [ball, label]) part.position.set(...one.at);
            label.position.z += 0.035 * this.size;
            this.group.add(ball, label);
        }
        for (const one of lines) {
            const line = new Segment(COLOUR[one.colour ?? "purple"]);
            this.group.add(line);
            line.put(one.from, one.to);
        }
    }
}

class Printed extends Layer {                           // the arm that the printed formula gives
    constructor(...given) { super(...given); this.over = false; }
    get colour() { return 0xd03a2f; }
    get coordinates() { return this.viewer.printed; }
    make() {
        this.ghost = this.viewer.figure.ghost(this.colour, 0.42);
        this.group.add(this.ghost.group);
        this.frames = new Float64Array(this.arm.frames.length);
    }
    update() {
        const q = this.coordinates;
        this.group.visible = Boolean(q);
        if (!q) return;
        this.ghost.update(this.arm.script.frames(Float64Array.from(q), this.frames));
        this.ghost.spare(this.arm.frames, this.frames);
    }
}

class Predicted extends Printed {                       // the arm of the linear equations
    get colour() { return 0x4a94f0; }
    get coordinates() { return this.viewer.predicted; }
}

class Fixed extends Layer {                             // the frame that turned about fixed axes
    make() {
        this.triad = new Triad("2", 0.8 * this.arm.about.triad, this.viewer.letters);
        this.group.add(this.triad);
        this.frames = new Float64Array(this.arm.frames.length);
    }
    update() {
        const { viewer, arm } = this;
        if (!viewer.fixed) return;
        const block = arm.block(arm.tool, arm.script.frames(viewer.fixed, this.frames));
        this.triad.put(block.map((row) => row[3]), block.map((row) => row.slice(0, 3)));
    }
}

const KINDS = { frames: Frames, ends: Ends, axes: Axes, arms: Arms, columns: Columns, velocity: Velocities,
    force: Force, drives: Drives, trace: Path, ghosts: Ghosts, ellipsoid: Speeds, handle: Handle,
    line: Line, printed: Printed, predicted: Predicted, fixed: Fixed, given: Given };

export function layers(viewer) {
    const { draw, offer } = viewer.spec;
    return [...new Set([...draw, ...offer])].map((name) => new KINDS[name](viewer, name));
}
