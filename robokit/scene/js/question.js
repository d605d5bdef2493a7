// A question first: the guess is kept, then it happens, and both stand side by side.

import { h, rich } from "./dom.js";
import { measured } from "./readouts.js";

export class Question {
    // before: the same question in the other language, or nothing.
    constructor(viewer, before) {
        Object.assign(this, { viewer, spec: viewer.spec.question });
        this.guess = before?.guess ?? this.remembered();
        this.happened = before?.happened ?? null;
        this.open = before?.open ?? false;
        this.element = h("section", { class: "question" });
        this.build();
    }
    get key() { return `robokit-guess-${this.viewer.spec.id}`; }
    remembered() {
        try { return JSON.parse(localStorage.getItem(this.key)); } catch { return null; }
    }
    remember() {
        try { localStorage.setItem(this.key, JSON.stringify(this.guess)); } catch { /* not kept */ }
    }

    build() {
        const { viewer, spec } = this, t = (...given) => viewer.t(...given);
        const choices = spec.options.map((option, k) => {
            const input = h("input", { type: "radio", name: "guess", value: k, onchange: () => { answer.disabled = false; } });
            input.checked = this.guess === k;
            input.disabled = this.open;
            return h("label", {}, input, h("span", {}, ...rich(viewer.own(option.say))));
        });
        const answer = h("button", { class: "main", onclick: () => this.answer() }, t("see"));
        answer.disabled = this.guess === null;
        const skip = h("button", { class: "plain", onclick: () => this.skip() }, t("skip"));
        this.outcome = h("div", { class: "outcome", role: "status" });
        this.element.replaceChildren(
            h("fieldset", {}, h("legend", {}, ...rich(viewer.own(spec.ask))), ...choices),
            this.open ? "" : h("div", { class: "buttons" }, answer, skip), this.outcome);
        if (this.happened !== null) this.tell();
    }

    async answer() {
        const { viewer, spec } = this;
        const chosen = this.element.querySelector("input:checked");
        if (!chosen) return;
        this.guess = Number(chosen.value);
        this.remember();
        viewer.restart();
        this.open = true;
        this.build();
        if (spec.from) await viewer.run(spec.from);
        const before = this.measures();
        await viewer.run(spec.run);
        this.happened = { option: this.which(before, this.measures()) };
        this.build();
        viewer.guard();
        viewer.settle();
    }
    measures() {
        return this.spec.options.map(({ measure }) => measured(this.viewer, measure ?? this.spec.measure));
    }
    // Which answer the measured changes make true: the first of them.
    which(before, after) {
        return this.spec.options.findIndex(({ when }, k) => {
            const change = after[k] - before[k], small = this.spec.small ?? 1e-3 * Math.max(1, Math.abs(before[k]));
            return Array.isArray(when) ? change >= when[0] && change < when[1]
                : { more: change > small, less: change < -small, same: Math.abs(change) <= small }[when];
        });
    }
    skip() {
        this.open = true;
        this.build();
        this.viewer.guard();
        this.viewer.controls.querySelector("input, button")?.focus();
    }
    tell() {
        const { viewer, spec, guess, happened: { option } } = this, own = (k) => rich(viewer.own(spec.options[k]?.say));
        this.outcome.replaceChildren(
            h("dl", {}, h("dt", {}, viewer.t("you-said")), h("dd", {}, ...own(guess)),
                h("dt", {}, viewer.t("it-was")), h("dd", { class: guess === option ? "right" : "wrong" }, ...own(option))),
            h("p", {}, ...rich(viewer.own(spec.why))));
    }
}
