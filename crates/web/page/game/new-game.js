// @ts-check
// The form for a new game: presets with a picture, or any board and variant, and who plays.

import { drawBoard, drawPiece, styleOf } from "../board/draw.js";
import { svg } from "../board/svg.js";
import { openDialog } from "../dialog.js";
import { fillWith, make } from "../dom.js";
import { has, t } from "../text.js";
import { createPlayerFields } from "./player-fields.js";
import { MOST, badField, fitting, formatRules, parseRules } from "./rules.js";
import { sideName } from "../sides.js";

/** @typedef {import("../link.js").Player} Player */
/** @typedef {import("./rules.js").RulesFields} RulesFields */

/**
 * @param {object} parts
 * @param {import("../connection.js").Welcome} parts.welcome
 * @param {{rules: string, x: Player, o: Player}} parts.now what the form begins with
 * @param {import("../board/draw.js").Look|undefined} parts.look
 * @param {(rules: string) => Promise<import("../../page-types/protocol.d.ts").OffersMessage>} parts.offers who can play on a board
 * @param {string} parts.opening how the game before was opened
 * @param {(setup: {rules: string, x: Player, o: Player, opening?: string}) => Promise<unknown>} parts.start
 */
export function openNewGame({ welcome, now, look, opening: before, offers, start }) {
  /** @type {RulesFields} */
  let fields = parseRules(now.rules) ?? { width: 3, height: 3, k: 3, line: "freestyle", drop: false, misere: false };
  const boardFields = createBoardFields(() => { fields = boardFields.get(); changed(); });
  const preview = make("div", { class: "rules-preview" });
  const told = make("p", { class: "rules-text" });
  const titles = { x: make("span", { class: "side-title" }), o: make("span", { class: "side-title" }) };
  const x = createPlayerFields({ welcome, player: now.x, title: titles.x });
  const o = createPlayerFields({ welcome, player: now.o, title: titles.o });
  let asked = "";
  const opening = make("select", { id: "opening", class: "field-input" },
    OPENINGS.map((name) => make("option", { value: name, selected: name === (before || "none") }, t(`page.opening-${name}`))));
  const openingHelp = make("span", { class: "field-help" });

  function offerOpenings() {
    const fits = canBeOpened(fields);
    opening.disabled = !fits;
    openingHelp.textContent = fits ? "" : t("page.opening-help");
  }

  function changed() {
    renderPreview();
    markPreset();
    offerOpenings();
    void offerPlayers();
  }

  /** Levels and learners are those of the board that is chosen. */
  async function offerPlayers() {
    const rules = formatRules(fields);
    if (badField(fields) || rules === asked) return;
    asked = rules;
    const { levels, suited, models } = await offers(rules);
    if (rules !== asked) return;
    x.offer(levels, suited, models);
    o.offer(levels, suited, models);
  }

  const presets = welcome.presets.map((preset) => {
    const rules = parseRules(preset.rules);
    return make("button", {
      type: "button", class: "preset", "data-preset": preset.id, "aria-pressed": "false",
      onclick: () => {
        if (!rules) return;
        fields = rules;
        boardFields.set(fields);
        x.set(preset.x);
        o.set(preset.o);
        changed();
      },
    }, [rules && picture(rules), make("span", {}, has(`preset.${preset.id}`) ? t(`preset.${preset.id}`) : preset.rules)]);
  });

  function markPreset() {
    const rules = formatRules(fields);
    welcome.presets.forEach((preset, i) =>
      presets[i].setAttribute("aria-pressed", String(preset.rules === rules)));
  }

  function renderPreview() {
    const bad = badField(fields);
    fillWith(preview, bad ? [] : picture(fields));
    const style = styleOf({ ...fields, look, stones: "" });
    for (const side of /** @type {const} */ (["x", "o"])) fillWith(titles[side], sideTitle(side, style));
    fillWith(told, bad ? t(`page.bad-${bad}`, { most: MOST }) : [make("code", {}, formatRules(fields)), ` ${describe(fields)}`]);
  }

  boardFields.set(fields);
  changed();
  openDialog({
    title: t("page.new-game"),
    class: "dialog-wide",
    content: [
      make("div", { class: "presets", role: "group", "aria-label": t("page.presets") }, presets),
      make("div", { class: "new-game" }, [
        make("fieldset", { class: "rules-fields" }, [
          make("legend", {}, t("page.board")), boardFields.element,
          make("div", { class: "field" }, [make("label", { for: "opening", class: "field-label" }, t("page.opening")), opening, openingHelp]),
          make("div", { class: "rules-told" }, [preview, told]),
        ]),
        x.element, o.element,
      ]),
    ],
    action: t("page.start"),
    act: async () => {
      const bad = badField(fields);
      if (bad) throw new Error(t(`page.bad-${bad}`, { most: MOST }));
      const problem = x.problem() ?? o.problem();
      if (problem) throw new Error(problem);
      const opened = opening.disabled || opening.value === "none" ? {} : { opening: opening.value };
      await start({ rules: formatRules(fields), x: x.get(), o: o.get(), ...opened });
      return true;
    },
  });
}

