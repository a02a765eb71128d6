//! A game as it was played, with a cursor: moves can be looked back at, taken back and gone over again, and are lost only
//! when somebody plays differently. The referee judges it.

use std::time::Duration;

use kinrow_agent::{Decision, GameRecord, Reason, RecordedResult, Referee, Seat, Seed, Value, Verdict};
use kinrow_game::{Game, Point, Position, Side};
use serde::{Deserialize, Serialize};

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

/// How a game ended other than by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// Who won.
    pub result: RecordedResult,
    /// Why.
    pub reason: Reason,
}

impl Ended {
    /// Who lost, and why.
    ///
    /// # Errors
    /// When nobody has won, or by a row on the board, which needs no telling.
    pub fn loser(&self) -> Result<(Side, Reason), SessionError> {
        let loser = match self.result {
            RecordedResult::X => Side::O,
            RecordedResult::O => Side::X,
            RecordedResult::Draw | RecordedResult::Unfinished => return Err(SessionError::Ended {}),
        };
        let cut = |words: &String| kinrow_game::excerpt(words);
        let reason = match &self.reason {
            Reason::Resigned => Reason::Resigned,
            Reason::IllegalMove(words) => Reason::IllegalMove(cut(words)),
            Reason::Time(words) => Reason::Time(cut(words)),
            Reason::Memory(words) => Reason::Memory(cut(words)),
            Reason::Error(words) => Reason::Error(cut(words)),
            Reason::Rules | Reason::Left | Reason::Ongoing => return Err(SessionError::Ended {}),
        };
        Ok((loser, reason))
    }
}

/// A game with its moves.
#[derive(Clone, Debug)]
pub struct Played {
    /// Holds all moves, also those after the position shown.
    referee: Referee,
    moves: Vec<Point>,
    ply: usize,
    said: Vec<Said>,
}

impl Played {
    /// A game from a position, after moves that are legal.
    #[must_use]
    pub fn new(start: Position, moves: &[Point], seats: [Seat; 2], seed: Seed) -> Played {
        let mut referee = Referee::new(start, seats, seed);
        referee.open(moves);
        Played { referee, moves: moves.to_vec(), ply: moves.len(), said: Vec::new() }
    }

    /// Where it began.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.position_at(0)
    }

    /// The position shown.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.position_at(self.ply)
    }

    /// The position after so many moves, of which there are at least as many.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> &Position {
        &self.referee.positions()[ply]
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

    /// Keeps what an agent said of the position after `ply` moves.
    pub fn note(&mut self, ply: usize, by: String, value: Value) {
        self.said.retain(|said| said.ply != ply);
        self.said.push(Said { ply, by, value });
        self.said.sort_by_key(|said| said.ply);
    }

    /// The record of all moves.
    #[must_use]
    pub fn record(&self) -> &GameRecord {
        self.referee.record()
    }

    /// How the game has ended in the position shown, and why.
    #[must_use]
    pub fn result(&self) -> Option<(RecordedResult, &Reason)> {
        let GameRecord { result, reason, .. } = self.record();
        (self.is_at_end() && self.referee.is_over()).then_some((*result, reason))
    }

    /// How the game has ended other than by the rules, wherever it is shown.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        let GameRecord { result, reason, .. } = self.record();
        let is_forfeit = self.referee.is_over() && *reason != Reason::Rules;
        is_forfeit.then(|| Ended { result: *result, reason: reason.clone() })
    }

    /// Somebody else plays a side from now on.
    pub fn set_seat(&mut self, side: Side, seat: Seat) {
        self.referee.set_seat(side, seat);
    }

    /// Whose clock runs, what a move may take, and what is left of it after `elapsed`.
    #[must_use]
    pub fn clock(&self, elapsed: Duration) -> Option<(Side, Duration, Duration)> {
        let side = self.referee.to_move()?;
        let allowed = self.referee.time_left(Duration::ZERO)?;
        Some((side, allowed, self.referee.time_left(elapsed)?))
    }

    /// Judges an answer where the game is shown; what came after is lost.
    pub fn answer(&mut self, answer: Result<&Decision<Point>, Reason>, elapsed: Duration) -> Verdict {
        self.cut();
        let point = answer.as_ref().ok().and_then(|decision| decision.mv());
        let verdict = self.referee.answer(answer, elapsed);
        if verdict == Verdict::Moved {
            self.moves.extend(point);
            self.ply += 1;
        }
        verdict
    }

    /// Ends the game when whoever is to move has taken too long.
    pub fn check_time(&mut self, elapsed: Duration) {
        self.referee.check_time(elapsed);
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
        let is_stop = |ply: usize| !is_mixed || people[self.position_at(ply).to_move().index()];
        // A forfeit is taken back like a move; where a person gave up, that alone.
        let forfeit = self.ended().filter(|_| self.is_at_end() && is_stop(self.ply));
        let earlier = forfeit.map(|_| self.ply).or_else(|| (0..self.ply).rev().find(|&ply| is_stop(ply)));
        self.ply = earlier.ok_or(SessionError::NothingToUndo {})?;
        self.referee.take_back(0);
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
        let is_stop = |&ply: &usize| !is_mixed || people[self.position_at(ply).to_move().index()];
        let last = self.moves.len();
        self.ply = (self.ply + 1..last).find(is_stop).unwrap_or(last);
        Ok(())
    }

    /// Goes over to another line from the same beginning, whose moves are legal one after the other, and shows it after so many
    /// of them. What was played and said as far as both lines are one stays.
    ///
    /// # Errors
    /// When it has fewer moves.
    pub fn follow(&mut self, moves: &[Point], ply: u64) -> Result<(), SessionError> {
        let most = moves.len();
        let shown = usize::try_from(ply).ok().filter(|&ply| ply <= most);
        self.ply = shown.ok_or(SessionError::Ply { given: ply, most })?;
        let common = self.moves.iter().zip(moves).take_while(|(one, other)| one == other).count();
        self.referee.take_back((self.moves.len() - common) as u32);
        self.moves.truncate(common);
        self.said.retain(|said| said.ply <= common);
        for &point in &moves[common..] {
            self.referee.answer(Ok(&Decision::of(point)), Duration::ZERO);
            self.moves.push(point);
        }
        Ok(())
    }

    /// Ends the game where it is shown, against `side`.
    pub fn forfeit(&mut self, side: Side, reason: Reason) {
        self.cut();
        self.referee.forfeit(side, reason);
    }

    /// Forgets what comes after the position shown.
    fn cut(&mut self) {
        if self.is_at_end() {
            return;
        }
        self.referee.take_back((self.moves.len() - self.ply) as u32);
        self.moves.truncate(self.ply);
        // What was said of the position shown is still true of it.
        self.said.retain(|said| said.ply <= self.ply);
    }
}
