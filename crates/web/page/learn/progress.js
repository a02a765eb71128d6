// @ts-check
// Which lessons were answered, kept by the browser.

import { remembered } from "../storage.js";

/** @returns {Set<string>} */
export const answered = () => new Set((remembered.get("lessons") ?? "").split(",").filter(Boolean));

/** @param {string} id */
export function keepAnswered(id) {
  remembered.set("lessons", [...answered().add(id)].join(","));
}
