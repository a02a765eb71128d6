//! What the library and its pages say to each other; docs/protocol.md tells what each field means.

use kinrow_session::Ended;
use serde::{Deserialize, Serialize};

/// Which games a page asks for.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SoughtGames {
    #[serde(default)]
    pub(crate) player: Option<String>,
    #[serde(default)]
    pub(crate) side: Option<String>,
    #[serde(default)]
    pub(crate) board: Option<String>,
    #[serde(default)]
    pub(crate) result: Option<String>,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) run: Option<i64>,
}

/// A page of the library.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GamesView {
    pub(crate) total: u64,
    pub(crate) offset: u64,
    pub(crate) games: Vec<StoredGame>,
    pub(crate) boards: Vec<BoardCount>,
    pub(crate) runs: Vec<RunView>,
}

/// A game as the list shows it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct StoredGame {
    pub(crate) id: i64,
    pub(crate) stored: String,
    pub(crate) rules: String,
    pub(crate) x: String,
    pub(crate) o: String,
    pub(crate) result: &'static str,
    pub(crate) ending: String,
    pub(crate) plies: u64,
    /// The last position.
    pub(crate) position: Option<String>,
    pub(crate) last: Option<String>,
}

/// How many games there are on a board.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BoardCount {
    pub(crate) rules: String,
    pub(crate) games: u64,
}

/// A match or a tournament whose games are in the record.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RunView {
    pub(crate) run: i64,
    pub(crate) kind: String,
    pub(crate) started: String,
    pub(crate) games: u64,
}

/// A game to be looked at.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OpenedGame {
    pub(crate) game: i64,
    pub(crate) rules: String,
    pub(crate) start: Option<String>,
    pub(crate) moves: Vec<String>,
    pub(crate) x: String,
    pub(crate) o: String,
    pub(crate) ended: Option<Ended>,
}

/// Games as the text of a file.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ExportedGames {
    pub(crate) format: &'static str,
    pub(crate) games: u64,
    pub(crate) text: String,
}

/// A puzzle, without its solution.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PuzzleView {
    pub(crate) position: String,
    pub(crate) kind: &'static str,
    pub(crate) plies: usize,
    pub(crate) grade: u8,
}

/// What a move in a puzzle was.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct JudgedMove {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) verdict: &'static str,
    pub(crate) reply: Option<String>,
    /// The position now.
    pub(crate) position: String,
}

/// Puzzles that were found in games, with their solutions: they are the page's own.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ComposedPuzzles {
    pub(crate) rules: String,
    pub(crate) games: usize,
    /// Whether all games were looked through, or as many puzzles found as were wanted.
    pub(crate) complete: bool,
    pub(crate) puzzles: Vec<ComposedPuzzle>,
}

/// A puzzle that was found.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ComposedPuzzle {
    /// As a line of a file of puzzles.
    pub(crate) text: String,
    #[serde(flatten)]
    pub(crate) puzzle: PuzzleView,
}

/// A model that plays.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ShippedModel {
    pub(crate) label: String,
    pub(crate) rules: String,
    /// The agent that plays by it.
    pub(crate) spec: String,
    pub(crate) bytes: u64,
    /// The command that made it.
    pub(crate) made_by: String,
    /// Games it has learned from.
    pub(crate) games: u64,
    /// Positions of these.
    pub(crate) positions: u64,
    /// What multiplied its matrices: another kernel may make other bytes.
    pub(crate) kernel: String,
}
