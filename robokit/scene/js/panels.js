// What a reader turns. Each panel: element, and perhaps follow (show the state), reset, run.

import { Chart, CURVES, Plane } from "./chart.js";
import { add, principal, product, tau, times, turned } from "./linear.js";
import { button, degrees, group, h, radians, rich, slider, symbol } from "./dom.js";
import { prediction } from "./prediction.js";

const STEP = 1 / 500, SAMPLE = 10;                      // seconds of one step; steps between samples
const LETTERS = ["x", "y", "z"], ANGLES = ["P", "Y", "R"];

// What the coordinate of joint j is called: q_j, where the scene has no other name for it.
const called = (viewer, j) => viewer.spec.coordinates?.[j] ?? `q_${j + 1}`;

// A slider of joint j, in degrees or metres.
function jointSlider(viewer, j, name, { least, greatest, onmove, className } = {}) {
    const turns = viewer.arm.type(j), to = turns ? radians : Number, from = turns ? degrees : Number;
    [least, greatest] = [least, greatest].every((x) => x !== undefined) ? [least, greatest] : viewer.range(j).map(from);
    const one = slider({ name: `${name}`, spoken: viewer.t("slider-joint", { name: name.replace("_", " ") }),
        least, greatest, step: turns ? 0.5 : 0.005, value: from(viewer.arm.q[j]), className,
        format: (x) => (turns ? `${viewer.number(x, 1)}°` : `${viewer.number(x, 3)} ${viewer.t("metre")}`),
        onmove: (x) => { viewer.stop(); viewer.say(null); (onmove ?? ((v) => viewer.setJoint(j, v)))(to(x)); },
        ondone: () => viewer.settle(),
        onfocus: () => !viewer.arm.about.virtual && viewer.select(j) });
    return { ...one, follow: () => one.put(from(viewer.arm.q[j])) };
}

function joints(viewer) {
    const rows = Array.from(viewer.arm.q, (_, j) => jointSlider(viewer, j, called(viewer, j)));
    return {
        element: group(viewer.t("joints"), ...rows.map(({ element }) => element)),
        follow: () => rows.forEach(({ follow, element }, j) => {
            follow();
            element.classList.toggle("chosen", j === viewer.selected);
        }),
        run: ({ q, joint, by }) => viewer.go(q ? q.map((x, j) => (viewer.arm.type(j) ? radians(x) : x))
            : Array.from(viewer.arm.q, (x, j) => (j === joint - 1 ? x + (viewer.arm.type(j) ? radians(by) : by) : x))),
    };
}

function rates(viewer) {
    const rows = Array.from(viewer.arm.dq, (value, j) => slider({
        name: `q̇_${j + 1}`, spoken: viewer.t("slider-rate", { joint: j + 1 }), least: -1, greatest: 1, step: 0.05,
        value, format: (x) => `${viewer.number(x, 2)} ${viewer.t(viewer.arm.type(j) ? "radian-second" : "metre-second")}`,
        onmove: (x) => { viewer.arm.dq[j] = x; viewer.changed(); }, ondone: () => viewer.settle() }));
    return {
        element: group(viewer.t("rates"), ...rows.map(({ element }) => element)),
        follow: () => rows.forEach(({ put }, j) => put(viewer.arm.dq[j])),
        run: ({ dq }) => { viewer.arm.dq.set(dq); viewer.changed(); },
    };
}

