//! What columns, cells and players are called in a report: by the catalogue, and by the experiment's own `[names]`.

use crate::experiment::columns::{self, Role, role};
use crate::experiment::{Cell, Experiment};
use kinrow_text::Text;
use kinrow_text::numbers::{self, power_of_ten};

/// Names things in a language.
#[derive(Clone, Copy)]
pub struct Namer<'a> {
    /// The catalogue.
    pub text: &'a Text,
    /// Whose names count first.
    pub experiment: &'a Experiment,
}

impl Namer<'_> {
    /// A word that the experiment may have its own name for.
    #[must_use]
    pub fn name(&self, word: &str) -> String {
        let own = self.experiment.names.iter().find(|(known, _)| known == word);
        own.map_or_else(|| word.to_string(), |(_, words)| words.of(self.text.language()).to_string())
    }

    /// A column's heading, with its unit.
    #[must_use]
    pub fn column(&self, column: &str) -> String {
        if let Some(variable) = columns::opponents(column) {
            return self.text.fill("column.of-opponent", &[("column", &self.column(variable))]);
        }
        let key = format!("column.{column}");
        if self.text.has(&key) && !self.experiment.names.iter().any(|(known, _)| known == column) {
            self.text.get(&key).to_string()
        } else {
            self.name(column)
        }
    }

    /// A column's heading without its unit, for use inside a sentence.
    #[must_use]
    pub fn short_column(&self, column: &str) -> String {
        let heading = self.column(column);
        let unit =
            heading.find(" (").or_else(|| heading.find('（')).filter(|_| heading.ends_with([')', '）']));
        unit.map_or(heading.as_str(), |unit| &heading[..unit]).to_string()
    }

    /// What stands in a column of a table, with as many digits as mean something there.
    #[must_use]
    pub fn value(&self, column: &str, cell: &Cell) -> String {
        match (column, cell) {
            ("moves", Cell::Word(moves)) if moves.is_empty() => self.text.get("label.empty-board").into(),
            ("value", Cell::Word(value)) => self.result(value),
            ("elo" | "elo_low" | "elo_high", Cell::Real(elo)) => numbers::real(elo.round()),
            // Only its power of ten is known.
            ("expected", Cell::Real(nodes)) => power_of_ten(nodes.log10().round() as i32),
            ("expected_s", Cell::Real(seconds)) => self.duration(*seconds),
            (_, Cell::Real(time)) if role(column) == Role::Clock && *time < 0.001 => "< 0.001".into(),
            _ => self.cell(cell),
        }
    }

    /// What a position is worth: a result, with its distance where that is known, or a number.
    fn result(&self, value: &str) -> String {
        match value.split_once(" in ") {
            Some((result, plies)) => self
                .text
                .fill("label.result-in", &[("result", &self.cell(&Cell::word(result))), ("plies", plies)]),
            None => self.cell(&Cell::word(value)),
        }
    }

    /// A time in the unit that people would use, up to ages.
    fn duration(&self, seconds: f64) -> String {
        const DAY: f64 = 86_400.0;
        const YEAR: f64 = 365.25 * DAY;
        let (key, count) = match seconds {
            seconds if seconds < 2.0 * DAY => return numbers::duration(seconds),
            seconds if seconds < 2.0 * YEAR => ("label.days", seconds / DAY),
            _ => ("label.years", seconds / YEAR),
        };
        // Two digits: whoever wants to know a time so long does not want to know it better.
        let unit = 10_f64.powf((count.log10() - 1.0).floor().max(0.0));
        let count = match count {
            count if count < 1e6 => numbers::real((count / unit).round() * unit),
            count => power_of_ten(count.log10().round() as i32),
        };
        self.text.fill(key, &[("count", &count)])
    }

    /// What stands in a table.
    #[must_use]
    pub fn cell(&self, cell: &Cell) -> String {
        match cell {
            Cell::Missing => "–".into(),
            Cell::Whole(count) if *count >= 1_000_000_000_000_000_000 => numbers::real(*count as f64),
            Cell::Whole(count) => numbers::grouped(*count),
            Cell::Real(value) => numbers::real(*value),
            Cell::Truth(true) => self.text.get("cell.yes").into(),
            Cell::Truth(false) => self.text.get("cell.no").into(),
            Cell::Word(word) => {
                let key = format!("cell.{word}");
                if self.text.has(&key) { self.text.get(&key).into() } else { self.name(word) }
            }
        }
    }

    /// Cells that tell a row or a series from others: a player by its name, anything else with its column.
    #[must_use]
    pub fn label(&self, cells: &[(String, Cell)]) -> String {
        let part = |(column, cell): &(String, Cell)| {
            // An opponent's variable is called like anybody's.
            let column = columns::opponents(column).unwrap_or(column);
            match column {
                "name" | "agent" | "board" | "opponent" | "method" | "preset" => self.cell(cell),
                "side" => self.text.fill("label.side", &[("side", &self.cell(cell))]),
                "moves" if *cell == Cell::word("") => self.text.get("label.empty-board").to_string(),
                _ => self.text.fill(
                    "label.column",
                    &[("column", &self.short_column(column)), ("cell", &self.cell(cell))],
                ),
            }
        };
        let parts = cells.iter().filter(|(_, cell)| !cell.is_missing()).map(part);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(self.text.get("label.separator"))
    }
}
