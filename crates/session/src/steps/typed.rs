//! Searches of a tree that somebody typed in: the same searchers, on a game whose rules are the tree.

use kinrow_agent::{Agent, Limits, Stop};
use kinrow_game::{Game, Tree};
use kinrow_players::AgentSpec;
use kinrow_players::catalogue::{Algorithm, Shows};
use kinrow_search::{AlphaBeta, Averaging, Minimax};

use super::{Asked, DepthFirst, Reader, Recording, ShowError, StepsError, watch};

/// Searches `tree` as `spec` says, and keeps up to `most` steps.
///
/// # Errors
/// When this agent does not search such trees, or there is nothing to search.
pub fn record_tree(
    spec: &AgentSpec,
    tree: &Tree,
    limits: &Limits,
    most: usize,
    stop: &Stop,
) -> Result<Recording<Tree>, StepsError> {
    let given = spec.to_string();
    let Shows { steps: Some(algorithm), values: Some(numbers), .. } = spec.kind().shows else {
        return Err(StepsError::Show(ShowError::Tree { given }));
    };
    let options = spec.options();
    let mut agent: Box<dyn Agent<Tree>> = match algorithm {
        Algorithm::Minimax => Box::new(Minimax::new(options.into(), given)),
        Algorithm::AlphaBeta => Box::new(AlphaBeta::<usize>::new(options.into(), given)),
        // It knows nothing but results.
        Algorithm::Averaging if !tree.has_points() => Box::new(Averaging),
        Algorithm::Averaging | Algorithm::Mcts | Algorithm::Zero => {
            return Err(StepsError::Show(ShowError::Tree { given }));
        }
    };
    if tree.outcome().is_some() {
        return Err(StepsError::Show(ShowError::Over {}));
    }
    agent.accepts(tree, limits)?;
    let reader = Reader::DepthFirst(DepthFirst::new(algorithm, tree, options.whole("depth")));
    let asked = Asked { spec, algorithm, numbers, c: None, most };
    watch(&mut *agent, tree, limits, asked, reader, stop)
}
