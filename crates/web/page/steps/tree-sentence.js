// @ts-check
// A step of minimax, alpha-beta or averaging in the words of a tree: MAX and MIN, α and β, and numbers.

import { other } from "../board/geometry.js";
import { sideName } from "../sides.js";
import { percent } from "../tree/value.js";
import { circumstancesOf } from "./circumstances.js";
import { nodeName, playerName, relation, windowOf, worth, worthText } from "./notation.js";
import { pathTo } from "./context.js";

/**
 * @param {import("./replay.js").Replay} replay
 * @param {number} n
 * @param {import("../tree/value.js").Say} t
 * @param {import("./notation.js").Notation} notation
 */
export function treeSentenceOf(replay, n, t, notation) {
  const { recording } = replay;
  const { step, node, child, value, facts, isOver } = circumstancesOf(replay, n);
  const isTree = recording.text !== null;
  const isMean = recording.algorithm === "averaging";
  const player = (/** @type {"x"|"o"} */ side) => (isTree ? playerName(side) : `${playerName(side)} (${sideName(side)})`);
  const name = (/** @type {number} */ at) => {
    const path = pathTo(replay, at).slice(1).map((way) => recording.tree[way].move ?? "");
    return isTree ? nodeName(path, t("tree.root")) : path[path.length - 1] ?? t("tree.root");
  };
  const window = windowOf(facts.window, node.side, notation);
  const details = {
    player: player(node.side), opponent: player(other(node.side)), node: name(step.node), child: child ? name(/** @type {{child: number}} */ (step).child) : "",
    value: worthText(value, node.side, notation), alpha: window?.alpha ?? "", beta: window?.beta ?? "",
  };
  switch (step.kind) {
    case "enter": return t(`steps.told-enter${node.parent === null ? "-root" : ""}${window ? "-window" : ""}`, details);
    case "leaf": return t(isOver ? "steps.told-leaf" : "steps.told-horizon", details);
    case "update": {
      if (!window) return t("steps.told-update", details);
      const before = windowOf(replay.facts(step.node, n - 1).window, node.side, notation);
      if (before?.alpha !== window.alpha) return t("steps.told-update-alpha", details);
      return t(before?.beta !== window.beta ? "steps.told-update-beta" : "steps.told-update-below", details);
    }
    case "mean": {
      const one = replay.facts(step.child, n).value;
      const mine = one === null ? null : worth(one, recording.tree[step.child].side, notation);
      return t("steps.told-mean", { ...details, percent: percent(mine ?? 0), of: step.of, mean: percent(worth(value, node.side, notation) ?? 0) });
    }
    case "cut": return t(step.skipped.length === 0 ? "steps.told-cut-last" : "steps.told-cut", { ...details, count: step.skipped.length });
    case "leave": {
      if (node.parent === null) return t(isMean ? "steps.told-leave-root-mean" : "steps.told-leave-root", { ...details, best: isTree ? nodeName([recording.best ?? ""], "") : recording.best ?? "" });
      const sign = relation(facts, node.side, notation, isMean);
      return t(sign === "" ? "steps.told-leave" : "steps.told-leave-bound", { ...details, value: sign + details.value });
    }
    default: return "";
  }
}
