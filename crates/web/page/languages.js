// @ts-check
// The languages of the page: the code of each, its name in itself, and its tag for browsers. A test compares them with
// the program's (`kinrow_text::Language`).

export const LANGUAGES = /** @type {const} */ ([
  ["en", "English", "en"],
  ["zh", "中文", "zh-Hans"],
]);

/** @typedef {(typeof LANGUAGES)[number][0]} Language */

/**
 * The tag of a language.
 * @param {Language} code
 */
export function tag(code) {
  return (LANGUAGES.find(([known]) => known === code) ?? LANGUAGES[0])[2];
}

/**
 * The language after this one, for a button that goes through all of them.
 * @param {Language} code
 */
export function next(code) {
  const at = LANGUAGES.findIndex(([known]) => known === code);
  return LANGUAGES[(at + 1) % LANGUAGES.length] ?? LANGUAGES[0];
}
