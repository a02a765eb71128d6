// @ts-check
// Two searches of the same position, in one sentence: whether they agree, and what the lesser one saved.

import { number } from "../format.js";
import { valueOfSide } from "../tree/value.js";
import { nodeName, worthText } from "./notation.js";
import { stepValue } from "./replay.js";

/** @typedef {import("./replay.js").Recording} Recording */
/** @typedef {import("../tree/value.js").Say} Say */

/**
 * @param {Recording} a
 * @param {Recording} b
 * @param {Say} t
 */
export function comparison(a, b, t) {
  const [answers, nodes] = [agreement(a, b, t), effort(a, b, t)];
  return nodes === null ? answers : t("steps.compare", { answers, nodes });
}

/**
 * @param {Recording} a
 * @param {Recording} b
 * @param {Say} t
 */
function agreement(a, b, t) {
  const [first, second] = [a, b].map((recording) => ({
    name: shortName(recording, a, b, t),
    move: recording.text === null ? recording.best ?? "?" : nodeName([recording.best ?? "1"], ""),
    value: recording.text === null ? valueOfSide(stepValue(recording, recording.numbers), recording.side, t)
      : worthText(stepValue(recording, recording.numbers), recording.side, "max"),
  }));
  if (first.move === second.move && first.value === second.value) return t("steps.compare-same", first);
  if (first.move === second.move) return t("steps.compare-same-move", pair(first, second));
  return t("steps.compare-differ", pair(first, second));
}

/**
 * @param {{name: string, move: string, value: string}} first
 * @param {{name: string, move: string, value: string}} second
 */
function pair(first, second) {
  return {
    first: first.name, move: first.move, value: first.value,
    second: second.name, other: second.move, worth: second.value,
  };
}

/**
 * Nodes are compared where both count the same thing: positions looked at.
 * @param {Recording} a
 * @param {Recording} b
 * @param {Say} t
 */
function effort(a, b, t) {
  if (a.search !== "depth-first" || b.search !== "depth-first") return null;
  if (a.nodes === b.nodes) return t("steps.compare-equal", { count: number(a.nodes) });
  const [more, fewer] = a.nodes > b.nodes ? [a, b] : [b, a];
  return t("steps.compare-fewer", {
    first: shortName(more, a, b, t), count: number(more.nodes),
    second: shortName(fewer, a, b, t), fewer: number(fewer.nodes),
    percent: savedPercent(more.nodes, fewer.nodes),
  });
}

/**
 * How many percent fewer; never 100, for something was looked at.
 * @param {number} more
 * @param {number} fewer
 */
export function savedPercent(more, fewer) {
  return Math.min(99, Math.round(100 * (1 - fewer / more)));
}

/**
 * The algorithm's name, or its whole spec when both are the same algorithm.
 * @param {Recording} recording
 * @param {Recording} a
 * @param {Recording} b
 * @param {Say} t
 */
function shortName(recording, a, b, t) {
  return a.algorithm === b.algorithm ? recording.spec : t(`steps.algorithm-${recording.algorithm}`);
}
