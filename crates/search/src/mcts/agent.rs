//! The player: limits, the loop of playouts, and what is told meanwhile.

use std::fmt::Debug;
use std::time::Duration;

use kinrow_agent::{Agent, AgentError, Budget, Decision, Limits, Thinking};

use super::{Mcts, Tactics};

/// Time between reports, and playouts between looks at the clock. The clock decides when to tell, never what to play.
const REPORT_EVERY: Duration = Duration::from_millis(100);
const LOOK_EVERY: u64 = 64;

impl<M: Copy + PartialEq + Debug + Send, G: Tactics<Move = M>> Agent<G> for Mcts<M> {
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        thinking: &mut Thinking<'_, M>,
    ) -> Result<Decision<M>, AgentError> {
        if position.outcome().is_some() {
            return Err(AgentError::CannotPlay { agent: "mcts".into(), why: "the game is over".into() });
        }
        self.set_root(position);
        let limits = self.countable(self.options.within(limits));
        self.tree.reserve(limits.playouts.unwrap_or(0).min(self.options.nodes as u64));
        self.deepest = 0;
        self.most_depth = limits.depth.map_or(usize::MAX, |depth| depth.max(1) as usize);
        let mut budget = Budget::of_playouts(&limits, &thinking.stop);
        let mut next_report = REPORT_EVERY;
        let is_watched = thinking.observer.tree().is_some();
        while self.tree.proof(self.tree.root).is_none() && budget.spend().is_ok() {
            self.playout(position, is_watched.then_some(&mut *thinking.observer));
            if budget.spent().is_multiple_of(LOOK_EVERY) && budget.elapsed() >= next_report {
                self.report(&budget, thinking.observer);
                next_report = budget.elapsed() + REPORT_EVERY;
            }
        }
        self.played += budget.spent();
        self.report(&budget, thinking.observer);
        if let Some(limits) = thinking.observer.tree() {
            self.show_tree(limits, thinking.observer);
        }
        Ok(self.decide(position, &budget))
    }

    /// Forgets the tree and begins the seed's numbers anew, so that a game can be played again move for move; unless what
    /// was learned is to be kept from game to game.
    fn new_game(&mut self) {
        if self.options.keep {
            return;
        }
        self.forget();
        self.rng = self.seed.rng();
    }
}

impl<M: Copy> Mcts<M> {
    /// Visits, and half points, are counted in 32 bits: some 2,000 million playouts a tree.
    fn countable(&self, limits: Limits) -> Limits {
        let most = Self::MOST_PLAYOUTS - self.played;
        Limits { playouts: Some(limits.playouts.map_or(most, |playouts| playouts.min(most))), ..limits }
    }
}
