import assert from "node:assert/strict";
import test from "node:test";

import { arrowsOf } from "../page/analysis/overlay.js";
import { resultSoFar } from "../page/analysis/result.js";

const estimate = { value: 0.6, certainty: "estimate", kind: "chance" };
const candidate = (line, depth) => ({ ...estimate, move: line[0], depth, line });
const news = (depth, lines, more = {}) => ({
  type: "thinking", purpose: "analysis", number: 1, ply: 2, by: "engine:lines=2", side: "x", ...estimate,
  depth, nodes: 100, playouts: 0, time_ms: 5, line: lines[0] ?? [], lines: lines.map((line) => candidate(line, depth)), ...more,
});

test("an iteration takes the place of the one before, line by line", () => {
  const first = resultSoFar(null, news(4, [["h8", "h9"], ["g7"]]));
  assert.deepEqual([first.type, first.best, first.moves.length], ["analysis", "h8", 2]);
  const second = resultSoFar(first, news(5, [["g7", "g8"], ["h8", "h9"]]));
  assert.deepEqual([second.best, second.depth], ["g7", 5]);
  // News without an opinion leaves the last complete one.
  const unknown = { value: null, certainty: "unknown", kind: "unknown" };
  assert.equal(resultSoFar(second, news(6, [], unknown)), second);
});

test("a search that goes on does not fall behind what it had found", () => {
  const deep = resultSoFar(null, news(12, [["h8", "h9"]]));
  assert.equal(resultSoFar(deep, news(3, [["g7"]])), deep);
  assert.equal(resultSoFar(deep, news(13, [["g7"]])).best, "g7");
  // A proof is worth more than depth; another agent or position is another matter.
  assert.equal(resultSoFar(deep, news(3, [["g7"]], { value: "win", certainty: "proven", kind: "result" })).best, "g7");
  assert.equal(resultSoFar(deep, news(3, [["g7"]], { by: "mcts" })).best, "g7");
  assert.equal(resultSoFar(deep, news(3, [["g7"]], { ply: 3 })).best, "g7");
});

test("the headline is the first row, whatever order the lines come in", () => {
  const lines = [["h8", 0.5], ["g7", 0.7], ["f6", 0.6]].map(([move, value]) => ({ ...candidate([move, "a1"], 5), value }));
  const result = resultSoFar(null, { ...news(5, []), lines, line: ["h8"], value: 0.5 });
  assert.deepEqual(result.moves.map(({ move }) => move), ["g7", "f6", "h8"]);
  assert.deepEqual([result.best, result.value, result.line[0]], ["g7", 0.7, "g7"]);
  const wins = [["h8", "win", 9], ["g7", "win", 3], ["f6", "loss", 4]].map(([move, value, plies]) => ({ ...candidate([move], 5), value, plies, certainty: "proven", kind: "result" }));
  assert.equal(resultSoFar(null, { ...news(5, []), lines: wins, line: ["h8"] }).best, "g7");
});

test("arrows lead from each of the best moves to its answer", () => {
  assert.deepEqual(arrowsOf({ lines: [candidate(["h8", "h9", "g7"], 4), candidate(["g7"], 4)], line: ["h8", "h9"] }), [{ from: "h8", to: "h9" }]);
  assert.deepEqual(arrowsOf({ lines: [], line: ["b2", "a1"] }), [{ from: "b2", to: "a1" }]);
  // Renju's pass is no way on the board.
  assert.deepEqual(arrowsOf({ lines: [], line: [] }), []);
});
