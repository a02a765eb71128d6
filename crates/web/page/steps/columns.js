// @ts-check
// The growing tree as columns, one a ply: the way to where the search is, and beside each node what was met on its level.

import { other, playAll } from "../board/geometry.js";
import { svg } from "../board/svg.js";
import { make } from "../dom.js";
import { colorFor, windowShort } from "../tree/tile.js";
import { thumbnail } from "../tree/thumbnail.js";
import { givesPoints, shortBound } from "../tree/value.js";
import { couldDoBetter, score, toldFor } from "../tree/words.js";
import { columnsAt, pathTo } from "./context.js";

/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./replay.js").Facts} Facts */

/** Sizes in rem, as steps.css has them. */
const TILE = { width: 7.8, height: 3.3, across: 1.5, below: 0.4 };

/**
 * @param {Replay} replay
 * @param {{width: number, height: number, drop: boolean}} shape
 * @param {{t: import("../tree/value.js").Say, drawBoard: (drawing: import("../board/draw.js").Drawing) => SVGSVGElement}} app
 */
export function createColumns(replay, shape, { t, drawBoard }) {
  const edges = svg("svg", { class: "columns-edges", "aria-hidden": "true" });
  const tiles = make("div", { class: "columns-tiles" });
  const world = make("div", { class: "columns-world" }, [edges, tiles]);
  const element = make("div", { class: "columns", tabIndex: 0, role: "img", title: t("steps.tree-hint"), "aria-label": t("steps.tree") }, world);
  const { recording } = replay;
  /** @type {Map<number, ReturnType<typeof makeTile>>} */
  const drawn = new Map();

  /** @param {number} node */
  function makeTile(node) {
    const path = pathTo(replay, node).slice(1).map((at) => recording.tree[at].move ?? "");
    const board = thumbnail(drawBoard, {
      ...shape, last: path[path.length - 1] ?? null,
      stones: playAll(recording.stones, path, recording.side, shape.width, shape.height),
    });
    const [strip, value, second, folded] = ["strip", "value", "second", "folded"].map((name) =>
      make("span", { class: `step-${name}` }));
    const move = make("span", { class: "step-move" }, recording.tree[node].move ?? t("tree.root"));
    const tile = make("div", { class: "step-tile", "data-node": node }, [
      strip, make("span", { class: "step-thumb" }, board), make("span", { class: "step-text" }, [move, value, second]), folded,
    ]);
    return { tile, strip, value, second, folded };
  }

  /**
   * @param {number} node
   * @param {number} n
   * @param {Set<number>} path
   */
  function drawTile(node, n, path) {
    const known = drawn.get(node) ?? makeTile(node);
    drawn.set(node, known);
    const step = replay.step(n);
    const facts = replay.facts(node, n);
    const { tile, strip, value, second, folded } = known;
    const { side } = recording.tree[node];
    const worth = worthOf(facts, side, recording.tree[node].move);
    strip.style.background = worth ? colorFor(worth.fields, worth.side) : "transparent";
    const rest = facts.isLeft || facts.isLeaf || facts.visits > 0 ? "" : " \u2026";
    const better = boundOfNode(facts, side);
    strip.classList.toggle("is-bound", better !== null);
    value.textContent = worth ? (worth.text ?? shortBound(worth.fields, worth.side, better, t)) + rest : "";
    second.textContent = path.has(node) && facts.window && !facts.isLeft
      ? windowShort(facts.window, givesPoints(recording.spec), t)
      : "";
    folded.textContent = facts.size > 0 && !path.has(node) ? `+${facts.size}` : "";
    const names = ["step-tile"];
    if (path.has(node)) names.push("on-path");
    if (node === step.node) names.push("is-current");
    if (("child" in step && node === step.child) || (step.kind === "select" && node === step.chosen) || (step.kind === "weigh" && node === step.choices[0].child)) names.push("is-child");
    if (facts.isLeft) names.push("is-left");
    if (facts.skipped !== null) names.push("is-cut");
    tile.className = names.join(" ");
    if (tile.parentElement !== tiles) tiles.append(tile);
    return tile;
  }

  /**
   * What is known of a node's worth: a value, or where visits are counted the score of who moved there.
   * @param {Facts} facts
   * @param {"x"|"o"} side
   * @param {string|null} move
   * @returns {{fields: import("../format.js").ValueFields, side: "x"|"o", text?: string}|null}
   */
  function worthOf(facts, side, move) {
    if (recording.search === "depth-first") return facts.value === null ? null : toldFor({ ...facts.value, side, move });
    if (facts.visits === 0) return null;
    /** @type {import("../format.js").ValueFields} */
    const fields = { value: facts.wins / facts.visits, certainty: "estimate", kind: "chance" };
    return { fields, side: other(side), text: `${score(facts.wins)}/${facts.visits}` };
  }

  /**
   * @param {number} column
   * @param {number} row
   */
  const placeOf = (column, row) => ({
    x: column * (TILE.width + TILE.across),
    y: row * (TILE.height + TILE.below),
  });

  /**
   * @param {string} text
   * @param {string} name
   */
  const note = (text, name) => make("div", { class: `step-note ${name}` }, text);

  return {
    element,

    /** @param {number} n */
    show(n) {
      const columns = columnsAt(replay, n);
      const path = new Set(columns.map(({ onPath }) => onPath).filter((node) => node !== null));
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const kept = new Set();
      for (const old of tiles.querySelectorAll(".step-note")) old.remove();
      /** @type {SVGElement[]} */
      const paths = [];
      let rows = 1;
      /** @type {{x: number, y: number}|null} */
      let parentPlace = null;
      /** @type {HTMLElement[]} */
      const inSight = [];
      columns.forEach(({ nodes, before, after, onPath, parent }, at) => {
        /** @type {HTMLElement[]} */
        const stack = [];
        if (before > 0) stack.push(note(t("steps.above", { count: before }), "is-count"));
        for (const node of nodes) {
          kept.add(node);
          stack.push(drawTile(node, n, /** @type {Set<number>} */ (path)));
        }
        if (after > 0) stack.push(note(t("steps.below", { count: after }), "is-count"));
        const skipped = parent === null ? null : replay.facts(parent, n).skipped;
        if (skipped !== null && skipped.length > 0) stack.push(note(t("steps.cut-tile", { count: skipped.length }), "is-skipped"));
        /** @type {{x: number, y: number}|null} */
        let next = null;
        stack.forEach((tile, row) => {
          const place = placeOf(at, row);
          tile.style.transform = `translate(${place.x}rem, ${place.y}rem)`;
          if (tile.parentElement !== tiles) tiles.append(tile);
          const isPath = onPath !== null && tile.dataset.node === String(onPath);
          if (isPath) next = place;
          if (isPath || tile.classList.contains("is-current")) inSight.push(tile);
          if (parentPlace) paths.push(edge(parentPlace, place, rem, isPath, tile.classList.contains("is-skipped")));
        });
        rows = Math.max(rows, stack.length);
        parentPlace = next;
      });
      for (const [node, { tile }] of drawn) {
        if (kept.has(node)) continue;
        tile.remove();
        drawn.delete(node);
      }
      const end = placeOf(columns.length, rows);
      world.style.width = `${end.x}rem`;
      world.style.height = `${end.y}rem`;
      edges.setAttribute("width", String(end.x * rem));
      edges.setAttribute("height", String(end.y * rem));
      edges.replaceChildren(...paths);
      // The whole way if there is room for it, but in any case where the search is.
      inSight.sort((a, b) => Number(a.classList.contains("is-current")) - Number(b.classList.contains("is-current")));
      for (const tile of inSight) keepInSight(element, tile);
    },
  };
}

