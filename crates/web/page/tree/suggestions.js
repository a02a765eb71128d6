// @ts-check
// Searches worth looking at on a board of this size: small boards to their end, larger ones to a few plies.

/**
 * @param {{width: number, height: number, stones: string}} game
 * @returns {string[]} the first is the one to begin with
 */
export function suggestedSearches({ stones }) {
  const empty = [...stones].filter((stone) => stone === ".").length;
  if (empty <= 9) {
    return [
      "alphabeta:order=natural,table=off", "alphabeta", "minimax", "mcts:playouts=1000", "averaging", "alphabeta:depth=3,eval=runs",
    ];
  }
  const near = stones.includes("X") ? ",near=1" : "";
  return [
    `alphabeta:depth=3,eval=runs${near}`, `alphabeta:depth=2,eval=runs,table=off${near}`, "mcts:playouts=2000",
    "mcts:playouts=2000,rollout=tactical,solver=on", "minimax:depth=2,eval=runs",
  ];
}

/**
 * Algorithms whose steps can be followed on this board: a few thousand steps, not millions.
 * @param {{width: number, height: number, stones: string}} game
 * @returns {string[]}
 */
export function suggestedSteps({ stones }) {
  const empty = [...stones].filter((stone) => stone === ".").length;
  if (empty <= 7) return ["alphabeta:order=natural,table=off", "minimax", "averaging", "mcts:playouts=100", "alphabeta"];
  const depth = empty <= 12 ? 3 : 2;
  return [
    `alphabeta:depth=${depth},order=natural,table=off`, `minimax:depth=${depth}`, "mcts:playouts=100",
    `alphabeta:depth=${depth},eval=runs`,
  ];
}
