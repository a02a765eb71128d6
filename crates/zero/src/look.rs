//! A look at what was learned: games against opponents that never change, and where the board is tiny an audit.

use std::sync::Arc;

use kinrow_agent::{Agent, Limits, Seed, Stop, ask};
use kinrow_game::{Game, Position, Side, Tally};
use kinrow_learn::{AuditLimits, audit};
use kinrow_search::Random;
use kinrow_search::mcts::{Mcts, MctsOptions};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::agent::{Zero, ZeroOptions};
use crate::evaluator::Weights;

/// How a training stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Look {
    /// Rounds so far.
    pub round: u64,
    /// Games so far.
    pub games: u64,
    /// Positions learned from so far, each counted once.
    pub positions: u64,
    /// Mean loss of the policy in the last round, above what it cannot fall below.
    pub policy_loss: f64,
    /// Mean loss of the value in the last round.
    pub value_loss: f64,
    /// Against random moves.
    pub random: Tally,
    /// Against Monte Carlo tree search with [`PLAYOUTS`] playouts.
    pub mcts: Tally,
    /// Against the network of the look before or, with a gate, against the one that plays; none in the first look.
    #[serde(default)]
    pub earlier: Option<Tally>,
    /// Elo above a network that has learned nothing, as the games between one look and the next add up.
    #[serde(default)]
    pub elo: f64,
    /// Lines lost under audit as X and as O, where the board is tiny.
    pub audit_losses: Option<[u64; 2]>,
}

/// Playouts of the opponent of every look.
pub const PLAYOUTS: u64 = 1000;

/// Games against each opponent.
const GAMES: u64 = 20;

/// Games between two networks.
const BETWEEN: u64 = 40;

/// Simulations of a move in a look.
const SIMULATIONS: u32 = 50;

/// Boards of so many points are audited.
const AUDITED: u16 = 9;

/// Games against the opponents, and the audit; with `counts` as they are in the training.
pub(crate) fn look(weights: &Arc<Weights>, seed: Seed, stop: &Stop) -> ([Tally; 2], Option<[u64; 2]>) {
    let agent = || agent(weights);
    let against = |make: &(dyn Fn(Seed) -> Box<dyn Agent<Position>> + Sync), label: &str| {
        let play = |game: u64| {
            let mut opponent = make(seed.derive(label, game));
            one_game(&mut agent(), &mut *opponent, weights, seed.derive("opening", game / 2), game)
        };
        let games: Vec<Tally> = (0..GAMES).into_par_iter().map(play).collect();
        games.into_iter().fold(Tally::default(), |sum, game| sum + game)
    };
    let random = against(&|seed| Box::new(Random::new(seed)), "random");
    let options = MctsOptions { playouts: Some(PLAYOUTS), ..MctsOptions::default() };
    let mcts = against(&|seed| Box::new(Mcts::new(options, seed)), "mcts");
    let audited = (weights.rules.cells() <= AUDITED).then(|| {
        Side::BOTH.map(|side| {
            let limits = AuditLimits { values: false, ..AuditLimits::default() };
            audit(&mut agent(), weights.rules, side, &limits, stop, &mut |_| ())
                .ok()
                .map(|found| found.losses)
        })
    });
    let audited = match audited {
        Some([Some(x), Some(o)]) => Some([x, o]),
        _ => None,
    };
    ([random, mcts], audited)
}

/// Games between two networks, as the first sees them.
pub(crate) fn between([newer, older]: [&Arc<Weights>; 2], seed: Seed) -> Tally {
    let play = |game: u64| {
        one_game(&mut agent(newer), &mut agent(older), newer, seed.derive("between", game / 2), game)
    };
    let games: Vec<Tally> = (0..BETWEEN).into_par_iter().map(play).collect();
    games.into_iter().fold(Tally::default(), |sum, game| sum + game)
}

/// The difference in Elo that a result speaks for; one drawn game is added, so that it is never without bounds.
pub(crate) fn elo(tally: &Tally) -> f64 {
    let share = (tally.points() + 0.5) / (tally.games() as f64 + 1.0);
    400.0 * (share / (1.0 - share)).log10()
}

fn agent(weights: &Arc<Weights>) -> Zero {
    let options = ZeroOptions { simulations: SIMULATIONS, ..ZeroOptions::default() };
    Zero::new(Arc::clone(weights), options, "zero".into())
}

/// A game after two random moves; each opening is played from both sides.
fn one_game(
    agent: &mut Zero,
    opponent: &mut dyn Agent<Position>,
    weights: &Weights,
    opening: Seed,
    number: u64,
) -> Tally {
    let (mut rng, side) = (opening.rng(), Side::BOTH[number as usize % 2]);
    let mut position = Position::new(weights.rules);
    let mut plies = 0;
    let mut tally = Tally::default();
    loop {
        if let Some(ending) = position.ending() {
            tally.count(ending.seen_by(side));
            return tally;
        }
        let mv = if plies < 2 {
            let moves: Vec<_> = position.moves().collect();
            Some(*rng.pick(&moves))
        } else {
            let mover: &mut dyn Agent<Position> =
                if position.to_move() == side { agent } else { &mut *opponent };
            ask(mover, &position, &Limits::NONE).ok().and_then(|decision| decision.mv())
        };
        // Neither of them fails on a board it was made for.
        let Some(mv) = mv else { return tally };
        position = position.play(mv);
        plies += 1;
    }
}
