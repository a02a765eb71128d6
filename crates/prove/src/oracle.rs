//! Who is asked for moves: the engine's threats, and the solver. Nothing they say is believed: it only decides what is tried, and the checker has the last word.

use std::cell::Cell;

use kinrow_agent::{Ignore, Limits, Moment, Statistics, Stop, Thinking};
use kinrow_engine::{ThreatQuestion, ThreatVerdict, Threats, find_win, knows_threats};
use kinrow_game::{Game, Outcome, Point, Position};
use kinrow_search::solve::{Solution, SolveError, Solver};

/// Positions that a search for fours may look at where there is a solver to ask as well.
const FEW: u64 = 500;

/// A question to the solver.
type Ask = fn(&mut Solver, &Position, &Limits, &mut Thinking<'_, Point>) -> Result<Solution, SolveError>;

/// Where moves come from.
pub(crate) enum Oracle<'a, 'o> {
    /// Wins by threats.
    Threats {
        /// Who looks for them.
        lookout: &'a Lookout,
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

/// Looks for wins by threats, and counts what that costs.
pub(crate) struct Lookout {
    /// Positions that each search may look at, and the time that all of them may take together.
    limits: Limits,
    megabytes: u64,
    started: Moment,
    spent: Cell<u64>,
    bytes: Cell<u64>,
}

impl Lookout {
    /// Begins now.
    pub(crate) fn new(limits: Limits, megabytes: u64) -> Lookout {
        Lookout { limits, megabytes, started: Moment::now(), spent: Cell::new(0), bytes: Cell::new(0) }
    }

    /// Whether the side to move wins by such threats.
    pub(crate) fn look(
        &self,
        position: &Position,
        threats: Threats,
        thinking: &mut Thinking<'_, Point>,
    ) -> ThreatVerdict {
        let Lookout { limits, megabytes, started, .. } = *self;
        let Some(limits) = limits.after(0, 0, started.elapsed()) else { return ThreatVerdict::Unknown };
        let question = ThreatQuestion { attacker: position.to_move(), threats, limits, megabytes };
        let Some(mut search) = question.about(position, thinking) else { return ThreatVerdict::Unknown };
        let verdict = search.win();
        self.spent.set(self.spent.get() + search.statistics().nodes);
        self.bytes.set(self.bytes.get().max(search.bytes()));
        verdict
    }

    /// The same, and nobody hears of it.
    fn look_quietly(&self, position: &Position, threats: Threats, stop: &Stop) -> ThreatVerdict {
        self.look(position, threats, &mut Thinking::new(stop.clone(), &mut Ignore))
    }

    /// Positions and time that all searches have taken.
    pub(crate) fn statistics(&self) -> Statistics {
        Statistics { nodes: self.spent.get(), time: self.started.elapsed(), ..Statistics::default() }
    }

    /// Bytes of the largest table.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.get()
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
        let found = match self {
            Oracle::Threats { lookout, stop } => lookout.look_quietly(position, Threats::Vcf, stop),
            Oracle::Solver { thinking, .. } => find_win(position, Threats::Vcf, FEW, &thinking.stop),
        };
        match found {
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
            Oracle::Threats { lookout, stop } => match lookout.look_quietly(position, Threats::Vct, stop) {
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
