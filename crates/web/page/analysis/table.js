// @ts-check
// The moves of a result in a table: each with its value, and the line that follows it.

import { make } from "../dom.js";
import { number, valueText } from "../format.js";
import { t } from "../text.js";

const TABLE_ROWS = 10;
/** Moves of a line that are told. */
const LINE_MOVES = 6;

/**
 * @param {import("./result.js").AnalysisMessage} answer
 * @param {object} act
 * @param {(move: string|null) => void} act.hover
 * @param {(line: string[]|null) => void} act.hoverLine shows a line while it is pointed at
 * @param {(line: string[]) => void} act.preview keeps it on the board
 */
export function movesTable(answer, { hover, hoverLine, preview }) {
  const isVisited = answer.moves.some((rated) => typeof rated.visits === "number");
  const followed = new Map(answer.lines.map((candidate) => [candidate.move, candidate]));
  const hasLines = followed.size > 0;
  const count = Math.max(TABLE_ROWS, followed.size);
  const rows = answer.moves.slice(0, count).map((rated) =>
    make("tr", { onpointerenter: () => hover(rated.move), onpointerleave: () => hover(null) }, [
      make("th", { scope: "row" }, rated.move), make("td", {}, valueText(rated)), isVisited && make("td", { class: "numeric" }, number(rated.visits ?? 0)),
      hasLines && make("td", { class: "rated-line" }, lineButtons((followed.get(rated.move)?.line ?? []).slice(0, LINE_MOVES), { hover: hoverLine, preview })),
    ]));
  const more = answer.moves.length - count;
  return make("div", { class: "rated" }, [
    make("table", { class: "rated-table" }, [
      make("thead", {}, make("tr", {}, [
        make("th", { scope: "col" }, t("page.column-move")), make("th", { scope: "col" }, t("page.column-value")),
        isVisited && make("th", { scope: "col", class: "numeric" }, t("page.column-visits")),
        hasLines && make("th", { scope: "col" }, t("page.best-line")),
      ])),
      make("tbody", {}, rows),
    ]),
    more > 0 && make("p", { class: "field-help" }, t("page.more-moves", { count: more })),
  ]);
}

/**
 * The moves of a line as buttons, each for the line up to it.
 * @param {string[]} moves
 * @param {{hover: (line: string[]|null) => void, preview: (line: string[]) => void}} act
 */
export function lineButtons(moves, { hover, preview }) {
  return moves.map((move, i) => {
    const upTo = moves.slice(0, i + 1);
    return make("button", {
      type: "button", class: "line-move", title: t("page.best-line-help"),
      onpointerenter: () => hover(upTo), onpointerleave: () => hover(null), onfocus: () => hover(upTo), onblur: () => hover(null),
      onclick: () => preview(upTo),
    }, move);
  });
}
