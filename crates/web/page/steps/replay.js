// @ts-check
// A recorded search that can be looked at after any of its steps.
//
// What is known of a node changes with few steps, so each node keeps its own history: the facts as they stood after each step that
// touched it. What holds after step n is then the last entry not later than n, and any of many thousand steps is as near
// as the next one. The facts of a history never change; nothing is undone when a reader goes back.

import { isBeyond, toldApart } from "../tree/value.js";

/** @typedef {import("../format.js").ValueFields} ValueFields */
/** @typedef {import("../../page-types/protocol.d.ts").Window} Window */
/** @typedef {import("../../page-types/protocol.d.ts").Step} Step */
/** @typedef {import("../../page-types/protocol.d.ts").Recording} Recording */

/**
 * What is known of a node.
 * @typedef {object} Facts
 * @property {number} size nodes below it that were met
 * @property {boolean} isLeft whether the search has been through with it
 * @property {boolean} isLeaf
 * @property {ValueFields|null} value for the side to move there: the best or the mean so far, then the final one
 * @property {number|null} of children the mean is of
 * @property {number|null} best the child that is the best so far
 * @property {Window|null} window as it stands
 * @property {Window|null} entered as it was when the node was entered
 * @property {string[]|null} skipped moves spared by a cut; null while there was none
 * @property {boolean} fromTable
 * @property {number} visits
 * @property {number} wins score of the side that moved there
 */

/** @typedef {{nodes: number, leaves: number, cuts: number, spared: number, table: number, playouts: number}} Counters */

/** @type {Facts} */
const NEW = Object.freeze({
  size: 0, isLeft: false, isLeaf: false, value: null, of: null, best: null, window: null, entered: null, skipped: null,
  fromTable: false, visits: 0, wins: 0,
});

/** @type {import("../../page-types/protocol.d.ts").BareValue} */
const NOTHING = { value: null, certainty: "unknown" };

/** @type {(keyof Counters)[]} */
const COUNTERS = ["nodes", "leaves", "cuts", "spared", "table", "playouts"];

/**
 * What a step changes in the node it happens in, or nothing.
 * @param {Facts} facts
 * @param {Step} step
 * @param {ValueFields} value what the step tells
 * @param {Window|null} above the window of the node's parent
 * @returns {Facts}
 */
function after(facts, step, value, above) {
  const window = facts.window && "window" in step ? raised(facts.window, step.window) : facts.window;
  switch (step.kind) {
    case "enter": {
      const entered = toldApart(step.window, above);
      return { ...NEW, window: entered, entered };
    }
    case "leaf": return { ...facts, isLeaf: true, value };
    case "update": return { ...facts, value, best: step.child, window };
    case "mean": return { ...facts, value, of: step.of };
    case "cut": return { ...facts, skipped: step.skipped, window };
    case "leave": return { ...facts, isLeft: true, value, fromTable: step.table };
    case "backup": return { ...facts, visits: step.visits, wins: step.wins };
    default: return facts;
  }
}

/**
 * A window after a step that tells of it: beta stays as it was, and an alpha beyond every value stays there.
 * @param {Window} window
 * @param {Window|null|undefined} told
 * @returns {Window}
 */
function raised(window, told) {
  return told && !isBeyond(window[0]) ? [told[0], window[1]] : window;
}

/**
 * The value a step, or the whole recording, tells. A step's `kind` is its own, so the recording says what its numbers are.
 * @param {Step|Recording} told
 * @param {Recording["numbers"]} numbers
 * @returns {ValueFields}
 */
export function stepValue(told, numbers) {
  const { value, certainty, plies = null } = "value" in told ? told : NOTHING;
  const kind = typeof value === "string" ? "result" : value === null ? "unknown" : numbers;
  return { value, certainty, kind, plies };
}

/**
 * @param {Recording} recording
 */
export function createReplay(recording) {
  const { tree, steps } = recording;
  /** @type {{step: number, facts: Facts}[][]} */
  const histories = tree.map(() => []);
  /** @type {number[]} */
  const metAt = tree.map(() => Infinity);
  /** @type {number[][]} */
  const children = tree.map(() => []);
  const counts = COUNTERS.map(() => new Float64Array(steps.length + 1));

  /**
   * @param {number} node
   * @param {number} n
   */
  function factsAt(node, n) {
    const history = histories[node];
    let [low, high] = [0, history.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (history[middle].step <= n) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? NEW : history[low - 1].facts;
  }

  /**
   * @param {number} node
   * @param {number} n
   * @param {Facts} facts
   */
  function note(node, n, facts) {
    const history = histories[node];
    if (history.length > 0 && history[history.length - 1].step === n) history.pop();
    history.push({ step: n, facts });
  }

  /**
   * @param {number} node
   * @param {number} n
   */
  function meet(node, n) {
    if (metAt[node] !== Infinity) return;
    metAt[node] = n;
    const parent = tree[node].parent;
    if (parent !== null) children[parent].push(node);
    for (let above = parent; above !== null; above = tree[above].parent) {
      const facts = factsAt(above, n);
      note(above, n, { ...facts, size: facts.size + 1 });
    }
  }

  steps.forEach((step, i) => {
    const n = i + 1;
    const met = step.kind === "expand" ? step.child : step.node;
    meet(0, n);
    meet(met, n);
    const before = factsAt(step.node, n);
    const { parent } = tree[step.node];
    const above = parent === null ? null : factsAt(parent, n).window;
    const facts = after(before, step, stepValue(step, recording.numbers), above);
    if (facts !== before) note(step.node, n, { ...facts, size: before.size });
    const isNew = step.kind === "enter" || step.kind === "expand" || (n === 1 && recording.search !== "depth-first");
    const both = n === 1 && step.kind === "expand";
    const change = {
      nodes: both ? 2 : Number(isNew),
      leaves: Number(step.kind === "leaf"),
      cuts: Number(step.kind === "cut"),
      spared: step.kind === "cut" ? step.skipped.length : 0,
      table: Number(step.kind === "leave" && step.table),
      playouts: Number(step.kind === "simulate" || (step.kind === "judge" && n > 1)),
    };
    COUNTERS.forEach((name, at) => { counts[at][n] = counts[at][n - 1] + change[name]; });
  });

  return {
    recording,
    /** The number of the last step; the first is 1. */
    length: steps.length,

    /**
     * The step with this number.
     * @param {number} n
     */
    step: (n) => steps[n - 1],

    /**
     * What is known of a node after step n.
     * @param {number} node
     * @param {number} n
     */
    facts: factsAt,

    /**
     * @param {number} n
     * @returns {Counters}
     */
    counters(n) {
      return /** @type {Counters} */ (Object.fromEntries(COUNTERS.map((name, at) => [name, counts[at][n]])));
    },

    /**
     * The children of a node that were met by step n, in that order.
     * @param {number} node
     * @param {number} n
     */
    children(node, n) {
      const all = children[node];
      let count = all.length;
      while (count > 0 && metAt[all[count - 1]] > n) count -= 1;
      return all.slice(0, count);
    },
  };
}

/** @typedef {ReturnType<typeof createReplay>} Replay */
