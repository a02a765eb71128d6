// @ts-check
// The tree as an indented list: what a phone has room for, and what a screen reader reads best. All rows are of one
// height, so that only those in sight need to be elements of the page.

import { make } from "../dom.js";
import { idOf, rem } from "./measure.js";
import { lastKey, outlined } from "./model.js";
import { knobText, noteText, spoken, tileContent } from "./tile.js";

/** Sizes in rem, as tree.css has them. */
const ROW = 3.5;
const INDENT = 0.85;
/** Deeper than this the indentation stays: a phone is narrow. */
const MOST_INDENTS = 9;
/** Rows beyond the edge of sight that are there already. */
const SPARE = 6;

/** @typedef {ReturnType<typeof outlined>[number]} Row */

/**
 * Which rows are in sight.
 * @param {number} scrolled
 * @param {number} height
 * @param {number} row the height of one
 * @param {number} count
 */
export function rowsInSight(scrolled, height, row, count) {
  const first = Math.max(0, Math.floor(scrolled / row) - SPARE);
  return { first, end: Math.min(count, Math.ceil((scrolled + height) / row) + SPARE) };
}

/**
 * @param {import("./view.js").TreeActions} act
 * @param {import("./view.js").App} app
 */
export function createOutline(act, app) {
  const list = make("div", { class: "outline-list" });
  const element = make("div", { class: "tree-outline", role: "tree", tabIndex: 0 }, list);
  /** @type {import("./view.js").TreeState|null} */
  let state = null;
  /** @type {Row[]} */
  let rows = [];

  function draw() {
    if (!state) return;
    const { first, end } = rowsInSight(element.scrollTop, element.clientHeight, ROW * rem(), rows.length);
    const wanted = rows.slice(first, end).map((row, i) => ({ row, place: first + i }));
    const at = rows.findIndex(({ item }) => item.key === state?.focus);
    if (at >= 0 && (at < first || at >= end)) wanted.push({ row: rows[at], place: at });
    list.style.height = `${rows.length * ROW}rem`;
    list.replaceChildren(...wanted.map(({ row, place }) => makeRow(row, place)));
    element.setAttribute("aria-activedescendant", idOf(state.focus));
  }

  /**
   * @param {Row} row
   * @param {number} at its place in the list
   */
  function makeRow({ item, depth, place, of }, at) {
    const now = /** @type {import("./view.js").TreeState} */ (state);
    const isNode = item.kind === "node";
    const names = ["outline-row", `outline-${item.kind}`];
    if (isNode && item.node.best) names.push("is-best");
    if (isNode && item.node.cut) names.push("is-cut");
    if (item.key === now.focus) names.push("is-focus");
    const element = make("div", {
      class: names.join(" "), id: idOf(item.key), role: "treeitem", "aria-level": depth + 1, "aria-posinset": place,
      "aria-setsize": of, "aria-selected": String(item.key === now.focus),
      "data-key": item.key,
      onclick: () => (item.kind === "more" ? act.more(item.parent) : act.focus(item.key)),
    });
    element.style.transform = `translateY(${at * ROW}rem)`;
    element.style.paddingLeft = `${Math.min(depth, MOST_INDENTS) * INDENT}rem`;
    element.append(make("span", { class: "only-heard" }, spoken(item, now.ground, app.t)));
    if (!isNode) {
      element.append(make("span", { class: "tile-note", "aria-hidden": "true" }, noteText(item, app.t)));
      return element;
    }
    const knob = knobText(item, app.t);
    if (knob) element.setAttribute("aria-expanded", String(item.isOpen));
    element.append(
      knob
        ? make("button", {
          type: "button", class: "tile-knob", tabIndex: -1, "aria-hidden": "true", title: knob.name,
          onclick: (/** @type {Event} */ event) => {
            event.stopPropagation();
            act.toggle(item);
          },
        }, make("span", {}, item.isLoading ? "\u2026" : knob.sign))
        : make("span", { class: "tile-knob" }),
      ...tileContent(item, now.ground, app),
      make("span", { class: "outline-move", "aria-hidden": "true" }, item.node.move ?? app.t("tree.root")),
    );
    return element;
  }

  /** @param {-1|1} by */
  function step(by) {
    const at = rows.findIndex(({ item }) => item.key === state?.focus);
    const next = rows[at + by];
    if (next) act.focus(next.item.key);
  }

  element.addEventListener("scroll", () => requestAnimationFrame(draw), { passive: true });
  element.addEventListener("keydown", (event) => {
    if (!state || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowUp") step(-1);
    else if (event.key === "ArrowRight") act.go("in");
    else if (event.key === "ArrowLeft") act.go("out");
    else if (event.key === "Home") act.focus(state.root.key);
    else if (event.key === "End") act.focus(lastKey(state.root));
    else if (event.key === "Enter" || event.key === " ") act.activate();
    else return;
    event.preventDefault();
  });
  new ResizeObserver(draw).observe(element);

  return {
    element,
    /**
     * @param {import("./view.js").TreeState} next
     * @param {{isNew: boolean}} about
     */
    show(next, { isNew }) {
      state = next;
      rows = outlined(next.root);
      element.setAttribute("aria-label", app.t("tree.title"));
      if (isNew) element.scrollTop = 0;
      draw();
    },
    /** @param {import("./view.js").TreeState} next */
    focus(next) {
      state = next;
      const height = ROW * rem();
      const top = rows.findIndex(({ item }) => item.key === next.focus) * height;
      if (top < element.scrollTop) element.scrollTop = top;
      if (top + height > element.scrollTop + element.clientHeight) element.scrollTop = top + height - element.clientHeight;
      draw();
    },
  };
}
