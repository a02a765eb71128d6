//! What a finding comes to: the few words that a conclusion has for it, computed from the same numbers as its sentences, whose
//! details stay in the analysis.

use super::compare::is_sharp;
use super::group::{groups, key_of, numbers, spread};
use super::say::{Said, Speaker};
use super::{Bound, Finding, FindingKind};
use crate::Namer;
use crate::experiment::table::Table;
use kinrow_text::numbers::real;

/// What a finding comes to.
#[must_use]
pub fn verdict(finding: &Finding, table: &Table, namer: &Namer<'_>) -> Said {
    let speaker = Speaker { table, filter: &finding.filter, namer };
    let language = namer.text.language();
    if table.rows_where(&finding.filter).next().is_none() {
        return Said::sentence(namer.text.fill("finding.nothing", &[("table", &finding.table)]));
    }
    let said = match &finding.kind {
        FindingKind::Each { text } => Said::sentences(speaker.each(text.of(language))),
        FindingKind::Known { value, is, source } => {
            Said::sentences(speaker.known(value, is, source.of(language)))
        }
        FindingKind::Extremes { value, by } => Said::sentence(speaker.range(value, by)),
        FindingKind::Groups { value, by } => Said::sentence(speaker.ends(value, by)),
        FindingKind::Ratio { value, column, of, to, same } => {
            Said::sentence(speaker.times(value, column, [of, to], same))
        }
        FindingKind::Growth { value, along, by } => Said::sentence(speaker.factor(value, along, by)),
        FindingKind::Threshold { value, along, by, bound } => {
            Said::sentence(speaker.kept(value, along, by, *bound))
        }
        FindingKind::Separated { value, is_centred, by } => {
            Said::sentences(speaker.separated(value, *is_centred, by, "verdict"))
        }
        FindingKind::Agree { value, same } => Said::sentence(speaker.agree(value, same, "verdict")),
        FindingKind::Tally { value, by } => Said::sentence(speaker.shares(value, by)),
        FindingKind::Unfinished { by } => Said::sentence(speaker.unfinished(by, "verdict")),
    };
    speaker.begin(finding.about.of(language), said)
}

