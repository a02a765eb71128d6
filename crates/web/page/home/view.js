// @ts-check
// The first place: what Kinrow is, what can be done here, and what was left unfinished.

import { drawBoard, styleOf } from "../board/draw.js";
import { playAll } from "../board/geometry.js";
import { fillWith, make } from "../dom.js";
import { stonesOf } from "../game/diagram.js";
import { picture } from "../game/new-game.js";
import { LESSONS } from "../learn/lessons.js";
import { answered } from "../learn/progress.js";
import { progress } from "../library/progress.js";
import { shapeOf } from "../steps/panel.js";
import { sideName } from "../sides.js";
import { has, t } from "../text.js";
import { analysisPicture, curvePicture, playPicture, treePicture } from "./pictures.js";

/** @typedef {import("../../page-types/protocol.d.ts").Puzzle} Puzzle */

const DAY_MS = 86_400_000;

/**
 * @param {HTMLElement} host
 * @param {object} means
 * @param {() => import("../connection.js").Welcome|null} means.welcome
 * @param {() => import("../state.js").Game|null} means.game
 * @param {(view: import("../places.js").View) => void} means.open
 * @param {(preset: import("../../page-types/protocol.d.ts").Preset) => void} means.begin
 * @param {(number: number) => void} means.solve begins the puzzle of this number
 * @param {(example: import("../../page-types/protocol.d.ts").Example) => void} means.lesson
 * @param {(id: string) => void} means.learn a lesson of the course
 */
export function mountHome(host, { welcome, game, open, begin, solve, lesson, learn }) {
  /** @type {Puzzle & {number: number}|null} */
  let puzzle = null;

  /**
   * @param {string} name
   * @param {Element} picture
   * @param {() => void} act
   */
  const card = (name, picture, act) => make("button", { type: "button", class: "home-card", id: `home-${name}`, onclick: act }, [
    make("span", { class: "home-picture" }, picture),
    make("span", { class: "home-words" }, [make("strong", {}, t(`page.home-${name}`)), make("span", {}, t(`page.home-${name}-told`))]),
  ]);

  /** The game that was begun and is not over. */
  function unfinished() {
    const now = game();
    if (!now || now.result !== null || now.moves.length === 0) return null;
    const { width, height, stones } = now;
    const picture = drawBoard({ width, height, stones, drop: now.variants.includes("drop"), last: now.last, small: true });
    return small("continue", picture, t("page.home-continue"), t("page.home-continue-told", { count: now.moves.length }), () => open("play"));
  }

  function daily() {
    if (!puzzle) return null;
    const [rules, rows, side] = puzzle.position.split(" ");
    const shape = shapeOf(rules);
    const drawing = { ...shape, stones: stonesOf(rows), small: true };
    const mover = sideName(side === "x" ? "x" : "o", styleOf(drawing));
    const told = t(`page.puzzle-${puzzle.kind}`, { side: mover, plies: puzzle.plies });
    const { number } = puzzle;
    const title = progress.of(puzzle.position) === "solved" ? "page.home-puzzle-solved" : "page.home-puzzle";
    return small("puzzle", drawBoard(drawing), t(title), told, () => solve(number));
  }

  /**
   * @param {string} id
   * @param {Element} picture
   * @param {string} title
   * @param {string} told
   * @param {() => void} act
   */
  const small = (id, picture, title, told, act) => make("button", { type: "button", class: "home-small", id: `home-${id}`, onclick: act }, [
    make("span", { class: "home-thumb" }, picture),
    make("span", { class: "home-words" }, [make("strong", {}, title), make("span", {}, told)]),
  ]);

  function games() {
    return (welcome()?.presets ?? []).map((preset) => {
      return make("button", { type: "button", class: "home-game", "data-preset": preset.id, onclick: () => begin(preset) }, [
        make("span", { class: "home-thumb" }, picture(shapeOf(preset.rules))),
        has(`preset.${preset.id}`) ? t(`preset.${preset.id}`) : preset.rules,
      ]);
    });
  }

  /** The first lesson that was not answered yet. */
  function course() {
    const done = answered();
    const at = Math.max(0, LESSONS.findIndex(({ id }) => !done.has(id)));
    const title = t("page.home-course", { title: t(`lesson.${LESSONS[at].id}-title`) });
    return small("course", treePicture(), title, t("page.home-course-told", { number: at + 1, count: LESSONS.length }), () => learn(LESSONS[at].id));
  }

  function lessons() {
    return (welcome()?.examples ?? []).map((example) => {
      const shape = shapeOf(example.rules);
      const stones = playAll(".".repeat(shape.width * shape.height), example.moves.split(/[\s.]+/).filter(Boolean), "x", shape.width, shape.height);
      return small(`lesson-${example.id}`, drawBoard({ ...shape, stones, small: true }), t(`example-page.${example.id}-title`),
        t(`example-page.${example.id}`), () => lesson(example));
    });
  }

  function render() {
    if (host.hidden) {
      fillWith(host, []);
      return;
    }
    const today = [unfinished(), daily()].filter((each) => each !== null);
    fillWith(host, make("div", { class: "home" }, [
      make("p", { class: "home-lead" }, t("page.home-lead")),
      make("div", { class: "home-cards" }, [
        card("play", playPicture(), () => open("play")),
        card("analyse", analysisPicture(), () => open("analyse")),
        card("learn", treePicture(true), () => open("lessons")),
        card("lab", curvePicture(), () => open("lab")),
      ]),
      make("section", {}, [make("h2", {}, t("page.home-games")), make("div", { class: "home-games" }, games())]),
      today.length > 0 && make("section", {}, [make("h2", {}, t("page.home-today")), make("div", { class: "home-row" }, today)]),
      make("section", {}, [make("h2", {}, t("page.home-lessons")), make("div", { class: "home-row" }, [course(), ...lessons()])]),
    ]));
  }

  return {
    /** Makes everything anew; nothing while another place is shown, where miniatures would move unseen. */
    render,
    /**
     * Shows one of these puzzles: every day the next.
     * @param {Puzzle[]} puzzles
     */
    offer(puzzles) {
      const at = Math.floor(Date.now() / DAY_MS) % puzzles.length;
      puzzle = puzzles.length > 0 ? { ...puzzles[at], number: at + 1 } : null;
      render();
    },
  };
}
