// @ts-check
// The part of the address after `#`: a link is a game at a move, who plays it, and what is looked at.
//
//     #rules=3x3x3&moves=b2.a1&x=person&o=alphabeta:depth%3D4&view=steps&step=14
//
// A game that did not begin on the empty board has `position` (blanks as `_`) instead of `rules`; `ply` is there when an
// earlier move than the last is shown. A player is `person`, `level:level3`, or an agent's text, after `@` its limits.
// `won` and `by` say who won and why where the board does not: `won=o&by=resigned`, `won=x&by=time:7000 ms of 5000 ms`.

/** @typedef {import("../page-types/protocol.d.ts").Ended} Ended */
/** @typedef {import("../page-types/protocol.d.ts").Player} Player */
/**
 * @typedef {object} LinkedGame
 * @property {string} [rules]
 * @property {string} [position] where the game began, when not on the empty board
 * @property {string[]} moves
 * @property {number} [ply] how many of the moves are shown; all when left out
 * @property {Player} x
 * @property {Player} o
 * @property {string} [opening] how it is to be opened; links do not say
 * @property {Ended} [ended] how it ended, when the board does not show it
 */

const GAME_NAMES = ["rules", "position", "moves", "ply", "won", "by", "x", "o"];
const ORDER = [...GAME_NAMES, "view"];

/**
 * @param {string} hash with or without its "#"
 * @returns {Map<string, string>} what cannot be read is left out
 */
export function parseHash(hash) {
  const found = new Map();
  for (const part of hash.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at <= 0) continue;
    try {
      found.set(part.slice(0, at), decodeURIComponent(part.slice(at + 1)));
    } catch {
      // A broken escape: this part says nothing.
    }
  }
  return found;
}

/**
 * @param {Map<string, string>} parameters
 * @returns {string} with "#", or nothing when there are no parameters
 */
