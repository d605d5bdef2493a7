// A scene on a page: it reads its description, makes the picture and the panels, and keeps the
// state. All places, drives and solutions come from the arm's generated script (arm.js).

import { Arm } from "./arm.js";
import words from "./catalogue.json";
import { degrees, h, radians, rich, written } from "./dom.js";
import { Figure } from "./figure.js";
import { layers } from "./layers.js";
import { cross, dot, minus } from "./linear.js";
import { Letters } from "./marks.js";
import { panels } from "./panels.js";
import { Question } from "./question.js";
import { readouts } from "./readouts.js";
import { Stage } from "./stage.js";
import style from "./style.css";

const ORBIT = 0.006, TURN = radians(2), ZOOM = 1.12, SLIP = 4, NUDGE = 0.01;

export class Viewer {
    constructor(host, spec) {
        Object.assign(this, { host, spec });
        this.lang = spec.lang;
        this.arms = spec.arms.map(({ name, about }) => new Arm(globalThis[name], about));
        [this.arm] = this.arms;
        this.selected = null;
        this.event = null;                              // what happened last, in words
        this.root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
        this.canvas = h("canvas", { tabindex: 0, role: "application" });
        this.box = h("div", { class: "stage" }, this.canvas);
        this.frame = h("div", { class: "viewer" });
        this.root.replaceChildren(h("style", {}, style), this.frame);
        this.frame.append(this.box);
        this.stage = new Stage(this.canvas, this.arm.about, spec.view);
        this.stage.lost = () => this.lost();
        this.letters = new Letters(this.stage);
        this.figures = this.arms.map((arm) => new Figure(arm));
        [this.figure] = this.figures;
        this.stage.solid.add(...this.figures.map((figure) => figure.group));
        this.layers = layers(this);
        this.start();
        this.build();
        this.pointing();
        this.watchTheme();
        this.stage.resize();
        this.settle();
    }

    start() {
        const { q, dq, load } = this.spec.start;
        this.arm.load = load ?? 0;
        this.arm.dq.set(dq ?? new Float64Array(this.arm.n));
        this.branch = null;
        this.set(q);
    }

    // -- the state ---------------------------------------------------------------------------------
    set(q) {
        this.arm.set(q);
        if (this.arm.script.ik && !this.keeping) this.branch = this.arm.indices();
        this.changed();
    }
    setJoint(j, value) {
        const q = Array.from(this.arm.q);
        q[j] = value;
        this.set(q);
    }
    // Everything that shows the state follows it; one picture for all that changes at once.
    changed() {
        this.figure.update();
        for (const panel of this.panels ?? []) panel.follow?.();
        for (const layer of this.layers) layer.follow();
        this.follow?.();
        this.stage.moved();
    }
    // A movement has ended: now the words for those who do not see it.
    settle() {
        if (this.live) this.live.textContent = this.sentence();
    }
    say(key, values = {}) {
        this.event = key && [key, values];
        if (this.message) this.message.textContent = key ? this.t(key, values) : "";
    }
    select(joint) {
        if (this.held) { this.held = false; this.say(null); }
        this.selected = joint;
        this.figure.choose(joint);
        this.changed();
    }
    range(j) { return this.arm.about.free[j]; }
    move(j, by) {
        const [least, greatest] = this.range(j);
        this.setJoint(j, Math.min(greatest, Math.max(least, this.arm.q[j] + by)));
        this.settle();
    }

    // The gripper to a pose (12 numbers) on the branch that is switched on; says why it cannot.
    reach(pose, branch = this.branch) {
        const signs = branch.map((k) => k || 1);
        try {
            const q = this.arm.inside(this.arm.script.ik(pose, ...signs));
            const [beyond] = this.arm.beyond(q);
            if (beyond !== undefined) {
                this.say("beyond-limit", { joint: beyond + 1 });
                return false;
            }
            this.keep(() => this.set(this.nearest(q)));
            this.branch = signs;
            this.say(null);
            return true;
        } catch (reason) {
            if (!reason.what) throw reason;
            this.say(`no-${reason.what}`, { value: this.number(reason.value, 3) });
            return false;
        }
    }
    // The same pose with as few full turns from here as the limits allow.
    nearest(q) {
        return q.map((x, j) => {
            const turn = 2 * Math.PI * Math.round((this.arm.q[j] - x) / (2 * Math.PI));
            const [least, greatest] = this.arm.script.limits?.[j] ?? [-Infinity, Infinity];
            return x + turn >= least && x + turn <= greatest ? x + turn : x;
        });
    }
    keep(change) {
        this.keeping = true;
        try { change(); } finally { this.keeping = false; }
    }

