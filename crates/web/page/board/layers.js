// @ts-check
// What is laid over a board: values of moves, ghosts of a line, a hint, forbidden points, the stone under the pointer.
// Each layer is a group that is drawn anew when what it shows changes.

import { center, parsePoint } from "./geometry.js";
import { drawPiece } from "./draw.js";
import { svg } from "./svg.js";

/**
 * @typedef {object} Heat the value of one move
 * @property {string} point
 * @property {string} main a few characters
 * @property {string} [sub] a second, smaller line
 * @property {string} color
 * @property {boolean} exact proven values are full and square, estimates round and pale: told apart without colour
 * @property {boolean} best
 * @property {number} [size] from 0 to 1: how much work went into an estimate; full when left out
 */

/** @typedef {{point: string, side: "x"|"o", text?: string}} Ghost */
/** @typedef {{from: string, to: string}} Arrow from a move to its answer; the first stands for the best move */
/** @typedef {{height: number, margins: import("./geometry.js").Margins, style: string}} Place */

/**
 * @param {string} name
 * @param {Place} place
 */
function at(name, { height, margins }) {
  const { x, y } = center(parsePoint(name), height, margins);
  return `translate(${x} ${y})`;
}

/**
 * @param {Heat[]} heat
 * @param {Place} place
 */
export function heatLayer(heat, place) {
  return svg("g", { class: "layer-heat" }, heat.map(({ point, main, sub, color, exact, best, size: work = 1 }) => {
    const shape = exact
      ? svg("rect", { class: "heat-exact", x: -17, y: -17, width: 34, height: 34, rx: 5, fill: color })
      : svg("circle", { class: "heat-estimate", r: 14 + 3 * work, fill: color, "fill-opacity": 0.45 + 0.45 * work, stroke: "#ffffff", "stroke-width": 1.2, "stroke-dasharray": "3 2.4" });
    const size = main.length > 5 ? 9.5 : main.length > 3 ? 11.5 : 14;
    const words = [svg("text", {
      y: sub ? -4 : 0, "font-size": sub ? Math.min(size, 12) : size, "font-weight": 700, fill: "#ffffff",
      "text-anchor": "middle", "dominant-baseline": "central",
    }, [main])];
    if (sub) {
      words.push(svg("text", {
        y: 8, "font-size": sub.length > 4 ? 8.5 : 9.5, fill: "#ffffff", "text-anchor": "middle", "dominant-baseline": "central",
      }, [sub]));
    }
    const ring = best ? [svg("rect", { class: "heat-best", x: -18.2, y: -18.2, width: 36.4, height: 36.4, rx: 6 })] : [];
    return svg("g", { transform: at(point, place), "data-heat": point, "data-text": sub ? `${main} ${sub}` : main }, [shape, ...ring, ...words]);
  }));
}

/**
 * @param {Arrow[]} arrows
 * @param {Place} place
 */
export function arrowLayer(arrows, { height, margins }) {
  const strokes = arrows.map(({ from, to }, rank) => {
    const [start, end] = [from, to].map((name) => center(parsePoint(name), height, margins));
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const length = Math.hypot(dx, dy);
    const [ux, uy] = [dx / length, dy / length];
    // From the edge of one point's disc to that of the other's.
    const [x1, y1, x2, y2] = [start.x + 17 * ux, start.y + 17 * uy, end.x - 8 * ux, end.y - 8 * uy];
    const wing = (/** @type {number} */ turn) => `M${x2} ${y2}L${x2 - 8 * ux + 5 * turn * uy} ${y2 - 8 * uy - 5 * turn * ux}`;
    const d = `M${x1} ${y1}L${x2} ${y2}${wing(1)}${wing(-1)}`;
    return svg("g", { class: rank === 0 ? "arrow arrow-best" : "arrow", "data-arrow": `${from}-${to}` }, [
      svg("path", { class: "arrow-under", d }), svg("path", { class: "arrow-line", d }),
    ]);
  });
  // The best one lies on top.
  return svg("g", { class: "layer-arrows" }, strokes.reverse());
}

/**
 * @param {Ghost[]} ghosts
 * @param {Place} place
 */
export function ghostLayer(ghosts, place) {
  return svg("g", { class: "layer-ghosts" }, ghosts.map(({ point, side, text }) => {
    const piece = drawPiece(side, place.style);
    piece.classList.add("ghost");
    const group = svg("g", { transform: at(point, place), "data-ghost": point }, [piece]);
    if (text) {
      group.append(svg("circle", { class: "ghost-badge", r: 8.5 }));
      group.append(svg("text", {
        class: "ghost-text", "font-size": 11, "font-weight": 700, "text-anchor": "middle", "dominant-baseline": "central",
      }, [text]));
    }
    return group;
  }));
}

/**
 * @param {string|null} point
 * @param {Place} place
 */
export function hintLayer(point, place) {
  const group = svg("g", { class: "layer-hint" });
  if (point) {
    group.append(svg("g", { transform: at(point, place), "data-hint": point }, [
      svg("circle", { class: "hint-ring hint-under", r: 15.5 }),
      svg("circle", { class: "hint-ring", r: 15.5 }),
    ]));
  }
  return group;
}

/**
 * @param {string[]} points
 * @param {Place} place
 */
export function forbiddenLayer(points, place) {
  return svg("g", { class: "layer-forbidden" }, points.map((point) =>
    svg("g", { transform: at(point, place), "data-forbidden": point }, [
      svg("circle", { class: "forbidden-disc", r: 9.5 }),
      svg("path", { class: "forbidden-cross", d: "M-4.6 -4.6L4.6 4.6M4.6 -4.6L-4.6 4.6" }),
    ])));
}

/**
 * The stone that a click would set.
 * @param {string|null} point
 * @param {"x"|"o"|null} side
 * @param {Place} place
 */
export function hoverLayer(point, side, place) {
  const group = svg("g", { class: "layer-hover" });
  if (point && side) {
    const piece = drawPiece(side, place.style);
    piece.classList.add("ghost");
    group.append(svg("g", { transform: at(point, place), "data-hover": point }, [piece]));
  }
  return group;
}
