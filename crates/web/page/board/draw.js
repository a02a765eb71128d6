// @ts-check
// A board as an SVG drawing: pure, the same for the large board, for thumbnails, and for files.
//
// Colours stand in the drawing's own attributes, so that a saved file looks right anywhere; on the page, style.css
// speaks to the same classes and wins over attributes, which gives the dark look.

import { CELL, center, indexOf, marginsOf, nameAt, parsePoint, starPoints } from "./geometry.js";
import { svg } from "./svg.js";

/** @typedef {"marks"|"stones"} Look */

/** Colours of a drawing on light ground; style.css knows the dark ones. Told apart by brightness as well as by hue. */
const COLORS = {
  paper: "#ffffff", lines: "#8a94a3", x: "#0062a8", o: "#c9480a", label: "#5b6572",
  wood: "#e3bd7f", woodLines: "#5a4220", black: "#16181c", white: "#fbfbf8", edge: "#4a4438",
  frame: "#1d4f91", hole: "#eef2f8", discX: "#d6320e", discO: "#f6d63c",
  row: "#00805f",
};

const HOLE = 16.4;

/**
 * @typedef {object} Drawing
 * @property {number} width
 * @property {number} height
 * @property {string} stones "X", "O" and "." row by row from the top
 * @property {Look} [look] marks by default on boards up to 5x5, stones beyond
 * @property {boolean} [drop] whether stones fall: then the board is a frame with holes
 * @property {string|null} [last] the last move, which gets a mark
 * @property {string[]} [row] the decisive row
 * @property {Record<string, string|number>} [labels] a short text on a point, such as a move's number
 * @property {boolean} [small] a thumbnail: no coordinates
 * @property {string} [title] what a screen reader says of the drawing; a thumbnail without it is decoration
 */

/**
 * @param {Drawing} drawing
 * @returns {SVGSVGElement}
 */
export function drawBoard(drawing) {
  const { width, height, small = false } = drawing;
  const margins = marginsOf(width, height, small);
  const style = styleOf(drawing);
  const root = svg("svg", {
    viewBox: `0 0 ${width * CELL + margins.left + margins.right} ${height * CELL + margins.top + margins.bottom}`,
    class: `board board-${style}${small ? " board-small" : ""}`,
    role: "img",
    "font-family": "system-ui, sans-serif",
  });
  if (drawing.title) root.setAttribute("aria-label", drawing.title);
  else root.setAttribute("aria-hidden", "true");
  root.append(ground(style, width, height, margins));
  if (!small) root.append(coordinates(width, height, margins));
  root.append(pieces(drawing, style, margins));
  if (style === "holes") root.append(frame(width, height, margins));
  root.append(labels(drawing, style, margins), marks(drawing, style, margins));
  return /** @type {SVGSVGElement} */ (root);
}

/**
 * How points and stones are drawn.
 * @param {Drawing} drawing
 * @returns {"marks"|"stones"|"holes"}
 */
export function styleOf({ width, height, look, drop = false }) {
  if ((look ?? defaultLook(width, height, drop)) === "marks") return "marks";
  return drop ? "holes" : "stones";
}

/**
 * The look a board has unless somebody chooses.
 * @param {number} width
 * @param {number} height
 * @param {boolean} drop
 * @returns {Look}
 */
function defaultLook(width, height, drop) {
  return !drop && width <= 5 && height <= 5 ? "marks" : "stones";
}

/**
 * @param {string} style
 * @param {number} width
 * @param {number} height
 * @param {import("./geometry.js").Margins} margins
 */
