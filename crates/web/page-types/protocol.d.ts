// The messages between page and program as types. docs/protocol.md says what each field means; crates/web/src/message.rs and the
// views of crates/session make and read them. `check.js` holds the recorded messages of the tests against these types.

export type Side = "x" | "o";
export type Language = import("../page/languages.js").Language;
/** The lower and the upper end of a window, as text; null where it is open. */
export type Window = [string | null, string | null];

/** A result, points or an expected score. */
export type Worth = "win" | "draw" | "loss" | number;

/** A value without what its number means: steps use `kind` for their own kind. */
export interface BareValue {
  value: Worth | null;
  /** What the value does not exceed or fall short of; then `value` is null. */
  at_most?: Worth;
  at_least?: Worth;
  certainty: "proven" | "estimate" | "unknown";
  plies?: number | null;
}

/** A value, for the side to move; a move's value, for the side that makes it. */
export interface ValueFields extends BareValue {
  kind: "result" | "points" | "chance" | "unknown";
}

export interface Person { kind: "person"; limits?: string }
export interface Level { kind: "level"; level: string }
export interface Agent { kind: "agent"; spec: string; limits?: string }
/** Who is to play, as a page asks for it. */
export type Player = Person | Level | Agent;
/** Who plays, as the program says it. */
export type SeatedPlayer = Person | (Level & { name: string }) | (Agent & { limits: string; name: string });

// ---- What the page asks for.

export type Request =
  | { type: "hello"; protocol: number; session: string | null; lang: Language; owner?: string }
  | { type: "language"; lang: Language }
  | { type: "new"; rules?: string; position?: string; moves?: string; x: Player; o: Player; opening?: string; ended?: Ended }
  | { type: "choose"; colour: "x" | "o" | "add" }
  | { type: "players"; x: Player; o: Player }
  | { type: "play"; move: string }
  | { type: "undo" }
  | { type: "redo" }
  | { type: "goto"; ply: number }
  | { type: "line"; moves: string; ply: number; ended?: Ended }
  | { type: "resign" }
  | { type: "auto"; on: boolean; delay_ms?: number }
  | { type: "step" }
  | { type: "stop" }
  | { type: "hint" }
  | { type: "clock" }
  | { type: "record" }
  | { type: "check"; position: string }
  | { type: "offers"; rules: string }
  | { type: "analyse"; on: boolean; spec?: string; limits?: string; endless?: boolean }
  | { type: "review" }
  | { type: "read"; text: string; rules: string }
  | { type: "write"; start: string; nodes: TreeItem[] }
  | { type: "opinion"; spec: string; limits?: string; moves?: string }
  | { type: "puzzles" }
  | { type: "puzzle"; number?: number; text?: string }
  | { type: "solve"; move: string }
  | { type: "solution" }
  | { type: "compose"; board: string; kind?: "vcf" | "vct" }
  | { type: "recorded"; sought?: Sought; offset?: number; limit: number }
  | { type: "open"; game: number }
  | { type: "export"; format: string; sought?: Sought; game?: number }
  | { type: "models" }
  | { type: "tree"; spec: string; limits?: string; depth?: number }
  | { type: "branch"; tree: number; path: string[]; from: number; count: number }
  | { type: "seek"; tree: number; path: string[]; move?: string }
  | { type: "steps"; spec: string; position?: string; tree?: string; limits?: string }
  | { type: "jobs" }
  | { type: "begin"; job: Training | Contest | Measuring }
  | { type: "manage"; job: number; to: Change }
  | { type: "chart"; jobs: number[]; width?: number }
  | { type: "table"; job: number }
  | { type: "games"; job: number; from?: number }
  | { type: "game"; job: number; game: number }
  | { type: "experiments" }
  | { type: "experiment"; name: string }
  | { type: "examine"; text: string }
  | { type: "report"; job: number }
  | { type: "keep"; job: number; label: string }
  | { type: "forget"; label: string }
  | { type: "methods"; rules: string }
  | { type: "show"; view: string | null }
  | { type: "follow"; on: boolean }
  | { type: "learning"; method: string; options?: string; rules: string; games: number };

