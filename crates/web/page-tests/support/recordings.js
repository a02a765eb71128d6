// Searches recorded by the program: 3x3x3 after b2 a1 b3 b1 c1 (49 nodes by minimax), after a3 b2 c2 with a table, and a Gomoku
// position to depth 2 with points; typed trees; and a position that X wins by b2, by Monte Carlo and guided by a network.

import { readFileSync } from "node:fs";
import { createReplay } from "../../page/steps/replay.js";

/** @param {string} name of a file */
export function recorded(name) {
  return createReplay(JSON.parse(readFileSync(new URL(`../recordings/${name}.json`, import.meta.url), "utf8")));
}

export const ALL = /** @type {const} */ (["minimax", "alphabeta", "averaging", "mcts", "table", "points", "zero", "tree-minimax", "tree-averaging", "tree-alphabeta"]);
