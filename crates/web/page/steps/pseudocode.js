// @ts-check
// The algorithms as their textbooks have them, and which line each step of a recording stands on. The lines follow
// crates/search/src/{minimax,alphabeta,averaging}.rs and mcts/mod.rs name by name.

/** @typedef {import("./replay.js").Step} Step */
/** @typedef {{id: string, indent: number, code: string}} Line */
/** @typedef {import("../../page-types/protocol.d.ts").Algorithm} Algorithm */

/** @type {Record<Algorithm, string>} */
const SOURCES = {
  minimax: `
enter   | value(position, depth):
leaf    |   if the game is over: return its result
horizon |   if depth = 0: return evaluation(position)
        |   best ← −∞
        |   for each move:
        |     score ← −value(after move, depth − 1)
better  |     if score > best: best ← score
leave   |   return best`,
  alphabeta: `
enter   | value(position, depth, α, β):
leaf    |   if the game is over: return its result
horizon |   if depth = 0: return evaluation(position)
table   |   if the table knows enough: return what it knows
        |   best ← −∞
        |   for each move, most promising first:
        |     score ← −value(after move, depth − 1, −β, −α)
better  |     if score > best: best ← score
alpha   |     if best > α: α ← best
cut     |     if α ≥ β: break
leave   |   return best`,
  averaging: `
enter   | mean(position):
leaf    |   if the game is over: return 1, ½ or 0
        |   sum ← 0
        |   for each move:
mean    |     sum ← sum + 1 − mean(after move)
leave   |   return sum / number of moves`,
  mcts: `
        | repeat:
        |   node ← root
select  |   while every move of node was tried:
select  |     node ← child with the largest mean + c·√(ln N / n)
expand  |   node ← new child by a move not yet tried
simulate|   score ← result of random moves to the end
backup  |   for each node on the way back to the root:
backup  |     n ← n + 1, wins ← wins + score of who moved there
        | play the move with the most visits`,
};

/**
 * Whether the page can draw the steps of an algorithm: not yet those of a search that a network guides.
 * @param {string} algorithm
 */
export const isDrawn = (algorithm) => algorithm in SOURCES;

/**
 * @param {Algorithm} algorithm
 * @returns {Line[]}
 */
export function linesOf(algorithm) {
  return SOURCES[algorithm].trim().split("\n").map((line) => {
    const [id, code] = [line.slice(0, line.indexOf("|")).trim(), line.slice(line.indexOf("|") + 2)];
    return { id, indent: (code.length - code.trimStart().length) / 2, code: code.trim() };
  });
}

/**
 * The ids of the lines that a step lights up.
 * @param {Step} step
 * @param {{isOver: boolean, alphaRises: boolean}} circumstances `isOver`: a leaf because the game is over there, not because
 *     the depth is reached
 * @returns {string[]}
 */
export function litBy(step, { isOver, alphaRises }) {
  switch (step.kind) {
    case "leaf": return [isOver ? "leaf" : "horizon"];
    case "leave": return [step.table ? "table" : "leave"];
    case "update": return alphaRises ? ["better", "alpha"] : ["better"];
    default: return [step.kind];
  }
}
