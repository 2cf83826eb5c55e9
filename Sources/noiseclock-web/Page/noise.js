// Noise: sounds by category with search, the mixer, favourites, codes to share, own sounds, and the sleep timer.

import { announce, button, card, confirm, empty, field, h, icon, loading, notice, row, select, sheet, slider, toast } from "./ui.js";
import { known, learn, limits, operation, Refusal, request, schemaOf, upload, words } from "./api.js";
import { change, get, paired, update } from "./store.js";
import { countdown, length, measured, secondsTo } from "./words.js";

let search = "";
let category = null;

export default {
    title: "Noise",
    queries: ["noise.status", "mix.list", "sound.list"],
    enter() { learn().then(update, update); },
    render([part]) {
        const now = get("noise.status")?.noise;
        const sounds = get("sound.list")?.sounds;
        const isMixing = part === "mixer";
        return [h("header", { class: "view-head" }, h("h1", null, isMixing ? "Mixer" : "Noise"), isMixing
            ? h("a", { class: "button quiet narrow-only", href: "#/noise" }, icon("back"), "All sounds")
            : button({ kind: "quiet", symbol: "add", onclick: addSheet }, ["Add"])),
        now && sounds && known() ? h("div", { class: `columns noise ${isMixing ? "mixing" : ""}` },
            h("div", { class: "column library" }, finder(sounds), library(sounds, now)),
            h("div", { class: "column desk" }, player(now), h("div", { class: "column mixer" }, mixer(now, sounds),
                sleeping(now)))) : loading(5)];
    },
};

const encode = encodeURIComponent;
const guess = (work) => ({ "noise.status": ({ noise }) => work(noise) });
const list = () => get("sound.list")?.sounds.noises ?? [];
const favourites = () => get("mix.list")?.mixes.favourites ?? [];
const named = ({ name, sound }) => name ?? list().find(({ id }) => id === sound)?.name ?? words(sound ?? "Own sound");
const describe = (sounds) => sounds.map((one) => [named(one), one.variantName].filter(Boolean).join(", ")).join(" + ");

/** A drawing of sounds.svg. */
const drawing = (name) => h("svg", { class: "icon", "aria-hidden": "true" }, h("use", { href: `sounds.svg#${name ?? "own"}` }));

// -------------------------------------------------------------------------------------------------------- Library

function finder({ categories, noises }) {
    const used = categories.filter(({ id }) => noises.some((noise) => noise.category === id));
    const kinds = [[null, "All"], ...(favourites().length ? [["favourites", "Favourites"]] : []),
        ...used.map(({ id, name }) => [id, name]),
        ...(noises.some(({ own }) => own) ? [["own", "My own"]] : [])];
    return h("div", { class: "finder" },
        h("label", { class: "search" }, icon("search"), h("span", { class: "unseen" }, "Search sounds"),
            h("input", { type: "search", value: search, placeholder: "Search", autocomplete: "off",
                oninput: (event) => { search = event.target.value; update(); } })),
        h("div", { class: "chips scroll", role: "group", "aria-label": "Category" }, kinds.map(([id, name]) =>
            h("button", { type: "button", class: "chip", key: String(id), "aria-pressed": String(category === id),
                onclick: () => { category = id; update(); } }, name))));
}

const fits = (...texts) => search.trim().toLowerCase().split(/\s+/).every((word) =>
    texts.some((text) => text?.toLowerCase().includes(word)));

function library({ categories, noises }, now) {
    const kept = favourites().filter(({ name, sounds }) => fits(name, describe(sounds), "favourite"));
    const sections = [
        ["favourites", "Favourites", kept.map((favourite, index) => favouriteTile(favourite, now, index))],
        ...categories.map(({ id, name }) => [id, name, noises.filter((noise) => noise.category === id && !noise.own
            && fits(noise.name, noise.description, name, ...noise.variants.map((one) => one.name))).map((noise) => tile(noise,
            now))]),
        ["own", "My own", noises.filter(({ own, name, category: kind }) => (own || !kind) && fits(name, "own")).map((noise) =>
            tile(noise, now))],
    ].filter(([id, , tiles]) => tiles.length && (category === null || category === id));
    if (!sections.length) return empty({ symbol: "search", title: "No sound fits", text: search ? `Nothing is called “${search}”.`
        : "There is none of this kind." },
        [button({ onclick: () => { search = ""; category = null; update(); } }, ["Show all"])]);
    return sections.map(([id, name, tiles]) => h("section", { key: id, "aria-label": name }, h("h2", { class: "section" }, name),
        h("ul", { class: "tiles" }, tiles)));
}

