import assert from "node:assert/strict";
import test from "node:test";
import { place } from "../page/board/geometry.js";
import { cropOf } from "../page/tree/thumbnail.js";

const empty = ".".repeat(225);
const having = (...names) => names.reduce((stones, name) => place(stones, name, "x", 15, 15), empty);

test("a small board and an empty one are shown whole", () => {
  assert.deepEqual(cropOf("X........", 3, 3), { column: 0, row: 0, width: 3, height: 3 });
  assert.deepEqual(cropOf(empty, 15, 15), { column: 0, row: 0, width: 15, height: 15 });
});

test("of a large board the part with stones is shown, within the board and with room round them", () => {
  assert.deepEqual(cropOf(having("h8"), 15, 15), { column: 4, row: 4, width: 7, height: 7 });
  assert.deepEqual(cropOf(having("a1"), 15, 15), { column: 0, row: 8, width: 7, height: 7 });
  assert.deepEqual(cropOf(having("a15", "o1"), 15, 15), { column: 0, row: 0, width: 15, height: 15 });
  const wide = cropOf(having("c8", "l8"), 15, 15);
  assert.deepEqual([wide.column, wide.width, wide.height], [1, 12, 12]);
});
