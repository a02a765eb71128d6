//! Games and examples to begin with. What they are called and what they show is told by the text catalogues, under
//! `preset.ID` and `example-page.ID`.

use serde::Serialize;

use super::Level;

/// A game that many know, with an opponent to begin with. (A person plays X.)
#[derive(Clone, Copy, Debug)]
pub struct StarterGame {
    /// Its name in messages and catalogues.
    pub id: &'static str,
    /// The game.
    pub rules: &'static str,
    /// How strong O is.
    pub level: Level,
}

/// Games that many know.
pub const STARTER_GAMES: &[StarterGame] = &[
    StarterGame { id: "tic-tac-toe", rules: "3x3x3", level: Level::Perfect },
    StarterGame { id: "4x4", rules: "4x4x4", level: Level::Perfect },
    StarterGame { id: "5x5x4", rules: "5x5x4", level: Level::Six },
    StarterGame { id: "8x8-five", rules: "8x8x5", level: Level::Four },
    StarterGame { id: "gomoku", rules: "15x15x5", level: Level::Four },
    StarterGame { id: "renju", rules: "15x15x5:renju", level: Level::Four },
    StarterGame { id: "connect-four", rules: "7x6x4:drop", level: Level::Four },
];

/// A search worth watching step by step.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Example {
    /// Its name in messages and catalogues.
    pub id: &'static str,
    /// The game.
    pub rules: &'static str,
    /// The moves that lead to the position.
    pub moves: &'static str,
    /// Who searches.
    pub spec: &'static str,
    /// Who searches the same beside it.
    pub other: Option<&'static str>,
}

/// Five searches to begin with: positions with few moves left, so that a search can be followed to its end.
pub const EXAMPLES: &[Example] = &[
    Example {
        id: "cut",
        rules: "3x3x3",
        moves: "b2 b3 c2 a2",
        spec: "alphabeta:order=natural,table=off",
        other: None,
    },
    Example { id: "mean", rules: "3x3x3", moves: "b2 a1 b1", spec: "averaging", other: Some("minimax") },
    Example {
        id: "distance",
        rules: "3x3x3",
        moves: "a3 b3 a2 b1",
        spec: "minimax:distance=off",
        other: Some("minimax"),
    },
    Example { id: "block", rules: "3x3x3", moves: "b2 a3 c3", spec: "mcts:playouts=50", other: None },
    Example {
        id: "fewer",
        rules: "3x3x3",
        moves: "a3 b2 c2",
        spec: "minimax",
        other: Some("alphabeta:order=natural,table=off"),
    },
];