/** Requests by their type. */
export type Requests = { [Each in Request as Each["type"]]: Each };

interface OtherAnswers {
  hello: WelcomeMessage;
  hint: HintMessage;
  check: CheckedMessage;
  offers: OffersMessage;
  record: RecordMessage;
  review: ReviewedMessage;
  read: ReadMessage;
  write: WrittenMessage;
  opinion: OpinionMessage;
  puzzles: PuzzlesMessage;
  puzzle: PuzzleMessage;
  solve: JudgedMessage;
  solution: SolutionMessage;
  compose: ComposedMessage;
  recorded: RecordedMessage;
  open: OpenedMessage;
  export: ExportedMessage;
  models: ModelsMessage;
  tree: TreeMessage;
  branch: BranchMessage;
  seek: SoughtMessage;
  steps: StepsMessage;
  jobs: JobsMessage;
  begin: JobMessage;
  manage: JobsMessage;
  chart: ChartMessage;
  table: TableMessage;
  games: GamesMessage;
  game: GameMessage;
  experiments: ExperimentsMessage;
  experiment: ExperimentMessage;
  examine: ExaminedMessage;
  report: ReportMessage;
  keep: JobsMessage;
  forget: JobsMessage;
  methods: MethodsMessage;
  learning: LearnedMessage;
  show: FollowersMessage;
  follow: ShownMessage;
}

/** What answers a request of this type, unless it is refused. */
export type Answer<Type extends Request["type"]> = Type extends keyof OtherAnswers ? OtherAnswers[Type] : StateMessage;

// ---- What the program says.

export interface Messages {
  welcome: WelcomeMessage;
  state: StateMessage;
  thinking: ThinkingMessage;
  hint: HintMessage;
  checked: CheckedMessage;
  offers: OffersMessage;
  record: RecordMessage;
  analysis: AnalysisMessage;
  review: ReviewMessage;
  reviewed: ReviewedMessage;
  read: ReadMessage;
  written: WrittenMessage;
  opinion: OpinionMessage;
  puzzles: PuzzlesMessage;
  puzzle: PuzzleMessage;
  judged: JudgedMessage;
  solution: SolutionMessage;
  composed: ComposedMessage;
  kept: KeptMessage;
  recorded: RecordedMessage;
  opened: OpenedMessage;
  exported: ExportedMessage;
  models: ModelsMessage;
  tree: TreeMessage;
  branch: BranchMessage;
  sought: SoughtMessage;
  steps: StepsMessage;
  jobs: JobsMessage;
  job: JobMessage;
  chart: ChartMessage;
  table: TableMessage;
  games: GamesMessage;
  game: GameMessage;
  experiments: ExperimentsMessage;
  experiment: ExperimentMessage;
  examined: ExaminedMessage;
  report: ReportMessage;
  methods: MethodsMessage;
  learned: LearnedMessage;
  shown: ShownMessage;
  followers: FollowersMessage;
  error: ErrorMessage;
}

export type Message = Messages[keyof Messages];

/** `id` is that of the request it answers. */
interface Numbered<Type extends string> { type: Type; id?: number }

export interface WelcomeMessage extends Numbered<"welcome"> {
  protocol: number;
  version: string;
  session: string;
  role: Role;
  agents: AgentKind[];
  presets: Preset[];
  levels: { id: string }[];
  examples: Example[];
  bounds: Bounds;
  shared: string | null;
}

/** Whose page it is: that of the person at the machine, or in a classroom the lecturer's or a student's. */
export type Role = "owner" | "lecturer" | "student";

export interface AgentKind {
  name: string;
  meaning: string;
  options: AgentOption[];
  shows: { tree: boolean; steps: Algorithm | null; values: "result" | "points" | "chance" | null };
}

export interface AgentOption {
  name: string;
  meaning: string;
  kind: "whole" | "real" | "choice" | "time";
  least: number | null;
  most: number | null;
  words: string[] | null;
  default: string | null;
}

