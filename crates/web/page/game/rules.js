// @ts-check
// Rules as text and as the fields of a form: `15x15x5:renju`, `7x6x4:drop,misere`.

/**
 * @typedef {object} RulesFields
 * @property {number} width
 * @property {number} height
 * @property {number} k
 * @property {"freestyle"|"exact"|"renju"} line
 * @property {boolean} drop
 * @property {boolean} misere
 */

/** The longest side of a board and the longest row. */
export const MOST = 20;

/**
 * @param {RulesFields} fields
 */
export function formatRules({ width, height, k, line, drop, misere }) {
  const variants = [line !== "freestyle" && line, drop && "drop", misere && "misere"].filter(Boolean);
  return `${width}x${height}x${k}${variants.length > 0 ? `:${variants.join(",")}` : ""}`;
}

/**
 * @param {string} text
 * @returns {RulesFields|null}
 */
export function parseRules(text) {
  const match = /^(\d+)x(\d+)x(\d+)(?::([a-z,]+))?$/.exec(text.trim());
  if (!match) return null;
  const variants = (match[4] ?? "").split(",").filter(Boolean);
  const line = variants.includes("renju") ? "renju" : variants.includes("exact") ? "exact" : "freestyle";
  return {
    width: Number(match[1]), height: Number(match[2]), k: Number(match[3]),
    line, drop: variants.includes("drop"), misere: variants.includes("misere"),
  };
}

/**
 * The fields made to fit together: Renju is played for five in a row, and without falling stones or misère.
 * @param {RulesFields} fields
 * @returns {RulesFields}
 */
export function fitting(fields) {
  return fields.line === "renju" ? { ...fields, k: 5, drop: false, misere: false } : fields;
}

/**
 * Which field is out of its range, or null.
 * @param {RulesFields} fields
 * @returns {"width"|"height"|"k"|null}
 */
export function badField(fields) {
  const bad = (/** @type {"width"|"height"|"k"} */ name) =>
    !Number.isInteger(fields[name]) || fields[name] < 1 || fields[name] > MOST;
  return /** @type {const} */ (["width", "height", "k"]).find(bad) ?? null;
}
