import assert from "node:assert/strict";
import test from "node:test";
import { layoutTree } from "../page/tree/layout.js";
import { LEAST_SCALE, around, fitted, isNear, pinched, revealing, zoomAt } from "../page/tree/viewport.js";

const shape = {
  children: (node) => node.children,
  size: (node) => node.size ?? { across: 20, along: 30 },
  gap: 5,
  step: 10,
};

/** A tree of random shape and sizes, the same for the same seed. */
function randomTree(seed) {
  let state = seed;
  const next = (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
  const grow = (depth) => ({
    size: { across: 10 + next(30), along: 20 + next(20) },
    children: depth === 0 ? [] : Array.from({ length: next(5) }, () => grow(depth - 1)),
  });
  return grow(5);
}

function overlap(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test("no two nodes overlap, and all lie within the drawing", () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    for (const growth of ["right", "down"]) {
      const { placed, width, height } = layoutTree(randomTree(seed), shape, growth);
      const boxes = [...placed.values()];
      boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => assert.ok(!overlap(a, b), `seed ${seed}`)));
      for (const { x, y, ...box } of boxes) {
        assert.ok(x >= -1e-6 && y >= -1e-6 && x + box.width <= width + 1e-6 && y + box.height <= height + 1e-6);
      }
    }
  }
});

test("children stand in order, a gap apart, and their parent at their middle", () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const tree = randomTree(seed);
    const { placed } = layoutTree(tree, shape, "right");
    for (const [node, box] of placed) {
      const children = node.children.map((child) => placed.get(child));
      const middle = ({ y, height }) => y + height / 2;
      children.slice(1).forEach((child, i) => assert.ok(child.y >= children[i].y + children[i].height + 5 - 1e-6));
      for (const child of children) assert.ok(child.x >= box.x + box.width + 10 - 1e-6);
      if (children.length > 0) {
        assert.ok(Math.abs(middle(box) - (middle(children[0]) + middle(children.at(-1))) / 2) < 1e-6);
      }
    }
  }
});

test("subtrees nest: a deep branch does not push a shallow neighbour away", () => {
  const leaf = () => ({ children: [] });
  const deep = { children: [{ children: [leaf(), leaf(), leaf()] }] };
  const tree = { children: [deep, leaf()] };
  const { placed } = layoutTree(tree, shape, "right");
  assert.equal(placed.get(tree.children[1]).y - placed.get(deep).y, 25);
});

test("a line of a thousand nodes is laid out, and asks for children once each", () => {
  const tree = { children: [] };
  let last = tree;
  for (let i = 0; i < 1000; i += 1) last = last.children[0] = { children: [] };
  let asked = 0;
  const counting = { ...shape, children: (node) => { asked += 1; return node.children; } };
  assert.equal(layoutTree(tree, counting, "down").placed.size, 1001);
  assert.equal(asked, 1001);
});

test("what is under the pointer stays there when zooming", () => {
  const view = { x: 30, y: -40, scale: 0.8 };
  const under = ({ x, y, scale }, a, b) => [(a - x) / scale, (b - y) / scale];
  const [before, after] = [under(view, 200, 100), under(zoomAt(view, 1.7, 200, 100), 200, 100)];
  before.forEach((value, i) => assert.ok(Math.abs(value - after[i]) < 1e-9));
  assert.equal(zoomAt(view, 1000, 0, 0).scale, 3);
  assert.equal(zoomAt(view, 0.0001, 0, 0).scale, LEAST_SCALE);
});

test("two fingers twice as far apart show everything twice as large, and move with their middle", () => {
  const view = pinched({ x: 0, y: 0, scale: 1 }, [{ x: 0, y: 0 }, { x: 100, y: 0 }], [{ x: 10, y: 10 }, { x: 210, y: 10 }]);
  assert.deepEqual(view, { x: 10, y: 10, scale: 2 });
});

test("a drawing that fits is seen whole; one that does not is seen from its root", () => {
  const root = { x: 0, y: 480, width: 40, height: 40 };
  const small = fitted({ width: 300, height: 200 }, { width: 800, height: 600 }, { ...root, y: 80 }, "right");
  assert.deepEqual(small, { x: 20, y: 200, scale: 1 });
  const large = fitted({ width: 9000, height: 1000 }, { width: 800, height: 400 }, root, "right");
  assert.equal(large.scale, 0.6);
  assert.equal(large.y + 500 * large.scale, 200);
  const whole = fitted({ width: 9000, height: 1000 }, { width: 800, height: 400 }, root, "right", 20, LEAST_SCALE);
  assert.ok(whole.x >= 20 && whole.x + 9000 * whole.scale <= 780.001, "what Fit shows is all of it");
  const down = fitted({ width: 9000, height: 300 }, { width: 800, height: 400 }, { x: 4480, y: 0, width: 40, height: 40 }, "down");
  assert.equal(down.x + 4500 * down.scale, 400);
});

test("a box out of sight is brought in by the shortest way", () => {
  const [view, window] = [{ x: 0, y: 0, scale: 1 }, { width: 200, height: 100 }];
  assert.deepEqual(revealing(view, { x: 50, y: 30, width: 20, height: 20 }, window), view);
  assert.deepEqual(revealing(view, { x: 300, y: 30, width: 20, height: 20 }, window), { x: -144, y: 0, scale: 1 });
  assert.equal(revealing(view, { x: 0, y: -500, width: 20, height: 900 }, window).y, 524);
  assert.ok(isNear(view, { x: 300, y: 0, width: 10, height: 10 }, window));
  assert.ok(!isNear(view, { x: 900, y: 0, width: 10, height: 10 }, window));
  assert.deepEqual(around([{ x: 1, y: 2, width: 3, height: 4 }, { x: -1, y: 5, width: 1, height: 9 }]), { x: -1, y: 2, width: 5, height: 12 });
});
