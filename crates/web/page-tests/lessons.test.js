import assert from "node:assert/strict";
import test from "node:test";
import { LANGUAGES } from "../page/languages.js";
import { LESSONS, positionText } from "../page/learn/lessons.js";
import { pose } from "../page/learn/questions.js";
import { askedUpdate, judgeCell, judgeUpdate, updateAnswers } from "../page/learn/table-questions.js";
import { nodeName, windowOf, worthText } from "../page/steps/notation.js";
import { sentenceOf } from "../page/steps/sentence.js";
import { keyOf, layOut, shapeOfRecording, shapeOfText } from "../page/steps/shape.js";
import { t, useSentences } from "../page/text.js";
import { sentences } from "./support/catalogue.js";
import { ALL, recorded } from "./support/recordings.js";

useSentences("en", sentences("en"));
const lesson = (id) => LESSONS.find((each) => each.id === id);

/** Every answer to a question, by whether it is right. */
function answers(posed, ids) {
  const judged = ids.map((id) => [id, posed.judge(id)]);
  for (const [id, { isRight, why }] of judged) assert.equal(isRight, why === "right", `${id}: ${why}`);
  return { right: judged.filter(([, { isRight }]) => isRight).map(([id]) => id), why: Object.fromEntries(judged.map(([id, { why }]) => [id, why])) };
}

test("there are twelve lessons, each with its words in every language", () => {
  assert.equal(new Set(LESSONS.map(({ id }) => id)).size, 12);
  for (const [language] of LANGUAGES) {
    const known = sentences(language);
    for (const { id } of LESSONS) for (const part of ["title", "text", "question", "right"]) assert.ok(known[`lesson.${id}-${part}`], `${language}: ${id}-${part}`);
  }
});

test("a value is that with which the search left the node", () => {
  const posed = pose(lesson("minimax"), [recorded("tree-minimax")], t);
  const { right, why } = answers(posed, posed.buttons.map(({ id }) => id));
  assert.deepEqual(right, ["-1"]);
  assert.deepEqual(why, { 1: "wrong-value-other", 0: "wrong-value-between", "-1": "right" });
});

test("the mean deceives: the branch it takes is not the one that minimax takes", () => {
  const [mean, minimax] = [recorded("tree-averaging"), recorded("tree-mean-minimax")];
  assert.notEqual(mean.recording.best, minimax.recording.best);
  const posed = pose(lesson("mean"), [mean, minimax], t);
  const { right, why } = answers(posed, posed.clickable.map((node) => keyOf(posed.nodes[node].path)));
  assert.deepEqual(right, [minimax.recording.best]);
  assert.equal(why[mean.recording.best], "wrong-best-mean");
});

test("what is cut is what the search skipped, with everything below", () => {
  const replay = recorded("tree-alphabeta");
  const posed = pose(lesson("alphabeta"), [replay], t);
  const { right } = answers(posed, posed.clickable.map((node) => keyOf(posed.nodes[node].path)));
  const met = new Set(shapeOfRecording(replay.recording).map(({ path }) => keyOf(path)));
  assert.deepEqual(right, posed.nodes.map(({ path }) => keyOf(path)).filter((path) => !met.has(path)));
  assert.deepEqual(right, ["3 2", "3 2 1", "3 2 2", "3 2 3"]);
});

test("the first cut that saves something is neither the first cut nor any later one", () => {
  const posed = pose(lesson("first-cut"), [recorded("tree-alphabeta")], t);
  const { right, why } = answers(posed, ["1", "2", "3", "4"]);
  assert.deepEqual(right, ["3"]);
  assert.deepEqual([why["1"], why["2"], why["4"]], ["wrong-first-cut-none", "wrong-first-cut-empty", "wrong-first-cut-empty"]);
});

test("of a choice the largest sum is right, where another has the better mean or prior", () => {
  for (const [id, name, tempting] of [["uct", "sharp-mcts", "wrong-select-mean"], ["nets", "zero", "wrong-weigh-prior"]]) {
    const posed = pose(lesson(id), [recorded(name)], t);
    const sum = ({ cells }) => Number(cells.at(-2)) + Number(cells.at(-1));
    const { right, why } = answers(posed, posed.buttons.map((button) => button.id));
    const most = posed.buttons.reduce((best, button) => (sum(button) > sum(best) ? button : best));
    assert.deepEqual(right, [most.id], id);
    assert.ok(Object.values(why).includes(tempting), `${id}: ${Object.values(why)}`);
  }
});

