// @ts-check
// The large board that people play on: a drawing, and over it a grid of invisible buttons, one a point. The buttons
// are what mouse, finger, keyboard and screen reader meet; the drawing is what eyes see.

import { fillWith, make } from "../dom.js";
import { arrive } from "./arrive.js";
import { drawBoard, styleOf } from "./draw.js";
import { CELL, landing, marginsOf, nameAt, parsePoint, pointName } from "./geometry.js";
import { arrowLayer, forbiddenLayer, ghostLayer, heatLayer, hintLayer, hoverLayer } from "./layers.js";
import { createMagnifier } from "./magnifier.js";

/** Below this size of a cell a finger may miss: the first tap shows the point, the second plays it. */
const SAFE_CELL_PIXELS = 30;

/** Before there is a board. */
const NOWHERE = { height: 1, margins: { left: 0, right: 0, top: 0, bottom: 0 }, style: "marks" };

/**
 * @typedef {object} Scene everything that is on the board
 * @property {import("./draw.js").Drawing} drawing
 * @property {string} name of the grid, for a screen reader
 * @property {"x"|"o"|null} turn whose stone hovers under the pointer; null when nobody may play
 * @property {import("./layers.js").Heat[]} heat
 * @property {import("./layers.js").Arrow[]} arrows
 * @property {import("./layers.js").Ghost[]} ghosts
 * @property {string|null} hint
 * @property {Record<string, string>} forbidden with the reason in words
 * @property {string|null} arriving the point where a stone has just come down
 * @property {(point: string) => string} describe a point in words
 */

/**
 * @param {{onPoint: (point: string) => void, onPending: (point: string) => void}} act
 */
