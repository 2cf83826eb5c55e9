// Ringing: comes up by itself on every open page.

export function ringing() {}