    // -- motion in time ------------------------------------------------------------------------------
    // advance(share) from 0 to 1; at once where the reader wants no motion.
    play(seconds, advance, done = () => {}) {
        this.stop();
        return new Promise((resolve) => {
            const end = () => { this.playing = null; done(); this.settle(); resolve(); };
            if (this.still) {
                for (let k = 1; k <= 40; ++k) advance(k / 40);
                end();
                return;
            }
            let begun = null;
            const tick = (now) => {
                begun ??= now;
                const share = Math.min(1, (now - begun) / (1000 * seconds));
                advance(share);
                if (share < 1) this.playing = requestAnimationFrame(tick); else end();
            };
            this.finish = end;
            this.playing = requestAnimationFrame(tick);
        });
    }
    stop() {
        if (this.playing === null || this.playing === undefined) return;
        cancelAnimationFrame(this.playing);
        this.finish();
    }
    // What a question does: { panel, ... } goes to the panel of that name.
    run({ panel, ...what }) {
        return this.panels[this.spec.turn.indexOf(panel)].run(what);
    }
    get still() { return matchMedia("(prefers-reduced-motion: reduce)").matches; }
    go(q, seconds = 1.1) {
        const from = Array.from(this.arm.q);
        return this.play(seconds, (share) => {
            const s = share * share * (3 - 2 * share);
            this.set(share === 1 ? q : from.map((x, j) => x + s * (q[j] - x)));
        });
    }

    // -- words -----------------------------------------------------------------------------------------
    t(key, values = {}) {
        const entry = words[key];
        if (!entry) throw new Error(`no words for ${key}`);
        return entry[this.lang].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
    }
    own(both) { return both?.[this.lang] ?? ""; }
    number(x, digits) { return written(this.lang, x, digits); }
    joint(j, x = this.arm.q[j]) {
        return this.arm.type(j) ? `${this.number(degrees(x), 1)}°` : `${this.number(x, 3)} ${this.t("metre")}`;
    }
    sentence() {
        const [x, y, z] = this.arm.origin(this.arm.tool).map((c) => this.number(c, 2));
        const parts = [this.arm.about.bodies.length ? this.t("gripper-at", { x, y, z }) : this.t("axes-alone")];
        if (this.selected !== null && !this.arm.about.virtual)
            parts.push(this.t("joint-at", { joint: this.selected + 1, value: this.joint(this.selected) }));
        for (const name of this.spec.show) {
            const words = readouts[name].sentence?.(this);
            if (words) parts.push(words);
        }
        if (this.event) parts.push(this.t(...this.event));
        return parts.join(" ");
    }

