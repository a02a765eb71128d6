// @ts-check
// A step in words: "X tries b1: O is to move with alpha = draw, beta = open."

import { other } from "../board/geometry.js";
import { number } from "../format.js";
import { boundText, forParent, givesPoints, percent, valueOfSide } from "../tree/value.js";
import { couldDoBetter, cutReason, decimals, score } from "../tree/words.js";
import { circumstancesOf } from "./circumstances.js";
import { sideName } from "../sides.js";
import { treeSentenceOf } from "./tree-sentence.js";

/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("../tree/value.js").Say} Say */

/**
 * @param {Replay} replay
 * @param {number} n
 * @param {Say} t
 * @param {import("./notation.js").Notation} [notation]
 * @returns {string}
 */
export function sentenceOf(replay, n, t, notation = "own") {
  const { recording } = replay;
  if (recording.text !== null || notation === "max") return treeSentenceOf(replay, n, t, notation);
  const about = circumstancesOf(replay, n);
  const { step, node, child, value, facts, before } = about;
  const points = givesPoints(recording.spec);
  const side = sideName(node.side);
  const opponent = sideName(other(node.side));
  const [alpha, beta] = (facts.window ?? [null, null]).map((bound) => boundText(bound, points, t));
  const details = { side, opponent, move: node.move ?? "", child: child?.move ?? "", alpha, beta };

  switch (step.kind) {
    case "enter": {
      const where = node.parent === null ? "root" : "move";
      return t(`steps.enter-${where}${step.window ? "-window" : ""}`, details);
    }
    case "leaf": {
      if (value.kind === "chance") {
        const said = valueOfSide(ended(Number(value.value)), node.side, t);
        return t("steps.leaf-score", { ...details, value: said, percent: percent(Number(value.value)) });
      }
      const said = valueOfSide(value, node.side, t);
      return t(about.isOver ? "steps.leaf-over" : "steps.leaf-depth", { ...details, value: said });
    }
    case "update": {
      const said = valueOfSide(value, node.side, t);
      if (!step.window) return t("steps.update", { ...details, value: said });
      return t(about.alphaRises ? "steps.update-alpha" : "steps.update-below", { ...details, value: said });
    }
    case "mean": {
      const worth = replay.facts(step.child, n).value;
      const mine = worth === null ? 0 : Number(forParent(worth).value);
      const { of } = step;
      return t(of === 1 ? "steps.mean-first" : "steps.mean", {
        ...details, percent: percent(mine), of, mean: percent(Number(value.value)),
      });
    }
    case "cut": {
      const skipped = step.skipped.length;
      // The window after the last update has alpha at beta or beyond; beta itself never moves.
      const reached = before.value ?? value;
      const reason = cutReason({ side: node.side, window: facts.window, skipped }, reached, points, t);
      return t("steps.cut", { reason });
    }
    case "leave": {
      const said = valueOfSide(value, node.side, t);
      if (node.parent === null && value.kind === "chance") return t("steps.leave-root-mean", { ...details, best: recording.best ?? "" });
      if (node.parent === null) return t("steps.leave-root", { ...details, value: said, best: recording.best ?? "" });
      if (step.table) return t("steps.leave-table", { ...details, value: said });
      if (facts.isLeaf) return t("steps.leave-leaf", { ...details, value: said });
      const better = couldDoBetter({ ...value, side: node.side, window: facts.entered });
      if (facts.skipped !== null) return t(better ? "steps.leave-cut-bound" : "steps.leave-cut", { ...details, value: said });
      return t(better ? "steps.leave-bound" : "steps.leave", { ...details, value: said });
    }
    case "select": {
      const chosen = step.choices.find((choice) => choice.child === step.chosen);
      const move = recording.tree[step.chosen].move ?? "";
      if (!chosen) return t("steps.phase-select");
      const [mean, explore] = [chosen.mean, chosen.explore];
      return t("steps.select", {
        ...details, child: move, mean: decimals(mean), explore: decimals(explore), sum: decimals(mean + explore),
      });
    }
    case "weigh": {
      const { move, mean, explore, wanted, score: sum } = step.choices[0];
      const terms = { ...details, child: move, mean: decimals(mean), explore: decimals(explore ?? 0), wanted: decimals(wanted ?? 0), sum: decimals(sum ?? 0) };
      return t(explore === undefined ? "steps.weigh-gumbel" : "steps.weigh", terms);
    }
    case "judge": return t(n === 1 ? "steps.judge-root" : "steps.judge", { ...details, percent: percent(n === 1 ? 1 - step.score : step.score) });
    case "expand": return t("steps.expand", details);
    case "simulate": {
      const ending = step.score === 1 ? "won" : step.score === 0 ? "lost" : "drawn";
      const result = t(`steps.playout-${ending}`, details);
      return t(about.endsInTree ? "steps.simulate-over" : "steps.simulate", { ...details, result });
    }
    case "backup": {
      const { visits, wins } = step;
      return t(node.parent === null ? "steps.backup-root" : "steps.backup", {
        ...details, visits: number(visits), wins: score(wins), mean: decimals(wins / Math.max(1, visits)),
      });
    }
  }
}

/**
 * The result of a game that counts so much for a side.
 * @param {number} share
 * @returns {import("../format.js").ValueFields}
 */
function ended(share) {
  const value = share === 1 ? "win" : share === 0 ? "loss" : "draw";
  return { value, certainty: "proven", kind: "result", plies: 0 };
}
