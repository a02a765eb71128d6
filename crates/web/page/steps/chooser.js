// @ts-check
// What to take apart: one of the ready examples, or the position on the board with algorithms of one's own choice.

import { playAll } from "../board/geometry.js";
import { button, fillWith, make } from "../dom.js";
import { openAgentDialog } from "../game/agent-dialog.js";
import { thumbnail } from "../tree/thumbnail.js";
import { shapeOf } from "./panel.js";
import { isDrawn } from "./pseudocode.js";

/** @typedef {import("../../page-types/protocol.d.ts").Example} Example */

/**
 * @param {import("../tree/view.js").App} app
 * @param {{example: (example: Example) => void, record: () => void}} act
 */
export function createChooser(app, act) {
  const { t, drawBoard } = app;
  const examples = make("div", { class: "examples" });
  const [spec, other] = ["steps-spec", "steps-other"].map((name) => make("select", { class: `field-input ${name}` }));
  const chosen = { spec: "", other: "" };
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
      act.record();
    },
  }, [
    own, make("label", { class: "field" }, [labels[0], spec]), make("label", { class: "field" }, [labels[1], other]), options, record,
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
      welcome, title: t("steps.agent-title"), isWanted: ({ shows }) => shows.steps !== null && isDrawn(shows.steps), now: { spec: chosen.spec, limits: "" },
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
  const element = make("details", { class: "steps-chooser", open: true }, [summary, examples, form]);

  return {
    element,

    read: () => ({ spec: chosen.spec, other: chosen.other || null }),

    /**
     * @param {string} first
     * @param {string|null} second
     */
    choose(first, second) {
      isTouched = true;
      [chosen.spec, chosen.other] = [first, second ?? ""];
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
    },
  };
}
