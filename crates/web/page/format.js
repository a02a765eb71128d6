// @ts-check
// Values and numbers as people read them. A value always carries how certain it is, in words and in colour: an
// estimate never looks like a proof.

import { tag } from "./languages.js";
import { has, language, t } from "./text.js";
import { sideName } from "./sides.js";

/** @typedef {import("../page-types/protocol.d.ts").ValueFields} ValueFields */

/**
 * "wins in 5 ply, proven", or with a side "X: draw, proven".
 * @param {ValueFields} fields
 * @param {"x"|"o"|null} [side] whose value it is
 */
export function valueText(fields, side = null) {
  const value = valueWords(fields);
  const told = !isKnown(fields)
    ? value
    : t("page.value-certainty", { value, certainty: t(`page.${fields.certainty}`) });
  return side ? t("page.value-of", { side: sideName(side), value: told }) : told;
}

/**
 * Whether anything is known of a value: itself, or a bound of it.
 * @param {ValueFields} fields
 */
export function isKnown(fields) {
  return fields.certainty !== "unknown" && fields.kind !== "unknown" && (fields.value !== null || boundOf(fields) !== null);
}

/**
 * Of a value that is only bounded, the bound as if it were the value, and on which side it lies; null for all others.
 * @param {ValueFields} fields
 * @returns {{side: "at-most"|"at-least", bound: ValueFields}|null}
 */
export function boundOf({ at_most, at_least, ...rest }) {
  if (at_most !== undefined) return { side: "at-most", bound: { ...rest, value: at_most } };
  return at_least !== undefined ? { side: "at-least", bound: { ...rest, value: at_least } } : null;
}

/**
 * @param {ValueFields} fields
 * @returns {string}
 */
function valueWords(fields) {
  const { value, certainty, kind, plies } = fields;
  const bounded = boundOf(fields);
  if (bounded) {
    const { side, bound } = bounded;
    return typeof bound.value === "number"
      ? t(`value.chance-${side}`, { percent: percent(bound.value) })
      : t(`value.${side}`, { result: valueWords(bound) });
  }
  if (typeof value === "string") {
    const known = plies !== null && plies !== undefined && value !== "draw";
    const result = known ? t(`value.${value}-in`, { plies }) : t(`value.${value}`);
    return certainty === "estimate" ? t("value.likely", { result }) : result;
  }
  if (value === null || kind === "unknown") return t("value.unknown");
  return kind === "points"
    ? t("value.points", { points: signed(value) })
    : t("value.chance", { percent: percent(value) });
}

/**
 * A few characters, for a point of the board: "W5", "=", "+12", "62%", "≤41%"; an estimated result with a "~".
 * @param {ValueFields} fields
 * @returns {string}
 */
export function valueShort(fields) {
  const { value, certainty, kind, plies } = fields;
  const bounded = boundOf(fields);
  if (bounded) return (bounded.side === "at-most" ? "\u2264" : "\u2265") + valueShort(bounded.bound);
  if (typeof value === "string") {
    const distance = plies !== null && plies !== undefined && value !== "draw" ? plies : "";
    return (certainty === "estimate" ? "~" : "") + t(`page.short-${value}`) + distance;
  }
  if (value === null || value === undefined || kind === "unknown") return "?";
  return kind === "points" ? signed(value) : `${percent(value)}%`;
}

/**
 * How good a value is, from -1 (lost) over 0 (even) to 1 (won), or null when nobody knows: a bound does not tell. Points have no end: they
 * are pressed into the scale, and estimates never reach what is proven.
 * @param {ValueFields} fields
 * @returns {number|null}
 */
export function goodness({ value, certainty, kind }) {
  const most = certainty === "proven" ? 1 : 0.9;
  if (value === "win") return most;
  if (value === "loss") return -most;
  if (value === "draw") return 0;
  if (value === null || value === undefined || kind === "unknown") return null;
  return kind === "points" ? 0.85 * Math.tanh(value / 60) : 0.85 * (2 * Math.min(1, Math.max(0, value)) - 1);
}

/**
 * The colour of a value: blue for good, orange for bad, grey for even, paler the less it says. Blue and orange are told
 * apart by all common kinds of colour vision.
 * @param {ValueFields} fields
 */
export function valueColor(fields) {
  const good = goodness(fields);
  return good === null ? "#b3bac2" : scaleColor(good);
}

const BAD = [213, 94, 0];
const EVEN = [128, 137, 148];
const GOOD = [0, 98, 178];

/**
 * @param {number} good from -1 to 1
 */
export function scaleColor(good) {
  const end = good < 0 ? BAD : GOOD;
  const share = Math.min(1, Math.abs(good));
  const mixed = EVEN.map((even, i) => Math.round(even + (end[i] - even) * share));
  return `rgb(${mixed.join(", ")})`;
}

/**
 * A count with its thousands marked: 12 345.
 * @param {number} n
 */
export function number(n) {
  return new Intl.NumberFormat(tag(language())).format(Math.round(n));
}

/**
 * A count in few characters: 950, 12.3k, 4.5M.
 * @param {number} n
 */
export function compact(n) {
  if (n < 1000) return String(Math.round(n));
  for (const [size, unit] of /** @type {[number, string][]} */ ([[1e9, "G"], [1e6, "M"], [1e3, "k"]])) {
    if (n >= size * 0.9995) return `${(n / size).toFixed(n >= size * 99.95 ? 0 : 1)}${unit}`;
  }
  return "1.0k";
}

/**
 * A time: 210 ms, 3.4 s, 2:05.
 * @param {number} milliseconds
 */
export function time(milliseconds) {
  if (milliseconds < 1) return "<1 ms";
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 99.95) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** @param {number} points */
function signed(points) {
  const text = String(Math.round(points * 10) / 10).replace("-", "\u2212");
  return points > 0 ? `+${text}` : text;
}

/** @param {number} share */
function percent(share) {
  return Math.round(share * 100);
}

/**
 * A word of the rules in the reader's language; words that the language shares with the program stay as they are.
 * @param {string} word such as "double-three"
 */
export function term(word) {
  return has(`term.${word}`) ? t(`term.${word}`) : word;
}
