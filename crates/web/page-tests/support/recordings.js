// Searches recorded by the program: 3x3x3 after b2 a1 b3 b1 c1 (49 nodes by minimax), after a3 b2 c2 with a table, and a Gomoku
// position to depth 2 with points.

import { readFileSync } from "node:fs";
import { createReplay } from "../../page/steps/replay.js";

/** @param {"minimax"|"alphabeta"|"averaging"|"mcts"|"table"|"points"} name */
export function recorded(name) {
  return createReplay(JSON.parse(readFileSync(new URL(`../recordings/${name}.json`, import.meta.url), "utf8")));
}

export const ALL = /** @type {const} */ (["minimax", "alphabeta", "averaging", "mcts", "table", "points"]);
