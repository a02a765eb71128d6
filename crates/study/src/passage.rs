//! The part of a game that is looked at: its moves, and the position before and after each.

use kinrow_game::{Game, MoveError, Point, Position};

/// Moves that were played one after the other.
#[derive(Clone, Debug)]
pub struct Passage {
    positions: Vec<Position>,
    moves: Vec<Point>,
    /// Moves of the game before the first of these.
    skipped: usize,
}

impl Passage {
    /// These moves from `start`.
    ///
    /// # Errors
    /// The first move that cannot be played.
    pub fn new(start: Position, moves: &[Point]) -> Result<Passage, MoveError> {
        let mut positions = vec![start];
        let mut position = start;
        for &mv in moves {
            position = position.try_play(mv)?;
            positions.push(position);
        }
        Ok(Passage { positions, moves: moves.to_vec(), skipped: 0 })
    }

    /// The same game without its first moves, which nobody chose. Numbers of moves stay those of the game.
    #[must_use]
    pub fn without_first(mut self, count: usize) -> Passage {
        let count = count.min(self.moves.len());
        self.positions.drain(..count);
        self.moves.drain(..count);
        self.skipped += count;
        self
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position before each move, and the one after the last.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// The number that the game gives to a move of this passage.
    #[must_use]
    pub fn number(&self, at: usize) -> usize {
        self.skipped + at + 1
    }

    /// Whether the rules have ended the game.
    #[must_use]
    pub fn is_ended(&self) -> bool {
        self.positions.last().is_some_and(|last| last.outcome().is_some())
    }
}
