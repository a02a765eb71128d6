// @ts-check
// What a step means where it happens: facts that its sentence and its line of the algorithm both need.

import { stepValue } from "./replay.js";
import { keyOf, shapeOfText } from "./shape.js";

/** @typedef {import("./replay.js").Replay} Replay */

/**
 * @param {Replay} replay
 * @param {number} n
 */
export function circumstancesOf(replay, n) {
  const { recording } = replay;
  const step = replay.step(n);
  const node = recording.tree[step.node];
  const before = replay.facts(step.node, n - 1);
  const empty = [...recording.stones].filter((stone) => stone === ".").length;
  const isDecided = "value" in step && (step.value === "win" || step.value === "loss");
  const facts = replay.facts(step.node, n);
  return {
    step,
    node,
    child: "child" in step ? recording.tree[step.child] : null,
    value: stepValue(step, recording.numbers),
    facts,
    before,
    /** The game is over there: somebody has won, the board is full, or the search knows no other leaves. */
    isOver: recording.text === null ? recording.numbers === "chance" || isDecided || node.ply >= empty : isTypedLeaf(replay, step.node),
    alphaRises: step.kind === "update" && facts.window !== null && facts.window[0] !== before.window?.[0],
    /** The playout ended in the tree: nothing was left to play. */
    endsInTree: step.kind === "simulate" && n > 1 && replay.step(n - 1).kind !== "expand",
  };
}

/** The leaves of typed trees, by their paths. @type {WeakMap<Replay, Set<string>>} */
const leaves = new WeakMap();

/**
 * @param {Replay} replay of a typed tree
 * @param {number} node
 */
function isTypedLeaf(replay, node) {
  const { recording } = replay;
  const known = leaves.get(replay)
    ?? new Set(shapeOfText(recording.text ?? "").filter(({ points }) => points !== null).map(({ path }) => keyOf(path)));
  leaves.set(replay, known);
  /** @type {string[]} */
  const path = [];
  for (let at = node; recording.tree[at].parent !== null; at = Number(recording.tree[at].parent)) path.unshift(recording.tree[at].move ?? "");
  return known.has(keyOf(path));
}
