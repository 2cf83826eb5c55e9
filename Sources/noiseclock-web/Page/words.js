// Times and lengths in words, as the clock itself says them.

import { limits, unit } from "./api.js";
import { clockNow, get } from "./store.js";

const pad = (number) => String(number).padStart(2, "0");
export const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
export const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "07:30" in the form that the clock shows: 24 or 12 hours. */
export function timeOfDay(text) {
    const style = get("status")?.status.style;
    const [hours, minutes] = text.split(":");
    if (style?.hours !== 12) return `${pad(+hours)}:${minutes}`;
    return `${+hours % 12 || 12}:${minutes} ${+hours < 12 ? "am" : "pm"}`;
}

/** The local time of day in a reply's "local", such as "2026-03-30T07:30:00". */
export const timeOf = (local) => timeOfDay(local.slice(11, 16));

/** The clock's zone's local time now, as "2026-03-30T07:30:00". */
export function localNow() {
    const status = get("status")?.status;
    if (!status?.local || !status.wall) return null;
    const offset = Date.parse(`${status.local.slice(0, 19)}Z`) - Math.floor(Date.parse(status.wall) / 1000) * 1000;
    return new Date(clockNow() + offset).toISOString().slice(0, 19);
}

/** "today", "tomorrow", "Wed", or "Wed 1 Apr" for a date farther away. */
export function day(date) {
    const away = Math.round((Date.parse(date) - Date.parse((localNow() ?? "").slice(0, 10))) / 86400000);
    const when = new Date(`${date}T12:00:00Z`);
    if (away === 0) return "today";
    if (away === 1) return "tomorrow";
    const name = weekdays[(when.getUTCDay() + 6) % 7];
    return away > 0 && away < 7 ? name : `${name} ${when.getUTCDate()} ${months[when.getUTCMonth()]}`;
}

/** "5 d 20 h", "7 h 32 min", "32 min", "under a minute": how long until something. */
export function lengthLeft(seconds) {
    const minutes = Math.ceil(seconds / 60 - 0.02);
    if (seconds < 60) return "under a minute";
    if (minutes < 60) return `${minutes} min`;
    const hours = Math.floor(minutes / 60);
    if (hours < 48) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
    return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** A setting's length: "30 s", "9 min", "1 h 30 min", "1 min 30 s". */
export function length(seconds) {
    const whole = Math.round(seconds);
    const parts = [[Math.floor(whole / 3600), "h"], [Math.floor(whole / 60) % 60, "min"], [whole % 60, "s"]];
    return parts.filter(([count]) => count).map(([count, unit]) => `${count} ${unit}`).join(" ") || "0 s";
}

const units = { s: length, "%": (percent) => `${percent} %`, "/min": (rate) => `${rate} a minute` };

/** What a slider of this schema needs: its ends, and how its values read in their unit. */
export function measured(schema) {
    const { min, max } = limits(schema);
    return { minimum: min, maximum: max, text: units[unit(schema)] ?? String };
}

/** A countdown: seconds round down, and the form follows from the full length, so that it never changes as time runs down. */
export function countdown(seconds, full = seconds) {
    const left = Math.max(0, Math.floor(seconds + 0.001));
    if (full >= 3600) return `${Math.floor(left / 3600)}:${pad(Math.floor(left / 60) % 60)}:${pad(left % 60)}`;
    if (full >= 60) return `${Math.floor(left / 60)}:${pad(left % 60)}`;
    return `${left} s`;
}

/** Seconds from the clock's now to an instant of a reply. */
export const secondsTo = (instant) => (Date.parse(instant) - clockNow()) / 1000;

/** "Mon to Fri", "weekends", "every day", "Mon, Wed, Fri". */
export function dayList(days) {
    const set = [...days].sort((one, other) => one - other);
    if (set.length === 7) return "Every day";
    if (set.length > 2 && set.at(-1) - set[0] === set.length - 1) return `${weekdays[set[0] - 1]} to ${weekdays[set.at(-1) - 1]}`;
    return set.map((number) => weekdays[number - 1]).join(", ");
}

/** An alarm's days or date. */
export const schedule = ({ kind, weekdays: days, date }) =>
    kind === "weekly" ? dayList(days) : kind === "dated" ? day(date).replace(/^t/, "T") : "Once";
