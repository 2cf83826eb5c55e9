// Clock: the live face, the next ring and what would keep it from ringing, what plays, timers and the nap.

import { button, card, field, h, icon, loading, notice, row, sheet, slider, toast } from "./ui.js";
import { known, learn, schemaOf } from "./api.js";
import { change, get, update } from "./store.js";
import { countdown, day, length, lengthLeft, measured, secondsTo, timeOf } from "./words.js";
import { face } from "./face.js";

export default {
    title: "Clock",
    queries: ["nap.status"],
    faces: true,
    enter() { learn().then(update, update); },
    render() {
        const reply = get("status");
        const heading = h("h1", { class: "unseen" }, "Clock");
        if (!reply) return [heading, face(), loading()];
        const { status, health } = reply;
        return [heading, h("div", { class: "columns clock" },
            h("div", { class: "column" }, face(), next(status), concerns(health, status), h("div", { class: "rows snoozed" },
                status.snoozed.map(snoozed)), missed(status)),
            noise(status.noise), timers(status.timers), nap())];
    },
};

/** The name of an alarm or timer, which only paired devices are told. */
export const nameOf = ({ label, name }, other) => label || name || other;

// ------------------------------------------------------------------------------------------------- The next ring

function next({ nextAlarm, heldBack, trust, pauses }) {
    if (trust === "unknown") return notice({ grade: "bad" }, [h("strong", null, "The clock does not know the time."),
        " Set it in ", h("a", { href: "#/settings/time" }, "Settings"), "."]);
    if (!nextAlarm) {
        return h("a", { class: "next", href: heldBack ? `#/alarms/${heldBack.id}` : "#/alarms/new" },
            h("span", { class: "next-text" }, h("strong", null, heldBack ? "No alarm rings" : "No alarm is set"),
                h("small", null, !heldBack ? "Tap to set one."
                    : `${nameOf(heldBack, "The next one")} is held back${pauses.length ? ": alarms are paused" : ""}.`)),
            icon(heldBack ? "next" : "add"));
    }
    const { next: when, snoozedUntilLocal, snoozedUntil } = nextAlarm;
    const [local, instant] = snoozedUntil ? [snoozedUntilLocal, snoozedUntil] : [when.local, when.instant];
    return h("a", { class: "next", href: `#/alarms/${nextAlarm.id}` },
        h("time", { class: "next-time" }, timeOf(local)),
        h("span", { class: "next-text" }, h("strong", null, nameOf(nextAlarm, "Alarm")),
            h("small", null, `${day(local.slice(0, 10))}, in ${lengthLeft(secondsTo(instant))}`)), icon("next"));
}

const grades = { willRing: "It will ring.", willRingBut: "It will ring, but read this.", mayNotRing: "It may not ring." };

/** What would keep the next alarm from ringing, and what to do about it. */
export function concerns(health, status) {
    const open = health.checks.filter(({ verdict, subject }) => verdict !== "good" && subject !== "nextAlarm");
    if (!status.nextAlarm || !grades[health.outlook]) return null;
    if (!open.length) {
        const tested = health.rehearsal && !health.rehearsal.problems.length;
        return notice({ grade: "good", class: "notice good" }, [tested ? "Armed, and tested without a sound." : grades.willRing]);
    }
    const isBad = health.outlook === "mayNotRing";
    return h("details", { class: `concerns ${isBad ? "bad" : ""}`, open: isBad || undefined, key: "concerns" },
        h("summary", null, icon("warning"), h("span", null, grades[health.outlook])),
        h("ul", null, open.map(({ subject, finding, advice }) => h("li", { key: subject },
            h("span", null, finding ?? "Pair to read it."), advice && h("small", null, advice)))));
}

function snoozed(ring) {
    return row({ key: `snoozed-${ring.alarm}`, start: icon("sleep"), title: `${nameOf(ring, "Alarm")} is snoozed`,
        detail: ring.until && `Rings at ${timeOf(ring.untilLocal)}, in ${countdown(secondsTo(ring.until), 60)}`,
        end: button({ onclick: () => change("POST", `alarm/${ring.alarm}/stop`, { date: ring.date },
            { guess: { status: ({ status }) => {
            status.snoozed = status.snoozed.filter((other) => other.alarm !== ring.alarm);
        } } }) }, ["End"]) });
}

const missReasons = { late: "It was too late to ring when the clock could.", unanswered: "It rang, and nobody answered." };

function missed({ missed: list }) {
    if (!list.length) return null;
    return notice({ key: "missed", grade: "bad" },
        [list.map((ring) => h("p", { key: `${ring.alarm} ${ring.date}` },
            h("strong", null, `Missed: ${nameOf(ring, "an alarm")}, ${day(ring.date)}`, ring.count > 1 && `, ${ring.count} times`, ". "),
            missReasons[ring.reason])),
        h("div", { class: "actions" },
            button({ kind: "quiet", onclick: () => change("POST", "alarm/acknowledge", {},
            { guess: { status: ({ status }) => { status.missed = []; } } }) }, ["Understood"]))]);
}

// ------------------------------------------------------------------------------------------------------- Noise