    // -- the page --------------------------------------------------------------------------------------
    build() {
        const { spec } = this, keep = this.frame.contains(this.root.activeElement);
        this.frame.lang = this.lang;
        this.canvas.setAttribute("aria-label", this.t("picture", { name: this.own(spec.title) }));
        this.live = h("p", { class: "hidden", "aria-live": "polite" });
        this.message = h("p", { class: "message", role: "status" }, this.event ? this.t(...this.event) : "");
        const language = h("button", { class: "plain", lang: this.lang === "ru" ? "en" : "ru",
            onclick: () => this.speak(this.lang === "ru" ? "en" : "ru") },
        this.lang === "ru" ? "English" : "Русский");
        const keys = h("details", { class: "keys" }, h("summary", {}, this.t("keys")),
            h("ul", {}, ...["keys-orbit", "keys-zoom", "keys-pan", "keys-joint", "keys-turn", ...(this.handle ? ["keys-handle"] : []), "keys-home"]
                .map((key) => h("li", {}, this.t(key)))), h("p", { class: "pace" }, this.pace = h("span", {})));
        this.stage.paced = ({ now, rate }) => {
            if (keys.open) this.pace.textContent = this.t("pace", { work: this.number(now, 1) })
                + (rate ? ` ${this.t("pace-moving", { rate: this.number(rate, 0) })}` : "");
        };
        keys.addEventListener("toggle", () => this.stage.paced(this.stage.counted));
        this.panels = spec.turn.map((name) => panels[name](this));
        this.question = spec.question && new Question(this, this.question);
        this.show = h("dl", { class: "readouts" });
        this.controls = h("div", { class: "controls" }, ...this.panels.map((panel) => panel.element),
            this.toggles());
        const bar = h("div", { class: "bar" },
            h("button", { class: "plain", onclick: () => this.stage.reset() }, this.t("view-home")),
            h("button", { class: "plain", onclick: () => this.restart() }, this.t("restart")), language);
        this.box.replaceChildren(this.canvas, this.message, bar);
        this.frame.replaceChildren(
            h("header", {}, h(`h${spec.level}`, {}, this.own(spec.title)), h("p", {}, ...rich(this.own(spec.intro)))),
            h("div", { class: "columns" }, h("div", { class: "seen" }, this.box, this.show),
                h("div", { class: "turned" }, this.question?.element, this.controls),
                h("div", { class: "foot" }, keys, h("p", { class: "note" }, ...rich(this.own(spec.note))))), this.live);
        this.follow = () => this.readout();
        this.guard();
        if (keep) language.focus();
        this.changed();
    }
    // Before the question is answered nothing gives the answer away.
    guard() {
        const closed = Boolean(this.question && !this.question.open);
        this.controls.inert = closed;
        this.controls.classList.toggle("closed", closed);
    }
    toggles() {
        const { offer } = this.spec;
        if (!offer.length) return null;
        return h("fieldset", { class: "toggles" }, h("legend", {}, this.t("drawn")), ...offer.map((name) => {
            const layer = this.layers.find((one) => one.name === name);
            const box = h("input", { type: "checkbox", onchange: () => {
                layer.show(box.checked);
                this.changed();
                this.settle();
            } });
            box.checked = layer.shown;
            return h("label", {}, box, this.t(`draw-${name}`));
        }));
    }
    readout() {
        const rows = this.spec.show.flatMap((name) => readouts[name].rows(this));
        const old = this.show.children;
        if (old.length !== 2 * rows.length)
            this.show.replaceChildren(...rows.flatMap(() => [h("dt", {}), h("dd", {})]));
        rows.forEach(([name, value], k) => {
            [name, value].forEach((text, i) => {
                const cell = this.show.children[2 * k + i];
                if (cell.said === text) return;
                cell.said = text;
                cell.replaceChildren(...rich(text));
            });
        });
    }
    speak(lang) {
        this.lang = lang;
        this.build();
        this.settle();
    }
    restart() {
        this.stop();
        this.held = false;
        this.say(null);
        for (const panel of this.panels) panel.reset?.();
        for (const layer of this.layers) layer.clear?.();
        this.start();
        this.settle();
    }
    lost() {
        this.frame.hidden = true;
        this.host.querySelector(".robokit-picture")?.removeAttribute("slot");
        this.root.append(h("slot", {}));
    }

