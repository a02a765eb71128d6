// @ts-check
// The course of a game as numbers: what agents said on the way, or what a review found, turned to X's side so that the
// curve does not jump with every turn.

import { goodness, valueText } from "../format.js";
import { endingText } from "../game/ending.js";
import { sideAt } from "../state.js";

/** @typedef {import("../../page-types/protocol.d.ts").ReviewedMessage} Reviewed */
/** @typedef {import("../../page-types/protocol.d.ts").ReviewedMove} ReviewedMove */

/**
 * @typedef {object} CurvePoint
 * @property {number} ply
 * @property {number} good for X: from -1 to 1
 * @property {boolean} proven
 * @property {string} text
 * @property {ReviewedMove|null} marked the move that led here, when the review marked it
 */

/**
 * @param {import("../state.js").Game} game
 * @param {Reviewed|null} reviewed
 * @returns {CurvePoint[]} by ply. A review has looked at every position in the same way, so that nobody else speaks beside it.
 */
export function curvePoints(game, reviewed) {
  /** @type {Map<number, CurvePoint>} */
  const points = new Map();
  const told = reviewed ? reviewed.moves.map(({ ply, before }) => ({ ply, ...before })) : game.curve;
  for (const said of told) {
    const good = goodness(said);
    if (good === null || said.ply > game.moves.length) continue;
    const side = sideAt(game, said.ply);
    points.set(said.ply, {
      ply: said.ply,
      good: side === "x" ? good : -good,
      proven: said.certainty === "proven",
      text: valueText(said, side),
      marked: reviewed?.moves[said.ply - 1]?.mark ? reviewed.moves[said.ply - 1] : null,
    });
  }
  const last = reviewed?.moves.at(-1);
  const left = last ? goodness(last.after) : null;
  if (last && left !== null) {
    const side = sideAt(game, last.ply);
    points.set(last.ply + 1, {
      ply: last.ply + 1, good: side === "x" ? left : -left, proven: last.after.certainty === "proven",
      text: valueText(last.after, side), marked: last.mark ? last : null,
    });
  }
  if (game.result) {
    const good = game.result === "draw" ? 0 : game.result === "x" ? 1 : -1;
    points.set(game.moves.length, {
      ply: game.moves.length, good, proven: true, text: endingText(game), marked: last?.mark ? last : null,
    });
  }
  return [...points.values()].sort((a, b) => a.ply - b.ply);
}
