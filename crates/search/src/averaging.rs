//! The averaged game tree: a position is worth the mean of its children, a finished game 1, a half or 0.
//!
//! This is what a position is worth against an opponent who moves at random, if one's own later moves were random too. It
//! is not minimax: a move that wins in most lines and loses in the one that matters has a fine mean. It is here as
//! the first idea many people have, and loses on purpose; `docs/searchers.md` shows where.

use kinrow_agent::{
    Action, Agent, AgentError, Budget, Decision, Event, Limits, Rated, Statistics, Stopped, Thinking, Value,
};
use kinrow_game::{Game, Outcome};

use crate::feasible::{refuse_too_large, tree_nodes};
use crate::teller::Teller;

/// Means that differ by less are equal: symmetric moves have the same children in another order, and sums in another order
/// differ in the last digits.
const ROUNDING: f64 = 1e-12;

/// An agent that plays by the averaged game tree.
#[derive(Clone, Copy, Debug)]
pub struct Averaging;

/// What one search carries along.
struct Walk<'a, 't, M> {
    budget: Budget,
    statistics: Statistics,
    teller: Teller,
    thinking: &'a mut Thinking<'t, M>,
}

impl<M: Copy> Walk<'_, '_, M> {
    /// The mean over the tree below `position`, for the side to move.
    fn mean<G: Game<Move = M>>(&mut self, position: &G, ply: u32) -> Result<f64, Stopped> {
        self.budget.spend()?;
        self.statistics.depth = self.statistics.depth.max(ply);
        if let Some(outcome) = position.outcome() {
            self.statistics.leaves += 1;
            return Ok(match outcome {
                Outcome::Win => 1.0,
                Outcome::Draw => 0.5,
                Outcome::Loss => 0.0,
            });
        }
        let (mut sum, mut children) = (0.0, 0.0);
        for mv in position.moves() {
            sum += self.child(position, mv, ply)?;
            children += 1.0;
        }
        Ok(sum / children)
    }

    /// The mean below a move, for the side that makes it.
    fn child<G: Game<Move = M>>(&mut self, position: &G, mv: M, ply: u32) -> Result<f64, Stopped> {
        let is_told = self.teller.wants(ply + 1);
        if is_told {
            self.enter(Some(mv));
        }
        let mean = self.mean(&position.play(mv), ply + 1)?;
        if is_told {
            self.leave(Value::Chance(mean));
        }
        Ok(1.0 - mean)
    }

    fn enter(&mut self, mv: Option<M>) {
        self.teller.count();
        self.thinking.observer.event(Event::Enter { mv, window: None });
    }

    fn leave(&mut self, value: Value) {
        let event = Event::Leave { value, is_cut: false, skipped: Vec::new(), visits: None };
        self.thinking.observer.event(event);
    }
}

impl<G: Game> Agent<G> for Averaging {
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        Agent::<G>::accepts(self, position, limits)?;
        let mut walk = Walk {
            budget: Budget::of_nodes(limits, &thinking.stop),
            statistics: Statistics::default(),
            teller: Teller::new(thinking.observer.tree()),
            thinking,
        };
        let mut rated: Vec<Rated<G::Move>> = Vec::new();
        let is_told = walk.teller.wants(0);
        if is_told {
            walk.enter(None);
        }
        // The root is a node too.
        let mut result = walk.budget.spend();
        for mv in position.moves() {
            if result.is_err() {
                break;
            }
            result = walk
                .child(position, mv, 0)
                .map(|mean| rated.push(Rated { mv, value: Value::Chance(mean), visits: None, guide: None }));
        }
        let chance = |rated: &Rated<G::Move>| match rated.value {
            Value::Chance(chance) => chance,
            _ => 0.0,
        };
        // The first of equals; when stopped, the best of those that were finished.
        let best = rated
            .iter()
            .copied()
            .reduce(|best, other| if chance(&other) > chance(&best) + ROUNDING { other } else { best });
        let mv = best.map(|best| best.mv).or_else(|| position.moves().next());
        let mv = mv.expect("a game that goes on has a legal move");
        if is_told && result.is_ok() {
            // The root, too, is worth the mean of its children; what is played is the best of them.
            let mean = rated.iter().map(chance).sum::<f64>() / rated.len() as f64;
            walk.leave(Value::Chance(mean));
        }
        let statistics =
            Statistics { nodes: walk.budget.spent(), time: walk.budget.elapsed(), ..walk.statistics };
        let value = match result {
            Ok(()) => best.map_or(Value::Unknown, |best| best.value),
            Err(Stopped) => Value::Unknown,
        };
        Ok(Decision { action: Action::Play(mv), value, line: vec![mv], best: Vec::new(), rated, statistics })
    }

    fn accepts(&self, position: &G, limits: &Limits) -> Result<(), AgentError> {
        let nodes = tree_nodes(position, None);
        refuse_too_large(nodes, "averaging", None, limits)
    }
}
