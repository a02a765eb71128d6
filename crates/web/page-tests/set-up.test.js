import assert from "node:assert/strict";
import test from "node:test";

import { linkedIn } from "../page/game/import.js";
import { exchanged, setUp } from "../page/game/set-up.js";
import { movedPoint, movedPosition, movedRules } from "../page/game/transform.js";
import { exercisesOf } from "../page/analysis/exercise.js";
import { expected } from "../page/analysis/score.js";
import { verdict } from "../page/analysis/compare.js";

test("whoever is to move, the position is one of the game", () => {
  assert.deepEqual(setUp("XO.......", "x", true), { stones: "XO.......", side: "x", isExchanged: false });
  // O to move with as many stones each: O began, so the sides change.
  assert.deepEqual(setUp("XO.......", "o", true), { stones: "OX.......", side: "x", isExchanged: true });
  assert.deepEqual(setUp("XOO......", "x", true), { stones: "OXX......", side: "o", isExchanged: true });
  // In Renju the sides are not alike.
  assert.deepEqual(setUp("XO.......", "o", false), { missing: 1, of: "x" });
  assert.equal(exchanged("X.O"), "O.X");
});

test("it is told how many stones are missing, and adding them helps", () => {
  for (const isEven of [true, false]) {
    for (const side of ["x", "o"]) {
      for (const stones of ["XXX......", "OOO......", "XX.......", "XOO......", "OO......."]) {
        let made = setUp(stones, side, isEven);
        if (!("missing" in made)) continue;
        assert.ok(made.missing > 0);
        const filled = stones.replace(/\./g, (() => { let left = made.missing; return (dot) => (left-- > 0 ? made.of.toUpperCase() : dot); })());
        assert.ok("stones" in setUp(filled, side, isEven), `${stones} ${side} ${isEven}: ${JSON.stringify(made)}`);
      }
    }
  }
});

test("four quarter turns are none, nor are two mirrors", () => {
  const position = "7x6x4 7/7/7/3O3/3X3/X2XO2 o";
  let turned = position;
  for (let i = 0; i < 4; i += 1) turned = movedPosition("rotate", turned);
  assert.equal(turned, position);
  assert.equal(movedPosition("mirror", movedPosition("mirror", position)), position);
  assert.equal(movedRules("rotate", "7x6x4:exact"), "6x7x4:exact");
  // Clockwise: the lower left corner comes to the upper left.
  assert.equal(movedPoint("rotate", "a1", { width: 7, height: 6 }), "a7");
  assert.equal(movedPosition("rotate", "3x3x3 3/3/X2 o"), "3x3x3 X2/3/3 o");
  assert.equal(movedPosition("mirror", "3x3x3 3/3/X2 o"), "3x3x3 3/3/2X o");
  assert.equal(movedPoint("mirror", "a1", { width: 3, height: 3 }), "c1");
});

test("a link is found in whatever stands around it", () => {
  assert.deepEqual(linkedIn("Look: http://127.0.0.1:4567/#rules=3x3x3&moves=b2.a1&x=person&o=person thanks")?.moves, ["b2", "a1"]);
  assert.equal(linkedIn("h8 i9"), null);
});

test("several opinions in a sentence", () => {
  const said = (best, certainty = "estimate") => ({ answer: { best, certainty, kind: "chance", value: 0.5 } });
  assert.equal(verdict([said("h8"), said("h8")]), "analysis.compare-same");
  assert.equal(verdict([said("h8"), said("g7"), said("h8")]), "analysis.compare-most");
  assert.equal(verdict([said("h8"), said("g7")]), "analysis.compare-apart");
  assert.equal(verdict([said("h8"), { answer: "refused" }, { answer: null }]), "");
});

test("exercises are the marked moves for which better is known", () => {
  const moves = [{ mark: null, better: null }, { mark: "blunder", better: { move: "h8", line: [] } }, { mark: "mistake", better: null }];
  assert.deepEqual(exercisesOf({ moves }), [moves[1]]);
  assert.deepEqual([{ value: "win", kind: "result" }, { value: 0.3, kind: "chance" }, { value: 12, kind: "points" }].map(expected), [1, 0.3, null]);
});
