// @ts-check
// A node as it is drawn: a small board, its value, and what the algorithm knew of it. The same in diagram and outline.

import { other, playAll } from "../board/geometry.js";
import { make } from "../dom.js";
import { boundOf, goodness, number, scaleColor } from "../format.js";
import { canOpen, missing } from "./model.js";
import { thumbnail } from "./thumbnail.js";
import { boundShort, givesPoints, shortBound } from "./value.js";
import { couldDoBetter, cutReason, nodeValue, score, toldFor } from "./words.js";
import { sideName } from "../sides.js";

/** @typedef {import("./model.js").Entry} Entry */
/** @typedef {import("./model.js").Item} Item */
/** @typedef {import("./value.js").Say} Say */

/**
 * What all nodes of a tree share.
 * @typedef {object} Ground
 * @property {string} spec
 * @property {string} stones at the root
 * @property {"x"|"o"} side to move at the root
 * @property {number} width
 * @property {number} height
 * @property {boolean} drop
 */

/**
 * The board at a node.
 * @param {Ground} ground
 * @param {string[]} path
 */
export function drawingAt({ stones, side, width, height, drop }, path) {
  return { width, height, drop, stones: playAll(stones, path, side, width, height), last: path[path.length - 1] ?? null };
}

/**
 * The colour of a value: blue is good for X, orange for O, wherever in the tree it stands.
 * @param {import("../format.js").ValueFields} fields for `side`
 * @param {"x"|"o"} side
 */
export function colorFor(fields, side) {
  const good = goodness(boundOf(fields)?.bound ?? fields);
  return good === null ? "transparent" : scaleColor(side === "x" ? good : -good);
}

/**
 * A node's value in few characters.
 * @param {import("./model.js").TreeNode} node
 * @param {Say} t
 */
export function shortValue(node, t) {
  const told = toldFor(node);
  return shortBound(told.fields, told.side, couldDoBetter(node), t);
}

/**
 * The second line of a node: alpha-beta's window, or what UCT is made of.
 * @param {Entry} entry
 * @param {Ground} ground
 * @param {Say} t
 */
function secondLine({ node }, ground, t) {
  if (typeof node.visits === "number") {
    const visits = number(node.visits);
    const { mean, explore } = node;
    if (typeof mean !== "number" || typeof explore !== "number") return t("tree.uct-root", { visits });
    return t("tree.uct-short", { visits, sum: score(mean + explore) });
  }
  return node.window ? windowShort(node.window, givesPoints(ground.spec), t) : "";
}

/**
 * @param {[string|null, string|null]} window
 * @param {boolean} points
 * @param {Say} t
 */
export function windowShort([alpha, beta], points, t) {
  const low = alpha === null ? "\u2212\u221e" : boundShort(alpha, points, t);
  return t("tree.window-short", { alpha: low, beta: boundShort(beta, points, t) });
}

/**
 * What stands in a node's box.
 * @param {Entry} entry
 * @param {Ground} ground
 * @param {{t: Say, drawBoard: (drawing: import("../board/draw.js").Drawing) => SVGSVGElement}} app
 */
export function tileContent(entry, ground, { t, drawBoard }) {
  const { node, path } = entry;
  const isBound = couldDoBetter(node) !== null || boundOf(node) !== null;
  const strip = make("span", { class: `tile-strip${isBound ? " is-bound" : ""}` });
  strip.style.background = colorFor(node, node.side);
  const second = secondLine(entry, ground, t);
  return [
    strip,
    make("span", { class: "tile-board" }, thumbnail(drawBoard, drawingAt(ground, path))),
    make("span", { class: "tile-text", "aria-hidden": "true" }, [
      make("span", { class: "tile-value" }, shortValue(node, t)),
      second ? make("span", { class: "tile-second" }, second) : null,
      node.cut ? make("span", { class: "tile-cut" }, t("tree.cut-mark")) : null,
    ]),
  ];
}

/**
 * The knob that folds and unfolds, with the number of children; null where nothing is below.
 * @param {Entry} entry
 * @param {Say} t
 */
export function knobText(entry, t) {
  if (!canOpen(entry)) return null;
  const count = number(entry.node.total + (entry.node.skipped ?? []).length);
  return { sign: entry.isOpen ? "\u2212" : `+${count}`, name: entry.isOpen ? t("tree.fold") : t("tree.unfold", { count }) };
}

/**
 * @param {Item} item
 * @param {Say} t
 */
export function noteText(item, t) {
  const count = number(item.kind === "node" ? missing(item) : item.count);
  return t(item.kind === "more" ? "tree.more" : "tree.skipped", { count });
}

/**
 * What a screen reader says of an item.
 * @param {Item} item
 * @param {Ground} ground
 * @param {Say} t
 */
export function spoken(item, ground, t) {
  if (item.kind !== "node") {
    const moves = (item.parent.node.skipped ?? []).join(" ");
    return item.kind === "more" ? noteText(item, t) : t("tree.skipped-list", { moves });
  }
  const { node } = item;
  const parts = [
    node.move === null ? t("tree.root") : t("tree.move-by", { move: node.move, side: sideName(other(node.side)) }),
    nodeValue(node, t),
  ];
  if (node.cut) parts.push(reasonOf(item, ground, t));
  if (typeof node.visits === "number") parts.push(t("tree.visits", { count: number(node.visits) }));
  if (node.best) parts.push(t("tree.on-best-line"));
  return parts.join(", ");
}

/**
 * @param {Entry} entry
 * @param {Ground} ground
 * @param {Say} t
 */
export function reasonOf({ node }, ground, t) {
  const cut = { side: node.side, window: node.window ?? null, skipped: (node.skipped ?? []).length };
  return t("tree.cut", { reason: cutReason(cut, node, givesPoints(ground.spec), t) });
}
