// The page of a NoiseClock: theory of operation.
//
// The clock decides everything. The page shows its replies and sends changes; it keeps nothing but what is being typed.
//
//     event stream --> store.js --> render() of the view on show --> ui.js makes the document agree
//     a tap --> change() of store.js: shown at once as a guess --> api.js --> clock --> event, or the reason why not
//
// A VIEW is a module with a default export:
//
//     export default {
//         title: "Noise",                       // its heading and the document's title
//         queries: ["noise.status"],            // what the stream carries while it is on show, beside `always` below
//         faces: false,                         // true: `display.picture` too, for a live face
//         enter(path) {}, leave() {},           // optional; `path` is the rest of the hash: #/noise/mixer gives ["mixer"]
//         render(path) { return [h(…), …]; },   // from the store to nodes, called after every change; draws no element itself
//     };
//
// and a line in `views` below. Views are loaded when they are first opened. In a view:
//
// - State: `get("noise.status")` gives the newest reply (undefined before the first: show `loading()`). What is only the page's
//   own (a search, an open fold, a form that is being filled) is a variable of the module; call `update()` of store.js after you
//   set it. `paired()` tells whether words and changes are allowed.
// - Changes: `change("POST", "noise/volume", { volume: 30 }, { guess: { "noise.status": (reply) => { reply.noise.volume = 30; } } })`.
//   It shows the guess at once, asks for the code if this browser is not paired, takes the guess back and says the reason in a toast
//   if the clock refuses. With `quiet: true` it throws the `Refusal` instead: show `refusal.message` in the `field` that `refusal.field` names.
// - Sliders (`slider` of ui.js) call at most ten times a second and always with the last value.
// - Limits, choices, defaults and words: api.js (`learn()` in `enter`, `loading()` until `known()`).
// - Undo: carry it out, then `toast("Favourite removed", "Undo", () => change(…))`. `confirm` only where nothing can undo.
// - Sheets: `sheet({title, content})` for a form over the view. What somebody types stays, also while the clock is away.
// - Offline: the app says so itself above every view, and dims what may be old (`data-offline` of <html>). Nothing to do in a view.
// - Links: `#/alarms/3`. `go("alarms")` from a program.
//
// Components and their looks: ui.js, and style.css in the same order. Everything is at least 44 px high where a finger goes.

import { button, empty, h, icon, render } from "./ui.js";
import { onUnpaired, request } from "./api.js";
import { authorisation, closed, follow, get, online, paired, refresh, subscribe, update } from "./store.js";
import clock from "./clock.js";
import { ringing } from "./ringing.js";

/** Name in the hash, symbol, and where the view comes from. The first is where the page opens. */
const views = {
    clock: { symbol: "clock", text: "Clock", load: async () => clock },
    alarms: { symbol: "alarm", text: "Alarms", load: async () => (await import("./alarms.js")).default },
    noise: { symbol: "noise", text: "Noise", load: async () => (await import("./noise.js")).default },
    settings: { symbol: "settings", text: "Settings", load: async () => (await import("./settings.js")).default },
};

/** What every page follows: enough for ringing, offline, the heading and the first look at each view. */
const always = ["status", "page.status"];

const loaded = { clock };
let shown = null;
let path = [];
let broken = false;

export function go(place) { location.hash = `#/${place}`; }

async function route() {
    const [name, ...rest] = location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
    const wanted = views[name] ? name : "clock";
    broken = false;
    try {
        loaded[wanted] ??= await views[wanted].load();
    } catch {
        // Without the clock no new view can be fetched; it is tried again as soon as the clock answers.
        broken = true;
    }
    const isNew = shown !== wanted || rest.join("/") !== path.join("/");
    if (shown && shown !== wanted) loaded[shown]?.leave?.();
    [shown, path] = [wanted, views[name] ? rest : []];
    const view = loaded[shown];
    followShown();
    view?.enter?.(path);
    if (isNew) {
        render(document.getElementById("view"));
        scrollTo(0, 0);
    }
    draw();
    if (isNew && started) document.getElementById("view").focus({ preventScroll: true });
    started = true;
}
let started = false;

/** What the view on show needs; the first card shows the face, too. */
function followShown() {
    const view = loaded[shown];
    follow([...always, ...(view?.queries ?? []), ...(view?.faces || welcoming ? ["display.picture"] : [])]);
}