export interface Preset { id: string; rules: string; x: Player; o: Player }
export interface Example { id: string; rules: string; moves: string; spec: string; other: string | null }
export interface Bounds {
  time_ms: number;
  depth: number;
  playouts: number;
  tree_nodes: number;
  steps: number;
  threads: number;
  megabytes: number;
  endless: boolean;
}

export interface StateMessage extends Numbered<"state"> { game: Game }

export interface Game {
  number: number;
  rules: string;
  width: number;
  height: number;
  k: number;
  variants: string[];
  levels: string[];
  start: string;
  moves: string[];
  ply: number;
  stones: string;
  position: string;
  to_move: Side;
  legal: string[];
  forbidden: Record<string, string>;
  last: string | null;
  row: string[];
  result: Side | "draw" | null;
  ending: string | null;
  ended: Ended | null;
  clock: { side: Side; allowed_ms: number; left_ms: number } | null;
  /** How the game is opened: `stage` and `side` (whose decision it is) are null once it has begun. */
  opening: { rule: string; stage: string | null; side: Side | null; choices: ("x" | "o" | "add")[] } | null;
  players: Record<Side, SeatedPlayer>;
  auto: boolean;
  delay_ms: number;
  thinking: Side | null;
  curve: Said[];
  suited: Suited;
}

/** How a game ended other than by the rules. */
export interface Ended { result: string; reason: Reason }

export interface Reason { kind: string; detail?: string }

/** Agents that suit a position, as specs. */
export interface Suited {
  solved: boolean;
  exact: string;
  search: string;
  playouts: string;
  learners: { name: string; spec: string }[];
  agent: string;
  compared: string[];
  tree: string[];
  steps: string[];
}

/** What an agent said of a position on the way. */
export interface Said extends ValueFields { ply: number; by: string }

/** What a search has found so far, or in the end. */
interface Found extends ValueFields {
  number: number;
  ply: number;
  by: string;
  side: Side;
  depth: number;
  nodes: number;
  playouts: number;
  time_ms: number;
  line: string[];
  /** The best moves, all of one iteration; none where the search follows only one line. */
  lines: Candidate[];
}

export interface Candidate extends ValueFields { move: string; depth: number; line: string[] }

export interface ThinkingMessage extends Numbered<"thinking">, Found {
  purpose: "move" | "analysis" | "tree" | "hint" | "steps" | "opinion";
  nodes_per_second: number;
  waiting: boolean;
}

export interface AnalysisMessage extends Numbered<"analysis">, Found {
  best: string | null;
  moves: RatedMove[];
}

export interface RatedMove extends ValueFields, Partial<Guide> { move: string; visits?: number }

/** What a search that is guided by a policy knows of a move: P, Q, and U (PUCT) or the wanted share (Gumbel). */
export interface Guide { prior: number; mean: number; explore?: number; wanted?: number }

export interface HintMessage extends Numbered<"hint">, ValueFields { move: string | null }

export interface CheckedMessage extends Numbered<"checked"> { position: string }

/** Who can play on a board. */
export interface OffersMessage extends Numbered<"offers"> { rules: string; levels: string[]; suited: Suited; models: string[] }

/** The text of a file: as numbers, a seed would be rounded. */
export interface RecordMessage extends Numbered<"record"> { record: string }

/** A place in a tree of variations; only the first, the beginning, has no parent, and an empty move. */
export interface TreeItem { parent: number | null; move: string; symbol?: string; comment?: string }

/** What was pasted, as a game with its variations. */
export interface ReadMessage extends Numbered<"read"> { rules: string; start: string; nodes: TreeItem[] }

export interface WrittenMessage extends Numbered<"written"> { sgf: string }

/** What one of several agents thinks of a position. */
export interface OpinionMessage extends Numbered<"opinion">, Found { best: string | null; moves: RatedMove[] }

/** A review looked at a position. */
export interface ReviewMessage extends Numbered<"review">, ValueFields {
  number: number;
  ply: number;
  done: number;
  of: number;
}

