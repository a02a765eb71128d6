//! The sentences. Each function looks at what came out and picks the sentence that is true of it.

use super::group::{Key, geometric_mean, groups, key_of, numbers, spread};
use super::{Bound, Finding, FindingKind};
use crate::experiment::cell::Cell;
use crate::experiment::columns::{Role, role};
use crate::experiment::table::{Filter, Table};
use crate::report::{Namer, real};

/// Things that are named in one sentence at the most.
const NAMED: usize = 8;
/// Sentences that one finding may make.
const SENTENCES: usize = 24;

/// The sentences of a finding; one at least.
#[must_use]
pub fn say(finding: &Finding, table: &Table, namer: &Namer<'_>) -> Vec<String> {
    let speaker = Speaker { table, filter: &finding.filter, namer };
    if table.rows_where(&finding.filter).next().is_none() {
        return vec![namer.text.fill("finding.nothing", &[("table", &finding.table)])];
    }
    let mut sentences = match &finding.kind {
        FindingKind::Each { text } => speaker.each(text.of(namer.text.language())),
        FindingKind::Known { value, is, source } => speaker.known(value, is, source.of(namer.text.language())),
        FindingKind::Extremes { value, by } => vec![speaker.extremes(value, by)],
        FindingKind::Groups { value, by } => speaker.by_group(value, by),
        FindingKind::Ratio { value, column, of, to, same } => vec![speaker.ratio(value, column, [of, to], same)],
        FindingKind::Growth { value, along, by } => speaker.growth(value, along, by),
        FindingKind::Threshold { value, along, by, bound } => speaker.threshold(value, along, by, *bound),
        FindingKind::Separated { value, by } => speaker.separated(value, by),
        FindingKind::Agree { value, same } => vec![speaker.agree(value, same)],
        FindingKind::Unfinished { by } => vec![speaker.unfinished(by)],
    };
    let left_out = sentences.len().saturating_sub(SENTENCES);
    if left_out > 0 {
        sentences.truncate(SENTENCES);
        sentences.push(namer.text.fill("finding.more", &[("count", &left_out.to_string())]));
    }
    sentences
}

struct Speaker<'a> {
    table: &'a Table,
    filter: &'a Filter,
    namer: &'a Namer<'a>,
}

