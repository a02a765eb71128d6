// @ts-check
// One algorithm at one of its steps: what happens in words, the tree so far, the board, the line of the algorithm, and the counters.

import { playAll } from "../board/geometry.js";
import { button, fillWith, make } from "../dom.js";
import { number } from "../format.js";
import { legend } from "../tree/legend.js";
import { circumstancesOf } from "./circumstances.js";
import { createColumns } from "./columns.js";
import { comparedTable } from "./compared.js";
import { pathTo } from "./context.js";
import { savePicture } from "../picture.js";
import { createFigure } from "./figure.js";
import { chooseNotation, hasNotation, notationOf } from "./notation.js";
import { isLit, linesOf, litBy } from "./pseudocode.js";
import { sentenceOf } from "./sentence.js";
import { shapeOfText } from "./shape.js";
import { lastSelection } from "./walk.js";

/** @typedef {import("./replay.js").Replay} Replay */

/** The counters that mean something for an algorithm. */
const COUNTERS = /** @type {const} */ ({
  minimax: ["nodes", "leaves"],
  alphabeta: ["nodes", "leaves", "cuts", "spared"],
  averaging: ["nodes", "leaves"],
  mcts: ["playouts", "nodes"],
  zero: ["playouts", "nodes"],
});

/** The four phases of a playout, and of a simulation that a network judges. */
const PHASES = /** @type {const} */ ({ playouts: ["select", "expand", "simulate", "backup"], guided: ["weigh", "expand", "judge", "backup"], "depth-first": [] });

/** Board size and whether stones fall, as the rules' text tells: `7x6x4:drop`. */
export function shapeOf(/** @type {string} */ rules) {
  const [, width, height] = /^(\d+)x(\d+)x/.exec(rules) ?? ["", "3", "3"];
  return { width: Number(width), height: Number(height), drop: /[:,]drop\b/.test(rules) };
}

/** @typedef {import("./shape.js").ShapeNode} ShapeNode */

/**
 * @param {Replay} replay
 * @param {import("../tree/view.js").App} app
 * @param {{nodes?: ShapeNode[], notate?: () => void}} [about] `nodes`: the whole tree, where it is drawn as one;
 *     `notate`: the notation was changed
 */
