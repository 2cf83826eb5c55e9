// Alarms: the list with a switch each, and the editor, which says while one edits when the alarm would ring.

import {
    button, card, chips, empty, field, h, icon, loading, notice, paced, row, segmented, select, sheet, slider, toast, toggle,
} from "./ui.js";
import { choices, known, learn, limits, meaning, property, Refusal, request, schemaOf, unit, words } from "./api.js";
import { change, get, paired, update } from "./store.js";
import {
    day, dayList, length, lengthLeft, localNow, measured, schedule, secondsTo, timeOf, timeOfDay, weekdayNames, weekdays,
} from "./words.js";
import { concerns, nameOf } from "./clock.js";
import { go } from "./app.js";

export default {
    title: "Alarms",
    queries: ["alarm.list", "sound.list"],
    enter([id]) {
        learn().then(() => { if (id) begin(id); update(); }, update);
        if (id) begin(id);
    },
    render([id]) {
        const reply = get("alarm.list");
        if (!reply) return [heading(), loading(4)];
        const isEmpty = !id && reply.alarms.length === 0;
        return [h("div", { class: isEmpty ? "column" : `columns alarms ${id ? "editing" : ""}` },
            h("div", { class: "column list" }, heading(), paused(reply.pauses), list(reply.alarms, id), groups(reply.alarms),
                id ? null : pauseLink(reply.alarms)),
            !isEmpty && h("div", { class: "column editor" }, id ? editor(id, reply.alarms) : aside()))];
    },
};

const find = (id) => get("alarm.list")?.alarms.find((alarm) => String(alarm.id) === String(id));

/** A guess about one alarm, in all replies that show it. */
const about = (id, work) => ({
    "alarm.list": ({ alarms }) => { const mine = alarms.find((alarm) => alarm.id === id); if (mine) work(mine); },
});

// -------------------------------------------------------------------------------------------------------- List

const heading = () => h("header", { class: "view-head" }, h("h1", null, "Alarms"),
    h("a", { class: "button primary", href: "#/alarms/new" }, icon("add"), "New alarm"));

function list(alarms, chosen) {
    if (!alarms.length) return empty({ symbol: "alarm", title: "No alarm is set",
        text: "Choose a time and the days, and the clock wakes you. It needs no phone to ring." });
    const ahead = (alarm) => alarm.next ? Date.parse(alarm.next.instant) : Infinity;
    return h("ul", { class: "alarm-list" }, [...alarms].sort((one, other) => one.schedule.time.localeCompare(other.schedule.time)
        || ahead(one) - ahead(other)).map((alarm) =>
        h("li", { key: `alarm-${alarm.id}`,
            class: `card alarm ${alarm.enabled ? "" : "off"} ${String(alarm.id) === chosen ? "chosen" : ""}` },
            h("a", { class: "alarm-link", href: `#/alarms/${alarm.id}` },
                h("time", { class: "alarm-time" }, timeOfDay(alarm.schedule.time)),
                h("span", { class: "alarm-text" }, h("strong", { class: "clamp" },
                    [alarm.label, schedule(alarm.schedule)].filter(Boolean).join(" · ")), h("small", null, soon(alarm)))),
            toggle({ on: alarm.enabled, name: `${nameOf(alarm, "Alarm")} at ${timeOfDay(alarm.schedule.time)}`,
                change: (on) => enable(alarm, on) }),
            alarm.skips.length > 0 && skipLine(alarm))));
}

/** When an alarm rings, in few words. */
function soon(alarm) {
    if (!alarm.enabled) return "Off";
    if (alarm.snoozedUntil) return `Snoozed until ${timeOf(alarm.snoozedUntilLocal)}`;
    if (alarm.state === "alert") return "Rings now";
    if (!alarm.next) return "Does not ring again";
    const when = day(alarm.next.date);
    return `${/^t/.test(when) ? when[0].toUpperCase() + when.slice(1) : when}, in ${lengthLeft(secondsTo(alarm.next.instant))}`;
}

