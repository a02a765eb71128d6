// @ts-check
// The clock of the side to move: counts down what the program says is left. The program judges; when nothing is left it is
// asked to look.

/** A move may be on its way for so long, and a little more, before the program calls it late. */
const ON_THE_WAY_MS = 1100;
const TICK_MS = 200;

/**
 * Time as clocks show it, rounded up: `0:07`.
 * @param {number} left in milliseconds
 */
export function clockText(left) {
  const seconds = Math.ceil(Math.max(0, left) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * @param {object} parts
 * @param {(side: "x"|"o"|null, text: string) => void} parts.show
 * @param {() => void} parts.runOut asked once, when the time is over and nothing was heard
 * @param {() => number} [parts.now] in milliseconds
 */
export function createClock({ show, runOut, now = () => performance.now() }) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let ticking;

  return {
    /** @param {{side: "x"|"o", left_ms: number}|null|undefined} clock as the program sends it */
    follow(clock) {
      clearTimeout(ticking);
      if (!clock) {
        show(null, "");
        return;
      }
      const end = now() + clock.left_ms;
      const tick = () => {
        const left = end - now();
        show(clock.side, clockText(left));
        if (left > -ON_THE_WAY_MS) ticking = setTimeout(tick, TICK_MS);
        else runOut();
      };
      tick();
    },
  };
}
