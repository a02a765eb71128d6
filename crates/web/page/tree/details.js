// @ts-check
// One node at length: its board large, and everything the search knew of it in words.

import { other } from "../board/geometry.js";
import { fillWith, make } from "../dom.js";
import { number } from "../format.js";
import { drawingAt, reasonOf } from "./tile.js";
import { givesPoints } from "./value.js";
import { decimals, nodeValue, score, windowText } from "./words.js";
import { sideName } from "../sides.js";

/** @typedef {import("./model.js").Item} Item */
/** @typedef {import("./tile.js").Ground} Ground */

/**
 * @param {HTMLElement} element
 * @param {Item} item
 * @param {Ground} ground
 * @param {{t: import("./value.js").Say, drawBoard: (drawing: import("../board/draw.js").Drawing) => SVGSVGElement}} app
 */
export function showDetails(element, item, ground, { t, drawBoard }) {
  const entry = item.kind === "node" ? item : item.parent;
  const { node, path } = entry;
  const title = path.length === 0 ? t("tree.start") : t("tree.position-of", { moves: path.join(" ") });
  const rows = [[t("tree.value"), nodeValue(node, t)], [t("tree.to-move"), sideName(node.side)]];
  if (node.move !== null) {
    rows.unshift([t("tree.move-label"), t("tree.move-by", { move: node.move, side: sideName(other(node.side)) })]);
  }
  if (node.window) rows.push([t("tree.window-label"), windowText(node.window, givesPoints(ground.spec), t)]);
  if (typeof node.visits === "number") rows.push([t("tree.visits-label"), number(node.visits)]);
  if (typeof node.wins === "number" && typeof node.visits === "number" && node.move !== null) {
    const side = sideName(other(node.side));
    rows.push([t("tree.wins-label"), t("tree.wins", { wins: score(node.wins), visits: number(node.visits), side })]);
  }
  if (node.total > 0) rows.push([t("tree.children-label"), number(node.total)]);
  fillWith(element, [
    make("div", { class: "details-board" }, drawBoard({ ...drawingAt(ground, path), title })),
    make("div", { class: "details-text" }, [
      make("h2", {}, title),
      node.best && node.move !== null ? make("p", { class: "details-best" }, t("tree.on-best-line")) : null,
      item.kind === "skipped"
        ? make("p", { class: "details-cut" }, t("tree.cut-note", { moves: (node.skipped ?? []).join(" ") }))
        : null,
      node.cut ? make("p", { class: "details-cut" }, reasonOf(entry, ground, t)) : null,
      bounds(node, t),
      make("dl", {}, rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
    ]),
  ]);
}

/**
 * UCT as the sum of its two terms, in numbers and as two bars end to end.
 * @param {import("./model.js").TreeNode} node
 * @param {import("./value.js").Say} t
 */
function bounds({ mean, explore }, t) {
  if (typeof mean !== "number" || typeof explore !== "number") return null;
  return make("div", { class: "uct" }, [
    make("p", { class: "uct-sum" }, `${t("tree.uct")} = ${t("tree.uct-sum", {
      mean: decimals(mean), explore: decimals(explore), sum: decimals(mean + explore),
    })}`),
    uctBar(mean, explore, Math.max(2, mean + explore)),
    make("p", { class: "uct-names" }, [
      make("span", { class: "uct-mean" }, t("tree.uct-mean")), make("span", { class: "uct-explore" }, t("tree.uct-explore")),
    ]),
  ]);
}

/**
 * @param {number} mean
 * @param {number} explore
 * @param {number} most what the whole width stands for
 */
export function uctBar(mean, explore, most) {
  const [first, second] = [make("span", { class: "uct-mean" }), make("span", { class: "uct-explore" })];
  first.style.width = `${(100 * mean) / most}%`;
  second.style.width = `${(100 * Math.min(explore, most)) / most}%`;
  return make("span", { class: "uct-bar", "aria-hidden": "true" }, [first, second]);
}
