// @ts-check
// The twelve lessons: what each searches, and what it asks. Their words are in the catalogues (`lesson.ID-title`, `-text`,
// `-question`, `-right`); their answers nowhere: learn/questions.js finds them in what the search did.

/** @typedef {{rules: string, moves: string}} OnBoard */
/**
 * @typedef {object} Lesson
 * @property {string} id
 * @property {OnBoard} [board] the position that is searched
 * @property {string[]} [trees] or the typed trees: one for all searches, or one for each
 * @property {string[]} specs who searches; the first is the one that is asked about
 * @property {Question} question
 * @property {boolean} [isWhole] all nodes are drawn as one figure
 * @property {boolean} [isOneByOne] the searches are alternatives, shown one at a time
 * @property {{method: string, options: string, rules: string, games: number}} [learning] a table that learns, in place of a search
 */

/** @typedef {"leaf"|"value"|"best"|"cut"|"first-cut"|"order"|"depth"|"playout"|"select"|"weigh"|"update"|"cell"} Kind */
/** @typedef {{kind: Kind, path?: string}} Question */

const MINIMAX = "minimax:distance=off";
const ALPHABETA = "alphabeta:distance=off,order=natural,table=off";
/** X wins in three, by b2 alone. */
const SHARP = { rules: "3x3x3", moves: "a3 c3 b3 a2" };
const HORIZON = [1, 2, 3, 4].map((depth) => `minimax:depth=${depth},eval=open-ends`);

/** @type {Lesson[]} */
export const LESSONS = [
  { id: "tree", board: { rules: "3x3x3", moves: "a3 b2 c3 a1 a2 c1" }, specs: [MINIMAX], isWhole: true, question: { kind: "leaf" } },
  { id: "minimax", trees: ["((1 -1) (0 1 0) (-1 0 1))"], specs: [MINIMAX], question: { kind: "value", path: "1" } },
  { id: "mean", trees: ["((1 1 1 -1) (0 1 0) (0 -1 1))"], specs: ["averaging", MINIMAX], question: { kind: "best" } },
  { id: "alphabeta", trees: ["((3 12 8) (2 4 6) (14 5 2))"], specs: [ALPHABETA], question: { kind: "cut" } },
  { id: "first-cut", trees: ["((5 6) (7 4) (3 (8 9 2)) (6 2))"], specs: [ALPHABETA], question: { kind: "first-cut" } },
  {
    id: "order", specs: [ALPHABETA, ALPHABETA, ALPHABETA], isOneByOne: true, question: { kind: "order" },
    trees: ["((6 4 2) (14 5 2) (12 8 3))", "((3 12 8) (2 4 6) (2 5 14))", "((3 12 8) (2 4 6) (14 5 2))"],
  },
  { id: "horizon", board: SHARP, specs: HORIZON, isOneByOne: true, question: { kind: "depth" } },
  { id: "monte-carlo", board: SHARP, specs: ["mcts:playouts=30"], question: { kind: "playout" } },
  { id: "uct", board: SHARP, specs: ["mcts:playouts=60"], question: { kind: "select" } },
  { id: "td", specs: [], learning: { method: "td0", options: "self=on,alpha=0.5,epsilon=0.1", rules: "3x3x3", games: 400 }, question: { kind: "update" } },
  { id: "self-play", specs: [], learning: { method: "selfplay", options: "alpha=0.2,epsilon=0.1", rules: "3x3x3", games: 10000 }, question: { kind: "cell" } },
  { id: "nets", board: { rules: "3x3x3", moves: "b2 a3" }, specs: ["zero:simulations=40,search=puct"], question: { kind: "weigh" } },
];

/** @param {string|null|undefined} id */
export const lessonOf = (id) => LESSONS.find((lesson) => lesson.id === id) ?? LESSONS[0];

/**
 * A small position as the program reads it, X first.
 * @param {string} rules such as 3x3x3
 * @param {string[]} moves
 */
export function positionText(rules, moves) {
  const [width, height] = rules.split("x").map(Number);
  const rows = Array.from({ length: height }, (_, down) => {
    const cells = Array.from({ length: width }, (__, across) => moves.indexOf(String.fromCharCode(97 + across) + (height - down)));
    return cells.map((place) => (place < 0 ? "." : place % 2 === 0 ? "X" : "O")).join("");
  });
  return `${rules} ${rows.join("/")} ${moves.length % 2 === 0 ? "x" : "o"}`;
}
