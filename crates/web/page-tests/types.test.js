// The types of the protocol: page-types/check.js holds them against real messages, these tests hold them against the rest.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

const read = (from) => readFileSync(new URL(from, import.meta.url), "utf8");

test("no type is any", () => {
  const protocol = read("../page-types/protocol.d.ts").replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, "");
  assert.doesNotMatch(protocol, /\bany\b/);
  const page = new URL("../page/", import.meta.url);
  for (const file of readdirSync(page, { recursive: true }).filter((name) => name.endsWith(".js"))) {
    const found = read(new URL(file, page)).match(/@(?:type|param|property|returns|typedef|template) *\{.*\bany\b.*\}/);
    assert.equal(found, null, `${file}: ${found}`);
  }
});

test("docs/protocol.md lists the requests that there are", () => {
  const tables = read("../../../docs/protocol.md").match(/^\| request \|.*\n(?:\|.*\n)+/gm);
  const rows = tables.flatMap((table) => table.trim().split("\n").slice(2));
  const listed = rows.flatMap((row) => [...row.split("|")[1].matchAll(/`([a-z]+)`/g)].map(([, name]) => name));
  const known = new Set(JSON.parse(read("requests.json")).map(({ type }) => type));
  assert.deepEqual([...listed].sort(), [...known].sort());
});
