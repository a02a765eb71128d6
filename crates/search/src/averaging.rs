//! The averaged game tree: a position is worth the mean of its children, a finished game 1, a half or 0.
//!
//! This is what a position is worth against an opponent who moves at random, if one's own later moves were random too. It
//! is not minimax: a move that wins in most lines and loses in the one that matters has a fine mean. It is here as
//! the first idea many people have, and loses on purpose; `docs/searchers.md` shows where.

use kinrow_agent::{
    Action, Agent, AgentError, Budget, Decision, Limits, Rated, Statistics, Stopped, Thinking, Value,
};
use kinrow_game::{Game, Outcome};

use crate::feasible::{refuse_too_large, tree_nodes};

/// An agent that plays by the averaged game tree.
#[derive(Clone, Copy, Debug)]
pub struct Averaging;

/// The mean over the tree below `position`, for the side to move.
fn mean<G: Game>(
    position: &G,
    ply: u32,
    budget: &mut Budget,
    statistics: &mut Statistics,
) -> Result<f64, Stopped> {
    budget.spend()?;
    statistics.depth = statistics.depth.max(ply);
    if let Some(outcome) = position.outcome() {
        statistics.leaves += 1;
        return Ok(match outcome {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Loss => 0.0,
        });
    }
    let (mut sum, mut children) = (0.0, 0.0);
    for mv in position.moves() {
        sum += 1.0 - mean(&position.play(mv), ply + 1, budget, statistics)?;
        children += 1.0;
    }
    Ok(sum / children)
}

impl<G: Game> Agent<G> for Averaging {
    fn spec(&self) -> String {
        "averaging".into()
    }

    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        Agent::<G>::accepts(self, position, limits)?;
        let mut budget = Budget::of_nodes(limits, &thinking.stop);
        let mut statistics = Statistics::default();
        let mut rated: Vec<Rated<G::Move>> = Vec::new();
        // The root is a node too.
        let mut result = budget.spend();
        for mv in position.moves() {
            if result.is_err() {
                break;
            }
            result = mean(&position.play(mv), 1, &mut budget, &mut statistics)
                .map(|mean| rated.push(Rated { mv, value: Value::Chance(1.0 - mean), visits: None }));
        }
        let chance = |rated: &Rated<G::Move>| match rated.value {
            Value::Chance(chance) => chance,
            _ => 0.0,
        };
        // The first of equals; when stopped, the best of those that were finished.
        let best = rated
            .iter()
            .copied()
            .reduce(|best, other| if chance(&other) > chance(&best) { other } else { best });
        let mv = best.map(|best| best.mv).or_else(|| position.moves().next());
        let mv = mv.expect("a game that goes on has a legal move");
        statistics.nodes = budget.spent();
        statistics.time = budget.elapsed();
        let value = match result {
            Ok(()) => best.map_or(Value::Unknown, |best| best.value),
            Err(Stopped) => Value::Unknown,
        };
        Ok(Decision { action: Action::Play(mv), value, line: vec![mv], rated, statistics })
    }

    fn accepts(&self, position: &G, limits: &Limits) -> Result<(), AgentError> {
        let nodes = tree_nodes(position, None);
        refuse_too_large(nodes, "averaging", None, limits)
    }
}
