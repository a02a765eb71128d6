//! Whether a search can finish: a bound on the nodes it may have to look at, before it starts.
//!
//! Bounds are kept as powers of ten: the tree of 15x15x5 has about 10 to the 433rd nodes, more than a float holds.

use kinrow_agent::{AgentError, Limits};
use kinrow_game::Game;

use crate::knowledge::Knowledge;

/// More nodes than 2 * 10^10 are a matter of hours or ages, not of patience.
const MOST: f64 = 10.3;

/// An upper bound on the nodes of the game tree below `position`, to a depth, as a power of ten: each move leaves one move
/// fewer, and no position has more moves than this one.
pub(crate) fn tree_nodes<G: Game>(position: &G, depth: Option<u32>) -> f64 {
    nodes(position, depth, |_| u32::MAX)
}

/// The same where only moves [near](Knowledge::near) to a stone are looked at.
pub(crate) fn near_nodes<G: Knowledge>(position: &G, distance: u8, depth: Option<u32>) -> f64 {
    nodes(position, depth, |ply| position.most_near(distance, ply))
}

/// Where `most` moves at the most are looked at, by the number of moves made since.
fn nodes<G: Game>(position: &G, depth: Option<u32>, most: impl Fn(u32) -> u32) -> f64 {
    let moves_now = position.moves().count() as u32;
    let left = position.moves_left();
    let mut level: f64 = 0.0;
    let mut nodes: f64 = 0.0;
    for ply in 0..depth.unwrap_or(u32::MAX).min(left) {
        level += f64::from(moves_now.min(left - ply).min(most(ply)).max(1)).log10();
        // The sum of two powers, without leaving the logarithm.
        nodes = level.max(nodes) + (1.0 + 10f64.powf(-(level - nodes).abs())).log10();
    }
    position.most_positions().map_or(nodes, |most| nodes.min((most as f64).log10()))
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
    use kinrow_game::notation::play_moves;

    /// Nodes of the tree of moves near to a stone, one by one.
    fn count_near<G: Knowledge>(position: &G, distance: u8, depth: u32) -> u64 {
        if depth == 0 || position.outcome().is_some() {
            return 1;
        }
        let below = |mv| count_near(&position.play(mv), distance, depth - 1);
        1 + position.near(distance).map(below).sum::<u64>()
    }

    #[test]
    fn bounds_of_near_moves_are_bounds_and_not_far_off() {
        for (text, moves) in [
            ("15x15x5", ""),
            ("15x15x5", "h8 a1 o15 a15"),
            ("15x15x5:renju", "h8 h9 j8 j9 i10"),
            ("6x6x4", "a1 f6"),
            ("3x3x3", ""),
            ("7x6x4:drop", "d d d d d d"),
            ("9x2x4:misere", "a1"),
        ] {
            let (board, _) = play_moves(&Board::<4>::new(text.parse().unwrap()), moves).unwrap();
            for (distance, deepest) in [(1, 5), (2, 3)] {
                for depth in 0..=deepest {
                    let counted = (count_near(&board, distance, depth) as f64).log10();
                    let bound = near_nodes(&board, distance, Some(depth));
                    assert!(
                        counted <= bound + 1e-9,
                        "{text} {moves} {distance} {depth}: {counted} > {bound}"
                    );
                    assert!(bound <= tree_nodes(&board, Some(depth)) + 1e-9);
                    // Less than one wrong digit for each ply.
                    assert!(
                        bound - counted <= 0.5 * f64::from(depth),
                        "{text} {depth}: {counted}, not {bound}"
                    );
                }
            }
        }
    }

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
