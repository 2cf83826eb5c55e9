// One store: replies of the clock go in by the stream, views look at them.
//
// A change shows at once: what it will look like (`guess`) lies over the clock's reply until the clock has said so itself, and is
// taken off with the reason where the clock refuses.

import { Stream, Refusal, request } from "./api.js";
import { toast } from "./ui.js";

const replies = new Map();
let guesses = [];
const listeners = new Set();
let isOnline = null;
let isClosed = false;
let ahead = 0;
/** How long a guess stays after the clock agreed, if no event comes: the clock sends at most 10 events a second. */
const longestGuess = 600;

/** The newest reply to a query with all guesses on it; undefined before the first. */
export function get(query) {
    let reply = replies.get(query);
    if (reply) for (const guess of guesses) if (guess.query === query) reply = guess.change(structuredClone(reply)) ?? reply;
    return reply;
}

/** True, false, or null before the first word of the clock. */
export const online = () => isOnline;

/** Only paired devices may read this clock, and this browser is none. */
export const closed = () => isClosed;

/** What this browser may: authorised, denied or notDetermined; undefined before the first word. */
export const authorisation = () => [...replies.values()].at(-1)?.authorisation;
export const paired = () => authorisation() === "authorised";

/** The clock's own time now, as a number like that of `Date.now()`. */
export const clockNow = () => Date.now() + ahead;

/** Calls `listener` after changes: once for all that come at the same moment. */
export function subscribe(listener) { listeners.add(listener); return () => listeners.delete(listener); }

let planned = false;
export function update() {
    if (planned) return;
    planned = true;
    queueMicrotask(() => { planned = false; for (const listener of [...listeners]) listener(); });
}

const stream = new Stream(
    (query, reply) => {
        isClosed = false;
        replies.delete(query);
        replies.set(query, reply);
        const wall = reply.status?.wall ?? reply.time?.wall;
        if (wall) ahead = Date.parse(wall) - Date.now();
        guesses = guesses.filter((guess) => !(guess.agreed && guess.query === query));
        update();
    },
    (now) => { if (isOnline !== now) { isOnline = now; update(); } },
    () => { [isOnline, isClosed] = [true, true]; replies.clear(); update(); });

export const follow = (queries) => stream.follow(queries);
/** After pairing the same queries say more. */
export const refresh = () => stream.reopen();

/**
 * Sends a change and shows it at once.
 *
 * - `guess`: what the replies will look like, as `{"noise.status": (reply) => { reply.noise.volume = 30; }}`.
 * - `quiet`: the caller shows the reason itself (a form beside its field); else it appears as a toast.
 *
 * Gives the reply, or throws the `Refusal` if `quiet`, or else gives null.
 */
export async function change(method, path, body, { guess = {}, quiet = false, ...options } = {}) {
    const mine = Object.entries(guess).map(([query, work]) => ({ query, change: work, agreed: false }));
    guesses.push(...mine);
    if (mine.length) update();
    const drop = () => { guesses = guesses.filter((one) => !mine.includes(one)); if (mine.length) update(); };
    try {
        const reply = await request(method, path, body, options);
        for (const one of mine) one.agreed = true;
        setTimeout(drop, longestGuess);
        return reply;
    } catch (refusal) {
        drop();
        if (quiet || !(refusal instanceof Refusal)) throw refusal;
        if (refusal.code !== "unpaired") toast(refusal.message, null, null, { bad: true });
        return null;
    }
}
