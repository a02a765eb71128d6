// @ts-check
// The page's icons: a few strokes each, in the colour of the text beside them.

import { svg } from "./board/svg.js";

/** Paths on a field of 24 by 24. */
const PATHS = {
  add: "M12 5v14M5 12h14",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  first: "M18 6l-7 6 7 6M6 6v12",
  back: "M15 6l-7 6 7 6",
  forward: "M9 6l7 6-7 6",
  last: "M6 6l7 6-7 6M18 6v12",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  stop: "M7 7h10v10H7z",
  hint: "M9 17h6M10 20h4M12 4a6 6 0 0 1 3.5 10.9V17h-7v-2.1A6 6 0 0 1 12 4z",
  flag: "M6 21V4M6 5h11l-2 4 2 4H6",
  swap: "M4 9h14l-4-4M20 15H6l4 4",
  edit: "M4 20l1-5L16 4l4 4L9 19l-5 1zM13 7l4 4",
  share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M13 5h4v4h-4zM7 15h4v4H7z",
  bring: "M12 4v11M8 11l4 4 4-4M5 13v6h14v-6",
  rotate: "M19 12a7 7 0 1 1-2-5M19 4v4h-4",
  mirror: "M12 4v16M9 8l-5 4 5 4zM15 8l5 4-5 4z",
  up: "M12 20V5M6 11l6-6 6 6",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  delete: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  close: "M6 6l12 12M18 6L6 18",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
  board: "M4 4h16v16H4zM9.3 4v16M14.6 4v16M4 9.3h16M4 14.6h16",
  analyse: "M5 20V11M10 20V5M15 20v-7M20 20V8",
  learn: "M12 4v4M12 8L6 14M12 8l6 6M6 14v0M4 14h4v5H4zM16 14h4v5h-4zM10 4h4v0",
  lab: "M9 3h6M10 3v6L5 18a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M8 15h8",
  library: "M5 4v16M9 4v16M5 4h4M5 20h4M13 5l4-1 3 15-4 1zM5 8h4",
  again: "M5 12a7 7 0 1 1 2 5M5 20v-4h4",
};

/**
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, [
    svg("path", { d: PATHS[name], fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" }),
  ]);
}
