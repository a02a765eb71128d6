//! The exact value of a position: who wins when both sides play their best, with a move and a line that show it.
//!
//! A position is solved by searching to the end of the game, in the manner in which Allis (1994) and Uiterwijk and van den
//! Herik (2000) solved boards of this family. Nothing is looked up from outside. What makes it quick is one file each:
//!
//! - `threats`: win now, else block; two to block is lost;
//! - `bounds`, `pairing` and `mixed`: proofs that an attack is hopeless, so that draws need not be played out;
//! - `weak` and `avoiding`: the attack in a simpler game, which mostly fails already there when it fails at all;
//! - `glance`: which of the defender's moves are worth a look before anything is searched;
//! - `domination`, `stealing` and `mirroring`: moves and questions that need no search;
//! - `deepen` and `search`: each side's attack is asked about alone, within few plies first;
//! - `proofs` and `keys`: what is proven is remembered for a position and its mirror images; `save`: in a file, too;
//! - `team`, `helpers`, `busy` and `shared`: several threads that share what is proven;
//! - `state`, `rows` and `lines`: the position and its rows, kept up to date move by move.
//!
//! ```
//! use kinrow_agent::{Ignore, Limits, Stop, Thinking};
//! use kinrow_game::{Outcome, Position};
//! use kinrow_search::solve::{SolveOptions, Solver};
//!
//! let mut solver = Solver::new(SolveOptions { distance: true, ..SolveOptions::default() });
//! let position = Position::new("4x3x3".parse()?);
//! let mut ignore = Ignore;
//! let solution = solver.solve(&position, &Limits::NONE, &mut Thinking::new(Stop::new(), &mut ignore))?;
//! assert_eq!((solution.outcome, solution.plies), (Outcome::Win, Some(7)));
//! assert_eq!(solution.line.len(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agent;
mod answer;
mod avoiding;
mod bounds;
mod busy;
mod deepen;
mod domination;
mod drop;
mod glance;
mod helpers;
mod keys;
mod line;
mod lines;
mod mirroring;
mod mixed;
mod order;
mod pairing;
mod proofs;
mod pulse;
mod rows;
mod save;
mod search;
mod shared;
mod state;
mod stealing;
mod team;
#[cfg(test)]
mod tests;
mod threats;
mod weak;

use kinrow_agent::{
    Event, Limits, OptionSpec, Options, Proven, Report, SWITCH, Statistics, Thinking, Value, switch,
};
use kinrow_game::{Board, Game, Outcome, Point, Position, Rules, excerpt, with_board};

pub use agent::SolverAgent;
pub use drop::book;
pub use save::{MOST_SAVED_MEGABYTES, SaveError};

use book::Books;
use deepen::FailsWithin;
use drop::{DropSolver, Wanted};
use pulse::Pulse;
use search::Search;
use shared::SharedTable;
use state::State;
use team::Team;

/// What a solver is asked for, and what it may take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SolveOptions {
    /// Whether to find the exact number of plies: the shortest win, the longest resistance.
    pub distance: bool,
    /// The largest table, in megabytes. It is taken as it fills; while it doubles, half as much again is in use.
    pub megabytes: u64,
    /// How many threads search at the same time.
    pub threads: usize,
}

impl SolveOptions {
    const DEFAULT: SolveOptions = SolveOptions { distance: false, megabytes: 256, threads: 1 };

    /// The options by name.
    pub const DECLARED: &'static [OptionSpec] = &[
        OptionSpec::new("distance", SWITCH, Some(switch(Self::DEFAULT.distance))),
        OptionSpec::new("book", SWITCH, Some(switch(false))),
    ];

    /// The same, with a table of at most so many megabytes.
    #[must_use]
    pub fn in_megabytes(self, most: u64) -> SolveOptions {
        SolveOptions { megabytes: self.megabytes.min(most), ..self }
    }
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        Self::DEFAULT
    }
}

impl From<&Options> for SolveOptions {
    /// From options by name.
    fn from(given: &Options) -> Self {
        SolveOptions { distance: given.is_on("distance"), ..Self::DEFAULT }
    }
}

/// A solved position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// How the game ends under best play, for the side to move.
    pub outcome: Outcome,
    /// Plies until then, when the distance was asked for; a draw has none.
    pub plies: Option<u32>,
    /// A move that keeps the outcome; `None` when the game is over.
    pub mv: Option<Point>,
    /// Best play, that move first: to the end of the game, unless a limit cut it short, or to that of the book.
    pub line: Vec<Point>,
    /// Whether the value was looked up in a book.
    pub is_from_book: bool,
    /// What it cost.
    pub statistics: Statistics,
}

impl Solution {
    /// The outcome as a value.
    #[must_use]
    pub fn value(&self) -> Value {
        Value::Proven(Proven { outcome: self.outcome, plies: self.plies })
    }
}

kinrow_game::sentences! {
    /// Why a position was not solved.
    pub enum SolveError {
        /// A limit was reached, or someone said stop.
        Stopped { nodes: u64, win: u32, loss: u32 } = "solve-stopped" =>
            "not solved: the side to move has no forced win up to move {win}, its opponent none up to move {loss} (positions looked at: {nodes})",
    }
}

/// Solves positions. What was proven of one is remembered for the next of the same game.
#[derive(Debug)]
pub struct Solver {
    options: SolveOptions,
    table: SharedTable,
    /// What is proven of the weak game.
    weak_table: SharedTable,
    drop: DropSolver,
    books: Books,
    rules: Option<Rules>,
    /// The key of the last position, and how far its solve has come.
    last: Option<(u128, FailsWithin)>,
}

