// @ts-check
// Experiments to choose from, as cards; and the text of one to be changed, with its mistakes marked on their lines.

import { openDialog } from "../dialog.js";
import { button, fillWith, make } from "../dom.js";
import { t } from "../text.js";

/** @typedef {import("../../page-types/protocol.d.ts").Measuring} Measuring */
/** @typedef {import("../../page-types/protocol.d.ts").ExperimentCard} ExperimentCard */

/** The text is looked at so long after the last key. */
const PAUSE_MS = 300;

/**
 * @param {object} parts
 * @param {ExperimentCard[]} parts.experiments
 * @param {(wanted: Measuring) => Promise<unknown>} parts.begin
 * @param {(name: string) => void} parts.edit
 */
export function openExperiments({ experiments, begin, edit }) {
  const duration = (/** @type {number|null} */ seconds) => {
    if (seconds === null) return "";
    if (seconds < 90) return t("jobs.seconds", { count: Math.max(1, Math.round(seconds)) });
    return seconds < 5400 ? t("jobs.minutes", { count: Math.round(seconds / 60) }) : t("jobs.hours", { count: (seconds / 3600).toFixed(1) });
  };
  const problem = make("p", { class: "field-problem", role: "alert" });
  const run = (/** @type {string} */ name, /** @type {boolean} */ quick) => () => {
    begin({ kind: "experiment", name, text: null, quick }).then(() => dialog.close(), (error) => { problem.textContent = String(error.message ?? error); });
  };
  const card = (/** @type {ExperimentCard} */ { name, title, question, seconds, seconds_quick: quick }) => make("li", { class: "card lab-experiment", "data-experiment": name }, [
    make("h3", {}, title), make("p", {}, question),
    make("div", { class: "bar" }, [
      button(t("jobs.run-quick", { time: duration(quick) }), run(name, true), { "data-run": "quick" }),
      button(t("jobs.run-full", { time: duration(seconds) }), run(name, false), { "data-run": "full" }),
      button(t("jobs.edit"), () => {
        dialog.close();
        edit(name);
      }, { "aria-label": t("jobs.edit-named", { name: title }), "data-run": "edit" }),
    ]),
  ]);
  const dialog = openDialog({
    title: t("jobs.begin-experiment"), class: "dialog-wide", action: t("page.close"), act: () => true,
    content: [problem, make("ul", { class: "lab-experiments" }, experiments.map(card))],
  });
}

/**
 * @param {object} parts
 * @param {string} parts.name
 * @param {string} parts.text
 * @param {(text: string) => Promise<import("../../page-types/protocol.d.ts").ExaminedMessage>} parts.examine
 * @param {(wanted: Measuring) => Promise<unknown>} parts.begin
 */
export function openEditor({ name, text, examine, begin }) {
  const field = make("textarea", {
    class: "lab-text", id: "lab-text", value: text, spellcheck: false, wrap: "off", "aria-label": t("jobs.text"), "aria-describedby": "lab-mistake",
    oninput: changed, onscroll: () => { numbers.scrollTop = field.scrollTop; },
  });
  const numbers = make("div", { class: "lab-lines", "aria-hidden": "true" });
  const mistake = make("p", { class: "lab-mistake", id: "lab-mistake", role: "status" });
  const quick = make("input", { id: "lab-quick", type: "checkbox", checked: true });
  /** @type {number|null} */
  let wrong = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  function renderLines() {
    const count = field.value.split("\n").length;
    fillWith(numbers, Array.from({ length: count }, (_, i) => make("span", { class: i + 1 === wrong ? "is-wrong" : "" }, String(i + 1))));
    numbers.scrollTop = field.scrollTop;
  }

  function changed() {
    renderLines();
    clearTimeout(timer);
    timer = setTimeout(() => { void look(); }, PAUSE_MS);
  }

  async function look() {
    const looked = field.value;
    const { line, message } = await examine(looked);
    if (looked !== field.value) return;
    wrong = line;
    mistake.textContent = message ?? t("jobs.no-mistake");
    mistake.classList.toggle("is-wrong", message !== null);
    renderLines();
  }

  openDialog({
    title: t("jobs.edit-named", { name }), class: "dialog-wide",
    content: [
      make("div", { class: "lab-editor" }, [numbers, field]), mistake,
      make("label", { class: "tick", for: "lab-quick" }, [quick, t("jobs.quick")]),
    ],
    action: t("jobs.run"),
    act: async () => {
      await begin({ kind: "experiment", name, text: field.value, quick: quick.checked });
      return true;
    },
  });
  changed();
}
