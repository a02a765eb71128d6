// @ts-check
// Where to go in a recorded search: over a whole branch at once, and to the same place in another search.

/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./replay.js").Step} Step */

/**
 * The step after which the node of step n is done with: where the search leaves it, or the end of the playout.
 * @param {Replay} replay
 * @param {number} n
 */
export function over(replay, n) {
  const { node } = replay.step(n);
  for (let next = n + 1; next <= replay.length; next += 1) {
    const step = replay.step(next);
    if (step.kind === "leave" && step.node === node) return next;
    if (step.kind === "backup" && step.node === 0) return next;
    // Left already: on to where its parent is left.
    if (step.kind === "leave" && isAbove(replay, step.node, node)) return next;
  }
  return replay.length;
}

/**
 * The way back over a whole branch: to where the node of step n was entered, or where the playout before began.
 * @param {Replay} replay
 * @param {number} n
 */
export function backOver(replay, n) {
  const { node } = replay.step(n);
  for (let earlier = n - 1; earlier > 1; earlier -= 1) {
    const step = replay.step(earlier);
    if (step.kind === "enter" && (step.node === node || isAbove(replay, step.node, node))) return earlier;
    if (step.kind === "backup" && step.node === 0) return earlier;
  }
  return Math.min(1, replay.length);
}

/**
 * @param {Replay} replay
 * @param {number} above
 * @param {number} below
 */
function isAbove(replay, above, below) {
  const { tree } = replay.recording;
  let at = tree[below].parent;
  while (at !== null && at !== above) at = tree[at].parent;
  return at === above;
}

/**
 * The last step up to n in which bounds were compared; 0 when there was none.
 * @param {Replay} replay
 * @param {number} n
 */
export function lastSelection(replay, n) {
  let at = n;
  while (at > 0 && !["select", "weigh"].includes(replay.step(at).kind)) at -= 1;
  return at;
}

/**
 * For each step of `lesser` (by its number) the step of `greater` at the same place, when both go through the tree in the
 * same order and `lesser` leaves parts of it out, as alpha-beta does to minimax. Null when they do not go together.
 * @param {Replay} lesser
 * @param {Replay} greater
 * @returns {Int32Array|null}
 */
export function aligned(lesser, greater) {
  const [names, otherNames] = [pathNames(lesser), pathNames(greater)];
  const name = (/** @type {Step|undefined} */ step, /** @type {string[]} */ paths) =>
    (step === undefined ? "" : `${step.kind} ${paths[step.node]} ${"child" in step ? paths[step.child] : ""}`);
  const places = new Int32Array(lesser.length + 1);
  let at = 0;
  for (let n = 1; n <= lesser.length; n += 1) {
    const step = lesser.step(n);
    const wanted = name(step, names);
    const isWalk = step.kind === "enter" || step.kind === "leave" || step.kind === "leaf";
    let next = at + 1;
    if (isWalk) while (next <= greater.length && name(greater.step(next), otherNames) !== wanted) next += 1;
    if (isWalk && next > greater.length) return null;
    // What the other does not do at all, such as a cut, happens where it is.
    if (isWalk || name(greater.step(next), otherNames) === wanted) at = next;
    places[n] = at;
  }
  return at > 0 ? places : null;
}

/**
 * The moves to each node, as one text.
 * @param {Replay} replay
 */
function pathNames({ recording: { tree } }) {
  /** @type {string[]} */
  const names = [];
  for (const node of tree) names.push(node.parent === null ? "" : `${names[node.parent]}.${node.move}`);
  return names;
}

/**
 * The last step whose place is not later than `place`; at least the first.
 * @param {Int32Array} places as `aligned` gives them
 * @param {number} place
 */
export function lastNotAfter(places, place) {
  let [low, high] = [1, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle] <= place) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low - 1);
}
