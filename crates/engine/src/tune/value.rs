//! What positions are worth: logistic regression finds the weights under which the results of games are most likely ("Texel's tuning method",
//! Österlund 2014), and the numbers of the network ([`crate::network`]) with them.
//!
//! How a game ends is chance as well as merit. What the search thought of a position is steadier, but only as good as the weights it
//! had. Half of each makes the better teacher.

use kinrow_agent::{Seed, Stop};

use super::descent::descend;
use crate::judgement::{all_ranks, sorted_ranks};
use crate::network::{self, FIRST_SAID, FIRST_UNIT, HIDDEN, INPUTS, SHARE, WIDTH};
use crate::sight::Sight;
use crate::weights::{CELL, FIRST_STANDING, MOST_COUNTED, SCALE, THREATS, VALUES, cell_places};

/// What the evaluation counts in a position, and how the game ended.
#[derive(Clone, Debug)]
pub(super) struct Example {
    /// For each weight that counts, how often it does for the side to move, less how often for the other.
    counts: Box<[(u8, i16)]>,
    /// What the network is told of.
    cells: Box<[[u16; 2]]>,
    threats: [u8; THREATS],
    /// 1, a half or 0 for the side to move.
    pub(super) score: f32,
    /// What the search thought its chance was.
    chance: Option<f32>,
}

impl Example {
    /// A position of a game that is not over yet.
    pub(super) fn new(sight: &Sight, chance: Option<f32>) -> Example {
        Example {
            counts: count(sight),
            cells: sight.quads().collect(),
            threats: sight.threat_counts().map(|count| count.min(MOST_COUNTED) as u8),
            score: 0.5,
            chance,
        }
    }

    /// What the evaluation should say.
    fn target(&self) -> f64 {
        f64::from(self.chance.map_or(self.score, |chance| (self.score + chance) / 2.0))
    }
}

/// What the evaluation counts in a position.
fn count(sight: &Sight) -> Box<[(u8, i16)]> {
    let mut counts = [0; VALUES];
    let own = sight.to_move();
    for (side, sign) in [(own, 1), (own.opponent(), -1)] {
        for cell in sight.empty.iter() {
            cell_places(sorted_ranks(sight.code(side, cell)))
                .into_iter()
                .for_each(|place| counts[place] += sign);
        }
    }
    for index in sight.standing().into_iter().flatten() {
        counts[FIRST_STANDING + index] += 1;
    }
    let numbered = counts.into_iter().enumerate().map(|(index, count)| (index as u8, count));
    numbered.filter(|(_, count)| *count != 0).collect()
}

/// The weights in points, the network in whole numbers, and the mean of −ln(chance of what should be said).
pub(super) fn fit(
    examples: &[super::Example],
    rounds: u32,
    stop: &Stop,
    hear: &mut dyn FnMut(u32),
) -> Option<(Vec<f64>, Vec<f64>, f64)> {
    let mut learner = Learner::new();
    let fitted = descend(first_numbers(), examples, rounds, stop, hear, |numbers, example, slopes| {
        learner.slope(numbers, &example.value, slopes)
    });
    let (numbers, loss) = fitted?;
    let (values, network) = in_whole_numbers(numbers);
    Some((values, network, loss))
}

/// The weights in points, and the network in whole numbers.
fn in_whole_numbers(mut values: Vec<f64>) -> (Vec<f64>, Vec<f64>) {
    let mut network = values.split_off(VALUES);
    values.iter_mut().for_each(|value| *value *= SCALE);
    for (index, number) in network.iter_mut().enumerate() {
        *number *= network::one(index) * if index < FIRST_SAID { 1.0 } else { SCALE };
    }
    (values, network)
}

/// No weights, and a network of small random numbers: units that are all alike would stay alike.
fn first_numbers() -> Vec<f64> {
    let mut rng = Seed(0).derive("network", 0).rng();
    let mut random = |most: f64| most * (2.0 * rng.unit() - 1.0);
    let network = (0..network::NUMBERS).map(|index| random(if index < FIRST_UNIT { 0.1 } else { 0.25 }));
    vec![0.0; VALUES].into_iter().chain(network).collect()
}

/// The network while it learns, in fractions.
struct Learner {
    ranks: Vec<[u8; 4]>,
    /// What each cell of an example came to.
    cells: Vec<[f64; WIDTH]>,
}

impl Learner {
    fn new() -> Learner {
        Learner { ranks: all_ranks(), cells: Vec::new() }
    }

    /// Adds the slope of an example's loss, and gives the loss.
    fn slope(&mut self, numbers: &[f64], example: &Example, slopes: &mut [f64]) -> f64 {
        let (weights, network) = numbers.split_at(VALUES);
        let (weight_slopes, network_slopes) = slopes.split_at_mut(VALUES);
        let inputs = self.inputs(network, example);
        let heard: [f64; HIDDEN] = std::array::from_fn(|unit| {
            let hears = &network[FIRST_UNIT + unit * (INPUTS + 1)..];
            hears[INPUTS] + inputs.iter().zip(hears).map(|(input, weight)| input * weight).sum::<f64>()
        });
        let said: f64 =
            heard.iter().zip(&network[FIRST_SAID..]).map(|(heard, says)| heard.max(0.0) * says).sum();
        let counted =
            example.counts.iter().map(|(index, count)| f64::from(*count) * weights[usize::from(*index)]);
        let points = said + counted.sum::<f64>();
        let chance = (1.0 / (1.0 + (-points).exp())).clamp(1e-6, 1.0 - 1e-6);
        let target = example.target();

        let error = chance - target;
        for (index, count) in &example.counts {
            weight_slopes[usize::from(*index)] += error * f64::from(*count);
        }
        let mut input_slopes = [0.0; INPUTS];
        for (unit, heard) in heard.into_iter().enumerate().filter(|(_, heard)| *heard > 0.0) {
            network_slopes[FIRST_SAID + unit] += error * heard;
            let error = error * network[FIRST_SAID + unit];
            let start = FIRST_UNIT + unit * (INPUTS + 1);
            network_slopes[start + INPUTS] += error;
            for (index, input) in inputs.iter().enumerate() {
                network_slopes[start + index] += error * input;
                input_slopes[index] += error * network[start + index];
            }
        }
        self.spread(example, &input_slopes, network_slopes);
        -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
    }