// Along and about the axes of {B} or of the gripper.
function gripper(viewer) {
    let own = false;
    const choose = (value, text) => {
        const input = h("input", { type: "radio", name: "axes", onchange: () => { own = value; } });
        input.checked = value === own;
        return h("label", {}, input, text);
    };
    const jog = (k, way, turning) => {
        const spoken = viewer.t(turning ? "turn-about" : "move-along", { axis: LETTERS[k], way: viewer.t(way > 0 ? "plus" : "minus") });
        return button(way > 0 ? "+" : "−", () => {
            const { arm } = viewer, axes = arm.axes(arm.tool), pose = arm.pose;
            if (turning) {
                const by = tau[LETTERS[k]](way * radians(5)), next = own ? product(axes, by) : product(by, axes);
                next.forEach((row, i) => row.forEach((x, j) => { pose[4 * i + j] = x; }));
            } else {
                const unit = own ? axes.map((row) => row[k]) : LETTERS.map((_, i) => Number(i === k));
                add(arm.origin(arm.tool), times(0.02 * way, unit)).forEach((x, i) => { pose[4 * i + 3] = x; });
            }
            viewer.stop();
            viewer.reach(pose);
            viewer.settle();
        }, { "aria-label": spoken, title: spoken });
    };
    // pitch, yaw and roll themselves
    const angle = (k, way) => {
        const name = ANGLES[k], spoken = viewer.t("turn-angle", { name, way: viewer.t(way > 0 ? "plus" : "minus") });
        return button(way > 0 ? "+" : "−", () => {
            const { arm } = viewer, { pose, angles } = arm;
            angles[k] += way * radians(5);
            turned(angles).forEach((row, i) => row.forEach((x, j) => { pose[4 * i + j] = x; }));
            viewer.stop();
            viewer.reach(pose);
            viewer.settle();
        }, { "aria-label": spoken, title: spoken });
    };
    const angleCell = (k) => h("div", { class: "jog" }, angle(k, -1),
        h("span", { "aria-hidden": "true" }, h("i", {}, ANGLES[k])), angle(k, 1));
    const cell = (k, turning) => h("div", { class: "jog" }, jog(k, -1, turning),
        h("span", { "aria-hidden": "true" }, turning ? "↻ " : "", h("i", {}, LETTERS[k])), jog(k, 1, turning));
    return {
        element: group(viewer.t("gripper"), h("div", { class: "choices", role: "radiogroup", "aria-label": viewer.t("axes-of") },
            choose(false, viewer.t("axes-base")), choose(true, viewer.t("axes-tool"))),
        h("div", { class: "jogs" }, ...LETTERS.map((_, k) => cell(k, false)), ...LETTERS.map((_, k) => cell(k, true)),
            ...ANGLES.map((_, k) => angleCell(k)))),
        run: ({ move }) => viewer.reach(moved(viewer.arm, move)),
    };
}
function moved(arm, by) {
    const pose = arm.pose;
    add(arm.origin(arm.tool), by).forEach((x, k) => { pose[4 * k + 3] = x; });
    return pose;
}

// k_s, k_e, k_w as switches, and all eight poses.
function branches(viewer) {
    let shown = "";
    const names = ["k_s", "k_e", "k_w"], sign = (k) => (k > 0 ? "+" : k < 0 ? "−" : "0");
    const go = ({ q, ks, ke, kw }) => {
        viewer.say(null);
        return viewer.go(viewer.nearest(q)).then(() => { viewer.branch = [ks, ke, kw]; });
    };
    const find = (wanted) => viewer.arm.solutions().find(({ ks, ke, kw }) => [ks, ke, kw].join() === wanted.join());
    const attempt = (wanted) => {
        const found = find(wanted);
        if (!found.q) viewer.say(`no-${found.what}`, { value: "" });
        else if (found.what) viewer.say("beyond-limit", { joint: viewer.arm.beyond(found.q)[0] + 1 });
        else return go(found);
        viewer.settle();
        return null;
    };
    const switches = names.map((name, k) => button("", () => {
        const wanted = viewer.arm.indices().map((x) => x || 1);
        wanted[k] = -wanted[k];
        attempt(wanted);
    }, { class: "switch" }));
    const poses = viewer.arm.solutions().map(({ ks, ke, kw }) => {
        const element = button([ks, ke, kw].map(sign).join(" "), () => attempt([ks, ke, kw]), { class: "pose" });
        return { element, wanted: [ks, ke, kw] };
    });
    return {
        element: group(viewer.t("branches"), h("div", { class: "switches" }, ...switches),
            h("p", { class: "small" }, ...rich(viewer.t("eight-poses"))), h("div", { class: "poses" }, ...poses.map(({ element }) => element))),
        follow: () => {
            const own = viewer.arm.indices(), found = viewer.arm.solutions();
            const now = `${own} ${found.map(({ what }) => what)}`;
            if (now === shown) return;
            shown = now;
            switches.forEach((one, k) => {
                one.replaceChildren(...symbol(names[k]), ` = ${sign(own[k])}${own[k] ? 1 : ""}`);
                one.setAttribute("aria-label", `${names[k].replace("_", " ")} = ${own[k]}. ${viewer.t("switch")}`);
            });
            found.forEach(({ what }, k) => {
                const { element, wanted } = poses[k];
                element.classList.toggle("away", Boolean(what));
                element.setAttribute("aria-pressed", wanted.join() === own.join());
                element.title = what ? viewer.t(`pose-${what}`) : "";
                element.setAttribute("aria-label", names.map((name, i) => `${name.replace("_", " ")} = ${sign(wanted[i])}1`).join(", ")
                    + (what ? `: ${viewer.t(`pose-${what}`)}` : ""));
            });
        },
        run: ({ branch }) => attempt(branch),
    };
}

