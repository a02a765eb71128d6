// @ts-check
// A board as small as a fingernail. Of a large board only the part with stones is drawn: on 15 by 15 points nobody would
// see where the stones lie.

import { CELL, marginsOf } from "../board/geometry.js";

/** Cells that can still be told apart. */
const MOST_CELLS = 8;

/**
 * The cells worth showing: all of a small board, else a square round the stones.
 * @param {string} stones
 * @param {number} width
 * @param {number} height
 * @returns {{column: number, row: number, width: number, height: number}} from the upper left
 */
export function cropOf(stones, width, height) {
  const taken = [...stones].flatMap((stone, i) => (stone === "." ? [] : [{ column: i % width, row: Math.floor(i / width) }]));
  if (Math.max(width, height) <= MOST_CELLS || taken.length === 0) return { column: 0, row: 0, width, height };
  const span = (/** @type {number[]} */ places, /** @type {number} */ size, /** @type {number} */ wanted) => {
    const room = Math.min(size, wanted);
    const middle = (Math.min(...places) + Math.max(...places) + 1 - room) / 2;
    return { start: Math.min(size - room, Math.max(0, Math.round(middle))), room };
  };
  const [columns, rows] = [taken.map(({ column }) => column), taken.map(({ row }) => row)];
  const reach = (/** @type {number[]} */ places) => Math.max(...places) - Math.min(...places) + 3;
  const wanted = Math.max(MOST_CELLS - 1, reach(columns), reach(rows));
  const [across, down] = [span(columns, width, wanted), span(rows, height, wanted)];
  return { column: across.start, row: down.start, width: across.room, height: down.room };
}

/**
 * @param {(drawing: import("../board/draw.js").Drawing) => SVGSVGElement} drawBoard
 * @param {{width: number, height: number, stones: string, last?: string|null, drop?: boolean}} drawing
 */
export function thumbnail(drawBoard, drawing) {
  const board = drawBoard({ ...drawing, small: true });
  const crop = cropOf(drawing.stones, drawing.width, drawing.height);
  if (crop.width < drawing.width || crop.height < drawing.height) {
    const { left, top } = marginsOf(drawing.width, drawing.height, true);
    board.setAttribute("viewBox", `${crop.column * CELL + left} ${crop.row * CELL + top} ${crop.width * CELL} ${crop.height * CELL}`);
  }
  return board;
}