/** A press that lasts plays 3 s only; the press after it does not count. */
const longPress = 450;
function held(work) {
    let timer = null, isLong = false;
    const end = () => clearTimeout(timer);
    return {
        onpointerdown: () => { isLong = false; timer = setTimeout(() => { isLong = true; work(); }, longPress); },
        onpointerup: end, onpointerleave: end, onpointercancel: end,
        oncontextmenu: (event) => event.preventDefault(),
        press: (short) => () => { if (!isLong) short(); isLong = false; },
    };
}

function tile(noise, now) {
    const inMix = now.sounds.find(({ sound }) => sound === noise.id);
    const isPlaying = now.playing && inMix !== undefined;
    const { press, ...hold } = held(() => preview(noise));
    const name = noise.name ?? "Own sound";
    return h("li", { key: noise.id, class: `tile ${isPlaying ? "playing" : ""} ${now.preview === noise.id ? "trying" : ""}` },
        h("button", { type: "button", class: "tile-main", "aria-pressed": String(isPlaying), ...hold,
            onclick: press(() => (isPlaying ? pause() : play(noise))) },
            drawing(noise.own ? "own" : noise.icon), h("span", null, name), now.preview === noise.id && h("small", null,
                "3 s of it")),
        button({ kind: "icon quiet", label: `More about ${name}`, symbol: "more", onclick: () => about(noise) }));
}

function favouriteTile({ name, sounds }, now, index) {
    const isPlaying = now.playing && now.favourite === name && name !== null;
    return h("li", { key: `favourite-${name ?? index}`, class: `tile ${isPlaying ? "playing" : ""}` },
        h("button", { type: "button", class: "tile-main", "aria-pressed": String(isPlaying), disabled: name === null,
            onclick: () => (isPlaying ? pause()
            : change("POST", "mix/load", { mix: name },
                { guess: guess((noise) => Object.assign(noise, { playing: true, favourite: name, sounds })) })) },
        drawing("star"), h("span", null, name ?? "Favourite"), h("small", { class: "clamp" }, describe(sounds))),
        paired() && button({ kind: "icon quiet", label: `More about ${name}`, symbol: "more", onclick: () => aboutFavourite(name,
            sounds) }));
}

const play = (noise, variant) => change("POST", "noise/play", { sound: noise.id, ...(variant ? { variant } : {}) },
    { guess: guess((now) => Object.assign(now, { playing: true, favourite: null,
    sounds: [{ sound: noise.id, name: noise.name, pan: 0, volume: noise.defaultVolume, variant: variant ?? null, variantName: null,
        sliders: {} }] })) });
const pause = () => change("POST", "noise/pause", {}, { guess: guess((now) => { now.playing = false; }) });
const preview = (noise, variant) => change("POST", "noise/preview", { sound: noise.id, ...(variant ? { variant } : {}) },
    { guess: guess((now) => { now.preview = noise.id; }) });
async function mixIn(noise, variant) {
    const reply = await change("POST", "mix", { sound: noise.id, ...(variant ? { variant } : {}) });
    if (reply) toast(`${noise.name ?? "The sound"} is in the mix`, "Mixer", () => { location.hash = "#/noise/mixer"; });
}

function about(noise) {
    let variant = noise.variants[0]?.id ?? null;
    let newName = noise.name ?? "";
    let refused = null;
    const opened = sheet({ title: () => noise.name ?? "Own sound", content: (close) => [
        noise.description && h("p", { class: "soft" }, `${noise.description}.`),
        noise.variants.length > 0 && h("div", { class: "chips", role: "group", "aria-label": "Variant" },
            noise.variants.map(({ id, name }) =>
            h("button", { type: "button", class: "chip", key: id, "aria-pressed": String(id === variant),
                onclick: () => { variant = id; opened.update(); } }, name))),
        h("div", { class: "actions spread" },
            button({ symbol: "volume", onclick: () => preview(noise, variant) }, ["Try 3 s"]),
            button({ symbol: "add", onclick: () => { close(); mixIn(noise, variant); } }, ["Add to mix"]),
            button({ kind: "primary", symbol: "play", onclick: () => { close(); play(noise, variant); } }, ["Play"])),
        noise.own && paired() && h("form", { class: "column", onsubmit: async (event) => {
            event.preventDefault();
            try { await change("POST", `sound/${encode(noise.id)}/rename`, { name: newName }, { quiet: true }); close();
                } catch (refusal) { refused = refusal; opened.update(); }
        } }, field({ label: "Name", id: "sound-name", error: refused?.message,
            input: h("input", { value: newName, ...limits(schemaOf("POST", "sound/{sound}/rename", "name")),
            oninput: (event) => { newName = event.target.value; } }) }),
        h("div", { class: "actions spread" }, button({ kind: "danger", symbol: "trash", onclick: async () => {
            close();
            if (await confirm({ title: `Delete ${noise.name}?`,
                text: "The clock keeps no copy of the file. Alarms that ring with it get the built-in tone.",
                action: "Delete" })) change("DELETE", `sound/${encode(noise.id)}`, {});
        } }, ["Delete"]), button({ type: "submit" }, ["Rename"])))] });
}

