//! The best line: from a position whose worth is known to the end of the game, each move the first in order that keeps
//! what its side has.

use kinrow_agent::Stopped;
use kinrow_game::{Bits, Board, Game, Point};

use super::answer::{Answer, EVER};
use super::deepen::Worth;
use super::search::Search;
use super::threats::Outlook;

impl<const W: usize> Search<'_, '_, W> {
    /// Puts the best line from `board`, the position at hand, into `line`. With exact distances the winner takes the
    /// shortest way; without, the first that is within the plies that were enough.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is spent; `line` then holds what is known of it.
    pub(super) fn line(
        &mut self,
        board: &Board<W>,
        worth: Worth,
        is_exact: bool,
        line: &mut Vec<Point>,
    ) -> Result<(), Stopped> {
        let (mut board, mut worth) = (*board, worth);
        while let Some((index, next)) = self.best_move(worth, is_exact)? {
            let point = Point::from_index(index as u16);
            line.push(point);
            board = board.play(point);
            if board.outcome().is_some() {
                break;
            }
            self.state.play(index);
            worth = next;
        }
        Ok(())
    }

    /// The move to make, and what the position is worth after it; `None` when the game is drawn already.
    fn best_move(&mut self, worth: Worth, is_exact: bool) -> Result<Option<(usize, Worth)>, Stopped> {
        let mover = self.state.to_move();
        let moves = match self.state.outlook() {
            Outlook::Open(moves) => moves,
            Outlook::Drawn => return Ok(None),
            Outlook::Decided(winner, plies) => {
                let next = if winner == mover { Worth::Loss(plies - 1) } else { Worth::Win(plies - 1) };
                return Ok(self.state.decided_move().map(|index| (index, next)));
            }
        };
        let found = match worth {
            Worth::Win(plies) => {
                let (_, index) = self.attack_with_move(mover, plies, moves)?;
                index.map(|index| (index, Worth::Loss(plies - 1)))
            }
            Worth::Draw => self.holding_move(moves)?.map(|index| (index, Worth::Draw)),
            // Any move would do; how long each resists was not asked.
            Worth::Loss(plies) if !is_exact => {
                let index = self.first_move(mover.opponent(), moves);
                index.map(|index| (index, Worth::Win(plies - 1)))
            }
            Worth::Loss(plies) => self.resisting_move(plies, moves)?,
        };
        Ok(found)
    }

    /// The first of the moves that resist longest, when all lose within `plies`.
    fn resisting_move(&mut self, plies: u32, moves: Bits<W>) -> Result<Option<(usize, Worth)>, Stopped> {
        let attacker = self.state.to_move().opponent();
        let mut plies = plies;
        while plies > 2 {
            if let (Answer::Fails(_), Some(index)) = self.attack_with_move(attacker, plies - 2, moves)? {
                return Ok(Some((index, Worth::Win(plies - 1))));
            }
            plies -= 2;
        }
        Ok(None)
    }

    /// The first move after which the opponent does not win: looked for as the search did, within more and more
    /// plies, so that most of it is in the table.
    fn holding_move(&mut self, moves: Bits<W>) -> Result<Option<usize>, Stopped> {
        let attacker = self.state.to_move().opponent();
        for plies in self.attempts(attacker, false) {
            match self.attack_with_move(attacker, plies, moves)? {
                (Answer::Fails(plies), index) if self.for_ever(plies) == EVER => return Ok(index),
                (Answer::Fails(_), _) => {}
                (Answer::Wins(_), _) => break,
            }
        }
        Ok(None)
    }
}