impl Speaker<'_> {
    fn fill(&self, key: &str, details: &[(&str, &str)]) -> String {
        self.namer.text.fill(&format!("finding.{key}"), details)
    }

    /// A sentence of a group, or of all rows when there is only one group without a name.
    fn of_group(&self, key: &Key, sentence: String) -> String {
        let label = self.namer.label(key);
        if label.is_empty() { capital(&sentence) } else { self.fill("of-group", &[("group", &label), ("sentence", &sentence)]) }
    }

    /// Names, as many as a sentence bears.
    fn list(&self, names: &[String]) -> String {
        let separator = self.namer.text.get("finding.list-separator");
        let mut list = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(separator);
        if names.len() > NAMED {
            list += &self.fill("list-more", &[("count", &(names.len() - NAMED).to_string())]);
        }
        list
    }

    fn each(&self, text: &str) -> Vec<String> {
        let sentence = |row: &Vec<Cell>| {
            self.table.columns.iter().fold(text.to_string(), |sentence, column| {
                let place = format!("{{{column}}}");
                match sentence.contains(&place) {
                    true => sentence.replace(&place, &self.namer.cell(self.table.cell(row, column))),
                    false => sentence,
                }
            })
        };
        let mut sentences: Vec<String> = self.table.rows_where(self.filter).map(sentence).collect();
        // Rows that differ in what the sentence does not mention say the same.
        let mut said = std::collections::HashSet::new();
        sentences.retain(|sentence| said.insert(sentence.clone()));
        sentences
    }

    fn known(&self, value: &str, is: &str, source: &str) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        for row in self.table.rows_where(self.filter) {
            let cell = self.table.cell(row, value);
            let (found, value) = (self.namer.cell(cell), self.namer.column(value));
            let named: Vec<String> = self.filter.0.iter().map(|(column, _)| column.clone()).collect();
            let label = self.namer.label(&key_of(self.table, row, &named));
            let details = [
                ("group", label.as_str()),
                ("value", value.as_str()),
                ("found", found.as_str()),
                ("is", is),
                ("source", source),
            ];
            let key = match cell {
                Cell::Missing => "known-missing",
                cell if cell.to_string() == is => "known-equal",
                _ => "known-other",
            };
            let sentence = self.fill(key, &details);
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        sentences
    }

    fn extremes(&self, value: &str, by: &[String]) -> String {
        let mut rows: Vec<(f64, &Vec<Cell>)> = self
            .table
            .rows_where(self.filter)
            .filter_map(|row| Some((self.table.cell(row, value).number()?, row)))
            .collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let column = self.namer.column(value);
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
            return self.fill("no-numbers", &[("value", &column)]);
        };
        let label = |row: &[Cell]| self.namer.label(&key_of(self.table, row, by));
        let cell = |row: &[Cell]| self.namer.cell(self.table.cell(row, value));
        if first.0 == last.0 {
            let (all, count) = (cell(first.1), rows.len().to_string());
            return self.fill("extremes-equal", &[("value", &column), ("all", &all), ("count", &count)]);
        }
        self.fill(
            "extremes",
            &[
                ("value", &column),
                ("least", &cell(first.1)),
                ("least_of", &label(first.1)),
                ("most", &cell(last.1)),
                ("most_of", &label(last.1)),
                ("count", &rows.len().to_string()),
            ],
        )
    }

    fn by_group(&self, value: &str, by: &[String]) -> Vec<String> {
        let column = self.namer.column(value);
        let sentence = |(key, rows): (Key, Vec<&[Cell]>)| {
            let values = numbers(self.table, &rows, value);
            let Some([mean, least, most]) = spread(&values) else {
                return self.of_group(&key, self.fill("no-numbers", &[("value", &column)]));
            };
            let (count, missing) = (values.len().to_string(), rows.len() - values.len());
            let [mean, low, high] = [mean, least, most].map(real);
            let details =
                [("value", column.as_str()), ("mean", &mean), ("least", &low), ("most", &high), ("count", &count)];
            let mut words = self.fill(if values.len() == 1 || least == most { "group-one" } else { "group" }, &details);
            if missing > 0 {
                words += &self.fill("group-missing", &[("count", &missing.to_string())]);
            }
            self.of_group(&key, words)
        };
        groups(self.table, self.filter, by).into_iter().map(sentence).collect()
    }

    fn ratio(&self, value: &str, column: &str, [of, to]: [&String; 2], same: &[String]) -> String {
        let is = |row: &[Cell], word: &String| self.table.cell(row, column).to_string() == *word;
        let mut ratios: Vec<(f64, Key)> = Vec::new();
        for (key, rows) in groups(self.table, self.filter, same) {
            let mean = |word: &String| {
                let rows: Vec<&[Cell]> = rows.iter().copied().filter(|row| is(row, word)).collect();
                spread(&numbers(self.table, &rows, value)).map(|[mean, ..]| mean).filter(|mean| *mean > 0.0)
            };
            if let (Some(one), Some(other)) = (mean(of), mean(to)) {
                ratios.push((one / other, key));
            }
        }
        let value = match role(value) {
            Role::Clock => self.namer.text.get("finding.time").to_string(),
            _ => self.namer.column(value),
        };
        let names = [of, to].map(|word| self.namer.cell(&Cell::word(word.as_str())));
        let same: Vec<String> = same.iter().map(|column| self.namer.column(column)).collect();
        let same = same.join(self.namer.text.get("finding.list-separator"));
        ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
        let factors: Vec<f64> = ratios.iter().map(|(ratio, _)| *ratio).collect();
        let details = [("value", value.as_str()), ("of", &names[0]), ("to", &names[1]), ("same", &same)];
        let (Some(mean), Some(first), Some(last)) = (geometric_mean(&factors), ratios.first(), ratios.last()) else {
            return self.fill("ratio-none", &details);
        };
        let numbers = [mean, first.0, last.0].map(real);
        let count = factors.len().to_string();
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
        self.fill(if factors.len() == 1 { "ratio-one" } else { "ratio" }, &all)
    }

    /// A series as means of a column along another, in order.
    fn series(&self, rows: &[&[Cell]], value: &str, along: &str, merge: impl Fn(&[f64]) -> f64) -> Vec<(f64, f64)> {
        let mut points: Vec<(f64, Vec<f64>)> = Vec::new();
        for row in rows {
            let (Some(x), Some(y)) = (self.table.cell(row, along).number(), self.table.cell(row, value).number()) else {
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

    fn growth(&self, value: &str, along: &str, by: &[String]) -> Vec<String> {
        let (column, step) = (self.namer.column(value), self.namer.column(along));
        let sentence = |(key, rows): (Key, Vec<&[Cell]>)| {
            let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
            let points = self.series(&rows, value, along, mean);
            let positive: Vec<(f64, f64)> = points.into_iter().filter(|(_, y)| *y > 0.0 && y.is_finite()).collect();
            let factors: Vec<f64> = positive
                .windows(2)
                .map(|pair| (pair[1].1 / pair[0].1).powf(1.0 / (pair[1].0 - pair[0].0)))
                .collect();
            let Some(mean) = geometric_mean(&factors) else {
                return self.of_group(&key, self.fill("growth-none", &[("value", &column), ("along", &step)]));
            };
            let (first, last) = (positive.first().copied().unwrap_or_default(), positive.last().copied().unwrap_or_default());
            // The mean over all steps is that between the ends.
            let overall = (last.1 / first.1).powf(1.0 / (last.0 - first.0));
            let [_, least, most] = spread(&factors).unwrap_or([mean; 3]);
            let words = [overall, least, most, first.1, last.1, first.0, last.0].map(real);
            let details = [
                ("value", column.as_str()),
                ("along", &step),
                ("mean", &words[0]),
                ("least", &words[1]),
                ("most", &words[2]),
                ("first", &words[3]),
                ("last", &words[4]),
                ("from", &words[5]),
                ("until", &words[6]),
            ];
            self.of_group(&key, self.fill(if factors.len() == 1 { "growth-one" } else { "growth" }, &details))
        };
        groups(self.table, self.filter, by).into_iter().map(sentence).collect()
    }

    fn threshold(&self, value: &str, along: &str, by: &[String], bound: Bound) -> Vec<String> {
        let (column, step) = (self.namer.column(value), self.namer.column(along));
        let (is_most, limit) = match bound {
            Bound::AtMost(most) => (true, real(most)),
            Bound::AtLeast(least) => (false, real(least)),
        };
        let bound_words = self.fill(if is_most { "at-most" } else { "at-least" }, &[("bound", &limit)]);
        let sentence = |(key, rows): (Key, Vec<&[Cell]>)| {
            let worst = |values: &[f64]| values.iter().copied().reduce(|a, b| bound.worse(a, b)).unwrap_or(f64::NAN);
            let points = self.series(&rows, value, along, worst);
            let mut details = vec![("value", column.clone()), ("along", step.clone()), ("bound", bound_words.clone())];
            let Some(&(last_at, last)) = points.last() else {
                return self.of_group(&key, self.fill("no-numbers", &[("value", &column)]));
            };
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
                ("count", points.len().to_string()),
            ]);
            let details: Vec<(&str, &str)> = details.iter().map(|(name, value)| (*name, value.as_str())).collect();
            self.of_group(&key, self.fill(name, &details))
        };
        groups(self.table, self.filter, by).into_iter().map(sentence).collect()
    }

    fn separated(&self, [value, low, high]: &[String; 3], by: &[String]) -> Vec<String> {
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
            let Some((best, rest)) = players.split_first() else {
                return self.of_group(&key, self.fill("no-numbers", &[("value", &column)]));
            };
            let names = |is_below: bool| -> Vec<String> {
                rest.iter().filter(|other| (other.2 < best.1) == is_below).map(|other| other.3.clone()).collect()
            };
            let (below, level) = (names(true), names(false));
            let numbers = [best.0, best.1, best.2].map(real);
            let (below_list, level_list) = (self.list(&below), self.list(&level));
            let details = [
                ("value", column.as_str()),
                ("best", &best.3),
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
            self.of_group(&key, self.fill(name, &details))
        };
        groups(self.table, self.filter, by).into_iter().map(sentence).collect()
    }

    fn agree(&self, value: &str, same: &[String]) -> String {
        let column = self.namer.column(value);
        let compared: Vec<(Key, Vec<&Cell>)> = groups(self.table, self.filter, same)
            .into_iter()
            .map(|(key, rows)| {
                let cells = rows.iter().map(|row| self.table.cell(row, value)).filter(|cell| !cell.is_missing());
                (key, cells.collect())
            })
            .filter(|(_, cells): &(Key, Vec<&Cell>)| cells.len() > 1)
            .collect();
        let different: Vec<String> = compared
            .iter()
            .filter(|(_, cells)| cells.windows(2).any(|pair| pair[0] != pair[1]))
            .map(|(key, _)| self.namer.label(key))
            .collect();
        let (count, agreeing) = (compared.len().to_string(), (compared.len() - different.len()).to_string());
        let list = self.list(&different);
        let details =
            [("value", column.as_str()), ("count", &count), ("agreeing", &agreeing), ("different", &list)];
        self.fill(
            match (compared.is_empty(), different.is_empty()) {
                (true, _) => "agree-nothing",
                (false, true) => "agree-all",
                (false, false) => "agree-some",
            },
            &details,
        )
    }

    fn unfinished(&self, by: &[String]) -> String {
        let rows: Vec<&Vec<Cell>> = self.table.rows_where(self.filter).collect();
        let is_open = |row: &&&Vec<Cell>| {
            ["finished", "complete"].iter().any(|column| *self.table.cell(row, column) == Cell::Truth(false))
        };
        let mut open: Vec<String> = Vec::new();
        for row in rows.iter().filter(is_open) {
            let label = self.namer.label(&key_of(self.table, row, by));
            if !open.contains(&label) {
                open.push(label);
            }
        }
        let count = rows.len().to_string();
        let number = rows.iter().filter(is_open).count().to_string();
        let list = self.list(&open);
        let details = [("count", count.as_str()), ("number", &number), ("open", &list)];
        self.fill(if open.is_empty() { "unfinished-none" } else { "unfinished" }, &details)
    }
}

/// With a large first letter.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