    // -- pointer and keys ------------------------------------------------------------------------------
    pointing() {
        const { canvas, stage } = this, fingers = new Map();
        let drag = null, spread = null;
        canvas.addEventListener("pointerdown", (event) => {
            canvas.focus({ preventScroll: true });
            canvas.setPointerCapture(event.pointerId);
            fingers.set(event.pointerId, event);
            drag = fingers.size === 1 ? this.grasp(event) : null;
            spread = null;
        });
        canvas.addEventListener("pointermove", (event) => {
            const last = fingers.get(event.pointerId);
            if (!last) return;
            const dx = event.clientX - last.clientX, dy = event.clientY - last.clientY;
            fingers.set(event.pointerId, event);
            if (fingers.size > 1) {
                const [a, b] = [...fingers.values()];
                const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
                if (spread) stage.zoom(spread / now);
                spread = now;
                stage.orbit((-dx * ORBIT) / 2, (dy * ORBIT) / 2);
            } else if (drag) {
                drag.way += Math.hypot(dx, dy);
                if (drag.way > SLIP || drag.started) { drag.started = true; drag.move(event, dx, dy); }
            }
        });
        // a finger that holds the arm, and two fingers, do not scroll the page
        for (const kind of ["touchstart", "touchmove"]) canvas.addEventListener(kind, (event) => {
            if (drag?.held || fingers.size > 1) event.preventDefault();
        }, { passive: false });
        const release = (event) => {
            fingers.delete(event.pointerId);
            spread = null;
            if (!drag) return;
            if (!drag.started && event.type === "pointerup") this.pick(event);
            if (drag.started) this.settle();
            drag = null;
        };
        canvas.addEventListener("pointerup", release);
        canvas.addEventListener("pointercancel", release);
        canvas.addEventListener("wheel", (event) => {
            if (this.root.activeElement !== canvas && !event.ctrlKey) return;
            event.preventDefault();
            stage.zoom(event.deltaY > 0 ? ZOOM : 1 / ZOOM);
        }, { passive: false });
        canvas.addEventListener("keydown", (event) => this.key(event));
        // keys pressed in a scene move the scene, not the slide on which it stands
        this.host.addEventListener("keydown", (event) => { if (!event.key.startsWith("Page")) event.stopPropagation(); });
    }
    get free() { return !this.controls.inert; }
    get handle() { return this.layers.find((layer) => layer.handle && layer.shown)?.handle; }
    // What a drag that begins here moves: the gripper's handle, the link that is chosen, or the eye.
    grasp(event) {
        const { stage } = this, ray = stage.ray(event);
        const { handle } = this;
        if (this.free && handle && ray.intersectObject(handle).length)
            return { way: 0, held: true, move: (now) => this.drag(now) };
        const hit = ray.intersectObject(this.figure.group, true).find(({ object }) => object.visible);
        if (this.free && hit && this.selected !== null && this.arm.moves(hit.object.userData.frame, this.selected)) {
            const j = this.selected, point = hit.point.toArray();
            return { way: 0, held: true, move: (now, dx, dy) => this.pull(j, point, dx, dy) };
        }
        return { way: 0, move: (now, dx, dy) => (now.shiftKey ? stage.pan(dx, -dy)
            : stage.orbit(-dx * ORBIT, dy * ORBIT)) };
    }
    // The gripper follows the pointer in the plane of the picture; its axes stay.
    drag(event) {
        const { stage, arm } = this, ray = stage.ray(event).ray, place = arm.origin(arm.tool);
        const e = stage.camera.matrixWorld.elements, normal = [e[8], e[9], e[10]];
        const from = ray.origin.toArray(), along = ray.direction.toArray();
        const share = dot(minus(place, from), normal) / dot(along, normal);
        this.place(from.map((x, k) => x + share * along[k]));
    }
    place(point) {
        const pose = this.arm.pose;
        point.forEach((x, k) => { pose[4 * k + 3] = x; });
        return this.reach(pose);
    }
    // By keys: so many metres to the right and upwards in the picture.
    nudge(right, up) {
        const e = this.stage.camera.matrixWorld.elements, place = this.arm.origin(this.arm.tool);
        if (this.place(place.map((x, k) => x + right * e[k] + up * e[4 + k]))) this.say("handle-held");
    }
    // Joint j turns so that a point of its link follows the pointer.
    pull(j, point, dx, dy) {
        const { arm, stage } = this, axis = arm.axis(j), h = 1e-4;
        const speed = arm.type(j) ? cross(axis, minus(point, arm.origin(j))) : axis;
        const [a, b] = [stage.seen(point), stage.seen(point.map((x, k) => x + h * speed[k]))];
        const way = [(b[0] - a[0]) / h, (b[1] - a[1]) / h], size = dot(way, way);
        if (size < 100) return;
        const by = Math.max(-0.2, Math.min(0.2, (dx * way[0] + dy * way[1]) / size));
        const before = arm.q[j];
        this.move(j, by);
        speed.forEach((x, k) => { point[k] += x * (arm.q[j] - before); });
    }
    pick(event) {
        const hit = this.stage.ray(event).intersectObject(this.figure.group, true)
            .find(({ object }) => object.visible);
        if (!hit || this.arm.about.virtual) return;
        const frame = Math.min(hit.object.userData.frame, this.arm.n);
        this.select(frame >= 1 ? frame - 1 : null);
        this.settle();
    }
    key(event) {
        const { stage } = this, step = 24;
        const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
        const number = Number(event.key);
        if (by && this.held && this.free && this.handle) this.nudge(...by.map((x) => NUDGE * x));
        else if (by && event.shiftKey) stage.pan(-step * by[0], -step * by[1]);
        else if (by) stage.orbit(-by[0] * 0.12, by[1] * 0.09);
        else if ("+=".includes(event.key)) stage.zoom(1 / ZOOM);
        else if ("-_".includes(event.key)) stage.zoom(ZOOM);
        else if (event.key === "Home") stage.reset();
        else if (event.key === "Escape") this.select(null);
        else if (event.key === "0" && this.free && this.handle) { this.select(null); this.held = true; this.say("handle-held"); }
        else if (number >= 1 && number <= this.arm.n && !this.arm.about.virtual) this.select(number - 1);
        else if ("[],.".includes(event.key) && this.selected !== null && this.free) {
            const way = "].".includes(event.key) ? 1 : -1;
            this.move(this.selected, way * (this.arm.type(this.selected) ? TURN : 0.01));
        } else return;
        event.preventDefault();
        if (this.held || (!by && event.key.length === 1)) this.settle();
    }

