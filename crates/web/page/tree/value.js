// @ts-check
// Values of a tree as a reader wants them: said of a side by name. The program says what a position is worth to the side
// to move there; in a tree that side changes from row to row, and a reader would have to turn every second value round.

import { other } from "../board/geometry.js";
import { boundOf } from "../format.js";
import { sideName } from "../sides.js";

/** @typedef {import("../format.js").ValueFields} ValueFields */
/** @typedef {"x"|"o"} Side */
/** @typedef {(key: string, details?: Record<string, string|number>) => string} Say */

/** More than the points of any evaluation, as in crates/search/src/score.rs. */
const WON = 1e9;

/**
 * One number to compare values by: won sooner > won later > points > lost later > lost sooner. Null for what nobody
 * knows.
 * @param {ValueFields} fields
 * @returns {number|null}
 */
export function rank({ value, plies, kind }) {
  if (value === "win") return WON - (plies ?? 0);
  if (value === "loss") return (plies ?? 0) - WON;
  if (value === "draw") return 0;
  return typeof value === "number" && kind !== "unknown" ? value : null;
}

/**
 * The same value for the other side.
 * @param {ValueFields} fields
 * @returns {ValueFields}
 */
export function turned({ at_most, at_least, ...fields }) {
  const turn = (/** @type {import("../../page-types/protocol.d.ts").Worth} */ value) => {
    if (typeof value === "number") return fields.kind === "chance" ? 1 - value : 0 - value;
    return value === "win" ? "loss" : value === "loss" ? "win" : value;
  };
  return {
    ...fields,
    value: fields.value === null ? null : turn(fields.value),
    ...(at_most === undefined ? {} : { at_least: turn(at_most) }),
    ...(at_least === undefined ? {} : { at_most: turn(at_least) }),
  };
}

/**
 * The same value one ply earlier, for the side that moved there: what a move is worth that leads to such a position.
 * @param {ValueFields} fields
 * @returns {ValueFields}
 */
export function forParent(fields) {
  const plies = fields.plies ?? null;
  return { ...turned(fields), plies: plies === null ? null : plies + 1 };
}

/**
 * A bound of alpha-beta's window as the program writes it ("win in 3", "+0"); null is a side that is open.
 * @param {string|null} text
 * @returns {ValueFields|null}
 */
export function parseBound(text) {
  if (text === null || text === undefined) return null;
  const decided = /^(win|loss|draw)(?: in (-?\d+))?$/.exec(text);
  if (decided) {
    const value = /** @type {"win"|"loss"|"draw"} */ (decided[1]);
    return { value, certainty: "proven", kind: "result", plies: decided[2] ? Number(decided[2]) : null };
  }
  return { value: Number(text.replace("\u2212", "-")), certainty: "estimate", kind: "points" };
}

/** Bounds that no value reaches, which the program leaves open as it does those that bound nothing. */
const ABOVE_ALL = "win in -1";
const BELOW_ALL = "loss in -1";

/**
 * A node's window with its bounds told apart: one that is open because its parent has not bounded it, and one that lies
 * beyond every value because above a win at once is known already, so that nothing in the node matters any more.
 * @param {[string|null, string|null]|null|undefined} window
 * @param {[string|null, string|null]|null|undefined} above the parent's window when the node was entered
 * @returns {[string|null, string|null]|null}
 */
export function toldApart(window, above) {
  if (!window) return null;
  const [alpha, beta] = window;
  const beyondBeta = above?.[1] === "loss in 0" || above?.[1] === BELOW_ALL;
  return [alpha === null && beyondBeta ? ABOVE_ALL : alpha, beta === null && above?.[0] === ABOVE_ALL ? BELOW_ALL : beta];
}

/**
 * Whether a bound lies beyond every value.
 * @param {string|null|undefined} text
 */
export function isBeyond(text) {
  return text === ABOVE_ALL || text === BELOW_ALL;
}

/**
 * Whether the search of this spec gives points to positions; without, the only value between won and lost is a draw.
 * @param {string} spec
 */
export function givesPoints(spec) {
  return /[:,]eval=(?!none)/.test(spec);
}

/**
 * What a bound means in words, for the side to move. A search without an evaluation knows no points: 0 is a draw there, and
 * a bound one beside it asks whether a move is as good as a draw.
 * @param {string|null} text
 * @param {boolean} points whether the search gives points
 * @param {Say} t
 */
export function boundText(text, points, t) {
  const bound = parseBound(text);
  if (bound === null) return t("tree.open");
  if (isBeyond(text)) return t(`tree.bound-beyond-${bound.value}`);
  if (bound.kind === "points" && !points) {
    const number = Number(bound.value);
    return t(number === 0 ? "tree.bound-draw" : number > 0 ? "tree.bound-above-draw" : "tree.bound-below-draw");
  }
  return boundWords(bound, t);
}