/** Minutes that are offered at a tap. */
const sleepTimes = [15, 30, 45, 60];

function noise(playing) {
    const names = playing.sounds.map(({ name, sound, variantName }) => [name ?? sound,
        variantName].filter(Boolean).join(", ").replace(/^./, (letter) => letter.toUpperCase()));
    const title = playing.favourite ?? (names.join(" + ") || "Nothing chosen yet");
    const { sleep } = playing;
    const state = playing.preview ? `Trying ${playing.previewName ?? "a sound"}` : !playing.playing ? "Off"
        : playing.soundWorks === false ? "Cannot be heard now" : "Playing";
    const toggle = () => change("POST", "noise/toggle", {},
        { guess: { status: ({ status }) => { status.noise.playing = !status.noise.playing; } } });
    return card({ title: "Noise", actions: h("a", { class: "button quiet", href: "#/noise" }, "All sounds") }, [
        h("div", { class: "player" },
            button({ kind: `icon large ${playing.playing ? "primary" : ""}`, label: playing.playing ? "Pause noise" : "Play noise",
                symbol: playing.playing ? "pause" : "play", onclick: toggle }),
            h("div", { class: "row-text" }, h("strong", { class: "clamp" }, title), h("small", null, state))),
        known() ? slider({ key: "volume", label: "Volume", value: playing.volume,
            ...measured(schemaOf("POST", "noise/volume", "volume")), change: (volume) => change("POST", "noise/volume", { volume },
                { guess: { status: ({ status }) => { status.noise.volume = volume; } } }) })
            : h("div", { key: "waiting", class: "bone" }),
        sleep ? row({ key: "sleep", start: icon("sleep"), title: h("time", { class: "timer-left" },
            sleep.until && sleep.state !== "paused" ? countdown(secondsTo(sleep.until), sleep.form === "hours" ? 3600 : 60)
            : sleep.left),
            detail: sleep.state === "fading" ? "Fading out" : sleep.state === "paused" ? "Sleep timer paused" : sleep.until
                && `Silent at ${atOf(sleep.until)}`,
            end: [button({ label: "15 minutes longer", onclick: () => change("POST", "noise/sleep", { extendSeconds: 900 }) },
                ["+15"]),
                button({ kind: "icon quiet", label: "End the sleep timer", symbol: "close", onclick: () => change("POST",
                    "noise/sleep", { action: "off" }, { guess: { status: ({ status }) => { status.noise.sleep = null; } } }) })] })
            : h("div", { key: "sleeps", class: "chips even", role: "group", "aria-label": "Sleep timer" },
                h("span", { class: "label chips-label" }, icon("sleep"), "Silent after"),
                sleepTimes.map((minutes) => h("button", { key: String(minutes), type: "button", class: "chip",
                    "aria-label": `Silent after ${minutes} minutes`,
                    onclick: () => change("POST", "noise/sleep", { seconds: 60 * minutes, start: true }) }, `${minutes} min`)))]);
}

/** The local time of day of an instant. */
function atOf(instant) {
    const { status } = get("status");
    const offset = Date.parse(`${status.local.slice(0, 19)}Z`) - Date.parse(status.wall);
    return timeOf(new Date(Date.parse(instant) + offset + 500).toISOString());
}

// ------------------------------------------------------------------------------------------------------ Timers

const timerTimes = [3, 5, 10, 20];

function timers(list) {
    return card({ title: "Timers", actions: button({ kind: "icon quiet", label: "New timer", symbol: "add", onclick: newTimer }) },
        [
        h("div", { class: "rows timers" }, list.map(timer)),
        h("div", { class: "chips even", role: "group", "aria-label": "Start a timer" }, timerTimes.map((minutes) =>
            h("button", { key: String(minutes), type: "button", class: "chip", "aria-label": `Start a timer of ${minutes} minutes`,
                onclick: () => change("POST", "timer", { seconds: 60 * minutes }) }, `${minutes} min`)))]);
}

const timerWords = { scheduled: "Ready", countdown: "Running", paused: "Paused", alert: "Ringing" };

function timer(one) {
    const { id, run, state, seconds, until } = one;
    const left = state === "scheduled" ? seconds : state === "countdown" && until ? secondsTo(until) : one.leftSeconds ?? 0;
    const full = one.presentation?.totalCountdownDuration ?? seconds;
    const name = nameOf(one, `${length(seconds)} timer`);
    const order = (verb, body = { run }) => () => change("POST", `timer/${id}/${verb}`, body,
        { guess: verb === "pause" || verb === "resume" ? { status: ({ status }) => {
        const mine = status.timers.find((other) => other.id === id);
        if (mine) Object.assign(mine, verb === "pause" ? { state: "paused", leftSeconds: left } : { state: "countdown",
            until: null, leftSeconds: left });
    } } : {} });
    return h("div", { key: `timer-${id}`, class: `timer ${state}` },
        h("div", { class: "row" }, h("span", { class: "row-text" }, h("time", { class: "timer-left" }, countdown(left, full)),
            h("small", { class: "clamp" }, `${name} · ${timerWords[state]}`)),
            state === "countdown" && [button({ kind: "icon quiet", label: `Add a minute to ${name}`,
                onclick: order("add-minute") }, ["+1"]),
                button({ kind: "icon", label: `Pause ${name}`, symbol: "pause", onclick: order("pause") })],
            state === "paused" && button({ kind: "icon", label: `Go on with ${name}`, symbol: "play", onclick: order("resume") }),
            state === "scheduled" && button({ kind: "icon", label: `Start ${name}`, symbol: "play", onclick: order("start") }),
            button({ kind: "icon quiet", label: `Remove ${name}`, symbol: "close", onclick: () => removeTimer(one, name, left) })),
        state !== "scheduled" && h("div",
            { class: "progress", style: { "--part": Math.max(0, Math.min(1, left / (full || 1))).toFixed(4) } }));
}