/** The puzzles that come with the program, without their solutions. */
export interface PuzzlesMessage extends Numbered<"puzzles"> { puzzles: Puzzle[] }

/** Whoever is to move wins, by fours alone (vcf) or by threats (vct). */
export interface Puzzle { position: string; kind: "vcf" | "vct"; plies: number; grade: number }

/** A puzzle was begun; `number` is null where it is the page's own. */
export interface PuzzleMessage extends Numbered<"puzzle">, Puzzle { number: number | null }

export interface JudgedMessage extends Numbered<"judged"> {
  move: string;
  verdict: "right" | "solved" | "otherwise" | "wrong";
  reply: string | null;
  /** The position now: after the move and its answer, or as it was. */
  position: string;
}

export interface SolutionMessage extends Numbered<"solution"> { position: string; line: string[] }

/** Puzzles that were found in games, with their solutions. */
export interface ComposedMessage extends Numbered<"composed"> {
  rules: string;
  games: number;
  complete: boolean;
  puzzles: ComposedPuzzle[];
}

/** `text` is the puzzle's line in a file. */
export interface ComposedPuzzle extends Puzzle { text: string }

/** A finished game is in the record. */
export interface KeptMessage extends Numbered<"kept"> { number: number; game: number }

/** Which recorded games are asked for; what is left out does not matter. */
export interface Sought { player?: string; side?: Side; board?: string; result?: string; position?: string; run?: number }

export interface RecordedMessage extends Numbered<"recorded"> {
  total: number;
  offset: number;
  games: StoredGame[];
  boards: { rules: string; games: number }[];
  /** Matches and tournaments, where the page sees everybody's games. */
  runs: { run: number; kind: string; started: string; games: number }[];
}

export interface StoredGame {
  id: number;
  stored: string;
  rules: string;
  x: string;
  o: string;
  result: Side | "draw" | "unfinished";
  ending: string;
  plies: number;
  position: string | null;
  last: string | null;
}

export interface OpenedMessage extends Numbered<"opened"> {
  game: number;
  rules: string;
  start: string | null;
  moves: string[];
  x: string;
  o: string;
  ended: Ended | null;
}

export interface ExportedMessage extends Numbered<"exported"> { format: string; games: number; text: string }

export interface ModelsMessage extends Numbered<"models"> { models: ShippedModel[] }

/** A model that comes with the program, with the command that made it. */
export interface ShippedModel {
  label: string;
  rules: string;
  spec: string;
  bytes: number;
  made_by: string;
  games: number;
  positions: number;
  kernel: string;
}

export type Mark = "inaccuracy" | "mistake" | "blunder" | "missed-win";

/** A review is complete. */
export interface ReviewedMessage extends Numbered<"reviewed"> {
  number: number;
  by: string;
  moves: ReviewedMove[];
  turning_point: number | null;
  x: ReviewedSide;
  o: ReviewedSide;
}

export interface ReviewedMove {
  ply: number;
  move: string;
  before: ValueFields;
  after: ValueFields;
  loss: number | null;
  mark: Mark | null;
  proven: boolean;
  better: { move: string; line: string[] } | null;
  reply: string[];
}

export interface ReviewedSide { moves: number; judged: number; average_loss: number | null; marks: Record<Mark, number> }

export interface TreeMessage extends Numbered<"tree">, ValueFields {
  tree: number;
  spec: string;
  rules: string;
  stones: string;
  nodes: number;
  playouts: number;
  kept: number;
  left_out: number;
  c: number | null;
  root: TreeNode;
}

export interface TreeNode extends ValueFields {
  move: string | null;
  side: Side;
  window: Window | null;
  cut: boolean;
  skipped: string[];
  visits?: number;
  wins?: number;
  mean?: number;
  explore?: number;
  prior?: number;
  wanted?: number;
  best: boolean;
  total: number;
  children: TreeNode[];
}

export interface BranchMessage extends Numbered<"branch"> {
  tree: number;
  path: string[];
  from: number;
  total: number;
  children: TreeNode[];
}