function load(viewer) {
    const { greatest = 20 } = viewer.spec.loads ?? {};
    const set = (x) => { viewer.arm.load = x; viewer.changed(); };
    const one = slider({ name: viewer.t("load-letter"), spoken: viewer.t("load"), least: 0, greatest, step: 0.5, value: viewer.arm.load,
        format: (x) => `${viewer.number(x, 1)} ${viewer.t("kilogram")}`, onmove: set, ondone: () => viewer.settle() });
    return {
        element: group(viewer.t("load"), one.element), follow: () => one.put(viewer.arm.load),
        run: (given) => { const from = viewer.arm.load; return viewer.play(0.8, (s) => set(from + s * (given.load - from))); },
    };
}

// Along a straight line; where the closed inverse finds nothing the arm stays and says so.
function line(viewer) {
    const { from, to, tau: axes } = viewer.spec.line;
    const go = (s) => {
        const pose = new Float64Array(12);
        for (let i = 0; i < 3; ++i) {
            axes[i].forEach((x, j) => { pose[4 * i + j] = x; });
            pose[4 * i + 3] = from[i] + s * (to[i] - from[i]);
        }
        const before = viewer.share;
        viewer.share = s;
        if (!viewer.reach(pose, viewer.spec.line.branch)) viewer.share = before;
        return viewer.share === s;
    };
    const history = { s: [], q: [] };
    const chart = new Chart(viewer.t("joints-along"), Array.from(viewer.arm.q, (_, j) => ({ name: `q_${j + 1}`, colour: CURVES[j] })));
    const one = slider({ name: "s", spoken: viewer.t("along-line"), least: 0, greatest: 1, step: 0.01, value: viewer.share ?? 0,
        format: (x) => viewer.number(x, 2), onmove: (s) => { viewer.stop(); go(s); }, ondone: () => { one.put(viewer.share ?? 0); viewer.settle(); } });
    const all = () => {
        if (history.s.length) return;
        for (let k = 0; k <= 60; ++k) {
            const pose = new Float64Array(12);
            for (let i = 0; i < 3; ++i) {
                axes[i].forEach((x, j) => { pose[4 * i + j] = x; });
                pose[4 * i + 3] = from[i] + (k / 60) * (to[i] - from[i]);
            }
            try {
                const q = viewer.arm.inside(viewer.arm.script.ik(pose, ...viewer.spec.line.branch));
                history.s.push(k / 60);
                history.q.push(q.map(degrees));
            } catch (reason) { if (!reason.what) throw reason; }
        }
    };
    const along = (end) => {
        const start = viewer.share ?? 0;
        return viewer.play(2.5, (s) => go(start + s * (end - start)));
    };
    return {
        element: group(viewer.t("line"), one.element, h("div", { class: "buttons" },
            button(viewer.t("play"), () => along((viewer.share ?? 0) > 0.5 ? 0 : 1))), chart.element),
        follow: () => {
            all();
            one.put(viewer.share ?? 0);
            chart.draw(history.s, viewer.arm.script.sigma.map((_, j) => history.q.map((q) => q[j])),
                (low, high) => `${viewer.number(low, 0)}° … ${viewer.number(high, 0)}°`, viewer.share ?? 0);
        },
        reset: () => { viewer.share = 0; },
        run: ({ line: end }) => along(end),
    };
}

