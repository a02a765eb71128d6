//! What was measured, as a table for people, row by row as each comparison ends, and as JSON for programs.

use std::io::Write as _;

use anyhow::Result;
use serde_json::{Value, json};

use crate::rounds::{Comparison, Spread};

const HEAD: [&str; 7] = ["what", "peer", "ours", "theirs", "ratio (min..max)", "target", "met"];
/// Wide enough for what there is: a row is printed before the next one is known.
const WIDTHS: [usize; HEAD.len()] = [41, 48, 9, 9, 25, 12, 3];

const NOTE: &str = "\
ratio: ours over theirs, of times (ms, less is better) or of work done a second (more is better);
median of the rounds, with the smallest and the largest. Only ratios mean anything on another machine.
";

/// Where finished comparisons go.
pub struct Report {
    is_json: bool,
    finished: Vec<Comparison>,
}

impl Report {
    /// A table, or JSON.
    pub fn new(is_json: bool) -> Report {
        Report { is_json, finished: Vec::new() }
    }

    /// Takes a comparison; in a table its row is printed at once, so that a later failure does not lose it.
    pub fn add(&mut self, comparison: Comparison) -> Result<()> {
        if !self.is_json {
            let mut out = std::io::stdout().lock();
            if self.finished.is_empty() {
                writeln!(out, "{}", to_line(&HEAD.map(String::from)))?;
            }
            writeln!(out, "{}", to_line(&row(&comparison)))?;
            out.flush()?;
        }
        self.finished.push(comparison);
        Ok(())
    }

    /// The end: how to read the table, or all of the JSON.
    pub fn finish(&self) -> String {
        if self.is_json { format!("{}\n", to_json(&self.finished)) } else { NOTE.into() }
    }
}

fn to_line(cells: &[String; HEAD.len()]) -> String {
    let padded: Vec<String> =
        cells.iter().zip(WIDTHS).map(|(cell, width)| format!("{cell:<width$}")).collect();
    padded.join("  ").trim_end().into()
}

fn row(comparison: &Comparison) -> [String; HEAD.len()] {
    let claim = &comparison.claim;
    let ratio = Spread::of(&comparison.ratios());
    let show = |rates: &[f64]| claim.measure.show(Spread::of(rates).median);
    [
        claim.name.clone(),
        claim.peer.clone(),
        show(&comparison.ours),
        show(&comparison.peer),
        format!("{:.2} ({:.2}..{:.2})", ratio.median, ratio.min, ratio.max),
        claim.target.map_or_else(|| "-".into(), |target| claim.measure.bound(target)),
        match comparison.is_met() {
            Some(true) => "yes".into(),
            Some(false) => "NO".into(),
            None => "-".into(),
        },
    ]
}

/// Everything, each round's ratio included.
fn to_json(comparisons: &[Comparison]) -> Value {
    let comparisons: Vec<Value> = comparisons
        .iter()
        .map(|comparison| {
            let claim = &comparison.claim;
            let ratios = comparison.ratios();
            let ratio = Spread::of(&ratios);
            json!({
                "name": claim.name,
                "peer": claim.peer,
                "measure": claim.measure.to_string(),
                "ours_per_second": Spread::of(&comparison.ours).median,
                "peer_per_second": Spread::of(&comparison.peer).median,
                "ratio": { "median": ratio.median, "min": ratio.min, "max": ratio.max, "rounds": ratios },
                "target": claim.target.map(|target| claim.measure.bound(target)),
                "met": comparison.is_met(),
            })
        })
        .collect();
    json!({ "comparisons": comparisons })
}
