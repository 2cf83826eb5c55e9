// The clock's own face, as its display lights up now: dots or segments, with their level and colour, on a black panel.

import { h } from "./ui.js";
import { get, online } from "./store.js";
import { localNow, timeOf } from "./words.js";

/** What a lamp of one colour looks like on the page. */
const amber = [255, 168, 82];
const unlit = 0.055;

/** The middle line of each segment in a cell that is 10 wide and 18 high; g1 and g2 are the halves of the middle bar. */
const lines = {
    a: [0, 0, 10, 0], b: [10, 0, 10, 9], c: [10, 9, 10, 18], d: [0, 18, 10, 18], e: [0, 9, 0, 18], f: [0, 0, 0, 9],
    g1: [0, 9, 5, 9], g2: [5, 9, 10, 9], h: [1, 1, 4.6, 8], i: [5, 0.6, 5, 8.6], j: [9, 1, 5.4, 8],
    k: [5.4, 10, 9, 17], l: [5, 9.4, 5, 17.4], m: [4.6, 10, 1, 17],
};
/** How thick a segment is, and how far it stays from the next. */
const [thick, apart] = [1.9, 0.28];

/** The outline of a segment: a bar whose ends are cut at 45 degrees, so that it meets its neighbours. A whole middle bar is one piece. */
function outline(path, [x1, y1, x2, y2]) {
    const far = Math.hypot(x2 - x1, y2 - y1);
    const [along, up] = [(x2 - x1) / far, (y2 - y1) / far];
    const half = thick / 2;
    for (const [index, [way, side]] of [[apart, 0], [apart + half, half], [far - apart - half, half], [far - apart, 0],
        [far - apart - half, -half], [apart + half, -half]].entries()) {
        const [x, y] = [x1 + along * way - up * side, y1 + up * way + along * side];
        if (index) path.lineTo(x, y);
        else path.moveTo(x, y);
    }
    path.closePath();
}

const seven = ["a", "b", "c", "d", "e", "f", "g1", "g2"];
const wholeBar = [0, 9, 10, 9];

/** A colour whose parts are linear in light, as a screen wants it. */
const shownAs = (part) => Math.round(255 * (part / 255) ** (1 / 2.2));

/** How bright the page shows a display of this brightness: never glaring, and never so dim that nobody could read it. */
const levelOf = (brightness) => (brightness <= 0 ? 0 : 0.5 + 0.5 * Math.min(1, brightness / 60));

const colour = ([red, green, blue], alpha) => `rgb(${red} ${green} ${blue} / ${alpha})`;

function segments(context, { digits, colon, lamps }, level, width, height) {
    const hasStrokes = digits.some((digit) => digit.some((name) => name >= "h" && name <= "m" && name.length === 1));
    const gap = 5.4, slant = 0.08;
    const middle = digits.length === 4 ? 4.6 : 0;
    const across = digits.length * 10 + (digits.length - 1) * gap + middle + 18 * slant;
    const scale = Math.min((width * 0.86) / across, (height * 0.74) / 18);
    context.setTransform(scale, 0, -slant * scale, scale, (width - (across - 18 * slant) * scale) / 2 + 9 * slant * scale,
        (height - 18 * scale) / 2);
    const piece = (isLit, draw) => {
        context.fillStyle = colour(amber, isLit ? level : unlit);
        context.shadowColor = colour(amber, isLit ? 0.8 * level : 0);
        context.shadowBlur = isLit ? scale * 2.4 : 0;
        context.beginPath();
        draw(context);
        context.fill();
    };
    const dot = (x, y, isLit) => piece(isLit, (path) => path.arc(x, y, thick * 0.52, 0, 7));
    let left = 0;
    digits.forEach((digit, index) => {
        if (middle && index === 2) {
            dot(left - gap / 2 + middle / 2, 5.4, colon);
            dot(left - gap / 2 + middle / 2, 12.6, colon);
            left += middle;
        }
        context.save();
        context.translate(left, 0);
        const names = hasStrokes ? Object.keys(lines) : seven;
        // What is lit goes over what is not.
        for (const isLit of [false, true]) {
            const isBar = !hasStrokes && digit.includes("g1") === digit.includes("g2");
            for (const name of names) if (digit.includes(name) === isLit && !(isBar && name[0] === "g")) piece(isLit,
                (path) => outline(path, lines[name]));
            if (isBar && digit.includes("g1") === isLit) piece(isLit, (path) => outline(path, wholeBar));
        }
        if (digit.includes("point")) dot(12.7, 17.9, true);
        context.restore();
        left += 10 + gap;
    });
    lamps.forEach((_, index) => dot(left - gap + 3.2, 1 + index * 4, true));
}

