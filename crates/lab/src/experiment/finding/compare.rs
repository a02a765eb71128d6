//! Sentences that compare: one with another, a value along a column, an interval with others.

use super::Bound;
use super::group::{Key, geometric_mean, groups, key_of, numbers, spread};
use super::say::{Said, Speaker};
use crate::experiment::cell::Cell;
use crate::experiment::columns::{Role, role};
use crate::report::{grouped, real};

impl Speaker<'_> {
    pub(super) fn ratio(&self, value: &str, column: &str, [of, to]: [&String; 2], same: &[String]) -> String {
        let is = |row: &[Cell], word: &String| self.table.cell(row, column).to_string() == *word;
        let mut ratios: Vec<(f64, Key)> = Vec::new();
        // With nothing on a side there is no ratio, but it is told.
        let (mut zeros, mut both_zero): (Vec<String>, u32) = (Vec::new(), 0);
        for (key, rows) in groups(self.table, self.filter, same) {
            let mean = |word: &String| {
                let rows: Vec<&[Cell]> = rows.iter().copied().filter(|row| is(row, word)).collect();
                spread(&numbers(self.table, &rows, value)).map(|[mean, ..]| mean)
            };
            match (mean(of), mean(to)) {
                (Some(one), Some(other)) if one > 0.0 && other > 0.0 => ratios.push((one / other, key)),
                (Some(one), Some(other)) if one == 0.0 && other == 0.0 => both_zero += 1,
                (Some(one), Some(other)) => {
                    let label = self.namer.label(&key);
                    zeros.push(
                        self.fill(
                            "ratio-zero",
                            &[("at", &label), ("one", &real(one)), ("other", &real(other))],
                        ),
                    );
                }
                _ => {}
            }
        }
        let value = match role(value) {
            Role::Clock => self.namer.text.get("finding.time").to_string(),
            _ => self.namer.column(value),
        };
        let names = [of, to].map(|word| self.namer.label(&[(column.to_string(), Cell::word(word.as_str()))]));
        let same = self.equal(same);
        ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
        let factors: Vec<f64> = ratios.iter().map(|(ratio, _)| *ratio).collect();
        let details = [("value", value.as_str()), ("of", &names[0]), ("to", &names[1]), ("same", &same)];
        let mut left_out = String::new();
        if !zeros.is_empty() {
            left_out += &self.fill("ratio-zeros", &[("zeros", &self.list(&zeros))]);
        }
        if both_zero > 0 {
            left_out += &self.fill("ratio-both-zero", &[("count", &grouped(both_zero.into()))]);
        }
        let (Some(mean), Some(first), Some(last)) = (geometric_mean(&factors), ratios.first(), ratios.last())
        else {
            return self.fill("ratio-none", &details) + &left_out;
        };
        let numbers = [mean, first.0, last.0].map(real);
        let count = grouped(factors.len() as u128);
        let (low_at, high_at) = (self.namer.label(&first.1), self.namer.label(&last.1));
        let mut all = details.to_vec();
        all.extend([
            ("mean", numbers[0].as_str()),
            ("least", &numbers[1]),
            ("most", &numbers[2]),
            ("least_at", &low_at),
            ("most_at", &high_at),
            ("count", &count),
        ]);
        self.fill(if factors.len() == 1 { "ratio-one" } else { "ratio" }, &all) + &left_out
    }

    /// A series as means of a column along another, in order.
    fn series(
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
                ("first", real(first.1)),
                ("last", real(last.1)),
                ("from", real(first.0)),
                ("until", real(last.0)),
            ]);
            vec![(if factors.len() == 1 { "growth-one" } else { "growth" }, details)]
        })
    }

    /// A bound in words. What cannot be less than 0 is 0 when it is at most that.
    fn bound(&self, value: &str, bound: Bound) -> String {
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

    pub(super) fn separated(&self, [value, low, high]: &[String; 3], by: &[String]) -> Vec<String> {
        let column = self.namer.column(value);
        let sentence = |(key, rows): (Key, Vec<&[Cell]>)| {
            let number = |row: &[Cell], name: &str| self.table.cell(row, name).number();
            let mut players: Vec<(f64, f64, f64, String)> = rows
                .iter()
                .filter_map(|row| {
                    let known: Vec<String> = ["name", "opponent"].map(String::from).to_vec();
                    let is_variable = |column: &&String| {
                        role(column) == Role::Key
                            && !crate::experiment::columns::is_known(column)
                            && !by.contains(column)
                    };
                    let mut telling = known;
                    telling.extend(self.table.columns.iter().filter(is_variable).cloned());
                    let label = self.namer.label(&key_of(self.table, row, &telling));
                    Some((number(row, value)?, number(row, low)?, number(row, high)?, label))
                })
                .collect();
            players.sort_by(|a, b| b.0.total_cmp(&a.0));
            let Some(best) = players.first().cloned() else {
                return self.of_group(&key, &self.fill("no-numbers", &[("value", &column)]));
            };
            // Who has as much as the first is first too.
            let (first, rest): (Vec<_>, Vec<_>) = players.iter().partition(|player| player.0 == best.0);
            let first: Vec<String> = first.into_iter().map(|player| player.3.clone()).collect();
            let first = self.list(&first);
            let names = |is_below: bool| -> Vec<String> {
                rest.iter()
                    .filter(|other| (other.2 < best.1) == is_below)
                    .map(|other| other.3.clone())
                    .collect()
            };
            let (below, level) = (names(true), names(false));
            let numbers = [best.0, best.1, best.2].map(real);
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
            self.of_group(&key, &self.fill(name, &details))
        };
        groups(self.table, self.filter, by).into_iter().map(sentence).collect()
    }
}
