//! Small games, solved: where the whole rest of a game can be searched within a share of the limits, that comes first.
//!
//! The solver says what a position is worth, but of moves that keep a draw any is as good to it. Opponents make mistakes: the engine's own
//! search chooses among them.

use kinrow_agent::{Ignore, Limits, Moment, Statistics, Thinking, Value};
use kinrow_game::{Game, Outcome, Point, Position, with_board};
use kinrow_search::solve::{SolveError, SolveOptions, Solver, SolverAgent};

/// More positions than two to this are not begun.
const MOST_BITS: f64 = 20.0;

/// The solver may take this part of the limits.
const SHARE: u32 = 4;

/// A position whose value is known.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    pub(crate) value: Value,
    /// The moves that keep what the side to move has; in a lost position, all.
    pub(crate) keeping: Vec<Point>,
    /// Best play, as far as it was followed: one move at least.
    pub(crate) line: Vec<Point>,
    /// What it cost.
    pub(crate) statistics: Statistics,
}

/// What is known of a position, and what is left of the limits: `None` when nothing is.
pub(crate) fn solve(
    solver: &mut Option<Solver>,
    megabytes: u64,
    position: &Position,
    limits: &Limits,
    thinking: &Thinking<'_, Point>,
) -> (Option<Solved>, Option<Limits>) {
    // Where only the depth is limited, that limit is meant.
    if !limits.bounds_effort() || limits.depth.is_some() {
        return (None, Some(*limits));
    }
    if with_board!(position, board => SolverAgent::expected_bits(board)) > MOST_BITS {
        return (None, Some(*limits));
    }
    let solver = solver.get_or_insert_with(|| Solver::new(SolveOptions::default().in_megabytes(megabytes)));
    let share = Limits {
        nodes: limits.nodes.map(|nodes| nodes / u64::from(SHARE)),
        time: limits.time.map(|time| time / SHARE),
        ..Limits::NONE
    };
    let started = Moment::now();
    let (mut ignore, mut nodes) = (Ignore, 0);
    let mut thinking = Thinking::new(thinking.stop.clone(), &mut ignore);
    let solution = match solver.solve(position, &share, &mut thinking) {
        Ok(solution) => solution,
        Err(SolveError::Stopped { nodes, .. }) => return (None, limits.after(nodes, 0, started.elapsed())),
    };
    nodes += solution.statistics.nodes;
    let Some(best) = solution.mv else { return (None, Some(*limits)) };
    let mut keeps = |mv: &Point| {
        if *mv == best || solution.outcome == Outcome::Loss {
            return true;
        }
        let Some(left) = share.after(nodes, 0, started.elapsed()) else { return false };
        match solver.value(&position.play(*mv), &left, &mut thinking) {
            Ok(after) => {
                nodes += after.statistics.nodes;
                after.outcome.for_opponent() == solution.outcome
            }
            Err(SolveError::Stopped { nodes: spent, .. }) => {
                nodes += spent;
                false
            }
        }
    };
    let keeping = match solution.outcome {
        Outcome::Win => vec![best],
        Outcome::Draw | Outcome::Loss => position.moves().filter(&mut keeps).collect(),
    };
    let left = limits.after(nodes, 0, started.elapsed());
    let statistics = Statistics { nodes, time: started.elapsed(), ..solution.statistics };
    (Some(Solved { value: solution.value(), keeping, line: solution.line, statistics }), left)
}