// The parameters of section 1.4 as coordinates: eight for each link, see description.virtual.
const GREEK = ["α", "β", "γ"];
function parameters(viewer) {
    const { links } = viewer.arm.about.virtual, rows = [];
    viewer.arm.kinds ??= [...viewer.spec.start.kinds];
    const put = (j, name, turns) => {
        const one = jointSlider(viewer, j, name, turns ? {} : { least: -0.8, greatest: 0.8 });
        rows.push(one);
        return one.element;
    };
    const parts = Array.from({ length: links }, (_, i) => {
        const first = 8 * i, turn = rowOf(viewer, first, `q_${i + 1}`, rows), slide = rowOf(viewer, first + 1, `q_${i + 1}`, rows);
        const kind = h("select", { "aria-label": viewer.t("joint-type", { joint: i + 1 }), onchange: () => set(Number(kind.value)) },
            h("option", { value: 1 }, `σ = 1: ${viewer.t("revolute")}`), h("option", { value: 0 }, `σ = 0: ${viewer.t("prismatic")}`));
        const show = () => {
            const type = viewer.arm.kinds[i];
            kind.value = type;
            turn.element.hidden = !type;
            slide.element.hidden = Boolean(type);
        };
        const set = (type) => {
            viewer.arm.kinds[i] = type;
            const q = Array.from(viewer.arm.q);
            q[first] = q[first + 1] = 0;
            show();
            viewer.set(q);
            viewer.settle();
        };
        show();
        const names = [...GREEK.map((x) => `${x}_${i + 1}`), ...LETTERS.map((x) => `l_${x}${i + 1}`)];
        const element = h("details", { open: i === 0 }, h("summary", {}, viewer.t("link-number", { link: i + 1 })), kind, turn.element, slide.element,
            ...names.map((name, k) => put(first + 2 + k, name, k < 3)));
        return { element, show, set };
    });
    return {
        element: group(viewer.t("parameters"), ...parts.map(({ element }) => element)),
        follow: () => rows.forEach(({ follow }) => follow()),
        reset: () => { viewer.arm.kinds = [...viewer.spec.start.kinds]; parts.forEach(({ show }) => show()); },
        run: ({ joint, to }) => viewer.go(Array.from(viewer.arm.q, (x, j) =>
            (j === joint - 1 ? (viewer.arm.type(j) ? radians(to) : to) : x))),
    };
}
function rowOf(viewer, j, name, rows) {
    const one = jointSlider(viewer, j, name, viewer.arm.sigma[j] ? {} : { least: -0.6, greatest: 0.6 });
    rows.push(one);
    return one;
}

// One link: the joint's turn, then the three mounting angles, one after another.
function turning(viewer) {
    const names = ["q", "α", "β", "γ"], places = [0, 2, 3, 4];
    const rows = places.map((j, k) => jointSlider(viewer, j, names[k]));
    const cells = Array.from({ length: 9 }, () => h("td", {}));
    const table = h("table", { class: "matrix" }, h("caption", {}, "τ", h("sub", {}, "i−1, i")),
        ...[0, 1, 2].map((i) => h("tr", {}, ...cells.slice(3 * i, 3 * i + 3))));
    const one = async (wanted) => {
        const zero = Array.from(viewer.arm.q, (x, j) => (places.includes(j) ? 0 : x));
        viewer.set(zero);
        for (const [k, j] of places.entries()) {
            if (!wanted[k]) continue;
            viewer.say("turning-now", { name: names[k], value: viewer.number(degrees(wanted[k]), 0) });
            const next = Array.from(viewer.arm.q);
            next[j] = wanted[k];
            await viewer.go(next, 1.2);
        }
        viewer.say(null);
    };
    return {
        element: group(viewer.t("turning"), ...rows.map(({ element }) => element), h("div", { class: "buttons" },
            button(viewer.t("one-after-another"), () => one(places.map((j) => viewer.arm.q[j])))), table),
        follow: () => {
            rows.forEach(({ follow }) => follow());
            viewer.arm.axes(viewer.arm.tool).flat().forEach((x, k) => { cells[k].textContent = viewer.number(x, 2); });
        },
        run: ({ turn }) => one(turn.map(radians)),
    };
}

