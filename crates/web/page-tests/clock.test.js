import assert from "node:assert/strict";
import test from "node:test";
import { clockText, createClock } from "../page/game/clock.js";

test("a clock shows what is left, rounded up", () => {
  assert.deepEqual([61_000, 60_001, 6_500, 1, 0, -300].map(clockText), ["1:01", "1:01", "0:07", "0:01", "0:00", "0:00"]);
});

test("a clock counts down, and asks once when the time is over", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const shown = [];
  let asked = 0;
  const clock = createClock({ show: (side, text) => shown.push(`${side} ${text}`), runOut: () => { asked += 1; }, now: () => Date.now() });
  clock.follow({ side: "x", left_ms: 2000 });
  t.mock.timers.tick(1000);
  assert.equal(shown.at(-1), "x 0:01");
  t.mock.timers.tick(1400);
  assert.deepEqual([shown.at(-1), asked], ["x 0:00", 0], "a move may still be on its way");
  t.mock.timers.tick(5000);
  assert.equal(asked, 1);
  clock.follow({ side: "o", left_ms: 500 });
  clock.follow(null);
  t.mock.timers.tick(5000);
  assert.deepEqual([shown.at(-1), asked], ["null ", 1], "a move stops the clock");
});
