// @ts-check
// A tidy tree: where each node of a drawing goes, so that none overlaps another, children stand in order, and a parent
// stands at the middle of its children. After Reingold and Tilford (1981): a subtree is as far from its neighbour as the
// nearest pair of nodes on a common level demands, found by comparing the outlines of the two; here with nodes of
// different sizes, and without their threads, because what is unfolded on a page is small.

/**
 * @template N
 * @typedef {object} Shape
 * @property {(node: N) => N[]} children those that are drawn, in order
 * @property {(node: N) => {across: number, along: number}} size `along` is the direction in which the tree grows
 * @property {number} gap between neighbours of a level
 * @property {number} step between levels
 */

/**
 * @template N
 * @typedef {{node: N, parent: N|null, depth: number, x: number, y: number, width: number, height: number}} Placed
 */

/**
 * @template N
 * @typedef {{placed: Map<N, Placed<N>>, width: number, height: number}} Layout
 */

/**
 * @template N
 * @param {N} root
 * @param {Shape<N>} shape
 * @param {"right"|"down"} growth
 * @returns {Layout<N>}
 */
export function layoutTree(root, shape, growth) {
  const order = listed(root, shape);
  const offsets = offsetsFromParents(order, shape);
  const levels = levelStarts(order, shape);
  /** @type {Map<N, number>} */
  const middles = new Map();
  let least = Infinity;
  for (const { node, parent } of order) {
    const middle = (parent === null ? 0 : /** @type {number} */ (middles.get(parent))) + (offsets.get(node) ?? 0);
    middles.set(node, middle);
    least = Math.min(least, middle - shape.size(node).across / 2);
  }
  /** @type {Map<N, Placed<N>>} */
  const placed = new Map();
  let [width, height] = [0, 0];
  for (const { node, parent, depth } of order) {
    const { across, along } = shape.size(node);
    const start = /** @type {number} */ (middles.get(node)) - across / 2 - least;
    const box = growth === "right"
      ? { x: levels[depth], y: start, width: along, height: across }
      : { x: start, y: levels[depth], width: across, height: along };
    placed.set(node, { node, parent, depth, ...box });
    width = Math.max(width, box.x + box.width);
    height = Math.max(height, box.y + box.height);
  }
  return { placed, width, height };
}

/**
 * All nodes, a parent before its children. Not by recursion: a game can be hundreds of moves long.
 * @template N
 * @param {N} root
 * @param {Shape<N>} shape
 * @returns {{node: N, parent: N|null, depth: number, children: N[]}[]}
 */
function listed(root, shape) {
  /** @type {{node: N, parent: N|null, depth: number, children: N[]}[]} */
  const order = [{ node: root, parent: null, depth: 0, children: shape.children(root) }];
  for (let i = 0; i < order.length; i += 1) {
    const { node, depth, children } = order[i];
    for (const child of children) order.push({ node: child, parent: node, depth: depth + 1, children: shape.children(child) });
  }
  return order;
}

/** @typedef {{low: number[], high: number[]}} Outline the edges of a subtree by level, measured from its root's middle */

/**
 * How far each node's middle is from its parent's.
 * @template N
 * @param {{node: N, children: N[]}[]} order
 * @param {Shape<N>} shape
 */
function offsetsFromParents(order, shape) {
  /** @type {Map<N, Outline>} */
  const outlines = new Map();
  /** @type {Map<N, number>} */
  const offsets = new Map();
  for (let i = order.length - 1; i >= 0; i -= 1) {
    const { node, children } = order[i];
    const half = shape.size(node).across / 2;
    /** @type {Outline} */
    const below = { low: [], high: [] };
    const places = children.map((child) => {
      const outline = /** @type {Outline} */ (outlines.get(child));
      outlines.delete(child);
      const place = distance(below, outline, shape.gap);
      join(below, outline, place);
      return place;
    });
    const middle = places.length > 0 ? (places[0] + places[places.length - 1]) / 2 : 0;
    children.forEach((child, at) => offsets.set(child, places[at] - middle));
    outlines.set(node, {
      low: [-half, ...below.low.map((edge) => edge - middle)],
      high: [half, ...below.high.map((edge) => edge - middle)],
    });
  }
  return offsets;
}

/**
 * Where a subtree must stand to be clear of those before it.
 * @param {Outline} before
 * @param {Outline} next
 * @param {number} gap
 */
function distance(before, next, gap) {
  let place = before.high.length === 0 ? 0 : -Infinity;
  for (let level = 0; level < Math.min(before.high.length, next.low.length); level += 1) {
    place = Math.max(place, before.high[level] + gap - next.low[level]);
  }
  return place;
}

/**
 * @param {Outline} all
 * @param {Outline} next
 * @param {number} place
 */
function join(all, next, place) {
  for (let level = 0; level < next.low.length; level += 1) {
    all.low[level] = Math.min(all.low[level] ?? Infinity, next.low[level] + place);
    all.high[level] = Math.max(all.high[level] ?? -Infinity, next.high[level] + place);
  }
}

/**
 * Where each level begins.
 * @template N
 * @param {{node: N, depth: number}[]} order
 * @param {Shape<N>} shape
 */
function levelStarts(order, shape) {
  /** @type {number[]} */
  const sizes = [];
  for (const { node, depth } of order) sizes[depth] = Math.max(sizes[depth] ?? 0, shape.size(node).along);
  const starts = [0];
  for (let level = 0; level + 1 < sizes.length; level += 1) starts.push(starts[level] + sizes[level] + shape.step);
  return starts;
}
