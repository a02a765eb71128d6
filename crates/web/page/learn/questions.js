// @ts-check
// What a lesson asks, and what is right: worked out from the recorded search each time, never written down beforehand.

import { other } from "../board/geometry.js";
import { minus, nodeName, playerName, windowOf, worth } from "../steps/notation.js";
import { keyOf, nodesByPath, shapeOfRecording, shapeOfText } from "../steps/shape.js";
import { stepValue } from "../steps/replay.js";
import { valueOfSide } from "../tree/value.js";
import { decimals, score } from "../tree/words.js";

/** @typedef {import("../steps/replay.js").Replay} Replay */
/** @typedef {import("../steps/shape.js").ShapeNode} ShapeNode */
/** @typedef {import("./lessons.js").Lesson} Lesson */
/** @typedef {Record<string, string|number>} Details */

/**
 * What becomes of an answer.
 * @typedef {object} Verdict
 * @property {boolean} isRight
 * @property {string} why a key under `lesson.`: of a wrong answer; of a right one the lesson's own
 * @property {Details} details
 * @property {number} [step] where the search shows it
 */

/**
 * A question as it is asked.
 * @typedef {object} Posed
 * @property {number} step of the first search, to begin with
 * @property {Details} details for the question's words
 * @property {ShapeNode[]|null} nodes the whole tree, where nodes are clicked or drawn
 * @property {number[]} clickable nodes of it
 * @property {number|null} hidden whose value is asked for
 * @property {boolean} leavesOnly
 * @property {{id: string, key?: string, details?: Details, label?: string, cells?: string[]}[]} buttons
 * @property {string[]} columns over the cells of the buttons: keys under `steps.choice-`
 * @property {(id: string) => Verdict} judge of a node the path, of a button its id
 */

/**
 * @param {Lesson} lesson
 * @param {Replay[]} replays
 * @param {import("../tree/value.js").Say} t
 * @returns {Posed}
 */
export function pose(lesson, replays, t) {
  switch (lesson.question.kind) {
    case "leaf": return poseLeaf(lesson, replays[0], t);
    case "value": return poseValue(lesson, replays[0], lesson.question.path ?? "");
    case "best": return poseBest(lesson, replays);
    case "cut": return poseCut(lesson, replays[0], t);
    case "first-cut": return poseFirstCut(lesson, replays[0], t);
    case "order": return poseOrder(replays);
    case "depth": return poseDepth(replays, t);
    case "playout": return posePlayout(replays[0], t);
    case "select": case "weigh": return poseChoice(replays[0], lesson.question.kind);
    default: throw new Error(`no search answers ${lesson.question.kind}`);
  }
}

/** @type {Omit<Posed, "judge"|"step">} */
const PLAIN = { details: {}, nodes: null, clickable: [], hidden: null, leavesOnly: false, buttons: [], columns: [] };

/** @param {string} why @param {Details} [details] @returns {Verdict} */
const wrong = (why, details = {}) => ({ isRight: false, why, details });
/** @param {Details} [details] @param {number} [step] @returns {Verdict} */
const right = (details = {}, step = undefined) => ({ isRight: true, why: "right", details, step });

/**
 * The step in which a node is left.
 * @param {Replay} replay
 * @param {number} node
 */
function leftAt(replay, node) {
  for (let n = replay.length; n > 0; n -= 1) {
    const step = replay.step(n);
    if (step.kind === "leave" && step.node === node) return n;
  }
  return replay.length;
}

/**
 * A node's value for MAX in the end; null where the search never came.
 * @param {Replay} replay
 * @param {number|undefined} node
 */
function finalWorth(replay, node) {
  if (node === undefined) return null;
  const { value } = replay.facts(node, replay.length);
  return value === null ? null : worth(value, replay.recording.tree[node].side, "max");
}

/** @param {Replay} replay */
const nodesOf = ({ recording }) => (recording.text === null ? shapeOfRecording(recording) : shapeOfText(recording.text));

/** @type {(lesson: Lesson, replay: Replay, t: import("../tree/value.js").Say) => Posed} */
function poseLeaf(_, replay, t) {
  const nodes = nodesOf(replay);
  const wanted = -1;
  return {
    ...PLAIN, step: replay.length, nodes, clickable: nodes.map((__, at) => at), leavesOnly: true, details: { loser: t("page.marks-x") },
    judge: (id) => {
      const at = nodes.findIndex(({ path }) => keyOf(path) === id);
      if (nodes[at].children.length > 0) return wrong("wrong-leaf-inner", { count: nodes[at].children.length });
      const found = finalWorth(replay, at);
      return found === wanted ? right() : wrong("wrong-leaf-other", { value: `${(found ?? 0) > 0 ? "+" : ""}${minus(found ?? 0)}` });
    },
  };
}

