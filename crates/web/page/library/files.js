// @ts-check
// Games in and out of the library as files. A file goes to the program as it is and is read there; its name stays here.

import { save } from "../game/share.js";
import { t } from "../text.js";

/** Formats of games, and what files of theirs are called. */
export const FORMATS = /** @type {const} */ ([
  { format: "sgf", endings: ["sgf"], type: "application/x-go-sgf" },
  { format: "json", endings: ["jsonl", "json"], type: "application/json" },
  { format: "csv", endings: ["csv"], type: "text/csv" },
  { format: "psq", endings: ["psq"], type: "text/plain" },
]);

/** The program takes no larger file from a page. */
const MOST_BYTES = 4e6;

/**
 * The format that a file's name tells, or null.
 * @param {string} name
 */
export function formatOf(name) {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1].toLowerCase() ?? "";
  return FORMATS.find(({ endings }) => endings.some((known) => known === ending))?.format ?? null;
}

/**
 * Brings the games of a file into the library.
 * @param {File} file
 * @param {string|null} session
 * @returns {Promise<{new: number, known: number}>} how many were new, and how many were there
 */
export async function bringIn(file, session) {
  const format = formatOf(file.name);
  if (!format) {
    const known = FORMATS.flatMap(({ endings }) => endings.map((ending) => `.${ending}`)).join(", ");
    throw new Error(t("page.library-ending", { file: file.name, known }));
  }
  if (file.size > MOST_BYTES) throw new Error(t("page.library-large", { file: file.name, megabytes: MOST_BYTES / 1e6 }));
  const answer = await fetch(`/games?format=${format}`, { method: "POST", headers: { "kinrow-session": session ?? "" }, body: file });
  const isTold = answer.headers.get("content-type") === "application/json";
  const told = isTold ? await answer.json() : { message: await answer.text() };
  if (!answer.ok) throw new Error(t("page.library-not-imported", { file: file.name, why: told.message }));
  return told;
}

/**
 * Saves games that the program wrote.
 * @param {import("../../page-types/protocol.d.ts").ExportedMessage} exported
 * @param {string} name without what it ends in
 */
export function saveGames({ format, text }, name) {
  const kind = FORMATS.find((known) => known.format === format) ?? FORMATS[0];
  save(new Blob([text], { type: kind.type }), `${name}.${kind.endings[0]}`);
}
