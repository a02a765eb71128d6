//! How long the search for threats takes for the engine's tactical positions (`crates/engine/tests/tactics.txt`).
//!
//! There is no peer: what counts is that nearly all wins are proven in the time that is promised. Each position is searched once, with a table of its
//! own; the tables of patterns, which a board's rules need only once, are made before. Time is that of the processor.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use kinrow_agent::Stop;
use kinrow_engine::{ThreatVerdict, Threats, find_win};
use kinrow_game::Position;
use serde_json::{Value, json};

use crate::clock::measure;

const POSITIONS: &str = include_str!("../../crates/engine/tests/tactics.txt");

/// Positions that a search may look at.
const MOST: u64 = 10_000_000;

/// Within which time, in milliseconds, 95 of 100 wins of a kind are to be proven.
const fn target(kind: Threats) -> f64 {
    match kind {
        Threats::Vcf => 20.0,
        Threats::Vct => 2000.0,
    }
}

/// How long the wins of one kind took that were proven.
struct Times {
    kind: Threats,
    positions: usize,
    /// In milliseconds, rising.
    proven: Vec<f64>,
}

/// Searches all positions, or a few to see that it works, and prints a table or JSON.
pub fn run(is_quick: bool, is_json: bool) -> Result<()> {
    let mut positions = positions(POSITIONS)?;
    if is_quick {
        positions = positions.into_iter().step_by(20).collect();
    }
    let kinds = [Threats::Vcf, Threats::Vct].map(|kind| time(kind, &positions));
    let kinds = kinds.into_iter().collect::<Result<Vec<Times>>>()?;
    if is_json {
        println!("{:#}", kinds.iter().map(Times::to_json).collect::<Value>());
    } else {
        println!("wins  positions  proven  median ms  95 % within ms  slowest ms  target ms  met");
        kinds.iter().for_each(|times| println!("{}", times.to_line()));
    }
    Ok(())
}

/// The positions of a file with wins by threats, and their kinds.
fn positions(text: &str) -> Result<Vec<(Position, Threats)>> {
    let mut positions = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split('|').map(str::trim);
        let (Some(position), Some(need)) = (parts.next(), parts.next()) else { continue };
        if let Some(kind) = need.split_once(' ').and_then(|(kind, _)| Threats::of(kind)) {
            positions.push((position.parse().with_context(|| line.to_string())?, kind));
        }
    }
    ensure!(!positions.is_empty(), "there are no wins by threats in the file");
    Ok(positions)
}

fn time(kind: Threats, positions: &[(Position, Threats)]) -> Result<Times> {
    let chosen: Vec<&Position> =
        positions.iter().filter(|(_, other)| *other == kind).map(|(position, _)| position).collect();
    let mut proven = Vec::new();
    for position in &chosen {
        // Whatever the rules need is made by this.
        let _ = find_win(&Position::new(position.rules()), kind, 1, &Stop::new());
        let mut verdict = ThreatVerdict::Unknown;
        let measured = measure(Duration::ZERO, || {
            verdict = find_win(position, kind, MOST, &Stop::new());
            Ok(1)
        })?;
        if matches!(verdict, ThreatVerdict::Win(_)) {
            proven.push(measured.seconds * 1000.0);
        }
    }
    proven.sort_by(f64::total_cmp);
    Ok(Times { kind, positions: chosen.len(), proven })
}

impl Times {
    /// The time within which so many of a hundred positions are proven; `None` if fewer are at all.
    fn within(&self, percent: usize) -> Option<f64> {
        let rank = (self.positions * percent).div_ceil(100);
        self.proven.get(rank.saturating_sub(1)).copied()
    }

    fn is_met(&self) -> bool {
        self.within(95).is_some_and(|time| time < target(self.kind))
    }

    fn to_line(&self) -> String {
        let show = |time: Option<f64>| time.map_or_else(|| "-".into(), |time| format!("{time:.2}"));
        let [median, most, slowest] = [50, 95, 100].map(|percent| show(self.within(percent)));
        format!(
            "{:4}  {:9}  {:6}  {median:>9}  {most:>14}  {slowest:>10}  {:9}  {}",
            self.kind.name(),
            self.positions,
            self.proven.len(),
            target(self.kind),
            if self.is_met() { "yes" } else { "no" },
        )
    }

    fn to_json(&self) -> Value {
        json!({
            "kind": self.kind.name(),
            "positions": self.positions,
            "proven": self.proven.len(),
            "median_ms": self.within(50),
            "percentile_95_ms": self.within(95),
            "slowest_ms": self.within(100),
            "target_ms": target(self.kind),
            "is_met": self.is_met(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_proven_counts_as_slow() {
        let times = |proven: &[f64]| Times { kind: Threats::Vcf, positions: 20, proven: proven.into() };
        let all: Vec<f64> = (1..=20).map(f64::from).collect();
        let whole = times(&all);
        assert_eq!([50, 95, 100].map(|percent| whole.within(percent)), [10.0, 19.0, 20.0].map(Some));
        assert!(whole.is_met());
        let one_missing = times(&all[..19]);
        assert_eq!((one_missing.within(95), one_missing.within(100)), (Some(19.0), None));
        assert!(!times(&all[..18]).is_met());
    }

    #[test]
    fn wins_by_threats_are_chosen() {
        let text = "# a | vcf 5\n3x3x3 3/3/3 x | vct 3 | b2 | one\n3x3x3 3/3/3 x | win | b2 | two\n3x3x3 3/3/3 x | no vcf | - | three";
        assert!(matches!(positions(text).unwrap()[..], [(_, Threats::Vct)]));
        assert!(positions("3x3x3 4/3/3 x | vcf 3 | b2 | wrong").is_err());
    }
}
