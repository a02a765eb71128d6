// @ts-check
// Recorded games: a search, a list with the last position of each, files in and out.

import { drawBoard } from "../board/draw.js";
import { button, fillWith, make } from "../dom.js";
import { stonesOf } from "../game/diagram.js";
import { icon } from "../icons.js";
import { tag } from "../languages.js";
import { shapeOf } from "../steps/panel.js";
import { language, t, wordsOf } from "../text.js";
import { FORMATS, bringIn, saveGames } from "./files.js";

/** @typedef {import("../../page-types/protocol.d.ts").StoredGame} StoredGame */
/** @typedef {import("../../page-types/protocol.d.ts").Sought} Sought */

/** Games on one page of the list. */
const SHOWN = 24;
/** Whoever types is not interrupted by answers to every letter. */
const TYPING_MS = 250;

/** @param {import("./view.js").Library} library */
export function createGames({ connection, game, review, play, notices }) {
  /** @type {Sought} */
  let sought = {};
  let offset = 0;
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let typing;
  const element = make("div", { class: "library-games" });
  const list = make("div", { class: "stored-list" });
  const told = make("p", { class: "library-told", role: "status" });
  const pages = make("div", { class: "bar" });
  const boards = make("select", { id: "library-board", class: "field-input" });
  const runs = make("select", { id: "library-run", class: "field-input" });

  /** @param {Sought} change */
  function seek(change) {
    sought = { ...sought, ...change };
    offset = 0;
    void ask();
  }

  async function ask() {
    asked += 1;
    const mine = asked;
    try {
      const answer = await connection.ask({ type: "recorded", sought: given(), offset, limit: SHOWN });
      if (mine === asked) show(answer);
    } catch (error) {
      if (mine !== asked) return;
      fillWith(list, []);
      fillWith(pages, []);
      told.textContent = wordsOf(error);
    }
  }

  /** Only what was asked for. */
  function given() {
    return Object.fromEntries(Object.entries(sought).filter(([, value]) => value !== undefined && value !== ""));
  }

  /** @param {import("../../page-types/protocol.d.ts").RecordedMessage} answer */
  function show({ total, games, boards: known, runs: contests }) {
    fillBoards(known);
    fillRuns(contests);
    const isFiltered = Object.keys(given()).length > 0;
    told.textContent = total > 0
      ? t("page.library-shown", { from: offset + 1, to: offset + games.length, total })
      : isFiltered ? t("page.library-no-match") : "";
    fillWith(list, total === 0 && !isFiltered ? empty() : games.map(row));
    fillWith(pages, total > SHOWN ? [
      button(t("page.library-newer"), () => turn(-SHOWN), { disabled: offset === 0 }),
      button(t("page.library-older"), () => turn(SHOWN), { disabled: offset + SHOWN >= total }),
    ] : []);
  }

  /** @param {number} by */
  function turn(by) {
    offset = Math.max(0, offset + by);
    void ask();
  }

  /** @param {{rules: string, games: number}[]} known */
  function fillBoards(known) {
    const chosen = sought.board ?? "";
    const all = known.some(({ rules }) => rules === chosen) || chosen === "" ? known : [...known, { rules: chosen, games: 0 }];
    fillWith(boards, [
      make("option", { value: "" }, t("page.library-all-boards")),
      ...all.map(({ rules, games }) => make("option", { value: rules, selected: rules === chosen }, `${rules} (${games})`)),
    ]);
  }

  /** @param {{run: number, kind: string, started: string, games: number}[]} known */
  function fillRuns(known) {
    if (runs.parentElement) runs.parentElement.hidden = known.length === 0;
    fillWith(runs, [
      make("option", { value: "" }, t("page.library-run-any")),
      ...known.map(({ run, kind, started, games }) => make("option", { value: String(run), selected: run === sought.run },
        t(kind === "tournament" ? "page.library-tournament" : "page.library-match", { when: dateOf(started), count: games }))),
    ]);
  }

  /** Nothing was ever kept: what can be done about that. */
  function empty() {
    return make("div", { class: "card library-empty" }, [
      make("p", {}, t("page.library-empty")),
      make("div", { class: "bar" }, [
        button(t("page.library-play"), play, { class: "button-main" }),
        importButton("library-import-first"),
      ]),
    ]);
  }

  /** @param {StoredGame} stored */
  function row(stored) {
    const shape = shapeOf(stored.rules);
    const stones = stonesOf(stored.position?.split(" ")[1] ?? "");
    const when = dateOf(stored.stored);
    const board = stones.length === shape.width * shape.height ? drawBoard({ ...shape, stones, last: stored.last, small: true }) : null;
    return make("div", { class: "stored" }, [
      make("button", { type: "button", class: "stored-open", "data-game": String(stored.id), onclick: () => { void open(stored); } }, [
        make("span", { class: "stored-board" }, board),
        make("span", { class: "stored-words" }, [
          make("strong", {}, t("page.library-players", { x: nameOf(stored.x), o: nameOf(stored.o) })),
          make("span", {}, stored.ending),
          make("span", { class: "quiet" }, t("page.library-facts", { rules: stored.rules, count: stored.plies, when })),
        ]),
      ]),
      saving(t("page.library-save-one", { number: stored.id }), `save-${stored.id}`, (format) => exportGames(format, stored.id), stored.rules),
    ]);
  }

  /** @param {StoredGame} stored */
  async function open(stored) {
    try {
      const { rules, start, moves, ended } = await connection.ask({ type: "open", game: stored.id });
      const person = /** @type {const} */ ({ kind: "person" });
      await review({ ...(start ? { position: start } : { rules }), moves, x: person, o: person, ...(ended ? { ended } : {}) });
    } catch (error) {
      notices.show(wordsOf(error), "problem");
    }
  }

  /**
   * @param {string} format
   * @param {number} [id] of one game; all that are sought when left out
   */
  async function exportGames(format, id) {
    try {
      const exported = await connection.ask({ type: "export", format, ...(id === undefined ? { sought: given() } : { game: id }) });
      saveGames(exported, id === undefined ? "kinrow-games" : `kinrow-game-${id}`);
      notices.show(t("page.library-saved", { count: exported.games }));
    } catch (error) {
      notices.show(wordsOf(error), "problem");
    }
  }

  /**
   * A menu of formats; choosing one saves.
   * @param {string} name
   * @param {string} id
   * @param {(format: string) => Promise<void>} act
   * @param {string} [rules] of the one game that is saved
   */
  function saving(name, id, act, rules) {
    const offered = FORMATS.filter(({ format }) => format !== "psq" || (rules !== undefined && hasPsq(rules)));
    const menu = make("select", {
      id, class: "field-input stored-save", "aria-label": name, title: name,
      onchange: () => {
        const format = menu.value;
        menu.value = "";
        if (format) void act(format);
      },
    }, [make("option", { value: "" }, t("page.library-save")), ...offered.map(({ format }) => make("option", { value: format }, format.toUpperCase()))]);
    return menu;
  }

  /** @param {Iterable<File>} files */
  async function importFiles(files) {
    let [fresh, known] = [0, 0];
    /** @type {string[]} */
    const problems = [];
    for (const file of files) {
      try {
        const brought = await bringIn(file, connection.session());
        fresh += brought.new;
        known += brought.known;
      } catch (error) {
        problems.push(wordsOf(error));
      }
    }
    const done = fresh + known > 0 ? t("page.library-imported", { new: fresh, known }) : "";
    notices.show([done, ...problems].filter(Boolean).join(" "), problems.length > 0 ? "problem" : "plain");
    await ask();
  }

  /** @param {string} id */
  function importButton(id) {
    const input = make("input", {
      type: "file", id, class: "only-heard", multiple: true, accept: FORMATS.flatMap(({ endings }) => endings.map((ending) => `.${ending}`)).join(","),
      onchange: () => {
        const files = [...(input.files ?? [])];
        input.value = "";
        void importFiles(files);
      },
    });
    return make("label", { class: "button library-import", for: id }, [icon("add"), make("span", {}, t("page.library-import")), input]);
  }

  element.addEventListener("dragover", (event) => { event.preventDefault(); });
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) void importFiles(files);
  });

  /** Makes everything anew, in the language of now. */
  function render() {
    const player = make("input", {
      id: "library-player", class: "field-input", type: "search", value: sought.player ?? "", placeholder: t("page.library-player-example"), autocomplete: "off",
      oninput: () => {
        clearTimeout(typing);
        typing = setTimeout(() => seek({ player: player.value.trim() }), TYPING_MS);
      },
    });
    const results = make("select", { id: "library-result", class: "field-input", onchange: () => seek({ result: results.value }) },
      ["", "x", "o", "draw", "unfinished"].map((value) => make("option", { value, selected: value === (sought.result ?? "") }, t(`page.library-result-${value || "any"}`))));
    const here = make("input", { id: "library-here", type: "checkbox", checked: sought.position !== undefined, onchange: () => seekPosition(here.checked) });
    boards.onchange = () => seek({ board: boards.value });
    runs.onchange = () => seek({ run: Number(runs.value) || undefined });
    const field = (/** @type {HTMLElement} */ control, /** @type {string} */ key) =>
      make("div", { class: "field" }, [make("label", { for: control.id, class: "field-label" }, t(key)), control]);
    fillWith(element, [
      make("div", { class: "library-search" }, [
        field(player, "page.library-player"), field(boards, "page.board"), field(results, "page.library-result"), field(runs, "page.library-run"),
        make("label", { class: "tick", for: "library-here", title: t("page.library-here-help") }, [here, t("page.library-here")]),
        make("div", { class: "bar library-files" }, [importButton("library-import"), saving(t("page.library-save-all"), "library-export", (format) => exportGames(format))]),
      ]),
      told, list, pages,
    ]);
    void ask();
  }

  /** @param {boolean} isWanted */
  function seekPosition(isWanted) {
    const now = game();
    seek(isWanted && now ? { position: now.position, board: undefined } : { position: undefined });
  }

  return { element, render };
}

/**
 * What Piskvork's files hold: five in a row, or exactly five, on boards from 5x5.
 * @param {string} rules
 */
function hasPsq(rules) {
  return /^\d+x\d+x5(:exact|:renju)?$/.test(rules);
}

/** @param {string} stored in UTC */
function dateOf(stored) {
  return new Date(stored).toLocaleDateString(tag(language()), { dateStyle: "medium" });
}

/**
 * A player as the list calls it: without options, which may be many.
 * @param {string} spec
 */
function nameOf(spec) {
  return spec === "human" ? t("page.person") : spec.split(":")[0];
}
