// @ts-check
// One result of an analysis for everything that shows it: the headline, the table, the board. While it runs its news is
// that result, and what was complete last stays until something newer is.

import { goodness, isKnown } from "../format.js";

/** @typedef {import("../../page-types/protocol.d.ts").AnalysisMessage} AnalysisMessage */
/** @typedef {import("../../page-types/protocol.d.ts").ThinkingMessage} ThinkingMessage */

/**
 * Whether an agent that was asked again has not come as far as it had before.
 * @param {AnalysisMessage} kept
 * @param {AnalysisMessage|ThinkingMessage} news
 */
function isDeeper(kept, news) {
  return kept.by === news.by && kept.depth > news.depth && news.certainty !== "proven";
}

/**
 * @param {AnalysisMessage|null} before
 * @param {AnalysisMessage|ThinkingMessage} news
 * @returns {AnalysisMessage|null}
 */
export function resultSoFar(before, news) {
  const kept = before && before.number === news.number && before.ply === news.ply ? before : null;
  const says = isKnown(news) || ("moves" in news && news.moves.some(isKnown));
  if (!says) return kept ?? (news.type === "analysis" ? news : null);
  if (kept && isDeeper(kept, news)) return kept;
  if (news.type === "analysis") return news;
  const { value, at_most, at_least, certainty, kind, plies } = news;
  if (news.lines.length === 0) {
    const moves = news.line.slice(0, 1).map((move) => ({ move, value, at_most, at_least, certainty, kind, plies }));
    return { ...news, type: "analysis", best: moves[0]?.move ?? null, moves };
  }
  // While an iteration goes on, a line may have been found to be better than those before it.
  const lines = byWorth(news.lines);
  const [first] = lines;
  const { value: _, at_most: __, at_least: ___, ...rest } = news;
  return { ...rest, ...valueOf(first), type: "analysis", best: first.move, line: first.line, lines, moves: lines };
}

/**
 * The best first, as far as values tell; what cannot be told apart keeps its order.
 * @param {import("../../page-types/protocol.d.ts").Candidate[]} lines
 */
function byWorth(lines) {
  const worth = new Map(lines.map((line) => [line, goodness(line)]));
  if ([...worth.values()].includes(null)) return lines;
  return [...lines].sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0) || hurry(b) - hurry(a));
}

/**
 * Of two wins the sooner is better, of two losses the later.
 * @param {import("../format.js").ValueFields} fields
 */
function hurry({ value, plies }) {
  return value === "win" ? -(plies ?? 0) : value === "loss" ? plies ?? 0 : 0;
}

/** @param {import("../format.js").ValueFields} fields */
function valueOf({ value, at_most, at_least, certainty, kind, plies }) {
  return { value, ...(at_most === undefined ? {} : { at_most }), ...(at_least === undefined ? {} : { at_least }), certainty, kind, plies };
}
