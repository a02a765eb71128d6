// @ts-check
// The library: recorded games, puzzles, models; each a view of its own in one place.

import { fillWith, make } from "../dom.js";
import { onLanguage, t } from "../text.js";
import { createGames } from "./games.js";
import { createModels } from "./models.js";
import { createPuzzles } from "./puzzles.js";

/** @typedef {"library"|"puzzles"|"models"} Part */

/**
 * What the parts need of the page.
 * @typedef {object} Library
 * @property {import("../connection.js").Connection} connection
 * @property {import("../notice.js").Notices} notices
 * @property {() => import("../state.js").Game|null} game
 * @property {import("../address.js").Address} address
 * @property {(game: import("../link.js").LinkedGame) => Promise<void>} review opens a game in Analyse
 * @property {() => void} play goes where games are played
 * @property {(rules: string, spec: string) => Promise<void>} against begins a game against an agent
 */

/**
 * @param {HTMLElement} host
 * @param {Library} library
 */
export function mountLibrary(host, library) {
  const parts = { library: createGames(library), puzzles: createPuzzles(library), models: createModels(library) };
  /** @type {Part} */
  let shown = "library";
  const title = make("h2", { class: "only-heard" });

  function render() {
    title.textContent = t(`page.view-${shown}`);
    fillWith(host, make("div", { class: "library" }, [title, parts[shown].element]));
    parts[shown].render();
  }

  onLanguage(() => { if (!host.hidden) render(); });
  return {
    /** @param {Part} next */
    become(next) {
      shown = next;
      render();
    },
  };
}
