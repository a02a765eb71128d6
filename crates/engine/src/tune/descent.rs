//! Finds the numbers that a loss is least at: Adam (Kingma and Ba 2015), a few examples at a time.

use kinrow_agent::{Seed, Stop};

/// Examples that one step is made of.
const BATCH: usize = 256;

/// Goes down from `numbers`, so many times over all examples in random order, with steps that grow shorter. `slope` adds the slope of an example's
/// loss to a list and gives the loss; a weak pull holds the numbers where they began, so that what is seldom seen stays there. With them comes
/// the mean loss of the last round; `None` when `stop` came first.
pub(super) fn descend<E>(
    mut numbers: Vec<f64>,
    examples: &[E],
    rounds: u32,
    stop: &Stop,
    hear: &mut dyn FnMut(u32),
    mut slope: impl FnMut(&[f64], &E, &mut [f64]) -> f64,
) -> Option<(Vec<f64>, f64)> {
    const STEP: f64 = 0.006;
    const PULL: f64 = 1e-5;
    let first = numbers.clone();
    let (mut mean, mut square) = (vec![0.0; numbers.len()], vec![0.0; numbers.len()]);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let all = f64::from(rounds) * examples.len().div_ceil(BATCH) as f64;
    let (mut steps, mut loss) = (0, 0.0);
    for round in 1..=rounds {
        let mut rng = Seed(0).derive("descent", round.into()).rng();
        for at in (1..order.len()).rev() {
            order.swap(at, rng.below(at as u32 + 1) as usize);
        }
        loss = 0.0;
        for batch in order.chunks(BATCH) {
            let mut slopes = vec![0.0; numbers.len()];
            loss += batch.iter().map(|index| slope(&numbers, &examples[*index], &mut slopes)).sum::<f64>();
            steps += 1;
            let fade = |rate: f64| 1.0 - rate.powi(steps);
            let left = 1.0 - f64::from(steps) / (all + 1.0);
            let step = STEP * left * left;
            for (index, slope) in slopes.into_iter().enumerate() {
                let slope = slope / batch.len() as f64 + (numbers[index] - first[index]) * PULL;
                mean[index] = 0.9 * mean[index] + 0.1 * slope;
                square[index] = 0.999 * square[index] + 0.001 * slope * slope;
                numbers[index] -=
                    step * (mean[index] / fade(0.9)) / ((square[index] / fade(0.999)).sqrt() + 1e-8);
            }
            if stop.is_stopped() {
                break;
            }
        }
        if stop.is_stopped() {
            return None;
        }
        hear(round);
    }
    Some((numbers, loss / examples.len().max(1) as f64))
}
