import assert from "node:assert/strict";
import test from "node:test";
import { t, useSentences } from "../page/text.js";
import { circumstancesOf } from "../page/steps/circumstances.js";
import { MOST_IN_COLUMN, columnsAt, focusOf, pathTo } from "../page/steps/context.js";
import { isLit, linesOf, litBy } from "../page/steps/pseudocode.js";
import { createReplay } from "../page/steps/replay.js";
import { sentenceOf } from "../page/steps/sentence.js";
import { sentences } from "./support/catalogue.js";
import { ALL, recorded } from "./support/recordings.js";
import { boundOfNode } from "../page/steps/columns.js";
import { rank, shortBound } from "../page/tree/value.js";
import { LANGUAGES } from "../page/languages.js";

useSentences("en", sentences("en"));

/** Everything that a page shows of a recording after step n. */
function picture(replay, n) {
  const { tree } = replay.recording;
  return {
    counters: replay.counters(n),
    facts: tree.map((_, node) => replay.facts(node, n)),
    children: tree.map((_, node) => replay.children(node, n)),
    columns: columnsAt(replay, n),
    sentence: sentenceOf(replay, n, t),
  };
}

/** The recording as if it had ended after step n. */
function cutShort(replay, n) {
  const { recording } = replay;
  return createReplay({ ...recording, steps: recording.steps.slice(0, n) });
}

test("after step n is what a search that stopped there would show, however one came there", () => {
  for (const name of ALL) {
    const replay = recorded(name);
    const stops = [1, 2, 7, 31, replay.length >> 1, replay.length - 1, replay.length];
    const forward = stops.map((n) => picture(replay, n));
    for (const [i, n] of [...stops.entries()].reverse()) {
      assert.deepEqual(picture(replay, n), forward[i], `${name}, back to step ${n}`);
      assert.deepEqual(picture(cutShort(replay, n), n), forward[i], `${name}, step ${n} as the last`);
    }
  }
});

test("the counters end at what the search itself counted", () => {
  const counted = { minimax: 49, alphabeta: 21, averaging: 49, table: 219, points: 43 };
  for (const [name, nodes] of Object.entries(counted)) {
    const replay = recorded(name);
    assert.equal(replay.recording.nodes, nodes);
    assert.equal(replay.counters(replay.length).nodes, nodes, name);
  }
  const [alphabeta, monteCarlo] = [recorded("alphabeta"), recorded("mcts")];
  assert.deepEqual(alphabeta.counters(alphabeta.length), { nodes: 21, leaves: 9, cuts: 5, spared: 6, table: 0, playouts: 0 });
  const end = monteCarlo.counters(monteCarlo.length);
  assert.deepEqual([end.playouts, end.nodes], [30, monteCarlo.recording.nodes]);
});

test("a node is entered, gets its value step by step, and is left with it", () => {
  const replay = recorded("minimax");
  assert.deepEqual(replay.facts(0, 1), { ...replay.facts(0, 0) });
  const end = replay.facts(0, replay.length);
  assert.deepEqual([end.isLeft, end.value.value, end.size], [true, "draw", 48]);
  const firstUpdate = replay.recording.steps.findIndex(({ kind, node }) => kind === "update" && node === 0) + 1;
  assert.equal(replay.facts(0, firstUpdate - 1).value, null);
  assert.equal(replay.facts(0, firstUpdate).value.value, "draw");
  assert.equal(replay.facts(0, firstUpdate).isLeft, false);
});

test("the mean forms child by child", () => {
  const replay = recorded("averaging");
  const means = replay.recording.steps.filter(({ kind, node }) => kind === "mean" && node === 0);
  assert.deepEqual(means.map(({ of }) => of), [1, 2, 3, 4]);
  const ofChildren = replay.children(0, replay.length).map((child) => 1 - Number(replay.facts(child, replay.length).value.value));
  const mean = ofChildren.reduce((sum, value) => sum + value, 0) / ofChildren.length;
  assert.ok(Math.abs(mean - Number(means.at(-1).value)) < 1e-9);
});

