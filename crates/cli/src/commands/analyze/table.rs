//! The best moves of a search as a table: while it thinks, and in the end.

use kinrow_agent::{Candidate, Guide, Rated, Report};
use kinrow_game::{Game, Point, Position};
use kinrow_text::Text;

use crate::{columns, words};

/// One row for each of the best moves, under a row that names the columns.
pub(super) fn lay_out(text: &Text, position: &Position, best: &[Candidate<Point>]) -> Vec<String> {
    let names = ["move", "value", "depth", "line"];
    let head = names.map(|name| text.get(&format!("analyze.column-{name}")).to_string());
    let rows = best.iter().map(|best| {
        vec![
            position.name(best.mv),
            words::value(text, best.value),
            best.depth.to_string(),
            words::line(position, &best.line),
        ]
    });
    columns::lay_out(&[head.to_vec()].into_iter().chain(rows).collect::<Vec<_>>(), &[1, 3])
}

/// One row for each move of a search that a policy guided: value, visits, and the terms that guided it there.
pub(super) fn guided(text: &Text, position: &Position, rated: &[&Rated<Point>]) -> Vec<String> {
    let guides: Vec<Guide> = rated.iter().filter_map(|rated| rated.guide).collect();
    let is_gumbel = guides.iter().any(|guide| guide.wanted.is_some());
    let last = if is_gumbel { "wanted" } else { "explore" };
    let names = ["move", "value", "visits", "prior", "mean", last];
    let head = names.map(|name| text.get(&format!("analyze.column-{name}")).to_string());
    let number = |term: Option<f64>| term.map_or_else(String::new, |term| format!("{term:.3}"));
    let rows = rated.iter().map(|rated| {
        let guide = rated.guide;
        let last = guide.and_then(|guide| if is_gumbel { guide.wanted } else { guide.explore });
        vec![
            position.name(rated.mv),
            words::value(text, rated.value),
            rated.visits.map_or_else(String::new, words::number),
            number(guide.map(|guide| guide.prior)),
            number(guide.map(|guide| guide.mean)),
            number(last),
        ]
    });
    columns::lay_out(&[head.to_vec()].into_iter().chain(rows).collect::<Vec<_>>(), &[1])
}

/// What a search has found so far, for a terminal of this width: how far it has come, then the table. A search that follows
/// one line has a table of one row, and one that has no line yet has none.
pub(super) fn live(text: &Text, position: &Position, report: &Report<'_, Point>, width: usize) -> String {
    let only = report.line.first().map(|&mv| Candidate {
        mv,
        value: report.value,
        depth: report.statistics.depth,
        line: report.line.to_vec(),
    });
    let best = if report.best.is_empty() { only.as_slice() } else { report.best };
    let mut lines = vec![words::reached(text, &report.statistics)];
    if !best.is_empty() {
        lines.extend(lay_out(text, position, best).iter().map(|line| words::cut(line, width)));
    }
    lines.join("\n")
}
