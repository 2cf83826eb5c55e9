// Settings that have lists: free days, time and zone, devices, health, history; undo, backups and reports.

import { button, card, confirm, empty, field, h, icon, loading, notice, row, segmented, toast } from "./ui.js";
import { choices, limits, request, schemaOf, upload, words } from "./api.js";
import { change, get, paired, update } from "./store.js";
import { day, length, lengthLeft, localNow, timeOf, timeOfDay } from "./words.js";
import { settings } from "./forms.js";

const encode = encodeURIComponent;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const today = () => (localNow() ?? new Date().toISOString()).slice(0, 10);

// ------------------------------------------------------------------------------------------------------ Free days

/** How far ahead a calendar's rules are followed. Nobody publishes holidays for longer. */
const yearsAhead = 5;

const later = (date, count) => new Date(Date.parse(`${date}T12:00:00Z`) + 86400000 * count).toISOString().slice(0, 10);

/**
 * The days that a calendar file names (iCalendar, RFC 5545): whole days, once or each year. `unread` counts events that repeat in another
 * way, or have dates that were moved, which the clock's command line can read. In doubt a day is not free: so the alarm rings.
 */
export function calendarDays(text) {
    const found = new Map();
    const events = [];
    let event = null, unread = 0, timed = 0;
    const until = `${+today().slice(0, 4) + yearsAhead}${today().slice(4)}`;
    const add = (date, name) => { if (date >= today() && date <= until && !found.has(date)) found.set(date, name); };
    const isOdd = (one) => one.isOdd || events.some((other) => other.isMoved && other.uid === one.uid);
    const keep = ({ start, end, name, rule, excluded, isOff, ...one }) => {
        if (isOff || !start) return;
        const count = end ? Math.max(1, Math.round((Date.parse(end) - Date.parse(start)) / 86400000)) : 1;
        const rules = Object.fromEntries((rule ?? "").split(";").filter(Boolean).map((part) => part.split("=")));
        const isYearly = rules.FREQ === "YEARLY" && Object.keys(rules).every((name) => ["FREQ", "WKST", "UNTIL",
            "COUNT"].includes(name));
        if (isOdd(one) || (rule && !isYearly)) { unread += 1; return; }
        const last = rules.UNTIL ? `${rules.UNTIL.slice(0, 4)}-${rules.UNTIL.slice(4, 6)}-${rules.UNTIL.slice(6, 8)}` : until;
        for (let year = 0; year < (rule ? +(rules.COUNT ?? 400) : 1); year++) {
            const date = `${String(+start.slice(0, 4) + year).padStart(4, "0")}${start.slice(4)}`;
            if (date > last) break;
            // 29 February comes every four years.
            if (!date.endsWith("02-29") || later(date, 0) === date) for (let more = 0; more < count;
                more++) if (!excluded.includes(date)) add(later(date, more), name);
        }
    };
    for (const line of text.replace(/\r?\n[ \t]/g, "").split(/\r?\n/)) {
        const [, head, value] = /^([^:]*(?:"[^"]*"[^:]*)*):(.*)$/.exec(line) ?? [];
        const name = head?.split(";")[0].toUpperCase();
        const dates = () => value.split(",").map((one) => `${one.slice(0, 4)}-${one.slice(4, 6)}-${one.slice(6, 8)}`);
        if (line === "BEGIN:VEVENT") event = { name: "", excluded: [] };
        else if (!event) continue;
        else if (line === "END:VEVENT") { events.push(event); event = null; }
        else if (name === "DTSTART") { if (/^\d{8}$/.test(value)) [event.start] = dates(); else timed += 1; }
        else if (name === "DTEND" && /^\d{8}$/.test(value)) [event.end] = dates();
        else if (name === "SUMMARY") event.name = value.replace(/\\n/gi, " ").replace(/\\(.)/g, "$1").trim();
        else if (name === "RRULE") event.rule = value;
        else if (name === "EXDATE") event.excluded.push(...dates());
        else if (name === "STATUS") event.isOff = value === "CANCELLED";
        else if (name === "UID") event.uid = value;
        else if (name === "RECURRENCE-ID") event.isMoved = true;
        else if (name === "EXRULE") event.isOdd = true;
    }
    events.forEach(keep);
    const days = [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([date, name]) => ({ date, name }));
    return { days, unread, timed };
}

/** As many bytes of a name as the clock keeps. */
function shortened(name, most) {
    let text = name.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, " ");
    while (text.length > most || new TextEncoder().encode(text).length > most) text = text.slice(0, -1);
    return text;
}

