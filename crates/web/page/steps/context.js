// @ts-check
// The part of the growing tree that is shown at a step: the path to where the search is, and beside each node on it its brothers,
// each with the number of nodes folded below. A column a ply, so that nothing moves while the search goes on: what
// is drawn at a place stays there until the search has left that branch.

/** @typedef {import("./replay.js").Replay} Replay */

/** Brothers shown in a column: those around the one on the path; the rest is counted. */
export const MOST_IN_COLUMN = 9;

/**
 * @typedef {object} Column
 * @property {number|null} parent
 * @property {number[]} nodes
 * @property {number} before nodes left out above
 * @property {number} after and below
 * @property {number|null} onPath the one of them that the search went to
 */

/**
 * The node that a step is about, deepest first: the child that was tried or came back, where there is one.
 * @param {Replay} replay
 * @param {number} n
 */
export function focusOf(replay, n) {
  const step = replay.step(n);
  if (step.kind === "backup") {
    // The whole way of the playout stays in sight while its result goes up.
    for (let back = n - 1; back >= 1; back -= 1) {
      const earlier = replay.step(back);
      if (earlier.kind === "simulate" || earlier.kind === "judge") return earlier.node;
    }
  }
  if (step.kind === "select") return step.chosen;
  if (step.kind === "weigh") return step.choices[0].child ?? step.node;
  return "child" in step ? step.child : step.node;
}

/**
 * @param {Replay} replay
 * @param {number} node
 */
export function pathTo(replay, node) {
  const { tree } = replay.recording;
  const path = [];
  for (let at = /** @type {number|null} */ (node); at !== null; at = tree[at].parent) path.unshift(at);
  return path;
}

/**
 * @param {Replay} replay
 * @param {number} n
 * @returns {Column[]}
 */
export function columnsAt(replay, n) {
  const path = pathTo(replay, focusOf(replay, n));
  /** @type {Column[]} */
  const columns = [{ parent: null, nodes: [0], before: 0, after: 0, onPath: 0 }];
  path.forEach((parent, at) => {
    const children = replay.children(parent, n);
    if (children.length === 0) return;
    const onPath = path[at + 1] ?? null;
    // Without a way on, the children met last are the news.
    const around = onPath === null ? children.length - 1 : children.indexOf(onPath);
    const from = Math.max(0, Math.min(around - (MOST_IN_COLUMN >> 1), children.length - MOST_IN_COLUMN));
    const nodes = children.slice(from, from + MOST_IN_COLUMN);
    columns.push({ parent, nodes, before: from, after: children.length - from - nodes.length, onPath });
  });
  return columns;
}