/** The next node that was looked for: `place` (from 0) among `of`; no path where there is none. */
export interface SoughtMessage extends Numbered<"sought"> { tree: number; path: string[] | null; place: number; of: number }

export interface StepsMessage extends Numbered<"steps">, Recording {}

export type Algorithm = "minimax" | "alphabeta" | "averaging" | "mcts" | "zero";

/** A search, step by step. */
export interface Recording extends BareValue {
  spec: string;
  algorithm: Algorithm;
  search: "depth-first" | "playouts" | "guided";
  numbers: "points" | "chance";
  /** Of a board; empty in a typed tree. */
  rules: string;
  stones: string;
  /** A typed tree as the program writes it. */
  text: string | null;
  side: Side;
  c: number | null;
  best: string | null;
  nodes: number;
  playouts: number;
  complete: boolean;
  tree: RecordedNode[];
  steps: Step[];
}

export interface RecordedNode { parent: number | null; move: string | null; side: Side; ply: number }

/** A child as it stands when one is selected. */
export interface Choice { child: number; visits: number; mean: number; explore: number }

/** A move as it stands when a search that is guided by a policy chooses one. */
export interface Weighed extends Guide { move: string; child: number | null; visits: number; score: number | null }

export type Step = { node: number } & (
  | { kind: "enter"; window: Window | null }
  | { kind: "leaf" } & BareValue
  | { kind: "update"; window: Window | null; child: number } & BareValue
  | { kind: "mean"; of: number; child: number } & BareValue
  | { kind: "cut"; window: Window | null; skipped: string[] }
  | { kind: "leave"; table: boolean } & BareValue
  | { kind: "select"; choices: Choice[]; chosen: number }
  | { kind: "expand"; child: number }
  | { kind: "weigh"; choices: Weighed[]; left_out: number; chosen: string }
  | { kind: "judge"; score: number }
  | { kind: "simulate"; moves: string[]; score: number }
  | { kind: "backup"; visits: number; wins: number }
);

/** A table that learned, and what it learned from the last game. */
export interface LearnedMessage extends Numbered<"learned"> {
  method: string;
  options: string;
  rules: string;
  games: number;
  looks: { games: number; values: { move: string; value: number | null }[] }[];
  updates: TableUpdate[];
}

/** One use of the rule: `before` moves by `alpha` of the way towards `target`. */
export interface TableUpdate { stones: string; next: string | null; side: Side; alpha: number; before: number; target: number; after: number }

/** The address of the lecturer's page; null while it shows nothing. */
export interface ShownMessage extends Numbered<"shown"> { view: string | null }

/** How many pages follow the lecturer's. */
export interface FollowersMessage extends Numbered<"followers"> { count: number }

export interface ErrorMessage extends Numbered<"error"> { key: string; message: string }

// ---- The laboratory.

/** A training, as it is asked for. */
export interface Training {
  kind: "train";
  method: string;
  rules: string;
  preset: string;
  /** Those that differ from the preset: `alpha=0.2,epsilon=0.1`. */
  options: string;
  /** Games, generations or rounds in all. */
  goal: number;
  seed: number;
}

/** A match of two, or a tournament. */
export interface Contest {
  kind: "contest";
  rules: string;
  /** Agents, levels, or `model:LABEL`. */
  agents: string[];
  /** For each of them, a move. */
  limits: string;
  /** Games of each two. */
  games: number;
  /** What suits the board, when null. */
  openings: string | null;
  seed: number;
  /** `elo0=0,elo1=20` ends a match of two when it is decided. */
  sprt: string | null;
}

/** An experiment: a built-in one, or its text as somebody has changed it. */
export interface Measuring { kind: "experiment"; name: string; text: string | null; quick: boolean }

/** A built-in experiment: about how long it takes here, in seconds. */
export interface ExperimentCard { name: string; title: string; question: string; seconds: number | null; seconds_quick: number | null }

