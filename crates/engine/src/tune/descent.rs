//! Finds the numbers that a loss is least at: Adam (Kingma and Ba 2015) over all examples at once.

use kinrow_agent::Stop;

/// Goes down from `numbers` for so many rounds, with steps that grow shorter. `slope` adds the loss's slope to a list of zeros and gives the
/// loss; a weak pull holds the numbers where they began, so that what is seldom seen stays there. `None` when `stop` came first.
pub(super) fn descend(
    mut numbers: Vec<f64>,
    rounds: u32,
    stop: &Stop,
    hear: &mut dyn FnMut(u32),
    mut slope: impl FnMut(&[f64], &mut [f64]) -> f64,
) -> Option<(Vec<f64>, f64)> {
    const STEP: f64 = 0.02;
    const PULL: f64 = 1e-5;
    let first = numbers.clone();
    let (mut mean, mut square) = (vec![0.0; numbers.len()], vec![0.0; numbers.len()]);
    let mut loss = 0.0;
    for round in 1..=rounds {
        if stop.is_stopped() {
            return None;
        }
        let mut slopes: Vec<f64> =
            numbers.iter().zip(&first).map(|(here, first)| (here - first) * PULL).collect();
        loss = slope(&numbers, &mut slopes);
        let fade = |rate: f64| 1.0 - rate.powi(round as i32);
        let step = STEP * (1.0 - f64::from(round) / f64::from(rounds + 1));
        for (index, slope) in slopes.into_iter().enumerate() {
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            square[index] = 0.999 * square[index] + 0.001 * slope * slope;
            numbers[index] -=
                step * (mean[index] / fade(0.9)) / ((square[index] / fade(0.999)).sqrt() + 1e-10);
        }
        hear(round);
    }
    Some((numbers, loss))
}