export async function readCalendar(file) {
    const { days: list, unread, timed } = calendarDays(await file.text());
    const most = schemaOf("PUT", "free-days", "days")?.items.properties.name.maxLength;
    if (!list.length) {
        toast(`${file.name} names no whole day from today on.${timed ? " Events with a time of day do not count." : ""}`, null,
            null, { bad: true });
        return;
    }
    const before = get("free-days.list").freeDays;
    const reply = await change("POST", "free-days",
        { days: list.map(({ date, name }) => ({ date, name: shortened(name, most) })) });
    if (!reply) return;
    const left = unread ? ` ${unread} events repeat in a way that only “noiseclock free-days import” reads.` : "";
    toast(`${list.length} free days from ${file.name}.${left}`, "Undo", () => change("PUT", "free-days", { days: before }));
}

const dayGuess = (work) => ({ guess: { "free-days.list": (reply) => { reply.freeDays = work(reply.freeDays); } } });
let newDay = { date: "", name: "" };

export function days() {
    const list = get("free-days.list")?.freeDays;
    if (!list) return loading(4);
    const remove = async ({ date, name }) => {
        if (await change("DELETE", "free-days", { dates: [date] },
            dayGuess((all) => all.filter((one) => one.date !== date)))) toast(`${name || day(date)} is no free day`, "Undo",
            () => change("POST", "free-days", { days: [{ date, name: name ?? "" }] }));
    };
    const clear = async () => { if (await change("POST", "free-days/clear", {}, dayGuess(() => []))) toast("No free days are left",
        "Undo", () => change("PUT", "free-days", { days: list })); };
    return [card({ title: "Add" }, [h("p", { class: "soft" }, "On a free day, alarms that observe free days do not ring."),
        field({ label: "A calendar file (.ics)", id: "days-file", hint: "School holidays, bank holidays, leave. Whole days count.",
            input: h("input", { type: "file", accept: ".ics,text/calendar",
            onchange: ({ target }) => { if (target.files[0]) readCalendar(target.files[0]).then(() => { target.value = ""; });
            } }) }),
        h("form", { class: "column", onsubmit: async (event) => {
            event.preventDefault();
            const { date, name } = newDay;
            if (await change("POST", "free-days", { days: [{ date, name: name.trim() }] })) { newDay = { date: "", name: "" };
                update(); }
        } }, h("div", { class: "fields" },
            field({ label: "A day", id: "day-date", input: h("input", { type: "date", required: true, min: today(),
            value: newDay.date, oninput: (event) => { newDay.date = event.target.value; } }) }),
            field({ label: "Its name", id: "day-name", input: h("input", { value: newDay.name, autocomplete: "off",
                maxlength: schemaOf("POST", "free-days", "days")?.items.properties.name.maxLength,
                oninput: (event) => { newDay.name = event.target.value; } }) })),
        button({ type: "submit" }, ["Add the day"]))]),
    card({ title: "Free days", actions: list.length > 0 && button({ kind: "quiet", onclick: clear }, ["Clear"]) }, [
        list.length === 0 && empty({ symbol: "star", title: "No free day is known",
            text: "Take a calendar file of holidays, or add single days." }),
        h("ul", { class: "rows" }, list.map((one) => h("li", { key: one.date },
            row({ title: one.name || capital(day(one.date)), detail: fullDate(one.date),
            end: button({ kind: "icon quiet", label: `Remove ${one.name || one.date}`, symbol: "close",
            onclick: () => remove(one) }) }))))])];
}

const fullDate = (date) => new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "long", year: "numeric",
    timeZone: "UTC" }).format(new Date(`${date}T12:00:00Z`));

// -------------------------------------------------------------------------------------------------- Time and zone

