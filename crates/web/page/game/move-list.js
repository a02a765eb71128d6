// @ts-check
// The moves of the game, in pairs; a click shows the board after that move.

import { markedText, signOf } from "../analysis/marks.js";
import { fillWith, make } from "../dom.js";
import { language, t } from "../text.js";

/**
 * Scrolls a list of moves, and nothing else of the page, until the move that is shown is in sight.
 * @param {HTMLElement} list
 */
export function scrollIntoBox(list) {
  const current = list.querySelector("[aria-current]");
  if (!(current instanceof HTMLElement)) return;
  const top = current.offsetTop;
  const bottom = top + current.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

/**
 * @param {{goTo: (ply: number) => void}} act
 */
export function createMoveList({ goTo }) {
  const element = make("ol", { class: "moves" });
  let written = "";

  /**
   * @param {import("../state.js").Game} game
   * @param {import("../analysis/curve-data.js").Reviewed|null} reviewed
   */
  function show(game, reviewed) {
    const text = `${language()} ${game.moves.join()} ${(reviewed?.moves ?? []).map(({ mark }) => mark)}`;
    if (text !== written) write(game, reviewed);
    written = text;
    for (const control of element.querySelectorAll(".move")) {
      if (control.getAttribute("data-ply") === String(game.ply)) control.setAttribute("aria-current", "true");
      else control.removeAttribute("aria-current");
    }
    scrollIntoBox(element);
  }

  /**
   * @param {import("../state.js").Game} game
   * @param {import("../analysis/curve-data.js").Reviewed|null} reviewed
   */
  function write(game, reviewed) {
    element.setAttribute("aria-label", t("page.moves"));
    const one = (/** @type {number} */ ply) => {
      const review = reviewed?.moves[ply - 1] ?? null;
      const said = t("page.move-number", { number: ply, move: game.moves[ply - 1] });
      const why = review?.mark ? markedText(review) : said;
      return make("button", {
        type: "button", class: `move${review?.mark ? ` move-marked mark-${review.mark}` : ""}`, "data-ply": ply, title: why,
        "aria-label": review?.mark ? `${said}. ${why}` : said,
        onclick: () => goTo(ply),
      }, `${game.moves[ply - 1]}${review ? signOf(review) : ""}`);
    };
    const beginning = make("li", { class: "moves-pair" }, make("button", {
      type: "button", class: "move move-beginning", "data-ply": 0, onclick: () => goTo(0),
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
