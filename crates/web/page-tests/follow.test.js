import assert from "node:assert/strict";
import test from "node:test";
import { followed } from "../page/follow.js";

test("a follower sees the lecturer's view in a language of their own, and lets no machine play in it", () => {
  const view = "#rules=3x3x3&moves=b2&x=person&o=level:perfect&view=steps&lang=en&spec=minimax&step=4";
  assert.equal(followed(view, "zh"), "#rules=3x3x3&moves=b2&x=person&o=person&view=steps&spec=minimax&step=4&lang=zh");
  assert.equal(followed("#view=lessons&lesson=uct&tour=on", null), "#view=lessons&lesson=uct");
});
