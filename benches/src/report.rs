//! What was measured, as a table for people and as JSON for programs.

use serde_json::{Value, json};

use crate::rounds::{Comparison, Spread};

const HEAD: [&str; 7] = ["what", "peer", "ours", "theirs", "ratio (min..max)", "target", "met"];

const NOTE: &str = "\
ratio: ours over theirs, of times (ms, less is better) or of work done a second (more is better);
median of the rounds, with the smallest and the largest. Only ratios mean anything on another machine.
";

/// A small table. Rates are of this machine and this minute; the ratio is what was measured.
pub fn to_table(comparisons: &[Comparison]) -> String {
    let mut rows = vec![HEAD.map(String::from)];
    rows.extend(comparisons.iter().map(row));
    let widths: [usize; HEAD.len()] =
        std::array::from_fn(|i| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0));
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> =
            row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text + NOTE
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
pub fn to_json(comparisons: &[Comparison]) -> Value {
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
