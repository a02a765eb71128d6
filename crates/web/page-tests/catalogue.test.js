import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { LANGUAGES } from "../page/languages.js";

const PAGE = fileURLToPath(new URL("../page/", import.meta.url));
const TEXT = fileURLToPath(new URL("../../text/sentences/", import.meta.url));

/** The keys of a catalogue, as `table.key`. */
function keys(language) {
  let table = "";
  const found = new Set();
  for (const line of readFileSync(`${TEXT}${language}.toml`, "utf8").split("\n")) {
    table = /^\[([a-z-]+)\]$/.exec(line)?.[1] ?? table;
    const key = /^([a-z0-9-]+) = "/.exec(line)?.[1];
    if (key) found.add(`${table}.${key}`);
  }
  return found;
}

/** Every whole key that the page's code names. */
function namedKeys() {
  const files = readdirSync(PAGE, { recursive: true }).filter((name) => String(name).endsWith(".js"));
  return files.flatMap((name) =>
    [...readFileSync(`${PAGE}${name}`, "utf8").matchAll(/"((?:page|jobs|tree|steps|value|level|preset|lesson|tour)\.[a-z0-9-]+)"/g)].map((match) => [name, match[1]]));
}

test("the page speaks every language of the program", () => {
  const catalogues = readdirSync(TEXT).map((name) => name.replace(".toml", ""));
  assert.deepEqual(LANGUAGES.map(([code]) => code).sort(), catalogues.sort());
});

test("every sentence that the page names is in every catalogue", () => {
  const named = namedKeys();
  assert.ok(named.length > 100, "the page's code was found");
  for (const [language] of LANGUAGES) {
    const known = keys(language);
    const missing = named.filter(([, key]) => !known.has(key)).map(([name, key]) => `${name}: ${key}`);
    assert.deepEqual(missing, [], language);
  }
});

test("sentences whose keys are put together are there too", () => {
  const parts = {
    "page.overlay-": ["none", "exact", "search", "playouts", "learner", "agent"],
    "page.marks-": ["x", "o", "inaccuracy", "mistake", "blunder", "missed-win"],
    "page.mark-": ["inaccuracy", "mistake", "blunder", "missed-win"],
    "page.stones-": ["x", "o"],
    "page.holes-": ["x", "o"],
    "page.side-": ["x", "o"],
    "ending.": ["draw", "row", "misere", "resigned", "illegal", "time", "memory", "error"],
    "page.claim-": ["exact", "estimate", "mixed"],
    "page.legend-": ["result", "points", "chance", "visits"],
    "page.purpose-": ["move", "analysis", "hint"],
    "page.short-": ["win", "draw", "loss"],
    "page.": ["proven", "estimate", "first", "back", "forward", "last", "undo", "redo", "hint", "swap", "edit", "share", "resign"],
    "page.illegal-": ["over", "thinking", "paused", "turn", "taken", "full", "forbidden", "other"],
    "page.bad-": ["width", "height", "k"],
    "page.line-": ["freestyle", "exact", "renju"],
    "page.look-": ["auto", "marks", "stones"],
    "page.pane-": ["analysis", "course"],
    "page.place-": ["home", "play", "analyse", "learn", "lab", "library"],
    "jobs.": ["pause", "resume", "stop", "remove", "pause-named", "resume-named", "stop-named", "remove-named"],
    "jobs.state-": ["queued", "running", "paused", "done", "stopped", "failed"],
    "jobs.won-": ["x", "o", "draw", "unfinished"],
    "jobs.preset-": ["best", "published"],
    "jobs.goal-": ["games", "generations", "rounds"],
    "page.theme-": ["system", "light", "dark"],
    "page.puzzle-": ["vcf", "vct", "right", "wrong", "otherwise", "solved", "given-up", "is-solved", "is-tried"],
    "page.opening-": ["none", "varied", "swap", "swap2", "place", "choose", "add", "decide"],
    "page.puzzles-": ["source", "grade"],
    "page.library-result-": ["any", "x", "o", "draw", "unfinished"],
    "page.view-": ["analyse", "tree", "library", "puzzles", "models"],
    "value.": ["win", "draw", "loss", "win-in", "loss-in", "at-most", "at-least", "chance-at-most", "chance-at-least"],
  };
  for (const [language] of LANGUAGES) {
    const known = keys(language);
    for (const [stem, ends] of Object.entries(parts)) for (const end of ends) assert.ok(known.has(stem + end), `${language}: ${stem}${end}`);
  }
});