    // -- light and dark --------------------------------------------------------------------------------
    watchTheme() {
        const query = matchMedia("(prefers-color-scheme: dark)");
        const follow = () => {
            const dark = hostTheme() ?? query.matches;
            this.frame.dataset.theme = dark ? "dark" : "light";
            this.letters.theme(dark);
            this.stage.theme(dark);
        };
        query.addEventListener("change", follow);
        const watch = new MutationObserver(follow);
        for (const page of pages()) for (const element of [page.documentElement, page.body])
            watch.observe(element, { attributes: true, attributeFilter: ["data-theme", "data-jp-theme-light"] });
        follow();
    }

    // What tests and other scripts ask.
    state() {
        return { q: Array.from(this.arm.q), dq: Array.from(this.arm.dq), pose: Array.from(this.arm.pose),
            frames: Array.from(this.arm.frames), words: this.sentence(), branch: this.branch, lang: this.lang, selected: this.selected,
            drawn: this.figure.meshes.filter((mesh) => mesh.visible).map((mesh) => ({
                frame: mesh.userData.frame, matrix: mesh.matrix.elements.slice() })) };
    }
}

// This page and, for a frame in a page of the same origin, the page around it.
function pages() {
    try {
        return parent !== window && parent.document ? [document, parent.document] : [document];
    } catch {
        return [document];
    }
}
function hostTheme() {
    for (const page of pages()) {
        const { theme } = page.documentElement.dataset, { jpThemeLight } = page.body?.dataset ?? {};
        if (theme === "dark" || theme === "light") return theme === "dark";
        if (jpThemeLight) return jpThemeLight === "false";
    }
    return null;
}

function mount(host) {
    const spec = JSON.parse(host.querySelector("script[type='application/json']").textContent);
    const probe = document.createElement("canvas").getContext("webgl2");
    if (!probe) {
        host.dataset.state = "static";
        return null;
    }
    probe.getExtension("WEBGL_lose_context")?.loseContext();
    host.viewer = new Viewer(host, spec);
    host.dataset.state = "live";
    return host.viewer;
}

globalThis.robokitScene = { mount };
