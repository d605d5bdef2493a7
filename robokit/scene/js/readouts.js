// What is read beside the picture: rows of a name and a value, and a sentence for the words.

import { degrees } from "./dom.js";
import { cross, dot, minus, norm, times } from "./linear.js";

const LETTERS = ["x", "y", "z"], ANGLES = ["P", "Y", "R"];
const PARTS = ["shoulder", "elbow", "wrist"];

function vector(viewer, x, digits, unit) {
    return `(${x.map((c) => viewer.number(c, digits)).join("; ")}) ${viewer.t(unit)}`;
}
const angles = (viewer) => viewer.arm.angles
    .map((x, k) => `${ANGLES[k]}\u00a0=\u00a0${viewer.number(degrees(x), 1)}°`).join("   ");
// 0 where pitch and roll turn about the same line, section 3.2.
const level = (viewer) => Math.abs(Math.cos(viewer.arm.angles[1]));

// The joint that is nearest to a limit, with what is left in radians or metres.
function nearest(arm) {
    let found = null;
    (arm.script.limits ?? []).forEach((pair, j) => {
        if (!pair) return;
        const left = Math.min(arm.q[j] - pair[0], pair[1] - arm.q[j]);
        const share = left / (pair[1] - pair[0]);
        if (!found || share < found.share) found = { joint: j, left, share };
    });
    return found;
}

export const readouts = {
    place: {
        rows: (viewer) => [[viewer.t("place"), viewer.arm.origin(viewer.arm.tool)
            .map((x, k) => `${LETTERS[k]}\u00a0=\u00a0${viewer.number(x, 3)}`).join("   ") + `\u00a0${viewer.t("metre")}`]],
    },
    angles: {
        rows: (viewer) => [[viewer.t("angles"), angles(viewer)]],
        sentence: (viewer) => viewer.t("turned-to", { angles: angles(viewer).replaceAll("   ", ", ") }),
    },
    yaw: {
        rows: (viewer) => [["|cos Y|", viewer.number(level(viewer), 3)]],
        sentence: (viewer) => (level(viewer) < 0.05 ? viewer.t("yaw-lost") : ""),
    },
    limits: {
        rows: (viewer) => {
            const near = nearest(viewer.arm);
            return near ? [[viewer.t("nearest-limit"), viewer.t("nearest-limit-value", {
                joint: near.joint + 1, left: viewer.joint(near.joint, Math.max(0, near.left)) })]] : [];
        },
        sentence: (viewer) => {
            const near = nearest(viewer.arm);
            return near && near.share < 0.03 ? viewer.t("at-limit", { joint: near.joint + 1 }) : "";
        },
    },
    indices: {
        rows: (viewer) => [[viewer.t("indices"), viewer.arm.indices()
            .map((k) => (k > 0 ? "+1" : k < 0 ? "−1" : "0")).join(", ")]],
    },
    singularity: {
        rows: (viewer) => singular(viewer.arm, viewer),
        sentence: (viewer) => {
            const near = (viewer.arm.indicators() ?? []).map(Math.abs);
            const k = near.findIndex((x) => x < 0.05);
            return k < 0 ? "" : viewer.t("near-singular", { part: viewer.t(`part-${PARTS[k]}`) });
        },
    },
    velocity: {
        rows: (viewer) => {
            const { omega, V } = viewer.arm.velocity();
            return [["ω", vector(viewer, omega, 2, "radian-second")],
                ["V", vector(viewer, V, 3, "metre-second")]];
        },
    },
    ellipsoid: {
        rows: (viewer) => [[viewer.t("half-axes"), vector(viewer, viewer.arm.ellipsoid()
            .slice(0, viewer.arm.n).map(({ value }) => Math.sqrt(Math.max(0, value))), 3, "metre-radian")]],
        sentence: (viewer) => {
            const { arm } = viewer, last = arm.ellipsoid()[Math.min(3, arm.n) - 1];
            return Math.sqrt(Math.max(0, last.value)) < 0.05 ? viewer.t("flat-ellipsoid") : "";
        },
    },
    drives: {
        rows: (viewer) => Array.from(viewer.drives ?? viewer.arm.statics(), (x, j) => [`μ${sub(j + 1)}`,
            `${viewer.number(x, 1)} ${viewer.t(viewer.arm.type(j) ? "newton-metre" : "newton")}`]),
        sentence: (viewer) => {
            const { sigma } = viewer.arm, all = Array.from(viewer.drives ?? viewer.arm.statics());
            const mu = all.map((x, j) => (sigma[j] ? x : 0));                  // newtons are no newton metres
            const most = mu.reduce((best, x, j) => (Math.abs(x) > Math.abs(mu[best]) ? j : best), 0);
            return viewer.t("strongest", { joint: most + 1, value: viewer.number(Math.abs(mu[most]), 0) });
        },
    },
    energy: {
        rows: (viewer) => {
            const { kinetic, potential } = viewer.arm.energy();
            const unit = viewer.t("joule");
            return [[viewer.t("kinetic"), `${viewer.number(kinetic, 1)} ${unit}`],
                [viewer.t("potential"), `${viewer.number(potential, 1)} ${unit}`],
                [viewer.t("total"), `${viewer.number(kinetic + potential, 1)} ${unit}`]];
        },
    },
    between: {
        rows: (viewer) => [[viewer.t("between"), `${viewer.number(degrees(viewer.between()), 1)}°`]],
        sentence: (viewer) => viewer.t("between-value", { value: viewer.number(degrees(viewer.between()), 1) }),
    },
    deviations: {
        rows: (viewer) => ["real", "linear"].map((name) => [viewer.t(`${name}-arm`), deviation(viewer, name)]),
        sentence: (viewer) => viewer.t("deviations", { real: deviation(viewer, "real"), linear: deviation(viewer, "linear") }),
    },
    apart: {
        rows: (viewer) => [[viewer.t("apart"), `${viewer.number(viewer.apart(), 3)} ${viewer.t("metre")}`]],
        sentence: (viewer) => viewer.t("apart-value", { value: viewer.number(viewer.apart(), 2) }),
    },
};

