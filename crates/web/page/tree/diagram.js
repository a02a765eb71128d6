// @ts-check
// The tree as a drawing. Only nodes in sight are elements of the page, whatever was unfolded.

import { svg } from "../board/svg.js";
import { make } from "../dom.js";
import { layoutTree } from "./layout.js";
import { idOf, rem } from "./measure.js";
import { drawnChildren, lastKey } from "./model.js";
import { followPointers } from "./pointers.js";
import { knobText, noteText, spoken, tileContent } from "./tile.js";
import { LEAST_SCALE, READABLE_SCALE, around, fitted, isNear, revealing, zoomAt } from "./viewport.js";

/** @typedef {import("./model.js").Item} Item */
/** @typedef {import("./layout.js").Placed<Item>} Placed */
/** @typedef {import("./view.js").TreeState} TreeState */

/** Sizes of a node's box in rem, as tree.css has them. */
const SIZES = {
  right: { node: { across: 3.8, along: 11 }, note: { across: 2.6, along: 7 }, gap: 0.5, step: 3.6 },
  down: { node: { across: 6.6, along: 7.2 }, note: { across: 6.2, along: 2.6 }, gap: 0.5, step: 3.4 },
};

/**
 * @param {import("./view.js").TreeActions} act
 * @param {import("./view.js").App} app
 */
