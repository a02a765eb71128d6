// @ts-check
// What the lessons on tables ask, and what is right: taken from what a table has just learned.

import { score } from "../tree/words.js";

/** @typedef {import("../../page-types/protocol.d.ts").LearnedMessage} Learned */
/** @typedef {import("../../page-types/protocol.d.ts").TableUpdate} TableUpdate */

/** A number of a table, as it is shown. */
export const shown = (/** @type {number} */ value) => (Math.round(value * 1000) / 1000).toFixed(3);

/**
 * The update that is asked about: the one that moves its value most, so that all answers can be told apart.
 * @param {Learned} learned
 */
export function askedUpdate({ updates }) {
  const change = (/** @type {TableUpdate} */ { before, after }) => Math.abs(after - before);
  return updates.reduce((most, update, i) => (change(update) > change(updates[most]) ? i : most), 0);
}

/**
 * @param {TableUpdate} update
 * @returns {{id: string, label: string}[]}
 */
export function updateAnswers({ before, target, after }) {
  const far = before + 0.75 * (target - before) === after ? before + 0.25 * (target - before) : before + 0.75 * (target - before);
  const labels = [...new Set([before, target, after, far].map(shown))].sort();
  return labels.map((label) => ({ id: label, label }));
}

/**
 * @param {TableUpdate} update
 * @param {string} answer
 * @returns {import("./questions.js").Verdict}
 */
export function judgeUpdate({ before, target, after, alpha }, answer) {
  const details = { before: shown(before), target: shown(target), after: shown(after), alpha: score(alpha) };
  if (answer === details.after) return { isRight: true, why: "right", details };
  const why = answer === details.target ? "wrong-update-target" : answer === details.before ? "wrong-update-before" : "wrong-update";
  return { isRight: false, why, details };
}

/**
 * @param {Learned} learned
 * @param {string} move
 * @returns {import("./questions.js").Verdict}
 */
export function judgeCell({ looks }, move) {
  const { values } = looks[looks.length - 1];
  const value = values.find((each) => each.move === move)?.value ?? null;
  if (value === null) return { isRight: false, why: "wrong-cell-none", details: {} };
  const most = Math.max(...values.map((each) => each.value ?? 0));
  const details = { move, value: shown(value) };
  return { isRight: value === most, why: value === most ? "right" : "wrong-cell", details };
}