const skipReasons = { skipNext: "skipped", paused: "paused", freeDay: "a free day",
    doNotDisturb: "do not disturb" };

/** The dates that an alarm leaves out, and why. */
const skipped = ({ skips }) => skips.map(({ date, reason, freeDay }) =>
    `${day(date)} (${freeDay || skipReasons[reason] || words(reason).toLowerCase()})`).join(", ");

function skipLine(alarm) {
    const isSkipped = alarm.skips.some(({ reason }) => reason === "skipNext");
    return h("p", { class: "skip-line" }, h("small", null, `Not ${skipped(alarm)}`),
        isSkipped && button({ kind: "quiet", onclick: () => change("POST", `alarm/${alarm.id}/skip`, { count: 0 }) },
            ["Undo skip"]));
}

async function enable(alarm, on) {
    const reply = await change("POST", `alarm/${alarm.id}/${on ? "enable" : "disable"}`, {},
        { guess: about(alarm.id, (mine) => { mine.enabled = on; if (!on) mine.next = null; }) });
    if (reply && on) tell(reply);
}

/** Says what a change of an alarm leads to, and at once what would keep it from ringing. */
function tell(reply) {
    const isBad = get("status")?.health.outlook === "mayNotRing" || !reply.alarm.next;
    const text = [outcome(reply), ...remarks(reply), ...(reply.notices ? [] : dangers())].join(" ");
    toast(text, null, null, { bad: isBad });
}

function outcome({ alarm }) {
    if (!alarm.enabled) return "The alarm is off.";
    if (!alarm.next) return "It will not ring.";
    const { date, local, instant } = alarm.next;
    return `Rings ${day(date)} at ${timeOf(local)}, in ${lengthLeft(secondsTo(instant))}.`;
}

function remarks({ alarm, consequences, notices, skipsEnded }) {
    return [...(notices ?? []).map(({ text }) => text),
        alarm.skips.length && `It leaves out ${skipped(alarm)}.`,
        alarm.next?.placement && alarm.next.placement !== "exact" && "The clocks change that night.",
        consequences?.sameMinute.length && "Another alarm rings in the same minute.",
        consequences?.endedSnooze && "This ends its snooze.",
        skipsEnded > 0 && "This ends its skips."].filter(Boolean);
}

function paused(pauses) {
    return pauses.map(({ first, last }) => row({ key: `pause-${first}`, class: "row banner", start: icon("pause"),
        title: first === last ? `No alarm rings ${day(first)}` : `No alarm rings from ${day(first)} to ${day(last)}`,
        end: button({ onclick: () => change("POST", "alarm/pause", { dates: null, date: first },
            { guess: { "alarm.list": (reply) => { reply.pauses = reply.pauses.filter((pause) => pause.first !== first); } } }) },
            ["End pause"]) }));
}

/** Switches for categories, if any alarm has one. */
function groups(alarms) {
    const names = [...new Set(alarms.map(({ category }) => category).filter(Boolean))];
    return names.length > 0 && card({ title: "Categories" }, [h("div", { class: "rows" }, names.map((category) => {
        const mine = alarms.filter((alarm) => alarm.category === category);
        const on = mine.some(({ enabled }) => enabled);
        return toggle({ key: category, label: category,
            hint: `${mine.filter(({ enabled }) => enabled).length} of ${mine.length} on`, on,
            change: (isOn) => change("POST", `alarm/${isOn ? "enable" : "disable"}`, { category },
                { guess: { "alarm.list": (reply) => { for (const alarm of reply.alarms) if (alarm.category === category) alarm.enabled = isOn; } } }) });
    }))]);
}

const pauseLink = (alarms) => alarms.length > 0 && h("div", null, button({ kind: "quiet", symbol: "pause", onclick: pauseSheet },
    ["Pause all alarms"]));

