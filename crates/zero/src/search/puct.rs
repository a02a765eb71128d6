//! PUCT as AlphaZero has it (Silver and others 2018): a move's mean, plus a bonus by the policy that shrinks with visits.

use kinrow_agent::Rng;

use super::tree::Edge;

/// The constants of the published pseudo-code.
const C_BASE: f32 = 19652.0;
const C_INIT: f32 = 1.25;

/// The noise mixed into the root's policy while it teaches, and its share.
const NOISE: f32 = 0.25;

/// The two terms of each move: its mean (Q; an unvisited move counts as even), and the bonus (U).
pub(super) fn terms(edges: &[Edge]) -> impl Fn(&Edge) -> [f32; 2] + use<> {
    let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
    let total = visits as f32;
    // At least one, so that the policy decides the first visit.
    let spread = (((1.0 + total + C_BASE) / C_BASE).ln() + C_INIT) * total.max(1.0).sqrt();
    // The published scale goes from -1 to 1, ours from 0 to 1.
    move |edge| [edge.mean().unwrap_or(0.5), 0.5 * spread * edge.prior / (1.0 + edge.visits as f32)]
}

/// The move to visit next.
pub(super) fn select(edges: &[Edge]) -> usize {
    let terms = terms(edges);
    super::best_open(edges, |i| terms(&edges[i]).iter().sum())
}

/// Mixes noise from a Dirichlet distribution into the policy, about ten moves' worth.
pub(super) fn add_noise(edges: &mut [Edge], rng: &mut Rng) {
    let alpha = 10.0 / edges.len() as f64;
    let drawn: Vec<f64> = edges.iter().map(|_| gamma(alpha, rng)).collect();
    let sum = drawn.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    for (edge, drawn) in edges.iter_mut().zip(drawn) {
        edge.prior = (1.0 - NOISE) * edge.prior + NOISE * (drawn / sum) as f32;
    }
}

/// A number of the gamma distribution of scale 1 (Marsaglia and Tsang 2000).
fn gamma(alpha: f64, rng: &mut Rng) -> f64 {
    if alpha < 1.0 {
        return gamma(alpha + 1.0, rng) * (1.0 - rng.unit()).powf(1.0 / alpha);
    }
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let angle = std::f64::consts::TAU * rng.unit();
        let x = (-2.0 * (1.0 - rng.unit()).ln()).sqrt() * angle.cos();
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && (1.0 - rng.unit()).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use kinrow_agent::Seed;

    use super::*;

    /// Mean and variance of the gamma distribution are both alpha.
    #[test]
    fn gamma_has_its_moments() {
        let mut rng = Seed(2).rng();
        for alpha in [0.3, 1.0, 4.0] {
            let drawn: Vec<f64> = (0..40_000).map(|_| gamma(alpha, &mut rng)).collect();
            let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
            let variance = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / drawn.len() as f64;
            assert!((mean / alpha - 1.0).abs() < 0.05 && (variance / alpha - 1.0).abs() < 0.1, "{alpha}");
        }
    }
}
