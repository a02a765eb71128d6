//! The record of one game: who played, from which seed, every move with its cost and value, how it ended and why.

use kinrow_game::{Ending, Side};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The record of one game, finished or not.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct GameRecord {
    /// Always `kinrow-game`.
    pub format: String,
    /// Of this lay-out; 1.
    pub version: u32,
    /// The rules, such as `15x15x5:renju`.
    pub rules: String,
    /// The position in which play began, as one line, when it was not the empty board.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub start: Option<String>,
    /// The seed that this game's randomness came from.
    pub seed: u64,
    /// Who played X.
    pub x: AgentRecord,
    /// Who played O.
    pub o: AgentRecord,
    /// Moves that were given, before the agents' own.
    #[cfg_attr(feature = "serde", serde(default))]
    pub opening: Vec<String>,
    /// The agents' moves.
    pub moves: Vec<MoveRecord>,
    /// How it ended.
    pub result: RecordedResult,
    /// Why it ended so.
    pub reason: Reason,
}

/// What a person is called where an agent has its spec.
pub const HUMAN: &str = "human";

/// An agent of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct AgentRecord {
    /// Its full spec.
    pub spec: String,
    /// Its limits, such as `nodes=1000`; empty when it had none.
    pub limits: String,
}

impl AgentRecord {
    /// Whether it is a person.
    #[must_use]
    pub fn is_human(&self) -> bool {
        self.spec == HUMAN
    }
}

/// One move.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct MoveRecord {
    /// As people write it.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
    /// Wall-clock time.
    pub time_ms: f64,
    /// Positions looked at.
    pub nodes: u64,
    /// Games played out.
    #[cfg_attr(feature = "serde", serde(default))]
    pub playouts: u64,
    /// The agent's value for its own side: `win in 5`, `+12`, `0.571`, or `?`.
    pub value: String,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum RecordedResult {
    /// Won by X.
    X,
    /// Won by O.
    O,
    /// Drawn.
    Draw,
    /// Not ended.
    Unfinished,
}

impl From<Ending> for RecordedResult {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Won(Side::X) => RecordedResult::X,
            Ending::Won(Side::O) => RecordedResult::O,
            Ending::Drawn => RecordedResult::Draw,
        }
    }
}

/// Why a game ended as it did.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", content = "detail", rename_all = "kebab-case"))]
pub enum Reason {
    /// By the rules: a row, or no moves left.
    Rules,
    /// The loser gave up.
    Resigned,
    /// The loser's move was not legal: the move, and what was wrong with it.
    IllegalMove(String),
    /// The loser took too long: how long, and how long it had.
    Time(String),
    /// The loser used too much memory: how much, and how much it had.
    Memory(String),
    /// The loser failed: with these words.
    Error(String),
    /// Somebody left, or said stop.
    Left,
    /// It is still going on.
    Ongoing,
}

kinrow_game::sentences! {
    /// Why a text is not a game record.
    pub enum RecordError {
        /// Not JSON of this form.
        Shape { why: String } = "record-shape" =>
            "this is not a game saved by Kinrow ({why})",
        /// Written by a newer Kinrow.
        Version { given: u32 } = "record-version" =>
            "this game was saved in format {given} by a newer Kinrow; this one reads format 1",
    }
}

impl GameRecord {
    /// What `format` says.
    pub const FORMAT: &'static str = "kinrow-game";
    /// What `version` says.
    pub const VERSION: u32 = 1;

    /// Every move from the start, given ones and played ones.
    pub fn all_moves(&self) -> impl Iterator<Item = &str> {
        self.opening.iter().map(String::as_str).chain(self.moves.iter().map(|mv| mv.mv.as_str()))
    }
}
