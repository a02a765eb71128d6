// @ts-check
// What to take apart: one of the ready examples, or the position on the board with algorithms of one's own choice.

import { playAll } from "../board/geometry.js";
import { fillWith, make } from "../dom.js";
import { thumbnail } from "../tree/thumbnail.js";
import { shapeOf } from "./panel.js";

/** @typedef {import("../../page-types/protocol.d.ts").Example} Example */

/**
 * @param {import("../tree/view.js").App} app
 * @param {{example: (example: Example) => void, record: () => void}} act
 */
export function createChooser(app, act) {
  const { t, drawBoard } = app;
  const examples = make("div", { class: "examples" });
  const [specList, otherList] = ["steps-algorithms", "steps-others"].map((id) => make("datalist", { id }));
  const text = (/** @type {string} */ list, /** @type {string} */ name) => {
    const input = make("input", { type: "text", class: `field-input ${name}`, spellcheck: false, autocomplete: "off" });
    input.setAttribute("list", list);
    return input;
  };
  const [spec, other] = [text("steps-algorithms", "steps-spec"), text("steps-others", "steps-other")];
  const labels = [make("span", { class: "field-label" }), make("span", { class: "field-label" })];
  const record = make("button", { type: "submit", class: "button button-main steps-record" });
  const own = make("span", { class: "steps-own" });
  const form = make("form", {
    class: "steps-form",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      act.record();
    },
  }, [
    own, make("label", { class: "field" }, [labels[0], spec]), make("label", { class: "field" }, [labels[1], other]), specList, otherList, record,
  ]);
  let isTouched = false;
  /** @type {string|null} */
  let chosen = null;
  spec.addEventListener("input", () => { isTouched = true; });

  /** @param {Example} example */
  function card(example) {
    const shape = shapeOf(example.rules);
    const empty = ".".repeat(shape.width * shape.height);
    const stones = playAll(empty, example.moves.split(/[\s.]+/).filter(Boolean), "x", shape.width, shape.height);
    return make("button", {
      type: "button", class: "example", "aria-pressed": String(example.id === chosen), "data-example": example.id,
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

    read: () => ({ spec: spec.value.trim(), other: other.value.trim() || null }),

    /**
     * @param {string} first
     * @param {string|null} second
     */
    choose(first, second) {
      isTouched = true;
      [spec.value, other.value] = [first, second ?? ""];
    },

    /** @param {{suited: import("../state.js").Suited}} game */
    offer({ suited }) {
      const offered = suited.steps;
      for (const list of [specList, otherList]) list.replaceChildren(...offered.map((value) => make("option", { value })));
      if (!isTouched) spec.value = offered[0];
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
      chosen = id;
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
      other.placeholder = t("steps.none");
      record.textContent = t("steps.record");
    },
  };
}
