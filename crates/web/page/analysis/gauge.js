// @ts-check
// The gauge at the edge of the board: how good the position is for each side, as a bar and as a number.

import { boundOf, goodness, valueShort } from "../format.js";
import { make } from "../dom.js";
import { sideName } from "../sides.js";
import { t } from "../text.js";
import { turned } from "../tree/value.js";

export function createGauge() {
  const fill = make("span", { class: "gauge-fill" });
  const told = make("span", { class: "gauge-told" });
  const element = make("div", { class: "gauge", role: "img", hidden: true }, [fill, told]);

  return {
    element,
    /**
     * @param {import("./result.js").AnalysisMessage|null} result
     * @param {import("../state.js").Game} game
     */
    show(result, game) {
      const good = result ? goodness(boundOf(result)?.bound ?? result) : null;
      element.hidden = result === null || game.result !== null;
      const forX = good === null ? 0 : result?.side === "x" ? good : -good;
      fill.style.height = `${50 + 50 * forX}%`;
      const fields = result && (result.side === "x" ? result : turned(result));
      told.textContent = fields && good !== null ? valueShort(fields) : "";
      told.classList.toggle("is-behind", forX < 0);
      element.setAttribute("aria-label", t("page.gauge", { side: sideName("x"), value: told.textContent || t("value.unknown") }));
    },
  };
}
