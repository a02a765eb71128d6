// @ts-check
// Making elements of the page: no markup in strings, so that nothing a person typed can ever become markup.

/** @typedef {Node|string|null|undefined|false} Child */

/**
 * An element with properties and children. Names that begin with "on" are listeners; `class`, `aria-*`, `data-*` and
 * others with a dash are attributes; everything else is a property.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} [properties]
 * @param {Child|Child[]} [children]
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, properties = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (key === "class" || key === "role" || key === "for" || key.includes("-")) element.setAttribute(key, String(value));
    else Reflect.set(element, key, value);
  }
  fillWith(element, children);
  return element;
}

/**
 * Replaces an element's children.
 * @param {Element} element
 * @param {Child|Child[]} children
 */
export function fillWith(element, children) {
  const list = Array.isArray(children) ? children : [children];
  element.replaceChildren(.../** @type {(Node|string)[]} */ (list.filter((child) => child !== null && child !== undefined && child !== false)));
}

/**
 * A button with a text; with an icon and a text for those who cannot see it; or, `named`, with both to be seen.
 * @param {string} text
 * @param {() => void} act
 * @param {Record<string, unknown> & {icon?: SVGElement, named?: boolean}} [properties]
 */
export function button(text, act, { icon, named = false, ...properties } = {}) {
  const hidden = icon && !named ? { title: text, "aria-label": text } : {};
  const looks = `button${icon ? (named ? " button-named" : " button-icon") : ""}${properties.class ? ` ${properties.class}` : ""}`;
  const content = icon && named ? [icon, make("span", {}, text)] : icon ?? text;
  return make("button", { type: "button", onclick: act, ...hidden, ...properties, class: looks }, content);
}
