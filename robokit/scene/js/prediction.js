// An arm that is let go near a state which its drives hold, and beside it what the linear equations say.
//
// With z = (x; x'), x the deviation, they are z' = F z + G (mu - mu_0). F and G come from the derivatives
// of the forward dynamics, one call of the arm's script; mu = mu_0 - K z has its gains from `regulator`.

import { Chart, CURVES } from "./chart.js";
import { button, degrees, group, h, radians, slider } from "./dom.js";
import { regulator, unit } from "./linear.js";

const STEP = 1 / 500, SAMPLE = 5, LOST = radians(120);  // seconds of a step; steps between samples
const PACE = 2.5;                                       // seconds on the page for one of the arm
const LAWS = ["none", "first", "all"];

// F (2n x 2n) and G (2n x n) at a state at rest, and the drives that hold it.
export function linearised(arm, q) {
    const { n, script } = arm, still = new Float64Array(n), mu = script.inverseDynamics(q, still, still);
    const all = script.forwardDynamicsDerivatives(q, still, mu);
    const block = (k) => Array.from({ length: n }, (_, i) => Array.from(all.slice((k * n + i) * n, (k * n + i + 1) * n)));
    const [byQ, byRate, byDrive] = [0, 1, 2].map(block), none = unit(n).map((row) => row.map(() => 0));
    return { mu: Array.from(mu), F: [...none.map((row, i) => [...row, ...unit(n)[i]]), ...byQ.map((row, i) => [...row, ...byRate[i]])],
        G: [...none, ...byDrive] };
}

// K (n x 2n): rows of zeros for joints without a drive.
export function gains({ F, G }, driven, cost, price) {
    const K = G[0].map(() => F.map(() => 0));
    if (driven.length) regulator(F, G.map((row) => driven.map((j) => row[j])), cost, driven.map((j) => price[j]))
        .forEach((row, k) => { K[driven[k]] = row; });
    return K;
}