/**
 * A bound in two or three characters: "W3", "=", "L2", "+12"; with a sign beside a draw where the bound is one beside it.
 * @param {string|null} text
 * @param {boolean} points whether the search gives points
 * @param {Say} t
 */
export function boundShort(text, points, t) {
  const bound = parseBound(text);
  if (bound === null) return "\u221e";
  if (isBeyond(text)) return `>${t(`tree.mark-${bound.value}`)}`;
  if (typeof bound.value !== "number") return t(`tree.mark-${bound.value}`) + (bound.plies ?? "");
  if (points) return signed(bound.value);
  return t("tree.mark-draw") + (bound.value === 0 ? "" : bound.value > 0 ? "+" : "\u2212");
}

/**
 * What a side is sure of when its bound is this, as a noun: "a win in 3".
 * @param {ValueFields} bound
 * @param {boolean} points
 * @param {Say} t
 */
export function sureOf(bound, points, t) {
  if (bound.kind === "points" && points) return t("tree.a-points", { points: signed(Number(bound.value)) });
  if (typeof bound.value === "number") {
    return bound.kind === "chance" ? t("tree.a-chance", { percent: percent(bound.value) }) : t("tree.a-draw");
  }
  const plies = bound.plies ?? null;
  if (bound.value === "draw" || bound.value === null) return t("tree.a-draw");
  return plies === null ? t(`tree.a-${bound.value}`) : t(`tree.a-${bound.value}-in`, { plies });
}

/**
 * @param {ValueFields} bound
 * @param {Say} t
 */
function boundWords({ value, plies }, t) {
  if (typeof value === "number") return signed(value);
  const known = plies !== null && plies !== undefined;
  return known ? t(`tree.bound-${value}-in`, { plies }) : t(`tree.bound-${value}`);
}

/**
 * A value with the side it is good for: "X wins in 3", "draw", "O scores 62%".
 * @param {ValueFields} fields for `side`
 * @param {Side} side
 * @param {Say} t
 */
export function valueOfSide(fields, side, t) {
  return worded(fields, side, t, "value");
}

/**
 * The same in few characters, for a node: "X in 3", "draw", "X 62%".
 * @param {ValueFields} fields for `side`
 * @param {Side} side
 * @param {Say} t
 */
export function shortOfSide(fields, side, t) {
  return worded(fields, side, t, "short");
}

/**
 * A value that is perhaps only a bound, in few characters. Bounds are always told for X, as the legend says: "≥ draw" is at
 * least a draw for X, "≤ O in 4" leaves it open whether O wins sooner.
 * @param {ValueFields} fields for `side`
 * @param {Side} side
 * @param {Side|null} better who may do better than this; null when it is the value itself
 * @param {Say} t
 */
export function shortBound(fields, side, better, t) {
  if (better === null) return shortOfSide(fields, side, t);
  const value = shortOfSide(side === "x" ? fields : turned(fields), "x", t);
  return t(better === "x" ? "tree.short-bound-least" : "tree.short-bound-most", { value });
}

/**
 * @param {ValueFields} fields
 * @param {Side} side
 * @param {Say} t
 * @param {"value"|"short"} length
 * @returns {string}
 */
function worded(fields, side, t, length) {
  const bounded = boundOf(fields);
  if (bounded) {
    // A result names its winner, whoever it is for: only with its side a bound has a direction.
    if (length === "short") return shortBound(bounded.bound, side, bounded.side === "at-least" ? side : other(side), t);
    return t(`tree.value-${bounded.side}`, { side: sideName(side), value: worded(bounded.bound, side, t, length) });
  }
  const { value, certainty, kind } = fields;
  const plies = fields.plies ?? null;
  if (value === "draw") return likely(t(`tree.${length}-draw`), certainty, t, length);
  if (value === "win" || value === "loss") {
    const winner = sideName(value === "win" ? side : other(side));
    if (plies === 0) return t(`tree.${length}-won`, { side: winner });
    const said = plies === null
      ? t(`tree.${length}-wins`, { side: winner })
      : t(`tree.${length}-wins-in`, { side: winner, plies });
    return likely(said, certainty, t, length);
  }
  if (typeof value !== "number" || kind === "unknown") return t(`tree.${length}-unknown`);
  return kind === "points"
    ? t(`tree.${length}-points`, { side: sideName(side), points: signed(value) })
    : t(`tree.${length}-chance`, { side: sideName(side), percent: percent(value) });
}

/**
 * @param {string} said
 * @param {string} certainty
 * @param {Say} t
 * @param {"value"|"short"} length
 */
function likely(said, certainty, t, length) {
  return certainty === "estimate" ? t(`tree.${length}-likely`, { value: said }) : said;
}

/** @param {number} points */
export function signed(points) {
  return (points > 0 ? "+" : points < 0 ? "\u2212" : "") + Math.abs(Math.round(points * 10) / 10);
}

/** @param {number} share */
export function percent(share) {
  return Math.round(share * 100);
}
