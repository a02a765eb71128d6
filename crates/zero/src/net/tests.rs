//! The gradients against differences of the loss, and a position alone against the same position in company.

use kinrow_agent::{Rng, Seed};

use super::*;

const SHAPE: Shape = Shape { width: 4, height: 3, planes: 3, channels: 5, blocks: 2 };

/// Numbers of which none is zero, so that every layer has a say.
fn numbers(network: &Network, rng: &mut Rng) -> Vec<f32> {
    (0..network.parameters().len()).map(|_| (rng.unit() as f32 - 0.5) * 0.6).collect()
}

/// Loss of some positions against some targets; the gradient is added to `gradient`.
fn loss(network: &Network, all: &[f32], input: &[f32], gradient: &mut [f32]) -> f64 {
    let cells = network.shape().width * network.shape().height;
    let mut pass = Pass::of(input.to_vec());
    network.forward(all, &mut pass);
    let (logits, replies, outcomes) = (pass.logits.clone(), pass.replies.clone(), pass.outcomes.clone());
    let [mut d_logits, mut d_replies, mut d_outcomes] =
        [&logits, &replies, &outcomes].map(|outputs| vec![0.0; outputs.len()]);
    let mut sum = 0.0;
    for (of, logits, d) in [(0, &logits, &mut d_logits), (5, &replies, &mut d_replies)] {
        for (i, (logits, d)) in logits.chunks(cells).zip(d.chunks_mut(cells)).enumerate() {
            let mut target = vec![0.5 / cells as f32; cells];
            target[(i + of) % cells] += 0.5;
            sum += f64::from(cross_entropy(logits, &target, 1.0, d));
        }
    }
    for (i, (logits, d)) in outcomes.chunks(3).zip(d_outcomes.chunks_mut(3)).enumerate() {
        let mut target = [0.0; 3];
        target[i % 3] = 1.0;
        sum += f64::from(cross_entropy(logits, &target, 1.0, d));
    }
    network.backward(all, &mut pass, [&d_logits, &d_replies, &d_outcomes], gradient);
    sum
}

/// Along a random direction in each part, the slope of the loss is what the gradient says.
#[test]
fn gradients_are_the_slopes_of_the_loss() {
    let network = Network::new(SHAPE);
    let mut rng = Seed(11).rng();
    let all = numbers(&network, &mut rng);
    let input: Vec<f32> = (0..3 * 12 * 3).map(|_| rng.unit() as f32).collect();
    let mut gradient = vec![0.0; all.len()];
    loss(&network, &all, &input, &mut gradient);
    for part in network.parameters().parts() {
        let direction: Vec<f32> = part.range.clone().map(|_| rng.unit() as f32 - 0.5).collect();
        let said: f64 = part.range.clone().zip(&direction).map(|(i, d)| f64::from(gradient[i] * d)).sum();
        let along = |step: f32| {
            let mut moved = all.clone();
            part.range.clone().zip(&direction).for_each(|(i, d)| moved[i] += step * d);
            loss(&network, &moved, &input, &mut vec![0.0; all.len()])
        };
        let step = 2e-3;
        let slope = (along(step) - along(-step)) / f64::from(2.0 * step);
        let error = (said - slope).abs();
        assert!(error < 0.01 * slope.abs() + 2e-3, "{}: {said} is not {slope}", part.name);
        assert!(said != 0.0, "{}", part.name);
    }
}

#[test]
fn a_position_is_the_same_bits_in_any_company() {
    for (width, height, channels) in [(1, 1, 3), (3, 3, 16), (6, 6, 32), (7, 6, 24)] {
        let network = Network::new(Shape { width, height, planes: 6, channels, blocks: 2 });
        let mut rng = Seed(5).rng();
        let all = numbers(&network, &mut rng);
        let size = width * height * 6;
        let input: Vec<f32> = (0..128 * size).map(|_| rng.unit() as f32).collect();
        let bits = |numbers: &[f32]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        let outputs = |input: &[f32]| {
            let mut pass = Pass::of(input.to_vec());
            network.forward(&all, &mut pass);
            (bits(&pass.logits), bits(&pass.outcomes))
        };
        let alone: Vec<_> = input.chunks(size).map(outputs).collect();
        for batch in [2, 3, 4, 5, 7, 8, 13, 16, 31, 32, 64, 100, 128] {
            let (logits, outcomes) = outputs(&input[..batch * size]);
            let together = logits.chunks(width * height).zip(outcomes.chunks(3));
            for (i, ((logits, outcomes), alone)) in together.zip(&alone).enumerate() {
                assert!(logits == alone.0 && outcomes == alone.1, "{width}x{height}: {i} of {batch}");
            }
        }
    }
}

/// A network learns by heart what it is shown.
#[test]
fn it_learns_by_heart() {
    let network = Network::new(SHAPE);
    let mut rng = Seed(7).rng();
    let mut all = network.draw(&mut rng);
    let input: Vec<f32> = (0..6 * 12 * 3).map(|_| rng.below(2) as f32).collect();
    let mut adam = Adam::new(all.len());
    let mut losses = Vec::new();
    for _ in 0..300 {
        let mut gradient = vec![0.0; all.len()];
        losses.push(loss(&network, &all, &input, &mut gradient));
        adam.step(&mut all, &gradient, 0.01, 0.0);
    }
    assert!(losses[299] < 0.05 * losses[0], "{} to {}", losses[0], losses[299]);
}
