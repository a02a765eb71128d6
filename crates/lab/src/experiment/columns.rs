//! Every column that a measurement can fill, and what it is: part of what was asked, counted, or read from a clock.
//!
//! Whatever is not listed is a variable that an experiment sweeps, and so part of what was asked. What columns are called in a
//! report is in the text catalogues under `column.NAME`.

/// What a column is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Which measurement a row is.
    Key,
    /// What came out; the same from the same seed where limits are counts.
    Measured,
    /// Time: never twice the same, and so kept apart.
    Clock,
}

/// Keys in the order in which a table has them; variables follow `preset`.
pub(super) const KEYS: &[&str] =
    &["board", "moves", "name", "opponent", "agent", "method", "preset", "seed", "side", "episode", "ply"];

/// Clocks: processor time first, then wall time.
const CLOCKS: &[&str] = &["cpu_ms", "cpu_ms_a_move", "expected_s", "time_ms", "ms_a_move"];

/// Clocks on the wall, which also measure what else the machine did: reported on request.
const WALL_CLOCKS: &[&str] = &["time_ms", "ms_a_move"];

/// Whether a column is wall time.
#[must_use]
pub fn is_wall_clock(name: &str) -> bool {
    WALL_CLOCKS.contains(&name)
}

/// What is measured, in the order in which a table has it.
pub(super) const MEASURED: &[&str] = &[
    "cells",
    "nodes",
    "games",
    "states",
    "classes",
    "sequences",
    "factorial",
    "factorial_ratio",
    "saving",
    "leaves",
    "least_leaves",
    "most_leaves",
    "leaves_ratio",
    "cutoffs",
    "table_hits",
    "played_out",
    "depth_reached",
    "expected",
    "value",
    "plies",
    "best",
    "finished",
    "complete",
    "positions",
    "lines",
    "won",
    "drawn",
    "lost",
    "lost_share",
    "value_losing_moves",
    "won_given_away",
    "lost_line",
    "points_random",
    "points_perfect",
    "draws_itself",
    "training_x_share",
    "training_draw_share",
    "training_o_share",
    "lost_as_x",
    "lost_as_o",
    "lost_both",
    "fitness_worst",
    "fitness_mean",
    "fitness_best",
    "x_wins",
    "draws",
    "o_wins",
    "x_share",
    "draw_share",
    "o_share",
    "score",
    "score_low",
    "score_high",
    "elo",
    "elo_low",
    "elo_high",
    "nodes_a_move",
    "playouts_a_move",
    "mean_plies",
    "different",
    "forfeits",
];

/// What a column is.
#[must_use]
pub fn role(name: &str) -> Role {
    if CLOCKS.contains(&name) {
        Role::Clock
    } else if MEASURED.contains(&name) {
        Role::Measured
    } else {
        Role::Key
    }
}

/// Columns that hold words.
const WORDS: &[&str] = &[
    "board",
    "moves",
    "name",
    "opponent",
    "agent",
    "method",
    "preset",
    "side",
    "value",
    "best",
    "lost_line",
];

/// Whether a column holds words, and so nothing that could be drawn or compared.
pub(super) fn is_words(name: &str) -> bool {
    WORDS.contains(&name)
}

/// Whether a name is one of ours, and so not free for a variable.
#[must_use]
pub fn is_known(name: &str) -> bool {
    KEYS.contains(&name) || role(name) != Role::Key
}

/// The column of a variable of the opponent.
pub(super) fn of_opponent(variable: &str) -> String {
    format!("{OPPONENTS}{variable}")
}

/// The variable that a column of the opponent holds.
pub fn opponents(column: &str) -> Option<&str> {
    column.strip_prefix(OPPONENTS)
}

const OPPONENTS: &str = "opponent_";

/// Where a column stands among others: keys, variables, measurements, clocks.
pub(super) fn place(name: &str) -> usize {
    let at = |list: &[&str]| list.iter().position(|known| *known == name);
    let variables = KEYS.iter().position(|key| *key == "preset").unwrap_or(0);
    match role(name) {
        Role::Key => match at(KEYS) {
            Some(place) if place > variables => place + 1,
            Some(place) => place,
            None => variables + 1,
        },
        Role::Measured => 1_000 + at(MEASURED).unwrap_or(0),
        Role::Clock => 10_000 + at(CLOCKS).unwrap_or(0),
    }
}

/// Every name, for tests of the catalogues.
pub fn all() -> impl Iterator<Item = &'static str> {
    KEYS.iter().chain(MEASURED).chain(CLOCKS).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_text::{Language, Text};

    #[test]
    fn every_column_has_a_name_in_every_language() {
        for &language in Language::ALL {
            let text = Text::new(language);
            let unnamed: Vec<&str> = all().filter(|name| !text.has(&format!("column.{name}"))).collect();
            assert!(unnamed.is_empty(), "{language:?}: {unnamed:?}");
        }
    }

    #[test]
    fn keys_come_first_and_clocks_last() {
        let mut names = ["time_ms", "nodes", "depth", "seed", "board", "value", "name"];
        names.sort_by_key(|name| place(name));
        assert_eq!(names, ["board", "name", "depth", "seed", "nodes", "value", "time_ms"]);
    }
}
