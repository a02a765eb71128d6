// @ts-check
// From a game and what is shown besides (a preview, a hint, values) to everything that stands on the board.

import { indexOf, nameAt, other } from "../board/geometry.js";
import { term } from "../format.js";
import { isDrop, isPersonsTurn } from "../state.js";
import { t } from "../text.js";
import { sideName } from "../sides.js";

/** @typedef {import("../state.js").Game} Game */

/**
 * @typedef {object} Besides
 * @property {import("../board/draw.js").Look|undefined} look
 * @property {boolean} numbers whether moves are numbered
 * @property {string[]} line moves shown on top of the position, as ghosts
 * @property {string|null} hint
 * @property {import("../board/layers.js").Heat[]} heat
 * @property {import("../board/layers.js").Arrow[]} [arrows]
 * @property {string|null} arriving
 * @property {boolean} [isFree] whether a person may move for both sides
 */

/**
 * @param {Game} game
 * @param {Besides} besides
 * @returns {import("../board/view.js").Scene}
 */
export function scene(game, { look, numbers, line, hint, heat, arrows = [], arriving, isFree = false }) {
  const isPreview = line.length > 0;
  const forbidden = Object.fromEntries(Object.entries(game.forbidden).map(([point, why]) =>
    [point, t("page.illegal-forbidden", { point, side: sideName(game.to_move), why: term(why) })]));
  const labels = numbers ? moveNumbers(game) : {};
  return {
    drawing: drawingOf(game, look, labels),
    name: t("page.board-name", { rules: game.rules, side: sideName(game.to_move) }),
    turn: (isPersonsTurn(game) || (isFree && !game.result)) && !isPreview ? game.to_move : null,
    heat: isPreview ? [] : heat,
    arrows: isPreview ? [] : arrows,
    ghosts: line.map((point, i) => ({ point, side: sideAfter(game, i), text: String(i + 1) })),
    hint: isPreview ? null : hint,
    forbidden: isPreview ? {} : forbidden,
    arriving,
    describe: (point) => describe(game, point, heat, forbidden),
  };
}

/**
 * @param {Game} game
 * @param {import("../board/draw.js").Look|undefined} look
 * @param {Record<string, string|number>} [labels]
 * @returns {import("../board/draw.js").Drawing}
 */
export function drawingOf(game, look, labels = {}) {
  const { width, height, stones, last, row } = game;
  return { width, height, stones, last, row, labels, look, drop: isDrop(game) };
}

/**
 * The number of the move that set each stone; stones of the beginning have none.
 * @param {Game} game
 */
export function moveNumbers(game) {
  return Object.fromEntries(game.moves.slice(0, game.ply).map((move, i) => [move, i + 1]));
}

/**
 * @param {Game} game
 * @param {number} moves
 */
function sideAfter(game, moves) {
  return moves % 2 === 0 ? game.to_move : other(game.to_move);
}

/**
 * @param {Game} game
 * @param {string} point
 * @param {import("../board/layers.js").Heat[]} heat
 * @param {Record<string, string>} forbidden
 */
function describe(game, point, heat, forbidden) {
  const stone = game.stones[indexOf(point, game.width, game.height)];
  const what = stone === "." ? t("page.point-empty", { point }) : t("page.point-stone", { point, side: sideName(stone === "X" ? "x" : "o") });
  const value = heat.find((rated) => rated.point === point);
  const notes = [
    point === game.last ? t("page.point-last") : "",
    game.row.includes(point) ? t("page.point-row") : "",
    forbidden[point] ?? "",
    value ? `${value.main}${value.sub ? ` ${value.sub}` : ""}` : "",
  ].filter(Boolean);
  return [what, ...notes].join(", ");
}

/**
 * The point where one stone more stands than before; null when it is another game or more has changed.
 * @param {Game|null} before
 * @param {Game} after
 */
export function newStone(before, after) {
  if (!before || before.number !== after.number || before.stones.length !== after.stones.length) return null;
  if (after.ply !== before.ply + 1) return null;
  const changed = [...after.stones].flatMap((stone, i) => (stone !== before.stones[i] ? [i] : []));
  return changed.length === 1 ? nameAt(changed[0], after.width, after.height) : null;
}