const trusts = { trusted: ["good", "The time is right."],
    plausible: ["notice", "The time is likely right, but nothing has confirmed it."],
    unknown: ["bad", "The clock does not know the time. Alarms wait for it."] };
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = () => [...new Set(["UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? [])])];
let zoneSearch = "";
let worldSearch = "", worldLabel = "";

/** At most as many places as fit under a field. */
const mostFound = 6;
const findZones = (text) => zones().filter((zone) => text.toLowerCase().split(/[\s/_]+/).every((word) =>
    zone.toLowerCase().replaceAll("_", " ").includes(word))).slice(0, mostFound);
const townOf = (zone) => zone.split("/").at(-1).replaceAll("_", " ");

const finder = ({ label, id, value, input, choose }) => h("div", { class: "column" },
    field({ label, id, input: h("input", { type: "search", value, placeholder: "Town", autocomplete: "off",
    oninput: (event) => { input(event.target.value); update(); } }) }),
    value.trim() !== "" && h("ul", { class: "rows", "aria-label": "Towns found" },
        findZones(value).map((zone) => h("li", { key: zone },
        row({ title: townOf(zone), detail: zone, press: () => choose(zone) })))),
    value.trim() !== "" && !findZones(value).length && h("small", null,
        "Nothing is called so. Try a larger town of the same zone."));

export function time() {
    const now = get("time.status")?.time;
    const world = get("world.list")?.worldTimes;
    if (!now || !world) return loading(4);
    const [grade, text] = trusts[now.trust];
    const move = async (zone) => {
        const before = now.zone;
        zoneSearch = "";
        const reply = await change("POST", "time/zone", { zone }, { guess: { "time.status": (one) => { one.time.zone = zone; } } });
        if (reply) toast(`The clock is in ${townOf(zone)}: ${timeOf(reply.zoneSet.time.local)}`, "Undo",
            () => change("POST", "time/zone", { zone: before }));
    };
    const addPlace = async (zone) => {
        if (await change("POST", "world",
            { zone, ...(worldLabel.trim() ? { label: worldLabel.trim() } : {}) })) { worldSearch = worldLabel = ""; update(); }
    };
    const removePlace = async ({ label, zone }) => {
        if (await change("DELETE", `world/${encode(label)}`, {},
            { guess: { "world.list": (reply) => { reply.worldTimes = reply.worldTimes.filter((one) => one.label !== label);
            } } })) toast(`${label} is removed`, "Undo", () => change("POST", "world", { zone, label }));
    };
    return [card({ title: "Time" }, [now.local && h("p", { class: "timer-left" }, timeOf(now.local)),
        notice({ grade }, [text, now.confirmedSecondsAgo !== null && h("small", null,
        `Confirmed by the network ${lengthLeft(now.confirmedSecondsAgo)} ago.`)]),
        h("details", { class: "more", key: "hand" }, h("summary", null, "Set it by hand"), h("div", null, setByHand(now)))]),
    card({ title: "Zone" }, [row({ title: now.zone ? townOf(now.zone) : "No zone is set", detail: now.zone }),
        now.zone !== ownZone() && button({ kind: "primary", onclick: () => move(ownZone()) },
            [`Use this browser's: ${townOf(ownZone())}`]),
        finder({ label: "Another zone", id: "zone-search", value: zoneSearch, input: (text) => { zoneSearch = text; },
            choose: move })]),
    card({ title: "World clocks" },
        [h("div", { class: "rows" }, world.map((one, index) => row({ key: one.label ?? String(index),
        title: one.label ?? townOf(one.zone ?? "A place"), detail: one.zone,
        end: [h("time", null, one.local ? timeOf(one.local) : "–"),
        one.label && button({ kind: "icon quiet", label: `Remove ${one.label}`, symbol: "close",
            onclick: () => removePlace(one) })] }))),
    finder({ label: "Add a place", id: "world-search", value: worldSearch, input: (text) => { worldSearch = text; },
        choose: addPlace }),
    worldSearch && field({ label: "Call it", id: "world-label", hint: "Else the town's name stands there.",
        input: h("input", { value: worldLabel, autocomplete: "off", ...limits(schemaOf("POST", "world", "label")),
        oninput: (event) => { worldLabel = event.target.value; } }) })])];
}

let handTime = null;
function setByHand(now) {
    const value = handTime ?? now.local?.slice(0, 16) ?? "";
    return h("form", { class: "column", onsubmit: async (event) => {
        event.preventDefault();
        if (await change("PATCH", "time", { time: value })) handTime = null;
        update();
    } }, field({ label: "Date and time", id: "hand-time", hint: "The network's time, where there is one, comes back by itself.",
        input: h("input", { type: "datetime-local", required: true, value,
        oninput: (event) => { handTime = event.target.value; } }) }),
    h("div", { class: "actions spread" },
        button({ kind: "quiet", onclick: () => { const local = new Date(Date.now() - 60000 * new Date().getTimezoneOffset());
        handTime = local.toISOString().slice(0, 16); update(); } }, ["This browser's"]), button({ type: "submit" }, ["Set"])));
}

// --------------------------------------------------------------------------------------------------------- Devices

export function devices() {
    const reply = get("device.list");
    if (!reply) return loading(3);
    const remove = async ({ id, name }) => {
        const agreed = await confirm({ title: `Remove ${name ?? "this device"}?`,
            text: "It must pair again before it can change anything. If it is this browser, so must you.", action: "Remove" });
        if (agreed) change("DELETE", `device/${id}`, {},
            { guess: { "device.list": (all) => { all.devices = all.devices.filter((one) => one.id !== id); } } });
    };
    const readers = choices(schemaOf("POST", "device/reading", "reading"));
    return [settings("Who may read",
        [h("div", { class: "field" }, segmented({ label: "Who may read", choices: readers.map((one) => [one, words(one)]),
        value: reply.reading, change: (reading) => change("POST", "device/reading", { reading },
        { guess: { "device.list": (all) => { all.reading = reading; } } }) }),
        h("small", null, "Whoever reads without pairing sees times and states, but no label, no name and no history."))]),
    card({ title: "Paired devices" },
        [!reply.devices.length && empty({ symbol: "lock", title: paired() ? "No device is paired" : "Pair to see them",
        text: "A browser pairs when it changes something for the first time." }),
        h("ul", { class: "rows" }, reply.devices.map((one) => h("li", { key: String(one.id) },
            row({ title: one.name ?? `Device ${one.id}`, detail: one.lastUsedLocal
            && `Last used ${day(one.lastUsedLocal.slice(0, 10))}, ${timeOf(one.lastUsedLocal)}`,
            end: button({ kind: "icon quiet", label: `Remove ${one.name ?? one.id}`, symbol: "trash",
            onclick: () => remove(one) }) })))),
        paired() && h("div", { class: "actions" }, button({ onclick: () => import("./pairing.js").then(({ share }) => share()) },
            ["Pair another device"]))])];
}

// ---------------------------------------------------------------------------------------------------------- Health

const outlooks = { willRing: ["good", "The next alarm will ring."],
    willRingBut: ["notice", "The next alarm will ring, but read this."], mayNotRing: ["bad", "The next alarm may not ring."],
    nothingAhead: ["good", "No alarm is ahead."] };
const subjects = { nextAlarm: "Next alarm", alarmSounds: "Alarm sounds", keys: "Buttons" };

export function health() {
    const now = get("health.status")?.health;
    if (!now) return loading(5);
    const [grade, text] = outlooks[now.outlook] ?? ["notice", words(now.outlook)];
    const order = { bad: 0, notice: 1, good: 2 };
    const rehearse = () => change("POST", "health/rehearse", {},
        { guess: { "health.status": (reply) => { reply.health.rehearsing = true; } } });
    const { rehearsal } = now;
    let evening = "";
    return [notice({ grade }, [h("strong", null, text)]),
        card({ title: "What was looked at" },
            [h("ul", { class: "rows" }, [...now.checks].sort((one, other) =>
            order[one.verdict] - order[other.verdict]).map(({ subject, finding, advice, verdict }) =>
            h("li", { key: subject }, row({ start: h("span", { class: verdict === "good" ? "soft" : verdict === "bad" ? "bad"
                : "" }, icon(verdict === "good" ? "check" : "warning")),
                title: h("span", null, h("strong", null, subjects[subject] ?? words(subject)),
                `: ${finding ?? "pair to read it"}`), detail: advice }))))]),
        card({ title: "Silent test" },
            [h("p", null, rehearsal ? (rehearsal.problems.length ? "It found a problem." : "It found nothing wrong.")
            : "There was none yet.", " It goes the way of a ring, but nothing sounds."),
            rehearsal && [...rehearsal.problems, ...rehearsal.notices].map(({ part, problem }) => h("p",
                { key: `${part} ${problem}`, class: "soft" }, `${words(part)}: ${problem}`)),
            button({ kind: "primary", disabled: now.rehearsing, onclick: rehearse }, [now.rehearsing ? "It runs…" : "Test now"]),
            h("form", { class: "column", onsubmit: async (event) => {
                event.preventDefault();
                const reply = await change("POST", "health/evening", { time: evening });
                if (reply) toast(`It tests itself at ${timeOfDay(reply.rehearsal)} each evening`);
            } }, field({ label: "Each evening at", id: "evening",
                input: h("input", { type: "time", required: true, oninput: (event) => { evening = event.target.value; } }) }),
            h("div", { class: "actions spread" },
                button({ kind: "quiet", onclick: async () => { if (await change("POST", "health/evening",
                { time: null })) toast("It tests itself no more in the evening"); } }, ["Not each evening"]),
                button({ type: "submit" }, ["Set"])))])];
}

// --------------------------------------------------------------------------------------------------------- History

const verbs = { scheduled: "was set", started: "started", paused: "was paused", resumed: "went on", extended: "got longer",
    entered: "began", preAlert: "was announced", sunrise: "sunrise began", fired: "rang", snoozed: "was snoozed",
    silenced: "fell silent: nobody answered", rangAgain: "rang again",
    stopped: "was stopped", missed: "was missed", skipped: "was skipped", cancelled: "was removed", gotUp: "somebody got up",
        passedOver: "was passed over", superseded: "gave way to another", reopened: "is ahead again",
    added: "was added", edited: "was changed", removed: "was removed", enabled: "was switched on", disabled: "was switched off",
        skips: "skips other dates", soundReplaced: "got the built-in tone" };
const happened = { "clock.booted": "The clock started", "clock.stepped": "The clock was set",
    "time.trustChanged": "How far the time can be trusted changed", "time.zoneChanged": "The time zone changed" };

function story({ event, alarm, label, timer, name, reason, zone, lengthSeconds, schedule }) {
    const [kind, verb] = event.split(".");
    const done = verbs[kind === "alarm" && verb === "edited" ? reason ?? verb : verb];
    if (alarm !== undefined && done) return `${label || (schedule ? `Alarm at ${timeOfDay(schedule.time)}` : `Alarm ${alarm}`)} ${done}`;
    if (timer !== undefined && done) return `${name || (lengthSeconds ? `${length(lengthSeconds)} timer` : `Timer ${timer}`)} ${done}`;
    if (kind === "nap" && done) return `The nap ${done}`;
    if (/zone/i.test(verb)) return `The time zone became ${zone}`;
    return happened[event] ?? words(event.replaceAll(".", " "));
}

export function history() {
    const list = get("history")?.history;
    if (!list) return loading(5);
    if (!list.length) return empty({ symbol: "alarm", title: paired() ? "Nothing happened yet" : "Pair to read it",
        text: paired() ? "Rings, snoozes and what was missed come here." : "What rang and when is for paired devices." });
    const byDay = list.reduceRight((all, one) => { const date = (one.local ?? one.at).slice(0, 10); all.set(date,
        [...(all.get(date) ?? []), one]); return all; }, new Map());
    return [...byDay].map(([date, records]) => card({ key: date, title: capital(day(date)) },
        [h("ul", { class: "rows" }, records.map((one) =>
        h("li", { key: String(one.sequence), class: "row" }, h("time", { class: "soft" }, timeOf(one.local ?? one.at)),
            h("span", { class: "row-text" }, story(one), one.lateness && h("small", null, `${length(one.lateness)} late`)))))]));
}

// ----------------------------------------------------------------------------------------- Undo, backups and reports

const bad = (refusal) => toast(refusal.message, null, null, { bad: true });

/** Gives the browser what the clock told, as a file. */
async function keep(path, name, isFile = false) {
    try {
        const reply = await request("GET", path, undefined, { pairs: true, patience: isFile ? 600000 : 30000, isFile });
        const file = isFile ? reply : new Blob([JSON.stringify(reply[reply.reply], null, 2), "\n"], { type: "application/json" });
        const link = document.createElement("a");
        link.href = URL.createObjectURL(file);
        link.download = `noiseclock-${name}-${today()}.${isFile ? "backup" : "json"}`;
        link.click();
        // Whoever saves it reads it first.
        setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    } catch (refusal) { bad(refusal); }
}

const things = { alarms: "alarm", timers: "timer", favourites: "favourite", presets: "preset", worldClocks: "world clock",
    pauses: "pause", freeDays: "free day", sounds: "own sound", fonts: "own font" };

/** What a restore takes and what it leaves, in sentences. */
function outcome({ taken, madeLocal, switchedOff, filesThere, filesLeftOut, soundsGone, fontsGone, unknown }) {
    const parts = Object.entries(things).filter(([name]) => taken[name] || name === "alarms")
        .map(([name, word]) => `${taken[name] || "no"} ${word}${taken[name] === 1 ? "" : "s"}`);
    const made = madeLocal ? `It is of ${day(madeLocal.slice(0, 10))}, ${timeOf(madeLocal)}. ` : "";
    const list = (text, names) => (names?.length ? ` ${text} ${names.join(", ")}.` : "");
    return `${made}It has ${parts.join(", ")} and all settings.${list("Off, because their dates are over: alarm", switchedOff)
    }${list("Here already, and kept as it is:", filesThere)}${list("Left out, because there is no room:", filesLeftOut)
    }${list("This clock does not have the sounds", soundsGone)}${list("This clock does not have the fonts", fontsGone)
    }${list("Left out, because only another version knows it:", unknown)}`;
}

/** What the clock takes over the network, in bytes. */
const mostUpload = 64 * 1024 * 1024;

async function restore(input) {
    const file = input.files[0];
    if (!file) return;
    if (file.size > mostUpload) {
        input.value = "";
        return bad({ message: "This file is too large for the network. On the clock itself, \"noiseclock restore FILE\" takes it up." });
    }
    try {
        const { restored } = await upload("restore?dryRun=true", file, () => {});
        const agreed = await confirm({ title: `Take up ${file.name}?`, danger: false, action: "Take it up",
            text: `${outcome(restored)} It takes the place of what is there. Paired devices and the history stay.` });
        if (!agreed) return;
        await upload("restore", file, () => {});
        toast("The backup was taken up", "Undo", () => change("POST", "undo", {}));
    } catch (refusal) { bad(refusal); } finally { input.value = ""; }
}

/** "Alarm 2, 07:00 Work, is there again." */
function takenBack({ putBack, takenAway, reverted, parts }) {
    const name = ({ id, label, schedule: { time } }) => `Alarm ${id}, ${[timeOfDay(time), label].filter(Boolean).join(" ")},`;
    return [...putBack.map((one) => `${name(one)} is there again.`), ...takenAway.map((one) => `${name(one)} is gone again.`),
        ...reverted.map((one) => `${name(one)} is as it was.`),
        ...(parts.length ? [`${capital(parts.map((one) => words(one).toLowerCase()).join(", "))}: as before.`] : [])].join(" ");
}

async function undo() {
    const reply = await change("POST", "undo", {});
    if (reply) toast(takenBack(reply.undone));
}

export function backups() {
    return [card({ title: "Undo" }, [
        h("p", { class: "soft" }, "Takes back what somebody changed last: an alarm, a favourite, the look, any setting."),
        h("div", { class: "actions spread" }, button({ onclick: undo }, ["Take back the last change"]))]),
    card({ title: "Backup" }, [
        h("p", { class: "soft" }, "One file with alarms, timers, favourites and all settings, and with your own sounds and fonts if "
            + "you like. It has no passwords and no paired devices."),
        h("div", { class: "actions spread" }, button({ kind: "primary", onclick: () => keep("backup", "backup") }, ["Save a backup"]),
            button({ onclick: () => keep("backup?ownFiles=true", "backup", true) }, ["Save with sounds and fonts"])),
        field({ label: "Take up a backup", id: "backup-file", hint: "You see what is in it before anything changes.",
            input: h("input", { type: "file", accept: ".json,.backup,application/json", onchange: ({ target }) => restore(target) }) })]),
    card({ title: "Report for a fault" }, [
        h("p", { class: "soft" }, "What the clock knows of itself, for somebody who looks for a fault. Your labels, names and "
            + "messages are not in it."),
        h("div", { class: "actions spread" }, button({ onclick: () => keep("diagnose", "report") }, ["Save a report"]))])];
}
