// @ts-check
// The game on a board that was turned or mirrored: the same game, seen from elsewhere. Both together lead to all eight ways of
// looking at a square board. Where stones fall there is only the mirror.

import { parsePoint, pointName } from "../board/geometry.js";
import { positionText, stonesOf } from "./diagram.js";

/** @typedef {"rotate"|"mirror"} Kind */

/**
 * Where a point goes on a board of this size.
 * @param {Kind} kind
 * @param {string} name
 * @param {{width: number, height: number}} board
 */
export function movedPoint(kind, name, { width }) {
  const { column, row } = parsePoint(name);
  return kind === "rotate" ? pointName(row, width - 1 - column) : pointName(width - 1 - column, row);
}

/**
 * The rules of the board afterwards.
 * @param {Kind} kind
 * @param {string} rules
 */
export function movedRules(kind, rules) {
  return kind === "rotate" ? rules.replace(/^(\d+)x(\d+)x/, "$2x$1x") : rules;
}

/**
 * A position as text, afterwards.
 * @param {Kind} kind
 * @param {string} position
 */
export function movedPosition(kind, position) {
  const [rules, rows, side] = position.split(" ");
  const [width, height] = rules.split("x").map(Number);
  const stones = stonesOf(rows);
  const next = movedRules(kind, rules);
  const [w, h] = kind === "rotate" ? [height, width] : [width, height];
  const moved = Array.from({ length: stones.length }, () => ".");
  for (let i = 0; i < stones.length; i += 1) {
    const { column, row } = parsePoint(movedPoint(kind, pointName(i % width, height - 1 - Math.floor(i / width)), { width, height }));
    moved[(h - 1 - row) * w + column] = stones[i];
  }
  return positionText(next, moved.join(""), w, side === "o" ? "o" : "x");
}
