// @ts-check
// Where points lie: names, places in the text of stones, and places in the drawing.
//
// A point's name is a letter for the column from the left and a number for the row from below (`b2`). The text of
// stones that the program sends goes row by row from the top. Every drawing uses the same cells, whatever its look,
// so that clicks, ghosts and overlays need to know one geometry only.

/** @typedef {{column: number, row: number}} Point column from the left and row from below, both from 0 */
/** @typedef {import("../../page-types/protocol.d.ts").Side} Side */

/** Units of the drawing for one cell. */
export const CELL = 40;

/** @typedef {{left: number, right: number, top: number, bottom: number}} Margins */

/**
 * The room round a board: at the left and below for its coordinates, which grow with the board so that they look the
 * same on all of them; hardly any round a thumbnail, which has none.
 * @param {number} width
 * @param {number} height
 * @param {boolean} [small]
 * @returns {Margins}
 */
export function marginsOf(width, height, small = false) {
  const wide = small ? 3 : 6 + 1.1 * Math.max(width, height);
  const narrow = small ? 3 : 0.3 * wide;
  return { left: wide, bottom: wide, top: narrow, right: narrow };
}

/**
 * @param {number} column
 * @param {number} row from below, from 0
 */
export function pointName(column, row) {
  return String.fromCharCode(97 + column) + (row + 1);
}

/**
 * @param {string} name
 * @returns {Point}
 */
export function parsePoint(name) {
  const match = /^([a-t])([1-9][0-9]?)$/i.exec(name);
  if (!match) throw new Error(`'${name}' is not a point`);
  return { column: match[1].toLowerCase().charCodeAt(0) - 97, row: Number(match[2]) - 1 };
}

/**
 * Whether a text is a point of this board.
 * @param {string} name
 * @param {number} width
 * @param {number} height
 */
export function isPoint(name, width, height) {
  const match = /^([a-t])([1-9][0-9]?)$/i.exec(name);
  return !!match && match[1].toLowerCase().charCodeAt(0) - 97 < width && Number(match[2]) <= height;
}

/**
 * The place of a point in the text of stones.
 * @param {string} name
 * @param {number} width
 * @param {number} height
 */
export function indexOf(name, width, height) {
  const { column, row } = parsePoint(name);
  return (height - 1 - row) * width + column;
}

/**
 * The name of the point at this place in the text of stones.
 * @param {number} index
 * @param {number} width
 * @param {number} height
 */
export function nameAt(index, width, height) {
  return pointName(index % width, height - 1 - Math.floor(index / width));
}

/**
 * The stones with one more (or, for `"."`, one fewer).
 * @param {string} stones
 * @param {string} name
 * @param {string} side "x", "o" or "."
 * @param {number} width
 * @param {number} height
 */
export function place(stones, name, side, width, height) {
  const index = indexOf(name, width, height);
  return stones.slice(0, index) + side.toUpperCase() + stones.slice(index + 1);
}

/**
 * The stones after moves made in turn.
 * @param {string} stones
 * @param {string[]} moves
 * @param {Side} side who moves first
 * @param {number} width
 * @param {number} height
 */
export function playAll(stones, moves, side, width, height) {
  let turn = side;
  for (const move of moves) {
    stones = place(stones, move, turn, width, height);
    turn = other(turn);
  }
  return stones;
}

/**
 * @param {Side} side
 * @returns {Side}
 */
export function other(side) {
  return side === "x" ? "o" : "x";
}

/**
 * The empty point that a stone dropped into a column comes to rest on, or null when the column is full.
 * @param {string} stones
 * @param {number} column
 * @param {number} width
 * @param {number} height
 */
export function landing(stones, column, width, height) {
  for (let row = 0; row < height; row += 1) {
    if (stones[(height - 1 - row) * width + column] === ".") return pointName(column, row);
  }
  return null;
}

/**
 * The middle of a point in the drawing.
 * @param {Point} point
 * @param {number} height
 * @param {Margins} margins
 */
export function center({ column, row }, height, { left, top }) {
  return { x: left + (column + 0.5) * CELL, y: top + (height - 1 - row + 0.5) * CELL };
}

/**
 * The points that are drawn with a dot, as on boards for Go and Renju.
 * @param {number} width
 * @param {number} height
 * @returns {Point[]}
 */
export function starPoints(width, height) {
  if (width < 9 || height < 9) return [];
  const inset = (/** @type {number} */ size) => (size < 13 ? 2 : 3);
  const columns = [inset(width), width - 1 - inset(width)];
  const rows = [inset(height), height - 1 - inset(height)];
  const stars = columns.flatMap((column) => rows.map((row) => ({ column, row })));
  if (width % 2 === 1 && height % 2 === 1) stars.push({ column: (width - 1) / 2, row: (height - 1) / 2 });
  return stars;
}
