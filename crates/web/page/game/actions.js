// @ts-check
// What a person can do to the game, each a request to the program. Whatever is refused is shown.

import { Refusal } from "../connection.js";
import { formatHash, linkedGame, plainPlayer, withGame } from "../link.js";
import { t } from "../text.js";
import { toList } from "../variations/tree.js";
import { requestsFor } from "./restore.js";

/** Refusals that nobody needs to read: what was asked was overtaken by what was asked next. */
export const UNIMPORTANT = ["web-replaced", "web-gone"];

/**
 * @param {object} means
 * @param {import("../connection.js").Connection} means.connection
 * @param {import("../notice.js").Notices} means.notices
 * @param {() => import("../state.js").Game|null} means.game
 * @param {import("../address.js").Address} means.address
 * @param {() => string|null} means.shared what others on the network open
 */
export function createActions({ connection, notices, game, address, shared }) {
  /**
   * Asks, and shows why not.
   * @template {import("../connection.js").Request} Asked
   * @param {Asked} request
   */
  async function attempt(request) {
    if (connection.status() !== "open") {
      notices.show(t("page.away-action"), "problem");
      return null;
    }
    try {
      return await connection.ask(request);
    } catch (error) {
      if (!(error instanceof Refusal) || !UNIMPORTANT.includes(error.key)) {
        notices.show(error instanceof Error ? error.message : String(error), "problem");
      }
      return null;
    }
  }

  /**
   * Brings a game about; the caller shows why not.
   * @param {import("../link.js").LinkedGame} linked
   */
  async function bring(linked) {
    for (const request of requestsFor(linked)) await connection.ask(request);
  }

  /**
   * Begins a game that a person wants, so that the browser's back button leads to the one before.
   * @param {import("../link.js").LinkedGame} linked
   */
  async function begin(linked) {
    address.step();
    try {
      await bring(linked);
    } catch (error) {
      address.stay();
      throw error;
    }
  }

  /**
   * Begins a game, and shows why not.
   * @param {import("../link.js").LinkedGame} linked
   */
  async function tryBegin(linked) {
    try {
      await begin(linked);
    } catch (error) {
      notices.show(error instanceof Error ? error.message : String(error), "problem");
    }
  }

  return {
    attempt,
    bring,
    begin,
    tryBegin,
    /** @param {string} point */
    play: (point) => attempt({ type: "play", move: point }),
    undo: () => attempt({ type: "undo" }),
    redo: () => attempt({ type: "redo" }),
    /** @param {number} ply */
    goTo: (ply) => attempt({ type: "goto", ply }),
    /**
     * Shows another line of the same game.
     * @param {string[]} line
     * @param {number} ply
     * @param {import("../link.js").LinkedGame["ended"]} [ended]
     */
    showLine: (line, ply, ended) => attempt({ type: "line", moves: line.join(" "), ply, ...(ended ? { ended } : {}) }),
    resign: () => attempt({ type: "resign" }),
    /**
     * Takes a colour in an opening, or places two more stones.
     * @param {"x"|"o"|"add"} colour
     */
    choose: (colour) => attempt({ type: "choose", colour }),
    step: () => attempt({ type: "step" }),
    stop: () => attempt({ type: "stop" }),
    hint: () => attempt({ type: "hint" }),
    /** Asks the program to look at the clock. */
    checkClock: () => connection.send({ type: "clock" }),
    /**
     * The game with its variations, as the text of an SGF file.
     * @param {import("../variations/tree.js").Tree} tree
     */
    sgf: async (tree) => (await attempt({ type: "write", start: tree.start, nodes: toList(tree) }))?.sgf ?? null,
    /** The record of the whole game, as the text of a file. */
    record: async () => (await attempt({ type: "record" }))?.record ?? null,
    /**
     * @param {boolean} on
     * @param {number} delay
     */
    auto: (on, delay) => attempt({ type: "auto", on, delay_ms: delay }),
    swap() {
      const players = game()?.players;
      return players ? attempt({ type: "players", x: plainPlayer(players.o), o: plainPlayer(players.x) }) : null;
    },
    /**
     * Plays a line out from the position shown, as a game of its own.
     * @param {string[]} line
     */
    async playLine(line) {
      const now = game();
      if (!now) return;
      const { ply: _, ended: __, ...linked } = linkedGame(now);
      await tryBegin({ ...linked, moves: [...now.moves.slice(0, now.ply), ...line] });
    },
    /** The address of the position shown, without what is only looked at: in a classroom one that works on every machine. */
    address() {
      const now = game();
      const hash = now ? formatHash(withGame(new Map(), linkedGame(now))) : "";
      return `${shared() ?? `${location.origin}${location.pathname}`}${hash}`;
    },
  };
}

/** @typedef {ReturnType<typeof createActions>} Actions */
