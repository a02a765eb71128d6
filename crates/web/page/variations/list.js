// @ts-check
// The tree of variations as text, as books print it: the main line in pairs, and behind the move that they replace the
// variations, each in a line of its own and further in.

import { signOf, markedText } from "../analysis/marks.js";
import { fillWith, make } from "../dom.js";
import { t } from "../text.js";
import { scrollIntoBox } from "../game/move-list.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("../analysis/curve-data.js").Reviewed} Reviewed */

/** Deeper than this variations are not drawn further in: a phone is narrow. */
const MOST_INDENTS = 4;

/**
 * @param {object} means
 * @param {import("./controller.js").Variations} means.variations
 */
export function createVariationList({ variations }) {
  const element = make("ol", { class: "moves variations" });

  /**
   * @param {Node} node
   * @param {string[]} path
   * @param {Reviewed["moves"][number]|null} review
   */
  function moveButton({ move, symbol }, path, review) {
    const said = t("page.move-number", { number: path.length, move });
    const why = review?.mark ? markedText(review) : "";
    const sign = symbol || (review ? signOf(review) : "");
    const isHere = variations.here().join(" ") === path.join(" ");
    return make("button", {
      type: "button", class: `move${review?.mark ? ` move-marked mark-${review.mark}` : ""}`, "data-ply": path.length, "data-path": path.join(" "),
      title: why || said, "aria-label": [said, symbol ? t(`analysis.symbol-${symbolName(symbol)}`) : "", why].filter(Boolean).join(". "),
      ...(isHere ? { "aria-current": "true" } : {}),
      onclick: () => { void variations.select(path); },
    }, `${move}${sign}`);
  }

  /**
   * A line of moves, and below it the variations from it.
   * @param {Node} node the first move
   * @param {string[]} before the moves before it
   * @param {number} depth how many lines it branched off from
   * @param {(path: string[]) => Reviewed["moves"][number]|null} reviewOf
   * @returns {HTMLElement[]}
   */
  function lineOf(node, before, depth, reviewOf) {
    const rows = [];
    let path = before;
    /** @type {HTMLElement|null} */
    let row = null;
    /** @type {Node|undefined} */
    let next = node;
    /** @type {Node[]} */
    let others = [];
    while (next) {
      path = [...path, next.move];
      const isFirst = path.length % 2 === 1;
      if (!row || (isFirst && depth === 0)) {
        row = make("li", { class: depth === 0 ? "moves-pair" : "variation", ...(depth > 0 ? { "data-depth": Math.min(depth, MOST_INDENTS) } : {}) });
        rows.push(row);
      }
      if (isFirst || row.children.length === 0) row.append(make("span", { class: "moves-number", "aria-hidden": "true" }, `${Math.ceil(path.length / 2)}${isFirst ? "." : "…"}`));
      row.append(moveButton(next, path, reviewOf(path)));
      if (next.comment) row.append(make("span", { class: "move-comment" }, next.comment));
      const start = path.slice(0, -1);
      const branches = others.flatMap((other) => lineOf(other, start, depth + 1, reviewOf));
      if (branches.length > 0) {
        rows.push(...branches);
        row = null;
      }
      others = next.children.slice(1);
      next = next.children[0];
    }
    return rows;
  }

  /** @param {{moves: string[], found: Reviewed}|null} review with the line that was reviewed */
  function show(review) {
    element.setAttribute("aria-label", t("analysis.variations"));
    const { root } = variations.tree();
    const reviewOf = (/** @type {string[]} */ path) =>
      (review && path.every((move, i) => review.moves[i] === move) ? review.found.moves[path.length - 1] ?? null : null);
    const [first, ...others] = root.children;
    const beginning = make("li", { class: "moves-pair" }, [
      make("button", {
        type: "button", class: "move move-beginning", "data-ply": 0, "data-path": "", onclick: () => { void variations.select([]); },
        ...(variations.here().length === 0 ? { "aria-current": "true" } : {}),
      }, t("page.beginning")),
      root.comment ? make("span", { class: "move-comment" }, root.comment) : null,
    ]);
    const main = first ? lineOf(first, [], 0, reviewOf) : [];
    // What replaces the first move stands behind the first pair.
    main.splice(1, 0, ...others.flatMap((other) => lineOf(other, [], 1, reviewOf)));
    fillWith(element, [beginning, ...main]);
    scrollIntoBox(element);
  }

  return { element, show };
}

const NAMES = { "!!": "brilliant", "!": "good", "!?": "interesting", "?!": "doubtful", "?": "bad", "??": "blunder" };

/** @param {string} symbol */
export function symbolName(symbol) {
  return NAMES[/** @type {keyof typeof NAMES} */ (symbol)] ?? "good";
}
