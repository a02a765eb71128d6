// @ts-check
// What a search said, as the game goes on under it: the line it expected less what has been played since, and the
// value it came to.

/**
 * The moves of a thought that are still to come in the position shown; none when the game went another way.
 * @param {{number: number, ply: number, line?: string[]}|null} thought
 * @param {{number: number, ply: number, moves: string[]}} game
 * @returns {string[]}
 */
export function rest(thought, game) {
  if (!thought || thought.number !== game.number || !thought.line) return [];
  const played = game.ply - thought.ply;
  if (played < 0 || played > thought.line.length) return [];
  const asExpected = thought.line.slice(0, played).every((move, i) => game.moves[thought.ply + i] === move);
  return asExpected ? thought.line.slice(played) : [];
}

/**
 * The best moves of a search that follows several lines, as long as the position it thinks about is the one shown.
 * @param {{number: number, ply: number, lines?: import("../../page-types/protocol.d.ts").Candidate[]}} thought
 * @param {{number: number, ply: number}} game
 */
export function severalLines(thought, game) {
  const isHere = thought.number === game.number && thought.ply === game.ply;
  return isHere ? thought.lines ?? [] : [];
}

/**
 * A thought with its value: of a search that was too quick to tell of itself, what it said in the end.
 * @template {import("../format.js").ValueFields & {number: number, ply: number, purpose: string}} Thought
 * @param {Thought} thought
 * @param {Pick<import("../state.js").Game, "number"|"curve">} game
 * @returns {Thought}
 */
export function withValue(thought, game) {
  if (thought.certainty !== "unknown" || thought.purpose !== "move" || thought.number !== game.number) return thought;
  const said = game.curve.find(({ ply }) => ply === thought.ply);
  if (!said) return thought;
  const { value, at_most, at_least, certainty, kind, plies } = said;
  return { ...thought, value, at_most, at_least, certainty, kind, plies };
}
