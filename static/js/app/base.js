// Sub-path below which the server is reached, such as "/signet"; empty without one. Templates write addresses with it.
export const BASE = document.documentElement.dataset.base ?? "";