// Drives off: the motion that (9.5) gives, with energy and drives while it lasts.
function fall(viewer) {
    const { seconds = 3 } = viewer.spec.fall ?? {};
    const joule = (low, high, end) => `${viewer.number(low, 0)} … ${viewer.number(high, 0)} ${viewer.t("joule")}; ${viewer.number(end, 1)} ${viewer.t("second")}`;
    const newton = (low, high) => `${viewer.number(low, 0)} … ${viewer.number(high, 0)} ${viewer.t("newton-metre")}`;
    const energy = new Chart(viewer.t("energy"), [{ name: viewer.t("kinetic"), colour: CURVES[0] },
        { name: viewer.t("potential"), colour: CURVES[2] }, { name: viewer.t("total"), colour: CURVES[3], dash: "5 3" }]);
    const drive = new Chart(viewer.t("drives"), Array.from(viewer.arm.q, (_, j) => ({ name: `μ_${j + 1}`, colour: CURVES[j % 6] })));
    const time = slider({ name: "t", spoken: viewer.t("time"), least: 0, greatest: seconds, step: 0.02, value: 0,
        format: (x) => `${viewer.number(x, 2)} ${viewer.t("second")}`, onmove: (t) => { viewer.stop(); back(t); }, ondone: () => viewer.settle() });
    const mode = h("select", { "aria-label": viewer.t("drives") }, ...["off", "friction", "hold"].map((name) => h("option", { value: name }, viewer.t(`drives-${name}`))));
    const laws = {
        off: () => new Float64Array(viewer.arm.n),
        friction: (q, dq) => dq.map((x) => -25 * x),
        hold: (q, dq) => viewer.arm.script.inverseDynamics(q, new Float64Array(q.length), new Float64Array(q.length)).map((x, j) => x - 60 * dq[j]),
    };
    const history = viewer.history ??= [];
    const show = ({ q, dq, mu }) => {
        viewer.arm.dq.set(dq);
        viewer.drives = mu;
        viewer.set(q);
    };
    const sample = (t, state, law) => {
        const n = viewer.arm.n, q = Float64Array.from(state.slice(0, n)), dq = Float64Array.from(state.slice(n));
        const mu = Array.from(law(q, dq));
        viewer.arm.set(q);
        viewer.arm.dq.set(dq);
        history.push({ t, q, dq, mu, ...viewer.arm.energy(dq) });
        viewer.most = Math.max(viewer.most ?? 0, ...dq.map(Math.abs));
    };
    const trace = (state) => {
        viewer.arm.set(state.slice(0, viewer.arm.n));
        for (const layer of viewer.layers) if (layer.shown) layer.sample?.();
    };
    const begin = () => {
        history.length = 0;
        viewer.most = 0;
        const law = laws[mode.value];
        let state = [...viewer.arm.q, ...viewer.arm.dq], steps = 0;
        sample(0, state, law);
        return viewer.play(seconds, (share) => {
            const due = Math.round((share * seconds) / STEP);
            while (steps < due) {
                state = viewer.arm.step(state, STEP, law);
                steps += 1;
                if (steps % 2 === 0) trace(state);
                if (steps % SAMPLE === 0) sample(steps * STEP, state, law);
            }
            show(history.at(-1));
        });
    };
    const back = (t) => {
        const found = history.findLast((one) => one.t <= t + 1e-9);
        if (found) show(found);
    };
    return {
        element: group(viewer.t("fall"), h("label", { class: "wide" }, viewer.t("drives"), " ", mode), h("div", { class: "buttons" },
            button(viewer.t("let-go"), () => { viewer.stop(); viewer.arm.dq.fill(0); begin(); }, { class: "main" }),
            button(viewer.t("halt"), () => viewer.stop())), time.element, energy.element, drive.element),
        follow: () => {
            const times = history.map(({ t }) => t), now = history.findLast(({ q }) => q.every((x, j) => x === viewer.arm.q[j]))?.t ?? 0;
            time.put(now);
            energy.draw(times, [history.map((one) => one.kinetic), history.map((one) => one.potential),
                history.map((one) => one.kinetic + one.potential)], joule, now);
            drive.draw(times, Array.from(viewer.arm.q, (_, j) => history.map(({ mu }) => mu[j])), newton, now);
        },
        reset: () => { viewer.stop(); history.length = 0; viewer.drives = null; viewer.most = 0; },
        run: () => { mode.value = "off"; return begin(); },
    };
}

