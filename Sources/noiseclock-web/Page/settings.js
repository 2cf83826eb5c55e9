// Settings: a list of sections, each with the inputs that the clock's description gives. The person arranges the list.

import { button, card, chips, confirm, empty, field, h, icon, loading, notice, row, segmented, select, sheet, toast, toggle } from "./ui.js";
import { known, learn, limits, request, schemaOf, upload, version } from "./api.js";
import { change, get, paired, update } from "./store.js";
import { setTheme, theme, welcome } from "./app.js";
import { length } from "./words.js";
import { face } from "./face.js";
import { group, merged, more, setting, settings } from "./forms.js";
import { backups, days, devices, health, history, time } from "./setup.js";

const encode = encodeURIComponent;

// ---------------------------------------------------------------------------------------------------------- Look

const style = group({ path: "style", query: "style.status", of: (reply) => reply.style });

/** Changes the whole look by one command; what it was before can come back. */
async function restyle(text, path) {
    const before = structuredClone(get("style.status").style);
    if (await change("POST", path, {})) toast(text, "Undo", () => change("PATCH", "style", before,
        { guess: { "style.status": (reply) => { reply.style = before; } } }));
}

function keepPreset() {
    let name = "", refused = null;
    const opened = sheet({ title: "Keep this look", content: (close) => h("form", { class: "column", onsubmit: async (event) => {
        event.preventDefault();
        try { await change("POST", "preset/save", { name: name.trim() }, { quiet: true }); close();
            toast(`${name} is among the presets`); } catch (refusal) { refused = refusal; opened.update(); }
    } }, field({ label: "Name", id: "preset-name", error: refused?.message,
        input: h("input", { value: name, required: true, autocomplete: "off", ...limits(schemaOf("POST", "preset/save", "name")),
        oninput: (event) => { name = event.target.value; } }) }),
    button({ kind: "primary wide", type: "submit" }, ["Keep"])) });
}

const agrees = (name, text) => confirm({ title: `Delete ${name}?`, text, action: "Delete" });

async function removePreset(name) {
    if (await agrees(name, "The clock keeps its present look.") && await change("DELETE", `preset/${encode(name)}`, {},
        { guess: { "preset.list": ({ presets }) => { presets.saved = presets.saved.filter((one) => one !== name);
        } } })) toast(`${name} is deleted`);
}

function look() {
    const now = get("style.status")?.style;
    const presets = get("preset.list")?.presets;
    if (!now || !presets) return loading(5);
    const preset = (name) => h("button", { type: "button", class: "chip", key: name, onclick: () => restyle(`The look is ${name}`,
        `preset/${encode(name)}/load`) }, name);
    const twelve = now.hours !== 12 ? [] : ["leadingZero", ["badge", { label: "Afternoon mark", hint: "" }]];
    return [h("div", { class: "setting-face", key: "face" }, face()),
        card({ title: "Presets", actions: button({ kind: "quiet", symbol: "add", onclick: keepPreset }, ["Keep"]) }, [
            h("div", { class: "chips" }, [...presets.builtIn, ...presets.saved.filter(Boolean)].map(preset)),
            presets.saved.length > 0 && paired() && more("Delete a preset", h("div", { class: "rows" }, presets.saved.map((name) =>
                row({ key: name, title: name, end: button({ kind: "icon quiet", label: `Delete ${name}`, symbol: "trash",
                    onclick: () => removePreset(name) }) }))))]),
        settings("Digits", style.controls(now, ["hours", { label: "Time", hint: "", texts: { 12: "12 hours", 24: "24 hours" } }],
            ...twelve, ["color", { label: "Colour", hint: "" }], ["randomColor", { label: "A new colour each minute", hint: "" }],
            ["font", { hint: "" }], ["weight", { hint: "" }], ["size", { hint: "" }], ["colon", { hint: "" }], "seconds",
            ["date", { hint: "" }], ["battery", { hint: "" }])),
        more("More about the look", [
            settings("Picture", [style.controls(now, ["background", { label: "Colour behind the digits", hint: "" }],
                ["rotation", { label: "Turned clockwise", hint: "", texts: { 0: "0°", 90: "90°", 180: "180°", 270: "270°" } }],
                ["digitBrightness", { label: "Brightness of the digits", hint: "" }],
                    ["overlayBrightness", { label: "Brightness of the rest" }], ["halo", { hint: "" }],
                    ["family", { label: "Own font", hint: "One of those below, by its name" }])]),
            settings("Motion", motion.controls(now.motion, ["reduced", { label: "Nothing moves", hint: "" }],
                ["digitChange", { label: "Digits change", hint: "" }], ["rolls", { label: "Digits roll", hint: "" }], "glow",
                ["transition", { label: "Pages change", hint: "" }])), fonts(),
            h("div", null, button({ kind: "danger", onclick: () => restyle("The clock looks as when it was new", "style/reset") },
                ["Back to the first look"]))])];
}