function ground(style, width, height, margins) {
  const { left, top } = margins;
  const [w, h] = [width * CELL, height * CELL];
  const group = svg("g", { class: "ground" });
  const plate = (/** @type {string} */ fill, /** @type {number} */ radius) =>
    svg("rect", { class: "plate", x: left, y: top, width: w, height: h, rx: radius, fill });
  if (style === "stones") {
    group.append(plate(COLORS.wood, 4));
    const lines = [];
    for (let c = 0; c < width; c += 1) lines.push(`M${left + (c + 0.5) * CELL} ${top + CELL / 2}v${h - CELL}`);
    for (let r = 0; r < height; r += 1) lines.push(`M${left + CELL / 2} ${top + (r + 0.5) * CELL}h${w - CELL}`);
    group.append(path("lines", lines.join(""), COLORS.woodLines, 1.2));
    for (const point of starPoints(width, height)) {
      const { x, y } = center(point, height, margins);
      group.append(svg("circle", { class: "star", cx: x, cy: y, r: 3.4, fill: COLORS.woodLines }));
    }
  } else if (style === "holes") {
    group.append(plate(COLORS.hole, 10));
  } else {
    group.append(plate(COLORS.paper, 6));
    const lines = [];
    for (let c = 1; c < width; c += 1) lines.push(`M${left + c * CELL} ${top + 2}v${h - 4}`);
    for (let r = 1; r < height; r += 1) lines.push(`M${left + 2} ${top + r * CELL}h${w - 4}`);
    group.append(path("lines", lines.join(""), COLORS.lines, 1.4));
  }
  return group;
}

/**
 * The frame with its holes lies before the discs, so that they fall behind it.
 * @param {number} width
 * @param {number} height
 * @param {import("./geometry.js").Margins} margins
 */
function frame(width, height, margins) {
  const [w, h, corner] = [width * CELL, height * CELL, 10];
  const outline = `M${margins.left + corner} ${margins.top}h${w - 2 * corner}a${corner} ${corner} 0 0 1 ${corner} ${corner}`
    + `v${h - 2 * corner}a${corner} ${corner} 0 0 1 ${-corner} ${corner}h${2 * corner - w}`
    + `a${corner} ${corner} 0 0 1 ${-corner} ${-corner}v${2 * corner - h}a${corner} ${corner} 0 0 1 ${corner} ${-corner}z`;
  const holes = Array.from({ length: width * height }, (_, i) => {
    const { x, y } = center(parsePoint(nameAt(i, width, height)), height, margins);
    return `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0z`;
  });
  return svg("path", { class: "frame", d: outline + holes.join(""), fill: COLORS.frame, "fill-rule": "evenodd" });
}

/**
 * @param {number} width
 * @param {number} height
 * @param {import("./geometry.js").Margins} margins
 */
function coordinates(width, height, { left, top, bottom }) {
  const group = svg("g", { class: "coordinates", "aria-hidden": "true" });
  const size = left * 0.6;
  const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) =>
    group.append(svg("text", {
      x, y, fill: COLORS.label, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central",
    }, [text]));
  for (let column = 0; column < width; column += 1) {
    write(nameAt(column, width, height)[0], left + (column + 0.5) * CELL, top + height * CELL + bottom / 2);
  }
  for (let row = 0; row < height; row += 1) {
    write(String(height - row), left / 2, top + (row + 0.5) * CELL);
  }
  return group;
}

/**
 * @param {Drawing} drawing
 * @param {string} style
 * @param {import("./geometry.js").Margins} margins
 */
function pieces({ width, height, stones }, style, margins) {
  const group = svg("g", { class: "pieces" });
  for (let i = 0; i < stones.length; i += 1) {
    if (stones[i] === ".") continue;
    const name = nameAt(i, width, height);
    const piece = drawPiece(stones[i] === "X" ? "x" : "o", style);
    const { x, y } = center(parsePoint(name), height, margins);
    piece.setAttribute("transform", `translate(${x} ${y})`);
    piece.setAttribute("data-stone", name);
    group.append(piece);
  }
  return group;
}

/**
 * @param {Drawing} drawing
 * @param {string} style
 * @param {import("./geometry.js").Margins} margins
 */
function labels({ width, height, stones, labels: texts = {} }, style, margins) {
  const written = Object.entries(texts).map(([name, text]) =>
    label(String(text), name, stones[indexOf(name, width, height)], style, height, margins));
  return svg("g", { class: "labels" }, written);
}

/**
 * One stone, disc or mark round the origin.
 * @param {"x"|"o"} side
 * @param {string} style "marks", "stones" or "holes"
 */
