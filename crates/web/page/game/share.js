// @ts-check
// Taking a position along: as text, as a link, as an SVG or PNG file. Everything is made in the page; nothing leaves
// the machine.

import { drawBoard } from "../board/draw.js";
import { make } from "../dom.js";
import { diagram, numberedMoves } from "./diagram.js";

/**
 * @param {import("../state.js").Game} game
 * @param {string} link
 */
export function gameText(game, link) {
  const shown = game.moves.slice(0, game.ply);
  const lines = [diagram(game.stones, game.width, game.height), "", game.position];
  if (shown.length > 0) lines.push(numberedMoves(shown));
  if (game.ending && game.ply === game.moves.length) lines.push(game.ending);
  return [...lines, link].join("\n");
}

/**
 * Puts a text where it can be pasted from. Browsers allow it only to pages they trust; elsewhere an invisible field
 * is copied from.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { value: text, class: "only-heard" });
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/**
 * A drawing as the text of an SVG file.
 * @param {import("../board/draw.js").Drawing} drawing
 * @param {number} [pixels] of its longer side
 */
export function svgText(drawing, pixels = 800) {
  const board = drawBoard(drawing);
  const [, , width, height] = (board.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const scale = pixels / Math.max(width, height);
  board.setAttribute("width", String(Math.round(width * scale)));
  board.setAttribute("height", String(Math.round(height * scale)));
  board.removeAttribute("aria-hidden");
  return new XMLSerializer().serializeToString(board);
}

/**
 * @param {string} picture the text of an SVG file
 * @returns {Promise<Blob>}
 */
export async function pngOf(picture) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  const canvas = make("canvas", { width: image.naturalWidth, height: image.naturalHeight });
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

/**
 * Saves something as a file.
 * @param {Blob} content
 * @param {string} name
 */
export function save(content, name) {
  const address = URL.createObjectURL(content);
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