const motion = group({ path: "style", query: "style.status", of: (reply) => reply.style.motion, part: "motion" });

function fonts() {
    const list = get("font.list")?.fonts ?? [];
    return card({ title: "Own fonts" }, [
        list.length === 0 && h("p", { class: "soft" }, "Bitmap fonts in BDF give displays of dots other digits."),
        h("div", { class: "rows" }, list.map(({ family, columns, rows, fits, design, weight }, index) =>
            row({ key: `${family ?? index} ${design} ${weight} ${rows}`, title: family ?? "Own font",
            detail: `${columns} × ${rows}, ${design}, ${weight}${fits ? "" : "; too large for this display"}`,
            end: family && button({ kind: "icon quiet", label: `Delete ${family}`, symbol: "trash", onclick: async () => {
                if (await agrees(family, "Digits that use it get the clock's own font.")) change("DELETE", `font/${encode(family)}`, {});
            } }) }))),
        field({ label: "Add a font", id: "font-file",
            input: h("input", { type: "file", accept: ".bdf", onchange: async ({ target }) => {
            const file = target.files[0];
            try { await upload(`font/import?name=${encode(file.name.replace(/\.[^.]+$/, "").slice(0, 40))}`, file, () => {});
                toast(`${file.name} was added`); } catch (refusal) { toast(refusal.message, null, null, { bad: true }); }
        } }) })]);
}

// --------------------------------------------------------------------------------------------------- Night, display

const night = group({ path: "style", query: "style.status", of: (reply) => reply.style.night, part: "night" });
const mode = group({ method: "POST", path: "display/mode", query: "display.status", of: (reply) => reply.display });

function nights() {
    const now = get("style.status")?.style;
    const display = get("display.status")?.display;
    if (!now || !display) return loading(5);
    return [h("div", { class: "setting-face", key: "face" }, face()),
        settings("Brightness", [style.controls(now, "brightness",
            ...(now.brightness === "automatic" ? [["floor", { label: "At least", hint: "" }],
            ["ceiling", { label: "At most", hint: "" }]] : [])),
            h("p", { class: "soft", key: "now" },
                `Now ${display.brightness} %${display.lux === null ? "" : `, with ${Math.round(display.lux)} lx in the room`}.`)]),
        settings("Night", night.controls(now.night, ["hours", { label: "Night at fixed hours", hint: "" }],
            ["followsLight", { label: "Night while the room is dark", hint: "" }],
            ["brightness", { label: "At most, at night", hint: "" }],
            ["red", { label: "Red digits at night", hint: "" }], ["hidesOverlays", { label: "Only the time at night", hint: "" }],
                ["off", { label: "Off at night", hint: "A key shows the time for 5 s" }])),
        settings("Rest", [style.controls(now, ["sleepAfterSeconds", { label: "Off after this long without a key", hint: "",
            off: "Never" }], ["keepsAwake", { label: "Stays on while noise plays", hint: "Also while it shows the time alone" }]),
            mode.controls(display, ["mode", { label: "What it shows", hint: "", texts: { normal: "Everything", face: "Time" } }])]),
        more("Try the display", tryDisplay())];
}

/** Seconds for which a picture is tried. */
const trial = 5;

function tryDisplay() {
    let text = "";
    return [h("form", { class: "column", onsubmit: (event) => { event.preventDefault(); change("POST", "display/text", { text });
        } },
        field({ label: "Show a text", id: "display-text",
            input: h("input", { required: true, autocomplete: "off", ...limits(schemaOf("POST", "display/text", "text")),
            oninput: (event) => { text = event.target.value; } }) }),
        h("div", { class: "actions spread" },
            ["all", "rows", "columns"].map((kind) => button({ key: kind, onclick: () => change("POST", "display/test",
            { picture: { kind }, seconds: trial }) }, [`Test ${kind}`])), button({ type: "submit" }, ["Show"])))];
}

// -------------------------------------------------------------------------------------------------------- Nap

const napGroup = group({ path: "nap", query: "nap.status", of: (reply) => reply.nap.settings });

