// What every view is built of: a small tree of nodes that is compared with the one before, and the components.
//
// `h(tag, properties, ...children)` describes an element, `render(place, ...nodes)` makes the page agree. Properties that
// begin with "on" are handlers, `key` tells rows of a list apart, `class`, `style` (an object) and all others are what they
// are in HTML; false, null and undefined leave an attribute out. A field keeps what somebody types into it while the
// page around it changes: its value is written only if the description's value changed.

export function h(tag, properties, ...children) {
    return { tag, properties: properties ?? {}, children: placed(children), key: properties?.key === undefined ? undefined
        : `key ${properties.key}` };
}

export function render(place, ...nodes) { patch(place, placed(nodes)); }

/** Nodes with a key each: their own, or else their place, in which what is left out counts. So a part that comes or goes moves no other. */
function placed(children, place = "", nodes = []) {
    children.forEach((child, index) => {
        if (Array.isArray(child)) placed(child, `${place}${index}.`, nodes);
        else if (child != null && typeof child !== "boolean") nodes.push({ ...(child.tag ? child : { text: String(child) }),
            key: child.key ?? `${place}${index}` });
    });
    return nodes;
}

const drawing = new Set(["svg", "use"]);

function make(node) {
    if (!node.tag) return document.createTextNode(node.text);
    return drawing.has(node.tag) ? document.createElementNS("http://www.w3.org/2000/svg", node.tag)
        : document.createElement(node.tag);
}

function patch(place, nodes) {
    const old = new Map([...place.childNodes].map((child) => [child.described?.key, child]));
    const elements = nodes.map((node) => {
        const found = old.get(node.key);
        const element = found && found.described.tag === node.tag ? found : make(node);
        old.delete(node.key);
        const before = element.described;
        element.described = node;
        if (node.tag) apply(element, node, before?.properties ?? {});
        else if (element.data !== node.text) element.data = node.text;
        return element;
    });
    const kept = new Set(elements);
    for (const child of [...place.childNodes]) if (!kept.has(child)) child.remove();
    elements.forEach((element, index) => { if (place.childNodes[index] !== element) place.insertBefore(element,
        place.childNodes[index] ?? null); });
}

function apply(element, node, before) {
    // Choices come before the value that chooses one of them.
    patch(element, node.children);
    for (const name in { ...before, ...node.properties }) {
        if (before[name] !== node.properties[name]) set(element, name, node.properties[name], before[name]);
    }
    if (before !== node.properties && !before.ready && node.properties.ready) node.properties.ready(element);
}

function set(element, name, value, before) {
    if (name === "key" || name === "ready") return; // For `patch` and `apply`.
    if (name.startsWith("on")) element[name] = value ?? null;
    else if (name === "style") {
        for (const property in { ...before, ...value }) {
            if (before?.[property] !== value?.[property]) element.style.setProperty(property, value?.[property] ?? "");
        }
    } else if (name === "value" || name === "checked" || name === "indeterminate") {
        // Whoever drags a slider sees it under the finger, whatever the clock says meanwhile.
        if (element[name] !== value && !element.held) element[name] = value ?? "";
    } else if (value === false || value == null) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : value);
}

// ---------------------------------------------------------------------------------------------------- Components

let numbers = 0;
/** An id that no other element has. */
export const unique = (word = "id") => `${word}-${++numbers}`;

/** A symbol of index.html. It is decoration: what it means stands beside it, or in `aria-label`. */
export const icon = (name) => h("svg", { class: "icon", "aria-hidden": "true" }, h("use", { href: `#i-${name}` }));

/** `kind`: primary, quiet, danger, icon (round; needs a `label`), chip; several are joined with a space. */
export const button = ({ kind = "", label, symbol, ...rest }, children = []) =>
    h("button", { type: "button", class: `button ${kind}`, "aria-label": label, title: label, ...rest },
        symbol && icon(symbol), children);

/** A switch with its text; `hint` stands below it in small letters. */
export const toggle = ({ label, hint, on, change, labelledby, ...rest }) => {
    const box = h("input", { type: "checkbox", role: "switch", class: "switch", checked: !!on, "aria-label": label ? undefined
        : rest.name,
        onchange: (event) => change(event.target.checked), ...rest });
    return label ? h("label", { class: "row" }, h("span", { class: "row-text" }, label, hint && h("small", null, hint)), box) : box;
};