/**
 * Who could do better than what a node has returned, should that be a bound only: so it is after a cut, and where nothing
 * came up to alpha.
 * @param {Facts} facts
 * @param {"x"|"o"} side to move there
 */
export function boundOfNode({ value, entered, isLeft, isLeaf }, side) {
  return value && isLeft && !isLeaf ? couldDoBetter({ ...value, side, window: entered }) : null;
}

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {number} rem
 * @param {boolean} isPath
 * @param {boolean} isSkipped
 */
function edge(from, to, rem, isPath, isSkipped) {
  const [x1, y1] = [(from.x + TILE.width) * rem, (from.y + TILE.height / 2) * rem];
  const [x2, y2] = [to.x * rem, (to.y + TILE.height / 2) * rem];
  const bend = (x2 - x1) / 2;
  return svg("path", {
    class: isPath ? "on-path" : isSkipped ? "is-skipped" : "",
    d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`,
  });
}

/**
 * Scrolls as little as needed for a tile to be seen.
 * @param {HTMLElement} holder
 * @param {HTMLElement} tile
 */
function keepInSight(holder, tile) {
  const [outer, inner] = [holder.getBoundingClientRect(), tile.getBoundingClientRect()];
  const margin = 12;
  if (inner.left < outer.left + margin) holder.scrollLeft += inner.left - outer.left - margin;
  else if (inner.right > outer.right - margin) holder.scrollLeft += inner.right - outer.right + margin;
  if (inner.top < outer.top + margin) holder.scrollTop += inner.top - outer.top - margin;
  else if (inner.bottom > outer.bottom - margin) holder.scrollTop += inner.bottom - outer.bottom + margin;
}
