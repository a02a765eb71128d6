//! Which moves to look at first: of all candidates in a position, the one that the search chose should look best. Each has a number by what a
//! stone there makes and one by what it keeps the opponent from making; the chances of being chosen go with the exponential of their
//! sum (multinomial logistic regression, as Coulom 2007 rates the moves of Go).

use kinrow_agent::Stop;

use super::descent::descend;
use crate::cells::{Cell, Cells};
use crate::judgement::sorted_ranks;
use crate::sight::Sight;
use crate::weights::{CELL, LOGIT, Weights, pair, rest};

/// The candidates of a position.
#[derive(Clone, Debug)]
pub(super) struct Example {
    /// For each its classes for the side to move and for the other; see [`quad`].
    candidates: Box<[[u16; 2]]>,
    /// Which was chosen.
    chosen: usize,
}

impl Example {
    pub(super) fn new(sight: &Sight, cells: &Cells, chosen: Cell) -> Example {
        let own = sight.to_move();
        let quads = |cell| [own, own.opponent()].map(|side| quad(sorted_ranks(sight.code(side, cell))));
        let candidates: Box<[[u16; 2]]> = cells.iter().map(quads).collect();
        let place = cells.iter().position(|cell| cell == chosen);
        // A move that was no candidate teaches nothing: the only one of its position.
        match place {
            Some(chosen) => Example { candidates, chosen },
            None => Example { candidates: Box::new([quads(chosen)]), chosen: 0 },
        }
    }
}

/// How many ways there are to choose four classes, whatever their order.
const QUADS: usize = 3876;

/// Four ranks, the best first, as one number: they are counted like combinations.
fn quad(ranks: [u8; 4]) -> u16 {
    let [a, b, c, d] = ranks.map(u16::from);
    a * (a + 1) * (a + 2) / 6 * (a + 3) / 4 + b * (b + 1) * (b + 2) / 6 + c * (c + 1) / 2 + d
}

/// The ranks of each number of [`quad`].
fn all_ranks() -> Vec<[usize; 4]> {
    let mut all = vec![[0; 4]; QUADS];
    for a in 0..16 {
        for b in 0..=a {
            for c in 0..=b {
                for d in 0..=c {
                    all[usize::from(quad([a, b, c, d]))] = [a, b, c, d].map(usize::from);
                }
            }
        }
    }
    all
}

/// Where the numbers of four classes are among those of a cell.
fn places([first, second, third, fourth]: [usize; 4]) -> [usize; 3] {
    [pair(first, second), rest(third), rest(fourth)]
}

/// The numbers in units of urgency, the mean of −ln(chance of the choice), and how often the likeliest move was chosen.
pub(super) fn fit(
    examples: &[super::Example],
    rounds: u32,
    stop: &Stop,
    hear: &mut dyn FnMut(u32),
) -> Option<(Vec<f64>, f64, f64)> {
    let ranks = all_ranks();
    let share = 1.0 / examples.len().max(1) as f64;
    let guessed = Weights::guessed().order().iter().map(|number| f64::from(*number) / LOGIT).collect();
    let mut first = 0;
    let fitted = descend(guessed, rounds, stop, hear, |numbers, slopes| {
        let logits = [0, CELL].map(|start| {
            let logit = |ranks: &[usize; 4]| places(*ranks).iter().map(|place| numbers[start + place]).sum();
            ranks.iter().map(logit).collect::<Vec<f64>>()
        });
        let mut quad_slopes = [vec![0.0; QUADS], vec![0.0; QUADS]];
        let mut loss = 0.0;
        let mut chances: Vec<f64> = Vec::new();
        first = 0;
        for Example { candidates, chosen } in examples.iter().map(|example| &example.order) {
            chances.clear();
            chances.extend(
                candidates
                    .iter()
                    .map(|[own, other]| logits[0][usize::from(*own)] + logits[1][usize::from(*other)]),
            );
            let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            first += usize::from(chances[*chosen] == most);
            let sum: f64 = chances
                .iter_mut()
                .map(|chance| {
                    *chance = (*chance - most).exp();
                    *chance
                })
                .sum();
            loss -= (chances[*chosen] / sum).max(1e-300).ln();
            for (index, (quads, chance)) in candidates.iter().zip(&chances).enumerate() {
                let error = (chance / sum - f64::from(u8::from(index == *chosen))) * share;
                for (slopes, quad) in quad_slopes.iter_mut().zip(quads) {
                    slopes[usize::from(*quad)] += error;
                }
            }
        }
        for (start, quad_slopes) in [0, CELL].into_iter().zip(&quad_slopes) {
            for (ranks, slope) in ranks.iter().zip(quad_slopes) {
                places(*ranks).into_iter().for_each(|place| slopes[start + place] += slope);
            }
        }
        loss * share
    });
    let (numbers, loss) = fitted?;
    Some((numbers.into_iter().map(|number| number * LOGIT).collect(), loss, first as f64 * share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_classes_are_one_number() {
        let ranks = all_ranks();
        assert_eq!((quad([0; 4]), usize::from(quad([15; 4]))), (0, QUADS - 1));
        for (number, [a, b, c, d]) in ranks.into_iter().enumerate() {
            assert_eq!(usize::from(quad([a, b, c, d].map(|rank| rank as u8))), number);
        }
    }
}