function aboutFavourite(name, sounds) {
    let newName = name, refused = null;
    const opened = sheet({ title: name, content: (close) => [
        h("p", { class: "soft" }, describe(sounds)),
        h("form", { class: "column", onsubmit: async (event) => {
            event.preventDefault();
            try { await change("POST", `mix/favourite/${encode(name)}/rename`, { newName }, { quiet: true }); close();
                } catch (refusal) { refused = refusal; opened.update(); }
        } }, field({ label: "Name", id: "favourite-name", error: refused?.message,
            input: h("input", { value: newName, ...limits(schemaOf("POST", "mix/save", "name")),
            oninput: (event) => { newName = event.target.value; } }) }),
        h("div", { class: "actions spread" },
            button({ kind: "danger", symbol: "trash", onclick: async () => {
                close();
                if (await confirm({ title: `Delete ${name}?`, text: "The mix that plays now goes on.",
                    action: "Delete" })) change("DELETE", `mix/favourite/${encode(name)}`, {},
                    { guess: { "mix.list": ({ mixes }) => { mixes.favourites = mixes.favourites.filter((one) => one.name !== name);
                    } } });
            } }, ["Delete"]),
            button({ onclick: () => { close(); share(name); } }, ["Share"]), button({ kind: "primary", type: "submit" },
                ["Rename"])))] });
}

// --------------------------------------------------------------------------------------------------------- Player

function player(now) {
    const title = now.favourite ?? (describe(now.sounds) || "Nothing yet");
    const state = now.preview ? `Trying ${now.previewName ?? "a sound"}` : !now.playing ? (now.sounds.length ? "Paused"
        : "Tap a sound to play it")
        : now.soundWorks === false ? "Cannot be heard" : now.sleep?.until ? `Silent in ${left(now.sleep)}` : "Playing";
    const toggle = () => change("POST", "noise/toggle", {}, { guess: guess((noise) => { noise.playing = !noise.playing; }) });
    return card({ title: "Player", class: "card now", "aria-label": "What plays" }, [
        h("div", { class: "player" },
            button({ kind: `icon large ${now.playing ? "primary" : ""}`, label: now.playing ? "Pause noise" : "Play noise",
                symbol: now.playing ? "pause" : "play", onclick: toggle }),
            h("div", { class: "row-text" }, h("strong", { class: "clamp" }, title), h("small", null, state)),
            h("a", { class: "button quiet narrow-only", href: "#/noise/mixer" }, "Mixer")),
        slider({ label: "Volume", id: "noise-volume", value: now.volume,
            ...measured(schemaOf("POST", "noise/volume", "volume")),
            change: (volume) => change("POST", "noise/volume", { volume },
                { guess: guess((noise) => { noise.volume = volume; }) }) })]);
}

// ---------------------------------------------------------------------------------------------------------- Mixer

function mixer(now, sounds) {
    if (!now.sounds.length) return card({ title: "Mix" },
        [empty({ symbol: "noise", title: "The mix is empty",
        text: "Play a sound, then add others to it, each as loud as you like." })]);
    return card({ title: "Mix", actions: button({ kind: "quiet", onclick: empties }, ["Clear"]) }, [
        now.missing.length > 0 && notice({}, [`Missing: ${now.missing.join(", ")}`]),
        h("ul", { class: "rows" }, now.sounds.map((one) => voice(one, sounds.noises.find(({ id }) => id === one.sound)))),
        h("div", { class: "actions spread" }, button({ symbol: "star", onclick: save }, ["Keep as favourite"]),
            button({ onclick: () => share(null) }, ["Share"]))]);
}

