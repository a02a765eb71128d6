//! What positions are worth: logistic regression finds the weights under which the results of games are most likely ("Texel's tuning method",
//! Österlund 2014).

use kinrow_agent::Stop;

use super::descent::descend;
use crate::judgement::sorted_ranks;
use crate::sight::Sight;
use crate::weights::{FIRST_STANDING, SCALE, VALUES, pair, rest};

/// What the evaluation counts in a position, and how the game ended.
#[derive(Clone, Debug)]
pub(super) struct Example {
    /// For each weight how often it counts for the side to move, less how often for the other.
    counts: Box<[i16; VALUES]>,
    /// 1, a half or 0 for the side to move.
    pub(super) score: f32,
    /// What the search thought its chance was.
    chance: Option<f32>,
}

impl Example {
    /// A position of a game that is not over yet.
    pub(super) fn new(sight: &Sight, chance: Option<f32>) -> Example {
        Example { counts: count(sight), score: 0.5, chance }
    }
}

/// What the evaluation counts in a position.
fn count(sight: &Sight) -> Box<[i16; VALUES]> {
    let mut counts = Box::new([0; VALUES]);
    let own = sight.to_move();
    for (side, sign) in [(own, 1), (own.opponent(), -1)] {
        for cell in sight.empty.iter() {
            let [first, second, third, fourth] = sorted_ranks(sight.code(side, cell)).map(usize::from);
            counts[pair(first, second)] += sign;
            counts[rest(third)] += sign;
            counts[rest(fourth)] += sign;
        }
    }
    for index in sight.standing().into_iter().flatten() {
        counts[FIRST_STANDING + index] += 1;
    }
    counts
}

/// The weights in points, and the mean of −ln(chance of the result that came).
pub(super) fn fit(
    examples: &[super::Example],
    rounds: u32,
    stop: &Stop,
    hear: &mut dyn FnMut(u32),
) -> Option<(Vec<f64>, f64)> {
    let share = 1.0 / examples.len().max(1) as f64;
    let fitted = descend(vec![0.0; VALUES], rounds, stop, hear, |weights, slopes| {
        let mut loss = 0.0;
        for Example { counts, score, .. } in examples.iter().map(|example| &example.value) {
            let points: f64 =
                counts.iter().zip(weights).map(|(&count, weight)| f64::from(count) * weight).sum();
            let chance = (1.0 / (1.0 + (-points).exp())).clamp(1e-6, 1.0 - 1e-6);
            let score = f64::from(*score);
            loss -= score * chance.ln() + (1.0 - score) * (1.0 - chance).ln();
            let error = (chance - score) * share;
            for (slope, &count) in slopes.iter_mut().zip(counts.iter()) {
                *slope += error * f64::from(count);
            }
        }
        loss * share
    });
    fitted.map(|(weights, loss)| (weights.into_iter().map(|weight| weight * SCALE).collect(), loss))
}

/// Positions in which the search thought its chance was within the same tenth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tenth {
    /// How many.
    pub positions: usize,
    /// The mean of the chances.
    pub chance: f64,
    /// The mean score that was reached.
    pub score: f64,
}

/// How often positions were won, by what the search thought its chance was, for each tenth of chances.
#[must_use]
pub fn reliability(examples: &[super::Example]) -> [Tenth; 10] {
    std::array::from_fn(|tenth| {
        let is_here = |chance: f32| ((chance * 10.0) as usize).min(9) == tenth;
        let known = examples.iter().filter_map(|example| Some((example.value.chance?, example.value.score)));
        let here: Vec<(f32, f32)> = known.filter(|(chance, _)| is_here(*chance)).collect();
        let mean = |of: fn(&(f32, f32)) -> f32| {
            here.iter().map(|example| f64::from(of(example))).sum::<f64>() / here.len().max(1) as f64
        };
        Tenth { positions: here.len(), chance: mean(|example| example.0), score: mean(|example| example.1) }
    })
}
