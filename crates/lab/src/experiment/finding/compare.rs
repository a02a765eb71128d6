//! Sentences that compare: one with another, a value along a column, an interval with others.

use super::Bound;
use super::group::{Key, geometric_mean, groups, key_of, numbers, spread};
use super::say::{Said, Speaker};
use crate::experiment::cell::Cell;
use crate::experiment::columns::{Role, role};
use kinrow_arena::statistics::{Interval, holm};
use kinrow_text::numbers::{grouped, real};

/// What a comparison of one with another found.
pub(super) struct Compared {
    /// The ratios with what was equal, from the least to the largest.
    pub ratios: Vec<(f64, Key)>,
    /// Their geometric mean; `None` without any.
    pub mean: Option<Interval>,
    /// Where only one is 0, in words.
    zeros: Vec<String>,
    /// How often both are.
    both_zero: u32,
}

impl Speaker<'_> {
    /// The value of some rows with its interval: that of the table where it has one, else that of the mean.
    fn interval(&self, rows: &[&[Cell]], value: &str) -> Option<Interval> {
        if let [row] = rows {
            let number = |column: &str| self.table.cell(row, column).number();
            let ends = number(&format!("{value}_low")).zip(number(&format!("{value}_high")));
            if let (Some(value), Some((low, high))) = (number(value), ends) {
                return Some(Interval { value, low, high });
            }
        }
        Interval::of_mean(&numbers(self.table, rows, value))
    }

    pub(super) fn compared(
        &self,
        value: &str,
        column: &str,
        [of, to]: [&String; 2],
        same: &[String],
    ) -> Compared {
        let is = |row: &[Cell], word: &String| self.table.cell(row, column).to_string() == *word;
        let mut found = Compared { ratios: Vec::new(), mean: None, zeros: Vec::new(), both_zero: 0 };
        let mut only = None;
        for (key, rows) in groups(self.table, self.filter, same) {
            let side = |word: &String| {
                let rows: Vec<&[Cell]> = rows.iter().copied().filter(|row| is(row, word)).collect();
                self.interval(&rows, value)
            };
            // With nothing on a side there is no ratio, but it is told.
            match (side(of), side(to)) {
                (Some(one), Some(other)) if one.value > 0.0 && other.value > 0.0 => {
                    only = Some(one.ratio(other));
                    found.ratios.push((one.value / other.value, key));
                }
                (Some(one), Some(other)) if one.value == 0.0 && other.value == 0.0 => found.both_zero += 1,
                (Some(one), Some(other)) => {
                    let label = self.namer.label(&key);
                    let (one, other) = (real(one.value), real(other.value));
                    found
                        .zeros
                        .push(self.fill("ratio-zero", &[("at", &label), ("one", &one), ("other", &other)]));
                }
                _ => {}
            }
        }
        found.ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
        let factors: Vec<f64> = found.ratios.iter().map(|(ratio, _)| *ratio).collect();
        // One comparison is as uncertain as what it compares; several show it by themselves.
        found.mean = if factors.len() == 1 { only } else { Interval::of_ratios(&factors) };
        found
    }

    /// What two are called, and what is compared.
    pub(super) fn names_of_ratio(&self, value: &str, column: &str, pair: [&String; 2]) -> [String; 3] {
        let value = match role(value) {
            Role::Clock => self.namer.text.get("finding.time").to_string(),
            _ => self.namer.column(value),
        };
        let [of, to] = pair.map(|word| self.namer.label(&[(column.to_string(), Cell::word(word.as_str()))]));
        [value, of, to]
    }

    pub(super) fn ratio(&self, value: &str, column: &str, pair: [&String; 2], same: &[String]) -> String {
        let Compared { ratios, mean, zeros, both_zero } = self.compared(value, column, pair, same);
        let [value, of, to] = self.names_of_ratio(value, column, pair);
        let same = self.equal(same);
        let details = [("value", value.as_str()), ("of", &of), ("to", &to), ("same", &same)];
        let mut left_out = String::new();
        if !zeros.is_empty() {
            left_out += &self.fill("ratio-zeros", &[("zeros", &self.list(&zeros))]);
        }
        if both_zero > 0 {
            left_out += &self.fill("ratio-both-zero", &[("count", &grouped(both_zero.into()))]);
        }
        let (Some(mean), Some(first), Some(last)) = (mean, ratios.first(), ratios.last()) else {
            return self.fill("ratio-none", &details) + &left_out;
        };
        let numbers = [mean.value, mean.low, mean.high, first.0, last.0].map(real);
        let count = grouped(ratios.len() as u128);
        let (low_at, high_at) = (self.namer.label(&first.1), self.namer.label(&last.1));
        let separator = self.namer.text.get("label.separator");
        let at = if low_at.is_empty() { String::new() } else { format!("{separator}{low_at}") };
        let mut all = details.to_vec();
        all.extend([
            ("mean", numbers[0].as_str()),
            ("low", &numbers[1]),
            ("high", &numbers[2]),
            ("least", &numbers[3]),
            ("most", &numbers[4]),
            ("at", &at),
            ("least_at", &low_at),
            ("most_at", &high_at),
            ("count", &count),
        ]);
        let name = match (ratios.len(), is_sharp(&mean)) {
            (1, true) => "ratio-one-exact",
            (1, false) => "ratio-one",
            (_, true) => "ratio-same",
            (_, false) => "ratio",
        };
        self.fill(name, &all) + &left_out
    }

    /// A series as means of a column along another, in order.
    pub(super) fn series(
        &self,
        rows: &[&[Cell]],
        value: &str,
        along: &str,
        merge: impl Fn(&[f64]) -> f64,
    ) -> Vec<(f64, f64)> {
        let mut points: Vec<(f64, Vec<f64>)> = Vec::new();
        for row in rows {
            let (Some(x), Some(y)) =
                (self.table.cell(row, along).number(), self.table.cell(row, value).number())
            else {
                continue;
            };
            match points.iter_mut().find(|(known, _)| *known == x) {
                Some((_, values)) => values.push(y),
                None => points.push((x, vec![y])),
            }
        }
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points.into_iter().map(|(x, values)| (x, merge(&values))).collect()
    }

    /// What a series has at a place: the count itself where there is one, else the mean.
    fn at(&self, rows: &[&[Cell]], value: &str, along: &str, (x, mean): (f64, f64)) -> String {
        let is_here = |row: &&&[Cell]| self.table.cell(row, along).number() == Some(x);
        let mut cells = rows.iter().filter(is_here).map(|row| self.table.cell(row, value));
        match cells.next() {
            Some(count @ Cell::Whole(_)) if cells.all(|other| other == count) => {
                self.namer.value(value, count)
            }
            _ => real(mean),
        }
    }

    pub(super) fn growth(&self, value: &str, along: &str, by: &[String]) -> Said {
        let (column, step) = (self.namer.column(value), self.namer.short_column(along));
        let common = [("value", column.as_str()), ("along", step.as_str())];
        self.of_groups(by, ("growth-about", &common), |rows| {
            let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
            let points = self.series(rows, value, along, mean);
            let positive: Vec<(f64, f64)> =
                points.into_iter().filter(|(_, y)| *y > 0.0 && y.is_finite()).collect();
            let factors: Vec<f64> = positive
                .windows(2)
                .map(|pair| (pair[1].1 / pair[0].1).powf(1.0 / (pair[1].0 - pair[0].0)))
                .collect();
            let mut details = vec![("value", column.clone()), ("along", step.clone())];
            let Some(mean) = geometric_mean(&factors) else { return vec![("growth-none", details)] };
            let (first, last) =
                (positive.first().copied().unwrap_or_default(), positive.last().copied().unwrap_or_default());
            // The mean over all steps is that between the ends.
            let overall = (last.1 / first.1).powf(1.0 / (last.0 - first.0));
            let [_, least, most] = spread(&factors).unwrap_or([mean; 3]);
            details.extend([
                ("mean", real(overall)),
                ("least", real(least)),
                ("most", real(most)),
                ("first", self.at(rows, value, along, first)),
                ("last", self.at(rows, value, along, last)),
                ("from", real(first.0)),
                ("until", real(last.0)),
            ]);
            vec![(if factors.len() == 1 { "growth-one" } else { "growth" }, details)]
        })
    }

    /// A bound in words. What cannot be less than 0 is 0 when it is at most that.
    pub(super) fn bound(&self, value: &str, bound: Bound) -> String {
        let is_count = || {
            let mut cells = self.table.rows.iter().filter_map(|row| self.table.cell(row, value).number());
            cells.all(|number| number >= 0.0)
        };
        match bound {
            Bound::AtMost(0.0) if is_count() => self.namer.text.get("finding.zero").to_string(),
            Bound::AtMost(most) => self.fill("at-most", &[("bound", &real(most))]),
            Bound::AtLeast(least) => self.fill("at-least", &[("bound", &real(least))]),
        }
    }

    pub(super) fn threshold(&self, value: &str, along: &str, by: &[String], bound: Bound) -> Said {
        let (column, step) = (self.namer.column(value), self.namer.short_column(along));
        let words = self.bound(value, bound);
        let common = [("value", column.as_str()), ("along", step.as_str()), ("bound", words.as_str())];
        self.of_groups(by, ("threshold-about", &common), |rows| {
            let worst =
                |values: &[f64]| values.iter().copied().reduce(|a, b| bound.worse(a, b)).unwrap_or(f64::NAN);
            let points = self.series(rows, value, along, worst);
            let mut details: Vec<_> =
                common.iter().map(|(name, value)| (*name, (*value).to_string())).collect();
            let Some(&(last_at, last)) = points.last() else { return vec![("no-numbers", details)] };
            // The first of those that keep the bound to the end.
            let broken = points.iter().rposition(|(_, y)| !bound.keeps(*y));
            let first_kept = points.iter().find(|(_, y)| bound.keeps(*y));
            let best = points.iter().copied().reduce(|a, b| if bound.worse(a.1, b.1) == a.1 { b } else { a });
            let best = best.unwrap_or((last_at, last));
            let (name, at) = match (broken, first_kept) {
                (None, _) => ("threshold-always", points[0].0),
                (Some(broken), _) if broken + 1 < points.len() => ("threshold-from", points[broken + 1].0),
                (Some(_), Some(kept)) => ("threshold-sometimes", kept.0),
                (Some(_), None) => ("threshold-never", best.0),
            };
            details.extend([
                ("at", real(at)),
                ("best", real(best.1)),
                ("last", real(last)),
                ("last_at", real(last_at)),
                ("count", grouped(points.len() as u128)),
            ]);
            vec![(name, details)]
        })
    }

    /// The chance of telling apart what is equal, in all comparisons of one finding together.
    pub(super) const LEVEL: f64 = 0.05;

    pub(super) fn separated(
        &self,
        [value, low, high]: &[String; 3],
        is_centred: bool,
        by: &[String],
        voice: &str,
    ) -> Vec<String> {
        let column = self.namer.column(value);
        let sentence = |(key, rows): (Key, Vec<&[Cell]>)| {
            let number = |row: &[Cell], name: &str| self.table.cell(row, name).number();
            let mut players: Vec<(Interval, String)> = rows
                .iter()
                .filter_map(|row| {
                    let (value, low, high) = (number(row, value)?, number(row, low)?, number(row, high)?);
                    Some((Interval { value, low, high }, self.player(row, by)))
                })
                .collect();
            players.sort_by(|a, b| b.0.value.total_cmp(&a.0.value));
            let Some((best, _)) = players.first().cloned() else {
                return self.of_group(&key, &self.fill("no-numbers", &[("value", &column)]));
            };
            // Ratings around a common mean lean on each other: a difference of two out of n varies more than their own intervals tell.
            let n = players.len() as f64;
            let widening = if is_centred && n > 1.0 { (n / (n - 1.0)).sqrt() } else { 1.0 };
            // Who has as much as the first is first too.
            let (first, rest): (Vec<_>, Vec<_>) =
                players.into_iter().partition(|(player, _)| player.value == best.value);
            let p_values: Vec<f64> = rest.iter().map(|(other, _)| best.p_value(*other, widening)).collect();
            let is_below = holm(&p_values, Self::LEVEL);
            let names = |wanted: bool| -> Vec<String> {
                rest.iter()
                    .zip(&is_below)
                    .filter(|(_, below)| **below == wanted)
                    .map(|((_, name), _)| name.clone())
                    .collect()
            };
            let (below, level) = (names(true), names(false));
            let first: Vec<String> = first.into_iter().map(|(_, name)| name).collect();
            let first = self.list(&first);
            let numbers = [best.value, best.low, best.high].map(real);
            let (below_list, level_list) = (self.list(&below), self.list(&level));
            let details = [
                ("value", column.as_str()),
                ("best", &first),
                ("number", &numbers[0]),
                ("low", &numbers[1]),
                ("high", &numbers[2]),
                ("below", &below_list),
                ("level", &level_list),
            ];
            let name = match (below.is_empty(), level.is_empty()) {
                (true, true) => "separated-alone",
                (false, true) => "separated-all",
                (true, false) => "separated-none",
                (false, false) => "separated-some",
            };
            self.of_group(&key, &self.namer.text.fill(&format!("{voice}.{name}"), &details))
        };
        groups(self.table, self.filter, by).into_iter().map(sentence).collect()
    }

    /// A player of a table, by its name, its opponent's and its variables.
    fn player(&self, row: &[Cell], by: &[String]) -> String {
        let is_variable = |column: &&String| {
            role(column) == Role::Key && !crate::experiment::columns::is_known(column) && !by.contains(column)
        };
        let mut telling: Vec<String> = ["name", "opponent"].map(String::from).to_vec();
        telling.extend(self.table.columns.iter().filter(is_variable).cloned());
        self.namer.label(&key_of(self.table, row, &telling))
    }
}

/// Whether an interval has no width that could be read.
pub(super) fn is_sharp(interval: &Interval) -> bool {
    real(interval.low) == real(interval.high)
}
