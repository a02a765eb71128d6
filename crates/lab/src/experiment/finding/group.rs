//! Rows that belong together.

use crate::experiment::cell::Cell;
use crate::experiment::table::{Filter, Table};

/// Cells that tell a group from others.
pub type Key = Vec<(String, Cell)>;

/// The cells of a row in some columns.
pub fn key_of(table: &Table, row: &[Cell], columns: &[String]) -> Key {
    columns.iter().map(|column| (column.clone(), table.cell(row, column).clone())).collect()
}

/// Rows by what they have in some columns, in the order in which groups are first met.
pub fn groups<'a>(table: &'a Table, filter: &'a Filter, by: &[String]) -> Vec<(Key, Vec<&'a [Cell]>)> {
    let mut groups: Vec<(Key, Vec<&[Cell]>)> = Vec::new();
    for row in table.rows_where(filter) {
        let key = key_of(table, row, by);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    groups
}

/// The finite numbers of rows in a column.
pub fn numbers(table: &Table, rows: &[&[Cell]], column: &str) -> Vec<f64> {
    rows.iter().filter_map(|row| table.cell(row, column).number()).filter(|value| value.is_finite()).collect()
}

/// Of some numbers: mean, least and largest; `None` without any.
pub fn spread(values: &[f64]) -> Option<[f64; 3]> {
    let sum: f64 = values.iter().sum();
    let least = values.iter().copied().reduce(f64::min)?;
    let most = values.iter().copied().reduce(f64::max)?;
    Some([sum / values.len() as f64, least, most])
}

/// The geometric mean of positive numbers; `None` without any.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logarithms: Vec<f64> = values.iter().map(|value| value.ln()).collect();
    spread(&logarithms).map(|[mean, ..]| mean.exp())
}
