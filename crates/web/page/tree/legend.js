// @ts-check
// What colours and signs of a tree mean, as far as the algorithm that grew it uses them.

import { make } from "../dom.js";
import { scaleColor } from "../format.js";
import { sideName } from "../sides.js";
import { givesPoints } from "./value.js";

/**
 * @param {import("./value.js").Say} t
 * @param {{spec: string, isPlayedOut: boolean, hasWindow: boolean, hasLine?: boolean}} about the search: whether its values
 *     come of playouts, whether it has windows; and whether the best line is marked
 */
export function legend(t, { spec, isPlayedOut, hasWindow, hasLine = true }) {
  const swatch = (/** @type {number} */ good, /** @type {string} */ key, /** @type {"x"|"o"} */ side) => {
    const mark = make("span", { class: "legend-swatch", "aria-hidden": "true" });
    mark.style.background = scaleColor(good);
    return make("li", {}, [mark, t(key, { side: sideName(side) })]);
  };
  const sign = (/** @type {string} */ name, /** @type {string} */ key) =>
    make("li", {}, [make("span", { class: `legend-swatch ${name}`, "aria-hidden": "true" }), t(key, { side: sideName("x") })]);
  const isMean = /^averaging\b/.test(spec);
  const isEstimate = givesPoints(spec) || /[:,](depth|near)=/.test(spec);
  return make("ul", { class: "tree-legend", "aria-label": t("tree.legend") }, [
    swatch(1, "tree.legend-x", "x"), swatch(0, "tree.legend-even", "x"), swatch(-1, "tree.legend-o", "o"),
    hasLine && sign("legend-best", "tree.legend-best"),
    hasWindow && sign("legend-cut", "tree.legend-cut"),
    hasWindow && sign("legend-bound", "tree.legend-bound"),
    make("li", {}, t(isPlayedOut ? "tree.legend-chance" : isMean ? "tree.legend-mean" : isEstimate ? "tree.legend-estimate" : hasWindow ? "tree.legend-others" : "tree.legend-exact")),
  ]);
}