impl Solver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(options: SolveOptions) -> Solver {
        Solver {
            options,
            // Tables have sizes of powers of two: three quarters of the memory are used at most.
            table: SharedTable::new(options.megabytes / 2, options.threads),
            weak_table: SharedTable::new(options.megabytes / 4, options.threads),
            drop: DropSolver::new(options.megabytes),
            books: Books::None,
            rules: None,
            last: None,
        }
    }

    /// The same, with books of openings, which it does not use otherwise.
    #[must_use]
    pub fn with_books(self, books: Books) -> Solver {
        Solver { books, ..self }
    }

    /// What it was made with.
    #[must_use]
    pub fn options(&self) -> SolveOptions {
        self.options
    }

    /// Bytes of the tables as they are now.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.weak_table.bytes() + self.drop.bytes()
    }

    /// Forgets what was proven.
    pub fn clear(&mut self) {
        self.table.clear();
        self.weak_table.clear();
        self.drop.clear();
        self.last = None;
    }

    /// What was proven on the way to the value of `position`, for [`Solver::resume`]: at most [`MOST_SAVED_MEGABYTES`].
    ///
    /// # Errors
    /// Where stones fall.
    pub fn save(&self, position: &Position) -> Result<Vec<u8>, SaveError> {
        is_saved(position)?;
        let key = with_board!(position, board => State::new(board).key());
        let fails_within = self.last.filter(|&(last, _)| last == key).unwrap_or_default().1;
        Ok(save::write(position, fails_within.0, [&self.table, &self.weak_table]))
    }

    /// Begins with what [`Solver::save`] gave for the same position.
    ///
    /// # Errors
    /// When these bytes are something else.
    pub fn resume(&mut self, position: &Position, bytes: &[u8]) -> Result<(), SaveError> {
        is_saved(position)?;
        let saved = save::read(bytes)?;
        let given = position.to_string();
        if saved.position != given {
            return Err(SaveError::OtherPosition { saved: excerpt(&saved.position), given });
        }
        self.clear();
        self.rules = Some(position.rules());
        self.table.restore(saved.entries[0]);
        self.weak_table.restore(saved.entries[1]);
        let key = with_board!(position, board => State::new(board).key());
        self.last = Some((key, FailsWithin(saved.fails_within)));
        Ok(())
    }

    /// The value of `position` with a best move and a best line. They do not depend on the size of the table, or on what
    /// is in it. (Of the limits, nodes and time are kept; a solve has no depth.)
    ///
    /// # Errors
    /// When a limit is reached or someone says stop before the value and a move are known.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Solution, SolveError> {
        with_board!(position, board => self.solve_board(board, limits, thinking))
    }

    /// The value alone: no move, no line.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn value(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Solution, SolveError> {
        with_board!(position, board => self.run(board, limits, thinking, false))
    }

    /// What [`Solver::solve`] does, on a board of one width. It is not for other crates, which would each compile it again.
    fn solve_board<const W: usize>(
        &mut self,
        board: &Board<W>,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Solution, SolveError> {
        let solution = self.run(board, limits, thinking, true)?;
        let report = Report {
            value: solution.value(),
            line: &solution.line,
            best: &[],
            statistics: solution.statistics,
        };
        thinking.observer.event(Event::Report(report));
        Ok(solution)
    }

    fn run<const W: usize>(
        &mut self,
        board: &Board<W>,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
        wants_line: bool,
    ) -> Result<Solution, SolveError> {
        if self.rules.replace(board.rules()) != Some(board.rules()) {
            self.clear();
        }
        if let Some(outcome) = board.outcome() {
            let plies = (self.options.distance && outcome != Outcome::Draw).then_some(0);
            let statistics = Statistics::default();
            return Ok(Solution {
                outcome,
                plies,
                mv: None,
                line: Vec::new(),
                is_from_book: false,
                statistics,
            });
        }
        if drop::suits(board.rules()) {
            let book = self.books.get(board.rules());
            let wanted = Wanted { options: self.options, book: book.as_deref(), has_line: wants_line };
            return self.drop.solve(board, wanted, limits, thinking);
        }
        let is_exact = self.options.distance;
        let team = Team::new(self.options.threads, limits, &thinking.stop);
        let pulse = Pulse::new(team.limits(), thinking);
        let tables = [&self.table, &self.weak_table];
        let mut search = Search::new(*board, State::new(board), tables, pulse, team);
        let key = search.state.key();
        let mut fails_within = self.last.filter(|&(last, _)| last == key).unwrap_or_default().1;
        let mut line = Vec::new();
        let result = search.worth(is_exact, &mut fails_within).and_then(|worth| {
            let line_result =
                if wants_line { search.line(board, worth, is_exact, &mut line) } else { Ok(()) };
            // A line cut short is still a line.
            if line.is_empty() { line_result.map(|()| worth) } else { Ok(worth) }
        });
        let statistics = search.statistics();
        self.last = Some((key, fails_within));
        let Ok(worth) = result else {
            let [win, loss] = fails_within.0.map(|plies| plies.min(board.moves_left()));
            return Err(SolveError::Stopped { nodes: statistics.nodes, win, loss });
        };
        Ok(Solution {
            outcome: worth.outcome(),
            plies: worth.plies().filter(|_| is_exact),
            mv: line.first().copied(),
            line,
            is_from_book: false,
            statistics,
        })
    }
}

/// Whether a solve of this position can be saved.
fn is_saved(position: &Position) -> Result<(), SaveError> {
    if drop::suits(position.rules()) { Err(SaveError::Drop {}) } else { Ok(()) }
}
