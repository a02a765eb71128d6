// @ts-check
// Short messages: seen at the lower edge for a while, and read out by a screen reader. What was just said is not
// stacked up: the newest message replaces the one before.

import { fillWith, make } from "./dom.js";

const SHOWN_MS = 6000;

/** Set up once by the page. */
export function createNotices() {
  const message = make("div", { class: "notice", role: "status", "aria-live": "polite" });
  const spoken = make("div", { class: "only-heard", "aria-live": "polite", id: "spoken" });
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  return {
    elements: [message, spoken],

    /**
     * @param {string} text
     * @param {"plain"|"problem"} [kind]
     */
    show(text, kind = "plain") {
      clearTimeout(timer);
      fillWith(message, text);
      message.className = `notice notice-shown${kind === "problem" ? " notice-problem" : ""}`;
      timer = setTimeout(() => message.classList.remove("notice-shown"), Math.max(SHOWN_MS, text.length * 80));
    },

    hide() {
      message.classList.remove("notice-shown");
    },

    /**
     * Only read out: what eyes see on the board anyway.
     * @param {string} text
     */
    say(text) {
      fillWith(spoken, text);
    },
  };
}

/** @typedef {ReturnType<typeof createNotices>} Notices */
