import assert from "node:assert/strict";
import test from "node:test";
import { rest, severalLines, withValue } from "../page/analysis/line.js";
import { markedText, signOf } from "../page/analysis/marks.js";
import { resultSoFar } from "../page/analysis/result.js";
import { curvePoints } from "../page/analysis/curve-data.js";
import { analyst, claim, heatOf } from "../page/analysis/overlay.js";
import { diagram, numberedMoves, positionText, stonesOf } from "../page/game/diagram.js";
import { setUp, turnByCount } from "../page/game/set-up.js";
import { gameToRestore, requestsFor } from "../page/game/restore.js";
import { badField, fitting, formatRules, parseRules } from "../page/game/rules.js";
import { badValue, formatSpec, parseSpec } from "../page/game/spec.js";
import { endingText } from "../page/game/ending.js";
import { moveNumbers, newStone } from "../page/game/scene.js";
import { drawnAs, sideName } from "../page/sides.js";
import { choicesOf, isHeldUp, isPersonsTurn, moveAt, mover, refusal, resigner, sideAt } from "../page/state.js";
import { useSentences } from "../page/text.js";
import { sentences } from "./support/catalogue.js";

useSentences("en", sentences("en"));

const PERSON = { kind: "person" };
const MACHINE = { kind: "level", level: "level3" };
const GAME = {
  number: 1, rules: "3x3x3", width: 3, height: 3, k: 3, variants: [], start: "3x3x3 3/3/3 x", moves: ["b2", "a1"], ply: 2,
  stones: "....X.O..", position: "3x3x3 3/1X1/O2 x", to_move: "x", legal: ["a3", "b3", "c3", "a2", "c2", "b1", "c1"], forbidden: {},
  last: "a1", row: [], result: null, ending: null, players: { x: PERSON, o: MACHINE }, auto: false, delay_ms: 500, thinking: null, curve: [],
};

test("in an opening it is not the side to move that decides", () => {
  const opened = (stage, side, choices = []) => ({ ...GAME, opening: { rule: "swap2", stage, side, choices } });
  // The person places the stones of both colours.
  const placing = { ...opened("place", "x"), to_move: "o" };
  assert.deepEqual([mover(placing), isPersonsTurn(placing), refusal(placing, "c3")], ["x", true, null]);
  const machine = opened("choose", "o", ["x", "o", "add"]);
  assert.deepEqual([mover(machine), isPersonsTurn(machine), choicesOf(machine), isHeldUp(machine)], ["o", false, [], true]);
  const choosing = opened("decide", "x", ["x", "o"]);
  assert.deepEqual([isPersonsTurn(choosing), choicesOf(choosing)], [false, ["x", "o"]]);
  const begun = opened(null, null);
  assert.deepEqual([mover(begun), isPersonsTurn(begun)], ["x", true]);
});

test("a click is refused with its reason", () => {
  const why = (changes, point) => refusal({ ...GAME, ...changes }, point)?.key ?? null;
  assert.equal(why({}, "c3"), null);
  assert.equal(why({}, "b2"), "page.illegal-taken");
  assert.equal(why({ result: "x" }, "c3"), "page.illegal-over");
  assert.equal(why({ to_move: "o", thinking: "o" }, "c3"), "page.illegal-thinking");
  assert.equal(why({ to_move: "o" }, "c3"), "page.illegal-turn");
  assert.equal(why({ players: { x: MACHINE, o: MACHINE } }, "c3"), "page.illegal-paused");
  assert.deepEqual(refusal({ ...GAME, forbidden: { c3: "double-three" } }, "c3"), { key: "page.illegal-forbidden", details: { point: "c3", side: sideName("x"), why: "double-three" } });
  assert.equal(why({ legal: [] }, "c3"), "page.illegal-other");
});

test("where stones fall a click plays its column", () => {
  const drop = { ...GAME, variants: ["drop"], legal: ["a2", "b3", "c1"], stones: "...X..X.." };
  assert.equal(moveAt(drop, "c3"), "c1");
  assert.equal(moveAt({ ...drop, stones: "O..X..X.." }, "a1"), "a1");
  assert.equal(refusal({ ...drop, stones: "O..X..X.." }, "a1")?.key, "page.illegal-full");
  assert.equal(refusal(drop, "c3"), null);
});

test("the person who plays a machine is the one who resigns", () => {
  assert.equal(resigner({ ...GAME, to_move: "o" }), "x");
  assert.equal(resigner({ ...GAME, to_move: "o", players: { x: PERSON, o: PERSON } }), "o");
});

