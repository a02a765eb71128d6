// Checks the page's JavaScript with TypeScript, and the protocol's types against real messages: what the program sent in tests
// (snapshots, recordings) and what it is tested to understand (requests.json) become constants of those types.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (from) => fileURLToPath(new URL(from, import.meta.url));
const SNAPSHOTS = path("../tests/integration/snapshots/");
const RECORDINGS = path("../page-tests/recordings/");
const REQUESTS = path("../page-tests/requests.json");
const GENERATED = path("../../../target/page-types/");
const quoted = JSON.stringify;

function snapshots() {
  return readdirSync(SNAPSHOTS).filter((file) => /protocol__.*\.snap$/.test(file)).map((file) => {
    // A head between two lines of dashes, then the message; of a `state` only its game.
    const message = JSON.parse(readFileSync(SNAPSHOTS + file, "utf8").split(/^---$/m)[2]);
    return { from: file, type: "type" in message ? `Messages[${quoted(message.type)}]` : "Game", message };
  });
}

function recordings() {
  return readdirSync(RECORDINGS).map((file) =>
    ({ from: file, type: "Recording", message: JSON.parse(readFileSync(RECORDINGS + file, "utf8")) }));
}

const requests = JSON.parse(readFileSync(REQUESTS, "utf8"))
  .map((message, i) => ({ from: `request ${i + 1}`, type: `Requests[${quoted(message.type)}]`, message }));
const constants = [...snapshots(), ...recordings(), ...requests].map(({ from, type, message }, i) =>
  `// ${from}\nexport const message${i}: protocol.${type} = ${quoted(message)};`);
const named = requests.map(({ message }) => quoted(message.type)).join(" | ");

mkdirSync(GENERATED, { recursive: true });
writeFileSync(`${GENERATED}messages.ts`, [
  'import type * as protocol from "../../crates/web/page-types/protocol.d.ts";',
  ...constants,
  `// Every request stands in requests.json.\nexport const missing: Record<Exclude<keyof protocol.Requests, ${named}>, never> = {};`,
  "",
].join("\n"));

const { status, error } = spawnSync(path("../node_modules/.bin/tsc"), ["--project", path("tsconfig.json")], { stdio: "inherit" });
if (error) throw error;
process.exit(status ?? 1);
