//! Asks burn for the gradients of kinrow-zero's network. Both networks get the same numbers, positions and
//! targets; what they say of the positions and what the losses ask of every number must agree, within what another order of sums rounds.

#[expect(dead_code, unused_imports, reason = "training needs more of it than its gradients")]
#[path = "../../crates/zero/src/net/mod.rs"]
mod net;
mod tower;

use kinrow_agent::{Rng, Seed};
use net::{Network, Pass, Shape, softmax};
use tower::Tower;

/// Of the largest number in a part.
const TOLERANCE: f32 = 1e-4;

/// How much the three losses count: different, so that none passes for another.
const WEIGHTS: [f32; 3] = [1.0, 0.15, 0.7];

const POSITIONS: usize = 5;

fn main() {
    let sizes = [(3, 3, 4, 0), (4, 3, 5, 1), (7, 6, 8, 2), (6, 6, 32, 1), (1, 5, 3, 3), (9, 9, 16, 2)];
    let mut largest = 0.0_f32;
    let mut parts = 0;
    for (number, (width, height, channels, blocks)) in sizes.into_iter().enumerate() {
        let network = Network::new(Shape { width, height, planes: 6, channels, blocks });
        let mut rng = Seed(1).derive("burn", number as u64).rng();
        for (name, error) in differences(&network, &mut rng) {
            let size = format!("{width}x{height}, {channels} channels, {blocks} blocks");
            assert!(error <= TOLERANCE, "{size}: {name} differs by {error}");
            largest = largest.max(error);
            parts += 1;
        }
    }
    println!(
        "burn computes the same: {parts} outputs and gradients, within {largest:.1e} of their largest numbers"
    );
}

/// How far the two are apart, by output and by part of the network.
fn differences(network: &Network, rng: &mut Rng) -> Vec<(String, f32)> {
    let Shape { width, height, planes, .. } = network.shape();
    let cells = width * height;
    // None is zero: every layer has a say.
    let mut draw = |count: usize| -> Vec<f32> { (0..count).map(|_| rng.unit() as f32 - 0.5).collect() };
    let all = draw(network.parameters().len());
    let input = draw(POSITIONS * cells * planes);
    let targets = [cells, cells, 3].map(|columns| {
        let mut target = draw(POSITIONS * columns);
        target.chunks_exact_mut(columns).for_each(softmax);
        (target, columns)
    });

    let mut pass = Pass::default();
    pass.input.clone_from(&input);
    network.forward(&all, &mut pass);
    let ours = [&pass.logits, &pass.replies, &pass.outcomes].map(Clone::clone);
    let asked: [Vec<f32>; 3] = std::array::from_fn(|i| {
        let (target, columns) = &targets[i];
        let mut asked = vec![0.0; target.len()];
        let rows = ours[i].chunks_exact(*columns).zip(target.chunks_exact(*columns));
        for ((logits, target), asked) in rows.zip(asked.chunks_exact_mut(*columns)) {
            net::cross_entropy(logits, target, WEIGHTS[i], asked);
        }
        asked
    });
    let mut gradient = vec![0.0; all.len()];
    network.backward(&all, &mut pass, [&asked[0], &asked[1], &asked[2]], &mut gradient);

    let tower = Tower::new(network, &all);
    let outputs = tower.forward(&input);
    let theirs = [outputs.policy, outputs.reply, outputs.outcome];
    let losses = theirs.clone().into_iter().zip(&targets).zip(WEIGHTS).map(|((logits, target), weight)| {
        tower::cross_entropy(logits, tower.constant(&target.0, target.1)) * weight
    });
    let gradients = losses.reduce(|sum, loss| sum + loss).expect("three losses").backward();

    let outputs =
        ["policy", "reply", "outcome"].into_iter().zip(ours).zip(theirs).map(|((name, ours), theirs)| {
            let theirs: Vec<f32> = theirs.into_data().try_to_vec().expect("numbers are f32");
            (format!("output {name}"), apart(&ours, &theirs, 0.0))
        });
    // What moves all logits alike changes no softmax: the gradient of such a bias is nothing but rounding, and is measured by that of others.
    let least = 0.01 * largest(&gradient);
    let parts = network.parameters().parts().iter().map(|part| {
        let (ours, theirs) = (&gradient[part.range.clone()], tower.gradient(part, &gradients));
        (format!("gradient of {}", part.name), apart(ours, &theirs, least))
    });
    outputs.chain(parts).collect()
}

/// The largest difference as a share of the largest number, or of `least`.
fn apart(ours: &[f32], theirs: &[f32], least: f32) -> f32 {
    assert_eq!(ours.len(), theirs.len());
    assert!(ours.iter().chain(theirs).all(|x| x.is_finite()), "{ours:?} {theirs:?}");
    let differences: Vec<f32> = ours.iter().zip(theirs).map(|(a, b)| a - b).collect();
    largest(&differences) / largest(theirs).max(least)
}

fn largest(numbers: &[f32]) -> f32 {
    numbers.iter().fold(0.0, |largest, x| x.abs().max(largest))
}