test("a machine that is to move and does not think waits to be told", () => {
  assert.ok(isHeldUp({ ...GAME, to_move: "o" }));
  assert.ok(!isHeldUp(GAME));
  assert.ok(!isHeldUp({ ...GAME, to_move: "o", thinking: "o" }));
  assert.ok(!isHeldUp({ ...GAME, to_move: "o", result: "draw" }));
  assert.ok(!isHeldUp({ ...GAME, players: { x: MACHINE, o: MACHINE }, auto: true }));
});

test("sides alternate from the position shown", () => {
  assert.deepEqual([0, 1, 2, 3].map((ply) => sideAt(GAME, ply)), ["x", "o", "x", "o"]);
});

test("rules are text and fields", () => {
  for (const text of ["3x3x3", "15x15x5:renju", "7x6x4:drop", "5x4x3:exact,drop,misere"]) assert.equal(formatRules(parseRules(text)), text);
  assert.equal(parseRules("3x3"), null);
  assert.equal(formatRules(fitting({ width: 15, height: 15, k: 3, line: "renju", drop: true, misere: true })), "15x15x5:renju");
  assert.equal(badField({ ...parseRules("3x3x3"), height: 21 }), "height");
  assert.equal(badField({ ...parseRules("3x3x3"), k: NaN }), "k");
  assert.equal(badField(parseRules("20x1x20")), null);
});

test("an agent is text and options; what is by default is left out", () => {
  const agent = { name: "alphabeta", meaning: "", options: [
    { name: "depth", meaning: "", kind: "whole", least: 1, most: 400, default: null },
    { name: "eval", meaning: "", kind: "choice", words: ["none", "runs"], default: "none" },
  ] };
  assert.equal(formatSpec(agent, {}), "alphabeta");
  assert.equal(formatSpec(agent, { eval: "none", depth: "" }), "alphabeta");
  assert.equal(formatSpec(agent, { eval: "runs", depth: "4" }), "alphabeta:depth=4,eval=runs");
  assert.deepEqual(parseSpec("alphabeta:depth=4,eval=runs"), { name: "alphabeta", values: { depth: "4", eval: "runs" } });
  assert.deepEqual(parseSpec("random"), { name: "random", values: {} });
  assert.equal(badValue(agent.options[0], ""), null);
  assert.equal(badValue(agent.options[0], "400"), null);
  for (const value of ["0", "401", "1.5", "x"]) assert.equal(badValue(agent.options[0], value)?.key, "page.option-whole", value);
  assert.equal(badValue({ name: "time", meaning: "", kind: "time" }, "2s"), null);
  assert.equal(badValue({ name: "time", meaning: "", kind: "time" }, "soon")?.key, "page.option-time");
});

test("a board is text that can be pasted", () => {
  assert.equal(diagram("..O.X....", 3, 3), "3 . . O\n2 . X .\n1 . . .\n  a b c");
  assert.equal(diagram(".".repeat(10), 1, 10).split("\n")[0], "10 .");
  assert.equal(numberedMoves(["b2", "a1", "c1"]), "1. b2 a1 2. c1");
  assert.equal(positionText("3x3x3", "X.O.X....", 3, "o"), "3x3x3 X1O/1X1/3 o");
  assert.deepEqual(["X........", "XO.......", "XX.......", "O........"].map(turnByCount), ["o", "x", null, null]);
});

test("the rows of a position are read as they are written, also where a row is wider than nine", () => {
  assert.equal(stonesOf("12/2X8O/12"), "..............X........O............");
  assert.equal(positionText("12x3x3", stonesOf("12/2X8O/12"), 12, "x"), "12x3x3 12/2X8O/12 x");
});

test("the program's game stands while it has the page's session; else the page brings its own", () => {
  const link = { rules: "3x3x3", moves: ["b2"], x: PERSON, o: MACHINE };
  const fresh = { ...GAME, moves: [], ply: 0 };
  const mine = { rules: "3x3x3", moves: ["b2", "a1"], x: PERSON, o: MACHINE };
  assert.equal(gameToRestore({ found: true, theirs: fresh, mine: GAME, link }), null);
  assert.deepEqual(gameToRestore({ found: false, theirs: fresh, mine: GAME, link }), mine);
  assert.deepEqual(gameToRestore({ found: false, theirs: fresh, mine: null, link }), link);
  assert.equal(gameToRestore({ found: true, theirs: GAME, mine: null, link }), null);
  assert.deepEqual(gameToRestore({ found: true, theirs: fresh, mine: null, link }), link);
  assert.equal(gameToRestore({ found: false, theirs: fresh, mine: null, link: null }), null);
});

