// Elements, symbols with indices, numbers in the reader's language.

export function h(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (name === "class") element.className = value;
        else if (value === true) element.setAttribute(name, "");
        else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return element;
}

export const group = (title, ...children) => h("fieldset", {}, h("legend", {}, title), ...children);
export const button = (text, onclick, more = {}) => h("button", { onclick, ...more }, text);

// "q_1, °" as the book writes it: a slanted letter, a low index.
export function symbol(text) {
    const [letters, ...rest] = text.split("_");
    if (!rest.length) return [h("i", {}, letters)];
    const [, low, more] = rest.join("_").match(/^(\w+)(.*)$/s);
    return [h("i", {}, letters), h("sub", {}, low), more];
}

// Words in which such symbols stand: "the signs of k_s and k_w".
export function rich(text) {
    return text.split(/(\p{L}+_\w+)/u).flatMap((part, k) => (k % 2 ? symbol(part) : [part]));
}

// 1234.5 -> "1234,5" in Russian; never a negative zero.
const formats = new Map();
export function written(lang, x, digits) {
    const key = `${lang} ${digits}`;
    if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(lang, { minimumFractionDigits: digits,
        maximumFractionDigits: digits, useGrouping: false }));
    const text = formats.get(key).format(x);
    return /[1-9]/.test(text) ? text.replace("-", "−") : text.replace(/[-−]/, "");
}

export const degrees = (x) => (x * 180) / Math.PI;
export const radians = (x) => (x * Math.PI) / 180;

// A slider with its name and value. put(x) shows x without telling anyone.
export function slider({ name, spoken, least, greatest, step, value, format, onmove, ondone, onfocus, className = "" }) {
    const output = h("output", {});
    const input = h("input", { type: "range", min: least, max: greatest, step, "aria-label": spoken,
        oninput: () => { show(Number(input.value)); onmove(Number(input.value)); },
        onchange: () => ondone?.(), onfocus: () => onfocus?.() });
    let shown = null;
    const show = (x) => {
        const text = format(x);
        if (text === shown) return;
        output.textContent = shown = text;
        input.setAttribute("aria-valuetext", text);
        const share = (100 * (x - least)) / (greatest - least);
        input.style.setProperty("--share", `${Math.min(100, Math.max(0, share))}%`);
    };
    const element = h("div", { class: `slider ${className}` },
        h("span", { class: "name", "aria-hidden": "true" }, ...symbol(name)), input, output);
    const put = (x) => {
        if (x === put.last && input.value === put.placed) return;
        input.value = put.last = x;
        put.placed = input.value;
        show(x);
    };
    put(value);
    return { element, input, put };
}
