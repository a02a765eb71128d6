// @ts-check
// One algorithm at one of its steps: what happens in words, the tree so far, the board, the line of the algorithm, and the counters.

import { playAll } from "../board/geometry.js";
import { fillWith, make } from "../dom.js";
import { number } from "../format.js";
import { legend } from "../tree/legend.js";
import { uctBar } from "../tree/details.js";
import { decimals } from "../tree/words.js";
import { circumstancesOf } from "./circumstances.js";
import { createColumns } from "./columns.js";
import { pathTo } from "./context.js";
import { linesOf, litBy } from "./pseudocode.js";
import { sentenceOf } from "./sentence.js";
import { lastSelection } from "./walk.js";

/** @typedef {import("./replay.js").Replay} Replay */

/** The counters that mean something for an algorithm. */
const COUNTERS = /** @type {const} */ ({
  minimax: ["nodes", "leaves"],
  alphabeta: ["nodes", "leaves", "cuts", "spared"],
  averaging: ["nodes", "leaves"],
  mcts: ["playouts", "nodes"],
});

/** The four phases of a playout. */
const PHASES = /** @type {const} */ (["select", "expand", "simulate", "backup"]);

/** Board size and whether stones fall, as the rules' text tells: `7x6x4:drop`. */
export function shapeOf(/** @type {string} */ rules) {
  const [, width, height] = /^(\d+)x(\d+)x/.exec(rules) ?? ["", "3", "3"];
  return { width: Number(width), height: Number(height), drop: /[:,]drop\b/.test(rules) };
}

/**
 * @param {Replay} replay
 * @param {import("../tree/view.js").App} app
 */
export function createPanel(replay, app) {
  const { t, drawBoard } = app;
  const { recording } = replay;
  const { algorithm } = recording;
  const shape = shapeOf(recording.rules);
  const columns = createColumns(replay, shape, app);
  const isPlayedOut = recording.search === "playouts";
  const hasTable = linesOf(algorithm).some(({ id }) => id === "table") && recording.steps.some((step) => step.kind === "leave" && step.table);
  const counted = hasTable ? [...COUNTERS[algorithm], /** @type {const} */ ("table")] : COUNTERS[algorithm];
  const values = counted.map(() => make("dd"));
  const counters = make("dl", { class: "step-counters" }, counted.map((name, at) =>
    make("div", {}, [make("dt", {}, t(`steps.counter-${name}`)), values[at]])));
  const sentence = make("p", { class: "step-sentence" });
  const board = make("div", { class: "step-board" });
  const lines = linesOf(algorithm).filter(({ id }) => id !== "table" || hasTable);
  const rows = lines.map(({ code, indent }) => {
    const row = make("li", {}, make("code", {}, code));
    row.style.paddingLeft = `${0.6 + indent * 1.1}rem`;
    return row;
  });
  const code = make("section", { class: "step-code" }, [
    make("h3", {}, t("steps.code")),
    make("ol", {}, rows),
    make("p", { class: "quiet" }, t(`steps.code-${algorithm}`)),
  ]);
  const choices = make("section", { class: "step-choices", hidden: !isPlayedOut });
  const phases = isPlayedOut ? PHASES.map((phase) => make("li", { class: `phase-${phase}` }, t(`steps.phase-${phase}`))) : [];
  const place = make("div", { class: "step-bar-place" });
  const element = make("article", { class: `step-panel step-${algorithm} by-${recording.search}` }, [
    make("header", { class: "step-head" }, [
      make("h2", {}, t(`steps.algorithm-${algorithm}`)), make("code", { class: "quiet" }, recording.spec), counters, place,
      phases.length > 0 ? make("ol", { class: "step-phases" }, phases) : null,
    ]),
    sentence,
    make("div", { class: "step-tree" }, [columns.element, legend(t, {
      spec: recording.spec, hasLine: false, isPlayedOut, hasWindow: recording.steps.some((step) => step.kind === "enter" && step.window !== null),
    })]),
    board,
    code,
    choices,
    recording.complete ? null : make("p", { class: "quiet step-incomplete" }, t("steps.incomplete", { count: number(replay.length) })),
  ]);
  let boardNode = -1;
  let comparedAt = -1;

  /** @param {number} node */
  function drawNode(node) {
    if (node === boardNode) return;
    boardNode = node;
    const path = pathTo(replay, node).slice(1).map((at) => recording.tree[at].move ?? "");
    fillWith(board, drawBoard({
      ...shape, last: path[path.length - 1] ?? null, title: t("steps.board"),
      stones: playAll(recording.stones, path, recording.side, shape.width, shape.height),
    }));
  }

  /** @param {number} n */
  function drawChoices(n) {
    // What was compared last stays to be read until another comparison comes.
    const at = lastSelection(replay, n);
    choices.classList.toggle("is-past", at !== n);
    if (at === comparedAt) return;
    comparedAt = at;
    const step = at === 0 ? null : replay.step(at);
    if (step?.kind !== "select") {
      fillWith(choices, []);
      return;
    }
    const compared = step.choices;
    const most = Math.max(...compared.map(({ mean, explore }) => mean + explore));
    fillWith(choices, [
      make("h3", {}, t("steps.choices")),
      make("table", {}, [
        make("thead", {}, make("tr", {}, [
          ...["move", "visits", "mean", "explore", "sum"].map((name) => make("th", { scope: "col" }, t(`steps.choice-${name}`))),
          make("td"),
        ])),
        make("tbody", {}, compared.map(({ child, visits, mean, explore }) =>
          make("tr", { class: child === step.chosen ? "is-chosen" : "" }, [
            make("th", { scope: "row" }, recording.tree[child].move ?? ""),
            make("td", { class: "numeric" }, number(visits)),
            make("td", { class: "numeric" }, decimals(mean)),
            make("td", { class: "numeric" }, decimals(explore)),
            make("td", { class: "numeric" }, decimals(mean + explore)),
            make("td", { class: "choice-bar" }, uctBar(mean, explore, most)),
          ]))),
      ]),
    ]);
  }

  return {
    element,
    /** Where this panel's own player goes. */
    place,

    /** @param {number} n */
    show(n) {
      const about = circumstancesOf(replay, n);
      const { step } = about;
      const now = replay.counters(n);
      counted.forEach((name, at) => { values[at].textContent = number(now[name]); });
      sentence.textContent = sentenceOf(replay, n, t);
      element.setAttribute("data-kind", step.kind);
      element.setAttribute("data-step", String(n));
      drawNode(step.kind === "expand" ? step.child : step.node);
      phases.forEach((phase, at) => phase.classList.toggle("is-now", PHASES[at] === step.kind));
      const lit = litBy(step, about);
      lines.forEach(({ id }, at) => {
        const isLit = id !== "" && lit.includes(id);
        rows[at].classList.toggle("is-lit", isLit);
        if (isLit) rows[at].setAttribute("aria-current", "step");
        else rows[at].removeAttribute("aria-current");
      });
      if (isPlayedOut) drawChoices(n);
      columns.show(n);
    },
  };
}
