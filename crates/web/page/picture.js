// @ts-check
// What is on the page as a drawing of its own, for slides: boxes, words and drawings where they stand, with the colours
// they have. The file needs neither the page nor its style sheets.

import { svg } from "./board/svg.js";

/** What an SVG element looks like, apart from where it stands. */
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "visibility"];

/**
 * @param {Element} element
 * @returns {SVGElement}
 */
export function pictureOf(element) {
  const frame = element.getBoundingClientRect();
  const root = svg("svg", {
    xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${Math.ceil(frame.width)} ${Math.ceil(frame.height)}`,
    width: Math.ceil(frame.width), height: Math.ceil(frame.height),
  });
  draw(element, root, { x: frame.left, y: frame.top });
  return root;
}

/**
 * Downloads it.
 * @param {Element} element
 * @param {string} name of the file, without its ending
 */
export function savePicture(element, name) {
  const text = new XMLSerializer().serializeToString(pictureOf(element));
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `kinrow-${name}.svg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * @param {Element} element
 * @param {SVGElement} into
 * @param {{x: number, y: number}} origin
 */
function draw(element, into, origin) {
  const looks = getComputedStyle(element);
  const place = element.getBoundingClientRect();
  // Controls are for the page.
  if (looks.display === "none" || looks.visibility === "hidden" || element.matches("button, input, select, .step-bar-place")) return;
  if (element instanceof SVGSVGElement) {
    into.append(inlined(element, place, origin));
    return;
  }
  box(looks, place, into, origin);
  for (const child of element.childNodes) {
    if (child instanceof Text) words(child, looks, into, origin);
    else if (child instanceof Element) draw(child, into, origin);
  }
}

/**
 * @param {CSSStyleDeclaration} looks
 * @param {DOMRect} place
 * @param {SVGElement} into
 * @param {{x: number, y: number}} origin
 */
function box(looks, place, into, origin) {
  const width = parseFloat(looks.borderTopWidth);
  const hasGround = !/^rgba\(0, 0, 0, 0\)$|^transparent$/.test(looks.backgroundColor);
  if (!hasGround && width === 0) return;
  into.append(svg("rect", {
    x: place.left - origin.x, y: place.top - origin.y, width: place.width, height: place.height, rx: parseFloat(looks.borderTopLeftRadius) || 0,
    fill: hasGround ? looks.backgroundColor : "none", stroke: width > 0 ? looks.borderTopColor : "none", "stroke-width": width,
  }));
}

/**
 * A text, line by line as it was broken.
 * @param {Text} node
 * @param {CSSStyleDeclaration} looks
 * @param {SVGElement} into
 * @param {{x: number, y: number}} origin
 */
function words(node, looks, into, origin) {
  const text = node.data;
  const range = document.createRange();
  /** @type {{top: number, left: number, bottom: number, text: string}[]} */
  const lines = [];
  for (let at = 0; at < text.length; at += 1) {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const [place] = range.getClientRects();
    if (!place) continue;
    const line = lines[lines.length - 1];
    if (line && Math.abs(line.top - place.top) < 3) line.text += text[at];
    else lines.push({ top: place.top, left: place.left, bottom: place.bottom, text: text[at] });
  }
  for (const line of lines.filter((each) => each.text.trim() !== "")) {
    const size = parseFloat(looks.fontSize);
    into.append(svg("text", {
      x: line.left - origin.x, y: (line.top + line.bottom) / 2 - origin.y + size * 0.36, fill: looks.color,
      "font-family": looks.fontFamily, "font-size": size, "font-weight": looks.fontWeight,
    }, [line.text.trimEnd()]));
  }
}

/**
 * A drawing with its looks written into it.
 * @param {SVGSVGElement} drawing
 * @param {DOMRect} place
 * @param {{x: number, y: number}} origin
 */
function inlined(drawing, place, origin) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const [from, to] = [[drawing, ...drawing.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]];
  from.forEach((element, i) => {
    const looks = getComputedStyle(element);
    for (const name of LOOKS) to[i].setAttribute(name, looks.getPropertyValue(name));
    for (const name of ["class", "style", "tabindex", "role", "aria-label"]) to[i].removeAttribute(name);
  });
  const where = { x: place.left - origin.x, y: place.top - origin.y, width: place.width, height: place.height, overflow: "visible" };
  for (const [name, value] of Object.entries(where)) copy.setAttribute(name, String(value));
  return copy;
}