/** @type {(lesson: Lesson, replay: Replay, path: string) => Posed} */
function poseValue(_, replay, path) {
  const nodes = nodesOf(replay);
  const node = nodesByPath(replay.recording).get(path) ?? 0;
  const { side } = replay.recording.tree[node];
  const [player, opponent] = [playerName(side), playerName(other(side))];
  const leave = leftAt(replay, node);
  const answer = finalWorth(replay, node);
  const below = replay.children(node, replay.length).map((child) => finalWorth(replay, child) ?? 0);
  const opposite = side === "x" ? Math.min(...below) : Math.max(...below);
  const extreme = `extreme-${side}`;
  const offered = [...new Set([1, 0, -1, ...below])].sort((a, b) => b - a);
  return {
    ...PLAIN, step: leave - 1, nodes, hidden: nodes.findIndex((each) => keyOf(each.path) === path),
    buttons: offered.map((value) => ({ id: String(value), label: `${value > 0 ? "+" : ""}${minus(value)}` })),
    judge: (id) => {
      const given = Number(id);
      if (given === answer) return right({ player, extreme }, leave);
      return given === opposite ? wrong("wrong-value-other", { player, opponent, extreme }) : wrong("wrong-value-between", { player, extreme });
    },
  };
}

/** @type {(lesson: Lesson, replays: Replay[]) => Posed} */
function poseBest(_, [mean, minimax]) {
  const nodes = nodesOf(mean);
  const byPath = nodesByPath(minimax.recording);
  const best = finalWorth(minimax, 0);
  return {
    ...PLAIN, step: mean.length, nodes, clickable: nodes[0].children,
    judge: (id) => {
      const value = finalWorth(minimax, byPath.get(id)) ?? 0;
      const details = { value: minus(value) };
      if (value === best) return right(details, minimax.length);
      return wrong(id === mean.recording.best ? "wrong-best-mean" : "wrong-best", details);
    },
  };
}

/**
 * The cuts of a search: where, when, and the paths of what was skipped.
 * @param {Replay} replay
 */
function cutsOf(replay) {
  const shape = shapeOfRecording(replay.recording);
  return replay.recording.steps.flatMap((step, i) => {
    if (step.kind !== "cut") return [];
    const { path } = shape[step.node];
    return [{ n: i + 1, node: step.node, path, skipped: step.skipped.map((move) => keyOf([...path, move])) }];
  });
}

/** @type {(lesson: Lesson, replay: Replay, t: import("../tree/value.js").Say) => Posed} */
function poseCut(_, replay, t) {
  const nodes = nodesOf(replay);
  const cuts = cutsOf(replay);
  return {
    ...PLAIN, step: 1, nodes, clickable: nodes.map((__, at) => at),
    judge: (id) => {
      const cut = cuts.find(({ skipped }) => skipped.some((path) => id === path || id.startsWith(`${path} `)));
      const node = nodeName(id === "" ? [] : id.split(" "), t("tree.root"));
      if (id === "") return wrong("wrong-cut-root");
      if (!cut) return wrong("wrong-cut", { node });
      const window = windowOf(replay.facts(cut.node, cut.n).window, replay.recording.tree[cut.node].side, "max");
      return right({ node, parent: nodeName(cut.path, t("tree.root")), alpha: window?.alpha ?? "", beta: window?.beta ?? "" }, cut.n);
    },
  };
}

/** @type {(lesson: Lesson, replay: Replay, t: import("../tree/value.js").Say) => Posed} */
function poseFirstCut(_, replay, t) {
  const nodes = nodesOf(replay);
  const cuts = cutsOf(replay);
  const first = cuts.find(({ skipped }) => skipped.length > 0);
  return {
    ...PLAIN, step: 1, nodes, clickable: nodes.flatMap(({ children, path }, at) => (children.length > 0 && path.length > 0 ? [at] : [])),
    judge: (id) => {
      const cut = cuts.find(({ path }) => keyOf(path) === id);
      const node = nodeName(id.split(" "), t("tree.root"));
      if (!cut) return wrong("wrong-first-cut-none", { node });
      if (cut.skipped.length === 0) return wrong("wrong-first-cut-empty", { node });
      return cut === first ? right({ node, count: cut.skipped.length }, cut.n) : wrong("wrong-first-cut-later");
    },
  };
}

/** @type {(replays: Replay[]) => Posed} */
function poseOrder(replays) {
  const counts = replays.map(({ recording }) => recording.nodes);
  const least = Math.min(...counts);
  return {
    ...PLAIN, step: 1, buttons: replays.map((_, i) => ({ id: String(i), key: "lesson.order-choice", details: { number: i + 1 } })),
    judge: (id) => {
      const details = { count: counts[Number(id)] };
      return details.count === least ? right(details, replays[Number(id)].length) : wrong("wrong-order", details);
    },
  };
}

