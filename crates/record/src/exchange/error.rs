//! Why games cannot be read or written: which file, which game of it, which move, and what is wrong there.

use std::fmt;

use kinrow_agent::RecordError;
use kinrow_game::notation::{MovesError, ReadPositionError};
use kinrow_game::{Explain, RulesError, excerpt};

kinrow_game::sentences! {
    /// What a file of another program can get wrong, and what a format cannot hold.
    pub enum FormatError {
        /// Nothing in it.
        Empty {} = "exchange-empty" =>
            "there is no game in it",
        /// Bytes that are no text.
        NotText {} = "exchange-not-text" =>
            "it is not text in UTF-8",
        /// The machine could not read on.
        Unreadable { why: String } = "exchange-unreadable" =>
            "it could not be read ({why})",
        /// More text than any game has.
        Long { megabytes: usize } = "exchange-long" =>
            "it takes more than {megabytes} MB, and no game does: perhaps a bracket or a quotation mark is not closed",
        /// More games than are read at once.
        Many { millions: usize } = "exchange-many" =>
            "a file may hold {millions} million games, and this one holds more: split it",
        /// The name does not tell.
        Unknown { file: String, known: String } = "exchange-unknown" =>
            "the format of {file} cannot be told from its name: end it in one of {known}, or add --format",
        /// The result is not what the board shows.
        Contradiction { says: String, board: String } = "exchange-contradiction" =>
            "the result is given as '{says}', but by the rules and the moves it is '{board}'",
        /// A reason that cannot lead to the result.
        Reason { says: String, reason: String } = "exchange-reason" =>
            "the result '{says}' cannot have the reason '{reason}'",
        /// The start belongs to another board.
        Start { rules: String, start: String } = "exchange-start" =>
            "the game is played by {rules}, but its start is a position of {start}",
        /// The size is not the one that was asked for.
        Size { given: String, rules: String } = "exchange-size" =>
            "the game is played on {given}, which is not the board {rules}: give --board with that size, or leave it out",
        /// A time that is none.
        Time { given: String } = "exchange-time" =>
            "'{given}' is not a time in milliseconds",
        /// A line that is not understood.
        Line { line: usize, given: String } = "exchange-line" =>
            "line {line}, '{given}', is not understood",
        /// Not Piskvork's.
        PsqHead {} = "exchange-psq-head" =>
            "it does not begin as Piskvork's games do: 'Piskvorky 15x15, 11:11, 0'",
        /// Piskvork would play another game.
        PsqRules { rules: String } = "exchange-psq-rules" =>
            "Piskvork plays five in a row on boards from 5x5, from the empty board, and cannot hold {rules}: choose json or sgf",
        /// One file, one game.
        PsqOne { games: u64 } = "exchange-psq-one" =>
            "a .psq file holds one game, and these are {games}: name a folder with --out, or choose json or sgf",
        /// Brackets do not match.
        SgfOpen {} = "exchange-sgf-open" =>
            "it is cut off: a bracket is opened and not closed",
        /// Something stands where it cannot.
        SgfShape { at: usize, given: String } = "exchange-sgf-shape" =>
            "it is not SGF: '{given}' cannot stand at byte {at}",
        /// Another game.
        SgfGame { given: String } = "exchange-sgf-game" =>
            "it is a game of kind GM[{given}]: Gomoku and Renju are GM[4]",
        /// Not a size.
        SgfSize { given: String } = "exchange-sgf-size" =>
            "SZ[{given}] is not a size: write SZ[15] or SZ[7:6]",
        /// Two moves of one side.
        SgfTurn { number: usize, given: String, right: String } = "exchange-sgf-turn" =>
            "move {number} is made by {given}, but it is the turn of {right}",
        /// Nobody may pass here.
        SgfPass { number: usize } = "exchange-sgf-pass" =>
            "move {number} is a pass, and these games have none",
        /// Stones that appear in the middle of a game.
        SgfSetup { number: usize } = "exchange-sgf-setup" =>
            "stones are set up after move {number}: only a start can be set up",
        /// Not a point of the board.
        SgfPoint { given: String, size: String } = "exchange-sgf-point" =>
            "'{given}' is not a point of a board of {size}",
        /// A tree of variations that is too large.
        TreeMany { most: usize } = "exchange-tree-many" =>
            "it has more than {most} moves, variations included: leave some out",
        /// A move that follows none.
        TreeParent { given: usize } = "exchange-tree-parent" =>
            "a move follows move {given} of the list, which does not come before it",
        /// A quotation mark in the wrong place.
        CsvQuote { line: usize } = "exchange-csv-quote" =>
            "in line {line} a quotation mark is not closed, or stands inside a field that does not begin with one",
        /// More or fewer fields than the first line has.
        CsvFields { line: usize, given: usize, right: usize } = "exchange-csv-fields" =>
            "line {line} does not have as many fields as the first line: {given} instead of {right}",
        /// A column that is needed.
        CsvColumn { column: String } = "exchange-csv-column" =>
            "the first line must name the columns, and '{column}' is not among them",
        /// A field that is not understood.
        CsvField { column: String, given: String } = "exchange-csv-field" =>
            "'{given}' is not understood in the column '{column}'",
    }
}

impl FormatError {
    pub(super) fn unreadable(error: &std::io::Error) -> FormatError {
        FormatError::Unreadable { why: error.to_string() }
    }
}

/// What is wrong with one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// Its file does not follow its format, or says what cannot be.
    Format(FormatError),
    /// Its rules are none.
    Rules(RulesError),
    /// Its start is none.
    Start(ReadPositionError),
    /// One of its moves cannot be played.
    Moves(MovesError),
    /// It is not our record.
    Record(RecordError),
}

kinrow_game::delegate_explain!(Wrong {
    Format(FormatError),
    Rules(RulesError),
    Start(ReadPositionError),
    Moves(MovesError),
    Record(RecordError),
});

/// Which game of a file is wrong, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameError {
    /// Counted from 1.
    pub number: usize,
    /// What is wrong with it.
    pub why: Wrong,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.number, self.why)
    }
}

impl std::error::Error for GameError {}

impl Explain for GameError {
    fn key(&self) -> &'static str {
        "exchange-game"
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        vec![("number", self.number.to_string())]
    }

    fn reason(&self) -> Option<(&'static str, &dyn Explain)> {
        Some(("why", &self.why))
    }
}

/// Which file is wrong, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InFile {
    /// Its name.
    pub file: String,
    /// What is wrong with it.
    pub why: GameError,
}

impl fmt::Display for InFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", excerpt(&self.file), self.why)
    }
}

impl std::error::Error for InFile {}

impl Explain for InFile {
    fn key(&self) -> &'static str {
        "exchange-file"
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        vec![("file", excerpt(&self.file))]
    }

    fn reason(&self) -> Option<(&'static str, &dyn Explain)> {
        Some(("why", &self.why))
    }
}
