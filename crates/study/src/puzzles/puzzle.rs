//! One puzzle: a position, the kind of win that is in it, and that win against the longest defence.

use std::fmt;

use kinrow_engine::{Threats, knows_threats};
use kinrow_game::notation::{MovesError, ReadPositionError};
use kinrow_game::{Game, Geometry, Outcome, Point, Position, Rules, Side, with_board};

/// There are so many levels of difficulty, from 1.
pub const GRADES: u8 = 5;

/// How difficult a win of so many plies is to find.
#[must_use]
pub fn grade(plies: usize) -> u8 {
    match plies {
        ..=6 => 1,
        7..=8 => 2,
        9..=10 => 3,
        11..=14 => 4,
        _ => GRADES,
    }
}

/// A position in which one first move begins a win by threats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Who is to move wins.
    pub position: Position,
    /// By which threats.
    pub kind: Threats,
    /// The win against the longest defence.
    pub line: Vec<Point>,
}

kinrow_game::sentences! {
    /// What is wrong with a puzzle.
    pub enum Flaw {
        /// Not as many parts as a puzzle has.
        Parts { given: usize } = "puzzle-parts" =>
            "a puzzle has five parts with | between them (position, kind, plies, grade, moves), and this line has {given}",
        /// The game is over.
        Over {} = "puzzle-over" => "the game is over in this position",
        /// No puzzles on this board.
        Board { rules: String } = "puzzle-board" =>
            "there are no puzzles on {rules}: they need a board where stones are placed freely and a row of 3 to 10 wins",
        /// Not a kind.
        Kind { given: String, known: String } = "puzzle-kind" => "'{given}' is not a kind of puzzle: choose from {known}",
        /// The moves do not win.
        NoWin {} = "puzzle-no-win" => "its moves do not end with a win of the side that begins",
        /// A move without a four.
        NoFour { number: usize } = "puzzle-no-four" =>
            "move {number} does not threaten to win at once, as every move of a vcf puzzle does",
        /// Only fours.
        OnlyFours {} = "puzzle-only-fours" =>
            "every move threatens to win at once, so this is a vcf puzzle and no vct puzzle",
        /// A number that does not fit.
        Plies { given: String, plies: usize } = "puzzle-plies" => "'{given}' plies are given, and its line has {plies}",
        /// Another number that does not fit.
        Grade { given: String, grade: u8 } = "puzzle-grade" => "grade '{given}' is given, and a win this long has grade {grade}",
    }
}

/// Why a text is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadPuzzleError {
    /// Something in it does not fit.
    Flaw(Flaw),
    /// Its position is none.
    Position(ReadPositionError),
    /// Its moves cannot be played.
    Moves(MovesError),
}

kinrow_game::delegate_explain!(ReadPuzzleError { Flaw(Flaw), Position(ReadPositionError), Moves(MovesError) });

impl Puzzle {
    /// Plies of the win against the longest defence.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.line.len()
    }

    /// How difficult it is, from 1 to [`GRADES`].
    #[must_use]
    pub fn grade(&self) -> u8 {
        grade(self.plies())
    }

    /// The move that solves it.
    #[must_use]
    pub fn solution(&self) -> Point {
        self.line[0]
    }

    /// Reads what `Display` writes, and checks all that can be checked without a search.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn parse(text: &str) -> Result<Puzzle, ReadPuzzleError> {
        let parts: Vec<&str> = text.split('|').map(str::trim).collect();
        let [position, kind, plies, grade, line] = parts[..] else {
            return Err(Flaw::Parts { given: parts.len() }.into());
        };
        let position: Position = position.parse()?;
        if !has_puzzles(position.rules()) {
            return Err(Flaw::Board { rules: position.rules().to_string() }.into());
        }
        if position.outcome().is_some() {
            return Err(Flaw::Over {}.into());
        }
        let kind = Threats::of(kind)
            .ok_or_else(|| Flaw::Kind { given: kind.into(), known: Threats::NAMES.join(", ") })?;
        let (last, line) = position.play_moves(line)?;
        let puzzle = Puzzle { position, kind, line };
        if last.outcome() != Some(Outcome::Loss) || puzzle.plies().is_multiple_of(2) {
            return Err(Flaw::NoWin {}.into());
        }
        puzzle.check_kind()?;
        if plies.parse() != Ok(puzzle.plies()) {
            return Err(Flaw::Plies { given: plies.into(), plies: puzzle.plies() }.into());
        }
        if grade.parse() != Ok(puzzle.grade()) {
            return Err(Flaw::Grade { given: grade.into(), grade: puzzle.grade() }.into());
        }
        Ok(puzzle)
    }

    /// Whether every move of the attacker before the last threatens to win at once; if not, the number of one that does not.
    fn quiet_move(&self) -> Option<usize> {
        let side = self.position.to_move();
        let mut at = self.position;
        for (index, &point) in self.line[..self.plies() - 1].iter().enumerate() {
            at = at.play(point);
            if index.is_multiple_of(2) && !threatens(&at, side) {
                return Some(index + 1);
            }
        }
        None
    }

    fn check_kind(&self) -> Result<(), Flaw> {
        match (self.kind, self.quiet_move()) {
            (Threats::Vcf, Some(number)) => Err(Flaw::NoFour { number }),
            (Threats::Vct, None) => Err(Flaw::OnlyFours {}),
            _ => Ok(()),
        }
    }
}

/// Whether a board has puzzles. Of two stones nobody needs to think long.
pub(super) fn has_puzzles(rules: Rules) -> bool {
    knows_threats(rules) && rules.k() >= 3
}

/// Whether a side would win at once, were it its turn.
pub(super) fn threatens(position: &Position, side: Side) -> bool {
    let mut points = Geometry::of(position.rules()).points();
    points.any(|point| {
        position.stone(point).is_none() && with_board!(position, board => board.completes(side, point))
    })
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.line.iter().map(|&point| self.position.name(point)).collect();
        let (kind, moves) = (self.kind.name(), names.join(" "));
        write!(f, "{} | {kind} | {} | {} | {moves}", self.position, self.plies(), self.grade())
    }
}
