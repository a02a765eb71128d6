// @ts-check
// Looks at the game on a board that was turned or mirrored, variations and all.

import { linkedGame } from "../link.js";
import { renamed } from "../variations/tree.js";
import { movedPoint, movedPosition, movedRules } from "./transform.js";

/**
 * @param {object} means
 * @param {import("../state.js").Game|null} means.game
 * @param {import("./actions.js").Actions} means.actions
 * @param {import("../variations/controller.js").Variations} means.variations
 * @param {import("./transform.js").Kind} kind
 */
export async function turnBoard({ game, actions, variations }, kind) {
  if (!game) return;
  const rename = (/** @type {string} */ move) => movedPoint(kind, move, game);
  const { rules, position, ...linked } = linkedGame(game);
  variations.expect(renamed(variations.tree(), movedPosition(kind, game.start), rename));
  await actions.tryBegin({
    ...linked, ...(position ? { position: movedPosition(kind, position) } : { rules: movedRules(kind, rules ?? game.rules) }), moves: linked.moves.map(rename),
  });
  variations.expect(null);
}