export function createPanel(replay, app, { nodes, notate = () => {} } = {}) {
  const { t, drawBoard } = app;
  const { recording } = replay;
  const { algorithm, text } = recording;
  const shape = shapeOf(recording.rules);
  const whole = nodes ?? (text === null ? null : shapeOfText(text));
  const figure = whole ? createFigure(whole, replay, text === null ? shape : null, app) : null;
  const columns = figure ? null : createColumns(replay, shape, app);
  const notation = notationOf(recording, whole !== null);
  const isPlayedOut = recording.search !== "depth-first";
  const hasTable = linesOf(algorithm, notation, t).some(({ id }) => id.startsWith("table")) && recording.steps.some((step) => step.kind === "leave" && step.table);
  const counted = hasTable ? [...COUNTERS[algorithm], /** @type {const} */ ("table")] : COUNTERS[algorithm];
  const values = counted.map(() => make("dd"));
  const counters = make("dl", { class: "step-counters" }, counted.map((name, at) =>
    make("div", {}, [make("dt", {}, t(`steps.counter-${name}`)), values[at]])));
  const sentence = make("p", { class: "step-sentence" });
  const board = make("div", { class: "step-board", hidden: text !== null });
  const lines = linesOf(algorithm, notation, t).filter(({ id }) => !id.startsWith("table") || hasTable);
  const rows = lines.map(({ code, indent }) => {
    const row = make("li", {}, make("code", {}, code));
    row.style.paddingLeft = `${0.6 + indent * 1.1}rem`;
    return row;
  });
  const isForMax = notation === "max" && hasNotation(recording);
  const code = make("section", { class: "step-code" }, [
    make("h3", {}, t("steps.code")),
    make("ol", {}, rows),
    make("p", { class: "quiet" }, t(isForMax ? "steps.code-max" : `steps.code-${algorithm}`)),
  ]);
  const choices = make("section", { class: "step-choices", hidden: !isPlayedOut });
  const phaseNames = PHASES[recording.search];
  const phases = phaseNames.map((phase) => make("li", { class: `phase-${phase}` }, t(`steps.phase-${phase}`)));
  const place = make("div", { class: "step-bar-place" });
  const tools = make("div", { class: "step-tools" }, [
    hasNotation(recording) && button(t(isForMax ? "steps.notation-own" : "steps.notation-max"), () => {
      chooseNotation(isForMax ? "own" : "max");
      notate();
    }, { class: "step-notation", title: t("steps.notation-hint") }),
    button(t("steps.save"), () => savePicture(element, `${algorithm}-${element.getAttribute("data-step")}`), { class: "step-save", title: t("steps.save-hint") }),
  ]);
  /** @type {HTMLElement} */
  const element = make("article", { class: `step-panel step-${algorithm} by-${recording.search}${figure ? " has-figure" : ""}` }, [
    make("header", { class: "step-head" }, [
      make("h2", {}, t(`steps.algorithm-${algorithm}`)), make("code", { class: "quiet" }, recording.spec), counters, tools, place,
      phases.length > 0 ? make("ol", { class: "step-phases" }, phases) : null,
    ]),
    sentence,
    make("div", { class: "step-tree" }, [figure?.element ?? columns?.element, figure ? make("p", { class: "tree-legend" }, t("steps.figure-legend")) : legend(t, {
      spec: recording.spec, hasLine: false, isPlayedOut, hasWindow: recording.steps.some((step) => step.kind === "enter" && step.window !== null),
    })]),
    board,
    code,
    choices,
    recording.complete ? null : make("p", { class: "quiet step-incomplete" }, t("steps.incomplete", { count: number(replay.length) })),
  ]);
  let drawnStep = -1;
  let comparedAt = -1;
  let isWithheld = false;

  /**
   * The board of a step; of a playout with its random moves, numbered.
   * @param {number} n
   */
  function drawStep(n) {
    if (n === drawnStep || text !== null) return;
    drawnStep = n;
    const step = replay.step(n);
    const node = step.kind === "expand" ? step.child : step.node;
    const path = pathTo(replay, node).slice(1).map((at) => recording.tree[at].move ?? "");
    const random = step.kind === "simulate" ? step.moves : [];
    const moves = [...path, ...random];
    fillWith(board, drawBoard({
      ...shape, last: moves[moves.length - 1] ?? null, title: t(random.length > 0 ? "steps.board-playout" : "steps.board"),
      stones: playAll(recording.stones, moves, recording.side, shape.width, shape.height),
      labels: Object.fromEntries(random.map((move, i) => [move, i + 1])),
    }));
  }

  /** @param {number} n */
  function drawChoices(n) {
    // What was compared last stays to be read until another comparison comes.
    const at = lastSelection(replay, n);
    choices.classList.toggle("is-past", at !== n);
    if (at === comparedAt) return;
    comparedAt = at;
    fillWith(choices, at === 0 ? [] : comparedTable(replay, at, t));
  }

  return {
    element,
    /** Where this panel's own player goes. */
    place,
    figure,

    /** Whether the results of playouts are left for somebody to find out. @param {boolean} on */
    withhold(on) {
      isWithheld = on;
    },

    /** @param {number} n */
    show(n) {
      const about = circumstancesOf(replay, n);
      const { step, node } = about;
      const now = replay.counters(n);
      counted.forEach((name, at) => { values[at].textContent = number(now[name]); });
      sentence.textContent = isWithheld && step.kind === "simulate" ? t("lesson.withheld") : sentenceOf(replay, n, t, notation);
      element.setAttribute("data-kind", step.kind);
      element.setAttribute("data-step", String(n));
      drawStep(n);
      phases.forEach((phase, at) => phase.classList.toggle("is-now", phaseNames[at] === step.kind));
      const lit = litBy(step, about);
      lines.forEach((line, at) => {
        const isNow = line.id !== "" && isLit(line, lit, node.side);
        rows[at].classList.toggle("is-lit", isNow);
        if (isNow) rows[at].setAttribute("aria-current", "step");
        else rows[at].removeAttribute("aria-current");
      });
      if (isPlayedOut) drawChoices(n);
      columns?.show(n);
      figure?.show(n, notation);
    },
  };
}