function nap() {
    const now = get("nap.status")?.nap.settings;
    if (!now) return loading(4);
    const story = (seconds, text) => h("div", { class: "story" }, h("time", null, length(seconds)), h("span", null, text));
    return [card({ title: "How a nap goes" },
        [h("p", null, "Lay your hand on the clock's bar and keep it there. When you fall asleep, the hand slips off."),
        story(now.releaseSeconds, "after the hand let go, the nap begins. Whoever takes the bar again is still awake."),
            story(now.napSeconds, "later it rings."), story(now.maxSeconds, "after the first hold it rings in any case.")]),
    settings("The three times", napGroup.controls(now, ["releaseSeconds", { label: "From letting go to the nap", hint: "" }],
        ["napSeconds", { label: "The nap", hint: "" }], ["maxSeconds", { label: "Rings at the latest after", hint: "" }])),
    settings("While you hold, and after", napGroup.controls(now, ["pulse", { label: "Heartbeat", hint: "" }],
        ...(now.pulse ? [["pulsePerMinute", { label: "Beats a minute" }]] : []), ["noiseAfter", { label: "Noise goes on" }]))];
}

// ------------------------------------------------------------------------------------------------ Quiet, buttons, rings

const quietHours = group({ method: "POST", path: "dnd/hours", query: "dnd.status", of: (reply) => reply.doNotDisturb });

function quiet() {
    const now = get("dnd.status")?.doNotDisturb;
    if (!now) return loading(3);
    const guess = (work) => ({ guess: { "dnd.status": ({ doNotDisturb }) => work(doNotDisturb) } });
    return [now.holds && notice({},
        [`The clock keeps quiet${now.untilLocal ? ` until ${now.untilLocal.slice(11, 16)}` : " now"}.`]),
        settings("Do not disturb", [toggle({ key: "on", label: "From now on",
            hint: "No chirps and no vibration. Alarms ring, unless one says that it keeps quiet too.", on: now.on,
            change: (on) => change("POST", `dnd/${on ? "on" : "off"}`, {}, guess((one) => { one.on = on; })) }),
            quietHours.controls(now, ["hours", { label: "Quiet hours each day", hint: "" }]),
            toggle({ key: "noise", label: "Noise may play then", on: now.allowsNoise, change: (on) => change("POST", "dnd/noise",
                { on }, guess((one) => { one.allowsNoise = on; })) })])];
}

const feedback = group({ method: "POST", path: "keys/feedback", query: "keys.status", of: (reply) => reply });
const ring = group({ path: "ring", query: "ring.status", of: (reply) => reply.ringRules });

function buttons() {
    const keys = get("keys.status"), rules = get("ring.status")?.ringRules, status = get("status")?.status;
    if (!keys || !rules || !status) return loading(4);
    return [settings("Buttons", [feedback.controls(keys, ["feedback", { label: "Answer to a press", hint: "" }]),
        toggle({ key: "hold", label: "Hold stop for 2 s", hint: "A short press does not end an alarm then", on: status.holdToStop,
            change: (on) => change("POST", "alarm/hold-to-stop", { on },
            { guess: { status: (reply) => { reply.status.holdToStop = on; } } }) })]),
    settings("Rings", ring.controls(rules, ["snoozeSeconds", { label: "Snooze" }], ["ringSeconds", { label: "Rings for" }],
        ["rings", { label: "Rings again" }], ["graceSeconds", { label: "May ring late by", none: "Never late" }]))];
}

// --------------------------------------------------------------------------------------------------------- Sound

let fades = null;
const fade = (changes) => { merged(fades, changes); update(); return change("POST", "noise/fade",
    changes).then((reply) => { if (reply) fades = reply.fades; else askFades(); update(); }); };

/** No query tells the fades. A dry run of a change of one of them tells all others. */
async function askFades() {
    await learn();
    const dry = (name) => request("POST", "noise/fade", { [name]: limits(schemaOf("POST", "noise/fade", name)).min, dryRun: true },
        { ask: false });
    const [one, other] = await Promise.all([dry("inSeconds"), dry("outSeconds")]);
    fades = { ...one.fades, inSeconds: other.fades.inSeconds };
    update();
}

