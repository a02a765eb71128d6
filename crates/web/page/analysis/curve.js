// @ts-check
// The value curve over the game: up is good for X. Full dots are proven, hollow ones estimates, triangles moves that a review marked.

import { svg } from "../board/svg.js";
import { scaleColor } from "../format.js";
import { fillWith, make } from "../dom.js";
import { t } from "../text.js";
import { markedText } from "./marks.js";
import { curvePoints } from "./curve-data.js";
import { sideName } from "../sides.js";

const WIDTH = 600;
const HEIGHT = 150;
const LEFT = 52;
const RIGHT = 12;
const TOP = 14;
const BOTTOM = 22;

/**
 * @param {{goTo: (ply: number) => void}} act
 */
export function createCurve({ goTo }) {
  const element = make("div", { class: "curve" });

  /**
   * @param {import("../state.js").Game} game
   * @param {import("./curve-data.js").Reviewed|null} reviewed
   */
  function show(game, reviewed) {
    const points = curvePoints(game, reviewed);
    const last = Math.max(game.moves.length, 4);
    const x = (/** @type {number} */ ply) => LEFT + ((WIDTH - LEFT - RIGHT) * ply) / last;
    const y = (/** @type {number} */ good) => TOP + ((HEIGHT - TOP - BOTTOM) * (1 - good)) / 2;
    const name = points.length > 0 ? t("page.curve-name", { count: points.length, side: sideName("x") }) : t("page.curve-empty");
    const chart = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve-chart", role: "img", "aria-label": name });
    for (const [good, text] of /** @type {[number, string][]} */ ([[1, sideName("x")], [0, "="], [-1, sideName("o")]])) {
      chart.append(
        svg("path", { class: good === 0 ? "curve-even" : "curve-edge", d: `M${LEFT} ${y(good)}H${WIDTH - RIGHT}` }),
        svg("text", { class: "curve-text", x: LEFT - 8, y: y(good), "text-anchor": "end", "dominant-baseline": "central" }, [text]),
      );
    }
    const every = Math.max(1, Math.ceil(last / 12));
    for (let ply = 0; ply <= last; ply += every) {
      chart.append(svg("text", { class: "curve-text", x: x(ply), y: HEIGHT - 8, "text-anchor": "middle" }, [String(ply)]));
    }
    chart.append(svg("path", { class: "curve-now", d: `M${x(game.ply)} ${TOP - 6}V${HEIGHT - BOTTOM + 4}` }));
    chart.append(svg("path", { class: "curve-line", d: points.map(({ ply, good }, i) => `${i === 0 ? "M" : "L"}${x(ply)} ${y(good)}`).join("") }));
    for (const point of points) chart.append(dot(point, x(point.ply), y(point.good)));
    for (let ply = 0; ply <= game.moves.length; ply += 1) {
      const half = (WIDTH - LEFT - RIGHT) / last / 2;
      const [from, to] = [Math.max(0, x(ply) - half), Math.min(WIDTH, x(ply) + half)];
      const band = svg("rect", { class: "curve-band", "data-ply": ply, x: from, y: 0, width: to - from, height: HEIGHT });
      const point = points.find((known) => known.ply === ply);
      const move = ply === 0 ? t("page.beginning") : t("page.move-number", { number: ply, move: game.moves[ply - 1] });
      const said = [move, point?.text, point?.marked ? markedText(point.marked) : ""].filter(Boolean);
      band.append(svg("title", {}, [said.join("\n")]));
      band.addEventListener("click", () => goTo(ply));
      chart.append(band);
    }
    fillWith(element, chart);
  }

  return { element, show };
}

/**
 * @param {import("./curve-data.js").CurvePoint} point
 * @param {number} x
 * @param {number} y
 */
function dot({ good, proven, marked }, x, y) {
  const group = svg("g", { class: "curve-dot", transform: `translate(${x} ${y})` });
  group.append(svg("circle", { r: 4.2, class: proven ? "curve-proven" : "curve-estimate", ...(proven ? { fill: scaleColor(good) } : {}), stroke: scaleColor(good) }));
  if (marked) group.append(svg("path", { class: `curve-mark mark-${marked.mark}`, d: y > HEIGHT / 2 ? "M0 -9l-6 -10h12z" : "M0 9l-6 10h12z" }));
  return group;
}
