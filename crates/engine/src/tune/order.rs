//! Which moves to look at first: of all candidates in a position, the one that the search chose should look best. Each has a number by what a
//! stone there makes and one by what it keeps the opponent from making; the chances of being chosen go with the exponential of their
//! sum (multinomial logistic regression, as Coulom 2007 rates the moves of Go).

use kinrow_agent::Stop;

use super::descent::descend;
use crate::cells::{Cell, Cells};
use crate::judgement::all_ranks;
use crate::sight::Sight;
use crate::weights::{CELL, LOGIT, Weights, cell_places};

/// The candidates of a position.
#[derive(Clone, Debug)]
pub(super) struct Example {
    /// For each its classes for the side to move and for the other; see [`crate::judgement::quad`].
    candidates: Box<[[u16; 2]]>,
    /// Which was chosen.
    chosen: usize,
}

impl Example {
    pub(super) fn new(sight: &Sight, cells: &Cells, chosen: Cell) -> Example {
        let own = sight.to_move();
        let quads = |cell| [own, own.opponent()].map(|side| sight.judgement(side, cell).quad());
        let candidates: Box<[[u16; 2]]> = cells.iter().map(quads).collect();
        let place = cells.iter().position(|cell| cell == chosen);
        // A move that was no candidate teaches nothing: the only one of its position.
        match place {
            Some(chosen) => Example { candidates, chosen },
            None => Example { candidates: Box::new([quads(chosen)]), chosen: 0 },
        }
    }
}

/// The numbers in units of urgency, the mean of −ln(chance of the choice), and how often the likeliest move was chosen in the last round.
pub(super) fn fit(
    examples: &[super::Example],
    rounds: u32,
    stop: &Stop,
    hear: &mut dyn FnMut(u32),
) -> Option<(Vec<f64>, f64, f64)> {
    let ranks = all_ranks();
    let guessed = Weights::guessed().order().iter().map(|number| f64::from(*number) / LOGIT).collect();
    let mut chances: Vec<f64> = Vec::new();
    let (mut seen, mut first) = (0, 0);
    let fitted = descend(guessed, examples, rounds, stop, hear, |numbers, example, slopes| {
        let Example { candidates, chosen } = &example.order;
        let places = |quads: &[u16; 2]| {
            let [own, other] = quads.map(|quad| cell_places(ranks[usize::from(quad)]));
            own.into_iter().chain(other.map(|place| CELL + place))
        };
        chances.clear();
        chances.extend(candidates.iter().map(|quads| places(quads).map(|place| numbers[place]).sum::<f64>()));
        let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // A round begins anew.
        seen = seen % examples.len() + 1;
        first = if seen == 1 { 0 } else { first } + u32::from(chances[*chosen] == most);
        chances.iter_mut().for_each(|chance| *chance = (*chance - most).exp());
        let sum: f64 = chances.iter().sum();
        for (index, (quads, chance)) in candidates.iter().zip(&chances).enumerate() {
            let error = chance / sum - f64::from(u8::from(index == *chosen));
            places(quads).for_each(|place| slopes[place] += error);
        }
        -(chances[*chosen] / sum).max(1e-300).ln()
    });
    let (numbers, loss) = fitted?;
    let first = f64::from(first) / examples.len().max(1) as f64;
    Some((numbers.into_iter().map(|number| number * LOGIT).collect(), loss, first))
}
