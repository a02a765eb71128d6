// @ts-check
// A game as plain text, to be pasted into a mail or a chat: the board, the moves, and a link.

import { nameAt } from "../board/geometry.js";

/**
 * The board with its coordinates, as in:
 *
 *     3 . . O
 *     2 . X .
 *     1 . . .
 *       a b c
 * @param {string} stones
 * @param {number} width
 * @param {number} height
 */
export function diagram(stones, width, height) {
  const room = String(height).length;
  const rows = Array.from({ length: height }, (_, fromTop) =>
    `${String(height - fromTop).padStart(room)} ${[...stones.slice(fromTop * width, (fromTop + 1) * width)].join(" ")}`);
  const letters = Array.from({ length: width }, (_, column) => nameAt(column, width, height)[0]);
  return [...rows, `${" ".repeat(room)} ${letters.join(" ")}`].join("\n");
}

/**
 * Moves in pairs, numbered: "1. b2 a1 2. c1".
 * @param {string[]} moves
 */
export function numberedMoves(moves) {
  return moves.map((move, i) => (i % 2 === 0 ? `${i / 2 + 1}. ${move}` : move)).join(" ");
}

/**
 * A position as one line of the program's notation.
 * @param {string} rules
 * @param {string} stones
 * @param {number} width
 * @param {"x"|"o"} side
 */
export function positionText(rules, stones, width, side) {
  const rows = [];
  for (let from = 0; from < stones.length; from += width) {
    rows.push(stones.slice(from, from + width).replace(/\.+/g, (empty) => String(empty.length)));
  }
  return `${rules} ${rows.join("/")} ${side}`;
}

/**
 * The points of a position's rows, as in `2X10O/15`: row by row from the top, each as "X", "O" or ".".
 * @param {string} rows
 */
export function stonesOf(rows) {
  return rows.replace(/\d+/g, (empty) => ".".repeat(Number(empty))).replaceAll("/", "");
}
