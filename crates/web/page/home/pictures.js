// @ts-check
// The miniatures on the first place: a game that plays itself, values over a board, a small tree, two curves. They move only where
// the system does not ask for calm.

import { drawBoard } from "../board/draw.js";
import { marginsOf, playAll } from "../board/geometry.js";
import { heatLayer } from "../board/layers.js";
import { svg } from "../board/svg.js";
import { scaleColor } from "../format.js";

/** A short game of Gomoku, to its end. */
const GAME = ["e5", "f6", "e6", "e4", "f5", "d5", "g5", "h5", "g4", "d7", "e7", "h3", "f6"].slice(0, 12);
const SIZE = 9;
const MOVE_MS = 900;

/** Stones appear one after the other, and begin again. */
export function playPicture() {
  const holder = document.createElement("span");
  let shown = GAME.length;
  const draw = () => {
    const stones = playAll(".".repeat(SIZE * SIZE), GAME.slice(0, shown), "x", SIZE, SIZE);
    holder.replaceChildren(drawBoard({ width: SIZE, height: SIZE, stones, small: true, last: GAME[shown - 1] ?? null }));
  };
  draw();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return holder;
  const timer = setInterval(() => {
    if (!holder.isConnected) {
      clearInterval(timer);
      return;
    }
    shown = shown >= GAME.length ? 1 : shown + 1;
    draw();
  }, MOVE_MS);
  return holder;
}

/** What five moves are worth. */
export function analysisPicture() {
  const stones = playAll(".".repeat(49), ["d4", "e5", "d5", "e4"], "x", 7, 7);
  const board = drawBoard({ width: 7, height: 7, stones, small: true });
  const place = { height: 7, margins: marginsOf(7, 7, true), style: "stones" };
  const values = /** @type {[string, number, string][]} */ ([["d3", 0.72, "81%"], ["d6", 0.6, "74%"], ["c4", 0.25, "58%"], ["e3", 0, "49%"], ["f3", -0.4, "31%"]]);
  board.append(heatLayer(values.map(([point, good, main], i) => ({ point, main, color: scaleColor(good), exact: false, best: i === 0 })), place));
  return board;
}

/**
 * A tree of two levels; its values run up to the root, or some of its branches are cut.
 * @param {boolean} [isCut]
 */
export function treePicture(isCut = false) {
  const width = 180;
  const leaves = [0.8, 0, -0.8, 0.8, -0.8, 0].map((good, i) => ({ good, x: 15 + i * 30, y: 112 }));
  const inner = [0, 1, 2].map((i) => ({ good: [0, -0.8, -0.8][i], x: 30 + i * 60, y: 62 }));
  const root = { good: 0, x: 90, y: 16 };
  const edge = (/** @type {{x: number, y: number}} */ a, /** @type {{x: number, y: number}} */ b, isDashed = false) =>
    svg("path", { d: `M${a.x} ${a.y}C${a.x} ${(a.y + b.y) / 2} ${b.x} ${(a.y + b.y) / 2} ${b.x} ${b.y}`, class: isDashed ? "mini-edge is-cut" : "mini-edge" });
  const node = (/** @type {{x: number, y: number, good: number}} */ at, /** @type {number} */ size, isGone = false) =>
    svg("rect", { x: at.x - size, y: at.y - size * 0.8, width: 2 * size, height: 1.6 * size, rx: 4, fill: isGone ? "none" : scaleColor(at.good), class: isGone ? "mini-gone" : "" });
  const gone = (/** @type {number} */ leaf) => isCut && (leaf === 3 || leaf === 5);
  return svg("svg", { viewBox: `0 0 ${width} 128`, class: "mini-tree", "aria-hidden": "true" }, [
    ...inner.map((at) => edge(root, at)),
    ...leaves.map((at, i) => edge(inner[Math.floor(i / 2)], at, gone(i))),
    node(root, 13), ...inner.map((at) => node(at, 12)), ...leaves.map((at, i) => node(at, 10, gone(i))),
  ]);
}

/** Two learners that get stronger: the second sooner. */
export function curvePicture() {
  const curve = (/** @type {number} */ speed, /** @type {number} */ good) => {
    const points = Array.from({ length: 20 }, (_, i) => `${22 + i * 7.5} ${(104 - 84 * (1 - Math.exp(-speed * i)) - 3 * Math.sin(i * 2)).toFixed(1)}`);
    return svg("polyline", { points: points.join(" "), class: "mini-curve", stroke: scaleColor(good) });
  };
  return svg("svg", { viewBox: "0 0 180 128", class: "mini-tree", "aria-hidden": "true" }, [
    svg("path", { d: "M16 12V112H170", class: "mini-edge" }), curve(0.12, -0.8), curve(0.3, 0.8),
  ]);
}
