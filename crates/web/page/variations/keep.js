// @ts-check
// The browser keeps the trees of the games that were looked at last, so that a reload, a link or the way back finds its
// variations again. What it cannot read it does not touch: a tree is only ever missing, never wrong.

import { remembered } from "../storage.js";
import { fromList, nodeAt, toList } from "./tree.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {{id: string, line: string, tree: Tree}} Kept line: the moves that were shown last */

const NAME = "variations";
const VERSION = 1;
const MOST_TREES = 12;
/** Browsers give a page about five million characters for everything. */
const MOST_CHARACTERS = 1_500_000;

/** @returns {{id: string, line: string, start: string, nodes: import("./tree.js").Item[]}[]} the newest first */
function read() {
  try {
    const { version, trees } = JSON.parse(remembered.get(NAME) ?? "{}");
    return version === VERSION && Array.isArray(trees) ? trees : [];
  } catch {
    return [];
  }
}

/**
 * The tree in which this game was looked at before.
 * @param {{start: string, moves: string[]}} game
 * @returns {Kept|null}
 */
export function find({ start, moves }) {
  const line = moves.join(" ");
  for (const kept of read()) {
    if (kept.start !== start) continue;
    try {
      const tree = fromList(start, kept.nodes);
      if (kept.line === line || (moves.length > 0 && nodeAt(tree, moves))) return { id: kept.id, line, tree };
    } catch {
      // Another program wrote it.
    }
  }
  return null;
}

/** @param {Kept} kept */
export function keep({ id, line, tree }) {
  const others = read().filter((other) => other.id !== id);
  let trees = [{ id, line, start: tree.start, nodes: toList(tree) }, ...others].slice(0, MOST_TREES);
  let text = JSON.stringify({ version: VERSION, trees });
  while (text.length > MOST_CHARACTERS && trees.length > 1) {
    trees = trees.slice(0, -1);
    text = JSON.stringify({ version: VERSION, trees });
  }
  remembered.set(NAME, text);
}

/** A name for a tree that no other tree has. */
export function newId() {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

