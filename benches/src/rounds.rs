//! Rounds in which both sides are measured one after the other, so that whatever slows the machine slows both.
//!
//! Each round gives one ratio. Their median is told, for a mean would follow the one round in which something else ran.

use std::time::Duration;

use anyhow::Result;

use crate::claim::Claim;
use crate::clock::{Measured, measure};

/// How a comparison is made.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// How many there are.
    pub number: u32,
    /// Whether each side works only once, to see that it does.
    pub is_quick: bool,
}

/// A comparison that was made.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What was compared.
    pub claim: Claim,
    /// Our pieces of work a second in each round.
    pub ours: Vec<f64>,
    /// The peer's.
    pub peer: Vec<f64>,
}

impl Rounds {
    /// How long a side's turn takes at least.
    pub fn turn(&self, turn: Duration) -> Duration {
        if self.is_quick { Duration::ZERO } else { turn }
    }

    /// Measures both sides in turns. Who comes first changes from round to round, and a first round, in which memory and
    /// branch predictors warm up, is not counted.
    pub fn compare(
        &self,
        claim: Claim,
        mut ours: impl FnMut() -> Result<Measured>,
        mut peer: impl FnMut() -> Result<Measured>,
    ) -> Result<Comparison> {
        eprintln!("{} against {} ...", claim.name, claim.peer);
        if !self.is_quick {
            ours()?;
            peer()?;
        }
        // What is seen in a moment says nothing about a target.
        let claim = Claim { target: claim.target.filter(|_| !self.is_quick), ..claim };
        let mut comparison = Comparison { claim, ours: Vec::new(), peer: Vec::new() };
        for round in 0..self.number {
            if round % 2 == 0 {
                comparison.ours.push(ours()?.rate());
                comparison.peer.push(peer()?.rate());
            } else {
                comparison.peer.push(peer()?.rate());
                comparison.ours.push(ours()?.rate());
            }
        }
        Ok(comparison)
    }

    /// Measures work of both sides that is done here, for at least `turn` each time. Work returns how many pieces it did.
    pub fn compare_work(
        &self,
        claim: Claim,
        turn: Duration,
        mut ours: impl FnMut() -> Result<u64>,
        mut peer: impl FnMut() -> Result<u64>,
    ) -> Result<Comparison> {
        let turn = self.turn(turn);
        self.compare(claim, || measure(turn, &mut ours), || measure(turn, &mut peer))
    }
}

impl Comparison {
    /// The ratio of each round.
    pub fn ratios(&self) -> Vec<f64> {
        self.ours.iter().zip(&self.peer).map(|(&ours, &peer)| self.claim.measure.ratio(ours, peer)).collect()
    }

    /// Whether the median ratio is as good as the target, where there is one.
    pub fn is_met(&self) -> Option<bool> {
        let target = self.claim.target?;
        Some(self.claim.measure.is_met(Spread::of(&self.ratios()).median, target))
    }
}

/// The middle and the ends of some numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// The one in the middle, or the mean of the two.
    pub median: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
}

impl Spread {
    /// Of numbers of which there is at least one.
    pub fn of(numbers: &[f64]) -> Spread {
        let mut sorted = numbers.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (low, high) = ((sorted.len() - 1) / 2, sorted.len() / 2);
        Spread { median: (sorted[low] + sorted[high]) / 2.0, min: sorted[0], max: sorted[sorted.len() - 1] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Measure;

    #[test]
    fn the_spread_of_even_and_odd_numbers() {
        assert_eq!(Spread::of(&[3.0, 1.0, 2.0]), Spread { median: 2.0, min: 1.0, max: 3.0 });
        assert_eq!(Spread::of(&[4.0, 1.0, 2.0, 3.0]), Spread { median: 2.5, min: 1.0, max: 4.0 });
        assert_eq!(Spread::of(&[7.0]), Spread { median: 7.0, min: 7.0, max: 7.0 });
    }

    #[test]
    fn ratios_are_ours_over_the_peers() {
        let compare = |measure, target| {
            let claim = Claim { name: "work".into(), peer: "peer".into(), measure, target };
            let comparison = Rounds { number: 3, is_quick: false }.compare(
                claim,
                || Ok(Measured { count: 10, seconds: 1.0 }),
                || Ok(Measured { count: 10, seconds: 0.5 }),
            );
            let comparison = comparison.unwrap();
            (comparison.ratios(), comparison.is_met())
        };
        let (time, speed) = (Measure::TimeOf { work: "it" }, Measure::Speed { of: "it" });
        assert_eq!(compare(time, Some(3.0)), (vec![2.0; 3], Some(true)));
        assert_eq!(compare(time, Some(1.5)), (vec![2.0; 3], Some(false)));
        assert_eq!(compare(speed, Some(0.5)), (vec![0.5; 3], Some(true)));
        assert_eq!(compare(speed, Some(1.5)), (vec![0.5; 3], Some(false)));
        assert_eq!(compare(speed, None), (vec![0.5; 3], None));
    }
}
