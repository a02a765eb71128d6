//! Who is asked for moves: the engine's threats, and the solver. Nothing they say is believed: it only decides what is tried, and the checker has the last word.

use kinrow_agent::{Limits, Moment, Stop, Thinking};
use kinrow_engine::{ThreatVerdict, Threats, find_win, knows_threats};
use kinrow_game::{Game, Outcome, Point, Position};
use kinrow_search::solve::{Solution, SolveError, Solver};

/// Positions that a search for fours may look at where there is a solver to ask as well.
const FEW: u64 = 500;

/// A question to the solver.
type Ask = fn(&mut Solver, &Position, &Limits, &mut Thinking<'_, Point>) -> Result<Solution, SolveError>;

/// Where moves come from.
pub(crate) enum Oracle<'a, 'o> {
    /// Wins by threats, each search over at most so many positions.
    Threats {
        /// Positions for each search.
        most: u64,
        /// Raised when somebody says stop.
        stop: Stop,
    },
    /// The solver that has just solved the position, so that it knows most of what it is asked.
    Solver {
        /// The solver.
        solver: &'a mut Solver,
        /// What all questions together may spend, what they have spent, and since when.
        limits: Limits,
        spent: u64,
        started: Moment,
        /// Whom it tells.
        thinking: &'a mut Thinking<'o, Point>,
    },
}

/// Why there is no answer.
pub(crate) enum Silent {
    /// A limit came first, or somebody said stop.
    Stopped,
}

impl From<SolveError> for Silent {
    fn from(_: SolveError) -> Silent {
        Silent::Stopped
    }
}

impl Oracle<'_, '_> {
    /// Whether the shortest wins are wanted, and nothing else.
    pub(crate) fn is_exact(&self) -> bool {
        matches!(self, Oracle::Solver { solver, .. } if solver.options().distance)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        match self {
            Oracle::Threats { stop, .. } => stop.is_stopped(),
            Oracle::Solver { thinking, .. } => thinking.stop.is_stopped(),
        }
    }

    /// The line of a win by fours of the side to move.
    pub(crate) fn fours(&self, position: &Position) -> Option<Vec<Point>> {
        if !knows_threats(position.rules()) || self.is_exact() {
            return None;
        }
        let (most, stop) = match self {
            Oracle::Threats { most, stop } => (*most, stop.clone()),
            Oracle::Solver { thinking, .. } => (FEW, thinking.stop.clone()),
        };
        match find_win(position, Threats::Vcf, most, &stop) {
            ThreatVerdict::Win(line) => Some(line),
            ThreatVerdict::None | ThreatVerdict::Unknown => None,
        }
    }

    /// A winning move of the side to move; `None` when it is known to have none.
    pub(crate) fn winning_move(&mut self, position: &Position) -> Result<Option<Point>, Silent> {
        if let Some(line) = self.fours(position) {
            return Ok(line.first().copied());
        }
        match self {
            Oracle::Threats { most, stop } => match find_win(position, Threats::Vct, *most, stop) {
                ThreatVerdict::Win(line) => Ok(line.first().copied()),
                ThreatVerdict::None => Ok(None),
                ThreatVerdict::Unknown => Err(Silent::Stopped),
            },
            Oracle::Solver { .. } => {
                let solution = self.solution(position, Solver::solve)?;
                Ok(solution.mv.filter(|_| solution.outcome == Outcome::Win))
            }
        }
    }

    /// Whether the side to move cannot force a win.
    pub(crate) fn is_held(&mut self, position: &Position) -> Result<bool, Silent> {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome != Outcome::Win);
        }
        Ok(self.solution(position, Solver::value)?.outcome != Outcome::Win)
    }

    /// What the solver says, on what is left of the limits.
    fn solution(&mut self, position: &Position, ask: Ask) -> Result<Solution, Silent> {
        let Oracle::Solver { solver, limits, spent, started, thinking } = self else {
            return Err(Silent::Stopped);
        };
        let left = limits.after(*spent, 0, started.elapsed()).ok_or(Silent::Stopped)?;
        let solution = ask(solver, position, &left, thinking)?;
        *spent += solution.statistics.nodes;
        Ok(solution)
    }
}
