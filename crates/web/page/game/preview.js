// @ts-check
// What is looked at on the board without being played: a move or a line that is pointed at, and a line that is kept there, with a bar
// that says so.

import { button, fillWith, make } from "../dom.js";
import { t } from "../text.js";

/**
 * @param {object} act
 * @param {() => void} act.onChange the board is to be drawn anew
 * @param {(line: string[]) => void} act.playOn goes on from a line
 */
export function createPreview({ onChange, playOn }) {
  /** @type {string|null} */
  let pointed = null;
  /** @type {string[]} */
  let hovered = [];
  /** @type {string[]} */
  let pinned = [];
  const element = make("div", { class: "preview-bar", role: "status", hidden: true });

  /**
   * Keeps a line on the board. (Its bar is not drawn with every change of the board: a button that is replaced between
   * press and release is never clicked.)
   * @param {string[]} line
   */
  function pin(line) {
    pinned = line;
    hovered = [];
    element.hidden = line.length === 0;
    fillWith(element, line.length > 0 ? [
      make("span", {}, t("page.preview", { count: line.length, moves: line.join(" ") })),
      button(t("page.preview-play"), () => {
        playOn(line);
        pin([]);
      }, { class: "button-main" }),
      button(t("page.preview-leave"), () => pin([])),
    ] : []);
    onChange();
  }

  return {
    element,
    pin,
    /** The bar, in the language of now. */
    render: () => pin(pinned),
    /** @param {string|null} move */
    point(move) {
      pointed = move;
      onChange();
    },
    /** @param {string[]|null} line */
    hover(line) {
      hovered = line ?? [];
      onChange();
    },
    /** Another position is shown. */
    leave() {
      pointed = null;
      if (pinned.length > 0) pin([]);
      hovered = [];
    },
    pointed: () => pointed,
    line: () => (hovered.length > 0 ? hovered : pinned),
    isPinned: () => pinned.length > 0,
  };
}
