// @ts-check
// What a node of a searched tree says in words: its value, its window, why it was cut, what UCT thinks of it.

import { other } from "../board/geometry.js";
import { number } from "../format.js";
import { boundText, forParent, isBeyond, parseBound, rank, sureOf, turned, valueOfSide } from "./value.js";
import { sideName } from "../sides.js";

/** @typedef {import("./model.js").TreeNode} TreeNode */
/** @typedef {import("./value.js").ValueFields} ValueFields */
/** @typedef {import("./value.js").Say} Say */

/**
 * Why the rest of a node was not looked at: "O is already sure of a draw elsewhere (beta = draw), …".
 * @param {{side: "x"|"o", window: [string|null, string|null]|null, skipped: number}} cut `side` is to move there
 * @param {ValueFields} reached what the side to move can reach, for that side
 * @param {boolean} points whether the search gives points
 * @param {Say} t
 */
export function cutReason({ side, window, skipped }, reached, points, t) {
  const beta = window?.[1] ?? null;
  const bound = parseBound(beta);
  const reason = bound === null || isBeyond(beta) ? t("tree.cut-settled") : t("tree.cut-reason", {
    opponent: sideName(other(side)),
    side: sideName(side),
    elsewhere: sureOf(elsewhere(bound, points), points, t),
    beta: boundText(beta, points, t),
    reached: sureOf(reached, points, t),
  });
  return skipped === 0
    ? t("tree.cut-last", { reason })
    : t(skipped === 1 ? "tree.cut-skipped-one" : "tree.cut-skipped", { reason, count: number(skipped) });
}

/**
 * A bound of a node, as what its opponent is sure of: a bound one beside a draw stands for a draw where ties count.
 * @param {ValueFields} bound
 * @param {boolean} points
 * @returns {ValueFields}
 */
function elsewhere(bound, points) {
  const draw = bound.kind === "points" && !points;
  return draw ? { value: "draw", certainty: "proven", kind: "result" } : forParent(bound);
}

/**
 * Who could do better than what a node returned: at or beyond beta it may be more, at or below alpha less. Null when it is
 * exact, or cannot be beaten: nothing is better than to win with the next move, or worse than to lose to the answer.
 * @param {ValueFields & {side: "x"|"o", window?: [string|null, string|null]|null}} node its value is for `side`
 * @returns {"x"|"o"|null}
 */
export function couldDoBetter({ window, side, ...fields }) {
  const value = rank(fields);
  const plies = fields.plies ?? null;
  if (!window || value === null || plies === 0) return null;
  const [alpha, beta] = window.map((text) => parseBound(text)).map((bound) => (bound === null ? null : rank(bound)));
  if (beta !== null && value >= beta) return fields.value === "win" && (plies ?? 1) <= 1 ? null : side;
  if (alpha !== null && value <= alpha) return fields.value === "loss" && (plies ?? 2) <= 2 ? null : other(side);
  return null;
}

/**
 * Value and side that a node's number is told for: a share of won games belongs to who moved there, as in the
 * literature; results name their winner anyway.
 * @param {ValueFields & {side: "x"|"o", move: string|null}} node
 * @returns {{fields: ValueFields, side: "x"|"o"}}
 */
export function toldFor({ side, move, ...fields }) {
  return fields.kind === "chance" && move !== null ? { fields: turned(fields), side: other(side) } : { fields, side };
}

/**
 * The value of a node; of a bound also for whom it may be better.
 * @param {ValueFields & {side: "x"|"o", move: string|null, window?: [string|null, string|null]|null}} node
 * @param {Say} t
 */
export function nodeValue(node, t) {
  const told = toldFor(node);
  const value = valueOfSide(told.fields, told.side, t);
  const better = couldDoBetter(node);
  return better === null ? value : t("tree.or-better", { value, side: sideName(better) });
}

/**
 * @param {[string|null, string|null]} window
 * @param {boolean} points
 * @param {Say} t
 */
export function windowText(window, points, t) {
  return t("tree.window", { alpha: boundText(window[0], points, t), beta: boundText(window[1], points, t) });
}

/** @param {number} value */
export function decimals(value) {
  return Number.isFinite(value) ? value.toFixed(3) : "\u221e";
}

/**
 * Wins and means without noise: 12, 12.5, 0.63.
 * @param {number} value
 */
export function score(value) {
  return String(Math.round(value * 100) / 100);
}
