import assert from "node:assert/strict";
import test from "node:test";
import { layoutTree } from "../page/tree/layout.js";
import {
  addChildren, canOpen, drawnChildren, foldBelow, itemAt, missing, neighbour, outlined, rootEntry,
} from "../page/tree/model.js";
import { rowsInSight } from "../page/tree/outline.js";

const node = (move, more = {}) => ({
  move, side: "x", value: "draw", certainty: "proven", kind: "result", total: 0, children: [], skipped: [], ...more,
});

/** A tree like an agent's: three children were sent of five, one of them was cut. */
function small() {
  const root = rootEntry(node(null, {
    total: 5,
    children: [node("b2", { best: true, total: 2 }), node("a1", { total: 1, cut: true, skipped: ["c3", "c1"] }), node("a3")],
  }));
  return { root, keys: () => outlined(root).map(({ item }) => item.key) };
}

test("only what was fetched and unfolded is drawn, then a door to the rest", () => {
  const { root, keys } = small();
  assert.deepEqual(keys(), ["/", "/b2", "/a1", "/a3", "//more"]);
  assert.equal(missing(root), 2);
  const [, cut] = root.children;
  cut.isOpen = true;
  addChildren(cut, 0, [node("b1")], 1);
  assert.deepEqual(keys(), ["/", "/b2", "/a1", "/a1.b1", "/a1/skipped", "/a3", "//more"]);
  assert.equal(drawnChildren(cut).at(-1).count, 2);
  foldBelow(root);
  assert.deepEqual(keys(), ["/"]);
  assert.ok(canOpen(root) && !canOpen(root.children[2]));
});

test("children fetched twice are there once, and a gap is not filled with what comes after it", () => {
  const { root } = small();
  const fetched = [node("c1"), node("c2")];
  addChildren(root, 3, fetched, 5);
  addChildren(root, 3, fetched, 5);
  assert.deepEqual(root.children.map(({ key }) => key), ["/b2", "/a1", "/a3", "/c1", "/c2"]);
  addChildren(root.children[0], 7, [node("c3")], 9);
  assert.equal(root.children[0].children.length, 0);
});

test("arrows lead to child, parent and along the level; where there is nothing they stay", () => {
  const { root } = small();
  addChildren(root.children[0], 0, [node("a1"), node("c1")], 2);
  root.children[0].isOpen = true;
  addChildren(root.children[1], 0, [node("b1")], 1);
  root.children[1].isOpen = true;
  assert.equal(neighbour(root, "/", "in"), "/b2");
  assert.equal(neighbour(root, "/b2.c1", "out"), "/b2");
  assert.equal(neighbour(root, "/b2", "after"), "/a1");
  assert.equal(neighbour(root, "/b2.c1", "after"), "/a1.b1", "on to a cousin");
  assert.equal(neighbour(root, "/", "out"), "/");
  assert.equal(neighbour(root, "/b2", "before"), "/b2");
});

test("the focus of a node that is folded away goes to the nearest one still seen", () => {
  const { root } = small();
  addChildren(root.children[0], 0, [node("a1")], 1);
  assert.equal(itemAt(root, "/b2.a1").key, "/b2");
  assert.equal(itemAt(root, "//more").key, "//more");
});

test("b1 is not taken for the parent of b10", () => {
  const root = rootEntry(node(null, { total: 2, children: [node("b1", { total: 1 }), node("b10", { total: 1 })] }));
  for (const child of root.children) {
    child.isOpen = true;
    addChildren(child, 0, [node("c1")], 1);
  }
  assert.equal(itemAt(root, "/b10.c1").key, "/b10.c1");
});

test("of a million nodes the page holds what was unfolded", () => {
  // A hundred children each to a depth of three, made only when asked for, as the program sends them.
  let made = 0;
  const children = (from, count) => Array.from({ length: Math.min(count, 100 - from) }, (_, i) => {
    made += 1;
    return node(`a${from + i + 1}`, { total: 100 });
  });
  const root = rootEntry(node(null, { total: 100, children: children(0, 5) }));
  const entries = [root];
  for (let i = 0; i < entries.length && entries.length < 400; i += 1) {
    const entry = entries[i];
    entry.isOpen = true;
    addChildren(entry, entry.children.length, children(entry.children.length, 20), 100);
    entries.push(...entry.children);
  }
  const rows = outlined(root);
  assert.ok(made < 1000, `${made} nodes were made`);
  assert.ok(rows.length <= made + entries.length + 1);
  const { placed } = layoutTree(root, { children: drawnChildren, size: () => ({ across: 40, along: 100 }), gap: 4, step: 20 }, "right");
  assert.equal(placed.size, rows.length);
  assert.deepEqual(rowsInSight(5600, 560, 56, rows.length), { first: 94, end: 116 });
  assert.deepEqual(rowsInSight(0, 560, 56, 3), { first: 0, end: 3 });
});

test("an alpha that no value reaches is told from one that is open", () => {
  const root = rootEntry(node(null, {
    window: [null, null], total: 1,
    children: [node("a1", { window: [null, "loss in 0"], total: 1, children: [node("b1", { window: [null, null] })] })],
  }));
  assert.deepEqual(root.children[0].children[0].node.window, ["win in -1", null]);
  assert.deepEqual(root.node.window, [null, null]);
});