function pauseSheet() {
    const today = (localNow() ?? new Date().toISOString()).slice(0, 10);
    const dates = { first: today, last: today };
    let refused = null;
    const date = (name, label) => field({ label, id: `pause-${name}`, error: refused?.field?.endsWith(name) && refused.message,
        input: h("input", { type: "date", value: dates[name], min: today, required: true,
            oninput: (event) => { dates[name] = event.target.value; } }) });
    const opened = sheet({ title: "Pause all alarms", content: (close) => h("form", { class: "column", onsubmit: async (event) => {
        event.preventDefault();
        try { await change("POST", "alarm/pause", { dates }, { quiet: true }); close(); } catch (refusal) { refused = refusal;
            opened.update(); }
    } }, h("p", { class: "soft" }, "No alarm rings on these days, the first and the last included. After them all ring as before."),
    h("div", { class: "fields" }, date("first", "First day"), date("last", "Last day")),
    refused && !/first|last/.test(refused.field ?? "") && h("p", { class: "reason", role: "alert" }, refused.message),
    button({ kind: "primary wide", type: "submit" }, ["Pause"])) });
}

const aside = () => {
    const reply = get("status");
    return reply && [concerns(reply.health, reply.status), h("div", { class: "wide-only" },
        empty({ symbol: "alarm", title: "Choose an alarm", text: "Here you change it, try it, and leave out its next rings." }))];
};

// ------------------------------------------------------------------------------------------------------ Editor

/** What is being typed: only what differs from the clock's own. It stays until it is saved or thrown away. */
let draft = null;
let forecast = null;
let refused = null;

function begin(id) {
    if (draft?.id === id && (id === "new" || draft.revision !== undefined)) return;
    if (draft?.id !== id) [forecast, refused] = [null, null];
    draft = { id, revision: find(id)?.revision, changes: id === "new" ? { schedule: { time: suggestion(), kind: "once" } } : {} };
    foresee();
}

/** The time of the alarm that was set last, or else an hour that many get up at. */
const suggestion = () => get("alarm.list")?.alarms.at(-1)?.schedule.time ?? "07:00";

const formOf = (id) => (id === "new" ? schemaOf("POST", "alarm", "alarm") : schemaOf("PATCH", "alarm/{alarm}", "changes"));

/** A value as it would be saved: typed, else the clock's, else the default of a new alarm. */
function value(name) {
    const typed = draft.changes[name];
    const base = find(draft.id)?.[name] ?? forecast?.alarm?.[name] ?? defaultOf(property(schemaOf("POST", "alarm", "alarm"), name));
    return typed && typeof typed === "object" && !Array.isArray(typed) && name === "snooze" ? { ...base, ...typed }
        : typed !== undefined ? typed : base ?? null;
}

const defaultOf = (schema) => schema?.default !== undefined ? schema.default
    : schema?.properties ? Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, inner.default]))
        : undefined;

function put(name, next) {
    draft.changes[name] = name === "snooze" ? { ...draft.changes.snooze, ...next } : next;
    if (refused?.field?.split(".")[1] === name) refused = null;
    foresee();
    update();
}

/** Asks the clock what the alarm would do, as soon as the finger rests. */
function foresee() {
    if (!paired() || (draft.id !== "new" && !Object.keys(draft.changes).length)) { forecast = null; return; }
    const mine = draft;
    mine.isForeseen = true;
    paced("forecast", async () => {
        try {
            forecast = await send(mine, true);
            refused = refused?.isForecast ? null : refused;
        } catch (refusal) {
            if (refusal.code === "offline" || refusal.code === "stale") return;
            [forecast, refused] = [null, Object.assign(refusal, { isForecast: true })];
        }
        update();
    });
}

/** A new alarm has no more than one kind of schedule; a change names its kind with what it needs. */
function send({ id, revision, changes }, dryRun) {
    const options = { ask: !dryRun, ifMatch: id === "new" ? undefined : revision };
    const body = id === "new" ? { alarm: changes } : { changes };
    const path = id === "new" ? ["POST", "alarm"] : ["PATCH", `alarm/${id}`];
    return dryRun ? request(...path, { ...body, dryRun }, options) : change(...path, body, { ...options, quiet: true });
}

