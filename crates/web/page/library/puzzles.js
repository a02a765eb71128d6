// @ts-check
// Puzzles: those that come with the program and those found in one's own games, to choose from; and the one being solved.

import { drawBoard, styleOf } from "../board/draw.js";
import { button, fillWith, make } from "../dom.js";
import { save } from "../game/share.js";
import { sideName } from "../sides.js";
import { shapeOf } from "../steps/panel.js";
import { t, wordsOf } from "../text.js";
import { ownPuzzles, progress } from "./progress.js";
import { drawingOf, gradeName, rulesOf } from "./puzzle.js";
import { createSolving } from "./solving.js";

/** @typedef {import("./puzzle.js").Offered} Offered */

/** Puzzles that are drawn before more are asked for. */
const SHOWN = 24;
const GRADES = [1, 2, 3, 4, 5];

/** @param {import("./view.js").Library} library */
export function createPuzzles(library) {
  const { connection, address, notices } = library;
  const element = make("div", { class: "puzzles" });
  const solving = createSolving({ ...library, leave: () => choose(null), next });
  /** @type {Offered[]} */
  let shipped = [];
  /** @type {{source: string, grade: string, open: boolean}} */
  let filter = { source: "", grade: "", open: false };
  let shown = SHOWN;

  /** Those that the filter leaves. */
  function offered() {
    const all = filter.source === "own" ? ownPuzzles.all() : shipped;
    return all.filter((puzzle) =>
      (filter.source === "" || filter.source === "own" || rulesOf(puzzle) === filter.source)
      && (filter.grade === "" || String(puzzle.grade) === filter.grade)
      && !(filter.open && progress.of(puzzle.position) === "solved"));
  }

  /**
   * The one after this, of those that are offered; unsolved ones first.
   * @param {Offered} now
   */
  function next(now) {
    const all = offered();
    const at = all.findIndex((puzzle) => puzzle.position === now.position);
    const later = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))];
    choose(later.find((puzzle) => progress.of(puzzle.position) !== "solved") ?? later[0] ?? null);
  }

  /** @param {Offered|null} puzzle */
  function choose(puzzle) {
    address.step();
    address.set("puzzle", puzzle?.number ?? null);
    show(puzzle);
    scrollTo(0, 0);
  }

  /** @param {Offered|null} puzzle */
  function show(puzzle) {
    if (puzzle) {
      fillWith(element, solving.element);
      void solving.begin(puzzle);
    } else {
      renderList();
    }
  }

  function renderList() {
    const all = offered();
    const boards = [...new Set(shipped.map(rulesOf))];
    const solved = shipped.filter(({ position }) => progress.of(position) === "solved").length;
    const select = (/** @type {"source"|"grade"} */ name, /** @type {[string, string][]} */ options) => {
      const control = make("select", { id: `puzzles-${name}`, class: "field-input", onchange: () => narrow({ [name]: control.value }) },
        options.map(([value, label]) => make("option", { value, selected: value === filter[name] }, label)));
      return make("div", { class: "field" }, [make("label", { for: control.id, class: "field-label" }, t(`page.puzzles-${name}`)), control]);
    };
    const unsolved = make("input", { id: "puzzles-open", type: "checkbox", checked: filter.open, onchange: () => narrow({ open: unsolved.checked }) });
    fillWith(element, [
      make("p", { class: "library-told" }, t("page.puzzles-told", { solved, of: shipped.length })),
      make("div", { class: "library-search" }, [
        select("source", [["", t("page.library-all-boards")], ...boards.map((board) => /** @type {[string, string]} */ ([board, board])), ["own", t("page.puzzles-own")]]),
        select("grade", [["", t("page.puzzles-any-grade")], ...GRADES.map((grade) => /** @type {[string, string]} */ ([String(grade), gradeName(grade)]))]),
        make("label", { class: "tick", for: "puzzles-open" }, [unsolved, t("page.puzzles-open")]),
      ]),
      filter.source === "own" && composing(),
      all.length === 0 && make("p", { class: "library-told" }, t(filter.source === "own" ? "page.puzzles-none-own" : "page.puzzles-none")),
      make("div", { class: "puzzle-list" }, all.slice(0, shown).map(card)),
      all.length > shown && button(t("page.puzzles-more"), () => { shown += SHOWN; renderList(); }, { id: "puzzles-more" }),
    ]);
  }

  /** @param {Partial<typeof filter>} change */
  function narrow(change) {
    filter = { ...filter, ...change };
    shown = SHOWN;
    const focused = document.activeElement?.id;
    renderList();
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {Offered} puzzle */
  function card(puzzle) {
    const drawing = drawingOf(puzzle);
    const done = progress.of(puzzle.position);
    const side = sideName(puzzle.position.endsWith(" x") ? "x" : "o", styleOf(drawing));
    return make("button", { type: "button", class: "puzzle-card", "data-puzzle": String(puzzle.number ?? "own"), onclick: () => choose(puzzle) }, [
      make("span", { class: "puzzle-board" }, drawBoard(drawing)),
      make("span", { class: "stored-words" }, [
        make("strong", {}, puzzle.number ? t("page.puzzle-number", { number: puzzle.number }) : t("page.puzzles-own")),
        make("span", {}, t(`page.puzzle-${puzzle.kind}`, { side, plies: puzzle.plies })),
        make("span", { class: "quiet" }, `${gradeName(puzzle.grade)} · ${rulesOf(puzzle)}`),
        done && make("span", { class: `puzzle-done is-${done}` }, t(`page.puzzle-is-${done}`)),
      ]),
    ]);
  }

  /** Puzzles are looked for in the games of one board. */
  function composing() {
    const boards = make("select", { id: "compose-board", class: "field-input" });
    const look = button(t("page.puzzles-look"), () => { void compose(boards.value, look); }, { id: "compose", class: "button-main" });
    connection.ask({ type: "recorded", sought: {}, limit: 1 }).then(({ boards: known }) => {
      const fitting = known.filter(({ rules }) => !/drop|misere/.test(rules)).sort((a, b) => pointsOf(b.rules) - pointsOf(a.rules));
      fillWith(boards, fitting.map(({ rules, games }) => make("option", { value: rules }, `${rules} (${games})`)));
      look.disabled = fitting.length === 0;
    }, (error) => {
      look.disabled = true;
      notices.show(wordsOf(error), "problem");
    });
    return make("div", { class: "card composing" }, [
      make("p", {}, t("page.puzzles-compose-told")),
      make("div", { class: "library-search" }, [
        make("div", { class: "field" }, [make("label", { for: "compose-board", class: "field-label" }, t("page.board")), boards]),
        make("div", { class: "bar library-files" }, [
          look,
          button(t("page.puzzles-save"), saveOwn, { disabled: ownPuzzles.all().length === 0 }),
        ]),
      ]),
    ]);
  }

  /**
   * @param {string} board
   * @param {HTMLButtonElement} look
   */
  async function compose(board, look) {
    look.disabled = true;
    look.textContent = t("page.puzzles-looking");
    try {
      const { puzzles, games, complete } = await connection.ask({ type: "compose", board });
      const fresh = ownPuzzles.add(puzzles);
      notices.show(t(complete ? "page.puzzles-found" : "page.puzzles-found-part", { count: fresh, games }));
    } catch (error) {
      notices.show(wordsOf(error), "problem");
    }
    if (element.contains(look)) renderList();
  }

  /** One's own puzzles as a file, which the terminal reads. */
  function saveOwn() {
    const lines = ["kinrow puzzles 1", ...ownPuzzles.all().map(({ text }) => text), ""];
    save(new Blob([lines.join("\n")], { type: "text/plain" }), "kinrow-puzzles.txt");
  }

  return {
    element,
    render() {
      if (element.childElementCount === 0) fillWith(element, make("p", { class: "library-told" }, t("page.library-loading")));
      connection.ask({ type: "puzzles" }).then(({ puzzles }) => {
        shipped = puzzles.map((puzzle, i) => ({ ...puzzle, number: i + 1 }));
        const wanted = Number(address.get("puzzle"));
        show(shipped.find(({ number }) => number === wanted) ?? null);
      }, (error) => fillWith(element, make("p", { role: "alert" }, wordsOf(error))));
    },
  };
}

/**
 * How large a board is: on larger ones there is more to be found.
 * @param {string} rules
 */
function pointsOf(rules) {
  const { width, height } = shapeOf(rules);
  return width * height;
}
