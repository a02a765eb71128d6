// @ts-check
// The course of the game: the value curve, the moves, and a review that solves every position it can and marks the
// moves that threw something away.

import { createCurve } from "../analysis/curve.js";
import { button, make } from "../dom.js";
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
  const title = make("h2");
  const begin = button("", () => { void review(); }, { "data-act": "review" });
  const told = make("p", { class: "field-help course-told", role: "status" });
  const element = make("section", { class: "card course" }, [
    make("div", { class: "card-head" }, [title, begin]), curve.element, told, list.element,
  ]);
  /** @type {Map<number, import("../../page-types/protocol.d.ts").ReviewMessage>} what the review found, by ply */
  let reviews = new Map();
  let progress = "";

  async function review() {
    progress = t("page.review-begins");
    show();
    if (await actions.attempt({ type: "review" })) return;
    progress = "";
    show();
  }

  function verdict() {
    const found = [...reviews.values()];
    if (found.length === 0) return "";
    return found.some(({ certainty }) => certainty === "proven")
      ? t("page.review-found", { count: found.filter(({ blunder }) => blunder).length })
      : t("page.review-silent");
  }

  /** Shows the game as it is now. */
  function show() {
    const now = game();
    if (!now) return;
    begin.disabled = now.moves.length === 0 || progress !== "";
    told.textContent = progress || verdict();
    curve.show(now, reviews);
    list.show(now, reviews);
  }

  /** Everything, in the language of now. */
  function render() {
    title.textContent = t("page.course");
    begin.textContent = t("page.review");
    begin.title = t("page.review-help");
    show();
  }

  connection.on("review", (found) => {
    reviews.set(found.ply, found);
    progress = found.done >= found.of ? "" : t("page.review-progress", { done: found.done, of: found.of });
    show();
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
      show();
    },
  };
}