async function save() {
    const isNew = draft.id === "new";
    if (!isNew && !Object.keys(draft.changes).length) return leave();
    draft.saving = true;
    update();
    try {
        const reply = await send(draft, false);
        draft = null;
        go("alarms");
        tell(reply);
    } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        if (draft) draft.saving = false;
        refused = refusal;
        update();
        document.querySelector(".editor .reason, .editor .notice.bad")?.scrollIntoView({ block: "center" });
    }
}

function leave() {
    draft = null;
    go("alarms");
}

/** The clock names the time of a schedule without what it is in. */
const inSchedule = ["time", "date", "weekdays"];
const reason = (name) => {
    const parts = refused?.field?.split(".") ?? [];
    if (!parts.includes(name) && !(name === "schedule" && inSchedule.includes(parts.at(-1)))) return undefined;
    // The field's name stands above already.
    return refused.message.replace(`${parts.at(-1)}: `, "");
};

function editor(id, alarms) {
    const alarm = find(id);
    if (!known() || !draft) return loading(6);
    if (id !== "new" && !alarm) return empty({ symbol: "alarm", title: "This alarm is gone",
        text: "It was removed, or it rang once." }, [h("a", { class: "button", href: "#/alarms" }, "All alarms")]);
    if (draft.id !== id) return loading(6);
    if (id !== "new" && draft.revision === undefined) draft.revision = alarm.revision;
    // The page may have been opened here, before the clock said whether this browser is paired.
    if (!forecast && !refused && !draft.isForeseen && paired()) foresee();
    const isChanged = id === "new" || Object.keys(draft.changes).length > 0;
    const isStale = id !== "new" && alarm.revision !== draft.revision;
    if (isStale && !isChanged) draft.revision = alarm.revision;
    const form = formOf(id);
    const placed = new Set(["schedule", "label", "sound", "volume", "snooze"]);
    const order = ["mustWake", "rampSeconds", "sunriseSeconds", "preAlertSeconds", "preAlertSound", "bedtimeSeconds", "vibration",
        "observesFreeDays", "respectsDoNotDisturb", "noiseAfter", "stopWith"];
    const names = Object.keys(form.properties).filter((name) => !placed.has(name));
    const rest = [...order.filter((name) => names.includes(name)), ...names.filter((name) => !order.includes(name))];
    return h("form", { class: "card edit", novalidate: true, onsubmit: (event) => { event.preventDefault(); save(); } },
        h("header", { class: "sheet-head" }, button({ kind: "icon quiet", label: "Back to all alarms", symbol: "back",
            onclick: leave }),
            h("h2", null, id === "new" ? "New alarm" : nameOf(alarm, "Alarm")),
                button({ kind: "primary", type: "submit", disabled: draft.saving }, [isChanged ? "Save" : "Done"])),
        isStale && isChanged && notice({ grade: "bad" }, ["Somebody else changed this alarm meanwhile.",
            h("div", { class: "actions" },
            button({ kind: "quiet", onclick: () => { draft = null; refused = null; begin(id); update(); } }, ["Take theirs"]),
            button({ kind: "quiet", onclick: () => { draft.revision = alarm.revision; refused = null; foresee(); update(); } },
                ["Keep mine"]))]),
        when(id, alarm),
        times(),
        field({ label: "Name", id: "alarm-label", error: reason("label"),
            input: h("input", { ...limits(property(form, "label")), value: value("label") ?? "", placeholder: "Work",
            autocomplete: "off", oninput: (event) => put("label", event.target.value) }) }),
        sounds(form),
        number(form, "volume"),
        snooze(form),
        h("details", { class: "more" }, h("summary", null, "More"),
            h("div", null, rest.map((name) => h("div", { key: name }, control(form, name))))),
        id !== "new" && actions(alarm));
}