export function formatHash(parameters) {
  const place = (/** @type {string} */ name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const parts = [...parameters]
    .sort(([a], [b]) => place(a) - place(b))
    .map(([name, value]) => `${name}=${encode(value)}`);
  return parts.length > 0 ? `#${parts.join("&")}` : "";
}

/**
 * Signs that mean nothing after `#` stay readable.
 * @param {string} value
 */
function encode(value) {
  return encodeURIComponent(value).replace(/%(3A|2C|2F|40)/g, decodeURIComponent);
}

/**
 * The words of the scale of five that links had before there were eight levels, as the program takes them too.
 */
const OLD_LEVELS = new Map([["beginner", "level1"], ["easy", "level3"], ["medium", "level5"], ["strong", "level7"]]);

/** @param {Player} player */
export function formatPlayer(player) {
  if (player.kind === "level") return `level:${player.level}`;
  const name = player.kind === "agent" ? player.spec : "person";
  return player.limits ? `${name}@${player.limits}` : name;
}

/**
 * @param {string|undefined} text
 * @returns {Player}
 */
export function parsePlayer(text) {
  if (!text) return { kind: "person" };
  if (text.startsWith("level:")) {
    const level = text.slice("level:".length);
    return { kind: "level", level: OLD_LEVELS.get(level) ?? level };
  }
  const at = text.lastIndexOf("@");
  const [name, limits] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
  return limited(name === "person" ? { kind: "person" } : { kind: "agent", spec: name }, limits);
}

/**
 * @param {import("../page-types/protocol.d.ts").Person|import("../page-types/protocol.d.ts").Agent} player
 * @param {string|undefined} limits
 * @returns {Player}
 */
function limited(player, limits) {
  return limits ? { ...player, limits } : player;
}

/**
 * @param {string|undefined} won
 * @param {string|undefined} by
 * @returns {Ended|undefined}
 */
function parseEnded(won, by) {
  if (!won || !by) return undefined;
  const at = by.indexOf(":");
  return { result: won, reason: at < 0 ? { kind: by } : { kind: by.slice(0, at), detail: by.slice(at + 1) } };
}

/** @param {Ended["reason"]} reason */
function formatReason({ kind, detail }) {
  return detail === undefined ? kind : `${kind}:${detail}`;
}

/**
 * The game that a link names, or null when it names none.
 * @param {Map<string, string>} parameters
 * @returns {LinkedGame|null}
 */
export function gameOf(parameters) {
  const [rules, position] = [parameters.get("rules"), parameters.get("position")];
  if (!rules && !position) return null;
  const moves = (parameters.get("moves") ?? "").split(/[.\s]+/).filter(Boolean);
  const ply = Number(parameters.get("ply") ?? NaN);
  const ended = parseEnded(parameters.get("won"), parameters.get("by"));
  return {
    ...(position ? { position: position.replace(/_/g, " ") } : { rules }),
    moves,
    ...(Number.isInteger(ply) && ply >= 0 && ply < moves.length ? { ply } : {}),
    x: parsePlayer(parameters.get("x")),
    o: parsePlayer(parameters.get("o")),
    ...(ended ? { ended } : {}),
  };
}

/**
 * The parameters with this game in the place of whatever game they named.
 * @param {Map<string, string>} parameters
 * @param {LinkedGame} game
 */
export function withGame(parameters, game) {
  const next = new Map([...parameters].filter(([name]) => !GAME_NAMES.includes(name)));
  if (game.position) next.set("position", game.position.replace(/ /g, "_"));
  else next.set("rules", game.rules ?? "");
  if (game.moves.length > 0) next.set("moves", game.moves.join("."));
  if (game.ply !== undefined && game.ply < game.moves.length) next.set("ply", String(game.ply));
  if (game.ended) {
    next.set("won", game.ended.result);
    next.set("by", formatReason(game.ended.reason));
  }
  next.set("x", formatPlayer(game.x));
  next.set("o", formatPlayer(game.o));
  return next;
}

/**
 * The linked game that a `state` of the program amounts to.
 * @param {Pick<import("./state.js").Game, "rules"|"start"|"moves"|"ply"> & {players: {x: Player, o: Player}, ended?: Ended|null}} game
 * @returns {LinkedGame}
 */
export function linkedGame({ rules, start, moves, ply, players, ended }) {
  return {
    ...(isEmptyStart(start) ? { rules } : { position: start }),
    moves,
    ...(ply < moves.length ? { ply } : {}),
    x: plainPlayer(players.x),
    o: plainPlayer(players.o),
    ...(ended ? { ended } : {}),
  };
}

/**
 * A player without what the program adds for people to read.
 * @param {Player} player
 * @returns {Player}
 */
export function plainPlayer(player) {
  if (player.kind === "level") return { kind: "level", level: player.level };
  return limited(player.kind === "agent" ? { kind: "agent", spec: player.spec } : { kind: "person" }, player.limits);
}

/** @param {string} position */
export function isEmptyStart(position) {
  return !/[XO]/.test(position.split(" ")[1] ?? "");
}

/**
 * Whether both are the same game, the moves of `earlier` being the first (or all) of `later`'s.
 * @param {LinkedGame} earlier
 * @param {LinkedGame} later
 */
export function isSameGame(earlier, later) {
  const begins = (/** @type {LinkedGame} */ game) => game.position ?? game.rules;
  return begins(earlier) === begins(later)
    && formatPlayer(earlier.x) === formatPlayer(later.x)
    && formatPlayer(earlier.o) === formatPlayer(later.o)
    && earlier.moves.every((move, i) => later.moves[i] === move);
}

/**
 * Whether both ended alike, or neither did, as far as the board does not show it.
 * @param {LinkedGame} one
 * @param {LinkedGame} other
 */
export function isSameEnd({ ended: one }, { ended: other }) {
  if (!one || !other) return !one && !other;
  return one.result === other.result && formatReason(one.reason) === formatReason(other.reason);
}
