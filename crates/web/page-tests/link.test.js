import assert from "node:assert/strict";
import test from "node:test";
import { formatHash, formatPlayer, gameOf, isSameEnd, isSameGame, linkedGame, parseHash, parsePlayer, withGame } from "../page/link.js";

const PERSON = { kind: "person" };

test("a link names a game, its players and what is looked at", () => {
  const link = parseHash("#rules=3x3x3&moves=b2.a1&x=person&o=alphabeta:depth%3D4&view=steps&step=14");
  assert.deepEqual(gameOf(link), { rules: "3x3x3", moves: ["b2", "a1"], x: PERSON, o: { kind: "agent", spec: "alphabeta:depth=4" } });
  assert.equal(link.get("step"), "14");
});

test("players read back", () => {
  for (const player of [
    PERSON, { kind: "person", limits: "time=30s" }, { kind: "level", level: "level3" }, { kind: "agent", spec: "random" },
    { kind: "agent", spec: "mcts:playouts=100,c=1.2", limits: "time=2s" },
  ]) assert.deepEqual(parsePlayer(formatPlayer(player)), player);
  assert.deepEqual(parsePlayer(undefined), PERSON);
  assert.deepEqual(parsePlayer("random@"), { kind: "agent", spec: "random" });
});

test("links with the five old levels open", () => {
  const level = (word) => parsePlayer(`level:${word}`).level;
  assert.deepEqual(["beginner", "easy", "medium", "strong", "perfect", "constructor"].map(level), ["level1", "level3", "level5", "level7", "perfect", "constructor"]);
});

test("a game read from its own link is the same game", () => {
  const games = [
    { rules: "15x15x5:renju", moves: ["h8", "i9"], x: PERSON, o: { kind: "level", level: "level7" } },
    { position: "3x3x3 X1O/1X1/3 o", moves: ["a1"], x: PERSON, o: PERSON },
    { rules: "3x3x3", moves: ["b2"], x: PERSON, o: PERSON, ended: { result: "o", reason: { kind: "resigned" } } },
    { rules: "3x3x3", moves: ["b2"], ply: 0, x: PERSON, o: PERSON, ended: { result: "x", reason: { kind: "error", detail: "it said: no & 100%" } } },
    { rules: "3x3x3", moves: ["b2", "a1", "c1"], ply: 0, x: { kind: "agent", spec: "minimax:depth=2,eval=runs" }, o: PERSON },
  ];
  for (const game of games) {
    const hash = formatHash(withGame(new Map(), game));
    assert.deepEqual(gameOf(parseHash(hash)), game, hash);
  }
});

test("a link stays readable, and what was there besides the game stays there", () => {
  const before = parseHash("#lang=zh&rules=4x4x4&moves=a1&ply=0&view=tree");
  const after = formatHash(withGame(before, { position: "3x3x3 X1O/1X1/3 o", moves: [], x: PERSON, o: { kind: "agent", spec: "alphabeta:depth=4,eval=runs" } }));
  assert.equal(after, "#position=3x3x3_X1O/1X1/3_o&x=person&o=alphabeta:depth%3D4,eval%3Druns&view=tree&lang=zh");
});

test("a broken link says nothing and breaks nothing", () => {
  for (const hash of ["", "#", "#&&=3&x", "#rules", "#moves=b2", "#rules=%E0%A4%A"]) assert.equal(gameOf(parseHash(hash)), null, hash);
  assert.equal(gameOf(parseHash("#rules=3x3x3&moves=a1&ply=7"))?.ply, undefined);
  assert.equal(gameOf(parseHash("#rules=3x3x3&moves=a1&ply=-1"))?.ply, undefined);
});

test("the program's state becomes a link; only a start with stones needs a position", () => {
  const state = { rules: "3x3x3", start: "3x3x3 3/3/3 x", moves: ["b2", "a1"], ply: 1, players: { x: PERSON, o: { kind: "agent", spec: "random", limits: "", name: "random" } } };
  assert.deepEqual(linkedGame(state), { rules: "3x3x3", moves: ["b2", "a1"], ply: 1, x: PERSON, o: { kind: "agent", spec: "random" } });
  assert.deepEqual(linkedGame({ ...state, start: "3x3x3 X1O/3/3 x", ply: 2 }).position, "3x3x3 X1O/3/3 x");
});

test("an end that the board does not show stays in the link, and is gone with the game", () => {
  const ended = { result: "o", reason: { kind: "resigned" } };
  const state = { rules: "3x3x3", start: "3x3x3 3/3/3 x", moves: ["b2"], ply: 1, players: { x: PERSON, o: PERSON }, ended };
  const link = withGame(new Map(), linkedGame(state));
  assert.equal(formatHash(link), "#rules=3x3x3&moves=b2&won=o&by=resigned&x=person&o=person");
  assert.equal(withGame(link, linkedGame({ ...state, ended: null })).has("won"), false);
  assert.equal(gameOf(parseHash("#rules=3x3x3&won=x"))?.ended, undefined);
  const [over, open] = [linkedGame(state), linkedGame({ ...state, ended: null })];
  assert.ok(isSameEnd(over, gameOf(link)) && isSameEnd(open, open) && !isSameEnd(over, open));
  assert.ok(!isSameEnd(over, { ...over, ended: { result: "x", reason: ended.reason } }));
});

test("games are the same when one's moves begin the other's", () => {
  const game = { rules: "3x3x3", moves: ["b2"], x: PERSON, o: PERSON };
  assert.ok(isSameGame(game, { ...game, moves: ["b2", "a1"] }));
  assert.ok(!isSameGame({ ...game, moves: ["b2", "a1"] }, game));
  assert.ok(!isSameGame(game, { ...game, rules: "4x4x4" }));
  assert.ok(!isSameGame(game, { ...game, o: { kind: "level", level: "level3" } }));
});
