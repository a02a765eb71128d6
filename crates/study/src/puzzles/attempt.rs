//! A puzzle while somebody solves it: every move is judged by the search that made the puzzle, and answered with the
//! defence that lasts longest.

use kinrow_agent::Stop;
use kinrow_engine::{ThreatVerdict, Threats, try_move};
use kinrow_game::{Game, Point, Position};

use super::puzzle::Puzzle;

/// Positions that may be looked at to judge a move: far more than a puzzle takes.
const NODES: u64 = 200_000;

/// What a move was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judged {
    /// It wins on the spot.
    Solved,
    /// It keeps the win; this is the answer to it.
    Right(Point),
    /// It wins too, but not by fours alone, which the first move was to do.
    WinsOtherwise,
    /// It gives the win away, as far as threats go.
    Wrong,
}

/// A puzzle that somebody is solving.
#[derive(Clone, Debug)]
pub struct Attempt {
    puzzle: Puzzle,
    position: Position,
    /// What is left of the win, from here.
    line: Vec<Point>,
    last: Option<Point>,
}

impl Attempt {
    /// A puzzle nobody has tried yet.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Attempt {
        Attempt { puzzle: puzzle.clone(), position: puzzle.position, line: puzzle.line.clone(), last: None }
    }

    /// What is being solved.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The position now; after the end, the last one.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The move that was made last.
    #[must_use]
    pub fn last(&self) -> Option<Point> {
        self.last
    }

    /// A way to win from here, against the longest defence.
    #[must_use]
    pub fn line(&self) -> &[Point] {
        &self.line
    }

    /// Judges a legal move. Right ones are made and answered; after any other everything is as it was.
    pub fn answer(&mut self, point: Point, stop: &Stop) -> Judged {
        let is_first = self.position == self.puzzle.position;
        // Later moves may win by any threats: what was to be found has been found.
        let kind = if is_first { self.puzzle.kind } else { Threats::Vct };
        let mut line = match try_move(&self.position, point, kind, NODES, stop) {
            ThreatVerdict::Win(line) => line,
            // The proof itself is never lost to a limit.
            _ if self.line.first() == Some(&point) => self.line.clone(),
            _ if is_first && kind == Threats::Vcf && self.wins_by_threats(point, stop) => {
                return Judged::WinsOtherwise;
            }
            _ => return Judged::Wrong,
        };
        self.position = self.position.play(point);
        self.last = Some(point);
        let [_, reply, ..] = line[..] else {
            self.line = Vec::new();
            return Judged::Solved;
        };
        self.position = self.position.play(reply);
        self.last = Some(reply);
        self.line = line.split_off(2);
        Judged::Right(reply)
    }

    fn wins_by_threats(&self, point: Point, stop: &Stop) -> bool {
        matches!(try_move(&self.position, point, Threats::Vct, NODES, stop), ThreatVerdict::Win(_))
    }
}
