// @ts-check
// The variations of a game as a tree: what was played, what was tried instead, and what was said about it. A node is known by
// the moves that lead to it; its first child goes on with the main line. Nothing is lost unless somebody deletes it.

/** What chess players write behind a move. */
export const SYMBOLS = /** @type {const} */ (["!!", "!", "!?", "?!", "?", "??"]);

/** So much is kept of one game. */
export const MOST_NODES = 5000;
export const MOST_COMMENT = 2000;

/**
 * @typedef {object} Node
 * @property {string} move empty at the beginning
 * @property {string} symbol one of the symbols, or nothing
 * @property {string} comment
 * @property {Node[]} children the main line first
 */

/**
 * @typedef {object} Tree
 * @property {string} start the position it begins with
 * @property {Node} root
 */

/** @param {string} move @returns {Node} */
export function nodeOf(move) {
  return { move, symbol: "", comment: "", children: [] };
}

/** @param {string} start @returns {Tree} */
export function emptyTree(start) {
  return { start, root: nodeOf("") };
}

/**
 * The nodes along these moves, the beginning first; null where the tree does not have them all.
 * @param {Tree} tree
 * @param {string[]} moves
 * @returns {Node[]|null}
 */
export function along({ root }, moves) {
  const nodes = [root];
  for (const move of moves) {
    const next = nodes[nodes.length - 1].children.find((child) => child.move === move);
    if (!next) return null;
    nodes.push(next);
  }
  return nodes;
}

/**
 * @param {Tree} tree
 * @param {string[]} moves
 */
export function nodeAt(tree, moves) {
  return along(tree, moves)?.at(-1) ?? null;
}

/**
 * Adds the moves that are not there yet, behind what is there. Gives false when there is no room for them.
 * @param {Tree} tree
 * @param {string[]} moves
 */
export function insert(tree, moves) {
  let node = tree.root;
  let room = -1;
  for (const move of moves) {
    let next = node.children.find((child) => child.move === move);
    if (!next) {
      if (room < 0) room = MOST_NODES - size(tree);
      if (room <= 0) return false;
      room -= 1;
      next = nodeOf(move);
      node.children.push(next);
    }
    node = next;
  }
  return true;
}

/**
 * These moves and the main line after them.
 * @param {Tree} tree
 * @param {string[]} moves
 */
export function lineThrough(tree, moves) {
  const line = [...moves];
  for (let node = nodeAt(tree, moves)?.children[0]; node; node = node.children[0]) line.push(node.move);
  return line;
}

/** How many moves it has. @param {Tree} tree */
export function size({ root }) {
  let count = 0;
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    count += node.children.length;
    waiting.push(...node.children);
  }
  return count;
}

/**
 * Whether a line leaves the main line somewhere.
 * @param {Tree} tree
 * @param {string[]} moves
 */
export function isVariation(tree, moves) {
  return (along(tree, moves) ?? []).some((node, i) => i < moves.length && node.children[0].move !== moves[i]);
}

/**
 * Makes a variation the main line, where it left that last: asked again, it comes up to the next.
 * @param {Tree} tree
 * @param {string[]} moves
 */
export function promote(tree, moves) {
  const nodes = along(tree, moves) ?? [];
  for (let i = nodes.length - 2; i >= 0; i -= 1) {
    const { children } = nodes[i];
    if (children[0] === nodes[i + 1]) continue;
    children.splice(children.indexOf(nodes[i + 1]), 1);
    children.unshift(nodes[i + 1]);
    return true;
  }
  return false;
}

/**
 * Deletes a move and everything after it.
 * @param {Tree} tree
 * @param {string[]} moves
 */
export function remove(tree, moves) {
  const parent = nodeAt(tree, moves.slice(0, -1));
  const at = parent ? parent.children.findIndex(({ move }) => move === moves.at(-1)) : -1;
  if (parent && at >= 0) parent.children.splice(at, 1);
}

/**
 * The same tree with other names of points, for a board that was turned or mirrored.
 * @param {Tree} tree
 * @param {string} start
 * @param {(move: string) => string} rename
 * @returns {Tree}
 */
export function renamed(tree, start, rename) {
  return fromList(start, toList(tree).map((item) => ({ ...item, move: item.parent === null ? "" : rename(item.move) })));
}

/** @typedef {{parent: number|null, move: string, symbol?: string, comment?: string}} Item a node, after its parent in the list */

/**
 * As a list, in which depth costs no recursion: the form in which it is kept and sent. The beginning comes first, without a parent.
 * @param {Tree} tree
 * @returns {Item[]}
 */
export function toList({ root }) {
  /** @type {Item[]} */
  const list = [];
  /** @type {{node: Node, parent: number|null}[]} */
  const waiting = [{ node: root, parent: null }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node: { move, symbol, comment, children }, parent } = next;
    const place = list.push({ parent, move, ...(symbol ? { symbol } : {}), ...(comment ? { comment } : {}) }) - 1;
    waiting.push(...[...children].reverse().map((node) => ({ node, parent: place })));
  }
  return list;
}

/**
 * @param {string} start
 * @param {Item[]} list
 * @returns {Tree}
 */
export function fromList(start, list) {
  /** @type {Node[]} */
  const nodes = [];
  for (const { parent, move, symbol = "", comment = "" } of list) {
    const node = { move, symbol: SYMBOLS.some((known) => known === symbol) ? symbol : "", comment: comment.slice(0, MOST_COMMENT), children: [] };
    nodes.push(node);
    if (parent !== null) nodes[parent].children.push(node);
  }
  return { start, root: nodes[0] ?? nodeOf("") };
}
