// @ts-check
// What people read, in their language. The sentences come from the program's own catalogues (`/text/en.json`), so that
// page, program and command line say the same thing with the same words.

import { LANGUAGES } from "./languages.js";

/** @typedef {import("./languages.js").Language} Language */

/** @type {Record<string, string>} */
let sentences = {};
/** @type {Language} */
let current = "en";
/** @type {Set<(language: Language) => void>} */
const listeners = new Set();

/** The language now shown. */
export function language() {
  return current;
}

/**
 * The sentence of this key, with `{places}` filled in. A key without a sentence gives the key: it is seen, and it does
 * not break the page.
 * @param {string} key such as "page.undo"
 * @param {Record<string, string|number>} [details]
 */
export function t(key, details = {}) {
  return fill(sentences[key] ?? key, details);
}

/**
 * Whether there is a sentence of this key.
 * @param {string} key
 */
export function has(key) {
  return key in sentences;
}

/**
 * What went wrong, in words.
 * @param {unknown} error
 */
export function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Fills a sentence's places; `{count:move|moves}` is the first word when that detail is 1, +1 or -1, else the second.
 * @param {string} sentence
 * @param {Record<string, string|number>} details
 */
export function fill(sentence, details) {
  const filled = sentence.replace(/\{([a-z_-]+)(?::([^|}]*)\|([^}]*))?\}/g, (place, name, one, many) => {
    if (!(name in details)) return place;
    if (one === undefined) return String(details[name]);
    return /^[+−-]?1$/.test(String(details[name])) ? one : many;
  });
  // Chinese words have no blanks between them; a sentence has one beside a place, for what is filled in may be Latin.
  return filled.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "");
}

/**
 * Calls back whenever the language has changed, once its sentences are there.
 * @param {(language: Language) => void} listener
 * @returns {() => void} to stop listening
 */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Changes the language.
 * @param {Language} next
 */
export async function setLanguage(next) {
  const response = await fetch(`/text/${next}.json`);
  if (!response.ok) throw new Error(`/text/${next}.json: ${response.status}`);
  useSentences(next, await response.json());
}

/**
 * @param {Language} next
 * @param {Record<string, string>} loaded
 */
export function useSentences(next, loaded) {
  sentences = loaded;
  current = next;
  for (const listener of listeners) listener(next);
}

/**
 * The language a reader of these languages wants, as browsers list them (`zh-Hans-CN`).
 * @param {readonly string[]} wanted
 * @returns {Language}
 */
export function preferred(wanted) {
  for (const tag of wanted) {
    const name = tag.toLowerCase().split(/[-_]/)[0];
    const found = LANGUAGES.find(([code]) => code === name);
    if (found) return found[0];
  }
  return LANGUAGES[0][0];
}
