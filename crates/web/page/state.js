// @ts-check
// What the page knows of its game: the program's latest `state`, and questions about it that need no asking.

import { indexOf, landing, other, parsePoint } from "./board/geometry.js";
import { sideName } from "./sides.js";

/** @typedef {import("../page-types/protocol.d.ts").Game} Game */
/** @typedef {import("../page-types/protocol.d.ts").Suited} Suited */

/** A value that tells whoever listens when it changes. */
export function createStore() {
  /** @type {Game|null} */
  let game = null;
  /** @type {Set<(game: Game, before: Game|null) => void>} */
  const listeners = new Set();
  return {
    get: () => game,
    /** @param {Game} next */
    set(next) {
      const before = game;
      game = next;
      for (const listener of [...listeners]) listener(next, before);
    },
    /**
     * Calls back with every state, and at once when there is one.
     * @param {(game: Game, before: Game|null) => void} listener
     */
    on(listener) {
      listeners.add(listener);
      if (game) listener(game, null);
      return () => listeners.delete(listener);
    },
  };
}

/** @param {Game} game */
export function isDrop(game) {
  return game.variants.includes("drop");
}

/** @param {Game} game */
export function isMachinesOnly(game) {
  return game.players.x.kind !== "person" && game.players.o.kind !== "person";
}

/**
 * Who has to do something: the side to move, or in an opening the one whose decision it is.
 * @param {Game} game
 */
export function mover(game) {
  return game.opening?.side ?? game.to_move;
}

/**
 * What the person whose decision it is may choose in an opening.
 * @param {Game} game
 */
export function choicesOf(game) {
  return game.opening && game.players[mover(game)].kind === "person" ? game.opening.choices : [];
}

/** @param {Game} game */
export function isPersonsTurn(game) {
  return !game.result && game.players[mover(game)].kind === "person" && choicesOf(game).length === 0;
}

/**
 * Whether a machine is to move but waits to be told: machines are paused, or an earlier position is shown.
 * @param {Game} game
 */
export function isHeldUp(game) {
  return !game.result && game.players[mover(game)].kind !== "person" && game.thinking === null && !game.auto;
}

/**
 * Who gives up when somebody does: the person who plays a machine, else the side to move.
 * @param {Game} game
 * @returns {"x"|"o"}
 */
export function resigner(game) {
  const persons = /** @type {const} */ (["x", "o"]).filter((side) => game.players[side].kind === "person");
  return persons.length === 1 ? persons[0] : game.to_move;
}

/**
 * Who moves after so many moves.
 * @param {Game} game
 * @param {number} ply
 */
export function sideAt(game, ply) {
  return Math.abs(game.ply - ply) % 2 === 0 ? game.to_move : other(game.to_move);
}

/**
 * The move that a click on this point makes: where stones fall, the column's landing.
 * @param {Game} game
 * @param {string} point
 */
export function moveAt(game, point) {
  if (!isDrop(game)) return point;
  return landing(game.stones, parsePoint(point).column, game.width, game.height) ?? point;
}

/**
 * Why nothing can be played at a point now, as a key of the catalogue and its details; null when it can.
 * @param {Game} game
 * @param {string} point
 * @param {boolean} isFree whether a person may move for both sides, whoever plays them
 * @returns {{key: string, details: Record<string, string>}|null}
 */
export function refusal(game, point, isFree = false) {
  const side = sideName(game.to_move);
  if (game.result) return { key: "page.illegal-over", details: {} };
  if (!isFree && game.players[mover(game)].kind !== "person") {
    const key = game.thinking ? "thinking" : isMachinesOnly(game) ? "paused" : "turn";
    return { key: `page.illegal-${key}`, details: { side } };
  }
  const move = moveAt(game, point);
  if (game.stones[indexOf(move, game.width, game.height)] !== ".") {
    return isDrop(game)
      ? { key: "page.illegal-full", details: { column: point[0] } }
      : { key: "page.illegal-taken", details: { point } };
  }
  if (move in game.forbidden) {
    return { key: "page.illegal-forbidden", details: { point: move, side, why: game.forbidden[move] } };
  }
  return game.legal.includes(move) ? null : { key: "page.illegal-other", details: { point: move } };
}