const OPENINGS = /** @type {const} */ (["none", "varied", "swap", "swap2"]);

/**
 * Whether a board is large enough for an opening, as the program sees it.
 * @param {RulesFields} fields
 */
function canBeOpened({ width, height, k }) {
  return k >= 4 && Math.min(width, height) >= 5;
}

/**
 * The dialog that changes who plays in the middle of a game.
 * @param {object} parts
 * @param {import("../connection.js").Welcome} parts.welcome
 * @param {{x: Player, o: Player}} parts.now
 * @param {import("../sides.js").Style} parts.style
 * @param {string[]} parts.levels
 * @param {import("../state.js").Suited} parts.suited
 * @param {(players: {x: Player, o: Player}) => Promise<unknown>} parts.change
 */
export function openPlayers({ welcome, now, style, levels, suited, change }) {
  const fieldsOf = (/** @type {"x"|"o"} */ side) => createPlayerFields({
    welcome, player: now[side], levels, suited, title: make("span", { class: "side-title" }, sideTitle(side, style)),
  });
  const [x, o] = [fieldsOf("x"), fieldsOf("o")];
  openDialog({
    title: t("page.players"),
    class: "dialog-wide",
    content: [make("div", { class: "new-game" }, [x.element, o.element])],
    action: t("page.change"),
    act: async () => {
      const problem = x.problem() ?? o.problem();
      if (problem) throw new Error(problem);
      await change({ x: x.get(), o: o.get() });
      return true;
    },
  });
}

/** @param {() => void} onChange */
function createBoardFields(onChange) {
  const number = (/** @type {string} */ name) =>
    make("input", { id: `rules-${name}`, class: "field-input", type: "number", min: "1", max: String(MOST), step: "1", oninput: onChange });
  const check = (/** @type {string} */ name) => make("input", { id: `rules-${name}`, type: "checkbox", onchange: onChange });
  const [width, height, k] = ["width", "height", "k"].map(number);
  const [drop, misere] = ["drop", "misere"].map(check);
  const line = make("select", { id: "rules-line", class: "field-input", onchange: onChange },
    ["freestyle", "exact", "renju"].map((word) => make("option", { value: word }, t(`page.line-${word}`))));
  const labelled = (/** @type {HTMLElement} */ control, /** @type {string} */ key) =>
    make("div", { class: "field" }, [make("label", { for: control.id, class: "field-label" }, t(key)), control]);
  const ticked = (/** @type {HTMLElement} */ control, /** @type {string} */ key) =>
    make("label", { class: "tick", for: control.id }, [control, t(key)]);

  /** @param {RulesFields} given */
  function set(given) {
    const fields = fitting(given);
    const write = (/** @type {HTMLInputElement} */ input, /** @type {number} */ value) => {
      if (Number(input.value) !== value && !Number.isNaN(value)) input.value = String(value);
    };
    write(width, fields.width);
    write(height, fields.height);
    write(k, fields.k);
    line.value = fields.line;
    drop.checked = fields.drop;
    misere.checked = fields.misere;
    for (const control of [k, drop, misere]) control.disabled = fields.line === "renju";
  }

  return {
    element: make("div", { class: "rules-grid" }, [
      labelled(width, "page.width"), labelled(height, "page.height"), labelled(k, "page.k"), labelled(line, "page.line"),
      ticked(drop, "page.drop"), ticked(misere, "page.misere"),
    ]),
    set,
    /** @returns {RulesFields} */
    get() {
      const read = (/** @type {HTMLInputElement} */ input) => (input.value === "" ? NaN : Number(input.value));
      const fields = fitting({
        width: read(width), height: read(height), k: read(k), line: /** @type {RulesFields["line"]} */ (line.value), drop: drop.checked, misere: misere.checked,
      });
      set(fields);
      return fields;
    },
  };
}

