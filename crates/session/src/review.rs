//! A game gone over move by move. Where the solver knows the truth in a moment it says what was thrown away; elsewhere a
//! short search gives an opinion, and nothing is called a blunder.

use std::time::Duration;

use kinrow_agent::{AgentError, Ignore, Limits, Proven, Seed, Stop, Thinking, Value};
use kinrow_game::{Game, Outcome, Point, Position};
use kinrow_search::solve::{SolveOptions, Solver};

use kinrow_agent::AnyAgent;
use kinrow_players::{catalogue, suits};

/// What a position was worth, and what the move made there did.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Its value for the side to move.
    pub value: Value,
    /// Moves that keep it, where that is proven.
    pub best: Vec<Point>,
    /// Whether the move made threw away half a point or more, proven.
    pub is_blunder: bool,
}

/// Goes over a game.
pub struct Reviewer {
    solver: Solver,
    adviser: AnyAgent,
}

/// What the solver may spend on a position of a board that it solves, and of one where it may be lucky.
const SOLVED: Limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::NONE };
const TRIED: Limits = Limits { nodes: Some(20_000), time: Some(Duration::from_millis(200)), ..Limits::NONE };
/// What an opinion may cost.
const OPINION: Limits =
    Limits { nodes: Some(100_000), time: Some(Duration::from_millis(300)), ..Limits::NONE };

impl Reviewer {
    /// A reviewer of games on the board of `position`, whose tables take at most so much memory.
    ///
    /// # Panics
    /// When the catalogue's default agent cannot be built, which a test excludes.
    #[must_use]
    pub fn new(position: &Position, megabytes: u64) -> Reviewer {
        let spec = suits::default_spec(position.rules());
        let adviser = catalogue::build(&spec, Seed(1)).expect("the default agent needs nothing");
        Reviewer {
            solver: Solver::new(SolveOptions { distance: true, megabytes, ..SolveOptions::default() }),
            adviser,
        }
    }

    /// Judges a position, and the move that was made there.
    ///
    /// # Errors
    /// When the search for an opinion fails.
    pub fn judge(
        &mut self,
        position: &Position,
        made: Option<Point>,
        stop: &Stop,
    ) -> Result<Judgement, AgentError> {
        let mut ignore = Ignore;
        if let Some(outcome) = position.outcome() {
            let plies = (outcome != Outcome::Draw).then_some(0);
            let value = Value::Proven(Proven { outcome, plies });
            return Ok(Judgement { value, best: Vec::new(), is_blunder: false });
        }
        let is_solved = suits::is_quickly_solved(position);
        let limits = if is_solved { SOLVED } else { TRIED };
        let Some(proven) = self.solve(position, &limits, stop) else {
            let mut thinking = Thinking::new(stop.clone(), &mut ignore);
            let value = self.adviser.choose(position, &OPINION, &mut thinking)?.value;
            return Ok(Judgement { value, best: Vec::new(), is_blunder: false });
        };
        let mut after = |point: Point| {
            let answer = self.solve(&position.play(point), &limits, stop)?;
            Some(answer.outcome.for_opponent())
        };
        let is_blunder = made.and_then(&mut after).is_some_and(|outcome| outcome < proven.outcome);
        let mut best = Vec::new();
        if is_solved {
            best = position.moves().filter(|&point| after(point) == Some(proven.outcome)).collect();
        }
        Ok(Judgement { value: Value::Proven(proven), best, is_blunder })
    }

    fn solve(&mut self, position: &Position, limits: &Limits, stop: &Stop) -> Option<Proven> {
        let mut ignore = Ignore;
        let mut thinking = Thinking::new(stop.clone(), &mut ignore);
        let solver = &mut self.solver;
        let solution = solver.value(position, limits, &mut thinking);
        solution.ok().map(|solution| Proven { outcome: solution.outcome, plies: solution.plies })
    }
}
