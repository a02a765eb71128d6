// @ts-check
// Models that come with the program: what they play, and how they were made.

import { button, fillWith, make } from "../dom.js";
import { number } from "../format.js";
import { picture } from "../game/new-game.js";
import { shapeOf } from "../steps/panel.js";
import { t, wordsOf } from "../text.js";

/** @typedef {import("../../page-types/protocol.d.ts").ShippedModel} Model */

/** @param {import("./view.js").Library} library */
export function createModels({ connection, against }) {
  const element = make("div", { class: "models" });

  /** @param {Model} model */
  function card(model) {
    return make("div", { class: "card model" }, [
      make("div", { class: "model-head" }, [
        make("span", { class: "stored-board" }, picture(shapeOf(model.rules))),
        make("div", { class: "stored-words" }, [
          make("h3", {}, model.label),
          make("span", { class: "quiet" }, t("page.model-facts", { games: number(model.games), positions: number(model.positions), kilobytes: number(Math.round(model.bytes / 1000)) })),
        ]),
      ]),
      make("p", { class: "field-label" }, t("page.model-made")),
      make("code", {}, model.made_by),
      make("p", { class: "field-help" }, t("page.model-kernel", { kernel: model.kernel })),
      button(t("page.model-play"), () => { void against(model.rules, model.spec); }, { class: "button-main", "data-model": model.rules }),
    ]);
  }

  return {
    element,
    render() {
      connection.ask({ type: "models" }).then(({ models }) => {
        fillWith(element, [make("p", { class: "library-told" }, t("page.models-told")), make("div", { class: "model-list" }, models.map(card))]);
      }, (error) => fillWith(element, make("p", { role: "alert" }, wordsOf(error))));
    },
  };
}
