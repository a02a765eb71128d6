import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { t, useSentences } from "../page/text.js";
import { boundShort, boundText, forParent, givesPoints, parseBound, rank, shortOfSide, toldApart, valueOfSide } from "../page/tree/value.js";
import { couldDoBetter, cutReason, nodeValue } from "../page/tree/words.js";
import { sentences } from "./support/catalogue.js";

useSentences("en", sentences("en"));

const result = (value, plies = null) => ({ value, certainty: "proven", kind: "result", plies });
const DRAW = result("draw");

test("values are compared as the searches do", () => {
  const ladder = [
    result("loss", 0), result("loss", 4), { value: -30, certainty: "estimate", kind: "points" }, DRAW,
    { value: 7, certainty: "estimate", kind: "points" }, result("win", 5), result("win", 1),
  ].map(rank);
  assert.deepEqual(ladder, [...ladder].sort((a, b) => a - b));
  assert.equal(new Set(ladder).size, ladder.length);
  assert.equal(rank({ value: null, certainty: "unknown", kind: "unknown" }), null);
});

test("a value is said of the side that it is good for", () => {
  assert.equal(valueOfSide(result("loss", 2), "x", t), "O wins in 2");
  assert.equal(valueOfSide(result("win"), "x", t), "X wins");
  assert.equal(valueOfSide(result("loss", 0), "x", t), "O has won");
  assert.equal(valueOfSide({ ...result("win", 3), certainty: "estimate" }, "o", t), "probably O wins in 3");
  assert.equal(shortOfSide({ value: 0.625, certainty: "estimate", kind: "chance" }, "o", t), "O 63%");
  assert.deepEqual(forParent(result("loss", 2)), result("win", 3));
  const bounded = { value: null, at_most: "loss", certainty: "proven", kind: "result", plies: 2 };
  assert.equal(valueOfSide(bounded, "x", t), "at most, for X: O wins in 2");
  assert.equal(shortOfSide(forParent(bounded), "o", t), "\u2264 O in 3");
  assert.deepEqual(forParent(bounded), { value: null, at_least: "win", certainty: "proven", kind: "result", plies: 3 });
});

test("the bounds that the program writes are read", () => {
  assert.deepEqual(parseBound("win in 3"), result("win", 3));
  assert.equal(parseBound("+0").value, 0);
  assert.equal(parseBound("-12").value, -12);
  assert.equal(parseBound(null), null);
  assert.equal(boundText("+0", false, t), "draw");
  assert.equal(boundText("+0", true, t), "0");
  assert.equal(boundText("+1", false, t), "just above a draw");
  assert.equal(boundText(null, false, t), "open");
  assert.equal(boundShort("loss in 4", false, t), "L4");
  assert.equal(boundShort("-1", false, t), "=\u2212");
  assert.ok(givesPoints("alphabeta:depth=2,eval=runs") && !givesPoints("alphabeta:eval=none,depth=2"));
});

test("a bound below every loss follows from one above every win", () => {
  const beyond = toldApart([null, null], [null, "loss in 0"]);
  assert.deepEqual(beyond, ["win in -1", null]);
  assert.deepEqual(toldApart([null, null], beyond), [null, "loss in -1"]);
  assert.deepEqual(toldApart([null, null], [null, null]), [null, null]);
  assert.equal(boundText("win in -1", false, t), "beyond every win");
});

test("a cut says who is sure of what, and what was spared", () => {
  const cut = { side: "x", window: [null, "+0"], skipped: 3 };
  assert.equal(
    cutReason(cut, result("win", 1), false, t),
    "O is already sure of a draw elsewhere (beta = draw), and here X can reach a win in 1; 3 moves not looked at",
  );
  assert.match(cutReason({ ...cut, skipped: 1 }, result("win", 1), false, t), /1 move not looked at$/);
  assert.match(cutReason({ ...cut, skipped: 0 }, result("win", 1), false, t), /last move anyway$/);
  // Among equals the first counts: a bound one above a draw means that O has a draw.
  assert.match(cutReason({ ...cut, window: [null, "+1"] }, result("win", 1), false, t), /^O is already sure of a draw/);
  assert.match(cutReason({ ...cut, window: [null, "win in 3"] }, result("win", 3), false, t), /^O is already sure of a loss in 4/);
});

test("a bound says for whom it may be better, an exact value and the best there is do not", () => {
  const at = (fields, window) => couldDoBetter({ ...fields, side: "x", window });
  assert.equal(at(DRAW, [null, "+0"]), "x");
  assert.equal(at(DRAW, ["win in 3", null]), "o");
  assert.equal(at(DRAW, ["loss in 3", "win in 3"]), null);
  assert.equal(at(result("win", 1), [null, "+0"]), null);
  assert.equal(at(result("loss", 2), ["+0", null]), null);
  assert.equal(at(result("loss", 4), ["+0", null]), "o");
  assert.equal(nodeValue({ ...DRAW, side: "x", move: "a1", window: [null, "+0"] }, t), "draw, or better for X");
});

test("a share of won games is told for the side that moved there", () => {
  const chance = { value: 0.25, certainty: "estimate", kind: "chance", side: "o" };
  assert.equal(nodeValue({ ...chance, move: "a1" }, t), "X scores 75%");
  assert.equal(nodeValue({ ...chance, move: null }, t), "O scores 25%");
});

test("every sentence that the views ask for is in both catalogues", () => {
  const [english, chinese] = [sentences("en"), sentences("zh")];
  let asked = 0;
  for (const folder of ["tree", "steps"]) {
    const place = new URL(`../page/${folder}/`, import.meta.url);
    for (const name of readdirSync(place).filter((file) => file.endsWith(".js"))) {
      const source = readFileSync(new URL(name, place), "utf8");
      for (const [, key] of source.matchAll(/"((?:tree|steps)\.[a-z0-9-]+)"/g)) {
        asked += 1;
        assert.ok(key in english, `${key} of ${name} has no English sentence`);
        assert.ok(key in chinese, `${key} of ${name} has no Chinese sentence`);
      }
    }
  }
  assert.ok(asked > 80);
  const starters = readFileSync(new URL("../../session/src/starters.rs", import.meta.url), "utf8");
  const examples = [...starters.slice(starters.indexOf("EXAMPLES")).matchAll(/id: "([a-z-]+)"/g)];
  assert.equal(examples.length, 5);
  for (const [, id] of examples) {
    for (const catalogue of [english, chinese]) {
      assert.ok(`example-page.${id}` in catalogue && `example-page.${id}-title` in catalogue, id);
    }
  }
});