/** On top: when it would ring, and what would keep it from ringing. */
function when(id, alarm) {
    const reply = forecast ?? (id !== "new" && alarm ? { alarm } : null);
    const text = refused && !refused.field ? refused.message
        : reply ? outcome(reply)
        : !paired() ? "Pair to see when it would ring."
        : refused ? "It cannot be saved like this." : "…";
    const isBad = refused || (reply?.alarm.enabled && !reply.alarm.next);
    return h("div", { class: `forecast ${isBad ? "bad" : ""}`, role: "status", "aria-live": "polite" }, h("strong", null, text),
        [...(reply ? remarks(reply) : []), ...(reply?.notices ? [] : dangers())].map((line, index) =>
            h("p", { key: index }, icon("warning"), line)));
}

/** What is wrong with the clock as a whole, so that no alarm may ring; the reply to a change says it itself. */
const dangers = () => (get("status")?.health.checks ?? [])
    .filter(({ verdict, subject, finding }) => verdict === "bad" && subject !== "nextAlarm" && finding)
    .map(({ finding, advice }) => [finding, advice].filter(Boolean).join(" "));

function times() {
    const now = draft.changes.schedule ?? find(draft.id)?.schedule ?? {};
    const set = (next) => put("schedule", { ...now, ...next });
    const kind = (next) => {
        const { time } = now;
        if (next === "weekly") put("schedule", { kind: next, time, weekdays: now.weekdays ?? [1, 2, 3, 4, 5] });
        else if (next === "dated") put("schedule", { kind: next, time, date: now.date ?? (localNow() ?? "").slice(0, 10) });
        else put("schedule", { kind: next, time });
    };
    const forms = property(formOf(draft.id), "schedule").oneOf ?? [];
    const allowed = choices({ oneOf: forms.map((form) => property(form, "kind")).filter(Boolean) });
    const kindWords = { weekly: "On days", dated: "On a date", once: "Once" };
    return h("fieldset", { class: "times" }, h("legend", { class: "unseen" }, "Time and days"),
        h("label", { class: "unseen", for: "alarm-time" }, "Time"),
        h("input", { type: "time", id: "alarm-time", class: "big-time", value: now.time, required: true,
            oninput: (event) => event.target.value && set({ time: event.target.value }) }),
        segmented({ label: "Repeat", choices: ["once", "weekly", "dated"].filter((one) => allowed.includes(one)).map((one) => [one,
            kindWords[one] ?? words(one)]), value: now.kind, change: kind }),
        now.kind === "weekly" && h("div", { class: "days" },
            chips({ label: `Days: ${dayList(now.weekdays)}`, choices: weekdays.map((text, index) => [index + 1, text.slice(0, 2),
            weekdayNames[index]]), value: now.weekdays,
            change: (days) => (days.length ? set({ weekdays: days.sort() }) : kind("once")) })),
        now.kind === "dated" && field({ label: "Date", id: "alarm-date",
            input: h("input", { type: "date", value: now.date, min: (localNow() ?? "").slice(0, 10),
            oninput: (event) => event.target.value && set({ date: event.target.value }) }) }),
        reason("schedule") && h("p", { class: "reason", role: "alert" }, reason("schedule")));
}

/** Choices of sounds by their category, with the chosen one also if the clock has it no more. */
function soundGroups(chosen, tones, more) {
    const reply = get("sound.list")?.sounds;
    const groups = [];
    for (const sound of [...(reply?.tones.filter(tones) ?? []), ...(reply?.noises ?? [])]) {
        const name = sound.own ? "Own sounds" : reply.categories.find(({ id }) => id === sound.category)?.name
            ?? words(sound.category ?? "Others");
        const group = groups.find(([other]) => other === name) ?? groups[groups.push([name, []]) - 1];
        group[1].push([sound.id, sound.name ?? words(sound.id)]);
    }
    if (chosen && ![...groups, more].some(([, list]) => list.some(([id]) => id === chosen))) {
        groups.unshift([chosen, words(chosen)]);
    }
    return groups;
}

