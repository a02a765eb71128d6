//! The tables of a report: as many rows as can be read, the rest is in the data files.

use super::document::{Grid, GridColumn};
use kinrow_lab::Namer;
use kinrow_lab::experiment::columns::{Role, is_wall_clock, role};
use kinrow_lab::experiment::finding::{Key, groups, spread};
use kinrow_lab::experiment::{Cell, Form, Shown, Table};

/// More rows than this are for machines.
const MOST_ROWS: usize = 60;

/// Which columns of a table are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Clocks {
    /// What was asked and counted.
    No,
    /// What was asked, and how long it took.
    Alone,
    /// Everything.
    Beside,
}

/// A table as it is to be shown; without a wish, in full. Its caption is left to whoever numbers it.
pub(super) fn grid(
    table: &Table,
    shown: Option<&Shown>,
    namer: &Namer<'_>,
    clocks: Clocks,
    has_wall_time: bool,
) -> Grid {
    let is_wanted = |column: &str, is_named: bool| match (clocks, role(column)) {
        (Clocks::No, Role::Clock) | (Clocks::Alone, Role::Measured) => false,
        (_, Role::Clock) => is_named || has_wall_time || !is_wall_clock(column),
        _ => true,
    };
    let mut grid = match shown.map(|shown| &shown.form) {
        Some(Form::Cross { down, across, cell }) => cross(table, shown, down, across, cell, namer),
        Some(Form::Rows { columns, over }) => rows(table, shown, columns, over, namer, &is_wanted),
        None => rows(table, None, &[], &[], namer, &is_wanted),
    };
    let all = grid.rows.len();
    if all > MOST_ROWS {
        grid.rows.truncate(MOST_ROWS);
        let (all, most) = (all.to_string(), MOST_ROWS.to_string());
        let file = format!("data/{}.csv", table.name);
        let told = [("most", most.as_str()), ("all", &all), ("file", &file)];
        grid.notes.push(namer.text.fill("report.rows-left-out", &told));
    }
    if grid.columns.iter().any(|column| column.is_clock) {
        let file = format!("data/{}.times.csv", table.name);
        grid.notes.push(namer.text.fill("report.clock-note", &[("file", &file)]));
    }
    grid
}

/// A line a row, or a line a group of rows that differ only in `over`.
fn rows(
    table: &Table,
    shown: Option<&Shown>,
    columns: &[String],
    over: &[String],
    namer: &Namer<'_>,
    is_wanted: &dyn Fn(&str, bool) -> bool,
) -> Grid {
    let everything = kinrow_lab::experiment::Filter::default();
    let filter = shown.map_or(&everything, |shown| &shown.filter);
    let rows: Vec<&Vec<Cell>> = table.rows_where(filter).collect();
    let is_empty = |column: &str| rows.iter().all(|row| matches!(table.cell(row, column), Cell::Missing));
    let wanted: Vec<&String> = table
        .columns
        .iter()
        .filter(|name| is_wanted(name, columns.contains(name)))
        .filter(|name| columns.is_empty() || columns.contains(name) || role(name) == Role::Clock)
        .filter(|name| !over.contains(name))
        .filter(|name| (!columns.is_empty() && role(name) != Role::Clock) || !is_empty(name))
        .collect();
    // In the order in which the author names them.
    let mut wanted: Vec<&String> = wanted;
    wanted.sort_by_key(|name| {
        let place = columns.iter().position(|column| column == *name);
        (role(name) == Role::Clock, place.unwrap_or(columns.len()))
    });
    let keys: Vec<String> = table
        .columns
        .iter()
        .filter(|name| role(name) == Role::Key && !over.contains(name))
        .cloned()
        .collect();
    let grouped = if over.is_empty() {
        rows.iter().map(|row| vec![row.as_slice()]).collect()
    } else {
        groups(table, filter, &keys).into_iter().map(|(_, rows)| rows).collect::<Vec<_>>()
    };
    let cells =
        |group: &Vec<&[Cell]>| wanted.iter().map(|column| merged(table, group, column, namer)).collect();
    let heading = |name: &&String| GridColumn {
        name: namer.column(name),
        is_number: rows.iter().any(|row| table.cell(row, name).number().is_some())
            && !matches!(rows.iter().map(|row| table.cell(row, name)).next(), Some(Cell::Truth(_))),
        is_clock: role(name) == Role::Clock,
    };
    let mut grid = Grid {
        columns: wanted.iter().map(heading).collect(),
        rows: grouped.iter().map(cells).collect(),
        ..Grid::default()
    };
    if grouped.iter().any(|group| group.len() > 1) {
        let over: Vec<String> = over.iter().map(|column| namer.column(column)).collect();
        let over = over.join(namer.text.get("label.separator"));
        grid.notes.push(namer.text.fill("report.merged-note", &[("over", &over)]));
    }
    grid
}