export function createDiagram(act, app) {
  const edges = svg("svg", { class: "tree-edges", "aria-hidden": "true" });
  const nodes = make("div", { class: "tree-nodes" });
  const world = make("div", { class: "tree-world" }, [edges, nodes]);
  const element = make("div", { class: "tree-diagram", role: "tree", tabIndex: 0 }, world);
  /** @type {Map<string, {tile: HTMLElement, edge: SVGElement|null}>} */
  const drawn = new Map();
  /** @type {import("./viewport.js").Viewport} */
  let view = { x: 20, y: 20, scale: 1 };
  /** @type {import("./layout.js").Layout<Item>|null} */
  let layout = null;
  /** @type {TreeState|null} */
  let state = null;
  let isFitted = false;
  let isWaiting = false;

  const room = () => ({ width: element.clientWidth, height: element.clientHeight });
  const growth = () => (state?.look === "down" ? "down" : "right");

  /** @param {import("./viewport.js").Viewport} next */
  function look(next) {
    view = next;
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      cull();
    });
  }

  /** Brings what is in sight onto the page, and takes away what is not. */
  function cull() {
    if (!layout || !state) return;
    world.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    const size = room();
    const near = new Set();
    for (const box of layout.placed.values()) {
      if (!isNear(view, box, size) && box.node.key !== state.focus) continue;
      near.add(box.node.key);
      if (!drawn.has(box.node.key)) draw(box);
    }
    for (const [key, { tile, edge }] of drawn) {
      if (near.has(key)) continue;
      tile.remove();
      edge?.remove();
      drawn.delete(key);
    }
    markFocus();
  }

  /** @param {Placed} box */
  function draw(box) {
    if (!state || !layout) return;
    const { node: item } = box;
    const tile = makeTile(item, state, box.depth);
    tile.style.transform = `translate(${box.x}px, ${box.y}px)`;
    nodes.append(tile);
    const above = box.parent === null ? null : layout.placed.get(box.parent);
    const edge = above ? drawEdge(above, box) : null;
    if (edge) edges.append(edge);
    drawn.set(item.key, { tile, edge });
  }

  /**
   * @param {Item} item
   * @param {TreeState} now
   * @param {number} depth
   */
  function makeTile(item, now, depth) {
    const isNode = item.kind === "node";
    const names = ["tile", `tile-${item.kind}`];
    if (isNode && item.node.best) names.push("is-best");
    if (isNode && item.node.cut) names.push("is-cut");
    const siblings = item.parent ? drawnChildren(item.parent) : [item];
    const tile = make("div", {
      class: names.join(" "), id: idOf(item.key), role: "treeitem", "aria-level": depth + 1,
      "data-key": item.key,
      "aria-setsize": siblings.length, "aria-posinset": siblings.findIndex((other) => other.key === item.key) + 1,
      onclick: () => (item.kind === "more" ? act.more(item.parent) : act.focus(item.key)),
      ondblclick: () => isNode && act.toggle(item),
      onpointerenter: () => act.hover(item.key),
      onpointerleave: () => act.hover(null),
    });
    tile.append(make("span", { class: "only-heard" }, spoken(item, now.ground, app.t)));
    if (!isNode) {
      tile.append(make("span", { class: "tile-note", "aria-hidden": "true" }, item.kind === "more" && item.parent.isLoading ? app.t("tree.loading") : noteText(item, app.t)));
      return tile;
    }
    tile.append(...tileContent(item, now.ground, app));
    const knob = knobText(item, app.t);
    if (knob) {
      tile.setAttribute("aria-expanded", String(item.isOpen));
      tile.append(make("button", {
        type: "button", class: "tile-knob", tabIndex: -1, "aria-hidden": "true", title: knob.name,
        onclick: (/** @type {Event} */ event) => {
          event.stopPropagation();
          act.toggle(item);
        },
      }, make("span", {}, item.isLoading ? "\u2026" : knob.sign)));
    }
    return tile;
  }

  /**
   * @param {Placed} above
   * @param {Placed} below
   */
  function drawEdge(above, below) {
    const isRight = growth() === "right";
    const from = isRight
      ? { x: above.x + above.width, y: above.y + above.height / 2 }
      : { x: above.x + above.width / 2, y: above.y + above.height };
    const to = isRight ? { x: below.x, y: below.y + below.height / 2 } : { x: below.x + below.width / 2, y: below.y };
    const bend = isRight ? (to.x - from.x) / 2 : (to.y - from.y) / 2;
    const d = isRight
      ? `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`
      : `M${from.x} ${from.y}C${from.x} ${from.y + bend} ${to.x} ${to.y - bend} ${to.x} ${to.y}`;
    const item = below.node;
    const looks = item.kind !== "node" ? `edge-${item.kind}` : item.node.best ? "edge-best" : item.node.cut ? "edge-cut" : "";
    const group = svg("g", { class: `edge ${looks}` }, [svg("path", { d })]);
    if (item.kind === "node") {
      const place = isRight
        ? { x: to.x - 7, y: to.y, "text-anchor": "end" }
        : { x: to.x, y: to.y - 9, "text-anchor": "middle" };
      group.append(svg("text", { ...place, "dominant-baseline": "central" }, [item.node.move ?? ""]));
    }
    return group;
  }

  function markFocus() {
    if (!state) return;
    for (const [key, { tile }] of drawn) {
      tile.classList.toggle("is-focus", key === state.focus);
      tile.setAttribute("aria-selected", String(key === state.focus));
    }
    element.setAttribute("aria-activedescendant", idOf(state.focus));
  }

  /** @param {number} least the smallest scale */
  function fromRoot(least) {
    const [{ placed, ...size }, now] = [/** @type {import("./layout.js").Layout<Item>} */ (layout), /** @type {TreeState} */ (state)];
    return fitted(size, room(), /** @type {Placed} */ (placed.get(now.root)), growth(), 20, least);
  }

  function fit() {
    // What was asked for is the whole tree, however small.
    if (layout && state) look(fromRoot(LEAST_SCALE));
  }

  /**
   * Brings what was unfolded into sight, and where there is not room for all of it at least its parent.
   * @param {Item} item
   */
  function reveal(item) {
    const boxes = [item, ...(layout?.placed.keys() ?? [])].map((each) => layout?.placed.get(each))
      .filter((box) => box !== undefined && (box.node === item || box.parent === item));
    if (boxes.length < 2) return;
    const all = around(/** @type {Placed[]} */ (boxes));
    const size = room();
    const wanted = Math.min((size.width - 48) / all.width, (size.height - 48) / all.height);
    if (wanted < view.scale) {
      view = zoomAt(view, Math.max(Math.min(view.scale, READABLE_SCALE), wanted) / view.scale, size.width / 2, size.height / 2);
    }
    view = revealing(view, all, size);
    view = revealing(view, /** @type {Placed} */ (boxes[0]), size);
  }

  followPointers(element, { get: () => view, set: look });
  element.addEventListener("keydown", (event) => {
    if (!state || event.altKey || event.ctrlKey || event.metaKey) return;
    const isRight = growth() === "right";
    const directions = /** @type {Record<string, "in"|"out"|"before"|"after">} */ (isRight
      ? { ArrowRight: "in", ArrowLeft: "out", ArrowUp: "before", ArrowDown: "after" }
      : { ArrowDown: "in", ArrowUp: "out", ArrowLeft: "before", ArrowRight: "after" });
    const middle = { x: element.clientWidth / 2, y: element.clientHeight / 2 };
    if (event.key in directions) act.go(directions[event.key]);
    else if (event.key === "Home") act.focus(state.root.key);
    else if (event.key === "End") act.focus(lastKey(state.root));
    else if (event.key === "Enter" || event.key === " ") act.activate();
    else if (event.key === "+" || event.key === "=") look(zoomAt(view, 1.25, middle.x, middle.y));
    else if (event.key === "-") look(zoomAt(view, 0.8, middle.x, middle.y));
    else return;
    event.preventDefault();
  });
  new ResizeObserver(() => {
    if (!isFitted && layout && element.clientWidth > 0) {
      isFitted = true;
      look(fromRoot(0.6));
    } else {
      cull();
    }
  }).observe(element);

  return {
    element,

    /**
     * Draws the tree anew: something was folded, unfolded or fetched.
     * @param {TreeState} next
     * @param {{isNew: boolean}} about `isNew`: another tree, to be seen from its root
     */
    show(next, { isNew }) {
      state = next;
      element.setAttribute("aria-label", app.t("tree.title"));
      element.classList.toggle("is-down", growth() === "down");
      const [sizes, unit] = [SIZES[growth()], rem()];
      const anchor = isNew ? null : boxOf(layout, next.anchor);
      layout = layoutTree(/** @type {Item} */ (next.root), {
        children: drawnChildren,
        size: ({ kind }) => scaled(kind === "node" ? sizes.node : sizes.note, unit),
        gap: sizes.gap * unit,
        step: sizes.step * unit,
      }, growth());
      edges.setAttribute("width", String(layout.width));
      edges.setAttribute("height", String(layout.height));
      for (const { tile, edge } of drawn.values()) {
        tile.remove();
        edge?.remove();
      }
      drawn.clear();
      if (isNew) {
        isFitted = element.clientWidth > 0;
        if (isFitted) view = fromRoot(0.6);
      } else if (anchor) {
        // The node that was touched stays under the pointer while its neighbours make room.
        const now = boxOf(layout, next.anchor);
        if (now) {
          view = { ...view, x: view.x + (anchor.x - now.x) * view.scale, y: view.y + (anchor.y - now.y) * view.scale };
          reveal(now.node);
        }
      }
      cull();
    },

    /**
     * Another node has the focus.
     * @param {TreeState} next
     */
    focus(next) {
      state = next;
      const box = boxOf(layout, next.focus);
      if (box) view = revealing(view, box, room());
      cull();
    },

    fit,
    zoom: (/** @type {number} */ factor) => look(zoomAt(view, factor, element.clientWidth / 2, element.clientHeight / 2)),
  };
}

/**
 * Notes are made anew with every drawing, so an item is found by its key.
 * @param {import("./layout.js").Layout<Item>|null} layout
 * @param {string|null} key
 */
function boxOf(layout, key) {
  for (const [item, box] of layout?.placed ?? []) if (item.key === key) return box;
  return null;
}

/**
 * @param {{across: number, along: number}} size
 * @param {number} unit
 */
function scaled({ across, along }, unit) {
  return { across: across * unit, along: along * unit };
}