/** A row of a list: text, a smaller line, and what stands at its end. With `to` or `press` all of it can be pressed. */
export const row = ({ title, detail, start, end, to, press, ...rest }) => {
    const inside = [start, h("span", { class: "row-text" }, title, detail && h("small", null, detail)), end];
    if (to) return h("a", { class: "row", href: to, ...rest }, inside, icon("next"));
    return press ? h("button", { type: "button", class: "row", onclick: press, ...rest }, inside)
        : h("div", { class: "row", ...rest }, inside);
};

/** A part of a page with its heading. `actions` stand at the heading's end. */
export const card = ({ title, actions, level = 2, class: extra = "", ...rest }, children = []) => {
    return h("section", { class: `card ${extra}`, "aria-label": title, ...rest },
        (title || actions) && h("header", { class: "card-head" }, title && h(`h${level}`, null, title), actions), children);
};

/** One of a few choices, side by side: `choices` is a list of [value, text]. */
export const segmented = ({ label, choices, value, change }) =>
    h("div", { class: "segmented", role: "group", "aria-label": label }, choices.map(([choice, text]) =>
        h("button", { type: "button", key: String(choice), "aria-pressed": String(choice === value),
            onclick: () => choice === value || change(choice) }, text)));

/** Chips of which any number can be on. `change` gets the new list. */
export const chips = ({ label, choices, value, change }) =>
    h("div", { class: "chips", role: "group", "aria-label": label }, choices.map(([choice, text, full]) =>
        h("button", { type: "button", key: String(choice), class: "chip", "aria-pressed": String(value.includes(choice)),
            "aria-label": full,
            onclick: () => change(value.includes(choice) ? value.filter((other) => other !== choice) : [...value, choice]) },
                text)));

/**
 * A slider. `change(value)` comes at most ten times a second while it moves, and always with the last value; it gives the promise
 * of the change, so that changes never overtake each other.
 * `text` says a value in words, for the label beside it and for screen readers.
 */
export const slider = ({ label, value, minimum, maximum, step = 1, text = String, change, hidden, ...rest }) => {
    const id = rest.id ?? `slider-${label.replace(/\W+/g, "-")}`;
    return h("div", { class: "slider" },
        h("label", { for: id, class: hidden ? "unseen" : "slider-label" }, label, !hidden && h("output", { for: id }, text(value))),
        h("input", { ...rest, type: "range", id, min: minimum, max: maximum, step, value: String(value),
            "aria-valuetext": text(value),
            style: { "--fill": `${(100 * (value - minimum)) / (maximum - minimum || 1)}%` },
            onpointerdown: (event) => { event.target.held = true; },
            onpointerup: (event) => { event.target.held = false; },
            onpointercancel: (event) => { event.target.held = false; },
            oninput: (event) => {
                const field = event.target;
                field.style.setProperty("--fill", `${(100 * (field.value - minimum)) / (maximum - minimum || 1)}%`);
                const output = field.parentNode.querySelector("output");
                if (output) output.textContent = text(+field.value);
                field.setAttribute("aria-valuetext", text(+field.value));
                paced(id, () => change(+field.value));
            },
            onchange: (event) => { event.target.held = false; } }));
};

const waiting = new Map();
/** Calls `work` at most ten times a second for each `key`, one after the other has ended, and always the last one. */
export async function paced(key, work) {
    if (waiting.has(key)) return waiting.set(key, work);
    for (let next = work; next; next = waiting.get(key)) {
        waiting.set(key, null);
        await Promise.allSettled([next(), new Promise((done) => setTimeout(done, 100))]);
    }
    waiting.delete(key);
}

/** A field with its label, its hint, and the clock's reason if it refused the value. */
export const field = ({ label, hint, error, id = unique("field"), input }) => {
    const about = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
    return h("div", { class: `field ${error ? "refused" : ""}` }, h("label", { for: id }, label),
        h(input.tag, { ...input.properties, id, "aria-describedby": about, "aria-invalid": error ? "true" : undefined },
            input.children),
        hint && !error && h("small", { id: `${id}-hint` }, hint),
            error && h("small", { id: `${id}-error`, class: "reason", role: "alert" }, error));
};

