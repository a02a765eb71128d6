// @ts-check
// What is known of a puzzle before anybody tries it.

import { stonesOf } from "../game/diagram.js";
import { shapeOf } from "../steps/panel.js";
import { t } from "../text.js";

/** @typedef {import("../../page-types/protocol.d.ts").Puzzle} Puzzle */
/**
 * A puzzle that can be chosen: `number` is the program's, counted from 1; `text` is of one's own.
 * @typedef {Puzzle & {number?: number, text?: string}} Offered
 */

/** @param {Puzzle} puzzle */
export function rulesOf({ position }) {
  return position.split(" ")[0];
}

/** @param {Puzzle} puzzle */
export function drawingOf({ position }) {
  const [rules, rows] = position.split(" ");
  return { ...shapeOf(rules), stones: stonesOf(rows), small: true };
}

/** @param {number} grade */
export function gradeName(grade) {
  return t("page.puzzle-grade", { grade });
}
