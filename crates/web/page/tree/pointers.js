// @ts-check
// Pan and zoom by mouse, wheel and fingers, and clicks that were not meant as a drag.

import { pinched, zoomAt } from "./viewport.js";

/** A pointer that moved less than this was meant as a click. */
const CLICK_PIXELS = 5;

/**
 * @param {HTMLElement} element
 * @param {{get: () => import("./viewport.js").Viewport, set: (view: import("./viewport.js").Viewport) => void}} viewport
 */
export function followPointers(element, viewport) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let moved = 0;

  const place = (/** @type {MouseEvent} */ event) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (down.size === 0) moved = 0;
    down.set(event.pointerId, place(event));
  });
  element.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = place(event);
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (moved < CLICK_PIXELS) return;
    // Only now: a captured pointer takes its click away from the node under it.
    if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
    const view = viewport.get();
    if (down.size === 1) viewport.set({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y });
    if (down.size === 2) {
      const fingers = [...down.keys()];
      const after = fingers.map((id) => (id === event.pointerId ? now : /** @type {{x: number, y: number}} */ (down.get(id))));
      viewport.set(pinched(view, [...down.values()], after));
    }
    down.set(event.pointerId, now);
  });
  const lift = (/** @type {PointerEvent} */ event) => down.delete(event.pointerId);
  element.addEventListener("pointerup", lift);
  element.addEventListener("pointercancel", lift);
  element.addEventListener("click", (event) => {
    if (moved < CLICK_PIXELS) return;
    event.stopPropagation();
    event.preventDefault();
  }, true);
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { x, y } = place(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
    viewport.set(zoomAt(viewport.get(), Math.exp(-event.deltaY * lines * 0.0015), x, y));
  }, { passive: false });
}
