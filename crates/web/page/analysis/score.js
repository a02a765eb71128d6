// @ts-check
// What a value promises: 1 for a win, a half for a draw, nothing for a loss.

/**
 * The expected score, or null where the value does not tell.
 * @param {import("../format.js").ValueFields} fields
 */
export function expected({ value, kind }) {
  if (value === "win") return 1;
  if (value === "draw") return 0.5;
  if (value === "loss") return 0;
  return kind === "chance" && typeof value === "number" ? value : null;
}
