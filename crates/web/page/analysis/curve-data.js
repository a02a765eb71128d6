// @ts-check
// The course of a game as numbers: what agents said on the way, and what a review found, both turned to X's side so
// that the curve does not jump with every turn.

import { goodness, valueText } from "../format.js";
import { sideAt } from "../state.js";

/**
 * @typedef {object} CurvePoint
 * @property {number} ply
 * @property {number} good for X: from -1 to 1
 * @property {boolean} proven
 * @property {string} text
 * @property {boolean} blunder the move made here threw half a point or more away, proven
 * @property {string[]} best
 */

/**
 * @param {import("../state.js").Game} game
 * @param {Map<number, import("../../page-types/protocol.d.ts").ReviewMessage>} reviews by ply
 * @returns {CurvePoint[]} by ply; where a review and an agent both speak, the review
 */
export function curvePoints(game, reviews) {
  /** @type {Map<number, CurvePoint>} */
  const points = new Map();
  for (const said of [...game.curve, ...reviews.values()]) {
    const good = goodness(said);
    if (good === null || said.ply > game.moves.length) continue;
    const side = sideAt(game, said.ply);
    points.set(said.ply, {
      ply: said.ply,
      good: side === "x" ? good : -good,
      proven: said.certainty === "proven",
      text: valueText(said, side),
      blunder: "blunder" in said && said.blunder,
      best: "best" in said ? said.best : [],
    });
  }
  if (game.result && game.ending) {
    const good = game.result === "draw" ? 0 : game.result === "x" ? 1 : -1;
    points.set(game.moves.length, { ply: game.moves.length, good, proven: true, text: game.ending, blunder: false, best: [] });
  }
  return [...points.values()].sort((a, b) => a.ply - b.ply);
}
