// @ts-check
// How a game ended, with its sides called as they are drawn.

import { other } from "../board/geometry.js";
import { sideName } from "../sides.js";
import { t } from "../text.js";

/** The kinds of end that the board does not show, each with its sentence. */
const REASONS = /** @type {Record<string, string>} */ ({
  resigned: "resigned", "illegal-move": "illegal", time: "time", memory: "memory", error: "error",
});

/** @param {import("../state.js").Game} game */
export function endingText({ result, row, ended, variants }) {
  if (result === null) return "";
  if (result === "draw") return t("ending.draw");
  const details = { winner: sideName(result), loser: sideName(other(result)) };
  const key = ended && row.length === 0 ? REASONS[ended.reason.kind] : undefined;
  if (key) return t(`ending.${key}`, { ...details, detail: ended?.reason.detail ?? "" });
  return t(variants.includes("misere") ? "ending.misere" : "ending.row", { ...details, detail: row.join(" ") });
}
