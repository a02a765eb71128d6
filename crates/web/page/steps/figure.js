// @ts-check
// A whole tree as textbooks draw it: MAX and MIN in levels, values going up, and what a search never looked at dimmed.

import { playAll } from "../board/geometry.js";
import { svg } from "../board/svg.js";
import { make } from "../dom.js";
import { thumbnail } from "../tree/thumbnail.js";
import { minus, nodeName, playerName, relation, windowOf, worthText } from "./notation.js";
import { keyOf, layOut, nodesByPath } from "./shape.js";

/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./shape.js").ShapeNode} ShapeNode */

/** Units of the drawing. */
const PLAIN = { across: 56, down: 92, size: 21, left: 54 };
const BOARDS = { across: 70, down: 104, size: 27, left: 54 };

/**
 * What is asked about a figure.
 * @typedef {object} Asked
 * @property {(node: number) => boolean} [isChoice] nodes that can be clicked
 * @property {(node: number) => void} [choose]
 * @property {number|null} [hidden] the node whose value is not told yet
 * @property {boolean} [leavesOnly] only leaves have values
 */

/**
 * @param {ShapeNode[]} nodes
 * @param {Replay} replay what is shown on them
 * @param {{width: number, height: number, drop: boolean}|null} board null in a typed tree
 * @param {{t: import("../tree/value.js").Say, drawBoard: (drawing: import("../board/draw.js").Drawing) => SVGSVGElement}} app
 */
