// @ts-check
// Looking for something in the whole tree, folded parts too: the next cut, or the next node to which a move leads.

import { button, fillWith, make } from "../dom.js";

/**
 * @param {import("./view.js").App} app
 * @param {object} act
 * @param {() => {tree: number, path: string[]}|null} act.from the tree, and the node after which to look
 * @param {(path: string[]) => Promise<void>} act.reveal unfolds the tree down to a node and goes there
 */
export function createSeek(app, { from, reveal }) {
  const { t, connection } = app;
  const field = make("input", { class: "field-input seek-move", id: "seek-move", autocomplete: "off", spellcheck: false });
  const told = make("span", { class: "seek-told quiet", role: "status" });
  const element = make("form", { class: "tree-seek", role: "search", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void seek(field.value.trim());
  } });

  /** @param {string} [move] the next cut without one */
  async function seek(move) {
    const begin = from();
    if (!begin || move === "") return;
    try {
      const { path, place, of } = await connection.ask({ type: "seek", ...begin, ...(move ? { move } : {}) });
      told.textContent = path ? t("tree.sought", { place: place + 1, of }) : t(move ? "tree.sought-none" : "tree.sought-no-cut", { move: move ?? "" });
      if (path) await reveal(path);
    } catch (error) {
      told.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  return {
    element,
    translate() {
      element.setAttribute("aria-label", t("tree.seek"));
      field.placeholder = t("tree.seek-move");
      field.setAttribute("aria-label", t("tree.seek-label"));
      fillWith(element, [
        button(t("tree.next-cut"), () => { void seek(); }, { "data-act": "next-cut" }),
        field, make("button", { type: "submit", class: "button", "data-act": "seek" }, t("tree.find")), told,
      ]);
    },
    clear() {
      told.textContent = "";
    },
  };
}
