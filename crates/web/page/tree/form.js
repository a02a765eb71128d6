// @ts-check
// What to search with: an agent from a few sensible ones or any other in writing, its limits, and how much to keep.

import { button, make } from "../dom.js";

let forms = 0;

/**
 * @param {import("./view.js").App} app
 * @param {{search: () => void, stop: () => void}} act
 */
export function createForm(app, act) {
  forms += 1;
  const listId = `tree-agents-${forms}`;
  const options = make("datalist", { id: listId });
  const spec = make("input", { type: "text", class: "field-input tree-spec", spellcheck: false, autocomplete: "off", size: 26 });
  spec.setAttribute("list", listId);
  const limits = make("input", { type: "text", class: "field-input tree-limits", spellcheck: false, autocomplete: "off", size: 10 });
  const depth = make("input", { type: "number", class: "field-input tree-depth", min: "1", max: "30" });
  const search = make("button", { type: "submit", class: "button button-main" });
  const stop = button("", act.stop, { class: "tree-stop", hidden: true });
  const labels = {
    spec: make("span", { class: "field-label" }), limits: make("span", { class: "field-label" }), depth: make("span", { class: "field-label" }),
  };
  const field = (/** @type {HTMLElement} */ label, /** @type {HTMLElement} */ input) =>
    make("label", { class: "field" }, [label, input]);
  const element = make("form", {
    class: "tree-form",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      act.search();
    },
  }, [field(labels.spec, spec), options, field(labels.limits, limits), field(labels.depth, depth), search, stop]);
  let isTouched = false;
  spec.addEventListener("input", () => { isTouched = true; });

  return {
    element,

    read: () => ({
      spec: spec.value.trim(),
      limits: limits.value.trim(),
      /** Null when the program is to choose. */
      depth: depth.value.trim() === "" ? null : Math.min(30, Math.max(1, Math.round(Number(depth.value)) || 1)),
    }),

    /** @param {string} text */
    choose(text) {
      isTouched = true;
      spec.value = text;
    },

    /**
     * Offers what suits the position; what somebody wrote stays.
     * @param {{suited: import("../state.js").Suited}} game
     */
    offer({ suited }) {
      const offered = suited.tree;
      options.replaceChildren(...offered.map((text) => make("option", { value: text })));
      if (!isTouched) spec.value = offered[0];
    },

    /** @param {boolean} isBusy */
    setBusy(isBusy) {
      search.disabled = isBusy;
      stop.hidden = !isBusy;
    },

    translate() {
      labels.spec.textContent = app.t("tree.agent");
      labels.limits.textContent = app.t("tree.limits");
      labels.depth.textContent = app.t("tree.depth");
      limits.placeholder = app.t("tree.limits-hint");
      depth.placeholder = app.t("tree.depth-auto");
      search.textContent = app.t("tree.search");
      stop.textContent = app.t("tree.stop");
    },
  };
}
