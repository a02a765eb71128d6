// @ts-check
// Which values are laid over the board: who is asked for them, and how an answer becomes a heat map.

import { compact, valueColor, valueShort } from "../format.js";
import { isPoint } from "../board/geometry.js";

/** @typedef {"none"|"exact"|"search"|"mcts"|"learner"|"agent"} Choice */

/** The choices in the order people meet them. */
export const CHOICES = /** @type {const} */ (["none", "exact", "search", "mcts", "learner", "agent"]);

/** The learners that rate every move. */
export const LEARNERS = ["selfplay", "td0", "qlearning", "sarsa"];

/**
 * Who answers for a choice on this board, as an agent's text.
 * @param {Choice} choice
 * @param {{width: number, height: number, variants: string[]}} game
 * @param {{learner: string, agent: string}} chosen
 */
export function analyst(choice, { width, height, variants }, { learner, agent }) {
  const cells = width * height;
  if (choice === "exact") return "solve:distance=on";
  if (choice === "mcts") return cells > 36 ? "mcts:rollout=tactical" : "mcts";
  if (choice === "learner") return `${learner}:learn=on,budget=${episodes(cells)}`;
  if (choice === "agent") return agent;
  if (cells <= 12) return "alphabeta";
  return cells > 36 && !variants.includes("drop") ? "alphabeta:eval=runs,near=1,order=history" : "alphabeta:eval=runs,order=history";
}

/**
 * How many games a learner plays before it answers: enough for tic-tac-toe to be learned well, and done in about a
 * second on any board, since a game of a larger one costs more.
 * @param {number} cells
 */
function episodes(cells) {
  return Math.max(50, Math.round(20_000 * Math.min(1, (9 / cells) ** 2)));
}

/**
 * The heat map of an `analysis`.
 * @param {{moves?: any[], best?: string|null}} analysis
 * @param {{width: number, height: number, stones: string}} game
 * @returns {import("../board/layers.js").Heat[]}
 */
export function heatOf({ moves = [], best }, { width, height }) {
  const mostVisits = Math.max(1, ...moves.map((rated) => rated.visits ?? 0));
  return moves
    .filter((rated) => isPoint(rated.move, width, height) && rated.kind !== "unknown" && rated.value !== null)
    .map((rated) => ({
      point: rated.move,
      main: valueShort(rated),
      ...(typeof rated.visits === "number"
        ? { sub: compact(rated.visits), size: Math.sqrt(rated.visits / mostVisits) }
        : {}),
      color: valueColor(rated),
      exact: rated.certainty === "proven",
      best: rated.move === best,
    }));
}

/**
 * What an answer can claim: everything proven, everything estimated, some of both, or nothing at all.
 * @param {{moves?: any[]}} analysis
 * @returns {"exact"|"estimate"|"mixed"|"nothing"}
 */
export function claim({ moves = [] }) {
  const rated = moves.filter((move) => move.kind !== "unknown" && move.value !== null);
  if (rated.length === 0) return "nothing";
  const proven = rated.filter((move) => move.certainty === "proven").length;
  return proven === rated.length ? "exact" : proven === 0 ? "estimate" : "mixed";
}
