// @ts-check
// What can be done with the move that is shown: a symbol, a comment, up to the main line, copied, deleted.

import { button, fillWith, make } from "../dom.js";
import { copy } from "../game/share.js";
import { numberedMoves } from "../game/diagram.js";
import { icon } from "../icons.js";
import { isEmptyStart } from "../link.js";
import { t } from "../text.js";
import { symbolName } from "./list.js";
import { MOST_COMMENT, SYMBOLS, lineThrough, nodeAt } from "./tree.js";

/**
 * @param {object} means
 * @param {import("./controller.js").Variations} means.variations
 * @param {import("../notice.js").Notices} means.notices
 */
export function createNotes({ variations, notices }) {
  const symbols = make("div", { class: "bar symbols", role: "group" });
  const comment = make("textarea", {
    class: "field-input note-comment", id: "note-comment", rows: 2, maxLength: MOST_COMMENT,
    onchange: () => variations.say({ comment: comment.value }),
  });
  const label = make("label", { class: "field-label", for: "note-comment" });
  const acts = make("div", { class: "bar note-acts" });
  const element = make("div", { class: "notes" }, [symbols, label, comment, acts]);
  /** The move that is written about: its comment is not replaced under somebody's hands. */
  let written = "\u0000";

  async function copyLine() {
    const { start } = variations.tree();
    const text = numberedMoves(lineThrough(variations.tree(), variations.here()));
    notices.show(t((await copy(isEmptyStart(start) ? text : `${start}\n${text}`)) ? "page.copied" : "page.not-copied"));
  }

  function show() {
    const here = variations.here();
    const node = nodeAt(variations.tree(), here);
    const isMove = here.length > 0 && node !== null;
    for (const control of symbols.querySelectorAll("button")) {
      control.disabled = !isMove;
      control.setAttribute("aria-pressed", String(isMove && node.symbol === control.dataset.symbol));
    }
    if (written !== here.join(" ") || document.activeElement !== comment) comment.value = node?.comment ?? "";
    written = here.join(" ");
    const [promoting, , deleting] = acts.querySelectorAll("button");
    if (promoting) promoting.disabled = !variations.isOff();
    if (deleting) deleting.disabled = !isMove;
  }

  /** Everything, in the language of now. */
  function render() {
    symbols.setAttribute("aria-label", t("analysis.symbols"));
    fillWith(symbols, SYMBOLS.map((symbol) => button(symbol, () => variations.say({ symbol }), {
      class: "symbol", "data-symbol": symbol, title: t(`analysis.symbol-${symbolName(symbol)}`), "aria-label": t(`analysis.symbol-${symbolName(symbol)}`),
    })));
    label.textContent = t("analysis.comment");
    fillWith(acts, [
      button(t("analysis.promote"), () => variations.promote(), { icon: icon("up"), named: true, "data-act": "promote", title: t("analysis.promote-help") }),
      button(t("analysis.copy"), () => { void copyLine(); }, { icon: icon("copy"), named: true, "data-act": "copy-line" }),
      button(t("analysis.delete"), () => { void variations.remove(); }, { icon: icon("delete"), named: true, "data-act": "delete-line", title: t("analysis.delete-help") }),
    ]);
    show();
  }

  return { element, show, render };
}