test("a game is asked for with its moves, and shown where it was", () => {
  assert.deepEqual(requestsFor({ rules: "3x3x3", moves: ["b2", "a1"], ply: 1, x: PERSON, o: PERSON }),
    [{ type: "new", rules: "3x3x3", moves: "b2 a1", x: PERSON, o: PERSON }, { type: "goto", ply: 1 }]);
  const ended = { result: "o", reason: { kind: "resigned" } };
  assert.deepEqual(requestsFor({ rules: "3x3x3", moves: [], x: PERSON, o: PERSON, ended }),
    [{ type: "new", rules: "3x3x3", x: PERSON, o: PERSON, ended }]);
});

test("a line is what is left of it", () => {
  const thought = { number: 1, ply: 1, line: ["a1", "c3", "b3"] };
  assert.deepEqual(rest(thought, GAME), ["c3", "b3"]);
  assert.deepEqual(rest({ ...thought, line: ["c3"] }, GAME), []);
  assert.deepEqual(rest({ ...thought, number: 2 }, GAME), []);
  assert.deepEqual(rest({ ...thought, ply: 3 }, GAME), []);
  assert.deepEqual(rest(null, GAME), []);
});

test("several lines are shown in the position they are about", () => {
  const lines = [{ move: "c3", value: 0.6, certainty: "estimate", kind: "chance", depth: 4, line: ["c3", "b3"] }];
  assert.equal(severalLines({ number: 1, ply: 2, lines }, GAME), lines);
  for (const other of [{ number: 1, ply: 1, lines }, { number: 2, ply: 2, lines }, { number: 1, ply: 2 }]) assert.deepEqual(severalLines(other, GAME), []);
});

test("a search too quick to tell of itself has the value it came to", () => {
  const thought = { number: 1, ply: 1, purpose: "move", side: "o", value: null, certainty: "unknown", kind: "unknown" };
  const game = { ...GAME, curve: [{ ply: 1, by: "mcts", value: 0.5, certainty: "estimate", kind: "chance" }] };
  assert.equal(withValue(thought, game).value, 0.5);
  assert.equal(withValue({ ...thought, purpose: "analysis" }, game).value, null);
  assert.equal(withValue({ ...thought, number: 2 }, game).value, null);
  assert.equal(withValue({ ...thought, value: 3, certainty: "estimate", kind: "points" }, game).value, 3);
});

const value = (value, kind, certainty) => ({ value, kind, certainty });
const DRAW = value("draw", "result", "proven");

test("the curve is for X; where there is a review it speaks alone", () => {
  const game = { ...GAME, curve: [{ ply: 0, ...value(30, "points", "estimate") }, { ply: 1, ...value("win", "result", "proven") }] };
  const told = (reviewed) => curvePoints(game, reviewed).map(({ ply, good, proven }) => [ply, Math.round(good * 10) / 10, proven]);
  assert.deepEqual(told(null), [[0, 0.4, false], [1, -1, true]]);
  const move = (ply, mv, before, mark) => ({ ply, move: mv, before, after: before, loss: 0, mark, proven: false, better: null, reply: [] });
  const reviewed = { moves: [move(0, "b2", DRAW, null), move(1, "a1", value(0.2, "chance", "estimate"), "mistake")] };
  assert.deepEqual(told(reviewed), [[0, 0, true], [1, 0.5, false], [2, 0.5, false]], "the last move leaves its own value");
  const over = curvePoints({ ...game, result: "x" }, reviewed).at(-1);
  assert.deepEqual([over.good, over.marked?.move], [1, "a1"]);
});

test("a marked move has its sign and its sentence", () => {
  const move = { move: "a1", mark: "blunder", better: { move: "b2", line: ["b2"] } };
  assert.equal(signOf(move), "??");
  assert.equal(signOf({ ...move, mark: null }), "");
  assert.equal(markedText(move), "a1: blunder; better was b2");
  assert.equal(markedText({ ...move, better: null }), "a1: blunder");
});

test("sides are called as they are drawn", () => {
  const names = ["marks", "stones", "holes"].map((style) => { drawnAs(style); return `${sideName("x")} ${sideName("o")}`; });
  assert.deepEqual(names, ["X O", "Black White", "Red Yellow"]);
  const resigned = { ...GAME, result: "o", ended: { result: "o", reason: { kind: "resigned" } } };
  assert.equal(endingText(resigned), "Yellow wins: Red resigned");
  drawnAs("marks");
  assert.equal(endingText({ ...GAME, result: "x", ended: null, row: ["a1", "b1", "c1"] }), "X wins: a1 b1 c1");
  assert.equal(endingText({ ...GAME, result: "draw", ended: null }), "A draw.");
});