function sounds() {
    const chosen = value("sound");
    const silence = ["Felt and seen only", [["silence", "Silence"]]];
    const groups = [...soundGroups(chosen, () => true, silence), silence];
    const playing = get("status")?.status.noise.preview;
    return h("div", { class: "with-button" }, field({ label: "Sound", id: "alarm-sound", error: reason("sound"),
        input: select({ choices: groups, value: chosen, change: (id) => put("sound", id) }) }),
        chosen !== "silence" && button({ kind: "icon", label: playing ? "Stop trying the sound" : "Try the sound",
            symbol: playing ? "stop" : "play",
            onclick: () => change("POST", playing ? "noise/preview-stop" : "noise/preview", playing ? {} : { sound: chosen }) }));
}

function snooze(form) {
    const now = value("snooze") ?? {};
    const seconds = property(property(form, "snooze"), "seconds");
    const limit = property(property(form, "snooze"), "limit");
    return h("div", { class: "group" },
        toggle({ label: "Snooze", hint: now.allowed ? now.seconds
        && `${length(now.seconds)}${now.limit ? `, at most ${now.limit} times` : ""}` : "You have to get up for this one.",
        on: now.allowed, change: (allowed) => put("snooze", { allowed }) }),
        now.allowed && now.seconds !== undefined && slider({ id: "alarm-snooze", label: "Length of a snooze", value: now.seconds,
            ...measured(seconds), step: 60, change: (next) => put("snooze", { seconds: next }) }),
        now.allowed && h("details", { class: "more" }, h("summary", null, "Limit"),
            h("div", null, field({ label: meaning(limit), id: "alarm-limit", error: refused?.field?.endsWith("snooze.limit")
            && refused.message,
            input: h("input", { type: "number", inputmode: "numeric", ...limits(limit), placeholder: "As often as you like",
                value: now.limit ?? "", oninput: (event) => put("snooze",
                { limit: event.target.value === "" ? null : +event.target.value }) }) }))),
        reason("snooze") && h("p", { class: "reason", role: "alert" }, reason("snooze")));
}

/** The name of a field as a heading: "sunriseSeconds" is "Sunrise". */
const titleOf = (name) => words(name.replace(/Seconds$/, "")).replace(/^Pre /, "Pre-");

function number(form, name) {
    const schema = property(form, name);
    const isLength = unit(schema) === "s";
    const { minimum, maximum, text } = measured(schema);
    const step = isLength ? (maximum <= 120 ? 5 : 60) : 1;
    return h("div", { class: "group" }, slider({ id: `alarm-${name}`, label: titleOf(name), value: value(name) ?? minimum, minimum,
        maximum, step,
        text: (now) => (isLength && !now ? "Off" : text(now)), change: (next) => put(name, next) }),
    h("small", null, meaning(schema)), reason(name) && h("p", { class: "reason", role: "alert" }, reason(name)));
}

/** A control for a setting by what the clock says of it, for all that have no place of their own. */
function control(form, name) {
    const schema = property(form, name);
    const now = value(name);
    if (name === "vibration") return vibration(schema, now);
    if (name === "preAlertSound") return preAlertSound(schema, now);
    if (schema.type === "boolean") return toggle({ label: titleOf(name), hint: meaning(schema), on: now,
        change: (on) => put(name, on) });
    if (schema.type === "integer" || schema.type === "number") return number(form, name);
    const allowed = choices(schema).filter((one) => one !== null);
    if (allowed.length) {
        return field({ label: titleOf(name), hint: meaning(schema), id: `alarm-${name}`, error: reason(name),
            input: select({ value: now ?? "", choices: [["", "None"], ...allowed.map((one) => [one, words(one.replace(":", " "))])],
            change: (one) => put(name, one === "" ? null : one) }) });
    }
    const isColour = schema.examples?.[0]?.startsWith("#");
    if (isColour) {
        return h("div", null, toggle({ label: titleOf(name), hint: meaning(schema), on: now !== null,
            change: (on) => put(name, on ? schema.examples[0] : null) }),
            now !== null && h("input", { type: "color", "aria-label": titleOf(name), value: now, oninput: (event) => put(name,
                event.target.value) }));
    }
    const isOptional = [schema.type].flat().includes("null");
    return [field({ label: titleOf(name), hint: meaning(schema), id: `alarm-${name}`, error: reason(name),
        input: h("input", { ...limits(schema), list: name === "zone" ? "zones" : undefined, autocomplete: "off", value: now ?? "",
        oninput: (event) => put(name, event.target.value === "" && isOptional ? null : event.target.value) }) }),
    name === "zone" && h("datalist", { id: "zones" }, (Intl.supportedValuesOf?.("timeZone") ?? []).map((zone) => h("option",
        { key: zone, value: zone })))];
}

