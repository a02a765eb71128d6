//! Tables of measurements: rows as they are found, put together with their columns in a fixed order, and written as CSV and JSON.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::cell::Cell;
use super::columns::{Role, place, role};

/// What was found, by column.
pub type Row = Vec<(String, Cell)>;

/// A table of measurements.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Its name, also that of its files.
    pub name: String,
    /// Its columns: keys, measurements, clocks.
    pub columns: Vec<String>,
    /// A cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Puts rows together. Columns that one row has and another has not are missing there.
    #[must_use]
    pub fn new(name: &str, rows: Vec<Row>) -> Table {
        let mut columns: Vec<String> = Vec::new();
        for (column, _) in rows.iter().flatten() {
            if !columns.contains(column) {
                columns.push(column.clone());
            }
        }
        // Stable, so that variables keep the order in which they were first met.
        columns.sort_by_key(|column| place(column));
        let mut table = Table { name: name.into(), columns, rows: Vec::new() };
        for row in rows {
            let mut cells = vec![Cell::Missing; table.columns.len()];
            for (column, cell) in row {
                if let Some(at) = table.column(&column) {
                    cells[at] = cell;
                }
            }
            table.rows.push(cells);
        }
        table
    }

    /// Where a column stands.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }

    /// The cell of a row in a column; missing when there is no such column.
    #[must_use]
    pub fn cell<'a>(&'a self, row: &'a [Cell], column: &str) -> &'a Cell {
        static MISSING: Cell = Cell::Missing;
        self.column(column).and_then(|at| row.get(at)).unwrap_or(&MISSING)
    }

    /// The rows whose cells are among those wanted.
    pub fn rows_where<'a>(&'a self, filter: &'a Filter) -> impl Iterator<Item = &'a Vec<Cell>> {
        self.rows.iter().filter(|row| filter.accepts(self, row))
    }

    /// Whether a clock was read for it.
    #[must_use]
    pub fn has_clock(&self) -> bool {
        self.columns.iter().any(|column| role(column) == Role::Clock)
    }

    /// What was asked and counted, without clocks: the same bytes from the same seed.
    #[must_use]
    pub fn csv(&self) -> String {
        self.csv_of(|column| role(column) != Role::Clock)
    }

    /// What was asked, and the clocks.
    #[must_use]
    pub fn times_csv(&self) -> String {
        self.csv_of(|column| role(column) != Role::Measured)
    }

    fn csv_of(&self, wants: impl Fn(&str) -> bool) -> String {
        let wanted: Vec<usize> = (0..self.columns.len()).filter(|&at| wants(&self.columns[at])).collect();
        let mut csv = String::new();
        let names = wanted.iter().map(|&at| self.columns[at].clone());
        line(&mut csv, names);
        for row in &self.rows {
            line(&mut csv, wanted.iter().map(|&at| row[at].to_string()));
        }
        csv
    }

    /// The same as [`Table::csv`] for programs that like it better.
    #[must_use]
    pub fn json(&self) -> Value {
        let columns: Vec<&String> = self.columns.iter().filter(|name| role(name) != Role::Clock).collect();
        let rows: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                let fields = columns.iter().map(|name| ((*name).clone(), self.cell(row, name).to_json()));
                fields.collect::<Map<_, _>>().into()
            })
            .collect();
        json!({ "table": self.name, "columns": columns, "rows": rows })
    }
}

fn line(csv: &mut String, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.map(|cell| quoted(&cell)).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(csv, "{}", cells.join(","));
}

/// RFC 4180: quoted where a comma, a quote or a line's end would be misread.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.into()
    }
}

/// Which rows of a table are meant: for each column the values that are wanted, as CSV writes them.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Filter(pub Vec<(String, Vec<String>)>);

impl Filter {
    /// Whether a row is meant.
    #[must_use]
    pub fn accepts(&self, table: &Table, row: &[Cell]) -> bool {
        self.0.iter().all(|(column, wanted)| wanted.contains(&table.cell(row, column).to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let row = |cells: &[(&str, Cell)]| -> Row {
            cells.iter().map(|(name, cell)| ((*name).to_string(), cell.clone())).collect()
        };
        Table::new(
            "t",
            vec![
                row(&[
                    ("time_ms", Cell::real(1.5)),
                    ("nodes", Cell::from(9u64)),
                    ("board", Cell::word("3x3x3")),
                ]),
                row(&[("board", Cell::word("a,\"b\"")), ("depth", Cell::from(2u64))]),
            ],
        )
    }

    #[test]
    fn clocks_are_kept_apart() {
        let table = table();
        assert_eq!(table.csv(), "board,depth,nodes\n3x3x3,,9\n\"a,\"\"b\"\"\",2,\n");
        assert_eq!(table.times_csv(), "board,depth,time_ms\n3x3x3,,1.5\n\"a,\"\"b\"\"\",2,\n");
        assert!(table.has_clock());
        let json = table.json();
        assert_eq!((&json["rows"][0]["nodes"], json["rows"][0].get("time_ms")), (&9.into(), None));
        assert_eq!(json["rows"][1]["nodes"], Value::Null);
    }

    #[test]
    fn filters_compare_what_is_written() {
        let table = table();
        let filter = |column: &str, wanted: &[&str]| {
            Filter(vec![(column.into(), wanted.iter().map(|word| (*word).to_string()).collect())])
        };
        assert_eq!(table.rows_where(&filter("depth", &["2"])).count(), 1);
        assert_eq!(table.rows_where(&filter("depth", &["2", ""])).count(), 2);
        assert_eq!(table.rows_where(&filter("nowhere", &["x"])).count(), 0);
        assert_eq!(table.rows_where(&Filter::default()).count(), 2);
    }
}