// The printed formula beside the corrected one: joints read from arctg of a ratio.
function compare(viewer) {
    const { joints: read, around, formulas } = viewer.spec.compare, j = around - 1;
    const put = (value) => {
        const wanted = Array.from(viewer.arm.q);
        wanted[j] = value;
        viewer.set(wanted);
    };
    viewer.apart = () => {
        const { arm } = viewer, frames = arm.script.frames(Float64Array.from(viewer.printed));
        return arm.away([3, 7, 11].map((k) => frames[12 * arm.tool + k]));
    };
    const follow = () => {
        const { arm } = viewer, pose = arm.pose;
        let q;
        try { q = arm.script.ik(pose, ...arm.indices().map((k) => k || 1)); } catch { q = arm.q; }
        viewer.printed = Array.from(q, (x, k) => (read.includes(k + 1) ? Math.atan(Math.sin(x) / Math.cos(x)) : x));
        return q;
    };
    const one = jointSlider(viewer, j, viewer.t("goal"), { onmove: put });
    const cells = [h("td", {}), h("td", {})];
    const table = h("table", { class: "forms" }, h("tr", {}, h("th", { scope: "col" }, viewer.t("printed")), h("th", { scope: "col" }, viewer.t("corrected"))),
        h("tr", {}, ...formulas.map((text) => h("td", { class: "formula" }, text))), h("tr", {}, ...cells));
    follow();
    return {
        element: group(viewer.t("compare"), one.element, table, h("p", { class: "small" }, viewer.t("compare-colours"))),
        follow: () => {
            one.follow();
            const q = follow();
            [viewer.printed[j], q[j]].forEach((x, k) => { cells[k].textContent = `${viewer.number(degrees(x), 1)}°`; });
        },
        run: ({ goal }) => {
            const from = viewer.arm.q[j];
            return viewer.play(1.6, (s) => put(from + s * (radians(goal) - from)));
        },
    };
}

// Three angles, about the axes as they have been turned and about fixed ones: two states of a chain
// of turns about z, y, x, y, z, see description.virtual.
function orders(viewer) {
    const names = ["α", "β", "γ"], turned = () => Array.from(viewer.arm.q.subarray(2, 5));
    const put = (wanted) => {
        const [alpha, beta, gamma] = wanted;
        viewer.fixed = Float64Array.of(gamma, beta, alpha, 0, 0);
        viewer.set([0, 0, alpha, beta, gamma]);
    };
    const rows = names.map((name, k) => jointSlider(viewer, k + 2, name, { onmove: (x) => {
        const wanted = turned();
        wanted[k] = x;
        put(wanted);
    } }));
    viewer.between = () => {
        const { arm } = viewer, one = arm.axes(arm.tool), two = arm.block(arm.tool, arm.script.frames(viewer.fixed));
        const trace = one.reduce((sum, row, i) => sum + row.reduce((part, x, j) => part + x * two[i][j], 0), 0);
        return Math.acos(Math.min(1, Math.max(-1, (trace - 1) / 2)));
    };
    const [alpha, beta, gamma] = turned();
    viewer.fixed = Float64Array.of(gamma, beta, alpha, 0, 0);
    return {
        element: group(viewer.t("orders"), ...rows.map(({ element }) => element),
            h("dl", { class: "legend" }, h("dt", {}, "1"), h("dd", {}, viewer.t("orders-moving")),
                h("dt", {}, "2"), h("dd", {}, viewer.t("orders-fixed")))),
        follow: () => rows.forEach(({ follow }) => follow()),
        reset: () => { const [a, b, c] = viewer.spec.start.q.slice(2); viewer.fixed = Float64Array.of(c, b, a, 0, 0); },
        run: ({ turn }) => {
            const from = turned(), to = turn.map(radians);
            return viewer.play(1.6, (s) => put(from.map((x, k) => x + s * (to[k] - x))));
        },
    };
}