/**
 * A board with a few stones on it.
 * @param {Pick<RulesFields, "width"|"height"|"drop">} fields
 */
export function picture({ width, height, drop }) {
  return drawBoard({ width, height, drop, stones: sampleStones(width, height, drop), small: true });
}

/** Moves of small pictures, from the middle (where stones fall, from the middle of the lowest row). */
const SAMPLE = [[0, 0], [1, 1], [1, 0], [0, -1]];
const SAMPLE_LARGE = [[0, 0], [1, 1], [0, -1], [0, 1], [-1, 0], [1, 0], [1, -1], [-1, 1], [-2, -1], [2, 1], [2, -2], [-3, 1]];
const SAMPLE_DROP = [[0, 0], [0, 1], [1, 0], [-1, 0], [1, 1], [0, 2], [-1, 1], [2, 0]];

/**
 * A few stones, so that the picture shows the game and not a bare grid.
 * @param {number} width
 * @param {number} height
 * @param {boolean} drop
 */
function sampleStones(width, height, drop) {
  const stones = Array(width * height).fill(".");
  const set = (/** @type {number} */ column, /** @type {number} */ row, /** @type {string} */ side) => {
    if (column >= 0 && column < width && row >= 0 && row < height) stones[(height - 1 - row) * width + column] = side;
  };
  const isLarge = Math.min(width, height) >= 8;
  const sample = drop ? SAMPLE_DROP : isLarge ? SAMPLE_LARGE : SAMPLE;
  const [c, r] = [Math.floor((width - 1) / 2), drop ? 0 : Math.floor((height - 1) / 2)];
  const most = Math.max(4, Math.floor((width * height) / 3));
  sample.slice(0, most).forEach(([column, row], i) => set(c + column, r + row, i % 2 === 0 ? "X" : "O"));
  return stones.join("");
}

/** @param {RulesFields} fields */
function describe({ k, line, drop, misere }) {
  const parts = [t(line === "exact" ? "page.goal-exact" : "page.goal", { k })];
  if (line === "renju") parts.push(t("page.goal-renju"));
  if (drop) parts.push(t("page.goal-drop"));
  if (misere) parts.push(t("page.goal-misere"));
  return parts.join(t("page.list-comma"));
}

/**
 * @param {"x"|"o"} side
 * @param {import("../sides.js").Style} style
 */
function sideTitle(side, style) {
  return [sideIcon(side, style), t(`page.side-${side}`, { side: sideName(side, style) })];
}

/**
 * A side's stone, as it looks on this board.
 * @param {"x"|"o"} side
 * @param {string} style
 */
export function sideIcon(side, style) {
  return svg("svg", { viewBox: "-20 -20 40 40", class: "side-icon", "aria-hidden": "true" }, [drawPiece(side, style)]);
}
