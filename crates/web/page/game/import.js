// @ts-check
// Bringing in what somebody has: a link of this page, or a text that the program reads (SGF with variations, psq, our record, a
// position, moves in any notation), typed, pasted, dropped or chosen as a file.

import { openDialog } from "../dialog.js";
import { make } from "../dom.js";
import { gameOf, isEmptyStart, parseHash } from "../link.js";
import { t } from "../text.js";
import { fromList, lineThrough } from "../variations/tree.js";

/** More than the longest game with comments; the program reads no longer message. */
const MOST_CHARACTERS = 30_000;

/**
 * The game that a link in a text names, or null when there is none.
 * @param {string} text
 */
export function linkedIn(text) {
  const hash = /#(\S*(?:rules|position)=\S*)/.exec(text);
  return hash ? gameOf(parseHash(hash[1])) : null;
}

/**
 * @param {object} means
 * @param {import("../connection.js").Connection} means.connection
 * @param {() => import("../state.js").Game|null} means.game
 * @param {import("./actions.js").Actions} means.actions
 * @param {import("../variations/controller.js").Variations} means.variations
 * @param {import("../notice.js").Notices} means.notices
 */
export function createImport({ connection, game, actions, variations, notices }) {
  /**
   * Shows what a text holds; whoever calls says why not.
   * @param {string} text
   */
  async function take(text) {
    const now = game();
    if (!now) return;
    if (text.trim() === "") throw new Error(t("analysis.import-empty"));
    if (text.length > MOST_CHARACTERS) throw new Error(t("analysis.import-long", { given: text.length, most: MOST_CHARACTERS }));
    const linked = linkedIn(text);
    if (linked) {
      await actions.begin(linked);
      return;
    }
    const { rules, start, nodes } = await connection.ask({ type: "read", text, rules: now.rules });
    const tree = fromList(start, nodes);
    variations.expect(tree);
    const person = /** @type {const} */ ({ kind: "person" });
    try {
      await actions.begin({ ...(isEmptyStart(start) ? { rules } : { position: start }), moves: lineThrough(tree, []), x: person, o: person });
    } finally {
      variations.expect(null);
    }
  }

  /**
   * The same, with why not for everybody to see.
   * @param {Promise<string>|string} text
   */
  async function tryTake(text) {
    try {
      await take(await text);
      notices.show(t("analysis.imported"));
    } catch (error) {
      notices.show(error instanceof Error ? error.message : String(error), "problem");
    }
  }

  function open() {
    const text = make("textarea", { class: "field-input import-text", id: "import-text", rows: 8, spellcheck: false });
    const file = make("input", { type: "file", id: "import-file", class: "field-input", accept: ".sgf,.psq,.json,.txt", onchange: async () => {
      const chosen = file.files?.[0];
      if (chosen) text.value = await chosen.text();
    } });
    openDialog({
      title: t("analysis.import"),
      content: [
        make("p", { class: "field-help" }, t("analysis.import-help")),
        make("label", { class: "field-label", for: "import-text" }, t("analysis.import-text")), text,
        make("label", { class: "field-label", for: "import-file" }, t("analysis.import-file")), file,
      ],
      action: t("analysis.import-show"),
      act: async () => {
        await take(text.value);
        return true;
      },
    });
    text.focus();
  }

  /**
   * Takes what is pasted or dropped while its place is shown.
   * @param {HTMLElement} host
   * @param {() => boolean} isWanted
   */
  function listen(host, isWanted) {
    document.addEventListener("paste", (event) => {
      const isField = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog");
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (isField || !isWanted() || text.trim() === "") return;
      event.preventDefault();
      void tryTake(text);
    });
    host.addEventListener("dragover", (event) => { if (isWanted()) event.preventDefault(); });
    host.addEventListener("drop", (event) => {
      if (!isWanted() || !event.dataTransfer) return;
      event.preventDefault();
      void tryTake(event.dataTransfer.files[0]?.text() ?? event.dataTransfer.getData("text/plain"));
    });
  }

  return { open, listen };
}
