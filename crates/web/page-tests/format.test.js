import assert from "node:assert/strict";
import test from "node:test";
import { compact, goodness, number, time, valueColor, valueShort, valueText } from "../page/format.js";
import { fill, preferred, useSentences } from "../page/text.js";

useSentences("en", {
  "page.value-certainty": "{value}, {certainty}", "page.value-of": "{side}: {value}", "page.proven": "proven", "page.estimate": "estimate",
  "page.short-win": "W", "page.short-draw": "D", "page.short-loss": "L",
  "value.win": "wins", "value.draw": "draw", "value.loss": "loses", "value.win-in": "wins in {plies} ply", "value.loss-in": "loses in {plies} ply",
  "value.likely": "probably {result}", "value.points": "{points} points", "value.chance": "scores {percent}%", "value.unknown": "no opinion",
  "page.marks-x": "X", "page.marks-o": "O", "value.chance-at-most": "scores \u2264 {percent}%", "value.at-least": "\u2265 {result}",
});

const DRAW = { value: "draw", certainty: "proven", kind: "result" };
const WIN = { value: "win", certainty: "proven", kind: "result", plies: 5 };
const LIKELY = { value: "loss", certainty: "estimate", kind: "result", plies: 4 };
const POINTS = { value: 12, certainty: "estimate", kind: "points" };
const CHANCE = { value: 0.618, certainty: "estimate", kind: "chance" };
const AT_MOST = { value: null, at_most: 0.412, certainty: "estimate", kind: "chance" };
const AT_LEAST = { value: null, at_least: "win", certainty: "proven", kind: "result", plies: 7 };
const UNKNOWN = { value: null, certainty: "unknown", kind: "unknown" };

test("a value says whose it is and how sure", () => {
  assert.equal(valueText(DRAW, "o"), "O: draw, proven");
  assert.equal(valueText(WIN), "wins in 5 ply, proven");
  assert.equal(valueText(LIKELY, "x"), "X: probably loses in 4 ply, estimate");
  assert.equal(valueText(POINTS, "x"), "X: +12 points, estimate");
  assert.equal(valueText(CHANCE), "scores 62%, estimate");
  assert.equal(valueText(AT_MOST, "o"), "O: scores \u2264 41%, estimate");
  assert.equal(valueText(AT_LEAST), "\u2265 wins in 7 ply, proven");
  assert.equal(valueText(UNKNOWN, "x"), "X: no opinion");
});

test("a value on a point is a few characters", () => {
  assert.deepEqual([DRAW, WIN, LIKELY, POINTS, { ...POINTS, value: -7.25 }, CHANCE, AT_MOST, AT_LEAST, UNKNOWN].map(valueShort),
    ["D", "W5", "~L4", "+12", "\u22127.2", "62%", "\u226441%", "\u2265W7", "?"]);
});

test("values are ordered, and an estimate never looks as good as a proof", () => {
  const order = [{ ...WIN, value: "loss" }, LIKELY, { ...POINTS, value: -1e9 }, { ...CHANCE, value: 0.2 }, DRAW, POINTS, { ...POINTS, value: 1e9 }, { ...WIN, certainty: "estimate" }, WIN];
  const goods = order.map(goodness);
  for (let i = 1; i < goods.length; i += 1) assert.ok(goods[i - 1] < goods[i], `${i}: ${goods}`);
  assert.deepEqual([UNKNOWN, AT_MOST, AT_LEAST].map(goodness), [null, null, null]);
});

test("good, even and bad have colours of their own", () => {
  const colors = [WIN, DRAW, { ...WIN, value: "loss" }, UNKNOWN].map(valueColor);
  assert.equal(new Set(colors).size, 4);
});

test("counts and times are short", () => {
  assert.equal(number(1234567), "1,234,567");
  assert.deepEqual([0, 999, 1000, 12_345, 123_456, 999_960, 4_500_000, 2e9].map(compact), ["0", "999", "1.0k", "12.3k", "123k", "1.0M", "4.5M", "2.0G"]);
  assert.deepEqual([0.2, 210, 3400, 125_000].map(time), ["<1 ms", "210 ms", "3.4 s", "2:05"]);
});

test("sentences have places, and words for one and many", () => {
  assert.equal(fill("{side} to move", { side: "X" }), "X to move");
  assert.equal(fill("{count} {count:node|nodes}", { count: 1 }), "1 node");
  assert.equal(fill("{count} {count:node|nodes}", { count: 0 }), "0 nodes");
  assert.equal(fill("{missing}", {}), "{missing}");
});

test("the language follows the reader's list", () => {
  assert.equal(preferred(["zh-Hans-CN", "en"]), "zh");
  assert.equal(preferred(["", "fr-FR", "en-US"]), "en");
  assert.equal(preferred(["fr"]), "en");
});

test("no blank stands between two Chinese words, and one stands beside others", () => {
  assert.equal(fill("轮到 {side}", { side: "黑方" }), "轮到黑方");
  assert.equal(fill("轮到 {side} 走", { side: "X" }), "轮到 X 走");
});