impl Speaker<'_> {
    fn short(&self, key: &str, details: &[(&str, &str)]) -> String {
        self.namer.text.fill(&format!("verdict.{key}"), details)
    }

    /// Between which ends all rows lie.
    fn range(&self, value: &str, by: &[String]) -> String {
        let rows = self.table.rows_where(self.filter);
        let mut rows: Vec<_> =
            rows.filter_map(|row| Some((self.table.cell(row, value).number()?, row))).collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let column = self.namer.column(value);
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
            return self.fill("no-numbers", &[("value", &column)]);
        };
        let end = |row| {
            let label = self.namer.label(&key_of(self.table, row, by));
            (self.namer.value(value, self.table.cell(row, value)), label)
        };
        let ((least, least_of), (most, most_of)) = (end(first.1), end(last.1));
        if first.0 == last.0 {
            return self.short("same", &[("value", &column), ("all", &most)]);
        }
        let details = [("value", column.as_str()), ("least", &least), ("least_of", &least_of)];
        self.short("range", &[&details[..], &[("most", &most), ("most_of", &most_of)]].concat())
    }

    /// Which groups have the least and the most on average.
    fn ends(&self, value: &str, by: &[String]) -> String {
        let column = self.namer.column(value);
        let mut means: Vec<(f64, String)> = Vec::new();
        for (key, rows) in groups(self.table, self.filter, by) {
            let mean = spread(&numbers(self.table, &rows, value));
            means.extend(mean.map(|[mean, ..]| (mean, self.namer.label(&key))));
        }
        means.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (Some(first), Some(last)) = (means.first(), means.last()) else {
            return self.fill("no-numbers", &[("value", &column)]);
        };
        let (least, most) = (real(first.0), real(last.0));
        let all_with = |mean: f64| {
            let names = means.iter().filter(|(other, _)| *other == mean);
            self.list(&names.map(|(_, name)| name.clone()).collect::<Vec<_>>())
        };
        if means.len() > 1 && first.0 == last.0 {
            return self.short("same", &[("value", &column), ("all", &most)]);
        }
        if means.len() == 1 {
            return self.short("mean", &[("value", &column), ("mean", &most)]);
        }
        let (least_of, most_of) = (all_with(first.0), all_with(last.0));
        let details = [("value", column.as_str()), ("least", &least), ("least_of", &least_of)];
        self.short("ends", &[&details[..], &[("most", &most), ("most_of", &most_of)]].concat())
    }

    /// Whether one has more than another, and how many times as much.
    fn times(&self, value: &str, column: &str, pair: [&String; 2], same: &[String]) -> String {
        let found = self.compared(value, column, pair, same);
        let [value, of, to] = self.names_of_ratio(value, column, pair);
        let details = [("value", value.as_str()), ("of", &of), ("to", &to)];
        let Some(mean) = found.mean else {
            return self.fill("ratio-none", &[&details[..], &[("same", &self.equal(same))]].concat());
        };
        let numbers = [mean.value, mean.low, mean.high].map(real);
        let ends = [("mean", numbers[0].as_str()), ("low", &numbers[1]), ("high", &numbers[2])];
        let name = match () {
            () if is_sharp(&mean) => "ratio-exact",
            () if mean.low > 1.0 => "ratio-more",
            () if mean.high < 1.0 => "ratio-less",
            () => "ratio-level",
        };
        self.short(name, &[&details[..], &ends].concat())
    }

    /// The factor of a step.
    fn factor(&self, value: &str, along: &str, by: &[String]) -> String {
        let (column, step) = (self.namer.column(value), self.namer.short_column(along));
        let mut factors: Vec<String> = Vec::new();
        for (key, rows) in groups(self.table, self.filter, by) {
            let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
            let points = self.series(&rows, value, along, mean);
            let mut positive = points.into_iter().filter(|(_, y)| *y > 0.0 && y.is_finite());
            let (Some(first), Some(last)) = (positive.next(), positive.next_back()) else { continue };
            let factor = real((last.1 / first.1).powf(1.0 / (last.0 - first.0)));
            factors.push(self.of_group(&key, &factor));
        }
        let details = [("value", column.as_str()), ("along", &step)];
        match factors.is_empty() {
            true => self.fill("growth-none", &details),
            false => self.short("growth", &[&details[..], &[("factors", &self.list(&factors))]].concat()),
        }
    }

    /// Who keeps a bound for good, and from where on.
    fn kept(&self, value: &str, along: &str, by: &[String], bound: Bound) -> String {
        let (column, step) = (self.namer.column(value), self.namer.short_column(along));
        let words = self.bound(value, bound);
        let (mut kept, mut broken) = (Vec::new(), Vec::new());
        for (key, rows) in groups(self.table, self.filter, by) {
            let worst =
                |values: &[f64]| values.iter().copied().reduce(|a, b| bound.worse(a, b)).unwrap_or(f64::NAN);
            let points = self.series(&rows, value, along, worst);
            let label = self.namer.label(&key);
            let from = points.iter().rposition(|(_, y)| !bound.keeps(*y)).map_or(0, |at| at + 1);
            match points.get(from) {
                Some((at, _)) => {
                    let at = real(*at);
                    let key = if label.is_empty() { "from" } else { "from-of" };
                    kept.push(self.short(key, &[("group", &label), ("along", &step), ("at", &at)]));
                }
                None => broken.push(label),
            }
        }
        let (kept_list, broken_list) = (self.list(&kept), self.list(&broken));
        let details =
            [("value", column.as_str()), ("bound", &words), ("kept", &kept_list), ("broken", &broken_list)];
        let name = match (kept.is_empty(), broken_list.is_empty()) {
            (true, true) => "kept-never",
            (true, false) => "kept-none",
            (false, true) => "kept-all",
            (false, false) => "kept-some",
        };
        self.short(name, &details)
    }

    fn shares(&self, value: &str, by: &[String]) -> String {
        let column = self.namer.column(value);
        let points = self.tallied(value, by);
        match points.is_empty() {
            true => self.fill("no-numbers", &[("value", &column)]),
            false => self.short("tally", &[("value", &column), ("points", &self.list(&points))]),
        }
    }
}
