// @ts-check
// Where one or two recorded searches stand, and how they go on: each by itself, or together. Together, the one with more
// steps sets the pace, and the other waits for it at the same place of the tree, while the first looks at what the other
// was spared. Searches that go through the tree in different orders count their steps alongside.

import { aligned, lastNotAfter } from "./walk.js";

/** @typedef {import("./replay.js").Replay} Replay */

/** @param {Replay[]} replays one or two */
export function createTogether(replays) {
  const positions = replays.map(() => 1);
  let isTogether = replays.length === 2;
  const [first, second] = replays;
  const pair = second === undefined ? null : first.length >= second.length
    ? { driver: 0, places: aligned(second, first) }
    : { driver: 1, places: aligned(first, second) };
  const driver = pair?.driver ?? 0;

  /**
   * @param {number} which
   * @param {number} n
   */
  const clamp = (which, n) => Math.min(replays[which].length, Math.max(1, Math.round(n) || 1));

  function follow() {
    if (!isTogether || !pair) return;
    const [leader, other] = [positions[driver], 1 - driver];
    positions[other] = pair.places ? lastNotAfter(pair.places, leader) : clamp(other, leader);
  }

  return {
    /** The search whose steps are counted when both go together. */
    driver,
    positions: () => [...positions],
    isTogether: () => isTogether,
    /**
     * @param {number} which
     * @param {number} n any number; the nearest step is taken
     */
    go(which, n) {
      const moved = isTogether ? driver : which;
      positions[moved] = clamp(moved, n);
      follow();
    },
    /** @param {boolean} together */
    setTogether(together) {
      isTogether = together && pair !== null;
      follow();
    },
    /** @param {number} which */
    isAtEnd: (which) => positions[which] >= replays[which].length,
  };
}

/** @typedef {ReturnType<typeof createTogether>} Together */
