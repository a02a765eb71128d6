// @ts-check
// The searched tree as far as the page knows it: only what was unfolded is here, the rest stays with the program and is
// fetched branch by branch. So a tree of a million nodes costs the page what its reader has opened.

import { toldApart } from "./value.js";

/** @typedef {import("../../page-types/protocol.d.ts").TreeNode} TreeNode */

/**
 * A node with what the page knows of it.
 * @typedef {object} Entry
 * @property {"node"} kind
 * @property {string} key
 * @property {TreeNode} node
 * @property {string[]} path moves from the root
 * @property {Entry|null} parent
 * @property {Entry[]} children those that were fetched
 * @property {boolean} isOpen
 * @property {boolean} isLoading
 */

/**
 * What stands after the children of an open node: a door to those not fetched, or a note of moves that were cut.
 * @typedef {{kind: "more"|"skipped", key: string, parent: Entry, count: number}} Note
 */

/** @typedef {Entry|Note} Item */

/** Children fetched at a time: a handful first, then more, within what the protocol allows. */
export const FIRST_CHILDREN = 5;
export const MORE_CHILDREN = 20;

/**
 * @param {TreeNode} node
 * @param {Entry|null} parent
 * @returns {Entry}
 */
function entryOf(node, parent) {
  const path = parent === null || node.move === null ? [] : [...parent.path, node.move];
  /** @type {Entry} */
  const entry = { kind: "node", key: `/${path.join(".")}`, node: { ...node, window: toldApart(node.window, parent?.node.window) }, path, parent, children: [], isOpen: false, isLoading: false };
  entry.children = node.children.map((child) => entryOf(child, entry));
  return entry;
}

/**
 * The tree of a `tree` message, its root open when children came with it.
 * @param {TreeNode} root
 * @returns {Entry}
 */
export function rootEntry(root) {
  const entry = entryOf(root, null);
  entry.isOpen = entry.children.length > 0;
  return entry;
}

/**
 * Puts fetched children into their places.
 * @param {Entry} entry
 * @param {number} from the place of the first of them
 * @param {TreeNode[]} children
 * @param {number} total
 */
export function addChildren(entry, from, children, total) {
  // An answer to a question asked twice, or one that left a gap, adds nothing.
  const known = entry.children.length;
  if (from <= known) {
    const news = children.slice(known - from);
    entry.children.push(...news.map((child) => entryOf(child, entry)));
  }
  entry.node.total = Math.max(total, entry.children.length);
}

/**
 * How many children of a node were not fetched.
 * @param {Entry} entry
 */
export function missing(entry) {
  return Math.max(0, entry.node.total - entry.children.length);
}

/** @param {Entry} entry */
export function canOpen(entry) {
  return entry.node.total > 0 || (entry.node.skipped ?? []).length > 0;
}

/**
 * What is drawn below an item.
 * @param {Item} item
 * @returns {Item[]}
 */
export function drawnChildren(item) {
  if (item.kind !== "node" || !item.isOpen) return [];
  /** @type {Item[]} */
  const drawn = [...item.children];
  const hidden = missing(item);
  if (hidden > 0) drawn.push({ kind: "more", key: `${item.key}/more`, parent: item, count: hidden });
  const skipped = (item.node.skipped ?? []).length;
  if (skipped > 0) drawn.push({ kind: "skipped", key: `${item.key}/skipped`, parent: item, count: skipped });
  return drawn;
}

/**
 * Everything drawn, as an outline lists it: a node, then what is below it.
 * @param {Entry} root
 * @returns {{item: Item, depth: number, place: number, of: number}[]}
 */
export function outlined(root) {
  const rows = [];
  const waiting = [{ item: /** @type {Item} */ (root), depth: 0, place: 1, of: 1 }];
  while (waiting.length > 0) {
    const row = /** @type {{item: Item, depth: number, place: number, of: number}} */ (waiting.pop());
    rows.push(row);
    const drawn = drawnChildren(row.item);
    for (let i = drawn.length - 1; i >= 0; i -= 1) {
      waiting.push({ item: drawn[i], depth: row.depth + 1, place: i + 1, of: drawn.length });
    }
  }
  return rows;
}

/**
 * The item a key stands for, or that of its nearest parent when it is folded away.
 * @param {Entry} root
 * @param {string} key
 * @returns {Item}
 */
export function itemAt(root, key) {
  /** @type {Item} */
  let item = root;
  for (;;) {
    if (item.key === key) return item;
    /** @type {Item|undefined} */
    const next = drawnChildren(item).find((child) => child.key === key || isAbove(child.key, key));
    if (next === undefined) return item;
    item = next;
  }
}

/**
 * @param {string} above
 * @param {string} below
 */
function isAbove(above, below) {
  return below.startsWith(`${above}.`) || below.startsWith(`${above}/`);
}

/**
 * Where an arrow leads. "in" goes to a child and "out" to the parent, "before" and "after" along a level: to the next
 * on the same level, brother or not.
 * @param {Entry} root
 * @param {string} key
 * @param {"in"|"out"|"before"|"after"} direction
 * @returns {string}
 */
export function neighbour(root, key, direction) {
  const item = itemAt(root, key);
  if (direction === "in") return drawnChildren(item)[0]?.key ?? item.key;
  if (direction === "out") return item.parent?.key ?? item.key;
  const rows = outlined(root);
  const depth = rows.find((row) => row.item.key === item.key)?.depth;
  const level = rows.filter((row) => row.depth === depth);
  const at = level.findIndex((row) => row.item.key === item.key);
  return level[at + (direction === "before" ? -1 : 1)]?.item.key ?? item.key;
}

/**
 * The last item of all.
 * @param {Entry} root
 */
export function lastKey(root) {
  /** @type {Item} */
  let item = root;
  for (let next = drawnChildren(item).at(-1); next; next = drawnChildren(item).at(-1)) item = next;
  return item.key;
}

/** @param {Entry} entry */
export function foldBelow(entry) {
  const waiting = [entry];
  while (waiting.length > 0) {
    const next = /** @type {Entry} */ (waiting.pop());
    next.isOpen = false;
    waiting.push(...next.children);
  }
}