/// A cell of several rows: what they agree on, or a mean with its range.
fn merged(table: &Table, rows: &[&[Cell]], column: &str, namer: &Namer<'_>) -> String {
    let cells: Vec<&Cell> = rows.iter().map(|row| table.cell(row, column)).collect();
    let Some(first) = cells.first() else { return String::new() };
    if cells.iter().all(|cell| cell == first) {
        return namer.value(column, first);
    }
    let values: Vec<f64> = cells.iter().filter_map(|cell| cell.number()).collect();
    match spread(&values) {
        Some(spread) => {
            let [mean, least, most] = spread.map(|number| namer.value(column, &Cell::real(number)));
            format!("{mean} ({least}…{most})")
        }
        None => namer.text.get("report.various").to_string(),
    }
}

/// Some columns down, some across.
fn cross(
    table: &Table,
    shown: Option<&Shown>,
    down: &[String],
    across: &[String],
    cell: &str,
    namer: &Namer<'_>,
) -> Grid {
    let everything = kinrow_lab::experiment::Filter::default();
    let filter = shown.map_or(&everything, |shown| &shown.filter);
    let values = |by: &[String]| -> Vec<Vec<Cell>> {
        let cells = |key: Key| key.into_iter().map(|(_, cell)| cell).collect();
        groups(table, filter, by).into_iter().map(|(key, _)| cells(key)).collect()
    };
    let (rows, mut columns) = (values(down), values(across));
    // A cross table of players has the same order on both sides.
    if columns.iter().all(|cells| rows.contains(cells)) && rows.len() == columns.len() {
        columns.clone_from(&rows);
    }
    let name = |by: &[String], cells: &[Cell]| match by {
        [column] => namer.value(column, &cells[0]),
        _ => namer.label(&by.iter().cloned().zip(cells.iter().cloned()).collect::<Key>()),
    };
    let middle = |row: &[Cell], column: &[Cell]| {
        let has = |cells: &[Cell], by: &[String], wanted: &[Cell]| {
            by.iter().zip(wanted).all(|(column, wanted)| table.cell(cells, column) == wanted)
        };
        let is_here = |cells: &&Vec<Cell>| has(cells, down, row) && has(cells, across, column);
        let found: Vec<&[Cell]> = table.rows_where(filter).filter(is_here).map(Vec::as_slice).collect();
        if found.is_empty() { String::new() } else { merged(table, &found, cell, namer) }
    };
    let line = |row: &Vec<Cell>| {
        let mut cells = vec![name(down, row)];
        cells.extend(columns.iter().map(|column| middle(row, column)));
        cells
    };
    let heading =
        |cells: &Vec<Cell>| GridColumn { name: name(across, cells), is_number: true, is_clock: false };
    let headings = |columns: &[String]| -> String {
        let names: Vec<String> = columns.iter().map(|column| namer.column(column)).collect();
        names.join(namer.text.get("label.separator"))
    };
    let corner = GridColumn { name: headings(down), ..GridColumn::default() };
    let note = [("cell", namer.column(cell)), ("down", headings(down)), ("across", headings(across))];
    let note = note.each_ref().map(|(key, words)| (*key, words.as_str()));
    let is_contest = across.iter().any(|column| column == "opponent");
    let key = if is_contest { "report.cross-note-contest" } else { "report.cross-note" };
    Grid {
        columns: std::iter::once(corner).chain(columns.iter().map(heading)).collect(),
        rows: rows.iter().map(line).collect(),
        notes: vec![namer.text.fill(key, &note)],
        ..Grid::default()
    }
}
