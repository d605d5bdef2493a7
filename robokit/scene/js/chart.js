// Curves over time, drawn as a picture that grows.

import { h, symbol } from "./dom.js";

export const CURVES = ["#d3202f", "#1f8f3f", "#2a5fd6", "#c77700", "#8a3f96", "#16889c"];
const WIDTH = 300, HEIGHT = 110, NAMESPACE = "http://www.w3.org/2000/svg";

function svg(tag, properties) {
    const element = document.createElementNS(NAMESPACE, tag);
    for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value);
    return element;
}

export class Chart {
    // curves: [{ name, colour, dash }]
    constructor(title, curves) {
        this.picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title,
            preserveAspectRatio: "none" });
        this.zero = svg("line", { x1: 0, x2: WIDTH, class: "zero" });
        this.now = svg("line", { y1: 0, y2: HEIGHT, class: "now" });
        this.lines = curves.map(({ colour, dash }) => svg("polyline", { fill: "none", stroke: colour,
            "stroke-width": 2, "stroke-dasharray": dash ?? "none", "vector-effect": "non-scaling-stroke" }));
        this.picture.append(this.zero, ...this.lines, this.now);
        this.greatest = h("span", { class: "greatest" });
        this.element = h("figure", { class: "chart" }, h("figcaption", {}, h("b", {}, title), " ",
            ...curves.map(({ name, colour }) => h("span", { class: "curve" },
                h("i", { class: "swatch", style: `background:${colour}` }), ...symbol(name)))),
        this.picture, this.greatest);
    }
    // times (k), rows: one array (k) a curve; format writes the greatest value.
    draw(times, rows, format, now = times.at(-1)) {
        const end = Math.max(times.at(-1) ?? 0, 0.5), all = rows.flat();
        const low = Math.min(0, ...all), high = Math.max(1e-9, ...all), span = high - low || 1;
        const x = (t) => (WIDTH * t) / end, y = (v) => HEIGHT - 4 - ((HEIGHT - 8) * (v - low)) / span;
        rows.forEach((row, k) => this.lines[k].setAttribute("points",
            row.map((v, i) => `${x(times[i]).toFixed(1)},${y(v).toFixed(1)}`).join(" ")));
        for (const name of ["y1", "y2"]) this.zero.setAttribute(name, y(0));
        for (const name of ["x1", "x2"]) this.now.setAttribute(name, x(now ?? 0));
        this.greatest.textContent = all.length ? format(low, high, end) : "";
    }
}

// A closed curve in a plane of two quantities.
export class Plane {
    // ends: the greatest of each that is seen; names: [letter, what is seen of it, in words] of each
    constructor(title, ends, names) {
        this.ends = ends;
        this.picture = svg("svg", { viewBox: "0 0 300 200", role: "img", "aria-label": title });
        for (const [x1, y1, x2, y2] of [[0, 100, 300, 100], [150, 0, 150, 200]])
            this.picture.append(svg("line", { x1, y1, x2, y2, class: "zero" }));
        this.curve = svg("polygon", { class: "curve-filled" });
        this.picture.append(this.curve);
        this.element = h("figure", { class: "chart plane" }, this.picture, h("figcaption", {}, ...names.flatMap(([letter, seen], k) =>
            [k ? "; " : "", ...symbol(letter), ` ${k ? "↑" : "→"} ${seen}`])));
    }
    draw(points) {
        this.curve.setAttribute("points", points.map(([x, y]) =>
            `${(150 + (150 * x) / this.ends[0]).toFixed(1)},${(100 - (100 * y) / this.ends[1]).toFixed(1)}`).join(" "));
    }
}