function deviation(viewer, name) {
    const all = viewer.deviations?.[name] ?? [];
    return all.map((x, j) => `x${sub(j + 1)}\u00a0=\u00a0${viewer.number(degrees(x), 1)}°`).join("   ");
}

function singular(arm, viewer) {
    const own = arm.indicators(), rows = [[viewer.t("measure"), viewer.number(arm.measure(), 4)]];
    if (!own) return rows;
    const [shoulder, elbow, wrist] = own.map(Math.abs);
    const part = (name, x, unit = "") => `${viewer.t(`part-${name}`)}\u00a0${viewer.number(x, 3)}${unit}`;
    return [...rows, [viewer.t("to-singular"), [part("shoulder", shoulder, `\u00a0${viewer.t("metre")}`),
        part("elbow", elbow), part("wrist", wrist)].join("   ")]];
}

function sub(k) {
    return String(k).split("").map((d) => "₀₁₂₃₄₅₆₇₈₉"[d]).join("");
}

// Numbers that a question may ask for.
export function measured(viewer, name) {
    const { arm } = viewer, [what, index, frame = arm.tool] = name.split(".");
    // how long the ellipsoid is along a line from the shoulder to the gripper, and sideways
    const half = (unit) => {
        const axes = arm.ellipsoid(), rest = axes.map(({ axis, value }) => dot(axis, unit) ** 2 * Math.max(value, 0));
        return Math.sqrt(rest.reduce((sum, x) => sum + x, 0));
    };
    const along = () => { const way = minus(arm.origin(arm.tool), arm.origin(1)); return times(1 / norm(way), way); };
    const place = () => arm.origin(arm.tool)[LETTERS.indexOf(index)];
    const mu = () => Math.abs(arm.statics()[index - 1]);
    // the angle between two columns of the Jacobian
    const spread = () => { const [a, b] = arm.columns().map(({ D }) => D); return degrees(Math.atan2(norm(cross(a, b)), dot(a, b))); };
    return { tool: place, mu, spread, drive: () => arm.statics()[index - 1], between: () => degrees(viewer.between()), joule: () => viewer.joule(), measure: () => arm.measure(), apart: () => viewer.apart(),
        flatness: () => { const [a, b] = arm.ellipsoid(); return Math.sqrt(Math.max(0, b.value) / a.value); },
        least: () => Math.sqrt(Math.max(0, arm.ellipsoid().at(-1).value)),
        speed: () => norm(arm.velocity().V), joint: () => arm.q[index - 1],
        energy: () => { const { kinetic, potential } = arm.energy(); return kinetic + potential; },
        axis: () => arm.axis(Number(frame))[LETTERS.indexOf(index)], share: () => viewer.share ?? 0, lost: () => viewer.lost ?? 0,
        column: () => norm(arm.columns()[index - 1].D), along: () => half(along()),
        across: () => half(times(1 / norm(cross(along(), [0, 0, 1])), cross(along(), [0, 0, 1]))),
    }[what]();
}
