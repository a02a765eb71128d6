// @ts-check
// The form for a new training: board, method and preset, and every option as a control made from what the program says of it.

import { openDialog } from "../dialog.js";
import { fillWith, make } from "../dom.js";
import { badValue } from "../game/spec.js";
import { has, t } from "../text.js";

/** @typedef {import("../../page-types/protocol.d.ts").Method} Method */
/** @typedef {import("../../page-types/protocol.d.ts").Training} Training */

/** Boards that learn quickly, for whoever does not want to think of one. */
const BOARDS = ["3x3x3", "4x4x4", "4x3x3", "5x5x4", "6x6x4", "7x6x4:drop"];
/** @type {("best"|"published")[]} */
const PRESETS = ["best", "published"];

/**
 * @param {object} parts
 * @param {string} parts.rules the board to begin with
 * @param {(rules: string) => Promise<import("../../page-types/protocol.d.ts").MethodsMessage>} parts.methods
 * @param {(wanted: Training) => Promise<unknown>} parts.begin
 */
export function openTraining({ rules, methods, begin }) {
  /** @type {Method[]} */
  let known = [];
  /** What somebody has set, by the option's name. @type {Map<string, string>} */
  const values = new Map();
  const board = make("input", { id: "train-board", class: "field-input", value: rules, autocomplete: "off", onchange: () => { void fetchMethods(); } });
  board.setAttribute("list", "train-boards");
  const boards = make("datalist", { id: "train-boards" }, BOARDS.map((value) => make("option", { value })));
  const method = make("select", { id: "train-method", class: "field-input", onchange: () => changed(true) });
  const preset = make("select", { id: "train-preset", class: "field-input", onchange: () => changed(true) },
    PRESETS.map((value) => make("option", { value }, t(`jobs.preset-${value}`))));
  const goal = make("input", { id: "train-goal", class: "field-input", type: "number", min: "1", step: "1" });
  const goalLabel = make("label", { for: "train-goal", class: "field-label" });
  const seed = make("input", { id: "train-seed", class: "field-input", type: "number", min: "0", step: "1", value: "1" });
  const meaning = make("p", { class: "field-help", id: "train-meaning" });
  const options = make("div", { class: "player-options" });
  const problem = make("p", { class: "field-problem", role: "alert" });

  const chosen = () => known.find(({ name }) => name === method.value);
  const presetOf = (/** @type {Method} */ of) => of.presets[preset.value === "published" ? "published" : "best"];

  async function fetchMethods() {
    problem.textContent = "";
    try {
      const { methods: told } = await methods(board.value.trim());
      const before = method.value;
      known = told;
      fillWith(method, known.map(({ name }) => make("option", { value: name, selected: name === (before || "selfplay") }, name)));
      changed(before === "");
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {boolean} isOther another method or preset, whose options begin anew */
  function changed(isOther) {
    const now = chosen();
    if (!now) return;
    if (isOther) {
      values.clear();
      goal.value = String(presetOf(now).goal);
    }
    goalLabel.textContent = t(`jobs.goal-${now.unit}`);
    meaning.textContent = has(`agent.${now.name}`) ? t(`agent.${now.name}`) : now.meaning;
    fillWith(options, now.options.map((option) => field(now, option)));
  }

  /**
   * @param {Method} of
   * @param {Method["options"][number]} option
   */
  function field(of, option) {
    const id = `train-option-${option.name}`;
    const usual = presetOf(of).options[option.name] ?? "";
    const wrong = make("span", { class: "field-problem", role: "alert" });
    const set = (/** @type {string} */ value) => {
      if (value === "" || value === usual) values.delete(option.name);
      else values.set(option.name, value);
      const bad = value === "" ? null : badValue({ ...option, meaning: "", default: usual }, value);
      wrong.textContent = bad ? t(bad.key, bad.details) : "";
    };
    const now = values.get(option.name) ?? usual;
    /** @type {HTMLSelectElement|HTMLInputElement} */
    const control = option.kind === "choice"
      ? make("select", { id, class: "field-input", onchange: () => set(control.value) },
        (option.words ?? []).map((word) => make("option", { value: word, selected: word === now }, word)))
      : make("input", {
        id, class: "field-input", value: values.get(option.name) ?? "", placeholder: usual, autocomplete: "off", inputMode: "decimal",
        oninput: () => set(control.value.trim()),
      });
    const told = `learns.${option.name}`;
    return make("div", { class: "field" }, [
      make("label", { for: id, class: "field-label" }, option.name), control,
      has(told) && make("span", { class: "field-help" }, t(told)), wrong,
    ]);
  }

  const labelled = (/** @type {string} */ key, /** @type {HTMLElement} */ control) =>
    make("div", { class: "field" }, [make("label", { for: control.id, class: "field-label" }, t(key)), control]);

  openDialog({
    title: t("jobs.begin"),
    class: "dialog-wide dialog-train",
    content: [
      make("div", { class: "lab-form" }, [
        labelled("jobs.board", board), labelled("jobs.method", method), labelled("jobs.preset", preset),
        make("div", { class: "field" }, [goalLabel, goal]), labelled("jobs.seed", seed),
      ]),
      boards, problem, meaning,
      make("details", { class: "lab-options" }, [make("summary", {}, t("jobs.options")), options]),
    ],
    action: t("jobs.start"),
    act: async () => {
      const wrong = [...options.querySelectorAll(".field-problem")].find((note) => note.textContent !== "")?.textContent;
      if (wrong || problem.textContent) throw new Error(wrong ?? problem.textContent ?? "");
      await begin({
        kind: "train", method: method.value, rules: board.value.trim(), preset: preset.value, goal: Math.round(Number(goal.value)),
        options: [...values].map(([name, value]) => `${name}=${value}`).join(","), seed: Math.round(Number(seed.value)),
      });
      return true;
    },
  });
  void fetchMethods();
}
