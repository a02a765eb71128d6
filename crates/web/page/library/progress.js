// @ts-check
// Which puzzles this browser has solved, and those that were found in its games.

import { remembered } from "../storage.js";

/** @typedef {import("../../page-types/protocol.d.ts").ComposedPuzzle} ComposedPuzzle */
/** @typedef {"solved"|"tried"} Progress solved without a wrong move or the solution; or not so */

/** Puzzles of one's own that are remembered. */
const MOST_OWN = 100;

/**
 * @template Kept
 * @param {string} name
 * @param {Kept} otherwise
 * @returns {Kept}
 */
function read(name, otherwise) {
  try {
    const kept = JSON.parse(remembered.get(name) ?? "null");
    return kept !== null && typeof kept === typeof otherwise && Array.isArray(kept) === Array.isArray(otherwise) ? kept : otherwise;
  } catch {
    return otherwise;
  }
}

/** By the positions of the puzzles, which do not change when puzzles are added. */
export const progress = {
  /**
   * @param {string} position
   * @returns {Progress|null}
   */
  of(position) {
    const kept = read("puzzles", /** @type {Record<string, Progress>} */ ({}))[position];
    return kept === "solved" || kept === "tried" ? kept : null;
  },
  /**
   * What was solved stays solved.
   * @param {string} position
   * @param {Progress} next
   */
  set(position, next) {
    const all = read("puzzles", /** @type {Record<string, Progress>} */ ({}));
    if (all[position] === "solved") return;
    remembered.set("puzzles", JSON.stringify({ ...all, [position]: next }));
  },
};

/** The puzzles that were found in one's own games, the newest first. */
export const ownPuzzles = {
  /** @returns {ComposedPuzzle[]} */
  all: () => read("own-puzzles", /** @type {ComposedPuzzle[]} */ ([])).filter((puzzle) => typeof puzzle?.text === "string" && typeof puzzle.position === "string"),
  /**
   * How many of these were new.
   * @param {ComposedPuzzle[]} found
   */
  add(found) {
    const known = ownPuzzles.all();
    const fresh = found.filter(({ position }) => !known.some((puzzle) => puzzle.position === position));
    remembered.set("own-puzzles", JSON.stringify([...fresh, ...known].slice(0, MOST_OWN)));
    return fresh.length;
  },
};