test("in Monte Carlo a node's visits are those of its children and its own first", () => {
  const replay = recorded("mcts");
  for (const node of replay.children(0, replay.length)) {
    const below = replay.children(node, replay.length).map((child) => replay.facts(child, replay.length).visits);
    const { visits } = replay.facts(node, replay.length);
    if (below.length > 0) assert.equal(visits, 1 + below.reduce((sum, each) => sum + each, 0));
  }
  assert.equal(replay.facts(0, replay.length).visits, 30);
});

test("the columns show the way to the step, with what was met beside it", () => {
  for (const name of ALL) {
    const replay = recorded(name);
    for (let n = 1; n <= replay.length; n += 1) {
      const columns = columnsAt(replay, n);
      const path = pathTo(replay, focusOf(replay, n));
      assert.deepEqual(columns.map(({ onPath }) => onPath).filter((node) => node !== null), path, `${name}, step ${n}`);
      for (const { parent, nodes, before, after, onPath } of columns.slice(1)) {
        assert.ok(nodes.length <= MOST_IN_COLUMN && (onPath === null || nodes.includes(onPath)));
        assert.equal(before + nodes.length + after, replay.children(parent, n).length);
      }
    }
  }
});

test("each step lights up a line of its algorithm", () => {
  for (const name of ALL) {
    const replay = recorded(name);
    for (const notation of ["own", "max"]) {
      const lines = linesOf(replay.recording.algorithm, notation, t);
      for (let n = 1; n <= replay.length; n += 1) {
        const about = circumstancesOf(replay, n);
        const lit = litBy(replay.step(n), about);
        const shown = lit.map((id) => lines.filter((line) => isLit(line, [id], about.node.side)).length);
        assert.ok(lit.length > 0 && shown.every((count) => count > 0), `${name}, ${notation}, step ${n}: ${lit}`);
      }
    }
  }
});

test("a leaf is the end of the game or of the depth", () => {
  const [full, shallow] = [recorded("minimax"), recorded("points")];
  const lines = (replay) => new Set(replay.recording.steps.flatMap((step, i) =>
    (step.kind === "leaf" ? litBy(step, circumstancesOf(replay, i + 1)) : [])));
  assert.deepEqual([...lines(full)], ["leaf"]);
  assert.deepEqual([...lines(shallow)], ["horizon"]);
});

test("a step is told in words", () => {
  const replay = recorded("alphabeta");
  const told = replay.recording.steps.map((_, i) => sentenceOf(replay, i + 1, t));
  assert.equal(told[0], "The search begins with O to move and everything open: alpha = open, beta = open.");
  assert.equal(told[1], "O tries a3. For X, now to move: alpha = open, beta = open.");
  assert.ok(told.includes(
    "Cut: O is already sure of a draw elsewhere (beta = draw), and here X can reach a win in 1; 2 moves not looked at."));
  assert.equal(told.at(-1), "Every move of O has been tried: draw. It plays a3.");
});

test("no sentence has a gap, in any language", () => {
  for (const [language] of LANGUAGES) {
    useSentences(language, sentences(language));
    for (const name of ALL) {
      const replay = recorded(name);
      for (let n = 1; n <= replay.length; n += 1) {
        assert.doesNotMatch(sentenceOf(replay, n, t), /[{}]|undefined|NaN|steps\.|tree\./, `${name}, step ${n}`);
      }
    }
  }
  useSentences("en", sentences("en"));
});

test("a bound is shown as a bound: what minimax finds there lies within, and what is no bound is what minimax finds", () => {
  const [exact, cut] = [recorded("minimax"), recorded("alphabeta")];
  const name = (replay, node) => pathTo(replay, node).slice(1).map((at) => replay.recording.tree[at].move).join(" ");
  const truths = new Map(exact.recording.tree.map((_, node) => [name(exact, node), exact.facts(node, exact.length).value]));
  let bounds = 0;
  cut.recording.tree.forEach(({ side }, node) => {
    const facts = cut.facts(node, cut.length);
    const [shown, truth] = [rank(facts.value), rank(truths.get(name(cut, node)))];
    const better = boundOfNode(facts, side);
    if (better === null) assert.equal(shown, truth, name(cut, node));
    else assert.ok(better === side ? truth >= shown : truth <= shown, name(cut, node));
    if (better === null) return;
    bounds += 1;
    assert.match(shortBound(facts.value, side, better, t), /^[\u2264\u2265] /);
  });
  assert.ok(bounds > 0);
});
