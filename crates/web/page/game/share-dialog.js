// @ts-check
// The dialog for taking a position along.

import { openDialog } from "../dialog.js";
import { button, make } from "../dom.js";
import { t } from "../text.js";
import { copy, gameText, pngOf, save, svgText } from "./share.js";

/**
 * @param {object} parts
 * @param {import("../state.js").Game} parts.game
 * @param {import("../board/draw.js").Drawing} parts.drawing
 * @param {string} parts.link
 * @param {import("./actions.js").Actions["record"]} parts.record asks for the record of the game
 * @param {() => Promise<string|null>} parts.sgf asks for the game with its variations
 * @param {import("../notice.js").Notices} parts.notices
 */
export function openShare({ game, drawing, link, record, sgf, notices }) {
  const text = gameText(game, link);
  const name = `kinrow-${game.rules.replace(/[^0-9a-z]+/g, "-")}-${game.ply}`;
  const told = make("p", { class: "field-help", role: "status" });
  const tell = (/** @type {string} */ key) => { told.textContent = t(key); };
  const copying = async (/** @type {string} */ what) => tell((await copy(what)) ? "page.copied" : "page.not-copied");
  const picture = svgText(drawing);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(link).hostname);
  openDialog({
    title: t("page.share"),
    content: [
      make("label", { class: "field-label", for: "share-link" }, t("page.share-link")),
      make("div", { class: "bar" }, [
        make("input", { id: "share-link", class: "field-input share-link", readOnly: true, value: link, onfocus: (/** @type {FocusEvent} */ { target }) => { if (target instanceof HTMLInputElement) target.select(); } }),
        button(t("page.copy-link"), () => { void copying(link); }),
      ]),
      isHere && make("p", { class: "field-help" }, t("analysis.share-here")),
      make("pre", { class: "share-text", tabIndex: 0 }, text.split("\n").slice(0, -1).join("\n")),
      make("div", { class: "bar" }, [
        button(t("page.copy-text"), () => { void copying(text); }),
        button(t("analysis.copy-sgf"), async () => {
          const text = await sgf();
          if (text) await copying(text);
        }),
        button(t("analysis.save-sgf"), async () => {
          const text = await sgf();
          if (!text) return;
          save(new Blob([text], { type: "application/x-go-sgf" }), `${name}.sgf`);
          tell("page.saved-file");
        }, { "data-act": "save-sgf" }),
        button(t("page.save-svg"), () => { save(new Blob([picture], { type: "image/svg+xml" }), `${name}.svg`); tell("page.saved-file"); }),
        button(t("page.save-png"), () => {
          pngOf(picture).then((blob) => { save(blob, `${name}.png`); tell("page.saved-file"); }, (error) => notices.show(error.message, "problem"));
        }),
        button(t("page.save-game"), async () => {
          const saved = await record();
          if (!saved) return;
          save(new Blob([saved], { type: "application/json" }), `${name}.json`);
          tell("page.saved-file");
        }),
      ]),
      told,
    ],
    action: t("page.close"),
    act: () => true,
  });
}
