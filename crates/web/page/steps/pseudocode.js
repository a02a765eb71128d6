// @ts-check
// The algorithms as their textbooks have them, and which line each step of a recording stands on. The lines are sentences
// of the catalogues (`pseudocode.NAME`), each with the step it belongs to; they follow
// crates/search/src/{minimax,alphabeta,averaging}.rs, mcts/mod.rs and crates/zero/src/search name by name.

/** @typedef {import("./replay.js").Step} Step */
/** @typedef {{id: string, indent: number, code: string}} Line */
/** @typedef {import("../../page-types/protocol.d.ts").Algorithm} Algorithm */

/**
 * @param {Algorithm} algorithm
 * @param {import("./notation.js").Notation} notation
 * @param {import("../tree/value.js").Say} t
 * @returns {Line[]}
 */
export function linesOf(algorithm, notation, t) {
  const isForMax = notation === "max" && (algorithm === "minimax" || algorithm === "alphabeta");
  return t(`pseudocode.${algorithm}${isForMax ? "-max" : ""}`).trim().split("\n").map((line) => {
    const [id, code] = [line.slice(0, line.indexOf("|")).trim(), line.slice(line.indexOf("|") + 2)];
    return { id, indent: (code.length - code.trimStart().length) / 2, code: code.trim() };
  });
}

/**
 * Whether a line is among those that a step lights up. Of two functions, one for each player, only that of `side` is.
 * @param {Line} line
 * @param {string[]} lit
 * @param {"x"|"o"} side to move where the step happens
 */
export const isLit = ({ id }, lit, side) => lit.some((one) => id === one || id === `${one}-${side}`);

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
