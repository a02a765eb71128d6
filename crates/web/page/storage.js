// @ts-check
// What the browser remembers for the page. A browser may refuse (private windows, settings); then nothing is
// remembered, and everything else works.

/**
 * @param {"localStorage"|"sessionStorage"} kind
 */
function guarded(kind) {
  return {
    /** @param {string} name */
    get(name) {
      try {
        return globalThis[kind].getItem(`kinrow-${name}`);
      } catch {
        return null;
      }
    },
    /**
     * @param {string} name
     * @param {string} value
     */
    set(name, value) {
      try {
        globalThis[kind].setItem(`kinrow-${name}`, value);
      } catch {
        // Not remembered.
      }
    },
  };
}

/** For this browser: language, look, speed. */
export const remembered = guarded("localStorage");

/** For this tab only: its session. */
export const ofThisTab = guarded("sessionStorage");
