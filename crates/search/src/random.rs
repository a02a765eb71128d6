//! A uniformly random legal move: the opponent that everything should beat.

use kinrow_agent::{Agent, AgentError, Decision, Limits, Rng, Seed, Statistics, Thinking};
use kinrow_game::Game;

/// An agent that moves at random. Each game starts the same stream anew, so that a game can be repeated alone: for other
/// games give other seeds.
#[derive(Clone, Debug)]
pub struct Random {
    seed: Seed,
    rng: Rng,
}

impl Random {
    /// Moves are drawn from `seed`.
    #[must_use]
    pub fn new(seed: Seed) -> Random {
        Random { seed, rng: seed.rng() }
    }
}

impl<G: Game> Agent<G> for Random {
    fn choose(
        &mut self,
        position: &G,
        _: &Limits,
        _: &mut Thinking<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let moves: Vec<G::Move> = position.moves().collect();
        let statistics = Statistics { nodes: 1, ..Statistics::default() };
        Ok(Decision { statistics, ..Decision::of(*self.rng.pick(&moves)) })
    }

    fn choices(
        &mut self,
        position: &G,
        _: &Limits,
        _: &mut Thinking<'_, G::Move>,
    ) -> Result<Vec<G::Move>, AgentError> {
        Ok(position.moves().collect())
    }

    fn new_game(&mut self) {
        self.rng = self.seed.rng();
    }
}
