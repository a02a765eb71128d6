//! How many games of self-play a training gets through on this machine: the network is asked for a moment, and the rest is counted.

use std::sync::Arc;
use std::time::Duration;

use kinrow_agent::{Moment, Options, Seed};
use kinrow_game::{Board, Game, Position, Rules, with_board};
use rayon::prelude::*;

use crate::evaluator::{Evaluator, NetworkEvaluator, Weights};
use crate::options::Plan;

/// What learning from a position once costs beside an evaluation: there and back again.
const LEARNING: f64 = 3.0;

/// A training's pace on a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Evaluations in a second, on all cores together.
    pub evaluations_per_second: f64,
    /// Games in a second, with what is learned from them: an estimate, since nobody knows how long games will be.
    pub games_per_second: f64,
    /// Games of a round.
    pub games_of_a_round: u64,
    /// Bytes of the network with its optimiser.
    pub bytes: usize,
}

/// Asks a network that knows nothing for about `time`.
#[must_use]
pub fn pace(rules: Rules, options: &Options, time: Duration) -> Pace {
    let plan = Plan::of(options);
    let weights = Arc::new(Weights::new(rules, plan.channels, plan.blocks, Seed(1)));
    let (evaluations_per_second, plies) = with_board!(Position::new(rules), empty => {
        let boards = boards(&empty);
        (asked(&weights, &boards, time), mean_length(&empty))
    });
    let full = plan.full;
    let searched = full * f64::from(plan.search.simulations) + (1.0 - full) * f64::from(plan.fast);
    let cost = plies * (searched + full * plan.reuse * LEARNING);
    Pace {
        evaluations_per_second,
        games_per_second: evaluations_per_second / cost,
        games_of_a_round: plan.games,
        bytes: 3 * size_of::<f32>() * weights.parameters(),
    }
}

/// Evaluations in a second, on all cores together.
fn asked<const W: usize>(weights: &Arc<Weights>, boards: &[Board<W>], time: Duration) -> f64 {
    let worker = |_| {
        let mut evaluator = NetworkEvaluator::new(Arc::clone(weights));
        let (start, mut asked) = (Moment::now(), 0);
        while asked == 0 || start.elapsed() < time {
            asked += evaluator.evaluate(boards).len();
        }
        asked as f64 / start.elapsed().as_secs_f64().max(1e-9)
    };
    (0..rayon::current_num_threads()).into_par_iter().map(worker).sum()
}

/// Positions of a random game, as many as are evaluated together.
fn boards<const W: usize>(empty: &Board<W>) -> Vec<Board<W>> {
    let mut rng = Seed(1).rng();
    let mut boards = vec![*empty];
    while boards.len() < 16 {
        let last = boards[boards.len() - 1];
        let moves: Vec<_> = last.moves().collect();
        let next = last.play(*rng.pick(&moves));
        boards.push(if next.outcome().is_some() { *empty } else { next });
    }
    boards
}

/// The mean length of random games.
fn mean_length<const W: usize>(empty: &Board<W>) -> f64 {
    const GAMES: u64 = 50;
    let length = |game: u64| {
        let mut rng = Seed(1).derive("length", game).rng();
        let (mut board, mut plies) = (*empty, 0u64);
        while board.outcome().is_none() {
            let moves: Vec<_> = board.moves().collect();
            board = board.play(*rng.pick(&moves));
            plies += 1;
        }
        plies
    };
    (0..GAMES).map(length).sum::<u64>() as f64 / GAMES as f64
}
