// @ts-check
// One result of an analysis for everything that shows it: the headline, the table, the board. While it runs its news is
// that result, and what was complete last stays until something newer is.

import { isKnown } from "../format.js";

/** @typedef {import("../../page-types/protocol.d.ts").AnalysisMessage} AnalysisMessage */
/** @typedef {import("../../page-types/protocol.d.ts").ThinkingMessage} ThinkingMessage */

/**
 * @param {AnalysisMessage|null} before
 * @param {AnalysisMessage|ThinkingMessage} news
 * @returns {AnalysisMessage|null}
 */
export function resultSoFar(before, news) {
  const kept = before && before.number === news.number && before.ply === news.ply ? before : null;
  const says = isKnown(news) || ("moves" in news && news.moves.some(isKnown));
  if (!says) return kept ?? (news.type === "analysis" ? news : null);
  if (news.type === "analysis") return news;
  const { value, at_most, at_least, certainty, kind, plies } = news;
  const moves = news.lines.length > 0
    ? news.lines
    : news.line.slice(0, 1).map((move) => ({ move, value, at_most, at_least, certainty, kind, plies }));
  return { ...news, type: "analysis", best: moves[0]?.move ?? null, moves };
}