function preAlertSound(schema, now) {
    const groups = soundGroups(now, ({ category }) => category === "gentle-tones", ["", []]);
    return field({ label: titleOf("preAlertSound"), hint: meaning(schema), id: "alarm-preAlertSound",
        error: reason("preAlertSound"), input: select({ value: now ?? "", choices: [["", "None"], ...groups],
        change: (id) => put("preAlertSound", id || null) }) });
}

function vibration(schema, now) {
    const rate = property(schema, "perMinute");
    const names = choices({ oneOf: (schema.anyOf ?? []).flatMap((form) => form.oneOf ?? []).map((form) => form.properties.name) });
    const hasRate = (name) => (schema.anyOf ?? []).flatMap((form) => form.oneOf ?? []).some(({ properties }) =>
        properties.perMinute && properties.name.enum.includes(name));
    return h("div", { class: "group" }, field({ label: "Vibration", id: "alarm-vibration", error: reason("vibration"),
        input: select({ value: now?.name ?? "", choices: [["", "None"], ...names.map((name) => [name, words(name)])],
        change: (name) => put("vibration", name === "" ? null : { name }) }) }),
    now && hasRate(now.name) && slider({ id: "alarm-rate", label: "Beat", value: now.perMinute ?? rate.minimum,
        ...measured(rate), change: (perMinute) => put("vibration", { name: now.name, perMinute }) }));
}

function actions(alarm) {
    const { id } = alarm;
    return h("div", { class: "chips" },
        button({ symbol: "volume", onclick: () => change("POST", `alarm/${id}/test`, {}) }, ["Test"]),
        alarm.schedule.kind === "weekly" && button({ symbol: "skip", disabled: !alarm.next, onclick: async () => {
            const reply = await change("POST", `alarm/${id}/skip`, { count: 1 });
            if (reply) toast(outcome(reply), "Undo", () => change("POST", `alarm/${id}/skip`, { count: 0 }));
        } }, ["Skip the next"]),
        button({ symbol: "add", onclick: async () => { const reply = await change("POST", `alarm/${id}/duplicate`, {});
            if (reply) go(`alarms/${reply.alarm.id}`); } }, ["Duplicate"]),
        button({ kind: "danger", symbol: "trash", onclick: () => remove(alarm) }, ["Remove"]));
}

async function remove(alarm) {
    leave();
    const reply = await change("DELETE", `alarm/${alarm.id}`, undefined,
        { guess: { "alarm.list": (list) => { list.alarms = list.alarms.filter(({ id }) => id !== alarm.id); } } });
    if (!reply) return;
    const back = Object.fromEntries(Object.entries(reply.was ?? alarm).filter(([name]) => property(formOf("new"), name)));
    toast(`${nameOf(alarm, "Alarm")} at ${timeOfDay(alarm.schedule.time)} removed`, "Undo", async () => {
        const added = await change("POST", "alarm", { alarm: back });
        if (added && !alarm.enabled) change("POST", `alarm/${added.alarm.id}/disable`, {});
    });
}
