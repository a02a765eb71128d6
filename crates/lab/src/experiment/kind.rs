//! The kinds of measures: which keys of the file each understands, and which columns it fills.

kinrow_agent::named! {
    /// What a measure does, by its name in a file.
    pub enum Kind {
        /// Counts the whole game tree of a board.
        Count = "count",
        /// Counts it ply by ply.
        Levels = "levels",
        /// Finds the exact value of a position.
        Solve = "solve",
        /// Asks an agent for a move and counts what it cost.
        Search = "search",
        /// Plays an agent against every possible opponent.
        Audit = "audit",
        /// Trains, with looks on the way.
        Train = "train",
        /// Plays games with fixed sides.
        Games = "games",
        /// Plays games with fixed sides one after the other, so that agents may remember those before.
        Sitting = "sitting",
        /// Plays pairs of games with sides swapped.
        Match = "match",
        /// Plays everybody against everybody.
        Tournament = "tournament",
    }
}

impl Kind {
    /// The keys that mean something to it.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Kind::Count | Kind::Levels => &["boards", "plies"],
            Kind::Solve => &["boards", "moves", "limit"],
            Kind::Search => &["boards", "moves", "agents", "vary", "limit", "cap", "repetitions"],
            Kind::Audit => &["boards", "agents", "vary", "limit", "repetitions", "positions"],
            Kind::Train => &["boards", "agents", "vary", "repetitions", "episodes", "end"],
            Kind::Games => &["boards", "agents", "opponents", "vary", "limit", "games", "opening"],
            Kind::Sitting => {
                &["boards", "agents", "opponents", "vary", "limit", "repetitions", "games", "opening"]
            }
            Kind::Match => &["boards", "agents", "opponents", "vary", "limit", "games", "opening"],
            Kind::Tournament => &["boards", "agents", "vary", "limit", "games", "opening", "cross"],
        }
    }

    /// The columns it fills, apart from variables.
    pub(super) fn columns(self) -> &'static [&'static str] {
        match self {
            Kind::Count => &[
                "board",
                "cells",
                "nodes",
                "games",
                "states",
                "classes",
                "factorial",
                "factorial_ratio",
                "saving",
                "x_wins",
                "draws",
                "o_wins",
                "x_share",
                "draw_share",
                "o_share",
                "complete",
                "cpu_ms",
                "time_ms",
            ],
            Kind::Levels => &["board", "ply", "sequences", "states", "classes", "saving", "complete"],
            Kind::Solve => &[
                "board", "moves", "cells", "value", "plies", "nodes", "best", "finished", "cpu_ms", "time_ms",
            ],
            Kind::Search => &[
                "board",
                "moves",
                "name",
                "agent",
                "seed",
                "cells",
                "nodes",
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
                "best",
                "finished",
                "cpu_ms",
                "expected_s",
                "time_ms",
            ],
            Kind::Audit => &[
                "board",
                "name",
                "agent",
                "seed",
                "side",
                "positions",
                "lines",
                "won",
                "drawn",
                "lost",
                "lost_share",
                "value_losing_moves",
                "won_given_away",
                "lost_line",
                "finished",
                "cpu_ms",
                "time_ms",
            ],
            Kind::Train => &[
                "board",
                "name",
                "method",
                "preset",
                "seed",
                "episode",
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
            ],
            Kind::Games => &[
                "board",
                "name",
                "opponent",
                "games",
                "x_wins",
                "draws",
                "o_wins",
                "x_share",
                "draw_share",
                "o_share",
                "score",
                "score_low",
                "score_high",
                "mean_plies",
                "different",
                "forfeits",
            ],
            // No interval: games that may depend on each other have none. Repetitions show the spread.
            Kind::Sitting => &[
                "board",
                "name",
                "opponent",
                "seed",
                "games",
                "x_wins",
                "draws",
                "o_wins",
                "x_share",
                "draw_share",
                "o_share",
                "mean_plies",
                "different",
                "forfeits",
            ],
            Kind::Match => &[
                "board",
                "name",
                "opponent",
                "games",
                "won",
                "drawn",
                "lost",
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
                "cpu_ms_a_move",
                "ms_a_move",
            ],
            Kind::Tournament => &[
                "board",
                "name",
                "agent",
                "games",
                "won",
                "drawn",
                "lost",
                "score",
                "elo",
                "elo_low",
                "elo_high",
                "nodes_a_move",
                "playouts_a_move",
                "forfeits",
                "cpu_ms_a_move",
                "ms_a_move",
            ],
        }
    }

    /// The columns of the second table, where there is one.
    pub(super) fn second_columns(self) -> &'static [&'static str] {
        match self {
            Kind::Train => &[
                "board",
                "name",
                "method",
                "preset",
                "seed",
                "episode",
                "positions",
                "lines",
                "lost_as_x",
                "lost_as_o",
                "lost_both",
                "value_losing_moves",
                "complete",
                "cpu_ms",
                "time_ms",
            ],
            Kind::Tournament => &["board", "name", "opponent", "games", "won", "drawn", "lost", "score"],
            Kind::Count
            | Kind::Levels
            | Kind::Solve
            | Kind::Search
            | Kind::Audit
            | Kind::Games
            | Kind::Sitting
            | Kind::Match => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::columns;
    use kinrow_text::{Language, Text};

    /// A column that is not declared would be taken for a variable, and a kind without a sentence has none in a report.
    #[test]
    fn every_column_is_declared_and_every_kind_has_its_sentence() {
        for kind in Kind::ALL {
            for column in kind.columns().iter().chain(kind.second_columns()) {
                assert!(columns::is_known(column), "{kind}: {column}");
            }
            for &language in Language::ALL {
                assert!(Text::new(language).has(&format!("steps.{kind}")), "{kind} in {language:?}");
            }
        }
    }

    /// The table of columns in docs/lab.md is the one here.
    #[test]
    fn the_documented_columns_are_those() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lab.md");
        let page = std::fs::read_to_string(page).unwrap();
        let has = |name: &str, columns: &[&str]| {
            let list: Vec<String> = columns.iter().map(|column| format!("`{column}`")).collect();
            let row = format!("| {name} | {} |", list.join(", "));
            assert!(page.lines().any(|line| line == row), "docs/lab.md lacks the line:\n{row}");
        };
        for kind in Kind::ALL {
            has(&format!("`{kind}`"), kind.columns());
        }
        has("its `end`", Kind::Train.second_columns());
        has("its `cross`", Kind::Tournament.second_columns());
    }
}
