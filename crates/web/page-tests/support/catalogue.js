// The sentences as the program would send them, read from its catalogues: one-line keys only, which is all the page has.

import { readFileSync } from "node:fs";

/**
 * @param {string} language
 * @returns {Record<string, string>}
 */
export function sentences(language) {
  const source = readFileSync(new URL(`../../../text/sentences/${language}.toml`, import.meta.url), "utf8");
  const found = {};
  let table = "";
  for (const line of source.split("\n")) {
    const head = /^\[([a-z-]+)\]$/.exec(line);
    const entry = /^([a-z0-9_-]+) = ("(?!"").*")$/.exec(line);
    if (head) table = head[1];
    else if (entry) found[`${table}.${entry[1]}`] = JSON.parse(entry[2]);
  }
  return found;
}
