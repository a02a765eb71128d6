// @ts-check
// One puzzle on a large board. Every move is judged by the program and answered with the longest defence; at the end, or when
// somebody gives up, the proven line is shown.

import { styleOf } from "../board/draw.js";
import { indexOf, other } from "../board/geometry.js";
import { createBoard } from "../board/view.js";
import { button, fillWith, make } from "../dom.js";
import { stonesOf } from "../game/diagram.js";
import { chosenLook } from "../settings.js";
import { drawnAs, sideName } from "../sides.js";
import { knock } from "../sound.js";
import { shapeOf } from "../steps/panel.js";
import { t, wordsOf } from "../text.js";
import { progress } from "./progress.js";
import { gradeName, rulesOf } from "./puzzle.js";

/** @typedef {import("./puzzle.js").Offered} Offered */

/**
 * @param {import("./view.js").Library & {leave: () => void, next: (now: Offered) => void}} means
 */
export function createSolving({ connection, notices, review, leave, next }) {
  /** @type {Offered|null} */
  let puzzle = null;
  /** The position now, as text. */
  let position = "";
  /** @type {string|null} */
  let last = null;
  /** @type {string[]} the proven line, once it may be seen */
  let line = [];
  let state = "open";
  let isWaiting = false;
  const board = createBoard({ onPoint: (point) => { void solve(point); }, onPending: (point) => notices.show(t("page.tap-again", { point })) });
  const told = make("p", { class: "puzzle-told", role: "status" });
  const facts = make("p", { class: "quiet" });
  const moves = make("p", { class: "puzzle-line" });
  const tools = make("div", { class: "bar" });
  const element = make("div", { class: "solving" }, [
    make("div", { class: "solving-board" }, [board.element]),
    make("div", { class: "card solving-side" }, [told, facts, moves, tools]),
  ]);

  /** @param {Offered} chosen */
  async function begin(chosen) {
    puzzle = chosen;
    [position, last, line, state] = [chosen.position, null, [], "open"];
    tell("goal");
    draw();
    try {
      await connection.ask({ type: "puzzle", ...(chosen.number ? { number: chosen.number } : { text: chosen.text }) });
    } catch (error) {
      notices.show(wordsOf(error), "problem");
    }
  }

  /** @returns {"x"|"o"} who is to win */
  const winner = () => (puzzle?.position.endsWith(" x") ? "x" : "o");

  /**
   * What is to be done, or what became of it.
   * @param {"goal"|"right"|"wrong"|"otherwise"|"solved"|"given-up"} what
   * @param {Record<string, string|number>} [details]
   */
  function tell(what, details = {}) {
    if (!puzzle) return;
    told.className = `puzzle-told is-${what}`;
    const side = sideName(winner(), styleOf(drawing()));
    told.textContent = what === "goal" ? t(`page.puzzle-${puzzle.kind}`, { side, plies: puzzle.plies }) : t(`page.puzzle-${what}`, { side, ...details });
    const name = puzzle.number ? t("page.puzzle-number", { number: puzzle.number }) : t("page.puzzles-own");
    facts.textContent = `${name} · ${gradeName(puzzle.grade)} · ${rulesOf(puzzle)}`;
    fillWith(moves, line.length > 0 ? [make("strong", {}, t("page.puzzle-line")), " ", line.map((move, i) => (i % 2 === 0 ? `${i / 2 + 1}. ${move}` : move)).join(" ")] : []);
    const isOpen = state === "open";
    fillWith(tools, [
      isOpen && button(t("page.puzzle-solution"), () => { void giveUp(); }, { id: "puzzle-solution" }),
      !isOpen && button(t("page.puzzle-next"), () => { if (puzzle) next(puzzle); }, { id: "puzzle-next", class: "button-main" }),
      button(t("page.puzzle-again"), () => { if (puzzle) void begin(puzzle); }, { id: "puzzle-again" }),
      !isOpen && button(t("page.puzzle-analyse"), () => { void analyse(); }, { id: "puzzle-analyse" }),
      button(t("page.puzzle-all"), leave, { id: "puzzle-all" }),
    ]);
  }

  /** @returns {import("../board/draw.js").Drawing} */
  function drawing() {
    const [rules, rows] = position.split(" ");
    return { ...shapeOf(rules), stones: stonesOf(rows), last, look: chosenLook() };
  }

  /** @param {string|null} [arriving] */
  function draw(arriving = null) {
    const now = drawing();
    drawnAs(styleOf(now));
    const side = winner();
    board.show({
      drawing: now,
      name: t("page.board-name", { rules: position.split(" ")[0], side: sideName(side) }),
      turn: state === "open" && !isWaiting ? side : null,
      heat: [], arrows: [], hint: null, forbidden: {}, arriving,
      // Whoever has solved it sees how.
      ghosts: (state === "given-up" ? line : []).map((point, i) => ({ point, side: i % 2 === 0 ? side : other(side), text: String(i + 1) })),
      describe: (point) => {
        const stone = now.stones[indexOf(point, now.width, now.height)];
        return stone === "." ? t("page.point-empty", { point }) : t("page.point-stone", { point, side: sideName(stone === "X" ? "x" : "o") });
      },
    });
  }

  /** @param {string} point */
  async function solve(point) {
    if (!puzzle || state !== "open" || isWaiting) return;
    const mine = puzzle;
    isWaiting = true;
    draw();
    try {
      const { move, verdict, reply, position: after } = await connection.ask({ type: "solve", move: point });
      if (puzzle !== mine) return;
      isWaiting = false;
      position = after;
      if (verdict === "right" || verdict === "solved") {
        last = reply ?? move;
        knock();
      } else {
        progress.set(mine.position, "tried");
      }
      if (verdict === "solved") {
        progress.set(mine.position, "solved");
        [state, line] = ["solved", await solution()];
      }
      tell(verdict, { move, reply: reply ?? "" });
      draw(verdict === "right" || verdict === "solved" ? last : null);
    } catch (error) {
      isWaiting = false;
      notices.show(wordsOf(error), "problem");
      draw();
    }
  }

  async function giveUp() {
    if (!puzzle || state !== "open") return;
    const mine = puzzle;
    try {
      const known = await solution();
      if (puzzle !== mine) return;
      progress.set(mine.position, "tried");
      [state, line, position, last] = ["given-up", known, mine.position, null];
      tell("given-up");
      draw();
    } catch (error) {
      notices.show(wordsOf(error), "problem");
    }
  }

  async function solution() {
    return (await connection.ask({ type: "solution" })).line;
  }

  async function analyse() {
    const person = /** @type {const} */ ({ kind: "person" });
    if (puzzle) await review({ position: puzzle.position, moves: [], x: person, o: person });
  }

  return { element, begin };
}