function pixels(context, { columns, rows, colors, cells }, level, width, height) {
    const pitch = Math.min((width * 0.94) / columns, (height * 0.9) / rows);
    // Whole pixels of the screen, where the dots are so small that a half would show as a stripe.
    const step = pitch > 3 ? Math.floor(pitch) : pitch;
    const [left, top] = [Math.round((width - columns * step) / 2), Math.round((height - rows * step) / 2)];
    const isFine = step < 7;
    const palette = colors.map((text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16))).map((parts) => {
        const isGrey = parts[0] === parts[1] && parts[1] === parts[2];
        // A display of one colour says only how bright its dots are.
        return isGrey ? [amber.map((part) => Math.min(255, part + 30)), shownAs(parts[0]) / 255] : [parts.map(shownAs), 1];
    });
    const radius = step * 0.4;
    const dot = (x, y) => {
        if (isFine) context.rect(x + step * 0.08, y + step * 0.08, step * 0.84, step * 0.84);
        else { context.moveTo(x + step / 2 + radius, y + step / 2); context.arc(x + step / 2, y + step / 2, radius, 0, 7); }
    };
    const lit = palette.map(() => []);
    context.beginPath();
    for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
            const place = parseInt(cells[row].slice(2 * column, 2 * column + 2), 16);
            const [x, y] = [left + column * step, top + row * step];
            if (colors[place] === "#000000" || !level) { if (!isFine) dot(x, y); } else lit[place].push([x, y]);
        }
    }
    context.fillStyle = colour(amber, unlit);
    context.fill();
    palette.forEach(([parts, strength], place) => {
        if (!lit[place].length) return;
        context.beginPath();
        for (const [x, y] of lit[place]) dot(x, y);
        context.fillStyle = colour(parts, strength * level);
        context.shadowColor = colour(parts, strength * level * 0.8);
        context.shadowBlur = step * (isFine ? 2.5 : 1.1);
        context.fill();
        if (isFine) return;
        // The middle of a lamp is brighter than its edge.
        context.shadowBlur = 0;
        context.fillStyle = colour(parts.map((part) => part + (255 - part) * 0.3), strength * level * 0.4);
        context.beginPath();
        for (const [x, y] of lit[place]) {
            context.moveTo(x + step / 2 + radius * 0.5, y + step / 2);
            context.arc(x + step / 2, y + step / 2, radius * 0.5, 0, 7);
        }
        context.fill();
    });
    context.shadowBlur = 0;
}

function paint(canvas) {
    const picture = get("display.picture")?.picture;
    const box = canvas.getBoundingClientRect();
    const sharp = Math.min(devicePixelRatio || 1, 3);
    const [width, height] = [Math.round(box.width * sharp), Math.round(box.height * sharp)];
    if (!width || !height) return;
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    if (!picture) return;
    const level = levelOf(picture.brightness) * (online() === false ? 0.45 : 1);
    if (picture.segments) segments(context, picture.segments, level, width, height);
    if (picture.pixels) pixels(context, picture.pixels, level, width, height);
}

const seen = new Map();
const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => paint(target)));

/** Width by height; it stays while the clock does not tell what it shows. */
let shape = 2.2;

/** The face as a node. Its shape follows the display's. */
export function face() {
    const picture = get("display.picture")?.picture;
    const local = localNow();
    if (picture?.pixels) shape = picture.pixels.columns / picture.pixels.rows;
    if (picture?.segments) shape = Math.max(1.9, picture.segments.digits.length / 1.75);
    const isDark = picture && !picture.brightness;
    const draw = (canvas) => {
        const look = JSON.stringify([picture, online()]);
        if (seen.get(canvas) === look) return;
        seen.set(canvas, look);
        requestAnimationFrame(() => paint(canvas));
    };
    for (const canvas of seen.keys()) if (!canvas.isConnected) { sizes.unobserve(canvas); seen.delete(canvas); } else draw(canvas);
    return h("figure", { class: "face", style: { "--shape": Math.min(3.4, Math.max(1.35, shape)).toFixed(3) } },
        h("canvas", { role: "img", "aria-label": picture
            ? `The clock's display${isDark ? " is dark" : ""}${local ? `; it is ${timeOf(local)}` : ""}` : "The clock's display",
            ready: (canvas) => { sizes.observe(canvas); draw(canvas); } }),
        picture?.showsCode && h("p", null, "The clock shows its code."));
}
