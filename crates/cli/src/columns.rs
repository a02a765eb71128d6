//! Tables of text: every column as wide as its widest cell, in a terminal where Chinese characters are two wide.

use crate::words;

/// Lays rows out, two spaces between columns: the first column and those in `left` begin at their left edge, all others end
/// at their right edge. Nothing trails behind a row.
pub(crate) fn lay_out(rows: &[Vec<String>], left: &[usize]) -> Vec<String> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| words::width(cell)).max();
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 || left.contains(&column) {
                words::left(cell, width)
            } else {
                words::right(cell, width)
            }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_under_each_other() {
        let row = |cells: &[&str]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        let rows = [row(&["", "局数", "name"]), row(&["all", "7", "a"]), row(&["甲", "1,000"])];
        assert_eq!(lay_out(&rows, &[2]), ["      局数  name", "all      7  a", "甲   1,000"]);
    }
}
