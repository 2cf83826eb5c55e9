// What the clock allows: limits, choices and defaults of each input, read from the clock's own description. Nothing of it is written
// in the page a second time.

import { request } from "./api.js";

let description = null;
let asked = null;

/** Fetches the description, once. Views that need it call this in `enter` and show `loading()` while `known()` is false. */
export function learn() {
    asked ??= request("GET", "openapi.json", undefined, { patience: 60000 }).then((reply) => { description = reply; },
        (refusal) => { asked = null; throw refusal; });
    return asked;
}
export const known = () => description !== null;
export const version = () => description?.info.version;

function resolved(schema) {
    return schema?.$ref ? resolved(schema.$ref.slice(2).split("/").reduce((value, part) => value?.[part], description)) : schema;
}

/** The description of an operation, such as ("PATCH", "alarm/{alarm}"). */
export const operation = (method, path) => description?.paths[`/api/v1/${path}`]?.[method.toLowerCase()];

/** The schema of a change's body, or of a field in it: `schemaOf("POST", "alarm", "alarm", "snooze", "seconds")`. */
export function schemaOf(method, path, ...fields) {
    let schema = resolved(operation(method, path)?.requestBody?.content["application/json"].schema);
    for (const name of fields) schema = property(schema, name);
    return schema;
}

/** A field of a schema, also where several forms of it are allowed. */
export function property(schema, name) {
    if (!schema) return undefined;
    if (schema.properties?.[name]) return resolved(schema.properties[name]);
    for (const form of schema.oneOf ?? schema.anyOf ?? []) {
        const found = property(resolved(form), name);
        if (found) return found;
    }
    return undefined;
}

/** All allowed words of a schema, in order, from all its forms. */
export function choices(schema) {
    if (!schema) return [];
    if (schema.enum) return schema.enum;
    if (schema.const !== undefined) return [schema.const];
    return (schema.oneOf ?? schema.anyOf ?? []).flatMap((form) => choices(resolved(form)));
}

/** `min`, `max`, `maxlength`, `required`, `placeholder` for an `<input>` of this schema. */
export function limits(schema) {
    const of = schema?.minimum === undefined ? (schema?.oneOf ?? schema?.anyOf ?? []).map(resolved).find((form) =>
        form.minimum !== undefined) ?? schema : schema;
    return { min: of?.minimum, max: of?.maximum, maxlength: of?.maxLength, step: of?.type === "integer" ? 1 : undefined };
}

/** The field's meaning without its "(default: …)". */
export const meaning = (schema) => (schema?.description ?? "").replace(/ \(default: .*\)$/, "");

/** "equalPower" as people read it: "Equal power". */
export const words = (name) => {
    const text = String(name).replace(/([a-z])([A-Z])/g, "$1 $2").replace(/-/g, " ").toLowerCase();
    return text.charAt(0).toUpperCase() + text.slice(1);
};
