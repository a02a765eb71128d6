import assert from "node:assert/strict";
import test from "node:test";
import { PLACES, placeOf, viewOf } from "../page/places.js";

test("an address leads to its view; links of before keep opening", () => {
  assert.equal(viewOf(null, true), "play");
  assert.equal(viewOf(null, false), "home");
  assert.equal(viewOf("tree", true), "tree");
  assert.equal(viewOf("steps", true), "steps");
  assert.equal(viewOf("learn", false), "lessons");
  assert.equal(viewOf("nowhere", true), "play");
});

test("every view is in one place", () => {
  for (const { name, views } of PLACES) for (const view of views) assert.equal(placeOf(view).name, name);
  assert.equal(placeOf("tree").name, "analyse");
});
