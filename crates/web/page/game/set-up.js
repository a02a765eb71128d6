// @ts-check
// Stones that were set up, as a position of the game: whose turn it is follows there from their number, since X begins and turns
// alternate.

import { other } from "../board/geometry.js";

/** @typedef {"x"|"o"} Side */

/** @param {string} stones @param {string} side */
const count = (stones, side) => stones.split(side.toUpperCase()).length - 1;

/**
 * Whose turn it is by the number of stones, or null when no game leads there.
 * @param {string} stones
 * @returns {Side|null}
 */
export function turnByCount(stones) {
  const ahead = count(stones, "x") - count(stones, "o");
  return ahead === 0 ? "x" : ahead === 1 ? "o" : null;
}

/** The same stones, each of the other side. @param {string} stones */
export function exchanged(stones) {
  return stones.replace(/[XO]/g, (stone) => (stone === "X" ? "O" : "X"));
}

/**
 * The position in which `side` is to move. Where O must have begun it is the one with the sides exchanged, which is the same wherever
 * the rules are the same for both (`isEven`); otherwise, how many stones are missing, and whose.
 * @param {string} stones
 * @param {Side} side
 * @param {boolean} isEven
 * @returns {{stones: string, side: Side, isExchanged: boolean} | {missing: number, of: Side}}
 */
export function setUp(stones, side, isEven) {
  if (turnByCount(stones) === side) return { stones, side, isExchanged: false };
  const turned = exchanged(stones);
  if (isEven && turnByCount(turned) === other(side)) return { stones: turned, side: other(side), isExchanged: true };
  const behind = count(stones, other(side)) - count(stones, side);
  // In Renju only X can have begun.
  const least = isEven || side === "x" ? 0 : 1;
  const most = isEven || side === "o" ? 1 : 0;
  return behind < least ? { missing: least - behind, of: other(side) } : { missing: behind - most, of: side };
}
