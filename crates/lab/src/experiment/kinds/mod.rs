//! How each kind of task is done, and how what tasks found is put together. One file a kind.

mod audit;
mod count;
mod meter;
mod play;
mod search;
mod train;

use std::sync::Arc;

use kinrow_agent::{Seed, Stop};
use serde::{Deserialize, Serialize};

use super::cell::Cell;
use super::measure::Measure;
use super::participant::{Models, Participant};
use super::plan::{Task, Work};
use super::table::Row;

pub(super) use play::{Contests, Game};

/// What a task found: rows of tables, or games, of which rows are made when all are there.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub(super) struct Found {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<(String, Row)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<Game>,
}

/// What surrounds a task.
pub(super) struct Surroundings<'a> {
    pub seed: Seed,
    pub models: &'a Arc<Models>,
    pub contests: &'a Contests,
    pub stop: &'a Stop,
}

/// Does a task. What it gives after a stop is not to be used.
pub(super) fn run(measure: &Measure, task: &Task, around: &Surroundings<'_>) -> Result<Found, String> {
    let main = |row| Ok(Found { rows: vec![(measure.table.clone(), row)], games: Vec::new() });
    match &task.work {
        Work::Count => main(count::whole(measure, task.rules, around.stop)),
        Work::Levels => {
            let rows = count::levels(measure, task.rules, around.stop);
            Ok(Found {
                rows: rows.into_iter().map(|row| (measure.table.clone(), row)).collect(),
                games: Vec::new(),
            })
        }
        Work::Solve { moves } => main(search::solve(measure, task.rules, moves, around.stop)),
        Work::Search { moves, participant, seed } => {
            main(search::search(measure, task.rules, moves, *participant, *seed, around)?)
        }
        Work::Audit { participant, side, seed } => {
            main(audit::audit(measure, task.rules, *participant, *side, *seed, around)?)
        }
        Work::Train { participant, seed } => {
            let rows = train::train(measure, task.rules, *participant, *seed, around.stop)?;
            Ok(Found { rows, games: Vec::new() })
        }
        Work::Sitting { participants, seed } => {
            main(play::sitting(measure, task.rules, *participants, *seed, around)?)
        }
        Work::Play { fixtures } => Ok(Found {
            rows: Vec::new(),
            games: play::play(task.measure, measure, task.rules, fixtures, around)?,
        }),
    }
}

/// The rows of a measure from what its tasks found, in the order of the tasks.
pub(super) fn assemble(measure: &Measure, tasks: &[&Task], found: &[&Found]) -> Vec<(String, Row)> {
    let mut rows: Vec<(String, Row)> = found.iter().flat_map(|found| found.rows.iter().cloned()).collect();
    for &rules in &measure.boards {
        let of_board = tasks.iter().zip(found).filter(|(task, _)| task.rules == rules);
        let games: Vec<Game> = of_board.flat_map(|(_, found)| found.games.iter().copied()).collect();
        if !games.is_empty() {
            rows.extend(play::rows(measure, rules, &games));
        }
    }
    rows
}

/// A row that begins with these cells.
fn row<const N: usize>(cells: [(&str, Cell); N]) -> Row {
    cells.into_iter().map(|(name, cell)| (name.to_string(), cell)).collect()
}

/// The variables of a participant, as cells of a row.
fn variables(participant: &Participant) -> Row {
    participant.variables.clone()
}