function draw() {
    const isOffline = online() === false;
    document.documentElement.toggleAttribute("data-offline", isOffline);
    const rings = get("status")?.status.ringing ?? [];
    const view = loaded[shown];
    document.title = rings.length ? "Ringing – NoiseClock" : view && shown !== "clock" ? `${view.title} – NoiseClock`
        : "NoiseClock";
    render(document.getElementById("tabs"), Object.entries(views).map(([name, { symbol, text }]) =>
        h("a", { key: name, href: `#/${name}`, class: "tab", "aria-current": name === shown ? "page" : undefined }, icon(symbol),
            h("span", null, text))));
    render(document.getElementById("state"), isOffline && h("p", { class: "banner bad" }, icon("offline"),
        h("span", null, "The clock does not answer. It may still ring. What you see may be old."),
            button({ kind: "quiet", onclick: refresh }, ["Try again"])),
    !isOffline && authorisation() && !paired() && h("p", { class: "banner" }, icon("lock"),
        h("span", null, "Pair to see names and make changes."), button({ kind: "primary", onclick: pair }, ["Pair"])));
    if (closed()) {
        render(document.getElementById("view"), empty({ symbol: "lock", title: "Only paired devices may read this clock",
            text: "It shows you a code, so that only who stands beside it can pair." },
                [button({ kind: "primary", onclick: pair }, ["Pair"])]));
    } else if (view) render(document.getElementById("view"), view.render(path));
    else if (broken) render(document.getElementById("view"),
        h("p", { class: "empty" }, "This view comes as soon as the clock answers."));
    ringing();
    firstSteps(!rings.length && !isOffline);
}

/** What this browser keeps as long as it may not tell the clock that somebody saw the first steps. */
const seen = "welcomed";
let welcoming = false;
let telling = false;

function firstSteps(isQuiet) {
    const page = get("status") && get("page.status")?.page;
    if (page?.welcomed) { localStorage.removeItem(seen); telling = false; }
    if (page?.welcomed !== false) return;
    if (!localStorage.getItem(seen)) {
        if (isQuiet && !welcoming) welcome();
    } else if (paired() && !telling) {
        telling = true;
        request("PATCH", "page", { welcomed: true }, { ask: false }).catch(() => {});
    }
}

/** The cards of the first visit, also from Settings. */
export async function welcome() {
    welcoming = true;
    followShown();
    try {
        (await import("./welcome.js")).welcome(() => {
            welcoming = false;
            localStorage.setItem(seen, "yes");
            followShown();
            update();
        });
    } catch {
        welcoming = false;
    }
}

const bright = matchMedia("(prefers-color-scheme: light)");
/** The look that this browser chose: "dark", "light", or null for what the system says. Choose with `setTheme`. */
export const theme = () => localStorage.getItem("theme");
export function setTheme(choice) {
    if (choice) localStorage.setItem("theme", choice);
    else localStorage.removeItem("theme");
    look();
    update();
}
function look() {
    document.documentElement.dataset.theme = theme() ?? (bright.matches ? "light" : "dark");
    document.querySelector("meta[name=theme-color]").content = getComputedStyle(document.documentElement).getPropertyValue("--ground").trim();
}
bright.addEventListener("change", look);
look();

let asking = null;
/** Opens the sheet that asks for the code; true once this browser is paired. Several askers share one sheet. */
export function pair(scanned) {
    asking ??= import("./pairing.js").then(({ ask }) => ask(typeof scanned === "string" ? scanned : "")).catch(() => false).finally(() => { asking = null; });
    return asking.then((isPaired) => { if (isPaired) refresh(); return isPaired; });
}

onUnpaired(pair);
addEventListener("hashchange", route);
let wasOnline = null;
subscribe(() => {
    if (broken && online() && !wasOnline) route();
    wasOnline = online();
    draw();
});
// Countdowns and "in 7 h 32 min" go on without a word of the clock.
setInterval(() => { if (!document.hidden) update(); }, 1000);
// The address that the clock's QR code leads to. The code is good once, so it does not stay there.
const [, scanned] = location.hash.match(/^#\/pair\/(\d+)$/) ?? [];
if (scanned) history.replaceState(null, "", "#/clock");
route();
if (scanned) pair(scanned);
