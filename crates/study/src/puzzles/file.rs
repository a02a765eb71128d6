//! Files of puzzles: a first line with format, version and the command that made the file, and then a puzzle per line.
//!
//! ```text
//! kinrow puzzles 1  # kinrow puzzles make --board 15x15x5 --count 50 --seed 1
//! 15x15x5 15/15/… x | vcf | 7 | 2 | h8 h9 j8 i8 …
//! ```
//!
//! Blank lines, and whatever follows a `#`, are for people.

use std::path::Path;

use kinrow_files::{FileError, PUZZLES, read_text};
use kinrow_game::{Explain, excerpt};

use super::puzzle::{Puzzle, ReadPuzzleError};

/// The name of the set that comes with the program.
pub const STARTER: &str = "starter";

/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;

/// Megabytes of the largest file.
const MOST: u64 = 20;

/// The set that comes with the program in its parts, each file as the command made it.
const STARTERS: [&str; 7] = [
    include_str!("../../puzzles/gomoku-fours.txt"),
    include_str!("../../puzzles/gomoku-threes.txt"),
    include_str!("../../puzzles/four.txt"),
    include_str!("../../puzzles/six.txt"),
    include_str!("../../puzzles/small.txt"),
    include_str!("../../puzzles/exact.txt"),
    include_str!("../../puzzles/renju.txt"),
];

/// Puzzles of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleSet {
    /// The command that made them; empty when nobody said.
    pub made_by: String,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

kinrow_game::sentences! {
    /// Why a file is no file of puzzles.
    pub enum PuzzleError {
        /// It begins otherwise.
        Begin { path: String } = "puzzles-begin" =>
            "{path} is no file of puzzles: such a file begins with 'kinrow puzzles 1', and 'kinrow puzzles make --out FILE' writes one",
        /// Another version.
        Version { path: String, given: String, known: u32 } = "puzzles-version" =>
            "{path} is a file of puzzles of version '{given}', and this program reads version {known}",
        /// Nothing in it.
        Empty { path: String } = "puzzles-empty" => "{path} holds no puzzle",
        /// A number that is too high.
        NoPuzzle { given: u32, path: String, last: usize } = "puzzles-no-puzzle" =>
            "there is no puzzle {given} in {path}: its last one is {last}",
    }
}

/// Which line is no puzzle, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleLineError {
    path: String,
    line: usize,
    why: ReadPuzzleError,
}

impl std::fmt::Display for PuzzleLineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, line {}: {}", excerpt(&self.path), self.line, self.why)
    }
}

impl std::error::Error for PuzzleLineError {}

impl Explain for PuzzleLineError {
    fn key(&self) -> &'static str {
        "puzzles-line"
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        vec![("path", excerpt(&self.path)), ("line", self.line.to_string())]
    }

    fn reason(&self) -> Option<(&'static str, &dyn Explain)> {
        Some(("why", &self.why))
    }
}

/// Why puzzles are not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzlesError {
    /// The file cannot be read.
    File(FileError),
    /// It is another file.
    Puzzles(PuzzleError),
    /// A line is wrong.
    Line(PuzzleLineError),
}

kinrow_game::delegate_explain!(PuzzlesError { File(FileError), Puzzles(PuzzleError), Line(PuzzleLineError) });

/// A comment as it can stand in the first line.
fn one_line(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.trim().into()
}

impl PuzzleSet {
    /// Reads a file, or the set that comes with the program where it is called [`STARTER`].
    ///
    /// # Errors
    /// When it cannot be read, is of another version, or a line of it is no puzzle; which line, and why.
    pub fn read(path: &Path) -> Result<PuzzleSet, PuzzlesError> {
        if path == Path::new(STARTER) {
            return PuzzleSet::starter();
        }
        PuzzleSet::parse(&read_text(path, MOST)?, &path.display().to_string())
    }

    /// The set that comes with the program, the easiest of each part first.
    ///
    /// # Errors
    /// Never, which a test sees to.
    pub fn starter() -> Result<PuzzleSet, PuzzlesError> {
        let sets = STARTERS.iter().map(|text| PuzzleSet::parse(text, STARTER));
        let sets = sets.collect::<Result<Vec<PuzzleSet>, PuzzlesError>>()?;
        let by_difficulty = |mut set: PuzzleSet| {
            set.puzzles.sort_by_key(Puzzle::plies);
            set.puzzles
        };
        Ok(PuzzleSet { made_by: String::new(), puzzles: sets.into_iter().flat_map(by_difficulty).collect() })
    }

    /// Reads the text of a file that is called `name`.
    ///
    /// # Errors
    /// As [`PuzzleSet::read`].
    pub fn parse(text: &str, name: &str) -> Result<PuzzleSet, PuzzlesError> {
        let mut lines = text.trim_start_matches('\u{feff}').lines();
        let first = lines.next().unwrap_or_default();
        let (head, made_by) = first.split_once('#').unwrap_or((first, ""));
        let path = || name.to_string();
        let version = head.strip_prefix(PUZZLES).ok_or_else(|| PuzzleError::Begin { path: path() })?.trim();
        if version.parse() != Ok(VERSION) {
            return Err(PuzzleError::Version { path: path(), given: version.into(), known: VERSION }.into());
        }
        let mut puzzles = Vec::new();
        for (number, line) in lines.enumerate() {
            let text = line.split('#').next().unwrap_or_default().trim();
            if text.is_empty() {
                continue;
            }
            let wrong = |why| PuzzleLineError { path: path(), line: number + 2, why };
            puzzles.push(Puzzle::parse(text).map_err(wrong)?);
        }
        if puzzles.is_empty() {
            return Err(PuzzleError::Empty { path: path() }.into());
        }
        Ok(PuzzleSet { made_by: one_line(made_by), puzzles })
    }

    /// The file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let made_by = one_line(&self.made_by);
        let mut text = format!("{PUZZLES}{VERSION}");
        if !made_by.is_empty() {
            text += &format!("  # {made_by}");
        }
        text.push('\n');
        for puzzle in &self.puzzles {
            text += &format!("{puzzle}\n");
        }
        text
    }

    /// The puzzle of a number, counted from 1, of a file that is called `name`.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn get(&self, number: u32, name: &str) -> Result<&Puzzle, PuzzleError> {
        let wrong = || PuzzleError::NoPuzzle { given: number, path: name.into(), last: self.puzzles.len() };
        (number as usize).checked_sub(1).and_then(|index| self.puzzles.get(index)).ok_or_else(wrong)
    }
}
