// @ts-check
// The variations of the game on the board: follows it, so that whatever was once on the board stays in the tree, and leads it
// along the tree when a person chooses a move there.

import { keep, find, newId } from "./keep.js";
import { MOST_COMMENT, emptyTree, insert, isVariation, lineThrough, nodeAt, promote, remove, size } from "./tree.js";

/** @typedef {import("../state.js").Game} Game */
/** @typedef {import("./tree.js").Tree} Tree */

/**
 * @param {object} means
 * @param {() => Game|null} means.game
 * @param {(line: string[], ply: number, ended?: import("../link.js").LinkedGame["ended"]) => Promise<unknown>} means.show shows a line of the game on the board
 * @param {() => void} means.onChange the tree is to be drawn anew
 * @param {() => void} means.onFull there is no room for more moves
 */
export function createVariations({ game, show, onChange, onFull }) {
  /** @type {import("./keep.js").Kept} */
  let kept = { id: newId(), line: "", tree: emptyTree("") };
  let number = 0;
  /** A tree that was made for the game that comes next. @type {Tree|null} */
  let expected = null;
  /** What is being deleted is not put back by the game that still shows it. */
  let leaving = "";
  /** How the game ended where the board does not show it, with its moves. @type {{line: string, ended: NonNullable<Game["ended"]>}|null} */
  let end = null;

  /** The moves that lead to the position shown. */
  const here = () => {
    const now = game();
    return now ? now.moves.slice(0, now.ply) : [];
  };

  /** @param {Game} now */
  function adopt(now) {
    const isKnown = now.number === number && now.start === kept.tree.start;
    number = now.number;
    if (isKnown) return;
    const brought = expected?.start === now.start ? { id: newId(), line: "", tree: expected } : null;
    const isSame = now.start === kept.tree.start && now.moves.length > 0 && nodeAt(kept.tree, now.moves) !== null;
    expected = null;
    end = null;
    if (brought || !isSame) kept = brought ?? find(now) ?? { id: newId(), line: "", tree: emptyTree(now.start) };
  }

  function changed() {
    if (size(kept.tree) > 0) keep(kept);
    onChange();
  }

  /**
   * Goes to a move of the tree, with the main line after it.
   * @param {string[]} moves
   */
  function select(moves) {
    const line = lineThrough(kept.tree, moves);
    return show(line, moves.length, end?.line === line.join(" ") ? end.ended : undefined);
  }

  return {
    tree: () => kept.tree,
    here,
    select,
    /** Whether the position shown is off the main line. */
    isOff: () => isVariation(kept.tree, here()),
    /** @param {Game} now */
    follow(now) {
      adopt(now);
      const line = now.moves.join(" ");
      if (leaving && `${line} `.startsWith(`${leaving} `)) return;
      if (now.ended) end = { line, ended: now.ended };
      if (!insert(kept.tree, now.moves)) onFull();
      kept.line = line;
      changed();
    },
    /**
     * Tries a move where the board stands: a new one becomes a variation.
     * @param {string} move
     */
    play(move) {
      const moves = [...here(), move];
      return nodeAt(kept.tree, moves) ? select(moves) : show(moves, moves.length);
    },
    promote() {
      if (promote(kept.tree, here())) changed();
    },
    /** Deletes the move shown and everything after it. */
    async remove() {
      const gone = here();
      if (gone.length === 0) return;
      leaving = gone.join(" ");
      remove(kept.tree, gone);
      await select(gone.slice(0, -1));
      leaving = "";
      changed();
    },
    /**
     * What is said of the move shown.
     * @param {{symbol?: string, comment?: string}} said
     */
    say({ symbol, comment }) {
      const node = nodeAt(kept.tree, here());
      if (!node) return;
      if (symbol !== undefined) node.symbol = node.symbol === symbol ? "" : symbol;
      if (comment !== undefined) node.comment = comment.slice(0, MOST_COMMENT);
      changed();
    },
    /**
     * The game that is about to begin has this tree; null when none begins.
     * @param {Tree|null} tree
     */
    expect(tree) {
      expected = tree;
    },
  };
}

/** @typedef {ReturnType<typeof createVariations>} Variations */