    /// What the units hear of.
    fn inputs(&mut self, network: &[f64], example: &Example) -> [f64; INPUTS] {
        let mut inputs = [0.0; INPUTS];
        self.cells.clear();
        for quads in &example.cells {
            let mut cell = [0.0; WIDTH];
            for start in starts(&self.ranks, *quads) {
                cell.iter_mut().zip(&network[start..]).for_each(|(sum, number)| *sum += number);
            }
            inputs.iter_mut().zip(&cell).for_each(|(input, number)| *input += number.max(0.0) * SHARE);
            self.cells.push(cell);
        }
        for (input, count) in inputs[WIDTH..].iter_mut().zip(example.threats) {
            *input = count.into();
        }
        inputs
    }

    /// Hands the slopes of the sums on to the cells.
    fn spread(&self, example: &Example, sums: &[f64; INPUTS], slopes: &mut [f64]) {
        for (quads, cell) in example.cells.iter().zip(&self.cells) {
            let mut here = [0.0; WIDTH];
            for (slope, (number, sum)) in here.iter_mut().zip(cell.iter().zip(sums)) {
                *slope = if *number > 0.0 { sum * SHARE } else { 0.0 };
            }
            for start in starts(&self.ranks, *quads) {
                slopes[start..].iter_mut().zip(&here).for_each(|(slope, here)| *slope += here);
            }
        }
    }
}

/// Where the numbers begin that a cell is made of.
fn starts(ranks: &[[u8; 4]], quads: [u16; 2]) -> [usize; 6] {
    let [own, other] = quads.map(|quad| cell_places(ranks[usize::from(quad)]));
    let start = |side: usize, place: usize| (side * CELL + place) * WIDTH;
    std::array::from_fn(|index| if index < 3 { start(0, own[index]) } else { start(1, other[index - 3]) })
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kinrow_game::{Game, Position};

    use super::*;
    use crate::tables::Tables;
    use crate::weights::Weights;

    /// A position in the middle of a game.
    fn position() -> Position {
        let moves = "h8 i9 h9 h10 i8 g8 j8 k8 i7 h6";
        let rules = "15x15x5".parse().unwrap();
        moves.split(' ').fold(Position::new(rules), |position, mv| {
            position.play(kinrow_game::notation::parse_point(rules, mv).unwrap())
        })
    }

    fn example() -> Example {
        Example { score: 1.0, ..Example::new(&Sight::of(&position()), Some(0.4)) }
    }

    /// Numbers that are all different, so that nothing is right by chance.
    fn numbers() -> Vec<f64> {
        let mut rng = Seed(5).rng();
        let mut numbers = first_numbers();
        numbers[..VALUES].iter_mut().for_each(|weight| *weight = 0.02 * (rng.unit() - 0.5));
        numbers
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let (example, mut numbers, mut learner) = (example(), numbers(), Learner::new());
        let mut slopes = vec![0.0; numbers.len()];
        learner.slope(&numbers, &example, &mut slopes);
        let steep = slopes.iter().filter(|slope| slope.abs() > 1e-9).count();
        assert!(steep > 300, "{steep}");
        for index in 0..numbers.len() {
            let (here, step) = (numbers[index], 1e-6);
            let mut loss = |number: f64| {
                numbers[index] = number;
                learner.slope(&numbers, &example, &mut vec![0.0; slopes.len()])
            };
            let slope = (loss(here + step) - loss(here - step)) / (2.0 * step);
            loss(here);
            assert!((slope - slopes[index]).abs() < 1e-5, "{index}: {slope} and {}", slopes[index]);
        }
    }

    #[test]
    fn the_engine_says_what_was_learned() {
        let (position, numbers) = (position(), numbers());
        let example = example();
        let mut learner = Learner::new();
        let loss = learner.slope(&numbers, &example, &mut vec![0.0; numbers.len()]);
        let (values, network) = in_whole_numbers(numbers);
        let order = vec![0.0; Weights::guessed().order().len()];
        let weights = Weights::from_numbers(&[values, order, network].concat());
        let mut sight =
            Sight::with_tables(position.rules(), Arc::new(Tables::new(position.rules(), &weights)));
        sight.set_up(&position);
        let chance = 1.0 / (1.0 + (-f64::from(sight.balance()) / SCALE).exp());
        let said = -(example.target() * chance.ln() + (1.0 - example.target()) * (1.0 - chance).ln());
        assert!((said - loss).abs() < 0.02, "{said} and {loss}");
    }
}
