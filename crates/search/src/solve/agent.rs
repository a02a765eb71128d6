//! The solver as a player: perfect where the game is small enough, a guess where its limits end first.

use kinrow_agent::{
    Action, Agent, AgentError, Decision, Limits, Moment, Proven, Rated, RatedMoves, Statistics, Thinking,
    Value,
};
use kinrow_game::{Board, Game, Point, Side};

use super::answer::EVER;
use super::book::Books;
use super::order::Order;
use super::state::State;
use super::threats::Outlook;
use super::{Solution, SolveError, SolveOptions, Solver};
use super::{bounds, drop};

/// A game of more positions than this is not begun without a limit: some minutes of work.
const MOST_BITS: f64 = 28.0;

/// Plays what [`Solver`] proves.
#[derive(Debug)]
pub struct SolverAgent {
    solver: Solver,
    spec: String,
}

impl SolverAgent {
    /// A player that solves every position it is shown, and the spec that names its options.
    #[must_use]
    pub fn new(options: SolveOptions, spec: String) -> SolverAgent {
        SolverAgent { solver: Solver::new(options), spec }
    }

    /// The same, with books of openings.
    #[must_use]
    pub fn with_books(self, books: Books) -> SolverAgent {
        SolverAgent { solver: self.solver.with_books(books), ..self }
    }

    /// How large a solve from here is expected to be, as a power of two of positions.
    ///
    /// Measured, not derived: on boards of 20 to 42 points the logarithm grew by about three quarters for each empty point,
    /// by about one where fewer bounds are known, and by less than two thirds where stones fall.
    #[must_use]
    pub fn expected_bits<const W: usize>(board: &Board<W>) -> f64 {
        let rules = board.rules();
        if board.outcome().is_some() {
            return 0.0;
        }
        let state = State::new(board);
        if Side::BOTH.iter().all(|&side| bounds::fails_within(&state, side) == EVER) {
            return 0.0;
        }
        let has_few_bounds = rules.line().has_forbidden_points() || (rules.is_misere() && !rules.is_drop());
        let bits_per_point = match (has_few_bounds, drop::suits(rules)) {
            (true, _) => 1.0,
            (false, true) => 0.65,
            (false, false) => 0.75,
        };
        f64::from(state.empties()) * bits_per_point
    }

    /// A sensible move where nothing is proven: win, else block, else the most promising move not known to lose.
    fn guess<const W: usize>(&self, board: &Board<W>) -> Option<Point> {
        let mut state = State::new(board);
        let Outlook::Open(moves) = state.outlook() else {
            return state.decided_move().map(|index| Point::from_index(index as u16));
        };
        let mover = state.to_move();
        let mut list = Vec::new();
        Order::new(64 * W).list(&state, mover, moves, &mut list);
        let unknown = list.iter().position(|&(_, index)| {
            if drop::suits(board.rules()) {
                return !self.solver.drop.is_won(&board.play(Point::from_index(index)));
            }
            state.play(index.into());
            let known = self.solver.table.get(state.key());
            state.take_back(index.into());
            !known.is_won(mover.opponent())
        });
        list.get(unknown.unwrap_or(0)).map(|&(_, index)| Point::from_index(index))
    }
}

impl Default for SolverAgent {
    fn default() -> SolverAgent {
        SolverAgent::new(SolveOptions::default(), "solve".into())
    }
}

impl<const W: usize> Agent<Board<W>> for SolverAgent {
    fn choose(
        &mut self,
        board: &Board<W>,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        let started = Moment::now();
        let solved = self.solver.solve_board(board, limits, thinking);
        let mv = match &solved {
            Ok(solution) => solution.mv,
            Err(_) => self.guess(board),
        };
        let Some(mv) = mv else {
            return Err(AgentError::CannotPlay { agent: "solve".into(), why: "the game is over".into() });
        };
        Ok(match solved {
            Ok(solution) => Decision {
                action: Action::Play(mv),
                value: solution.value(),
                rated: vec![Rated { mv, value: solution.value(), visits: None, guide: None }],
                line: solution.line,
                best: Vec::new(),
                statistics: solution.statistics,
            },
            Err(SolveError::Stopped { nodes, .. }) => {
                let statistics = Statistics { nodes, time: started.elapsed(), ..Statistics::default() };
                Decision { statistics, ..Decision::of(mv) }
            }
        })
    }

    fn accepts(&self, board: &Board<W>, limits: &Limits) -> Result<(), AgentError> {
        let bits = SolverAgent::expected_bits(board);
        if limits.bounds_effort() || bits <= MOST_BITS {
            return Ok(());
        }
        Err(AgentError::TooLargeAlways {
            agent: self.spec.clone(),
            nodes: format!("10^{:.0}", bits * std::f64::consts::LOG10_2),
        })
    }

    /// Solves every move, on the limits of one decision; those not reached within them are unknown.
    fn rate(
        &mut self,
        board: &Board<W>,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<RatedMoves<Point>, AgentError> {
        let mut statistics = Statistics::default();
        let started = Moment::now();
        let mut rate = |mv| {
            let left = limits.after(statistics.nodes, 0, started.elapsed());
            let solved = left.map(|left| self.solver.run(&board.play(mv), &left, thinking, false));
            let value = match solved {
                Some(Ok(solution)) => {
                    statistics.nodes += solution.statistics.nodes;
                    statistics.table_hits += solution.statistics.table_hits;
                    one_earlier(&solution)
                }
                Some(Err(SolveError::Stopped { nodes, .. })) => {
                    statistics.nodes += nodes;
                    Value::Unknown
                }
                None => Value::Unknown,
            };
            Rated { mv, value, visits: None, guide: None }
        };
        let rated = board.moves().map(&mut rate).collect();
        Ok(RatedMoves { rated, statistics: Statistics { time: started.elapsed(), ..statistics } })
    }

    fn rates_apart(&self) -> bool {
        true
    }

    fn new_game(&mut self) {
        self.solver.clear();
    }
}

/// A move's value for the side that makes it, from the solution of the position it leads to.
fn one_earlier(solution: &Solution) -> Value {
    Value::Proven(Proven {
        outcome: solution.outcome.for_opponent(),
        plies: solution.plies.map(|plies| plies + 1),
    })
}
