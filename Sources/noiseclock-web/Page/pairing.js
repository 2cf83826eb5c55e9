// Pairing: asked for at the first change. The clock shows six digits, and whoever reads them there stands beside it.

import { button, field, h, icon, sheet, toast } from "./ui.js";
import { known, learn, limits, request, schemaOf } from "./api.js";

/** What this browser is called in the clock's list of devices, as well as it can be guessed. */
function guessedName() {
    const about = navigator.userAgent;
    const machine = [["iPhone", /iPhone/], ["iPad", /iPad|Macintosh.*Mobile/], ["Android phone", /Android.*Mobile/],
        ["Android tablet", /Android/], ["Mac", /Macintosh/], ["Windows", /Windows/], ["Chromebook", /CrOS/],
        ["Linux", /Linux/]].find(([, form]) => form.test(about))?.[0];
    const browser = [["Edge", /Edg/], ["Firefox", /Firefox|FxiOS/], ["Chrome", /Chrome|CriOS/],
        ["Safari", /Safari/]].find(([, form]) => form.test(about))?.[0];
    return [browser, machine].filter(Boolean).join(" on ") || "Browser";
}

/**
 * Opens the sheet; gives true once this browser is paired, false if the person would rather not.
 * @param scanned The code, if it was scanned from the clock's display: it is tried at once, and no other one is asked for.
 */
export const ask = (scanned = "") => new Promise((done) => {
    const form = { code: scanned, name: guessedName() };
    let refused = null;
    let shown = null;
    let busy = false;
    let isPaired = false;

    const schema = (name) => known() ? schemaOf("POST", "pair/confirm", name) : null;
    const isWhole = (code) => new RegExp(schema("code")?.pattern ?? "^$").test(code);
    const show = async () => {
        [shown, refused] = [null, null];
        opened.update();
        try { shown = (await request("POST", "pair", {}, { ask: false })).pairing ?? {}; } catch (refusal) { refused = refusal; }
        opened.update();
    };
    const confirm = async (event, close) => {
        event?.preventDefault();
        if (busy || !form.code || (known() && !isWhole(form.code))) return;
        busy = true;
        opened.update();
        try {
            await request("POST", "pair/confirm", { code: form.code, name: form.name.trim() || guessedName() }, { ask: false });
            isPaired = true;
            close();
            toast("Paired. You can change everything now.");
        } catch (refusal) {
            refused = refusal;
            form.code = "";
        }
        busy = false;
        opened.update();
        opened.dialog.querySelector("#pair-code")?.focus();
    };
    const explanation = () => {
        if (scanned && !refused) return [h("p", { class: "pair-lead" }, icon("lock"), h("span", null, "This is the scanned code."))];
        if (shown) return [h("p", { class: "pair-lead" }, icon("lock"),
            h("span", null, "The clock shows six digits now. Type them here.")),
            h("small", null, "A small display shows them in two halves.")];
        if (!refused) return h("p", { class: "pair-lead" }, icon("lock"), h("span", null, "The clock is asked for a code …"));
        return [h("p", { class: "reason", role: "alert" }, refused.message),
            h("small", null, "Hold both buttons of the clock for three seconds: it shows a code at once, whatever the wait.")];
    };
    const opened = sheet({ title: "Pair with the clock", closed: () => done(isPaired), content: (close) => h("form",
        { class: "column", onsubmit: (event) => confirm(event, close) },
        h("div", { class: "group" }, explanation()),
        field({ label: "Code", id: "pair-code", error: shown && refused && refused.field !== "name" ? refused.message : null,
            input: h("input", { class: "code", inputmode: "numeric", autocomplete: "one-time-code",
            pattern: schema("code")?.pattern, placeholder: "······", value: form.code, disabled: busy,
            oninput: (event) => { form.code = event.target.value = event.target.value.replace(/\D/g, "").slice(0,
                schema("code")?.examples[0].length);
                if (isWhole(form.code)) confirm(null, close); } }) }),
        field({ label: "Name of this device", id: "pair-name", error: refused?.field === "name" ? refused.message : null,
            hint: `The clock remembers this browser at ${location.host}.`,
            input: h("input", { ...limits(schema("name")), value: form.name, autocomplete: "off",
            oninput: (event) => { form.name = event.target.value; } }) }),
        h("div", { class: "actions spread" }, button({ kind: "quiet", onclick: show }, ["Show a new code"]),
            button({ kind: "primary", type: "submit", disabled: busy }, ["Pair"]))) });
    opened.dialog.querySelector("#pair-code").focus();
    // Whoever types faster than the description comes waits for nothing.
    learn().then(() => { opened.update(); if (isWhole(form.code)) confirm(null, opened.close); }, opened.update);
    if (!scanned) show();
});

/** Opens a sheet with a code for another device, to scan or to type there. Only paired devices are told the code. */
export function share() {
    let shown = null, refused = null;
    const opened = sheet({ title: "Pair another device", content: () => h("div", { class: "column" },
        refused ? h("p", { class: "reason", role: "alert" }, refused.message)
        : !shown ? h("p", { class: "pair-lead" }, icon("lock"), h("span", null, "The clock is asked for a code …"))
        : [shown.link && h("img", { class: "square", src: `/qr.svg?link=${encodeURIComponent(shown.link)}`,
            alt: `QR code of ${shown.link}` }),
        h("p", null, shown.link ? "Scan this with the other device, or open this page there and type the code."
            : "Open this page on the other device and type the code."),
        h("output", { class: "code-shown" }, `${shown.code?.slice(0, 3)} ${shown.code?.slice(3)}`),
        h("small", null, "The code is good for two minutes and for one device. The clock shows it, too.")]) });
    request("POST", "pair", {}, { ask: false }).then((reply) => { shown = reply.pairing ?? {}; }, (refusal) => { refused = refusal; })
        .finally(opened.update);
}
