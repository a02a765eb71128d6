// @ts-check
// What part of a drawing is seen, and how large: the arithmetic of pan and zoom, apart from the pointers that ask for it.

/** @typedef {{x: number, y: number, scale: number}} Viewport a place (a, b) of the drawing is seen at (x + a*scale, y + b*scale) */
/** @typedef {{width: number, height: number}} Size */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

export const LEAST_SCALE = 0.05;
/** Below this scale the words of a node cannot be read. */
export const READABLE_SCALE = 0.5;
export const MOST_SCALE = 3;

/**
 * Zooms so that what is under (x, y) stays there.
 * @param {Viewport} view
 * @param {number} factor
 * @param {number} x
 * @param {number} y
 * @returns {Viewport}
 */
export function zoomAt(view, factor, x, y) {
  const scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, view.scale * factor));
  const real = scale / view.scale;
  return { x: x - (x - view.x) * real, y: y - (y - view.y) * real, scale };
}

/**
 * Two fingers moved: what was under them stays under them.
 * @param {Viewport} view
 * @param {{x: number, y: number}[]} before
 * @param {{x: number, y: number}[]} after
 * @returns {Viewport}
 */
export function pinched(view, before, after) {
  const spread = (/** @type {{x: number, y: number}[]} */ [a, b]) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  const middle = (/** @type {{x: number, y: number}[]} */ [a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const [from, to] = [middle(before), middle(after)];
  const zoomed = zoomAt(view, spread(after) / spread(before), from.x, from.y);
  return { ...zoomed, x: zoomed.x + to.x - from.x, y: zoomed.y + to.y - from.y };
}

/**
 * Shows the whole drawing, or as much of it as can be read: then from its root, which stands at the edge from which the
 * tree grows and in the middle of the other direction.
 * @param {Size} drawing
 * @param {Size} window
 * @param {Box} root
 * @param {"right"|"down"} growth
 * @param {number} [margin]
 * @param {number} [least] the smallest scale at which it can be read
 * @returns {Viewport}
 */
export function fitted(drawing, window, root, growth, margin = 20, least = 0.6) {
  const wanted = Math.min((window.width - 2 * margin) / drawing.width, (window.height - 2 * margin) / drawing.height);
  const scale = Math.min(1, Math.max(least, wanted));
  const middle = (/** @type {number} */ room, /** @type {number} */ size, /** @type {number} */ at) =>
    (size * scale <= room - 2 * margin ? (room - size * scale) / 2 : room / 2 - at * scale);
  return growth === "right"
    ? { x: margin, y: middle(window.height, drawing.height, root.y + root.height / 2), scale }
    : { x: middle(window.width, drawing.width, root.x + root.width / 2), y: margin, scale };
}

/**
 * The box round several.
 * @param {Box[]} boxes
 * @returns {Box}
 */
export function around(boxes) {
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The nearest viewport in which a box is seen whole.
 * @param {Viewport} view
 * @param {Box} box
 * @param {Size} window
 * @param {number} [margin]
 * @returns {Viewport}
 */
export function revealing(view, box, window, margin = 24) {
  const nearest = (/** @type {number} */ offset, /** @type {number} */ start, /** @type {number} */ size, /** @type {number} */ room) => {
    const [low, high] = [margin - start * view.scale, room - margin - (start + size) * view.scale];
    // When the box is larger than the window its beginning is what counts.
    return low > high ? low : Math.min(high, Math.max(low, offset));
  };
  return {
    x: nearest(view.x, box.x, box.width, window.width),
    y: nearest(view.y, box.y, box.height, window.height),
    scale: view.scale,
  };
}

/**
 * Whether any of a box is seen, or nearly.
 * @param {Viewport} view
 * @param {Box} box
 * @param {Size} window
 * @param {number} [margin] how far outside still counts, so that what comes into sight is already there
 */
export function isNear(view, box, window, margin = 150) {
  const [left, top] = [view.x + box.x * view.scale, view.y + box.y * view.scale];
  return left < window.width + margin && top < window.height + margin
    && left + box.width * view.scale > -margin && top + box.height * view.scale > -margin;
}
