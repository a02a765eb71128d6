import assert from "node:assert/strict";
import test from "node:test";

import { find, keep } from "../page/variations/keep.js";
import { createVariations } from "../page/variations/controller.js";
import {
  emptyTree, fromList, insert, isVariation, lineThrough, nodeAt, promote, remove, renamed, size, toList,
} from "../page/variations/tree.js";

const START = "15x15x5 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x";

/** A tree with the lines written out, the main line first. */
function treeOf(...lines) {
  const tree = emptyTree(START);
  for (const line of lines) assert.ok(insert(tree, line.split(" ")));
  return tree;
}

test("lines grow into a tree, and nothing is lost", () => {
  const tree = treeOf("h8 i9 g7", "h8 i9 g9 f6", "h8 h9");
  assert.equal(size(tree), 6);
  assert.deepEqual(lineThrough(tree, ["h8"]), ["h8", "i9", "g7"]);
  assert.deepEqual(lineThrough(tree, ["h8", "i9", "g9"]), ["h8", "i9", "g9", "f6"]);
  assert.equal(isVariation(tree, ["h8", "i9", "g7"]), false);
  assert.equal(isVariation(tree, ["h8", "h9"]), true);
  assert.equal(nodeAt(tree, ["a1"]), null);
});

test("a variation comes up to the main line, fork by fork", () => {
  const tree = treeOf("h8 i9 g7", "h8 h9 g8", "h8 h9 f6 e5");
  assert.ok(promote(tree, ["h8", "h9", "f6"]));
  assert.deepEqual(lineThrough(tree, ["h8"]), ["h8", "i9", "g7"]);
  assert.deepEqual(lineThrough(tree, ["h8", "h9"]), ["h8", "h9", "f6", "e5"]);
  assert.ok(promote(tree, ["h8", "h9", "f6"]));
  assert.deepEqual(lineThrough(tree, []), ["h8", "h9", "f6", "e5"]);
  assert.equal(promote(tree, ["h8", "h9", "f6"]), false);
  assert.equal(size(tree), 7);
});

test("a move is deleted with what follows it, and only that", () => {
  const tree = treeOf("h8 i9 g7", "h8 h9 g8");
  remove(tree, ["h8", "i9"]);
  assert.deepEqual(lineThrough(tree, []), ["h8", "h9", "g8"]);
  remove(tree, ["a1"]);
  assert.equal(size(tree), 3);
});

test("a tree comes back from its list, comments and symbols too", () => {
  const tree = treeOf("h8 i9 g7", "h8 h9");
  Object.assign(nodeAt(tree, ["h8", "h9"]), { symbol: "?!", comment: "hm" });
  tree.root.comment = "start";
  const list = toList(tree);
  assert.deepEqual(list[0], { parent: null, move: "", comment: "start" });
  assert.ok(list.every(({ parent }, i) => parent === null || parent < i));
  assert.deepEqual(fromList(START, JSON.parse(JSON.stringify(list))), tree);
  assert.deepEqual(toList(renamed(tree, START, (move) => `x${move}`)).map(({ move }) => move), ["", "xh8", "xi9", "xg7", "xh9"]);
  // A symbol that nobody knows is none.
  assert.equal(fromList(START, [{ parent: null, move: "" }, { parent: 0, move: "a1", symbol: "<b>" }]).root.children[0].symbol, "");
});

test("a line of four hundred moves and a tree that is full", () => {
  const long = Array.from({ length: 400 }, (_, i) => `m${i}`);
  const tree = emptyTree(START);
  assert.ok(insert(tree, long));
  assert.deepEqual(fromList(START, toList(tree)), tree);
  for (let i = 0; size(tree) < 5000; i += 1) insert(tree, [`n${i}`]);
  assert.equal(insert(tree, ["one", "more"]), false);
  assert.ok(insert(tree, long), "what is there needs no room");
});

/** The browser's memory, and a game on the board that goes where it is led. */
function table() {
  const memory = new Map();
  globalThis.localStorage = { getItem: (name) => memory.get(name) ?? null, setItem: (name, value) => { memory.set(name, value); } };
  let game = { number: 1, start: START, moves: [], ply: 0, ended: null };
  const make = () => {
    const variations = createVariations({
      game: () => game, onChange: () => {}, onFull: () => {},
      show: async (line, ply) => {
        game = { ...game, moves: line, ply };
        variations.follow(game);
      },
    });
    return variations;
  };
  return {
    memory,
    make,
    /** What the program says of the game. */
    is(variations, moves, more = {}) {
      game = { ...game, moves: moves.split(" ").filter(Boolean), ...more };
      game.ply = more.ply ?? game.moves.length;
      variations.follow(game);
    },
    line: () => game.moves.join(" "),
  };
}

test("what was taken back stays, also after a reload", async () => {
  const { make, is, line } = table();
  const variations = make();
  is(variations, "");
  is(variations, "h8 i9 g7");
  is(variations, "h8 i9 g7", { ply: 1 });
  is(variations, "h8 h9");
  assert.equal(size(variations.tree()), 4);
  variations.say({ symbol: "!", comment: "better" });
  const again = make();
  is(again, "h8 h9", { number: 7 });
  assert.deepEqual(again.tree(), variations.tree());
  await again.select(["h8", "i9"]);
  assert.equal(line(), "h8 i9 g7");
  await again.remove();
  assert.equal(line(), "h8 h9");
  assert.equal(size(again.tree()), 2);
  // A new game has none of it.
  is(again, "", { number: 8 });
  assert.equal(size(again.tree()), 0);
});

test("what the browser kept and nobody can read is passed over", () => {
  const { memory, make, is } = table();
  for (const kept of ["{", "[]", '{"version":9}', `{"version":1,"trees":[{"id":"a","line":"h8","start":"${START}","nodes":[{"parent":7,"move":"h8"}]}]}`]) {
    memory.set("kinrow-variations", kept);
    const variations = make();
    is(variations, "h8");
    assert.equal(size(variations.tree()), 1);
  }
});

test("only so many trees are kept", () => {
  const { memory } = table();
  for (let i = 0; i < 30; i += 1) keep({ id: String(i), line: `m${i}`, tree: treeOf(`m${i}`) });
  assert.equal(JSON.parse(memory.get("kinrow-variations")).trees.length, 12);
  assert.equal(find({ start: START, moves: ["m29"] }).id, "29");
  assert.equal(find({ start: START, moves: ["m1"] }), null);
});