export function createBoard({ onPoint, onPending }) {
  const picture = make("div", { class: "board-picture" });
  const grid = make("div", { class: "board-grid", role: "grid" });
  const element = make("div", { class: "board-holder" }, [picture, grid]);
  /** @type {Scene|null} */
  let scene = null;
  /** @type {HTMLButtonElement[]} */
  let cells = [];
  /** @type {SVGElement} */
  let hover = hoverLayer(null, null, NOWHERE);
  let shape = "";
  let cursor = 0;
  let pointer = "mouse";
  /** @type {string|null} */
  let pending = null;
  /** The click that follows a finger's lifting has been answered by the glass. */
  let wasMagnified = false;

  const place = () => {
    if (!scene) return NOWHERE;
    const { width, height } = scene.drawing;
    return { height, margins: marginsOf(width, height), style: styleOf(scene.drawing) };
  };

  /** @param {string} point */
  function target(point) {
    if (!scene?.drawing.drop) return point;
    const { width, height, stones } = scene.drawing;
    return landing(stones, parsePoint(point).column, width, height);
  }

  /** Whether a finger may miss a point. */
  const isSmall = () => grid.clientWidth / (scene?.drawing.width ?? 1) < SAFE_CELL_PIXELS;

  /** @param {string} point */
  function suggest(point) {
    pending = point;
    hoverOver(point);
    onPending(target(point) ?? point);
  }

  createMagnifier({
    holder: element, picture, grid,
    isWanted: () => isSmall() && !!scene?.turn,
    over: (point) => hoverOver(point),
    lifted: (point) => {
      wasMagnified = true;
      if (point) suggest(point);
      else hoverOver(null);
    },
  });

  /** @param {string|null} point */
  function hoverOver(point) {
    const to = point && scene?.turn ? target(point) : null;
    const { stones, width, height } = scene?.drawing ?? { stones: "", width: 1, height: 1 };
    const free = to && stones[(height - 1 - parsePoint(to).row) * width + parsePoint(to).column] === "." && !(to in (scene?.forbidden ?? {}));
    const next = hoverLayer(free ? to : null, scene?.turn ?? null, place());
    hover.replaceWith(next);
    hover = next;
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  function buildCells(width, height) {
    cells = [];
    const rows = Array.from({ length: height }, (_, fromTop) =>
      make("div", { role: "row", class: "board-row" }, Array.from({ length: width }, (_, column) => {
        const point = pointName(column, height - 1 - fromTop);
        const cell = make("button", { type: "button", role: "gridcell", class: "cell", tabIndex: -1, "data-point": point });
        cells.push(cell);
        return cell;
      })));
    fillWith(grid, rows);
    cursor = Math.floor(height / 2) * width + Math.floor(width / 2);
    const { left, right, top, bottom } = marginsOf(width, height);
    const [w, h] = [width * CELL + left + right, height * CELL + top + bottom];
    element.style.setProperty("--ratio", String(w / h));
    element.style.setProperty("--cells", String(Math.max(width, height)));
    grid.style.inset = `${(100 * top) / h}% ${(100 * right) / w}% ${(100 * bottom) / h}% ${(100 * left) / w}%`;
  }

  /**
   * @param {number} next
   * @param {boolean} [focus]
   */
  function moveCursor(next, focus = true) {
    cells[cursor].tabIndex = -1;
    cursor = next;
    cells[cursor].tabIndex = 0;
    if (focus) cells[cursor].focus();
  }

  grid.addEventListener("keydown", (event) => {
    if (!scene || event.ctrlKey || event.altKey || event.metaKey) return;
    const { width, height } = scene.drawing;
    const column = cursor % width;
    const row = Math.floor(cursor / width);
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowLeft: [Math.max(0, column - 1), row], ArrowRight: [Math.min(width - 1, column + 1), row],
      ArrowUp: [column, Math.max(0, row - 1)], ArrowDown: [column, Math.min(height - 1, row + 1)],
      Home: [0, row], End: [width - 1, row], PageUp: [column, 0], PageDown: [column, height - 1],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    moveCursor(step[1] * width + step[0]);
  });

  const pointOf = (/** @type {EventTarget|null} */ target) =>
    target instanceof HTMLElement ? target.closest("[data-point]")?.getAttribute("data-point") ?? null : null;

  grid.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
    wasMagnified = false;
  });
  grid.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") hoverOver(pointOf(event.target)); });
  grid.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") hoverOver(null); });
  grid.addEventListener("focusin", (event) => {
    const point = pointOf(event.target);
    const index = cells.findIndex((cell) => cell.getAttribute("data-point") === point);
    if (index >= 0) moveCursor(index, false);
    if (pointer !== "touch") hoverOver(point);
  });
  grid.addEventListener("focusout", () => hoverOver(null));
  grid.addEventListener("click", (event) => {
    const point = pointOf(event.target);
    if (!point || wasMagnified) return;
    const byFinger = pointer === "touch" && event.detail > 0;
    if (byFinger && isSmall() && scene?.turn && pending !== point) {
      suggest(point);
      return;
    }
    pending = null;
    onPoint(point);
  });

  /** @param {Scene} next */
  function show(next) {
    if (scene?.drawing.stones !== next.drawing.stones) pending = null;
    scene = next;
    const { width, height } = next.drawing;
    if (shape !== `${width}x${height}`) {
      shape = `${width}x${height}`;
      buildCells(width, height);
    }
    const board = drawBoard(next.drawing);
    const where = place();
    hover = hoverLayer(null, null, where);
    board.append(
      heatLayer(next.heat, where), arrowLayer(next.arrows, where), forbiddenLayer(Object.keys(next.forbidden), where),
      ghostLayer(next.ghosts, where), hintLayer(next.hint, where), hover,
    );
    fillWith(picture, board);
    grid.setAttribute("aria-label", next.name);
    cells.forEach((cell, i) => {
      const point = nameAt(i, width, height);
      const words = next.describe(point);
      if (cell.getAttribute("aria-label") !== words) cell.setAttribute("aria-label", words);
      const why = next.forbidden[point];
      if (why) cell.title = why;
      else cell.removeAttribute("title");
      cell.tabIndex = i === cursor ? 0 : -1;
    });
    grid.classList.toggle("board-closed", next.turn === null);
    if (next.arriving) {
      const piece = board.querySelector(`[data-stone="${next.arriving}"]`);
      if (piece) arrive(piece, where.style, height - parsePoint(next.arriving).row);
    }
    const hovered = grid.querySelector(".cell:hover") ?? (grid.contains(document.activeElement) ? document.activeElement : null);
    if (hovered && pointer !== "touch") hoverOver(pointOf(hovered));
    if (pending && pointer === "touch") hoverOver(pending);
  }

  return { element, show };
}
