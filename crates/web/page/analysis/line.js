// @ts-check
// A best line, as the position goes on under it: what a search expected, less what has been played since.

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
