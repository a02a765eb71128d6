//! A game as it was played, with a cursor: moves can be looked back at, taken back and gone over again, and are lost only
//! when somebody plays differently.

use kinrow_agent::{Reason, RecordedResult, Value};
use kinrow_game::{Ending, Game, Point, Position};

use super::SessionError;

/// What an agent said of a position it was asked about.
#[derive(Clone, Debug)]
pub struct Said {
    /// Moves made before it.
    pub ply: usize,
    /// Which agent.
    pub by: String,
    /// For the side to move there.
    pub value: Value,
}

/// A game with its moves.
#[derive(Clone, Debug)]
pub struct Played {
    /// The start, and the position after each move.
    positions: Vec<Position>,
    moves: Vec<Point>,
    ply: usize,
    /// How it ended other than by the rules, after its last move.
    verdict: Option<(RecordedResult, Reason)>,
    said: Vec<Said>,
}

impl Played {
    /// A game from a position, after moves that are legal.
    #[must_use]
    pub fn new(start: Position, moves: &[Point]) -> Played {
        let mut game =
            Played { positions: vec![start], moves: Vec::new(), ply: 0, verdict: None, said: Vec::new() };
        for &point in moves {
            game.play(point);
        }
        game
    }

    /// Where it began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position shown.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.ply]
    }

    /// The position after so many moves, of which there are at least as many.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> &Position {
        &self.positions[ply]
    }

    /// All moves, also those after the position shown.
    #[must_use]
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// How many of the moves are on the board.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Whether nothing comes after the position shown.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.ply == self.moves.len()
    }

    /// What agents said.
    #[must_use]
    pub fn said(&self) -> &[Said] {
        &self.said
    }

    /// Keeps what an agent said of the position shown.
    pub fn note(&mut self, by: String, value: Value) {
        let ply = self.ply;
        self.said.retain(|said| said.ply != ply);
        self.said.push(Said { ply, by, value });
        self.said.sort_by_key(|said| said.ply);
    }

    /// How the game has ended in the position shown, and why.
    #[must_use]
    pub fn result(&self) -> Option<(RecordedResult, Reason)> {
        if let Some(verdict) = self.verdict.as_ref().filter(|_| self.is_at_end()) {
            return Some(verdict.clone());
        }
        self.position().ending().map(|ending| (ending.into(), Reason::Rules))
    }

    /// Plays a legal move where the game is shown; what came after is lost.
    pub fn play(&mut self, point: Point) {
        self.cut();
        self.positions.push(self.position().play(point));
        self.moves.push(point);
        self.ply += 1;
    }

    /// Shows the game after so many moves.
    ///
    /// # Errors
    /// When it has fewer.
    pub fn go_to(&mut self, ply: u64) -> Result<(), SessionError> {
        let most = self.moves.len();
        let found = usize::try_from(ply).ok().filter(|&ply| ply <= most);
        self.ply = found.ok_or(SessionError::Ply { given: ply, most })?;
        Ok(())
    }

    /// Back to the last turn of a person, or by one move where `people` (for X and O) are both or neither.
    ///
    /// # Errors
    /// When there is no such turn.
    pub fn undo(&mut self, people: [bool; 2]) -> Result<(), SessionError> {
        let is_mixed = people[0] != people[1];
        let is_persons = |ply: usize| people[self.positions[ply].to_move().index()];
        // A verdict is taken back like a move; where a person gave up, that alone.
        if self.verdict.is_some() && self.is_at_end() && (!is_mixed || is_persons(self.ply)) {
            self.verdict = None;
            return Ok(());
        }
        let earlier = (0..self.ply).rev().find(|&ply| !is_mixed || is_persons(ply));
        let ply = earlier.ok_or(SessionError::NothingToUndo {})?;
        self.verdict = None;
        self.ply = ply;
        Ok(())
    }

    /// Forward to the next turn of a person or the end, or by one move.
    ///
    /// # Errors
    /// At the end.
    pub fn redo(&mut self, people: [bool; 2]) -> Result<(), SessionError> {
        if self.is_at_end() {
            return Err(SessionError::NothingToRedo {});
        }
        let is_mixed = people[0] != people[1];
        let is_stop = |&ply: &usize| !is_mixed || people[self.positions[ply].to_move().index()];
        let last = self.moves.len();
        self.ply = (self.ply + 1..last).find(is_stop).unwrap_or(last);
        Ok(())
    }

    /// Ends the game where it is shown, against `side`.
    pub fn forfeit(&mut self, side: kinrow_game::Side, reason: Reason) {
        self.cut();
        self.verdict = Some((Ending::Won(side.opponent()).into(), reason));
    }

    /// Forgets what comes after the position shown.
    fn cut(&mut self) {
        self.moves.truncate(self.ply);
        self.positions.truncate(self.ply + 1);
        self.verdict = None;
        // What was said of the position shown is still true of it.
        self.said.retain(|said| said.ply <= self.ply);
    }
}
