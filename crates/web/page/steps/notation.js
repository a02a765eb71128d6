// @ts-check
// In whose eyes values are told: everything for MAX, as textbooks draw trees, or each for the side to move, as negamax
// computes. And what nodes of a typed tree are called: A, B, C below the root, then A1, A2, then A1a.

import { remembered } from "../storage.js";
import { percent, parseBound, isBeyond } from "../tree/value.js";
import { couldDoBetter } from "../tree/words.js";

/** @typedef {"max"|"own"} Notation */
/** @typedef {import("./replay.js").Recording} Recording */
/** @typedef {import("./replay.js").Facts} Facts */
/** @typedef {import("../format.js").ValueFields} ValueFields */

/** Algorithms whose values can be told in either way. */
const BOTH = ["minimax", "alphabeta"];

/**
 * The notation that a reader has chosen, or the usual one: a whole tree is drawn for MAX.
 * @param {Recording} recording
 * @param {boolean} isWhole
 * @returns {Notation}
 */
export function notationOf({ algorithm }, isWhole) {
  const usual = isWhole ? "max" : "own";
  if (!BOTH.includes(algorithm)) return usual;
  const chosen = remembered.get("notation");
  return chosen === "max" || chosen === "own" ? chosen : usual;
}

/** Whether there is a choice. */
export const hasNotation = (/** @type {Recording} */ { algorithm }) => BOTH.includes(algorithm);

/** @param {Notation} notation */
export function chooseNotation(notation) {
  remembered.set("notation", notation);
}

/** The player of a node in a tree for MAX. */
export const playerName = (/** @type {"x"|"o"} */ side) => (side === "x" ? "MAX" : "MIN");

/**
 * A node of a typed tree by the numbers of the branches that lead there: ["2", "1"] is B1.
 * @param {string[]} path
 * @param {string} root
 */
export function nodeName(path, root) {
  if (path.length === 0) return root;
  return path.map((move, ply) => (ply % 2 === 1 ? move : letters(Number(move), ply === 0 ? 65 : 97))).join("");
}

/**
 * 1 is A, 26 is Z, 27 is AA.
 * @param {number} count
 * @param {number} first
 * @returns {string}
 */
function letters(count, first) {
  const rest = Math.floor((count - 1) / 26);
  return (rest > 0 ? letters(rest, first) : "") + String.fromCharCode(first + ((count - 1) % 26));
}

/**
 * What a value is in numbers: +1, 0, −1, points, or a share in percent.
 * @param {ValueFields} fields for `side`
 * @param {"x"|"o"} side
 * @param {Notation} notation
 * @returns {number|null}
 */
export function worth({ value, kind }, side, notation) {
  const turns = notation === "max" && side === "o";
  if (typeof value === "number") return kind === "chance" ? (turns ? 1 - value : value) : turns ? 0 - value : value;
  if (value === null) return null;
  const own = value === "win" ? 1 : value === "loss" ? -1 : 0;
  return turns ? 0 - own : own;
}

/**
 * A number as a tree shows it. Where the game is won, drawn or lost it has its sign; distances stand behind it.
 * @param {ValueFields} fields for `side`
 * @param {"x"|"o"} side
 * @param {Notation} notation
 */
export function worthText(fields, side, notation) {
  const number = worth(fields, side, notation);
  if (number === null) return "";
  if (fields.kind === "chance") return `${percent(number)}%`;
  const plies = fields.plies ?? null;
  const far = plies !== null && plies > 0 ? ` (${plies})` : "";
  return `${isResult(fields) && number > 0 ? "+" : ""}${minus(number)}${far}`;
}

/** @param {ValueFields} fields */
const isResult = ({ value }) => value === "win" || value === "loss";

/** @param {number} number */
export const minus = (number) => String(number).replace("-", "\u2212");

/**
 * Alpha and beta as a reader of this notation has them.
 * @param {[string|null, string|null]|null} window for `side`
 * @param {"x"|"o"} side
 * @param {Notation} notation
 * @returns {{alpha: string, beta: string}|null}
 */
export function windowOf(window, side, notation) {
  if (!window) return null;
  const turns = notation === "max" && side === "o";
  const [low, high] = turns ? [window[1], window[0]] : window;
  const text = (/** @type {string|null} */ bound, /** @type {string} */ open) => {
    const parsed = isBeyond(bound) ? null : parseBound(bound);
    return parsed === null ? open : worthText(parsed, side, notation);
  };
  return { alpha: text(low, "\u2212\u221e"), beta: text(high, "+\u221e") };
}

/**
 * The sign before a node's value: `≥` where MAX (or whoever is to move) may still do better, or could have.
 * @param {Facts} facts
 * @param {"x"|"o"} side
 * @param {Notation} notation
 * @param {boolean} isMean a mean in the making is no bound
 */
export function relation({ value, entered, isLeft, isLeaf }, side, notation, isMean) {
  if (!value || isLeaf || isMean) return "";
  const better = isLeft ? couldDoBetter({ ...value, side, window: entered }) : side;
  if (better === null) return "";
  return (notation === "max" ? better === "x" : better === side) ? "\u2265" : "\u2264";
}