test("what was complete last stays until there is more", () => {
  const news = { type: "thinking", number: 1, ply: 2, line: ["c3"], lines: [], ...value(0.6, "chance", "estimate") };
  const unknown = value(null, "unknown", "unknown");
  const first = resultSoFar(null, news);
  assert.deepEqual([first.best, first.moves.map(({ move }) => move), first.value], ["c3", ["c3"], 0.6]);
  const silent = { ...news, type: "analysis", ...unknown, moves: [], best: "a3" };
  assert.equal(resultSoFar(first, silent), first, "millions of nodes later");
  assert.equal(resultSoFar(null, silent), silent);
  assert.equal(resultSoFar(first, { ...news, ...unknown }), first);
  assert.equal(resultSoFar(first, { ...silent, ply: 3 }).ply, 3, "another position");
  const lines = [{ move: "a3", ...DRAW, depth: 4, line: ["a3"] }, { move: "b3", ...DRAW, depth: 4, line: ["b3"] }];
  const streamed = resultSoFar(first, { ...news, ...DRAW, lines });
  assert.deepEqual([streamed.best, streamed.moves.length, streamed.moves[0].value], ["a3", 2, streamed.value]);
});

test("of moves counted by visits the ten most visited are drawn", () => {
  const visited = (count) => Array.from({ length: count }, (_, i) => ({ move: `a${i + 1}`, visits: i, ...value(0.5, "chance", "estimate") }));
  const drawn = (moves) => heatOf({ moves, best: "a1" }, { width: 1, height: 20, stones: ".".repeat(20) }).map(({ point }) => point);
  assert.equal(drawn(visited(20)).length, 10);
  assert.ok(drawn(visited(20)).includes("a20") && !drawn(visited(20)).includes("a1"));
  assert.equal(drawn(visited(4)).length, 4);
});

test("values become a heat map that says what it claims", () => {
  const moves = [
    { move: "a3", value: "win", certainty: "proven", kind: "result", plies: 3 },
    { move: "b3", value: 0.5, certainty: "estimate", kind: "chance", visits: 1200 },
    { move: "c3", value: null, certainty: "unknown", kind: "unknown" },
  ];
  const heat = heatOf({ moves, best: "a3" }, GAME);
  assert.deepEqual(heat.map(({ point, exact, best, sub }) => [point, exact, best, sub]), [["a3", true, true, undefined], ["b3", false, false, "1.2k"]]);
  assert.equal(claim({ moves }), "mixed");
  assert.equal(claim({ moves: moves.slice(0, 1) }), "exact");
  assert.equal(claim({ moves: moves.slice(1) }), "estimate");
  assert.equal(claim({ moves: moves.slice(2) }), "nothing");
  const bounded = { move: "c1", value: null, at_most: "draw", certainty: "proven", kind: "result" };
  assert.deepEqual(heatOf({ moves: [bounded], best: "a3" }, GAME).map(({ point, exact }) => [point, exact]), [["c1", false]]);
  assert.equal(claim({ moves: [moves[0], bounded] }), "mixed");
  assert.equal(claim({ moves: [bounded] }), "estimate");
});

test("who answers is whom the program names, or whom somebody chose", () => {
  const suited = {
    exact: "e", search: "s", playouts: "p", agent: "a", tree: [], steps: [],
    learners: [{ name: "one", spec: "one:learn=on" }, { name: "two", spec: "two:learn=on" }],
  };
  const asked = (/** @type {any} */ choice, chosen = {}) => analyst(choice, { suited }, { learner: null, agent: null, ...chosen });
  assert.deepEqual(["exact", "search", "playouts", "learner", "agent"].map((choice) => asked(choice)), ["e", "s", "p", "one:learn=on", "a"]);
  assert.equal(asked("learner", { learner: "two" }), "two:learn=on");
  assert.equal(asked("agent", { agent: "mine" }), "mine");
});

test("only one new stone of the same game arrives", () => {
  const before = { ...GAME, ply: 1, stones: "....X...." };
  assert.equal(newStone(before, GAME), "a1");
  assert.equal(newStone(GAME, before), null);
  assert.equal(newStone({ ...before, number: 2 }, GAME), null);
  assert.equal(newStone(null, GAME), null);
  assert.deepEqual(moveNumbers(GAME), { b2: 1, a1: 2 });
});