/** @type {(replays: Replay[], t: import("../tree/value.js").Say) => Posed} */
function poseDepth(replays, t) {
  const sees = replays.findIndex(({ recording }) => recording.value === "win");
  const said = (/** @type {Replay} */ { recording }) => valueOfSide(stepValue(recording, recording.numbers), recording.side, t);
  return {
    ...PLAIN, step: 1, buttons: replays.map((_, i) => ({ id: String(i), key: "lesson.depth-choice", details: { depth: i + 1 } })),
    judge: (id) => {
      const at = Number(id);
      const details = { depth: at + 1, value: said(replays[at]) };
      if (at === sees) return right(details, replays[at].length);
      return wrong(at < sees ? "wrong-depth-less" : "wrong-depth-more", details);
    },
  };
}

/** @type {(replay: Replay, t: import("../tree/value.js").Say) => Posed} */
function posePlayout(replay, t) {
  const { steps, tree } = replay.recording;
  // One that says something: played out for a while, and lost by whoever moved there.
  const isGood = (/** @type {import("../steps/replay.js").Step} */ step) => step.kind === "simulate" && step.moves.length >= 2;
  const lost = steps.findIndex((step) => isGood(step) && step.kind === "simulate" && step.score === 0);
  const at = lost >= 0 ? lost : steps.findIndex(isGood);
  const step = /** @type {Extract<import("../steps/replay.js").Step, {kind: "simulate"}>} */ (steps[at]);
  const side = t(`page.marks-${other(tree[step.node].side)}`);
  return {
    ...PLAIN, step: at + 1, details: { side }, buttons: [["1", "1"], ["0.5", "\u00bd"], ["0", "0"]].map(([id, label]) => ({ id, label })),
    judge: (id) => (Number(id) === step.score
      ? right({ side, score: step.score === 0.5 ? "\u00bd" : score(step.score) }, at + 2)
      : wrong("wrong-playout", { side })),
  };
}

/**
 * A choice at the root in which the best mean, or the best prior, is not what is followed.
 * @param {Replay} replay
 * @param {"select"|"weigh"} kind
 * @returns {Posed}
 */
function poseChoice(replay, kind) {
  const { steps, tree } = replay.recording;
  const choices = (/** @type {import("../steps/replay.js").Step} */ step) => {
    if (step.kind === "select") {
      return step.choices.map(({ child, visits, mean, explore }) => ({ move: tree[child].move ?? "", visits, prior: null, mean, explore, sum: mean + explore, likely: mean, isChosen: child === step.chosen }));
    }
    if (step.kind !== "weigh") return [];
    return step.choices.filter((choice) => choice.score !== null).map(({ move, visits, prior, mean, explore, score: sum }) =>
      ({ move, visits, prior, mean, explore: explore ?? 0, sum: sum ?? 0, likely: prior, isChosen: move === step.chosen }));
  };
  const isTelling = (/** @type {import("../steps/replay.js").Step} */ step) => {
    const all = choices(step);
    const chosen = all.find(({ isChosen }) => isChosen);
    const most = Math.max(...all.map(({ likely }) => likely));
    return step.node === 0 && step.kind === kind && chosen !== undefined && all.length > 2 && chosen.likely < most
      && all.every(({ isChosen, sum }) => isChosen || chosen.sum - sum > 0.004);
  };
  // Late enough that every move has something to show.
  const places = steps.flatMap((step, i) => (isTelling(step) ? [i] : []));
  const at = places[places.length >> 1] ?? steps.findIndex((step) => step.node === 0 && step.kind === kind);
  const all = [...choices(steps[at])].sort((a, b) => a.move.localeCompare(b.move));
  const best = Math.max(...all.map(({ likely }) => likely));
  return {
    ...PLAIN, step: Math.max(1, at), columns: kind === "weigh" ? ["move", "visits", "prior", "value", "bonus"] : ["move", "visits", "mean", "explore"],
    buttons: all.map(({ move, visits, prior, mean, explore }) => ({
      id: move, label: move, cells: [String(visits), ...(prior === null ? [] : [decimals(prior)]), decimals(mean), decimals(explore)],
    })),
    judge: (id) => {
      const chosen = /** @type {typeof all[0]} */ (all.find(({ move }) => move === id));
      const details = { mean: decimals(chosen.mean), explore: decimals(chosen.explore), sum: decimals(chosen.sum) };
      if (chosen.isChosen) return right(details, at + 1);
      if (chosen.likely === best) return wrong(kind === "select" ? "wrong-select-mean" : "wrong-weigh-prior", details);
      return wrong("wrong-select", details);
    },
  };
}
