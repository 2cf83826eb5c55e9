// Clock: the live face, the next ring, what plays, timers and the nap.

import { h, loading } from "./ui.js";
import { get } from "./store.js";
import { face } from "./face.js";

export default {
    title: "Clock",
    queries: [],
    faces: true,
    render() {
        const status = get("status")?.status;
        if (!status) return [h("h1", { class: "unseen" }, "Clock"), face(), loading()];
        return [h("h1", { class: "unseen" }, "Clock"), face()];
    },
};
