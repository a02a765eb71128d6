import assert from "node:assert/strict";
import test from "node:test";

/** What a browser remembers. */
const kept = new Map();
globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => { kept.set(name, value); } };

const { formatOf } = await import("../page/library/files.js");
const { ownPuzzles, progress } = await import("../page/library/progress.js");
const { ownName } = await import("../page/owner.js");

test("a file's name tells its format, or nothing", () => {
  assert.equal(formatOf("cup.sgf"), "sgf");
  assert.equal(formatOf("My Games.2024.JSONL"), "json");
  assert.equal(formatOf("one.psq"), "psq");
  assert.equal(formatOf("games.csv"), "csv");
  for (const name of ["games", "games.txt", "sgf", ".", "a.sgf.zip"]) assert.equal(formatOf(name), null, name);
});

test("what was solved stays solved, and what was only tried can be solved", () => {
  assert.equal(progress.of("p"), null);
  progress.set("p", "tried");
  assert.equal(progress.of("p"), "tried");
  progress.set("p", "solved");
  progress.set("p", "tried");
  assert.equal(progress.of("p"), "solved");
  assert.equal(progress.of("toString"), null, "a name that every object has is no progress");
});

test("what the browser remembers is not trusted", () => {
  for (const broken of ["", "{", "[]", "7", "null", "\"solved\""]) {
    kept.set("kinrow-puzzles", broken);
    kept.set("kinrow-own-puzzles", broken);
    assert.equal(progress.of("p"), null, broken);
    assert.deepEqual(ownPuzzles.all(), [], broken);
  }
  kept.set("kinrow-own-puzzles", "[null, 7, {\"text\": 1}, {\"text\": \"t\", \"position\": \"p\"}]");
  assert.equal(ownPuzzles.all().length, 1);
});

test("puzzles of one's own are kept once, the newest first, and not without end", () => {
  kept.clear();
  const puzzle = (number) => ({ text: `t${number}`, position: `p${number}`, kind: "vcf", plies: 5, grade: 1 });
  assert.equal(ownPuzzles.add([puzzle(1), puzzle(2)]), 2);
  assert.equal(ownPuzzles.add([puzzle(2), puzzle(3)]), 1);
  assert.deepEqual(ownPuzzles.all().map(({ text }) => text), ["t3", "t1", "t2"]);
  ownPuzzles.add(Array.from({ length: 200 }, (_, number) => puzzle(number + 10)));
  assert.equal(ownPuzzles.all().length, 100);
});

test("a browser has one name", () => {
  kept.clear();
  const name = ownName();
  assert.match(name, /^[0-9a-f]{32}$/);
  assert.equal(ownName(), name);
  assert.equal(kept.get("kinrow-owner"), name);
});
