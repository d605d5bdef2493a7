// Triangles of a solid: the hull of circles carried along a profile (see solids.py).

import { BufferAttribute, BufferGeometry } from "three";

const SMOOTH = Math.cos(0.7);                           // bands that meet at less share their normal

// { positions, normals } of one solid, in the frame that carries it.
export function triangles(solid) {
    const { outline, profile } = solid, positions = [], normals = [];
    const turns = directions(outline, Math.max(...profile.map(([offset]) => offset)));
    const at = (turn, [offset, z]) => {
        const [x, y, r] = turn.circle;
        return [x + (r + offset) * turn.c, y + (r + offset) * turn.s, z];
    };
    const bands = profile.slice(1).map((end, k) => slope(profile[k], end));
    const normal = (turn, [n, z]) => [n * turn.c, n * turn.s, z];
    const put = (corners, ns) => [0, 1, 2, 0, 2, 3].forEach((i) => {
        positions.push(...corners[i]);
        normals.push(...ns[i]);
    });
    bands.forEach((band, k) => {
        if (!band) return;
        const low = blend(bands[k - 1], band), high = blend(bands[k + 1], band);
        turns.forEach((a, j) => {
            const b = turns[(j + 1) % turns.length];
            put([at(a, profile[k]), at(b, profile[k]), at(b, profile[k + 1]), at(a, profile[k + 1])],
                [normal(a, low), normal(b, low), normal(b, high), normal(a, high)]);
        });
    });
    for (const [station, up] of [[profile[0], -1], [profile.at(-1), 1]]) {
        const ring = turns.map((turn) => at(turn, station));
        for (let j = 1; j < ring.length - 1; ++j) {
            const corners = up > 0 ? [ring[0], ring[j], ring[j + 1]] : [ring[0], ring[j + 1], ring[j]];
            corners.forEach((corner) => { positions.push(...corner); normals.push(0, 0, up); });
        }
    }
    return { positions: moved(positions, solid.tau, solid.t), normals: moved(normals, solid.tau) };
}

// Where the outline turns: each direction with the circle that is outermost there.
function directions(outline, grown) {
    const size = Math.max(...outline.map(([, , r]) => r)) + grown;
    const count = size < 0.012 ? 12 : size < 0.035 ? 28 : 56;
    const outermost = (a) => outline.reduce((best, circle) => {
        const reach = circle[0] * Math.cos(a) + circle[1] * Math.sin(a) + circle[2];
        return reach > best.reach + 1e-12 ? { reach, circle } : best;
    }, { reach: -Infinity }).circle;
    const turns = [];
    const push = (a, circle) => turns.push({ c: Math.cos(a), s: Math.sin(a), circle });
    for (let j = 0; j < count; ++j) {
        const a = 2 * Math.PI * j / count, b = 2 * Math.PI * (j + 1) / count;
        const first = outermost(a), last = outermost(b);
        push(a, first);
        if (first === last) continue;
        let low = a, high = b;                          // a straight side: both its ends
        for (let k = 0; k < 40; ++k) {
            const middle = (low + high) / 2;
            if (outermost(middle) === first) low = middle; else high = middle;
        }
        push(low, first);
        push(low, last);
    }
    return turns;
}

function slope([r0, z0], [r1, z1]) {
    const length = Math.hypot(r1 - r0, z1 - z0);
    return length < 1e-9 ? null : [(z1 - z0) / length, (r0 - r1) / length];
}
function blend(other, own) {
    if (!other || other[0] * own[0] + other[1] * own[1] < SMOOTH) return own;
    const sum = [own[0] + other[0], own[1] + other[1]], length = Math.hypot(...sum);
    return [sum[0] / length, sum[1] / length];
}
function moved(points, tau, t = [0, 0, 0]) {
    const out = new Float32Array(points.length);
    for (let i = 0; i < points.length; i += 3) for (let k = 0; k < 3; ++k)
        out[i + k] = tau[3 * k] * points[i] + tau[3 * k + 1] * points[i + 1]
            + tau[3 * k + 2] * points[i + 2] + t[k];
    return out;
}

// One geometry of several solids.
export function together(solids) {
    const parts = solids.map(triangles), geometry = new BufferGeometry();
    for (const [name, key] of [["position", "positions"], ["normal", "normals"]]) {
        const all = new Float32Array(parts.reduce((sum, part) => sum + part[key].length, 0));
        let start = 0;
        for (const part of parts) { all.set(part[key], start); start += part[key].length; }
        geometry.setAttribute(name, new BufferAttribute(all, 3));
    }
    return geometry;
}