export function drawPiece(side, style) {
  const group = svg("g", { class: `piece piece-${side}` });
  if (style === "stones") {
    group.append(svg("circle", {
      class: "stone", r: 18, fill: side === "x" ? COLORS.black : COLORS.white, stroke: COLORS.edge, "stroke-width": 1.2,
    }));
  } else if (style === "holes") {
    const fill = side === "x" ? COLORS.discX : COLORS.discO;
    group.append(
      svg("circle", { class: "disc", r: HOLE + 1.2, fill }),
      svg("circle", { class: "rim", r: 11, fill: "none", stroke: "#000000", "stroke-opacity": 0.25, "stroke-width": 1.6 }),
    );
  } else if (side === "x") {
    group.append(stroke("M-10.5 -10.5L10.5 10.5", COLORS.x), stroke("M10.5 -10.5L-10.5 10.5", COLORS.x));
  } else {
    group.append(svg("circle", { class: "stroke", r: 11, fill: "none", stroke: COLORS.o, "stroke-width": 4.4 }));
  }
  return group;
}

/**
 * @param {string} d
 * @param {string} color
 */
function stroke(d, color) {
  return svg("path", { class: "stroke", d, fill: "none", stroke: color, "stroke-width": 4.6, "stroke-linecap": "round" });
}

/**
 * @param {string} text
 * @param {string} name
 * @param {string} stone
 * @param {string} style
 * @param {number} height
 * @param {import("./geometry.js").Margins} margins
 */
function label(text, name, stone, style, height, margins) {
  const { x, y } = center(parsePoint(name), height, margins);
  const onMark = style === "marks" && stone !== ".";
  const light = style === "stones" && stone === "X" || style === "holes" && stone === "X";
  return svg("text", {
    class: `label${onMark ? " label-mark" : light ? " label-light" : stone === "." ? "" : " label-dark"}`,
    x: onMark ? x + 15 : x, y: onMark ? y - 13 : y,
    fill: onMark ? COLORS.label : light ? "#ffffff" : "#16181c",
    "font-size": onMark ? 9 : text.length > 2 ? 13 : 15,
    "font-weight": 600, "text-anchor": "middle", "dominant-baseline": "central",
  }, [text]);
}

/**
 * The last move's mark and the decisive row.
 * @param {Drawing} drawing
 * @param {string} style
 * @param {import("./geometry.js").Margins} margins
 */
function marks({ width, height, stones, last, row = [], labels = {} }, style, margins) {
  const group = svg("g", { class: "marks" });
  if (last) {
    const { x, y } = center(parsePoint(last), height, margins);
    if (style === "marks") {
      group.append(svg("rect", {
        class: "last", x: x - 18, y: y - 18, width: 36, height: 36, rx: 5, fill: "none",
        stroke: COLORS.lines, "stroke-width": 0.9, "stroke-dasharray": "3 2.4",
      }));
    } else if (!(last in labels)) {
      const fill = stones[indexOf(last, width, height)] === "X" ? "#ffffff" : "#16181c";
      group.append(svg("circle", { class: "last", cx: x, cy: y, r: 4.6, fill }));
    }
  }
  if (row.length > 0) {
    const ends = rowEnds(row).map((name) => center(parsePoint(name), height, margins));
    const [dx, dy] = [Math.sign(ends[1].x - ends[0].x), Math.sign(ends[1].y - ends[0].y)];
    const reach = row.length > 1 ? 14 : 0;
    const thick = style === "marks" ? 3 : 5;
    const d = `M${ends[0].x - dx * reach} ${ends[0].y - dy * reach}L${ends[1].x + dx * reach} ${ends[1].y + dy * reach}`;
    group.append(
      path("row row-under", d, "#ffffff", thick * 1.5),
      path("row", d, COLORS.row, thick),
    );
  }
  return group;
}

/**
 * The two ends of a straight row, in whatever order its points are given.
 * @param {string[]} row
 */
function rowEnds(row) {
  const sorted = [...row].sort((a, b) => {
    const [p, q] = [parsePoint(a), parsePoint(b)];
    return p.column - q.column || p.row - q.row;
  });
  return [sorted[0], sorted[sorted.length - 1]];
}

/**
 * @param {string} name
 * @param {string} d
 * @param {string} color
 * @param {number} thickness
 */
function path(name, d, color, thickness) {
  return svg("path", { class: name, d, fill: "none", stroke: color, "stroke-width": thickness, "stroke-linecap": "round" });
}