/** A list to choose from: `choices` is a list of [value, text] or of [group, [[value, text], …]]. */
export const select = ({ choices, value, change, ...rest }) => {
    const option = ([choice, text]) => Array.isArray(text)
        ? h("optgroup", { key: choice, label: choice }, text.map(option)) : h("option", { key: choice, value: choice,
            selected: choice === value }, text);
    return h("select", { value, onchange: (event) => change(event.target.value), ...rest }, choices.map(option));
};

/** Nothing is there yet: what it would be, and what to do. */
export const empty = ({ symbol, title, text }, children = []) =>
    h("div", { class: "empty" }, symbol && icon(symbol), h("p", { class: "empty-title" }, title), text && h("p", null, text),
        children);

/** Grey bars where something will stand as soon as the clock has answered. */
export const loading = (lines = 3) => h("div", { class: "loading", role: "status", "aria-label": "Loading" },
    Array.from({ length: lines }, (_, index) => h("div", { key: index, class: "bone" })));

/** A sentence of the clock: `grade` is good, notice or bad. */
export const notice = ({ grade = "notice", ...rest }, children = []) =>
    h("div", { class: `notice ${grade}`, ...rest }, icon(grade === "good" ? "check" : "warning"), h("div", null, children));

// ---------------------------------------------------------------------------------------------- Sheets and toasts

/**
 * Opens a sheet (from below on a phone, in the middle of a desktop). `content(close)` gives its nodes and is called again by
 * the returned `update()`. Escape and the ground behind it close it; then `closed` is called, and the focus goes back.
 */
export function sheet({ title, content, closed, wide, className = "" }) {
    const dialog = document.createElement("dialog");
    const name = unique("title");
    dialog.className = `sheet ${wide ? "wide" : ""} ${className}`;
    dialog.setAttribute("aria-labelledby", name);
    document.body.append(dialog);
    const from = document.activeElement;
    const close = () => dialog.open && dialog.close();
    const update = () => dialog.isConnected && render(dialog, h("header", { class: "sheet-head" },
        h("h2", { id: name, tabindex: -1 }, typeof title === "function" ? title() : title),
        button({ kind: "icon quiet", label: "Close", symbol: "close", onclick: close })), h("div", { class: "sheet-body" },
            content(close)));
    update();
    dialog.addEventListener("click", (event) => { if (event.target === dialog) close(); });
    dialog.addEventListener("close", () => { dialog.remove(); if (from?.isConnected) from.focus(); closed?.(); });
    dialog.showModal();
    return { close, update, dialog };
}

/** Asks before something that cannot be undone. Gives true if the person agrees. What can be undone is not asked about: show a toast. */
export const confirm = ({ title, text, action, danger = true }) => new Promise((answer) => {
    let agreed = false;
    sheet({ title, closed: () => answer(agreed), content: (close) => [h("p", null, text), h("div", { class: "actions" },
        button({ kind: "quiet", onclick: close }, ["Cancel"]),
        button({ kind: danger ? "danger" : "primary", onclick: () => { agreed = true; close(); } }, [action]))] });
});

/** Says something for a while at the bottom, with one thing to press: `toast("Alarm removed", "Undo", () => …)`. */
export function toast(text, action, press, { bad = false } = {}) {
    const place = document.getElementById("toasts");
    const element = document.createElement("div");
    element.className = `toast ${bad ? "bad" : ""}`;
    render(element, h("span", null, text), action && button({ kind: "quiet", onclick: () => { gone(); press(); } }, [action]),
        button({ kind: "icon quiet", label: "Dismiss", symbol: "close", onclick: () => gone() }));
    const gone = () => element.remove();
    place.append(element);
    while (place.children.length > 3) place.firstChild.remove();
    let timer = setTimeout(gone, action || bad ? 10000 : 5000);
    element.onpointerenter = element.onfocusin = () => clearTimeout(timer);
    element.onpointerleave = element.onfocusout = () => { timer = setTimeout(gone, 4000); };
    return gone;
}

/** Says something to screen readers only. */
export function announce(text) { document.getElementById("announcer").textContent = text; }