test("a playout counts what its last position says", () => {
  const replay = recorded("sharp-mcts");
  const posed = pose(lesson("monte-carlo"), [replay], t);
  const step = replay.step(posed.step);
  assert.equal(step.kind, "simulate");
  assert.deepEqual(answers(posed, ["1", "0.5", "0"]).right, [String(step.score)]);
});

test("of orders the one with the fewest nodes, of depths the first that sees the win", () => {
  const counted = [13, 9, 11].map((nodes) => ({ ...recorded("tree-minimax"), recording: { ...recorded("tree-minimax").recording, nodes } }));
  assert.deepEqual(answers(pose(lesson("order"), counted, t), ["0", "1", "2"]).right, ["1"]);
  const won = { recording: { ...recorded("tree-minimax").recording, value: "win" }, length: 1 };
  const depth = pose(lesson("horizon"), [recorded("tree-minimax"), won, won], t);
  assert.deepEqual(answers(depth, ["0", "1", "2"]), { right: ["1"], why: { 0: "wrong-depth-less", 1: "right", 2: "wrong-depth-more" } });
});

test("a table's question is answered by its last update", () => {
  const update = (before, target, alpha) => ({ stones: ".........", next: null, side: "x", alpha, before, target, after: before + alpha * (target - before) });
  const learned = { updates: [update(0.5, 0.5, 0.5), update(0.5, 1, 0.5), update(0.4, 0.5, 0.5)], looks: [
    { games: 1, values: [] }, { games: 2, values: [{ move: "a1", value: 0.4 }, { move: "b2", value: 0.7 }, { move: "c3", value: null }] },
  ] };
  const asked = learned.updates[askedUpdate(learned)];
  assert.equal(asked.target, 1);
  const offered = updateAnswers(asked).map(({ id }) => id);
  assert.deepEqual(offered, ["0.500", "0.750", "0.875", "1.000"]);
  assert.deepEqual(offered.map((id) => judgeUpdate(asked, id).why), ["wrong-update-before", "right", "wrong-update", "wrong-update-target"]);
  assert.deepEqual(["a1", "b2", "c3"].map((move) => judgeCell(learned, move).why), ["wrong-cell", "right", "wrong-cell-none"]);
});

test("nodes have the names of textbooks", () => {
  assert.deepEqual([["1"], ["2", "1"], ["3", "2", "3"], ["27", "1"], []].map((path) => nodeName(path, "root")), ["A", "B1", "C2c", "AA1", "root"]);
});

test("values and windows are told for MAX, or for the side to move", () => {
  const points = { value: 3, certainty: "estimate", kind: "points" };
  const win = { value: "win", certainty: "proven", kind: "result", plies: 3 };
  assert.deepEqual([worthText(points, "o", "max"), worthText(points, "o", "own"), worthText(win, "x", "own"), worthText(win, "o", "max")], ["\u22123", "3", "+1 (3)", "\u22121 (3)"]);
  assert.deepEqual(windowOf(["+2", null], "o", "max"), { alpha: "\u2212\u221e", beta: "\u22122" });
  assert.deepEqual(windowOf(["+2", null], "o", "own"), { alpha: "2", beta: "+\u221e" });
});

test("leaves stand side by side, and every other node over the middle of its children", () => {
  const nodes = shapeOfText("((3 12) 7 ((1) 2))");
  const { places, width, depth } = layOut(nodes);
  assert.deepEqual([width, depth], [5, 3]);
  assert.deepEqual(nodes.map(({ path }, at) => [keyOf(path), places[at].x]), [
    ["", 2.5], ["1", 1], ["1 1", 0.5], ["1 2", 1.5], ["2", 2.5], ["3", 4], ["3 1", 3.5], ["3 1 1", 3.5], ["3 2", 4.5],
  ]);
});

test("every step has a whole sentence in both notations and every language", () => {
  for (const [language] of LANGUAGES) {
    useSentences(language, sentences(language));
    for (const name of ALL) {
      const replay = recorded(name);
      for (const notation of ["own", "max"]) {
        if (notation === "max" && !["minimax", "alphabeta"].includes(replay.recording.algorithm)) continue;
        for (let n = 1; n <= replay.length; n += 1) {
          const said = sentenceOf(replay, n, t, notation);
          assert.ok(said.length > 5 && !/[{}]|undefined|NaN|steps\./.test(said), `${language} ${name} ${notation} ${n}: ${said}`);
        }
      }
    }
  }
  useSentences("en", sentences("en"));
});

test("a position is written as the program reads it", () => {
  assert.equal(positionText("3x3x3", ["a3", "c3", "b3", "a2"]), "3x3x3 XXO/O../... x");
});
