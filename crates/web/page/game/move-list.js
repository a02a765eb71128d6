// @ts-check
// The moves of the game, in pairs; a click shows the board after that move.

import { fillWith, make } from "../dom.js";
import { language, t } from "../text.js";

/**
 * @param {{goTo: (ply: number) => void}} act
 */
export function createMoveList({ goTo }) {
  const element = make("ol", { class: "moves" });
  let written = "";

  /**
   * @param {import("../state.js").Game} game
   * @param {Map<number, import("../../page-types/protocol.d.ts").ReviewMessage>} reviews
   */
  function show(game, reviews) {
    const text = `${language()} ${game.moves.join()} ${[...reviews.values()].filter(({ blunder }) => blunder).map(({ ply }) => ply)}`;
    if (text !== written) write(game, reviews);
    written = text;
    for (const control of element.querySelectorAll(".move")) {
      if (control.getAttribute("data-ply") === String(game.ply)) control.setAttribute("aria-current", "true");
      else control.removeAttribute("aria-current");
    }
    const current = element.querySelector("[aria-current]");
    if (current instanceof HTMLElement) {
      const top = current.offsetTop;
      const bottom = top + current.offsetHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
    }
  }

  /**
   * @param {import("../state.js").Game} game
   * @param {Map<number, import("../../page-types/protocol.d.ts").ReviewMessage>} reviews
   */
  function write(game, reviews) {
    element.setAttribute("aria-label", t("page.moves"));
    const one = (/** @type {number} */ ply) => {
      const review = reviews.get(ply - 1);
      const blunder = review?.blunder === true;
      const said = t("page.move-number", { number: ply, move: game.moves[ply - 1] });
      const why = blunder ? t("page.blunder", { move: game.moves[ply - 1], best: (review.best ?? []).join(", ") }) : said;
      return make("button", {
        type: "button", class: `move${blunder ? " move-blunder" : ""}`, "data-ply": ply, title: why, "aria-label": blunder ? `${said}. ${why}` : said,
        onclick: () => goTo(ply),
      }, blunder ? `${game.moves[ply - 1]}?` : game.moves[ply - 1]);
    };
    const beginning = make("li", { class: "moves-pair" }, make("button", {
      type: "button", class: "move", "data-ply": 0, onclick: () => goTo(0),
    }, t("page.beginning")));
    const pairs = [];
    for (let ply = 1; ply <= game.moves.length; ply += 2) {
      pairs.push(make("li", { class: "moves-pair" }, [
        make("span", { class: "moves-number", "aria-hidden": "true" }, `${(ply + 1) / 2}.`), one(ply), ply < game.moves.length && one(ply + 1),
      ]));
    }
    fillWith(element, [beginning, ...pairs]);
  }

  return { element, show };
}