function sound() {
    const reply = get("sound.outputs") ?? outputs;
    if (!reply) return loading(3);
    const { output } = reply;
    const there = reply.outputs.map(({ device, description, present }) => [device,
        `${description || device}${present ? "" : " (not there)"}`]);
    const choose = async (changes) => { merged(output, changes); update(); if (!await change("POST", "sound/output",
        changes)) await askOutputs(); update(); };
    return [settings("Where sound comes out", [
        h("div", { key: "device" }, field({ label: "Noise and alarms", id: "output-device",
            input: select({ choices: [["", "Whichever is there"], ...there], value: output.device ?? "",
            change: (device) => choose({ device: device || null }) }) })),
        h("div", { key: "alarm" }, field({ label: "Alarms", id: "output-alarm",
            input: select({ choices: [["", "As noise"], ...there], value: output.alarm ?? "",
            change: (alarm) => choose({ alarm: alarm || null }) }) })),
        output.device && h("div", { key: "fallbacks", class: "field" }, h("span", { class: "label" },
            "If it is not there, in this order"),
            chips({ label: "Outputs in its place", choices: there.filter(([device]) => device !== output.device),
            value: output.fallbacks, change: (list) => choose({ fallbacks: list }) })),
        !output.device && h("p", { key: "fallback-hint", class: "soft" }, "The clock takes the first that works.")]),
    fades ? settings("How noise starts and ends", ["inSeconds", "outSeconds", "sleepSeconds", "shape"].map((name) => h("div",
        { key: name }, setting({ name, id: `fade-${name}`, hint: "", label: { inSeconds: "Fade in", outSeconds: "Fade out",
        sleepSeconds: "End of the sleep timer", shape: "Shape" }[name],
        schema: schemaOf("POST", "noise/fade", name), value: fades[name], change: (value) => fade({ [name]: value }) }))))
        : h("p", { class: "soft" }, "Pair to see how noise starts and ends.")];
}

let outputs = null;
async function askOutputs() { outputs = await request("GET", "sound/outputs").catch(() => null); update(); }

// -------------------------------------------------------------------------------------------------- This page, about

/** Where each section stands; what is not named stands where it was made. It is this browser's, as the theme is. */
const arrangement = () => JSON.parse(localStorage.getItem("sections") ?? "{}");
const placeOf = (name) => arrangement()[name] ?? sections[name].place ?? "main";
function arrange(name, place) {
    localStorage.setItem("sections", JSON.stringify({ ...arrangement(), [name]: place }));
    update();
}

function page() {
    return [settings("Look of this page",
        [h("div", null, segmented({ label: "Theme", choices: [["", "As the system"], ["dark", "Dark"], ["light", "Light"]],
        value: theme() ?? "", change: (choice) => setTheme(choice || null) })),
        row({ key: "cards", title: "See the first cards again", detail: "Clock, alarms, noise and nap in short", end: icon("next"),
            press: welcome })]),
    settings("Which settings stand where", Object.entries(sections).filter(([name]) => name !== "page").map(([name, { title }]) =>
        h("div", { key: name, class: "field" }, h("span", { class: "label" }, title),
        segmented({ label: `Where ${title} stands`, choices: [["main", "Main"], ["advanced", "Advanced"], ["hidden", "Hidden"]],
            value: placeOf(name), change: (place) => arrange(name, place) }))))];
}

/** What is loaded or linked, each with its licence. */
const licences = [["Swift's standard library", "Apache 2.0 with runtime exception"], ["libmicrohttpd", "LGPL 2.1 or later"],
    ["zlib", "zlib"], ["libsodium", "ISC"], ["libmosquitto", "EPL 2.0 or EDL 1.0"], ["OpenSSL", "Apache 2.0"], ["libqrencode", "LGPL 2.1 or later"], ["ALSA's library", "LGPL 2.1 or later"],
    ["libgpiod", "LGPL 2.1 or later"], ["libi2c", "LGPL 2.1 or later"], ["libical", "MPL 2.0 or LGPL 2.1"],
        ["libsndfile", "LGPL 2.1 or later"], ["libFLAC", "BSD, 3 clauses"], ["libmpg123", "LGPL 2.1"], ["libsoxr", "LGPL 2.1 or later"], ["libseccomp", "LGPL 2.1"],
    ["GNU C library", "LGPL 2.1 or later"], ["GCC's C++ library", "GPL 3 with runtime exception"],
        ["Time zones (tz)", "public domain"], ["Linux", "GPL 2"], ["Debian and its packages", "/usr/share/doc on the clock"]];

