import assert from "node:assert/strict";
import test from "node:test";
import { CELL, center, indexOf, isPoint, landing, marginsOf, nameAt, parsePoint, place, playAll, pointName, starPoints } from "../page/board/geometry.js";

test("a point's name is its column from the left and its row from below", () => {
  assert.equal(pointName(0, 0), "a1");
  assert.equal(pointName(7, 7), "h8");
  assert.deepEqual(parsePoint("t20"), { column: 19, row: 19 });
  assert.deepEqual(parsePoint("B2"), { column: 1, row: 1 });
  for (const text of ["", "b", "2b", "u1", "a0", "b2 "]) assert.throws(() => parsePoint(text), text);
});

test("stones are counted from the top", () => {
  assert.equal(indexOf("a3", 3, 3), 0);
  assert.equal(indexOf("c1", 3, 3), 8);
  for (let i = 0; i < 42; i += 1) assert.equal(indexOf(nameAt(i, 7, 6), 7, 6), i);
});

test("a point belongs to a board or not", () => {
  assert.ok(isPoint("g6", 7, 6));
  for (const text of ["h1", "a7", "null", ""]) assert.ok(!isPoint(text, 7, 6), text);
});

test("stones are placed and lines are played in turn", () => {
  assert.equal(place(".........", "b2", "x", 3, 3), "....X....");
  assert.equal(place("....X....", "b2", ".", 3, 3), ".........");
  assert.equal(playAll("....X....", ["a1", "c3"], "o", 3, 3), "..X.X.O..");
});

test("a dropped stone lands on the lowest empty point", () => {
  const stones = "......" + ".X....";
  assert.equal(landing(stones, 0, 6, 2), "a1");
  assert.equal(landing(stones, 1, 6, 2), "b2");
  assert.equal(landing(".O...." + ".X....", 1, 6, 2), null);
});

test("points lie in the drawing one cell apart, the first row lowest", () => {
  const [width, height] = [7, 6];
  const { left, right, top, bottom } = marginsOf(width, height);
  const place = (name) => center(parsePoint(name), height, { left, right, top, bottom });
  assert.equal(place("b1").x - place("a1").x, CELL);
  assert.equal(place("a1").y - place("a2").y, CELL);
  assert.deepEqual(place("a6"), { x: left + CELL / 2, y: top + CELL / 2 });
});

test("boards as large as Go's have stars, with the centre where there is one", () => {
  assert.deepEqual(starPoints(8, 8), []);
  assert.deepEqual(starPoints(15, 15).map(({ column, row }) => pointName(column, row)).sort(), ["d12", "d4", "h8", "l12", "l4"]);
  assert.equal(starPoints(20, 20).length, 4);
});
