//! Whether a search can end: a bound on the nodes it may have to look at, before it starts.
//!
//! Bounds are kept as powers of ten: the tree of 15x15x5 has about 10 to the 433rd nodes, more than a float holds.

use kinrow_agent::{AgentError, Limits};
use kinrow_game::Game;

/// More nodes than 2 * 10^10 are a matter of hours or ages, not of patience.
const MOST: f64 = 10.3;

/// An upper bound on the nodes of the game tree below `position`, to a depth, as a power of ten: each move leaves one move
/// fewer, and no position has more moves than this one.
pub(crate) fn tree_nodes<G: Game>(position: &G, depth: Option<u32>) -> f64 {
    let moves_now = position.moves().count() as u32;
    let left = position.moves_left();
    let mut level: f64 = 0.0;
    let mut nodes: f64 = 0.0;
    for ply in 0..depth.unwrap_or(u32::MAX).min(left) {
        level += f64::from(moves_now.min(left - ply).max(1)).log10();
        // The sum of two powers, without leaving the logarithm.
        nodes = level.max(nodes) + (1.0 + 10f64.powf(-(level - nodes).abs())).log10();
    }
    nodes
}

/// Refuses a search of too many nodes (a power of ten), unless a count or a clock ends it anyway. `option` is what would
/// make it smaller.
pub(crate) fn refuse_too_large(
    nodes: f64,
    agent: &str,
    option: Option<&str>,
    limits: &Limits,
) -> Result<(), AgentError> {
    if nodes <= MOST || limits.bounds_effort() {
        return Ok(());
    }
    let (agent, nodes) = (agent.to_string(), format!("10^{nodes:.0}"));
    Err(match option {
        Some(option) => AgentError::TooLarge { agent, nodes, option: option.into() },
        None => AgentError::TooLargeAlways { agent, nodes },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_game::Board;

    #[test]
    fn bounds_are_bounds() {
        // 1 + 4 + 12 + 24 + 24; the game ends before the last ply, so its 41 nodes are fewer.
        let nodes = tree_nodes(&Board::<1>::new("2x2x2".parse().unwrap()), None);
        assert!((nodes - 65f64.log10()).abs() < 1e-9);
        let nodes = tree_nodes(&Board::<1>::new("7x6x4:drop".parse().unwrap()), Some(2));
        assert!((nodes - 57f64.log10()).abs() < 1e-9);
        let nodes = tree_nodes(&Board::<4>::new("15x15x5".parse().unwrap()), None);
        assert!((432.0..435.0).contains(&nodes), "{nodes}");
    }
}
