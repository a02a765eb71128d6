// @ts-check
// What a search compared when it went down the tree, move by move: the terms of UCT, or those that a policy guides.

import { make } from "../dom.js";
import { number } from "../format.js";
import { uctBar } from "../tree/details.js";
import { decimals } from "../tree/words.js";

/** @typedef {{move: string, cells: string[], bar: [number, number]|null, isChosen: boolean}} Row */

/**
 * @param {import("./replay.js").Replay} replay
 * @param {number} n a step in which moves were compared
 * @param {import("../tree/value.js").Say} t
 * @returns {HTMLElement[]}
 */
export function comparedTable(replay, n, t) {
  const step = replay.step(n);
  if (step.kind !== "select" && step.kind !== "weigh") return [];
  const { names, rows } = step.kind === "select" ? ofVisits(replay, step) : ofPolicy(step);
  const most = Math.max(...rows.map(({ bar }) => (bar ? bar[0] + bar[1] : 0)));
  const title = step.kind === "select" ? "steps.choices" : names.includes("wanted") ? "steps.choices-gumbel" : "steps.choices-puct";
  return [
    make("h3", {}, t(title)),
    make("table", {}, [
      make("thead", {}, make("tr", {}, [...names.map((name) => make("th", { scope: "col" }, t(`steps.choice-${name}`))), make("td")])),
      make("tbody", {}, rows.map(({ move, cells, bar, isChosen }) => make("tr", { class: isChosen ? "is-chosen" : "" }, [
        make("th", { scope: "row" }, move),
        ...cells.map((cell) => make("td", { class: "numeric" }, cell)),
        make("td", { class: "choice-bar" }, bar ? uctBar(bar[0], bar[1], most) : null),
      ]))),
    ]),
    ...(step.kind === "weigh" && step.left_out > 0 ? [make("p", { class: "quiet" }, t("steps.choices-left", { count: step.left_out }))] : []),
  ];
}

/**
 * @param {import("./replay.js").Replay} replay
 * @param {Extract<import("./replay.js").Step, {kind: "select"}>} step
 */
function ofVisits({ recording }, step) {
  const rows = step.choices.map(({ child, visits, mean, explore }) => /** @type {Row} */ ({
    move: recording.tree[child].move ?? "", isChosen: child === step.chosen, bar: [mean, explore],
    cells: [number(visits), decimals(mean), decimals(explore), decimals(mean + explore)],
  }));
  return { names: ["move", "visits", "mean", "explore", "sum"], rows };
}

/** @param {Extract<import("./replay.js").Step, {kind: "weigh"}>} step */
function ofPolicy(step) {
  const isGumbel = step.choices.some(({ wanted }) => wanted !== undefined);
  const rows = step.choices.map(({ move, visits, prior, mean, explore, wanted, score }) => /** @type {Row} */ ({
    move, isChosen: move === step.chosen, bar: explore === undefined ? null : [Math.max(0, mean), explore],
    cells: [number(visits), decimals(prior), decimals(mean), decimals((isGumbel ? wanted : explore) ?? 0), score === null ? "\u2013" : decimals(score)],
  }));
  return { names: ["move", "visits", "prior", "value", isGumbel ? "wanted" : "bonus", "score"], rows };
}
