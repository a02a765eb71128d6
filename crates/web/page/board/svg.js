// @ts-check
// Making elements of a drawing without markup in strings, which the page's security policy would not allow to style.

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes and children.
 * @param {string} name
 * @param {Record<string, string|number|undefined>} [attributes] those that are undefined are left out
 * @param {(Node|string)[]} [children]
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, children = []) {
  const element = /** @type {SVGElement} */ (document.createElementNS(NAMESPACE, name));
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, typeof value === "number" ? round(value) : value);
  }
  element.append(...children);
  return element;
}

/** @param {number} value */
function round(value) {
  return String(Math.round(value * 100) / 100);
}