function about() {
    const { wall, zone } = get("status")?.status ?? {};
    return [card({ title: "NoiseClock" },
        [h("p", null, "A bedside clock: alarms that ring, noise to sleep by, timers and naps. It works without a network."),
        h("dl", { class: "rows" }, [["Version", version()], ["Address", location.host], ["Zone", zone],
            ["Its time", wall?.slice(0, 16).replace("T", " ") + " UTC"]].map(([name, value]) => h("div",
            { class: "row", key: name }, h("dt", { class: "row-text soft" }, name), h("dd", null, value)))),
        h("p", null, "Programs use the same interface as this page: ", h("a", { href: "/api/v1/openapi.json" }, "its description"),
            ".")]),
    card({ title: "Built on" }, [h("dl", { class: "rows" }, licences.map(([name, licence]) => h("div", { class: "row", key: name },
        h("dt", { class: "row-text" }, name), h("dd", { class: "soft" }, licence))))])];
}

// ---------------------------------------------------------------------------------------------------------- List

const sections = {
    look: { title: "Look", hint: "Digits, colours, motion", symbol: "clock", queries: ["style.status", "preset.list", "font.list"],
        faces: true, render: look },
    night: { title: "Night and brightness", hint: "When and how dim", symbol: "sun", queries: ["style.status", "display.status"],
        faces: true, render: nights },
    nap: { title: "Nap", hint: "Its three times", symbol: "nap", queries: ["nap.status"], render: nap },
    sound: { title: "Sound", hint: "Outputs and fades", symbol: "volume", queries: [],
        enter: () => { askOutputs(); askFades().catch(() => {}); }, render: sound },
    quiet: { title: "Quiet hours", hint: "Do not disturb", symbol: "sleep", queries: ["dnd.status"], render: quiet },
    days: { title: "Free days", hint: "When weekday alarms rest", symbol: "star", queries: ["free-days.list"], render: days },
    time: { title: "Time and zone", hint: "Also world clocks", symbol: "timer", queries: ["time.status", "world.list"],
        render: time },
    buttons: { title: "Buttons and rings", hint: "Feedback, snooze, how long", symbol: "hand", place: "advanced",
        queries: ["keys.status", "ring.status"], render: buttons },
    devices: { title: "Devices", hint: "Who may change the clock", symbol: "lock", queries: ["device.list"], render: devices },
    health: { title: "Health", hint: "Will it ring?", symbol: "check", queries: ["health.status"], render: health },
    history: { title: "History", hint: "What rang, and what did not", symbol: "alarm", place: "advanced", queries: ["history"],
        render: history },
    backups: { title: "Backup", hint: "One file with everything; undo, reports", symbol: "back", queries: ["status"],
        render: backups },
    page: { title: "This page", hint: "Theme, order, first cards", symbol: "settings", queries: [], render: page },
    about: { title: "About", hint: "Version and licences", symbol: "more", queries: [], render: about },
};

const wide = matchMedia("(min-width: 56rem)");
const chosen = (name) => (sections[name] ? name : wide.matches ? "look" : null);
/** The hash is read here as well, because what to follow is asked before `enter`. */
const current = () => sections[chosen(location.hash.split("/")[2])];

function index(name) {
    const link = ([id, { title, hint, symbol }]) => h("a", { key: id, class: "row", href: `#/settings/${id}`,
        "aria-current": id === name ? "page" : undefined }, icon(symbol), h("span", { class: "row-text" }, title,
        h("small", null, hint)), icon("next"));
    const at = (place) => Object.entries(sections).filter(([id]) => placeOf(id) === place).map(link);
    return h("nav", { class: "column index", "aria-label": "Settings" },
        card({ class: "card list" }, [h("div", { class: "rows" }, at("main"))]),
        at("advanced").length > 0 && card({ title: "Advanced", class: "card list" },
            [h("div", { class: "rows" }, at("advanced"))]));
}

export default {
    title: "Settings",
    get queries() { return current()?.queries ?? []; },
    get faces() { return current()?.faces ?? false; },
    enter([name]) {
        learn().then(update, update);
        sections[chosen(name)]?.enter?.();
    },
    render([path]) {
        const name = chosen(path);
        const section = sections[name];
        return [h("header", { class: "view-head from" }, path && section && !wide.matches
            ? [h("a", { class: "button icon quiet", href: "#/settings", "aria-label": "All settings" }, icon("back")),
            h("h1", null, section.title)] : h("h1", null, "Settings")),
            h("div", { class: "columns settings-view" }, (!section || wide.matches) && index(name),
                section && h("div", { class: "column", key: name }, wide.matches && h("h2", { class: "unseen" }, section.title),
                    known() ? section.render() : loading(5)))];
    },
};
