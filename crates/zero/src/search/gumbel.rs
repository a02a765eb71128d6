//! Gumbel AlphaZero (Danihelka and others 2022): a few simulations are enough to improve the policy.
//!
//! At the root some moves are drawn from the policy without replacement (Gumbel top-k), and sequential halving finds the best of them.
//! What is learned is the policy with the means of visited moves put in, the others completed by an estimate; below the root each visit
//! goes where the visits so far lag behind that policy most.

use kinrow_agent::Rng;

use super::tree::Edge;
use crate::net::softmax;

/// The published constant: how much a mean counts against the policy, before it was visited often.
const C_VISIT: f32 = 50.0;

/// Noise for the root's moves, with which the largest of `logit + noise` is a draw from the policy.
pub(super) fn noise(rng: &mut Rng) -> f32 {
    -(-(1.0 - rng.unit()).ln().min(-f64::MIN_POSITIVE)).ln() as f32
}

/// What each move is worth: its mean, or for one that was not visited the mean of those that were, weighed by the policy and
/// with the evaluator's own opinion as one visit more (the paper's mixed value).
pub(super) fn completed(edges: &[Edge], value: f32) -> impl Iterator<Item = f32> {
    let (mut visits, mut share, mut sum) = (0.0, 0.0, 0.0);
    for edge in edges {
        if let Some(mean) = edge.mean() {
            visits += edge.visits as f32;
            share += edge.prior;
            sum += edge.prior * mean;
        }
    }
    let mixed = if share > 0.0 { (value + visits * sum / share) / (1.0 + visits) } else { value };
    edges.iter().map(move |edge| edge.mean().unwrap_or(mixed))
}

/// The logits with what the search found out put in.
pub(super) fn improved(edges: &[Edge], value: f32, scale: f32) -> Vec<f32> {
    let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0) as f32;
    let scale = (C_VISIT + most) * scale;
    edges.iter().zip(completed(edges, value)).map(|(edge, mean)| edge.logit + scale * mean).collect()
}

/// The share of visits that each move should have.
pub(super) fn wanted(edges: &[Edge], value: f32, scale: f32) -> Vec<f32> {
    let mut wanted = improved(edges, value, scale);
    softmax(&mut wanted);
    wanted
}

/// How far the visits of each move lag behind their wanted share.
pub(super) fn lag(edges: &[Edge], wanted: &[f32]) -> impl Fn(usize) -> f32 {
    let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
    move |i| wanted[i] - edges[i].visits as f32 / (1.0 + visits as f32)
}

/// The move to visit next below the root.
pub(super) fn select(edges: &[Edge], value: f32, scale: f32) -> usize {
    let wanted = wanted(edges, value, scale);
    super::best_open(edges, lag(edges, &wanted))
}

/// Sequential halving (Karnin, Koren and Somekh 2013) as a list: for each simulation, how often the move that it visits was visited
/// before. Each phase spends its share of the simulations on the better half of the phase before.
pub(super) fn halving(considered: usize, simulations: usize) -> Vec<u32> {
    let phases = considered.max(2).next_power_of_two().trailing_zeros() as usize;
    let (mut list, mut left, mut visits) = (Vec::new(), considered.max(1), 0);
    while list.len() < simulations {
        for _ in 0..(simulations / (phases * left)).max(1) {
            list.extend(std::iter::repeat_n(visits, left));
            visits += 1;
        }
        left = (left / 2).max(2).min(considered.max(1));
    }
    list.truncate(simulations);
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_gives_each_phase_its_share() {
        // 16 moves in 4 phases of 8 simulations or one each: 16 once, 8 once, then 4 twice.
        let list = halving(16, 32);
        let count = |visits: u32| list.iter().filter(|&&v| v == visits).count();
        assert_eq!((0..4).map(count).collect::<Vec<_>>(), [16, 8, 4, 4]);
        assert_eq!(halving(1, 3), [0, 1, 2]);
        assert_eq!(halving(2, 5), [0, 0, 1, 1, 2]);
        assert_eq!(halving(4, 8), [0, 0, 0, 0, 1, 1, 2, 2]);
    }
}
