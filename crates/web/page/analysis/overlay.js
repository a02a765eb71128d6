// @ts-check
// Which values are laid over the board: who is asked for them, and how an answer becomes a heat map.

import { boundOf, compact, isKnown, valueColor, valueShort } from "../format.js";
import { isPoint } from "../board/geometry.js";

/** @typedef {"none"|"exact"|"search"|"playouts"|"learner"|"agent"} Choice */

/** So many moves are drawn where they were counted by visits. */
export const MOST_VISITED = 10;

/** The choices in the order people meet them. */
export const CHOICES = /** @type {const} */ (["none", "exact", "search", "playouts", "learner", "agent"]);

/**
 * Who answers for a choice on this board, as an agent's text: whom the program names for it, or whom somebody chose instead.
 * @param {Exclude<Choice, "none">} choice
 * @param {{suited: import("../state.js").Suited}} game
 * @param {{learner: string|null, agent: string|null}} chosen
 */
export function analyst(choice, { suited }, { learner, agent }) {
  if (choice === "agent") return agent ?? suited.agent;
  if (choice === "learner") return (suited.learners.find(({ name }) => name === learner) ?? suited.learners[0]).spec;
  return suited[choice];
}

/**
 * The heat map of an `analysis`.
 * @param {Pick<import("../../page-types/protocol.d.ts").AnalysisMessage, "moves"|"best">} analysis
 * @param {{width: number, height: number, stones: string}} game
 * @returns {import("../board/layers.js").Heat[]}
 */
export function heatOf({ moves = [], best }, { width, height }) {
  const mostVisits = Math.max(1, ...moves.map((rated) => rated.visits ?? 0));
  return worthDrawing(moves)
    .filter((rated) => isPoint(rated.move, width, height) && isKnown(rated))
    .map((rated) => ({
      point: rated.move,
      main: valueShort(rated),
      ...(typeof rated.visits === "number"
        ? { sub: compact(rated.visits), size: Math.sqrt(rated.visits / mostVisits) }
        : {}),
      color: valueColor(rated),
      exact: isExact(rated),
      best: rated.move === best,
    }));
}

/**
 * From each of the best moves to the answer that its line expects, the best first.
 * @param {Pick<import("../../page-types/protocol.d.ts").AnalysisMessage, "lines"|"line">} analysis
 * @returns {import("../board/layers.js").Arrow[]}
 */
export function arrowsOf({ lines, line }) {
  const followed = lines.length > 0 ? lines.map((candidate) => candidate.line) : [line];
  return followed.flatMap(([from, to]) => (from && to && from !== to ? [{ from, to }] : []));
}

/**
 * Monte Carlo looks at every move, and at most of them only to see that they are bad: a board full of grey discs. What it
 * visited most, and what is proven, is worth drawing.
 * @param {import("../../page-types/protocol.d.ts").RatedMove[]} moves
 */
function worthDrawing(moves) {
  if (moves.every(({ visits }) => typeof visits !== "number")) {
    // Where lines were followed to the same depth, a bound says only that a move is none of them.
    const valued = moves.filter((rated) => boundOf(rated) === null);
    return valued.some(({ value }) => value !== null) ? valued : moves;
  }
  const byVisits = [...moves].sort((a, b) => (b.visits ?? 0) - (a.visits ?? 0));
  const drawn = new Set(byVisits.slice(0, MOST_VISITED));
  return moves.filter((rated) => drawn.has(rated));
}

/**
 * What an answer can claim: everything proven, everything estimated, some of both, or nothing at all.
 * @param {Pick<import("../../page-types/protocol.d.ts").AnalysisMessage, "moves">} analysis
 * @returns {"exact"|"estimate"|"mixed"|"nothing"}
 */
export function claim({ moves = [] }) {
  const rated = moves.filter(isKnown);
  if (rated.length === 0) return "nothing";
  const proven = rated.filter(isExact).length;
  return proven === rated.length ? "exact" : proven === 0 ? "estimate" : "mixed";
}

/**
 * Whether a value is proven; a proven bound leaves the value open.
 * @param {import("../format.js").ValueFields} fields
 */
function isExact(fields) {
  return fields.certainty === "proven" && boundOf(fields) === null;
}
