// @ts-check
// The marks of a review, in words and as the signs that chess players write behind a move.

import { t } from "../text.js";

/** @typedef {import("../../page-types/protocol.d.ts").ReviewedMove} ReviewedMove */

/** The worst last. */
export const MARKS = /** @type {const} */ (["inaccuracy", "mistake", "blunder", "missed-win"]);

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??", "missed-win": "??" };

/** @param {ReviewedMove} move */
export function signOf({ mark }) {
  return mark === null ? "" : SIGNS[mark];
}

/** @param {ReviewedMove} move */
export function markedText({ move, mark, better }) {
  const told = { move, mark: t(`page.mark-${mark}`) };
  return better ? t("page.marked-better", { ...told, better: better.move }) : t("page.marked", told);
}
