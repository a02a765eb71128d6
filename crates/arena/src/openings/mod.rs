//! Where games begin: positions that both players of a pair get, once on each side.
//!
//! Opening number i is a function of the choice and the seed alone, so that it does not matter who plays it when.

mod balanced;
mod file;
mod random;

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use kinrow_agent::Seed;
use kinrow_game::{Point, Position, Rules};

pub use balanced::{Balanced, BalancedError, EvenOpening, SiftError, Sifted, Wanted, find_balanced};
pub use file::{FileOpenings, LineError};
use kinrow_files::FileError;
use random::RandomOpenings;

/// What was asked for, before it is drawn or read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningChoice {
    /// The empty board.
    None,
    /// So many random moves.
    Random(u16),
    /// A file, a line of moves each.
    File(String),
}

kinrow_game::sentences! {
    /// Why there are no such openings.
    pub enum OpeningError {
        /// Not a number of moves.
        Count { given: String } = "openings-count" =>
            "'{given}' is not a number of random moves: write random:4 (from 1 to 100), none, or a file's name",
        /// The board is over by then.
        TooLong { plies: u16, rules: String } = "openings-too-long" =>
            "{rules} has no opening of that many random moves ({plies}) after which the game goes on: ask for fewer (random:2), or none",
        /// A line after which the game is over.
        Over { path: String, line: usize } = "openings-over" =>
            "{path}, line {line}: the game is over after these moves, so there is nothing left to play",
        /// No line at all.
        Empty { path: String } = "openings-empty" =>
            "{path} holds no opening: write a line of moves for each, such as: h8 i9 h7",
    }
}

/// Why openings are refused: a choice that is none, or a file that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningsError {
    /// The choice, or the file as a whole.
    Opening(OpeningError),
    /// A line of the file.
    Line(LineError),
    /// The file.
    File(FileError),
}

kinrow_game::delegate_explain!(OpeningsError { Opening(OpeningError), Line(LineError), File(FileError) });

impl OpeningChoice {
    /// Reads `none`, `random:N` or a file's name.
    ///
    /// # Errors
    /// When N is no number of moves.
    pub fn parse(text: &str) -> Result<OpeningChoice, OpeningError> {
        let text = text.trim();
        if text == "none" {
            return Ok(OpeningChoice::None);
        }
        let Some(count) = text.strip_prefix("random:").or_else(|| (text == "random").then_some("")) else {
            return Ok(OpeningChoice::File(text.into()));
        };
        let plies = count.trim().parse().ok().filter(|plies| (1..=100).contains(plies));
        plies.map(OpeningChoice::Random).ok_or_else(|| OpeningError::Count { given: text.into() })
    }

    /// What suits a board: two random moves on up to 16 points, four on more; fewer, or none, where the game would be over.
    #[must_use]
    pub fn for_board(rules: Rules) -> OpeningChoice {
        let most = if rules.cells() <= 16 { 2 } else { 4 };
        let is_possible = |plies: &u16| RandomOpenings::new(rules, *plies, Seed(0)).is_ok();
        (1..=most)
            .rev()
            .filter(|plies| plies % 2 == 0)
            .find(is_possible)
            .map_or(OpeningChoice::None, OpeningChoice::Random)
    }
}

/// As it is written on the command line.
impl std::fmt::Display for OpeningChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OpeningChoice::None => f.write_str("none"),
            OpeningChoice::Random(plies) => write!(f, "random:{plies}"),
            OpeningChoice::File(path) => f.write_str(path),
        }
    }
}

/// Openings of a board, by number.
#[derive(Debug)]
pub struct Openings {
    rules: Rules,
    choice: OpeningChoice,
    source: Source,
}

#[derive(Debug)]
enum Source {
    None,
    /// Drawn one after the other, by whoever asks for a number that nobody has asked for yet.
    Random(Mutex<RandomOpenings>),
    File(FileOpenings),
}

impl Openings {
    /// The openings that were chosen; random ones come from `seed`.
    ///
    /// # Errors
    /// When there are none, or a file has a wrong line.
    pub fn new(rules: Rules, choice: OpeningChoice, seed: Seed) -> Result<Openings, OpeningsError> {
        let source = match &choice {
            OpeningChoice::None => Source::None,
            OpeningChoice::Random(plies) => {
                let openings = RandomOpenings::new(rules, *plies, seed)?;
                Source::Random(Mutex::new(openings))
            }
            OpeningChoice::File(path) => Source::File(FileOpenings::read(rules, Path::new(path))?),
        };
        Ok(Openings { rules, choice, source })
    }

    /// Those of the file called `name`, which holds these lines.
    ///
    /// # Errors
    /// When there are none, or one cannot be played.
    pub fn of_lines(rules: Rules, name: String, lines: &[String]) -> Result<Openings, OpeningsError> {
        let source = Source::File(FileOpenings::parse(rules, &lines.join("\n"), &name)?);
        Ok(Openings { rules, choice: OpeningChoice::File(name), source })
    }

    /// The moves of a file's openings, one line each; none where openings are drawn.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        match &self.source {
            Source::File(openings) => openings.lines(self.rules),
            Source::None | Source::Random(_) => Vec::new(),
        }
    }

    /// The moves of opening `number`; a file starts again at its end.
    #[must_use]
    pub fn get(&self, number: u64) -> Vec<Point> {
        match &self.source {
            Source::None => Vec::new(),
            Source::Random(openings) => openings.lock().unwrap_or_else(PoisonError::into_inner).get(number),
            Source::File(openings) => openings.get(number).to_vec(),
        }
    }

    /// The position after opening `number`.
    #[must_use]
    pub fn position(&self, number: u64) -> Position {
        use kinrow_game::Game;
        self.get(number).into_iter().fold(Position::new(self.rules), |position, mv| position.play(mv))
    }

    /// How many openings must be looked at to have seen every kind: all of a file; one of the others, which are all of
    /// one length.
    #[must_use]
    pub fn kinds(&self) -> u64 {
        match &self.source {
            Source::File(openings) => openings.count(),
            Source::None | Source::Random(_) => 1,
        }
    }

    /// What was asked for.
    #[must_use]
    pub fn choice(&self) -> &OpeningChoice {
        &self.choice
    }

    /// The same text for the same openings: what a file holds, not where it lies.
    #[must_use]
    pub fn key(&self) -> String {
        match &self.source {
            Source::File(openings) => openings.lines(self.rules).join("; "),
            Source::None | Source::Random(_) => self.choice.to_string(),
        }
    }
}

#[cfg(test)]
mod tests;
