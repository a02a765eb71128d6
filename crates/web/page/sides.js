// @ts-check
// What the two sides are called: as their pieces are drawn. Marks are X and O, stones black and white, discs red and
// yellow.

import { t } from "./text.js";

/** @typedef {"marks"|"stones"|"holes"} Style */

/** @type {Style} */
let style = "marks";

/**
 * The board is drawn like this from now on.
 * @param {Style} next
 */
export function drawnAs(next) {
  style = next;
}

/**
 * A side as people call it.
 * @param {"x"|"o"} side
 * @param {Style} [drawn] as the page's board is drawn, when left out
 */
export function sideName(side, drawn = style) {
  return t(`page.${drawn}-${side}`);
}