function voice(one, noise) {
    const name = named(one);
    const limited = (field) => measured(schemaOf("PATCH", "mix/{sound}", field));
    const send = (changes) => change("PATCH", `mix/${encode(one.sound)}`, changes, { guess: guess(({ sounds }) => {
        const mine = sounds.find(({ sound }) => sound === one.sound);
        if (mine) Object.assign(mine, changes, { sliders: { ...mine.sliders, ...changes.sliders } });
    }) });
    return h("li", { key: one.sound, class: "voice" },
        h("div", { class: "row" }, drawing(noise?.own ? "own" : noise?.icon), h("span", { class: "row-text" }, name,
            one.variantName && h("small", null, one.variantName)),
            button({ kind: "icon quiet", label: `Take ${name} out of the mix`, symbol: "close",
                onclick: () => remove(one, name) })),
        slider({ label: "Volume", id: `volume-${one.sound}`, "aria-label": `Volume of ${name}`, value: one.volume,
            ...limited("volume"), change: (value) => send({ volume: value }) }),
        h("details", { class: "more", key: "more" }, h("summary", null, "Shape it"), h("div", null,
            slider({ label: "Side", id: `pan-${one.sound}`, "aria-label": `Side of ${name}`, value: one.pan, ...limited("pan"),
                text: side, change: (value) => send({ pan: value }) }),
            noise?.variants.length > 0 && field({ label: "Variant", id: `variant-${one.sound}`,
                input: select({ choices: noise.variants.map(({ id, name: text }) => [id, text]), value: one.variant
                ?? noise.variants[0].id, change: (variant) => send({ variant }) }) }),
            noise?.sliders.map(({ name: word, lowest, highest, meaning }) =>
                slider({ label: /^\d/.test(word) ? `${word} Hz` : words(word), id: `slider-${one.sound}-${word}`, key: word,
                title: meaning, value: one.sliders?.[word] ?? 0, minimum: lowest, maximum: highest,
                text: (value) => (value > 0 ? `+${value}` : `${value}`),
                    change: (value) => send({ sliders: { [word]: value } }) })))));
}

const side = (pan) => (pan === 0 ? "middle" : `${Math.abs(pan)} ${pan < 0 ? "left" : "right"}`);

async function remove({ sound, variant, volume, pan, sliders }, name) {
    const reply = await change("DELETE", `mix/${encode(sound)}`, {},
        { guess: guess((now) => { now.sounds = now.sounds.filter((one) => one.sound !== sound); }) });
    if (reply) toast(`${name} is out of the mix`, "Undo",
        () => change("POST", "mix", { sound, volume, pan, ...(variant ? { variant } : {}),
        ...(sliders && Object.keys(sliders).length ? { sliders } : {}) }));
}

async function empties() {
    const before = await request("GET", "mix/share").catch(() => null);
    const reply = await change("POST", "mix/clear", {},
        { guess: guess((now) => Object.assign(now, { sounds: [], playing: false, favourite: null })) });
    if (reply) toast("The mix is empty", before && "Undo", () => change("POST", "mix/load", { mix: before.shared.code }));
}

function save() {
    let name = get("noise.status").noise.favourite ?? "", refused = null;
    const opened = sheet({ title: "Keep as favourite", content: (close) => h("form", { class: "column", onsubmit: async (event) => {
        event.preventDefault();
        try {
            const { replaced } = await change("POST", "mix/save", { name: name.trim() }, { quiet: true });
            close();
            toast(replaced ? `${name} is as the mix is now` : `${name} is a favourite`);
        } catch (refusal) { refused = refusal; opened.update(); }
    } }, field({ label: "Name", id: "save-name", hint: "A favourite of this name is replaced.", error: refused?.message,
        input: h("input", { value: name, required: true, autocomplete: "off", ...limits(schemaOf("POST", "mix/save", "name")),
            oninput: (event) => { name = event.target.value; } }) }),
    button({ kind: "primary wide", type: "submit" }, ["Keep"])) });
}

/** Without TLS a page may not use the clipboard, so the code stands in a field that can be selected. */
async function share(name) {
    try {
        const { shared } = await request("GET", `mix/share${name ? `?name=${encode(name)}` : ""}`);
        sheet({ title: "Share the mix",
            content: () => [h("p", { class: "soft" },
            "Whoever plays this code on a NoiseClock hears the same. Own sounds are not in it."),
            field({ label: "Code", id: "share-code", input: h("textarea", { readonly: true, rows: 3, value: shared.code,
                class: "code", onfocus: (event) => event.target.select(),
                ready: (area) => setTimeout(() => { area.focus(); area.select(); }) }) }),
            h("p", { class: "soft" }, "It is selected: copy it.")] });
    } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        toast(refusal.message, null, null, { bad: true });
    }
}

