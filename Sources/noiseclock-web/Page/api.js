// Requests to the clock, the stream of what it shows, and its description of what it allows.

const base = "/api/v1/";

/** What the clock answered when it refused: `code`, `field` and the sentence `message` are the API's. */
export class Refusal extends Error {
    constructor(error, status) {
        super(error.message);
        Object.assign(this, { code: error.code, field: error.field ?? null, status, retryAfterSeconds: error.retryAfterSeconds });
    }
}

/** How long to wait for an answer, in milliseconds. */
const usualPatience = 8000;

const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

let pairing = null;
/** Who asks for the code when a change needs one: a function that gives true once this browser is paired. */
export function onUnpaired(ask) { pairing = ask; }

/**
 * Asks the clock: `request("GET", "alarm")`, `request("PATCH", "alarm/3", {changes}, {ifMatch: 4})`. Parts of a path that people
 * chose go through `encodeURIComponent`. A change by an unpaired browser first asks for the code, then is sent again; so is a question with `pairs`. Throws a `Refusal`; its code
 * is "offline" if no answer came.
 */
export async function request(method, path, body, { ifMatch, key = randomKey(), ask = true, pairs = method !== "GET",
    patience = usualPatience, isFile = false } = {}) {
    const headers = {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (method !== "GET") headers["Idempotency-Key"] = key;
    if (ifMatch !== undefined) headers["If-Match"] = `"${ifMatch}"`;
    const answer = await answered(method, path, headers, body === undefined ? undefined : JSON.stringify(body), patience, isFile);
    if (answer instanceof Refusal) {
        if (answer.status === 401 && pairs && ask && pairing && await pairing()) {
            return request(method, path, body, { ifMatch, key: randomKey(), ask: false, isFile });
        }
        throw answer;
    }
    return answer;
}

async function answered(method, path, headers, body, patience = usualPatience, isFile = false) {
    let response;
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), patience);
    try {
        response = await fetch(base + path, { method, headers, body, signal: silence.signal });
        if (isFile && response.ok) return await response.blob();
        const text = await response.text();
        const reply = text === "" ? {} : JSON.parse(text);
        return response.ok ? reply : new Refusal(reply.error ?? { code: "unknown", message: "The clock refused this." }, response.status);
    } catch {
        return new Refusal({ code: "offline", message: "The clock does not answer. Nothing was changed." }, 0);
    } finally {
        clearTimeout(timer);
    }
}

/** Sends a file; `progress` gets a number from 0 to 1. */
export const upload = (path, file, progress) => new Promise((done, refused) => {
    const send = new XMLHttpRequest();
    send.open("POST", base + path);
    send.setRequestHeader("Content-Type", /^(audio|font)\//.test(file.type) ? file.type : "application/octet-stream");
    send.setRequestHeader("Idempotency-Key", randomKey());
    send.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    send.onerror = () => refused(new Refusal({ code: "offline", message: "The clock does not answer. The file was not sent." }, 0));
    send.onload = async () => {
        let reply = {};
        try { reply = JSON.parse(send.responseText); } catch { /* An answer without JSON refuses below. */ }
        if (send.status < 300) return done(reply);
        if (send.status === 401 && pairing && await pairing()) return done(upload(path, file, progress));
        // The clock got the file without its name.
        if (reply.error?.field === "file") reply.error.message = reply.error.message.replace(/^file: /i, `${file.name}: `);
        refused(new Refusal(reply.error ?? { code: "unknown", message: "The clock refused this file." }, send.status));
    };
    send.send(file);
});

/** Silence for longer than this means that the clock is gone: `alive` comes every 2 s. */
const longestSilence = 2800;

/**
 * Follows queries. `heard(query, reply)` gets each reply, `online(isOnline)` each change of that, and `closed()` is called if only
 * paired devices may read, and this one is none. A browser has six connections to a
 * host and a stream holds one of them, so the stream is open only while the page is visible.
 */
export class Stream {
    constructor(heard, online, closed) {
        Object.assign(this, { heard, online, closed, queries: [], source: null, lastWord: 0 });
        document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.open()));
        addEventListener("pagehide", () => this.close());
        addEventListener("pageshow", () => this.open());
        setInterval(() => this.watch(), 200);
    }

    follow(queries) {
        const wanted = [...new Set(queries)].sort();
        if (wanted.join() === this.queries.join() && this.source) return;
        this.queries = wanted;
        this.reopen();
    }

    /** A new stream brings the whole state. */
    reopen() { this.close(); this.open(); }

    open() {
        if (document.hidden || this.source || !this.queries.length) return;
        const source = new EventSource(`${base}events?${this.queries.map((query) => `query=${query}`).join("&")}`);
        this.source = source;
        this.opened = this.lastWord = Date.now();
        const word = () => { this.lastWord = Date.now(); this.online(true); };
        source.addEventListener("alive", word);
        source.onerror = () => { if (source.readyState === EventSource.CLOSED) this.refused(source); };
        for (const query of this.queries) {
            source.addEventListener(query, (event) => { word(); this.heard(query, JSON.parse(event.data)); });
        }
    }

    close() { this.source?.close(); this.source = null; }

    /** A stream that was refused does not try again by itself, and does not say why. */
    async refused(source) {
        const answer = await answered("GET", "status", {});
        if (this.source !== source) return;
        const isClosed = answer.status === 401;
        if (isClosed) this.closed();
        else this.online(false);
        this.source = null;
        setTimeout(() => this.open(), isClosed ? 5000 : 1000);
    }

    watch() {
        if (!this.source || Date.now() - this.lastWord < longestSilence) return;
        this.online(false);
        // A connection to a network that is gone without a word never ends by itself.
        if (Date.now() - this.opened > longestSilence + 400) this.reopen();
    }
}

// ------------------------------------------------------------------------------------------ The clock's own description
//
// What the clock allows: limits, choices and defaults of each input. Nothing of it is written in the page a second time.

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

/** The unit of a schema's numbers: "s", "%" or "/min", if it has one. */
export const unit = (schema) => [schema, ...(schema?.oneOf ?? schema?.anyOf ?? [])].map((form) => resolved(form)?.["x-unit"])
    .find(Boolean);

/** The field's meaning without its "(default: …)". */
export const meaning = (schema) => (schema?.description ?? "").replace(/ \(default: .*\)$/, "");

/** "equalPower" as people read it: "Equal power". */
export const words = (name) => {
    const text = String(name).replace(/([a-z])([A-Z])/g, "$1 $2").replace(/-/g, " ").toLowerCase();
    return text.charAt(0).toUpperCase() + text.slice(1);
};
