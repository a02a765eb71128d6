// @ts-check
// The mistakes of a reviewed game as exercises: the position before each is shown without anybody's opinion, and a better move is to
// be found on the board. Other moves than the review's are judged by whoever reviewed the game.

import { button, fillWith, make } from "../dom.js";
import { valueText } from "../format.js";
import { sideName } from "../sides.js";
import { t } from "../text.js";
import { turned } from "../tree/value.js";
import { expected } from "./score.js";

/** @typedef {import("../../page-types/protocol.d.ts").ReviewedMove} ReviewedMove */

/** A move that gives away less is as good: what a review does not mark. */
const AS_GOOD = 0.05;
const LOOK = "time=1s";

/**
 * The marked moves for which the review knows better.
 * @param {{moves: ReviewedMove[]}} found
 */
export function exercisesOf({ moves }) {
  return moves.filter(({ mark, better }) => mark !== null && better !== null);
}

/**
 * @param {object} means
 * @param {import("../connection.js").Connection} means.connection
 * @param {() => import("../state.js").Game|null} means.game
 * @param {(ply: number) => Promise<unknown>} means.goTo shows the reviewed game after so many moves
 * @param {(line: string[]) => void} means.preview keeps a line on the board
 * @param {(isOn: boolean) => void} means.onChange begins or ends it: meanwhile nothing tells what a search thinks
 */
export function createExercise({ connection, game, goTo, preview, onChange }) {
  const element = make("section", { class: "card exercise", hidden: true });
  /** @type {ReviewedMove[]} */
  let tasks = [];
  let by = "";
  let at = 0;
  /** @type {Set<number>} */
  const solved = new Set();
  let told = "";
  let isOpen = false;
  let looks = 0;

  const task = () => tasks[at];

  /** @param {number} next */
  async function show(next) {
    at = next;
    told = "";
    isOpen = true;
    looks += 1;
    preview([]);
    await goTo(task().ply);
    render();
  }

  /** @param {string} sentence */
  function tell(sentence) {
    told = sentence;
    render();
  }

  function answer() {
    const { better } = task();
    if (!better) return;
    isOpen = false;
    preview(better.line.length > 0 ? better.line : [better.move]);
    tell(t("analysis.exercise-right", { move: better.move, played: task().move }));
  }

  /** @param {string} move */
  async function judge(move) {
    const { before, better, move: played } = task();
    if (move === better?.move) {
      solved.add(at);
      answer();
      return;
    }
    if (move === played) {
      tell(t("analysis.exercise-played", { move }));
      return;
    }
    looks += 1;
    const mine = looks;
    tell(t("analysis.exercise-wait", { move }));
    try {
      const after = await connection.ask({ type: "opinion", spec: by, limits: LOOK, moves: move });
      if (mine !== looks) return;
      const [could, does] = [expected(before), expected(turned(after))];
      if (could !== null && does !== null && could - does < AS_GOOD) {
        solved.add(at);
        isOpen = false;
        preview([move, ...after.line]);
        tell(t("analysis.exercise-good", { move, better: better?.move ?? "" }));
      } else {
        tell(t("analysis.exercise-wrong", { move, side: sideName(after.side), reply: after.best ?? "", value: valueText(after) }));
      }
    } catch (error) {
      if (mine === looks) tell(error instanceof Error ? error.message : String(error));
    }
  }

  function end() {
    tasks = [];
    looks += 1;
    element.hidden = true;
    preview([]);
    onChange(false);
  }

  function render() {
    element.hidden = tasks.length === 0;
    if (element.hidden) return;
    const { ply, move, mark } = task();
    const side = game()?.to_move ?? "x";
    const isLast = at === tasks.length - 1;
    fillWith(element, [
      make("div", { class: "card-head" }, [make("h2", {}, t("analysis.exercise")), make("span", { class: "quiet numeric" }, `${at + 1}/${tasks.length}`)]),
      make("p", {}, t("analysis.exercise-ask", { number: ply + 1, move, side: sideName(side), mark: t(`page.mark-${mark}`) })),
      make("p", { class: "exercise-told", role: "status" }, told),
      isLast && !isOpen && make("p", {}, t("analysis.exercise-done", { solved: solved.size, of: tasks.length })),
      make("div", { class: "bar" }, [
        isOpen && button(t("analysis.exercise-answer"), answer, { "data-act": "exercise-answer" }),
        !isLast && button(t("analysis.exercise-next"), () => { void show(at + 1); }, { class: isOpen ? "" : "button-main", "data-act": "exercise-next" }),
        button(t("analysis.exercise-end"), end, { "data-act": "exercise-end" }),
      ]),
    ]);
  }

  return {
    element,
    render,
    isOn: () => tasks.length > 0,
    /** Whether a click on the board is an answer. */
    isAsking: () => tasks.length > 0 && isOpen && game()?.ply === task().ply,
    /** @param {import("../../page-types/protocol.d.ts").ReviewedMessage} found */
    begin(found) {
      tasks = exercisesOf(found);
      by = found.by;
      solved.clear();
      if (tasks.length === 0) return;
      onChange(true);
      void show(0);
    },
    /** @param {string} move */
    judge: (move) => { void judge(move); },
    end() {
      if (tasks.length > 0) end();
    },
  };
}
