//! Openings from a file: a line of moves each; blank lines and whatever follows a `#` are for people.

use std::path::Path;

use kinrow_game::notation::MovesError;
use kinrow_game::{Explain, Game, Point, Position, Rules, excerpt};

use super::{OpeningError, OpeningsError};
use kinrow_files::read_text;

/// Which line cannot be played, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError {
    path: String,
    line: usize,
    why: MovesError,
}

impl std::fmt::Display for LineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, line {}: {}", excerpt(&self.path), self.line, self.why)
    }
}

impl std::error::Error for LineError {}

impl Explain for LineError {
    fn key(&self) -> &'static str {
        "openings-line"
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        vec![("path", excerpt(&self.path)), ("line", self.line.to_string())]
    }

    fn reason(&self) -> Option<(&'static str, &dyn Explain)> {
        Some(("why", &self.why))
    }
}

/// Openings in the order of the file.
#[derive(Clone, Debug)]
pub struct FileOpenings(Vec<Vec<Point>>);

impl FileOpenings {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, holds no opening, or has a line that cannot be played; which line, and why.
    pub fn read(rules: Rules, path: &Path) -> Result<FileOpenings, OpeningsError> {
        let text = read_text(path, 10)?;
        FileOpenings::parse(rules, &text, &path.display().to_string())
    }

    /// Reads the text of a file that is called `name`.
    ///
    /// # Errors
    /// When it holds no opening, or has a line that cannot be played; which line, and why.
    pub fn parse(rules: Rules, text: &str, name: &str) -> Result<FileOpenings, OpeningsError> {
        let mut openings = Vec::new();
        for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let moves = line.split('#').next().unwrap_or_default().trim();
            if moves.is_empty() {
                continue;
            }
            let (path, line) = (name.to_string(), number + 1);
            match Position::new(rules).play_moves(moves) {
                Err(why) => return Err(OpeningsError::Line(LineError { path, line, why })),
                Ok((position, _)) if position.outcome().is_some() => {
                    return Err(OpeningsError::Opening(OpeningError::Over { path, line }));
                }
                Ok((_, moves)) => openings.push(moves),
            }
        }
        if openings.is_empty() {
            return Err(OpeningsError::Opening(OpeningError::Empty { path: name.into() }));
        }
        Ok(FileOpenings(openings))
    }

    pub(super) fn get(&self, number: u64) -> &[Point] {
        &self.0[(number % self.count()) as usize]
    }

    pub(super) fn count(&self) -> u64 {
        self.0.len() as u64
    }

    pub(super) fn lines(&self, rules: Rules) -> Vec<String> {
        let line = |moves: &Vec<Point>| {
            moves.iter().map(|&mv| Position::new(rules).name(mv)).collect::<Vec<_>>().join(" ")
        };
        self.0.iter().map(line).collect()
    }
}
