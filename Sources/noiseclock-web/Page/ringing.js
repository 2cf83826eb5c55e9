// Ringing: comes up by itself on every open page, over everything else, and goes when nothing rings any more.
//
// It answers only for the rings that it shows: a page that is behind cannot stop another one (law, 13).

import { announce, button, h, icon, render, toast } from "./ui.js";
import { request } from "./api.js";
import { change, get, online, paired, update } from "./store.js";
import { length, localNow, timeOf } from "./words.js";

/** How long stop is held where the clock's setting wants it, as on its own button. */
const holdTime = 2000;

let dialog = null;
let shownRings = "";
const details = new Map();
let pressed = null;
let asksAgain = false;
let busy = false;
/** Rings that somebody who may not answer them here looked away from. */
let hidden = "";

/** What rings now, each as a request names it, with what it is called. */
function ringsOf({ ringing, timers, nap, tested, testedLabel }) {
    return [
        ...ringing.map(({ alarm, date, label, snoozes }) => ({ ring: { alarm, date }, title: label || "Alarm", alarm, snoozes })),
        ...timers.filter(({ state }) => state === "alert").map(({ id, run, name }) =>
            ({ ring: { timer: id, run }, title: name || "Timer" })),
        ...(nap?.phase === "alert" ? [{ ring: { nap: nap.number }, title: "Nap" }] : []),
        ...(tested ? [{ ring: { test: tested }, title: `Test: ${testedLabel || "alarm"}`, isTest: true }] : []),
    ];
}

/** Called after each change of the store. */
export function ringing() {
    const status = get("status")?.status;
    if (!status) return;
    const rings = ringsOf(status);
    const names = JSON.stringify(rings.map(({ ring }) => ring));
    if (!rings.length) hidden = "";
    if (!rings.length || names === hidden) return hide();
    if (names !== shownRings) {
        shownRings = names;
        [pressed, asksAgain, busy] = [null, false, false];
        for (const { alarm } of rings) if (alarm) learn(`alarm/${alarm}`);
        if (rings.some(({ ring }) => ring.timer || ring.nap !== undefined)) learn("ring");
    }
    if (!dialog) show();
    render(dialog, content(status, rings));
    if (document.activeElement === dialog || !dialog.contains(document.activeElement)) dialog.querySelector("button")?.focus();
}

/** Message, tint and snooze of what rings are not in the status. */
function learn(path) {
    if (details.has(path)) return;
    details.set(path, null);
    request("GET", path).then((reply) => { details.set(path, reply); update(); }, () => details.delete(path));
}

function show() {
    dialog = document.createElement("dialog");
    dialog.className = "ringing";
    dialog.setAttribute("role", "alertdialog");
    dialog.setAttribute("aria-labelledby", "ringing-title");
    dialog.setAttribute("aria-describedby", "ringing-about");
    dialog.setAttribute("closedby", "none");
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    // Escape does not end a ring, so it does not hide one either.
    dialog.addEventListener("close", () => dialog?.isConnected && dialog.showModal());
    document.body.append(dialog);
    dialog.showModal();
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
}

function hide() {
    if (!dialog) return;
    const gone = dialog;
    [dialog, shownRings] = [null, ""];
    details.clear();
    gone.remove();
    document.getElementById("view").focus({ preventScroll: true });
}

function content(status, rings) {
    const now = localNow();
    const alarms = rings.filter(({ alarm }) => alarm).map((ring) => ({ ...ring, ...details.get(`alarm/${ring.alarm}`)?.alarm,
        title: ring.title }));
    const canSnooze = rings.some(({ isTest }) => !isTest) && !alarms.some(({ snooze, snoozes }) => snooze
        && (!snooze.allowed || (snooze.limit && snoozes >= snooze.limit)));
    const seconds = alarms.length ? alarms[0].snooze?.seconds : details.get("ring")?.ringRules.snoozeSeconds;
    const message = alarms.map((alarm) => alarm.message).filter(Boolean).join(" ");
    const tint = alarms.find((alarm) => alarm.tint)?.tint;
    const about = [h("span", { id: "ringing-about", class: "ringing-time figures" }, now ? timeOf(now) : "–"),
        h("span", { id: "ringing-title", class: "ringing-title", style: tint ? { "--accent": tint } : {} },
            rings.map(({ title }) => title).join(", ")),
        message && h("span", { class: "soft" }, message)];
    if (!paired()) {
        return [h("div", { key: "about", class: "snooze none" }, about,
            h("span", { class: "soft" }, "This browser is not paired. Use the clock's own buttons.")),
            h("button", { key: "hide", type: "button", class: "stop", onclick: () => { hidden = shownRings; hide(); update(); } },
                h("span", null, "Hide"))];
    }
    return [
        online() === false && h("p", { key: "offline", class: "banner bad", role: "alert" }, icon("offline"),
            h("span", null, "The clock does not answer. Use its own buttons.")),
        canSnooze ? h("button", { key: "snooze", type: "button", class: "snooze", disabled: busy, onclick: () => answer("snooze",
            rings) }, about,
            h("span", { class: "snooze-word" }, icon("sleep"), `Snooze${seconds ? ` ${length(seconds)}` : ""}`))
            : h("div", { key: "about", class: "snooze none" }, about, rings.every(({ isTest }) => isTest) ? h("span",
                { class: "soft" }, "It ends by itself.") : h("span", { class: "soft" }, "No snooze: get up for this one.")),
        stopButton(status.holdToStop && !rings.every(({ isTest }) => isTest), rings),
    ];
}

function stopButton(isHeld, rings) {
    const begin = () => {
        if (!isHeld || pressed) return;
        pressed = setTimeout(() => { pressed = null; answer("stop", rings); }, holdTime);
        update();
    };
    const end = () => { if (pressed) { clearTimeout(pressed); pressed = null; update(); } };
    const isKey = ({ key }) => key === "Enter" || key === " ";
    return h("button", { key: "stop", type: "button", class: `stop ${isHeld ? "hold" : ""} ${pressed ? "held" : ""}`,
        style: { "--hold": `${holdTime}ms` }, disabled: busy,
        onpointerdown: begin, onpointerup: end, onpointerleave: end, onpointercancel: end, oncontextmenu: (event) =>
            event.preventDefault(),
        onkeydown: (event) => { if (isHeld && isKey(event)) { event.preventDefault(); if (!event.repeat) begin(); } },
            onkeyup: (event) => { if (isKey(event)) end(); },
        onclick: (event) => {
            if (!isHeld) return answer("stop", rings);
            // A screen reader presses without holding: it presses twice.
            if (event.detail === 0 && asksAgain) return answer("stop", rings);
            if (event.detail === 0) { asksAgain = true; announce("Press again to stop."); setTimeout(() => { asksAgain = false; },
                5000); }
        } }, h("span", null, isHeld ? "Hold to stop" : "Stop"));
}

async function answer(verb, rings) {
    if (busy) return;
    busy = true;
    update();
    const reply = await change("POST", verb, { rings: rings.map(({ ring }) => ring) });
    busy = false;
    if (reply?.snoozed) toast(`Snoozed until ${timeOf(reply.snoozed.local)}`);
    update();
}
