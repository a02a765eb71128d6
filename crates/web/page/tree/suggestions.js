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

/** More plies than any game that is searched to its end. */
const MOST_PLIES = 30;

/**
 * Plies of a tree to keep so that all its branches have room: a search that goes depth first would fill the room with
 * its first branch. Monte Carlo keeps what it visited most, however deep.
 * @param {string} spec
 * @param {{width: number, stones: string, variants?: string[]}} game
 * @param {number} most nodes there is room for
 */
export function suggestedDepth(spec, { width, stones, variants = [] }, most) {
  if (spec.startsWith("mcts")) return MOST_PLIES;
  const empty = [...stones].filter((stone) => stone === ".").length;
  const widest = variants.includes("drop") ? width : /near=1/.test(spec) ? 24 : /near=2/.test(spec) ? 48 : empty;
  // Where alpha-beta cuts, every second level has few nodes for each above (Knuth and Moore 1975).
  const cuts = spec.startsWith("alphabeta");
  let nodes = 1;
  for (let plies = 1; plies <= Math.min(MOST_PLIES, empty); plies += 1) {
    nodes *= cuts && plies % 2 === 0 ? 3 : Math.max(1, Math.min(widest, empty - plies + 1));
    if (nodes > most) return Math.max(1, plies - 1);
  }
  return MOST_PLIES;
}
