// @ts-check
// A table that learns: what it says of the first moves as the games go by, and what the last game taught it.

import { fillWith, make } from "../dom.js";
import { scaleColor } from "../format.js";
import { heatLayer } from "../board/layers.js";
import { CELL, marginsOf, nameAt } from "../board/geometry.js";
import { svg } from "../board/svg.js";
import { shapeOf } from "../steps/panel.js";
import { thumbnail } from "../tree/thumbnail.js";
import { shown } from "./table-questions.js";

/** @typedef {import("../../page-types/protocol.d.ts").LearnedMessage} Learned */

/**
 * The updates of the last game, each with its board; the answer to the one asked about is left open.
 * @param {Learned} learned
 * @param {number|null} hidden
 * @param {import("../tree/view.js").App} app
 */
export function updatesTable(learned, hidden, { t, drawBoard }) {
  const shape = shapeOf(learned.rules);
  return make("section", { class: "table-updates" }, [
    make("h3", {}, t("lesson.updates")),
    make("table", {}, [
      make("thead", {}, make("tr", {}, ["position", "before", "next", "after"].map((name) => make("th", { scope: "col" }, t(`lesson.column-${name}`))))),
      make("tbody", {}, learned.updates.map(({ stones, before, target, after }, i) => make("tr", { class: i === hidden ? "is-asked" : "" }, [
        make("td", {}, make("span", { class: "table-thumb" }, thumbnail(drawBoard, { ...shape, stones }))),
        make("td", { class: "numeric" }, shown(before)),
        make("td", { class: "numeric" }, shown(target)),
        make("td", { class: "numeric" }, i === hidden ? "?" : shown(after)),
      ]))),
    ]),
  ]);
}

/**
 * The first moves after so many games, with a slider over the games.
 * @param {Learned} learned
 * @param {{choose: ((move: string) => void)|null}} act a cell was clicked
 * @param {import("../tree/view.js").App} app
 */
export function firstMoves(learned, act, { t, drawBoard }) {
  const { width, height, drop } = shapeOf(learned.rules);
  const board = make("div", { class: "table-board" });
  const told = make("output", { class: "table-games" });
  const last = learned.looks.length - 1;
  // Whoever is to answer goes to the end by themselves.
  const slider = make("input", { type: "range", class: "table-slider", min: "0", max: String(last), value: act.choose ? "0" : String(last), oninput: draw });
  slider.setAttribute("aria-label", t("lesson.looks"));

  function draw() {
    const { games, values } = learned.looks[Number(slider.value)];
    told.textContent = String(games);
    slider.setAttribute("aria-valuetext", String(games));
    const known = values.flatMap(({ value }) => (value === null ? [] : [value]));
    const best = Math.max(...known);
    const drawn = drawBoard({ width, height, drop, stones: ".".repeat(width * height), title: t("lesson.first-moves") });
    const margins = marginsOf(width, height, false);
    const marks = values.flatMap(({ move, value }) => (value === null ? [] : [{
      point: move, main: `${Math.round(100 * value)}%`, color: scaleColor(2 * value - 1), exact: false, best: act.choose === null && value === best,
    }]));
    drawn.append(heatLayer(marks, { height, margins, style: "marks" }));
    if (act.choose) drawn.append(...cells(margins));
    // What can be clicked is no picture.
    if (act.choose) drawn.setAttribute("role", "group");
    fillWith(board, drawn);
  }

  /** @param {{left: number, top: number}} margins */
  function cells({ left, top }) {
    return Array.from({ length: width * height }, (_, i) => {
      const [column, row] = [i % width, Math.floor(i / width)];
      const move = nameAt(i, width, height);
      const cell = svg("rect", {
        x: left + column * CELL, y: top + row * CELL, width: CELL, height: CELL, fill: "transparent", class: "table-cell", role: "button",
        tabindex: 0, "aria-label": t("lesson.answer-move", { move }), "data-move": move,
      });
      cell.addEventListener("click", () => act.choose?.(move));
      cell.addEventListener("keydown", (event) => {
        const { key } = /** @type {KeyboardEvent} */ (event);
        if (key !== "Enter" && key !== " ") return;
        event.preventDefault();
        act.choose?.(move);
      });
      return cell;
    });
  }

  draw();
  return make("section", { class: "table-first" }, [
    make("h3", {}, t("lesson.first-moves")), board,
    make("label", { class: "table-looks" }, [make("span", {}, t("lesson.looks")), slider, told]),
  ]);
}