async function removeTimer({ id, run, seconds, state, name: own }, name, left) {
    const isGone = await change("DELETE", `timer/${id}`, { run },
        { guess: { status: ({ status }) => { status.timers = status.timers.filter((other) => other.id !== id); } } });
    if (isGone) toast(`${name} removed`, "Undo", () => change("POST", "timer",
        { seconds: state === "scheduled" ? seconds : Math.max(1, left), ...(own ? { name: own } : {}),
        start: state !== "scheduled" }));
}

function newTimer() {
    const form = { hours: 0, minutes: 10, seconds: 0, name: "" };
    let refused = null;
    const send = async (close, event) => {
        event.preventDefault();
        const seconds = 3600 * form.hours + 60 * form.minutes + +form.seconds;
        try {
            await change("POST", "timer", { seconds, ...(form.name.trim() ? { name: form.name.trim() } : {}) }, { quiet: true });
            close();
        } catch (refusal) {
            refused = refusal;
            opened.update();
        }
    };
    const number = (name, label) => field({ label, id: `timer-${name}`,
        input: h("input", { type: "number", inputmode: "numeric", min: 0, value: String(form[name]),
        oninput: (event) => { form[name] = +event.target.value; } }) });
    const opened = sheet({ title: "New timer", content: (close) => h("form",
        { class: "column", onsubmit: (event) => send(close, event) },
        h("div", { class: "three" }, number("hours", "Hours"), number("minutes", "Minutes"), number("seconds", "Seconds")),
        refused?.field !== "name" && refused && h("p", { class: "reason", role: "alert" }, refused.message),
        field({ label: "Name", hint: "A timer with a name stays, to be started again.", id: "timer-name",
            error: refused?.field === "name" && refused.message,
            input: h("input", { value: form.name, autocomplete: "off",
                oninput: (event) => { form.name = event.target.value; } }) }),
        h("div", { class: "actions" }, button({ kind: "primary wide", type: "submit" }, ["Start"]))) });
}

// --------------------------------------------------------------------------------------------------------- Nap

const napWords = { holding: "The hand lies on the bar", releasing: "Falling asleep", napping: "Napping", paused: "Paused",
    snoozed: "Snoozed", alert: "Ringing" };

function nap() {
    const now = get("nap.status")?.nap;
    if (!now) return null;
    const { phase, settings, number } = now;
    const send = (verb, body = { nap: number }) => () => change("POST", `nap/${verb}`, body);
    const settingsLink = h("a", { class: "button icon quiet", href: "#/settings/nap", "aria-label": "Settings of the nap",
        title: "Settings of the nap" }, icon("settings"));
    if (phase === "idle") {
        return card({ title: "Nap", actions: settingsLink }, [h("div", { class: "player" },
            button({ kind: "icon large", label: "Start a nap", symbol: "nap", onclick: send("start", {}) }),
            h("div", { class: "row-text" }, h("strong", null, length(settings.napSeconds)),
                h("small", null,
                    `Starts ${length(settings.releaseSeconds)} after a tap, or after you let go of the clock's bar. `,
                    `Rings after ${length(settings.maxSeconds)} at the latest.`)))]);
    }
    const left = phase === "paused" || !now.until ? now.leftSeconds : leftOf(now);
    return card({ title: "Nap", actions: settingsLink }, [h("div", { class: "player" },
        h("div", { class: "row-text" }, h("time", { class: "timer-left" }, left == null ? "–" : countdown(left,
            now.form === "seconds" ? 0 : now.form === "hours" ? 3600 : 60)), h("small", null, napWords[phase])),
        phase === "paused" ? button({ kind: "icon", label: "Go on with the nap", symbol: "play", onclick: send("resume") })
            : (phase === "napping" || phase === "releasing") && button({ kind: "icon", label: "Pause the nap", symbol: "pause",
                onclick: send("pause") }),
        button({ kind: "icon quiet", label: "End the nap", symbol: "close", onclick: send("stop") }))]);
}

/** What is left counts down from when the reply came. */
const napSeen = { reply: null, at: 0 };
function leftOf(now) {
    const mark = `${now.number} ${now.phase} ${now.until} ${now.leftSeconds}`;
    if (napSeen.reply !== mark) Object.assign(napSeen, { reply: mark, at: performance.now() });
    return now.leftSeconds - (performance.now() - napSeen.at) / 1000;
}
