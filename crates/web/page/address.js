// @ts-check
// The page's address as something to read and write. A new game or another view is a step that the browser's back
// button takes back; a move is not, since undo is there for moves.

import { formatHash, parseHash } from "./link.js";

/**
 * @param {() => void} onTravel called when the address was changed by a person: a pasted link, back, forward
 */
export function createAddress(onTravel) {
  let parameters = parseHash(location.hash);
  let isStep = false;

  /** @param {Map<string, string>} next */
  function write(next) {
    const before = formatHash(parameters);
    const after = formatHash(next);
    parameters = next;
    if (after === before && location.hash === after) return;
    const address = `${location.pathname}${location.search}${after}`;
    if (isStep) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    isStep = false;
  }

  const travel = () => {
    if (formatHash(parseHash(location.hash)) === formatHash(parameters)) return;
    parameters = parseHash(location.hash);
    onTravel();
  };
  addEventListener("hashchange", travel);
  addEventListener("popstate", travel);

  return {
    parameters: () => parameters,
    write,
    /** Takes the code out of the address: the tab remembers the one that counts. */
    dropQuery() {
      history.replaceState(null, "", `${location.pathname}${location.hash}`);
    },
    /** The next change is one that the back button takes back. */
    step() {
      isStep = true;
    },
    /** It did not come to that change. */
    stay() {
      isStep = false;
    },
    /** @param {string} name */
    get: (name) => parameters.get(name) ?? null,
    /**
     * @param {string} name
     * @param {string|number|null} value null takes it out
     */
    set(name, value) {
      const next = new Map(parameters);
      if (value === null || value === undefined || value === "") next.delete(name);
      else next.set(name, String(value));
      write(next);
    },
  };
}

/** @typedef {ReturnType<typeof createAddress>} Address */
