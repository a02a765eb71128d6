import assert from "node:assert/strict";
import test from "node:test";
import { t, useSentences } from "../page/text.js";
import { comparison, savedPercent } from "../page/steps/compare.js";
import { createTogether } from "../page/steps/together.js";
import { aligned, backOver, lastNotAfter, lastSelection, over } from "../page/steps/walk.js";
import { sentences } from "./support/catalogue.js";
import { recorded } from "./support/recordings.js";

useSentences("en", sentences("en"));

test("over a branch and back again", () => {
  const replay = recorded("minimax");
  const left = over(replay, 2);
  assert.deepEqual([replay.step(left).kind, replay.step(left).node], ["leave", replay.step(2).node]);
  assert.equal(backOver(replay, left), 2);
  assert.equal(over(replay, 1), replay.length);
  assert.equal(over(replay, replay.length), replay.length);
  assert.equal(backOver(replay, 1), 1);
});

test("over a playout", () => {
  const replay = recorded("mcts");
  const end = over(replay, 1);
  assert.deepEqual([replay.step(end).kind, replay.step(end).node], ["backup", 0]);
  assert.equal(replay.counters(end).playouts, 1);
  assert.equal(replay.counters(over(replay, end)).playouts, 2);
  assert.equal(lastSelection(replay, 1), 0);
  const selected = lastSelection(replay, replay.length);
  assert.equal(replay.step(selected).kind, "select");
});

test("alpha-beta's steps have their places among minimax's", () => {
  const [minimax, alphabeta] = [recorded("minimax"), recorded("alphabeta")];
  const places = aligned(alphabeta, minimax);
  for (let n = 1; n <= alphabeta.length; n += 1) {
    assert.ok(n === 1 || places[n] >= places[n - 1]);
    const [mine, theirs] = [alphabeta.step(n), minimax.step(places[n])];
    if (mine.kind !== "enter") continue;
    assert.equal(theirs.kind, "enter");
    assert.equal(alphabeta.recording.tree[mine.node].move, minimax.recording.tree[theirs.node].move);
  }
  assert.equal(places[alphabeta.length], minimax.length);
  assert.equal(aligned(recorded("mcts"), minimax), null);
  assert.equal(lastNotAfter(places, 0), 1);
  assert.equal(lastNotAfter(places, minimax.length), alphabeta.length);
});

test("together the lesser search waits while the greater looks at what it was spared", () => {
  const replays = [recorded("alphabeta"), recorded("minimax")];
  const together = createTogether(replays);
  assert.deepEqual([together.driver, together.isTogether()], [1, true]);
  let waited = 0;
  for (let n = 1; n <= replays[1].length; n += 1) {
    const [before] = together.positions();
    together.go(1, n);
    const [now, leader] = together.positions();
    assert.equal(leader, n);
    assert.ok(now >= before);
    waited += Number(now === before);
  }
  assert.deepEqual(together.positions(), [replays[0].length, replays[1].length]);
  assert.ok(waited > 20);
  // Back by another way: the same place.
  together.go(1, 14);
  const there = together.positions();
  together.go(1, Infinity);
  together.go(1, 14);
  assert.deepEqual(together.positions(), there);
});

test("apart each goes its own way, and no step is beyond the ends", () => {
  const together = createTogether([recorded("alphabeta"), recorded("minimax")]);
  together.setTogether(false);
  together.go(0, 5);
  together.go(1, -3);
  assert.deepEqual(together.positions(), [5, 1]);
  together.go(0, NaN);
  assert.deepEqual(together.positions(), [1, 1]);
  together.go(0, 1e9);
  assert.ok(together.isAtEnd(0) && !together.isAtEnd(1));
});

test("searches without a common order count their steps alongside", () => {
  const together = createTogether([recorded("mcts"), recorded("minimax")]);
  together.go(together.driver, 9);
  assert.deepEqual(together.positions(), [9, 9]);
  assert.equal(createTogether([recorded("mcts")]).isTogether(), false);
});

test("the comparison says what is the same and what was saved", () => {
  const [minimax, alphabeta, averaging, monteCarlo] = ["minimax", "alphabeta", "averaging", "mcts"].map((name) => recorded(name).recording);
  assert.equal(
    comparison(alphabeta, minimax, t),
    "Both find the same: draw, by a3. Minimax looked at 49 nodes, Alpha-beta at 21: 57% fewer.",
  );
  assert.equal(comparison(minimax, { ...minimax, spec: "minimax:distance=off" }, t), "Both find the same: draw, by a3. Both looked at 49 nodes.");
  assert.match(comparison(averaging, { ...minimax, best: "c3" }, t), /^They disagree: Averaging plays a3 \(O scores 50%\), Minimax plays c3 \(draw\)\./);
  assert.doesNotMatch(comparison(monteCarlo, minimax, t), /nodes/);
  assert.equal(savedPercent(100000, 1), 99);
});
