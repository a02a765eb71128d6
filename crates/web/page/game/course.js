// @ts-check
// The course of the game: the value curve, the moves, and a review that says of every move what it gave away.

import { createCurve } from "../analysis/curve.js";
import { exercisesOf } from "../analysis/exercise.js";
import { MARKS, markedText, signOf } from "../analysis/marks.js";
import { button, fillWith, make } from "../dom.js";
import { sideName } from "../sides.js";
import { t } from "../text.js";
import { createVariationList } from "../variations/list.js";
import { createNotes } from "../variations/notes.js";
import { createMoveList } from "./move-list.js";

/** @typedef {import("../analysis/curve-data.js").Reviewed} Reviewed */

/**
 * @param {object} means
 * @param {import("../connection.js").Connection} means.connection
 * @param {() => import("../state.js").Game|null} means.game
 * @param {import("./actions.js").Actions} means.actions
 * @param {(line: string[]) => void} means.preview keeps a line on the board
 * @param {import("../variations/controller.js").Variations} means.variations
 * @param {import("../notice.js").Notices} means.notices
 * @param {(found: Reviewed) => void} means.practise begins the exercises that a review makes
 */
export function createCourse({ connection, game, actions, preview, variations, notices, practise }) {
  const goTo = (/** @type {number} */ ply) => { void actions.goTo(ply); };
  const curve = createCurve({ goTo });
  const list = createMoveList({ goTo });
  const tree = createVariationList({ variations });
  const notes = createNotes({ variations, notices });
  const title = make("h2");
  const begin = button("", () => { void goOver(); }, { "data-act": "review" });
  const told = make("div", { class: "course-told", role: "status" });
  const element = make("section", { class: "card course" }, [
    make("div", { class: "card-head" }, [title, begin]), curve.element, told, list.element, tree.element, notes.element,
  ]);
  /** With the moves that were gone over. @type {{moves: string[], found: Reviewed}|null} */
  let review = null;
  let progress = "";

  async function goOver() {
    progress = t("page.review-begins");
    show();
    if (await actions.attempt({ type: "review" })) return;
    progress = "";
    show();
  }

  /** @param {Reviewed} found */
  function verdict(found) {
    const marked = found.moves.filter(({ mark }) => mark !== null);
    if (marked.length === 0) return [make("p", {}, t("page.review-none"))];
    const turning = found.turning_point === null ? null : found.moves[found.turning_point];
    const tasks = exercisesOf(found).length;
    return [
      ...(/** @type {const} */ (["x", "o"])).map((side) => make("p", {}, t("page.review-side", { side: sideName(side), marks: counted(found[side]) }))),
      turning && make("p", {}, t("page.review-turning", { number: turning.ply + 1, move: turning.move })),
      tasks > 0 && button(t("analysis.exercise-begin", { count: tasks }), () => practise(found), { "data-act": "exercise" }),
      make("ul", { class: "course-marks" }, marked.map((move) => make("li", {}, make("button", {
        type: "button", class: `course-mark mark-${move.mark}`, "data-ply": move.ply, onclick: () => { void look(move); },
      }, [make("span", { class: "course-sign" }, `${move.ply + 1}. ${signOf(move)}`), markedText(move)])))),
    ];
  }

  /** @param {Reviewed["x"]} side */
  function counted({ marks }) {
    const counts = MARKS.filter((mark) => marks[mark] > 0).map((mark) => t(`page.marks-${mark}`, { count: marks[mark] }));
    return counts.length > 0 ? counts.join(t("page.list-comma")) : t("page.review-clean");
  }

  /**
   * Shows the position before a move, and what would have been better.
   * @param {Reviewed["moves"][number]} move
   */
  async function look({ ply, better }) {
    if (review) await actions.showLine(review.moves, ply);
    if (better) preview(better.line.length > 0 ? better.line : [better.move]);
  }

  /** Shows the game as it is now. */
  function show() {
    const now = game();
    if (!now) return;
    begin.disabled = now.moves.length === 0 || progress !== "";
    fillWith(told, progress ? make("p", {}, progress) : review ? verdict(review.found) : []);
    const isReviewed = review !== null && review.moves.join() === now.moves.join();
    const reviewed = isReviewed ? review?.found ?? null : null;
    curve.show(now, reviewed);
    list.show(now, reviewed);
    tree.show(review);
    notes.show();
  }

  /** Everything, in the language of now. */
  function render() {
    title.textContent = t("page.course");
    begin.textContent = t("page.review");
    begin.title = t("page.review-help");
    notes.render();
    show();
  }

  connection.on("review", (looked) => {
    progress = t("page.review-progress", { done: looked.done, of: looked.of });
    show();
  });
  connection.on("reviewed", (found) => {
    const now = game();
    progress = "";
    if (now && found.number === now.number) review = { moves: now.moves, found };
    show();
  });
  connection.on("status", ({ status }) => { if (status !== "open") progress = ""; });

  return {
    element,
    render,
    show,
    review: goOver,
    /** Shows the game that was reviewed after so many moves. @param {number} ply */
    goTo: async (ply) => { if (review) await actions.showLine(review.moves, ply); },
    /**
     * Forgets what was found of another game. In this one another line may be looked at, and the reviewed one again.
     * @param {import("../state.js").Game} now
     * @param {import("../state.js").Game|null} before
     */
    follow(now, before) {
      if (!before || before.number !== now.number) review = null;
      if (!before || before.number !== now.number || before.moves.join() !== now.moves.join()) progress = "";
      show();
    },
  };
}
