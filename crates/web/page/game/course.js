// @ts-check
// The course of the game: the value curve, the moves, and a review that solves every position it can and marks the
// moves that threw something away.

import { createCurve } from "../analysis/curve.js";
import { button, fillWith, make } from "../dom.js";
import { t } from "../text.js";
import { createMoveList } from "./move-list.js";

/**
 * @param {object} means
 * @param {import("../connection.js").Connection} means.connection
 * @param {() => import("../state.js").Game|null} means.game
 * @param {import("./actions.js").Actions} means.actions
 */
export function createCourse({ connection, game, actions }) {
  const goTo = (/** @type {number} */ ply) => { void actions.goTo(ply); };
  const curve = createCurve({ goTo });
  const list = createMoveList({ goTo });
  const element = make("section", { class: "card course" });
  /** @type {Map<number, any>} what the review found, by ply */
  let reviews = new Map();
  let progress = "";

  async function review() {
    progress = t("page.review-begins");
    render();
    if (await actions.attempt({ type: "review" })) return;
    progress = "";
    render();
  }

  function verdict() {
    const found = [...reviews.values()];
    if (found.length === 0) return "";
    return found.some(({ certainty }) => certainty === "proven")
      ? t("page.review-found", { count: found.filter(({ blunder }) => blunder).length })
      : t("page.review-silent");
  }

  function render() {
    const now = game();
    if (!now) return;
    curve.show(now, reviews);
    const told = progress || verdict();
    fillWith(element, [
      make("div", { class: "card-head" }, [
        make("h2", {}, t("page.course")),
        button(t("page.review"), () => { void review(); }, {
          disabled: now.moves.length === 0 || progress !== "", title: t("page.review-help"), "data-act": "review",
        }),
      ]),
      curve.element,
      told ? make("p", { class: "field-help", role: "status" }, told) : null,
      list.element,
    ]);
    // After it stands on the page, because it scrolls to the move that is shown.
    list.show(now, reviews);
  }

  connection.on("review", (found) => {
    reviews.set(found.ply, found);
    progress = found.done >= found.of ? "" : t("page.review-progress", { done: found.done, of: found.of });
    render();
  });
  connection.on("status", ({ status }) => { if (status !== "open") progress = ""; });

  return {
    element,
    render,
    /**
     * Forgets what was found of moves that are not in the game any more.
     * @param {import("../state.js").Game} now
     * @param {import("../state.js").Game|null} before
     */
    follow(now, before) {
      if (!before || before.number !== now.number) {
        reviews = new Map();
        progress = "";
      } else if (before.moves.join() !== now.moves.join()) {
        const isKept = (/** @type {number} */ ply) => now.moves.slice(0, ply + 1).join() === before.moves.slice(0, ply + 1).join();
        reviews = new Map([...reviews].filter(([ply]) => isKept(ply)));
        progress = "";
      }
      render();
    },
  };
}
