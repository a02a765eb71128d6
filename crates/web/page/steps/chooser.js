// @ts-check
// What to take apart: one of the ready examples, the position on the board with algorithms of one's own choice, or a tree
// that is typed in.

import { playAll } from "../board/geometry.js";
import { button, fillWith, make } from "../dom.js";
import { openAgentDialog } from "../game/agent-dialog.js";
import { thumbnail } from "../tree/thumbnail.js";
import { shapeOf } from "./panel.js";

/** @typedef {import("../../page-types/protocol.d.ts").Example} Example */

/** The tree of the textbook (Russell and Norvig), to begin with. */
export const TEXTBOOK_TREE = "(3 12 8) (2 4 6) (14 5 2)";

/** Who searches a typed tree, as bare as in the textbook. */
const TREE_SPECS = {
  alphabeta: "alphabeta:distance=off,order=natural,table=off",
  minimax: "minimax:distance=off",
  averaging: "averaging",
};
const TREE_CHOICES = /** @type {const} */ (["alphabeta", "minimax", "both", "averaging"]);

/**
 * @param {import("../tree/view.js").App} app
 * @param {{example: (example: Example) => void, record: () => void}} act
 */
export function createChooser(app, act) {
  const { t, drawBoard } = app;
  const examples = make("div", { class: "examples" });
  const [spec, other] = ["steps-spec", "steps-other"].map((name) => make("select", { class: `field-input ${name}` }));
  const chosen = { spec: "", other: "", tree: /** @type {string|null} */ (null) };
  /** @type {string[]} */
  let offered = [];
  const labels = [make("span", { class: "field-label" }), make("span", { class: "field-label" })];
  const record = make("button", { type: "submit", class: "button button-main steps-record" });
  const options = button("", openOptions, { class: "steps-options" });
  const own = make("span", { class: "steps-own" });
  const form = make("form", {
    class: "steps-form",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      chosen.tree = null;
      act.record();
    },
  }, [
    own, make("label", { class: "field" }, [labels[0], spec]), make("label", { class: "field" }, [labels[1], other]), options, record,
  ]);
  const typed = make("input", { type: "text", class: "field-input steps-tree", value: TEXTBOOK_TREE, autocomplete: "off", spellcheck: false, maxLength: 4000 });
  const by = make("select", { class: "field-input steps-tree-by" });
  const typedLabels = [make("span", { class: "field-label" }), make("span", { class: "field-label" })];
  const typedHint = make("p", { class: "quiet steps-tree-hint" });
  const search = make("button", { type: "submit", class: "button steps-tree-record" });
  const treeForm = make("form", {
    class: "steps-form steps-tree-form",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const wanted = /** @type {typeof TREE_CHOICES[number]} */ (by.value);
      isTouched = true;
      chosen.tree = typed.value;
      [chosen.spec, chosen.other] = wanted === "both" ? [TREE_SPECS.minimax, TREE_SPECS.alphabeta] : [TREE_SPECS[wanted], ""];
      renderSpecs();
      act.record();
    },
  }, [
    make("label", { class: "field steps-tree-field" }, [typedLabels[0], typed]), make("label", { class: "field" }, [typedLabels[1], by]), search, typedHint,
  ]);
  let isTouched = false;
  /** @type {string|null} */
  let marked = null;
  spec.addEventListener("change", () => { isTouched = true; chosen.spec = spec.value; });
  other.addEventListener("change", () => { chosen.other = other.value; });

  function openOptions() {
    const welcome = app.welcome();
    if (!welcome) return;
    openAgentDialog({
      welcome, title: t("steps.agent-title"), isWanted: ({ shows }) => shows.steps !== null, now: { spec: chosen.spec, limits: "" },
      suited: app.state()?.suited ?? null,
      choose: (next) => {
        isTouched = true;
        chosen.spec = next.spec;
        renderSpecs();
      },
    });
  }

  function renderSpecs() {
    const fill = (/** @type {HTMLSelectElement} */ control, /** @type {string} */ now, /** @type {string[]} */ all) =>
      fillWith(control, [...new Set([...all, now])].map((value) => make("option", { value, selected: value === now }, value || t("steps.none"))));
    fill(spec, chosen.spec, offered);
    fill(other, chosen.other, ["", ...offered]);
  }

  /** @param {Example} example */
  function card(example) {
    const shape = shapeOf(example.rules);
    const empty = ".".repeat(shape.width * shape.height);
    const stones = playAll(empty, example.moves.split(/[\s.]+/).filter(Boolean), "x", shape.width, shape.height);
    return make("button", {
      type: "button", class: "example", "aria-pressed": String(example.id === marked), "data-example": example.id,
      onclick: () => act.example(example),
    }, [
      make("span", { class: "example-board" }, thumbnail(drawBoard, { ...shape, stones })),
      make("span", { class: "example-text" }, [
        make("strong", {}, t(`example-page.${example.id}-title`)), make("span", {}, t(`example-page.${example.id}`)),
      ]),
    ]);
  }

  const summary = make("summary");
  const element = make("details", { class: "steps-chooser", open: true }, [summary, examples, treeForm, form]);

  return {
    element,

    read: () => ({ spec: chosen.spec, other: chosen.other || null, tree: chosen.tree }),

    /**
     * @param {string} first
     * @param {string|null} second
     * @param {string|null} [tree]
     */
    choose(first, second, tree = null) {
      isTouched = true;
      [chosen.spec, chosen.other, chosen.tree] = [first, second ?? "", tree];
      if (tree !== null) typed.value = tree;
      renderSpecs();
    },

    /** @param {{suited: import("../state.js").Suited}} game */
    offer({ suited }) {
      offered = suited.steps;
      if (!isTouched) chosen.spec = offered[0];
      renderSpecs();
    },

    /** @param {boolean} isBusy */
    setBusy(isBusy) {
      record.disabled = isBusy;
      search.disabled = isBusy;
    },

    /**
     * Makes room for what was chosen; one line says what it is.
     */
    close() {
      element.open = false;
    },

    /**
     * Marks the example that is shown, if any.
     * @param {string|null} id
     */
    mark(id) {
      marked = id;
      fillWith(summary, id === null
        ? t("steps.choose")
        : [make("strong", {}, t(`example-page.${id}-title`)), " ", t(`example-page.${id}`)]);
      for (const each of examples.children) each.setAttribute("aria-pressed", String(each.getAttribute("data-example") === id));
    },

    translate() {
      fillWith(examples, (app.welcome()?.examples ?? []).map(card));
      examples.setAttribute("aria-label", t("steps.examples"));
      own.textContent = t("steps.example-own");
      labels[0].textContent = t("steps.agent");
      labels[1].textContent = t("steps.other");
      options.textContent = t("steps.options");
      renderSpecs();
      record.textContent = t("steps.record");
      typedLabels[0].textContent = t("steps.tree-text");
      typedLabels[1].textContent = t("steps.agent");
      typedHint.textContent = t("steps.tree-text-hint");
      search.textContent = t("steps.tree-search");
      const now = by.value;
      fillWith(by, TREE_CHOICES.map((value) => make("option", { value, selected: value === now }, t(value === "both" ? "steps.tree-both" : `steps.algorithm-${value}`))));
    },
  };
}
