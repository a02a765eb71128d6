// @ts-check
// What colours and signs of the tree mean.

import { make } from "../dom.js";
import { scaleColor } from "../format.js";

/** @param {import("./value.js").Say} t */
export function legend(t) {
  const swatch = (/** @type {number} */ good, /** @type {string} */ key) => {
    const mark = make("span", { class: "legend-swatch", "aria-hidden": "true" });
    mark.style.background = scaleColor(good);
    return make("li", {}, [mark, t(key)]);
  };
  const sign = (/** @type {string} */ name, /** @type {string} */ key) =>
    make("li", {}, [make("span", { class: `legend-swatch ${name}`, "aria-hidden": "true" }), t(key)]);
  return make("ul", { class: "tree-legend", "aria-label": t("tree.legend") }, [
    swatch(1, "tree.legend-x"), swatch(0, "tree.legend-even"), swatch(-1, "tree.legend-o"),
    sign("legend-best", "tree.legend-best"), sign("legend-cut", "tree.legend-cut"),
    make("li", {}, t("tree.legend-bound")),
    make("li", {}, t("tree.legend-estimate")),
  ]);
}