export interface ExperimentsMessage extends Numbered<"experiments"> { experiments: ExperimentCard[] }
export interface ExperimentMessage extends Numbered<"experiment"> { name: string; text: string }
/** The first mistake of a text, and its line; null when there is none. */
export interface ExaminedMessage extends Numbered<"examined"> { line: number | null; message: string | null }
/** A whole page. */
export interface ReportMessage extends Numbered<"report"> { job: number; html: string }

export interface Score { games: number; wins: number; draws: number; losses: number; points: number; score: number | null }

/** An Elo difference with its interval. */
export interface EloInterval { value: number; low: number; high: number }

/** One agent of a contest. */
export interface ContestAgent {
  name: string;
  spec: string;
  limits: string;
  all: Score;
  first: Score;
  second: Score;
  forfeits: { time: number; illegal: number; error: number };
  nodes_per_move: number | null;
  playouts_per_move: number | null;
  rating: { elo: number; low: number; high: number; log_strength: number; standard_error: number } | null;
}

/** As `kinrow tournament --json` has it; of two agents with what `kinrow match --json` adds. */
export interface ContestTable {
  kind: "contest";
  board: string;
  openings: string;
  seed: number;
  tolerance_ms: number;
  complete: boolean;
  games_asked: number;
  games: number;
  different: number;
  format: "roundrobin";
  steps: null;
  ladder: null;
  /** Why ratings needed a weak prior, in a word. */
  prior: string | null;
  agents: ContestAgent[];
  /** Agents by number, the best first. */
  standings: number[];
  cross: ((Score & { pentanomial: number[] }) | null)[][];
  elo?: EloInterval | null;
  los?: number | null;
  pentanomial?: number[];
  sprt?: { elo0: number; elo1: number; alpha: number; beta: number; llr: number; low: number; high: number; accepted: "elo0" | "elo1" | null } | null;
}

export interface GameLine { id: number; x: string; o: string; result: "x" | "o" | "draw" | "unfinished"; plies: number }

export interface TableMessage extends Numbered<"table"> { job: number; table: ContestTable }
export interface GamesMessage extends Numbered<"games"> { job: number; from: number; total: number; games: GameLine[] }
export interface GameMessage extends Numbered<"game"> { job: number; game: { rules: string; start: string | null; moves: string[] } }

export type Change = "pause" | "resume" | "stop" | "remove";

/** Of one side: all lines, those lost, and one of these. */
export interface Audit { games: number; losses: number; first_loss: string[] | null }

export interface Job {
  number: number;
  wanted: Training | Contest | Measuring;
  state: "queued" | "running" | "paused" | "done" | "stopped" | "failed";
  done: number;
  of: number;
  /** In seconds since 1970. */
  asked: number;
  spent_ms: number;
  left_ms: number | null;
  /** Why it failed, or ended early. */
  failure: string | null;
  label: string | null;
  has_model: boolean;
  /** Counts what there is to draw. */
  drawn: number;
  strength: number | null;
  lost: number | null;
  audit: [Audit, Audit] | null;
}

export interface Model { label: string; method: string; rules: string; learned: number; bytes: number; audit: [Audit, Audit] | null }

export interface JobsMessage extends Numbered<"jobs"> {
  jobs: Job[];
  models: Model[];
  bounds: { jobs: number; models: number; at_once: number; time_ms: number; megabytes: number; disk_megabytes: number };
}

export interface JobMessage extends Numbered<"job"> { job: Job }
export interface ChartMessage extends Numbered<"chart"> { jobs: number[]; svg: string }

/** A method that learns: its options as controls are made of them, and what the presets set on this board. */
export interface Method {
  name: string;
  meaning: string;
  unit: "games" | "generations" | "rounds";
  options: { name: string; kind: "whole" | "real" | "choice" | "time"; least: number | null; most: number | null; words: string[] | null }[];
  presets: Record<"best" | "published", { goal: number; options: Record<string, string | null> }>;
}

export interface MethodsMessage extends Numbered<"methods"> { rules: string; methods: Method[] }
