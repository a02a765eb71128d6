// @ts-check
// What to search with: one of a few sensible agents, or any other with its options as controls; and how much to keep.

import { button, fillWith, make } from "../dom.js";
import { openAgentDialog } from "../game/agent-dialog.js";

/** The choice that opens the form. */
const OTHER = "other";

let forms = 0;

/**
 * @param {import("./view.js").App} app
 * @param {{search: () => void, stop: () => void}} act
 */
export function createForm(app, act) {
  forms += 1;
  const spec = make("select", { class: "field-input tree-spec", id: `tree-spec-${forms}` });
  const depth = make("input", { type: "number", class: "field-input tree-depth", min: "1", max: "30" });
  const search = make("button", { type: "submit", class: "button button-main" });
  const stop = button("", act.stop, { class: "tree-stop", hidden: true });
  const options = button("", openOptions, { class: "tree-options" });
  const labels = { spec: make("span", { class: "field-label" }), depth: make("span", { class: "field-label" }) };
  const field = (/** @type {HTMLElement} */ label, /** @type {HTMLElement} */ input) =>
    make("label", { class: "field" }, [label, input]);
  const element = make("form", {
    class: "tree-form",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      act.search();
    },
  }, [field(labels.spec, spec), options, field(labels.depth, depth), search, stop]);
  /** @type {{spec: string, limits: string}} */
  let chosen = { spec: "", limits: "" };
  let isTouched = false;
  /** @type {string[]} */
  let offered = [];

  spec.addEventListener("change", () => {
    isTouched = true;
    chosen = { spec: spec.value, limits: "" };
  });

  function openOptions() {
    const welcome = app.welcome();
    if (!welcome) return;
    openAgentDialog({
      welcome, title: app.t("tree.agent-title"), isWanted: ({ shows }) => shows.tree, now: chosen, suited: app.state()?.suited ?? null,
      choose: (next) => {
        isTouched = true;
        chosen = next;
        renderSpecs();
      },
    });
  }

  function renderSpecs() {
    const all = offered.includes(chosen.spec) && chosen.limits === "" ? offered : [...offered, OTHER];
    fillWith(spec, all.map((text) => make("option", { value: text === OTHER ? chosen.spec : text, selected: text === OTHER || text === chosen.spec },
      text === OTHER ? [chosen.spec, chosen.limits].filter(Boolean).join(" @ ") : text)));
  }

  return {
    element,

    read: () => ({
      ...chosen,
      /** Null when the program is to choose. */
      depth: depth.value.trim() === "" ? null : Math.min(30, Math.max(1, Math.round(Number(depth.value)) || 1)),
    }),

    /** @param {string} text */
    choose(text) {
      isTouched = true;
      chosen = { spec: text, limits: "" };
      renderSpecs();
    },

    /**
     * Offers what suits the position; what somebody chose stays.
     * @param {{suited: import("../state.js").Suited}} game
     */
    offer({ suited }) {
      offered = suited.tree;
      if (!isTouched) chosen = { spec: offered[0], limits: "" };
      renderSpecs();
    },

    /** @param {boolean} isBusy */
    setBusy(isBusy) {
      search.disabled = isBusy;
      stop.hidden = !isBusy;
    },

    translate() {
      labels.spec.textContent = app.t("tree.agent");
      labels.depth.textContent = app.t("tree.depth");
      options.textContent = app.t("tree.options");
      depth.placeholder = app.t("tree.depth-auto");
      search.textContent = app.t("tree.search");
      stop.textContent = app.t("tree.stop");
    },
  };
}
