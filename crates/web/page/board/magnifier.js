// @ts-check
// A magnifying glass for fingers. Holding a finger on a board of small points shows what is under it, a little above; moving it
// chooses another point, and lifting it takes that point for the first of two taps.

import { make } from "../dom.js";
import { CELL } from "./geometry.js";

/** A finger that rests so long asks for the glass; one that only taps does not. */
const HOLD_MS = 220;
/** So many cells are seen on each side of the point. */
const SEEN = 1.1;
/** A finger that moves further than this before the glass is there scrolls the page. */
const STILL_PIXELS = 10;

/**
 * @param {object} parts
 * @param {HTMLElement} parts.holder of the board
 * @param {HTMLElement} parts.picture its drawing
 * @param {HTMLElement} parts.grid what fingers touch
 * @param {() => boolean} parts.isWanted whether points are small, and somebody may play
 * @param {(point: string) => void} parts.over the finger is over this point
 * @param {(point: string|null) => void} parts.lifted it was lifted there, or given up
 */
export function createMagnifier({ holder, picture, grid, isWanted, over, lifted }) {
  const glass = make("div", { class: "magnifier", "aria-hidden": "true", hidden: true });
  holder.append(glass);
  /** @type {{id: number, x: number, y: number, timer: ReturnType<typeof setTimeout>, point: string|null}|null} */
  let finger = null;
  let isOpen = false;

  /** @param {number} x @param {number} y */
  function cellAt(x, y) {
    return document.elementFromPoint(x, y)?.closest("[data-point]") ?? null;
  }

  /** @param {number} x @param {number} y */
  function look(x, y) {
    const cell = cellAt(x, y);
    const point = cell && grid.contains(cell) ? cell.getAttribute("data-point") : null;
    if (!cell || !point || !finger) return;
    if (finger.point !== point) {
      finger.point = point;
      over(point);
    }
    const board = picture.querySelector("svg");
    if (!board) return;
    const [frame, at] = [board.getBoundingClientRect(), cell.getBoundingClientRect()];
    const scale = board.viewBox.baseVal.width / frame.width;
    const [cx, cy] = [(at.left + at.width / 2 - frame.left) * scale, (at.top + at.height / 2 - frame.top) * scale];
    const half = (SEEN + 0.5) * CELL;
    const seen = /** @type {SVGSVGElement} */ (board.cloneNode(true));
    seen.setAttribute("viewBox", `${cx - half} ${cy - half} ${2 * half} ${2 * half}`);
    glass.replaceChildren(seen, make("span", {}, point));
    const box = holder.getBoundingClientRect();
    const room = glass.offsetWidth / 2;
    glass.style.left = `${Math.min(Math.max(at.left + at.width / 2 - box.left, room), box.width - room)}px`;
    glass.style.top = `${at.top - box.top}px`;
  }

  /** @param {string|null} point */
  function end(point) {
    if (!finger) return;
    clearTimeout(finger.timer);
    finger = null;
    if (!isOpen) return;
    isOpen = false;
    glass.hidden = true;
    lifted(point);
  }

  grid.addEventListener("pointerdown", (event) => {
    end(null);
    if (event.pointerType !== "touch" || !isWanted()) return;
    const { pointerId: id, clientX: x, clientY: y } = event;
    const timer = setTimeout(() => {
      isOpen = true;
      glass.hidden = false;
      look(x, y);
    }, HOLD_MS);
    finger = { id, x, y, timer, point: null };
  });
  grid.addEventListener("pointermove", (event) => {
    if (!finger || event.pointerId !== finger.id) return;
    if (isOpen) look(event.clientX, event.clientY);
    else if (Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > STILL_PIXELS) end(null);
  });
  grid.addEventListener("pointerup", (event) => { if (finger?.id === event.pointerId) end(finger.point); });
  grid.addEventListener("pointercancel", () => end(null));
  // While the glass is there the finger moves it and not the page, and no menu comes up.
  grid.addEventListener("touchmove", (event) => { if (isOpen) event.preventDefault(); }, { passive: false });
  grid.addEventListener("contextmenu", (event) => { if (isOpen) event.preventDefault(); });
}
