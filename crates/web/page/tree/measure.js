// @ts-check
// What both drawings of the tree need to know of the page they are on.

/** Pixels of one rem: sizes grow with the root's font, so that a projector shows large nodes. */
export function rem() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/**
 * The id of a node's element.
 * @param {string} key
 */
export function idOf(key) {
  return `tree-node-${key.replace(/[^a-z0-9]/gi, "_")}`;
}
