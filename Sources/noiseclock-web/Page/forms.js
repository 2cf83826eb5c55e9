// Inputs that follow from the clock's own description: a schema and a value give the right control, with its limits, choices and words.

import { card, field, h, select, segmented, slider, toggle } from "./ui.js";
import { choices, limits, meaning, property, schemaOf, unit, words } from "./api.js";
import { change } from "./store.js";
import { length, measured } from "./words.js";

/** Lengths that people choose from; those within the limits are offered, and the one that is set. */
const lengths = [0, 1, 2, 3, 5, 10, 15, 20, 30, 45, ...[1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 45, 60, 75, 90,
    120, 150, 180, 240, 360, 480, 720, 1440].map((minutes) => 60 * minutes)];

const forms = (schema) => schema.anyOf ?? schema.oneOf ?? [schema];
const types = (schema) => forms(schema).flatMap(({ type }) => type ?? []);
const isNullable = (schema) => types(schema).includes("null");
const isTime = (schema) => schema?.examples?.[0]?.length === 5 && schema.examples[0][2] === ":";

/** Few choices stand side by side, many in a list. */
const fewest = 4;

/**
 * The control of one setting. `name` gives its label (or `label` does), the schema's description its hint; `change(value)` gives the
 * promise of the change.
 */
export function setting({ name, schema, value, change, label = words(name.replace(/Seconds$/, "")), hint = meaning(schema),
    id = `set-${name}`, none = "None", off = "Off", texts = {} }) {
    const text = (choice) => texts[choice] ?? (typeof choice === "number" ? `${choice}` : words(choice));
    const small = hint && h("small", null, hint);
    if (types(schema).includes("boolean")) return toggle({ label, hint, on: value, change, id });
    if (property(schema, "from")) return hours({ label, hint, schema, value, change, id });
    if (isTime(schema)) return time({ label, hint, schema, value, change, id });
    if (schema.examples?.[0]?.startsWith?.("#")) {
        return h("div", { class: "row" }, h("label", { class: "row-text", for: id }, label, small),
            h("input", { type: "color", id, value, onchange: (event) => change(event.target.value) }));
    }
    const named = choices(schema);
    const { min, max } = limits(schema);
    if (named.length && min !== undefined) return fixed({ label, hint, schema, value, change, id, named });
    if (named.length) {
        if (named.length <= fewest) return h("div", { class: "field" }, h("span", { class: "label" }, label),
            segmented({ label, choices: named.map((choice) => [choice, text(choice)]), value, change }), small);
        return field({ label, hint, id, input: select({ choices: named.map((choice) => [choice, text(choice)]), value, change }) });
    }
    if (unit(schema) === "s") {
        const offered = [...new Set([...lengths.filter((one) => one >= min && one <= max), value ?? min])].sort((one, other) =>
            one - other);
        return field({ label, hint, id, input: select({
            choices: [...(isNullable(schema) ? [["", off]] : []), ...offered.map((one) => [String(one), one ? length(one) : none])],
            value: value === null ? "" : String(value), change: (chosen) => change(chosen === "" ? null : +chosen) }) });
    }
    if (min !== undefined) return h("div", null,
        slider({ label, id, value, ...measured(schema), change }), small);
    return field({ label, hint, id, input: h("input", { value: value ?? "", autocomplete: "off", ...limits(schema),
        onchange: (event) => change(event.target.value || (isNullable(schema) ? null : "")) }) });
}

/** A word of the clock's, such as "automatic", or a number. */
function fixed({ label, hint, schema, value, change, id, named }) {
    const isNamed = named.includes(value);
    const { min, max } = limits(schema);
    return h("div", { class: "field" }, h("span", { class: "label" }, label),
        segmented({ label, choices: [...named.map((choice) => [choice, words(choice)]), ["fixed", "Fixed"]], value: isNamed ? value
            : "fixed",
            change: (choice) => change(choice === "fixed" ? Math.round((min + max) / 2) : choice) }),
        !isNamed && slider({ label: `${label}, fixed`, hidden: true, id, value, ...measured(schema), change }),
        hint && h("small", null, hint));
}

/** Where a time is asked for that nothing in the clock suggests. */
const evening = "22:00", morning = "07:00";

function hours({ label, hint, schema, value, change, id }) {
    const part = (name, text) => field({ label: text, id: `${id}-${name}`,
        input: h("input", { type: "time", required: true, value: value[name],
        onchange: (event) => event.target.value && change({ ...value, [name]: event.target.value }) }) });
    return h("div", { class: "column" }, isNullable(schema) && toggle({ label, hint, on: value !== null, id,
        change: (on) => change(on ? { from: evening, to: morning } : null) }),
        value && h("div", { class: "fields" }, part("from", "From"), part("to", "To")));
}

function time({ label, hint, schema, value, change, id }) {
    const input = (name) => field({ label: name, id: `${id}-time`,
        input: h("input", { type: "time", required: true, value, onchange: (event) => event.target.value
        && change(event.target.value) }) });
    if (!isNullable(schema)) return input(label);
    return h("div", { class: "column" },
        toggle({ label, hint, on: value !== null, id, change: (on) => change(on ? evening : null) }), value && input("At"));
}

/** `values` with the changes in it, also in its parts. */
export function merged(values, changes) {
    for (const [name, value] of Object.entries(changes)) {
        if (value && values[name] && typeof value === "object" && !Array.isArray(value)) merged(values[name], value);
        else values[name] = value;
    }
    return values;
}

/**
 * A group of settings that one command changes: `of` gives their values in the reply of `query`. Each change is sent at once, shown
 * at once, and taken back with the reason if the clock refuses it.
 */
export function group({ method = "PATCH", path, query, of, part }) {
    const wrap = (changes) => (part ? { [part]: changes } : changes);
    const send = (changes) => change(method, path, wrap(changes),
        { guess: { [query]: (reply) => { merged(of(reply), changes); } } });
    return {
        send,
        /** Controls by their names; each may have words of its own: `["hours", { label: "…" }]`. */
        controls: (values, ...names) => names.map((entry) => {
            const [name, own] = Array.isArray(entry) ? entry : [entry, {}];
            const schema = schemaOf(method, path, ...(part ? [part, name] : [name]));
            return schema && h("div", { key: name },
                setting({ name, schema, value: values[name], id: `set-${path.replaceAll("/", "-")}-${part ?? ""}${name}`,
                change: (value) => send({ [name]: value }), ...own }));
        }),
    };
}

/** A fold for what few need. */
export const more = (title, children) => h("details", { class: "more" }, h("summary", null, title), h("div", null, children));

/** A card that holds a group's controls. */
export const settings = (title, children) => card({ title }, [h("div", { class: "rows settings" }, children)]);