// ------------------------------------------------------------------------------------------- New sounds, and codes

let progress = null;

function addSheet() {
    let code = "", refused = null;
    const opened = sheet({ title: "Add", content: (close) => [
        h("form", { class: "column", onsubmit: async (event) => {
            event.preventDefault();
            try { await change("POST", "mix/load", { mix: code.trim() }, { quiet: true }); close();
                } catch (refusal) { refused = refusal; opened.update(); }
        } }, field({ label: "A mix from a code", id: "load-code", error: refused?.message,
            input: h("input", { value: code, required: true, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
            oninput: (event) => { code = event.target.value; } }) }),
        button({ type: "submit" }, ["Play the code"])),
        h("div", { class: "column" }, field({ label: "A sound of your own", id: "own-file",
            hint: "A recording of up to 64 MB. The clock makes a loop of it.",
            input: h("input", { type: "file", accept: "audio/*", disabled: progress !== null,
                onchange: (event) => event.target.files[0] && send(event.target.files[0], opened) }) }),
        progress !== null && h("div", { role: "status" },
            h("progress", { max: 1, value: progress < 1 ? String(progress) : undefined,
            "aria-label": "The file's way to the clock" }),
            h("small", null, progress < 1 ? `${Math.floor(100 * progress)} % sent` : "The clock listens through it…")))] });
}

async function send(file, opened) {
    const most = operation("POST", "sound/import").parameters.find(({ name }) => name === "name")?.schema.maxLength;
    const name = file.name.replace(/\.[^.]+$/, "").slice(0, most) || "Sound";
    progress = 0;
    opened.update();
    try {
        const reply = await upload(`sound/import?name=${encode(name)}`, file, (part) => { progress = part; opened.update(); });
        opened.close();
        // Behind its length, the description says what was wrong with the file.
        const [, ...remarks] = (reply.sound?.description ?? "").split(". ");
        toast([`${reply.sound?.name ?? name} is among your own sounds`, ...remarks].join(". "), "Play",
            () => play({ id: reply.sound.id, name: reply.sound.name, defaultVolume: reply.sound.defaultVolume }));
        announce(`${name} was added`);
    } catch (refusal) {
        toast(refusal.message, null, null, { bad: true });
    } finally {
        progress = null;
        opened.update();
    }
}

// ----------------------------------------------------------------------------------------------------- Sleep timer

const left = (sleep) => (sleep.until && sleep.state !== "paused" ? countdown(secondsTo(sleep.until), sleep.form === "hours" ? 3600
    : 60) : sleep.left);

/** Minutes that are offered at a tap. */
const sleepTimes = [15, 30, 45, 60, 90];

function sleeping({ sleep }) {
    const send = (body) => change("POST", "noise/sleep", body);
    if (!sleep) {
        return card({ title: "Sleep timer" }, [h("p", { class: "soft" }, "The noise fades out after a while, or at a time."),
            h("div", { class: "chips", role: "group", "aria-label": "Sleep timer" },
                sleepTimes.map((minutes) => h("button", { key: String(minutes), type: "button", class: "chip",
                "aria-label": `Silent after ${length(60 * minutes)}`,
                onclick: () => send({ seconds: 60 * minutes, start: true }) }, length(60 * minutes)))),
            field({ label: "At a time", id: "sleep-at",
                input: h("input", { type: "time", onchange: (event) => event.target.value
                && send({ at: event.target.value, start: true }) }) })]);
    }
    const isPaused = sleep.state === "paused";
    return card({ title: "Sleep timer" },
        [row({ title: h("time", { class: "timer-left" }, left(sleep)), detail: isPaused ? "Paused" : sleep.state === "fading"
        ? "Fading out" : "until it is silent",
        end: [button({ label: "15 minutes longer", onclick: () => send({ extendSeconds: 900 }) }, ["+15"]),
            button({ kind: "icon", label: isPaused ? "Go on with the sleep timer" : "Pause the sleep timer",
                symbol: isPaused ? "play" : "pause", onclick: () => send({ action: isPaused ? "resume" : "pause" }) }),
            button({ kind: "icon quiet", label: "End the sleep timer", symbol: "close", onclick: () => change("POST",
                "noise/sleep", { action: "off" }, { guess: guess((now) => { now.sleep = null; }) }) })] })]);
}
