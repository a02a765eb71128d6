// @ts-check
// A whole tree as something to be laid out: from the text of a typed tree, or from a recording that has all of its nodes.

/**
 * @typedef {object} ShapeNode
 * @property {number|null} parent
 * @property {string[]} path the moves from the root
 * @property {"x"|"o"} side
 * @property {number[]} children
 * @property {number|null} points of a leaf in a typed tree
 */

/** More nodes in one drawing would be specks. */
export const MOST_DRAWN = 160;

/**
 * @param {string} text as the program writes it: `((3 12 8) (2 4 6))`
 * @returns {ShapeNode[]}
 */
export function shapeOfText(text) {
  /** @type {ShapeNode[]} */
  const nodes = [];
  /** @type {number[]} */
  const open = [];
  for (const token of text.match(/[()]|-?\d+/g) ?? []) {
    if (token === ")") {
      open.pop();
      continue;
    }
    const parent = open.length > 0 ? open[open.length - 1] : null;
    const above = parent === null ? null : nodes[parent];
    const path = above ? [...above.path, String(above.children.length + 1)] : [];
    above?.children.push(nodes.length);
    nodes.push({ parent, path, side: path.length % 2 === 0 ? "x" : "o", children: [], points: token === "(" ? null : Number(token) });
    if (token === "(") open.push(nodes.length - 1);
  }
  return nodes;
}

/**
 * @param {import("./replay.js").Recording} recording
 * @returns {ShapeNode[]}
 */
export function shapeOfRecording({ tree }) {
  /** @type {ShapeNode[]} */
  const nodes = [];
  tree.forEach(({ parent, move, side }, at) => {
    nodes.push({ parent, path: parent === null ? [] : [...nodes[parent].path, move ?? ""], side, children: [], points: null });
    if (parent !== null) nodes[parent].children.push(at);
  });
  return nodes;
}

/** A node's path as one text. */
export const keyOf = (/** @type {string[]} */ path) => path.join(" ");

/**
 * The nodes of a recording by their paths.
 * @param {import("./replay.js").Recording} recording
 * @returns {Map<string, number>}
 */
export function nodesByPath(recording) {
  return new Map(shapeOfRecording(recording).map(({ path }, at) => [keyOf(path), at]));
}

/**
 * Where each node stands: leaves side by side, every other node over the middle of its children.
 * @param {ShapeNode[]} nodes
 * @returns {{places: {x: number, ply: number}[], width: number, depth: number}} `x` in widths of a leaf
 */
export function layOut(nodes) {
  const places = nodes.map(({ path }) => ({ x: 0, ply: path.length }));
  let width = 0;
  let depth = 0;
  const place = (/** @type {number} */ at) => {
    const { children } = nodes[at];
    depth = Math.max(depth, places[at].ply);
    if (children.length === 0) {
      places[at].x = width + 0.5;
      width += 1;
      return;
    }
    children.forEach(place);
    places[at].x = (places[children[0]].x + places[children[children.length - 1]].x) / 2;
  };
  if (nodes.length > 0) place(0);
  return { places, width, depth };
}
