// @ts-check
// How the board looks, by choice, and the position as text.

import { fillWith, make } from "../dom.js";
import { remembered } from "../storage.js";
import { t } from "../text.js";

/**
 * @param {{onChange: () => void}} act
 */
export function createSettings({ onChange }) {
  const stored = remembered.get("look");
  /** @type {import("../board/draw.js").Look|undefined} */
  let look = stored === "marks" || stored === "stones" ? stored : undefined;
  let numbers = remembered.get("numbers") === "on";
  const element = make("section", { class: "card settings" });
  const position = make("code");

  /**
   * Makes everything anew, in the language of now.
   * @param {import("../state.js").Game|null} game
   */
  function render(game) {
    const looks = make("select", { id: "look", class: "field-input", onchange: () => {
      look = looks.value === "auto" ? undefined : /** @type {import("../board/draw.js").Look} */ (looks.value);
      remembered.set("look", looks.value);
      onChange();
    } }, ["auto", "marks", "stones"].map((name) => make("option", { value: name, selected: name === (look ?? "auto") }, t(`page.look-${name}`))));
    const tick = make("input", { id: "numbers", type: "checkbox", checked: numbers, onchange: () => {
      numbers = tick.checked;
      remembered.set("numbers", numbers ? "on" : "off");
      onChange();
    } });
    fillWith(element, [
      make("h2", {}, t("page.look")),
      make("div", { class: "overlay-fields" }, [
        make("div", { class: "field" }, [make("label", { for: "look", class: "field-label" }, t("page.look-stones-as")), looks]),
        make("label", { class: "tick", for: "numbers" }, [tick, t("page.numbers")]),
      ]),
      make("p", { class: "position" }, [make("span", { class: "field-label" }, t("page.position-text")), position]),
      make("p", { class: "field-help" }, t("page.keys-help")),
    ]);
    if (game) show(game);
  }

  /** @param {import("../state.js").Game} game */
  function show(game) {
    position.textContent = game.position;
  }

  return { element, render, show, look: () => look, numbers: () => numbers };
}