export function prediction(viewer) {
    const { arm } = viewer, { at, seconds, cost, price, greatest } = viewer.spec.prediction, { n } = arm;
    const held = Float64Array.from(at, (x, j) => (arm.type(j) ? radians(x) : x)), plain = linearised(arm, held);
    const driven = { none: [], first: [0], all: [...held.keys()] };
    const begun = Array.from(viewer.spec.start.q, (x, j) => x - held[j]);
    const own = viewer.letting ??= { x0: [...begun], law: "first" }, { x0 } = own;      // outlives a change of language
    let K = null;
    const choose = (name) => { own.law = name; K = gains(plain, driven[name], cost, price); };
    choose(own.law);
    const feedback = (z) => K.map((row) => -row.reduce((sum, x, k) => sum + x * z[k], 0));
    const mu = (q, dq) => {
        const push = feedback([...q.map((x, j) => x - held[j]), ...dq]);
        return plain.mu.map((x, j) => x + push[j]);
    };
    const rate = (z) => {
        const push = feedback(z);
        return plain.F.map((row, i) => row.reduce((sum, x, k) => sum + x * z[k], 0) + plain.G[i].reduce((sum, x, k) => sum + x * push[k], 0));
    };
    const linear = (z) => {
        const on = (k, s) => z.map((x, i) => x + s * k[i]);
        const k1 = rate(z), k2 = rate(on(k1, STEP / 2)), k3 = rate(on(k2, STEP / 2)), k4 = rate(on(k3, STEP));
        return z.map((x, i) => x + (STEP / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
    };
    const away = (state) => Math.max(...state.slice(0, n).map((x, j) => Math.abs(x - held[j])));
    // the first whole number of degrees at joint 1 from which the arm does not come back; 999: none
    const lostFrom = () => {
        for (let k = 1; k <= greatest; ++k) {
            let state = [...held].concat(Array(n).fill(0));
            state[0] += radians(k);
            for (let t = 0; t < seconds; t += STEP) {
                state = arm.step(state, STEP, mu);
                if (!(away(state) < LOST)) return k;
            }
        }
        return 999;
    };

    const history = viewer.history ??= [];
    const show = ({ q, dq, z, t }) => {
        arm.dq.set(dq);
        viewer.predicted = Float64Array.from(held, (x, j) => x + z[j]);
        viewer.deviations = { real: Array.from(q, (x, j) => x - held[j]), linear: z.slice(0, n) };
        viewer.time = t;
        viewer.set(q);
    };
    const sample = (t, state, z) => history.push({ t, q: state.slice(0, n), dq: state.slice(n), z });
    const rest = () => {
        history.length = 0;
        sample(0, [...held].map((x, j) => x + x0[j]).concat(Array(n).fill(0)), [...x0, ...Array(n).fill(0)]);
        show(history[0]);
    };
    const letGo = () => {
        viewer.say(null);
        rest();
        let [{ q, dq, z }] = history, state = [...q, ...dq], steps = 0, lost = false;
        return viewer.play(seconds * PACE, (share) => {
            const due = Math.round((share * seconds) / STEP);
            while (steps < due && !lost) {
                state = arm.step(state, STEP, mu);
                z = linear(z);
                steps += 1;
                lost = !(away(state) < LOST && Math.max(...z.slice(0, n).map(Math.abs)) < 2 * LOST);
                if (steps % SAMPLE === 0 || lost) sample(steps * STEP, state, z);
            }
            show(history.at(-1));
        }, () => {
            if (lost) viewer.say("lost-arm", { time: viewer.number(steps * STEP, 2) });
        });
    };

    const rows = x0.map((_, j) => slider({ name: `x_${j + 1}`, spoken: viewer.t("deviation-of", { joint: j + 1 }), least: -greatest, greatest, step: 1,
        value: degrees(x0[j]), format: (x) => `${viewer.number(x, 0)}°`, ondone: () => viewer.settle(),
        onmove: (x) => { viewer.stop(); viewer.say(null); x0[j] = radians(x); rest(); viewer.layers.forEach((layer) => layer.clear?.()); } }));
    const mode = h("select", { "aria-label": viewer.t("feedback"), onchange: () => { viewer.stop(); viewer.say(null); choose(mode.value); rest(); write(); viewer.settle(); } },
        ...LAWS.map((name) => h("option", { value: name }, viewer.t(`feedback-${name}`))));
    mode.value = own.law;
    const time = slider({ name: "t", spoken: viewer.t("time"), least: 0, greatest: seconds, step: STEP * SAMPLE, value: 0,
        format: (x) => `${viewer.number(x, 2)} ${viewer.t("second")}`, ondone: () => viewer.settle(),
        onmove: (t) => { viewer.stop(); show(history.findLast((one) => one.t <= t + 1e-9)); } });
    const chart = new Chart(viewer.t("deviation-chart"), [{ name: viewer.t("real-arm"), colour: CURVES[0] },
        { name: viewer.t("linear-arm"), colour: CURVES[2], dash: "5 3" }]);
    const table = h("table", { class: "matrix" });
    const write = () => table.replaceChildren(h("caption", {}, viewer.t("gains")), ...driven[own.law].map((j) => h("tr", {}, ...K[j].map((x) => h("td", {}, viewer.number(x, 1))))));
    write();
    if (!history.length) sample(0, [...held].map((x, j) => x + x0[j]).concat(Array(n).fill(0)), [...x0, ...Array(n).fill(0)]);
    viewer.deviations ??= { real: [...x0], linear: [...x0] };
    viewer.linear = { ...plain, gains: () => K };
    return {
        element: group(viewer.t("prediction"), ...rows.map(({ element }) => element), h("label", { class: "wide" }, viewer.t("feedback"), " ", mode),
            h("div", { class: "buttons" }, button(viewer.t("let-go"), () => { viewer.stop(); letGo(); }, { class: "main" }), button(viewer.t("halt"), () => viewer.stop())),
            time.element, chart.element, table),
        follow: () => {
            rows.forEach(({ put }, j) => put(degrees(x0[j])));
            time.put(viewer.time ?? 0);
            const cut = (x) => Math.max(-degrees(LOST), Math.min(degrees(LOST), degrees(x)));
            chart.draw(history.map(({ t }) => t), [history.map(({ q }) => cut(q[0] - held[0])), history.map(({ z }) => cut(z[0]))],
                (low, high, end) => `${viewer.number(low, 0)}° … ${viewer.number(high, 0)}°; ${viewer.number(end, 1)} ${viewer.t("second")}`, viewer.time ?? 0);
        },
        reset: () => {
            viewer.stop();
            begun.forEach((x, j) => { x0[j] = x; });
            choose("first");
            mode.value = own.law;
            viewer.lost = 0;
            write();
            rest();
        },
        run: () => {
            viewer.lost = lostFrom();
            x0.fill(0);
            x0[0] = radians(Math.min(viewer.lost, greatest));
            return letGo();
        },
    };
}
