// @ts-check
// Which game the page ought to show: the program's, the link's, or the one it had before the program went away.

import { isSameGame, linkedGame } from "../link.js";

/** @typedef {import("../link.js").LinkedGame} LinkedGame */
/** @typedef {import("../state.js").Game} Game */

/**
 * What to ask of the program after it has greeted the page and shown its game.
 * @param {object} known
 * @param {boolean} known.found whether the program still had this page's session
 * @param {Game} known.theirs the game that the program shows
 * @param {Game|null} known.mine the game that the page showed before, when it was already there
 * @param {LinkedGame|null} known.link the game that the address names
 * @returns {LinkedGame|null} a game to begin; null when theirs is right
 */
export function gameToRestore({ found, theirs, mine, link }) {
  const wanted = mine ? linkedGame(mine) : link;
  if (!wanted) return null;
  // In the same session the program may be some moves ahead: an agent answered while nobody looked.
  if (found && (mine !== null || isSameGame(wanted, linkedGame(theirs)))) return null;
  return wanted;
}

/**
 * The requests that bring a game about.
 * @param {LinkedGame} game
 * @returns {import("../../page-types/protocol.d.ts").Request[]}
 */
export function requestsFor({ rules, position, moves, ply, x, o, opening, ended }) {
  /** @type {import("../../page-types/protocol.d.ts").Request} */
  const begin = {
    type: "new", ...(position ? { position } : { rules }), ...(moves.length > 0 ? { moves: moves.join(" ") } : {}), x, o, ...(opening ? { opening } : {}), ...(ended ? { ended } : {}),
  };
  return ply === undefined ? [begin] : [begin, { type: "goto", ply }];
}