// A turn by theta and a slide by pitch times theta along the same axis: joints 1 and 2.
function screw(viewer) {
    const { pitch: first, most = 0.06, greatest = 720 } = viewer.spec.screw;
    let pitch = first;
    const put = (theta) => viewer.set([theta, pitch * theta, ...Array.from(viewer.arm.q).slice(2)]);
    // the way of the gripper anew, from the beginning
    const draw = (theta) => {
        const trace = viewer.layers.find(({ name }) => name === "trace");
        trace?.clear();
        for (let k = 0; k <= 240; ++k) {
            const share = (k / 240) * theta;
            viewer.arm.set([share, pitch * share, ...Array.from(viewer.arm.q).slice(2)]);
            if (trace?.shown) trace.sample();
        }
        put(theta);
    };
    const rows = {
        pitch: slider({ name: "h", spoken: viewer.t("screw-pitch"), least: -1000 * most, greatest: 1000 * most, step: 5, value: 1000 * pitch,
            format: (x) => `${viewer.number(x, 0)} ${viewer.t("millimetre-radian")}`,
            onmove: (x) => { viewer.stop(); pitch = x / 1000; draw(viewer.arm.q[0]); }, ondone: () => viewer.settle() }),
        angle: slider({ name: "θ", spoken: viewer.t("screw-angle"), least: 0, greatest, step: 5, value: degrees(viewer.arm.q[0]),
            format: (x) => `${viewer.number(x, 0)}°`, onmove: (x) => { viewer.stop(); draw(radians(x)); }, ondone: () => viewer.settle() }),
    };
    return {
        element: group(viewer.t("screw"), rows.pitch.element, rows.angle.element),
        follow: () => { rows.pitch.put(1000 * pitch); rows.angle.put(degrees(viewer.arm.q[0])); },
        reset: () => { pitch = first; },
        run: ({ pitch: wanted, angle }) => {
            pitch = wanted;
            return viewer.play(2.5, (s) => draw(s * radians(angle)));
        },
    };
}

// All rates of two joints that have one joule of kinetic energy: u^T A u = 2.
function joule(viewer) {
    const { joints: [i, j], rates: [along, up] } = viewer.spec.joule;
    const range = (end) => `${viewer.number(-end, 1)} … ${viewer.number(end, 1)}`;
    const rate = (joint) => called(viewer, joint - 1).replace(/^./, "$&\u0307");        // q̇_1 of q_1
    const plane = new Plane(viewer.t("one-joule"), [along, up], [i, j].map(rate).map((name, k) =>
        [name, `${range([along, up][k])} ${viewer.t(viewer.arm.type([i, j][k] - 1) ? "radian-second" : "metre-second")}`]));
    const block = () => {
        const { n } = viewer.arm, A = viewer.arm.script.A(viewer.arm.q), at = (a, b) => A[(a - 1) * n + b - 1];
        return [[at(i, i), at(i, j)], [at(j, i), at(j, j)]];
    };
    viewer.joule = () => { const [[a, b], [, d]] = block(); return Math.sqrt((2 * d) / (a * d - b * b)); };
    const words = h("p", { class: "small" });
    return {
        element: group(viewer.t("one-joule"), plane.element, words),
        follow: () => {
            const A = block(), found = principal(A);
            plane.draw(Array.from({ length: 91 }, (_, k) => {
                const angle = (k * Math.PI) / 45, [c, s] = [Math.cos(angle), Math.sin(angle)];
                const [one, two] = found.map(({ value }) => Math.sqrt(2 / value));
                return [0, 1].map((row) => one * c * found[0].axis[row] + two * s * found[1].axis[row]);
            }));
            words.replaceChildren(...[["a_11", A[0][0], "kilogram-metre-square"], ["a_12", A[0][1], "kilogram-metre"], ["a_22", A[1][1], "kilogram"]]
                .flatMap(([name, value, unit], k) => [...k ? [";  "] : [], ...symbol(name), ` = ${viewer.number(value, 2)} ${viewer.t(unit)}`]));
        },
    };
}

export const panels = { joints, rates, gripper, branches, load, line, parameters, turning, fall, compare,
    orders, screw, joule, prediction };
