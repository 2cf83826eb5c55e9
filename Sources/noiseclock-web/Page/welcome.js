// The first steps: five short cards, each of which can be skipped. The clock remembers that somebody saw them, for all
// browsers; Settings shows them again.

import { button, h, icon, segmented, sheet } from "./ui.js";
import { request } from "./api.js";
import { change, get } from "./store.js";
import { face } from "./face.js";
import { length, timeOf, localNow } from "./words.js";
import { go } from "./app.js";

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const picture = (name) => h("div", { class: "step-picture" }, icon(name));
const points = (list) => h("dl", { class: "points" }, list.map(([name, text]) => h("div", { key: name }, h("dt", null, name),
    h("dd", null, text))));

/** Title, what stands on the card, and what can be done on it. */
const cards = [
    () => ["Welcome", face(), [h("p", null, "This is your clock, as it looks now. Its two buttons are enough to live with:"),
        points([["Snooze", "lets a ring wait. Else it shows what comes next. Held, it starts a nap."],
            ["Stop", "ends a ring. Else it plays your noise, or stops it."]])]],
    ({ style, zone }) => ["Your time", h("p", { class: "step-time figures" }, localNow() ? timeOf(localNow()) : "–:––"), [
        segmented({ label: "Form of the time", choices: [[24, "24 hours"], [12, "12 hours"]], value: style.hours,
            change: (hours) => change("PATCH", "style", { hours },
                { guess: { status: ({ status }) => { status.style.hours = hours; } } }) }),
        h("p", null, "The clock's time zone is ", h("strong", null, zone), "."),
        browserZone && browserZone.replace(/^Etc\//, "") !== zone.replace(/^Etc\//, "")
            && button({ onclick: () => change("POST", "time/zone", { zone: browserZone },
            { guess: { status: ({ status }) => { status.zone = browserZone; } } }) }, [`Use ${browserZone} instead`])]],
    () => ["Alarms that ring", picture("alarm"),
        [h("p", null, "The clock rings by itself: it needs no phone and no network. Before you sleep it says whether ",
            "the next alarm will ring, and what would keep it from ringing."),
        h("p", { class: "soft" }, "The first change asks for six digits, which the clock shows. So only who stands beside it can change it.")]],
    () => ["Noise all night", picture("noise"),
        [h("p", null, "Rain, wind, a fan, a train: alone or mixed, as loud as you like. It never repeats and plays on ",
            "when every phone is off."), h("p", { class: "soft" }, "A sleep timer fades it out.")]],
    ({ nap }) => ["A nap in your hand", picture("hand"),
        [h("p", null, "Lay your hand on the snooze bar while you drift off. When sleep opens the hand, the nap begins."),
        nap && points([[length(nap.releaseSeconds), "after you let go, the nap starts. Press again, and it waits."],
            [length(nap.napSeconds), "later it wakes you."],
            [length(nap.maxSeconds), "after the first touch it wakes you in any case."]])]],
];

/** Opens the cards. However they are left, they count as seen: `closed` is called. */
export function welcome(closed) {
    let place = 0;
    let nap = get("nap.status")?.nap.settings;
    if (!nap) request("GET", "nap").then((reply) => { nap = reply.nap.settings; opened.update(); }, () => {});
    const state = () => ({ ...get("status").status, nap });
    const move = (by) => { place += by; opened.update(); opened.dialog.querySelector("h2").focus(); };
    const finish = (close) => { close(); if (!get("status").status.nextAlarm) go("alarms/new"); };
    const opened = sheet({
        title: () => cards[place](state())[0], className: "steps",
        closed: () => { clearInterval(timer); closed(); },
        content: (close) => {
            const [, top, text] = cards[place](state());
            const isLast = place === cards.length - 1;
            return [h("div", { key: `step-${place}`, class: "step" }, top, text),
                h("div", { class: "sheet-foot step-foot" },
                    place ? button({ kind: "quiet", onclick: () => move(-1) }, ["Back"])
                        : button({ kind: "quiet", onclick: close }, ["Skip"]),
                    h("span", { class: "dots", role: "img", "aria-label": `Card ${place + 1} of ${cards.length}` },
                        cards.map((_, index) => h("i", { key: String(index), class: index === place ? "on" : "" }))),
                    isLast ? button({ kind: "primary", onclick: () => finish(close) },
                        [get("status").status.nextAlarm ? "Done" : "Set an alarm"])
                        : button({ kind: "primary", onclick: () => move(1) }, ["Next"]))];
        },
    });
    const timer = setInterval(() => opened.update(), 500);
}