export function createFigure(nodes, replay, board, { t, drawBoard }) {
  const { recording } = replay;
  const { places, width, depth } = layOut(nodes);
  const unit = board ? BOARDS : PLAIN;
  const mine = nodesByPath(recording);
  const size = { width: unit.left + width * unit.across + 8, height: (depth + 1) * unit.down };
  const root = svg("svg", { viewBox: `0 0 ${size.width} ${size.height}`, class: "figure", "font-family": "system-ui, sans-serif" });
  /** @type {HTMLElement} */
  const element = make("div", { class: "figure-holder", tabIndex: 0, role: "group", "aria-label": t("steps.tree") });
  element.append(root);
  // Small trees are not blown up, large ones scroll.
  root.style.width = `${size.width / 16}rem`;
  root.style.minWidth = `${Math.min(size.width, width * 30 + 54) / 16}rem`;
  /** @type {Asked} */
  let asked = {};

  const at = (/** @type {number} */ node) => ({
    x: unit.left + places[node].x * unit.across, y: places[node].ply * unit.down + unit.down * 0.42,
  });

  /** What the search knows of a node after step n; null before it came there. */
  function factsAt(/** @type {number} */ node, /** @type {number} */ n) {
    const own = mine.get(keyOf(nodes[node].path));
    if (own === undefined) return null;
    const facts = replay.facts(own, n);
    const isMet = own === 0 || replay.children(/** @type {number} */ (recording.tree[own].parent), n).includes(own);
    return isMet ? { own, facts } : null;
  }

  /**
   * @param {number} node
   * @param {number} n
   * @param {import("./notation.js").Notation} notation
   */
  function valueText(node, n, notation) {
    const { points, side, children } = nodes[node];
    if (asked.hidden === node) return "?";
    if (points !== null && recording.algorithm !== "averaging") return minus(notation === "own" && side === "o" ? 0 - points : points);
    if (asked.leavesOnly && children.length > 0) return "";
    const known = factsAt(node, n);
    if (points !== null && !known?.facts.value) return minus(points);
    if (!known?.facts.value) return "";
    const { facts } = known;
    return relation(facts, side, notation, recording.algorithm === "averaging")
      + worthText(/** @type {import("../format.js").ValueFields} */ (facts.value), side, notation);
  }

  /**
   * @param {number} node
   * @param {"x"|"o"} side
   */
  function body(node, side) {
    const { x, y } = at(node);
    const { size: half } = unit;
    if (board) {
      const path = nodes[node].path;
      const drawn = thumbnail(drawBoard, {
        ...board, last: path[path.length - 1] ?? null, stones: playAll(recording.stones, path, recording.side, board.width, board.height),
      });
      for (const [name, value] of Object.entries({ x: x - half, y: y - half - 6, width: 2 * half, height: 2 * half })) drawn.setAttribute(name, String(value));
      return [svg("rect", { class: "figure-shape", x: x - half - 3, y: y - half - 9, width: 2 * half + 6, height: 2 * half + 22, rx: 5 }), drawn];
    }
    if (nodes[node].children.length === 0) {
      return [svg("rect", { class: "figure-shape", x: x - half, y: y - half * 0.8, width: 2 * half, height: 1.6 * half, rx: 3 })];
    }
    const up = side === "x" ? -1 : 1;
    const corners = [[x, y + up * half * 1.25], [x - half * 1.5, y - up * half * 0.95], [x + half * 1.5, y - up * half * 0.95]];
    return [svg("polygon", { class: "figure-shape", points: corners.map((corner) => corner.join(",")).join(" ") })];
  }

  return {
    element,
    /** The drawing itself, to be saved. */
    root,

    /** @param {Asked} next */
    ask(next) {
      asked = next;
    },

    /**
     * @param {number} n
     * @param {import("./notation.js").Notation} notation
     */
    show(n, notation) {
      const step = replay.step(n);
      const current = keyOf(pathOf(recording, "child" in step && step.kind === "expand" ? step.child : step.node));
      const onPath = new Set([keyOf([])]);
      pathOf(recording, step.node).forEach((_, i, path) => onPath.add(keyOf(path.slice(0, i + 1))));
      const skipped = skippedAt(n);
      /** @type {SVGElement[]} */
      const edges = [];
      /** @type {SVGElement[]} */
      const groups = [];
      nodes.forEach((node, index) => {
        const key = keyOf(node.path);
        const known = factsAt(index, n);
        const isGone = skipped.some((path) => key === path || key.startsWith(`${path} `));
        const { x, y } = at(index);
        if (node.parent !== null) {
          const above = at(node.parent);
          const parentFacts = factsAt(node.parent, n)?.facts ?? null;
          const isBest = parentFacts?.best !== null && parentFacts?.best !== undefined && parentFacts.best === mine.get(key);
          const line = { x1: above.x, y1: above.y + unit.size * 0.9, x2: x, y2: y - unit.size * (board ? 1.4 : 1) };
          edges.push(svg("line", { ...line, class: `figure-edge${onPath.has(key) ? " on-path" : ""}${isGone ? " is-gone" : ""}${isBest ? " is-best" : ""}` }));
          if (skipped.includes(key)) edges.push(scissors((line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2));
        }
        const names = ["figure-node"];
        if (!known) names.push("is-unmet");
        if (isGone) names.push("is-gone");
        if (onPath.has(key)) names.push("on-path");
        if (key === current) names.push("is-current");
        if (asked.hidden === index) names.push("is-asked");
        const isChoice = asked.isChoice?.(index) ?? false;
        if (isChoice) names.push("is-choice");
        const text = valueText(index, n, notation);
        const name = board ? node.path[node.path.length - 1] ?? t("tree.root") : nodeName(node.path, t("tree.root"));
        const half = unit.size;
        const valueAt = board ? { x, y: y + half + 9 } : { x, y: node.children.length === 0 ? y + 5 : y + (node.side === "x" ? 11 : 0) };
        const parts = [
          ...body(index, node.side),
          svg("text", board ? { x: x - half - 3, y: y - half - 12, class: "figure-name" }
            : { x: x - half * (node.children.length > 0 ? 1.6 : 0.75), y: y - half * (node.children.length > 0 ? 0.1 : 1.05), class: "figure-name", "text-anchor": "end" }, [name]),
          svg("text", { ...valueAt, class: "figure-value", "text-anchor": "middle" }, [text]),
        ];
        const window = known && onPath.has(key) && !known.facts.isLeft ? windowOf(known.facts.window, node.side, notation) : null;
        if (window) parts.push(svg("text", { x: x + half * 1.7, y: y - half * 0.1, class: "figure-window" }, [
          svg("tspan", { x: x + half * 1.75 }, [`α ${window.alpha}`]), svg("tspan", { x: x + half * 1.75, dy: 14 }, [`β ${window.beta}`]),
        ]));
        const told = isChoice ? { role: "button", tabindex: 0 } : {};
        const group = svg("g", { class: names.join(" "), "data-path": key, ...told }, parts);
        if (isChoice) {
          group.addEventListener("click", () => asked.choose?.(index));
          group.addEventListener("keydown", (event) => {
            const { key: pressed } = /** @type {KeyboardEvent} */ (event);
            if (pressed !== "Enter" && pressed !== " ") return;
            event.preventDefault();
            event.stopPropagation();
            asked.choose?.(index);
          });
        }
        groups.push(group);
      });
      const levels = Array.from({ length: depth + (board || depth === 0 ? 1 : 0) }, (_, ply) => {
        const side = ply % 2 === 0 ? nodes[0].side : nodes[0].side === "x" ? "o" : "x";
        return svg("text", { x: 2, y: ply * unit.down + unit.down * 0.42 + 5, class: "figure-level" }, [playerName(side)]);
      });
      root.replaceChildren(...levels, ...edges, ...groups);
      keepInSight(element, places[nodes.findIndex(({ path }) => keyOf(path) === current)]?.x ?? 0, width);
    },
  };

  /** The branches that were cut by step n. */
  function skippedAt(/** @type {number} */ n) {
    return nodes.flatMap((_, index) => {
      const known = factsAt(index, n);
      return (known?.facts.skipped ?? []).map((move) => keyOf([...nodes[index].path, move]));
    });
  }
}

/**
 * @param {import("./replay.js").Recording} recording
 * @param {number} node
 */
function pathOf({ tree }, node) {
  /** @type {string[]} */
  const path = [];
  for (let at = node; tree[at].parent !== null; at = /** @type {number} */ (tree[at].parent)) path.unshift(tree[at].move ?? "");
  return path;
}

/**
 * Two strokes across an edge.
 * @param {number} x
 * @param {number} y
 */
function scissors(x, y) {
  return svg("path", { d: `M${x - 9} ${y + 1}l16 -8M${x - 7} ${y + 7}l16 -8`, class: "figure-cut" });
}

/**
 * Scrolls a wide tree to where the search is.
 * @param {HTMLElement} holder
 * @param {number} x in leaves
 * @param {number} width in leaves
 */
function keepInSight(holder, x, width) {
  if (holder.scrollWidth <= holder.clientWidth) return;
  const place = (x / Math.max(1, width)) * holder.scrollWidth;
  if (place < holder.scrollLeft + 60 || place > holder.scrollLeft + holder.clientWidth - 60) holder.scrollLeft = place - holder.clientWidth / 2;
}
