//! The best line: from a position whose worth is known to the end of the game, each move the first in order that keeps
//! what its side has.

use kinrow_agent::Stopped;
use kinrow_game::{Bits, Board, Game, Point};

use super::answer::Answer;
use super::deepen::Worth;
use super::mirroring;
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
        while let Some((index, next)) = self.best_move(&board, worth, is_exact)? {
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
    fn best_move(
        &mut self,
        board: &Board<W>,
        worth: Worth,
        is_exact: bool,
    ) -> Result<Option<(usize, Worth)>, Stopped> {
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
            // Only where a file was changed that this solve began with.
            Worth::Win(0) | Worth::Loss(0) => None,
            Worth::Win(plies) => {
                let (_, index) = self.attack_with_move(mover, plies, moves)?;
                index.map(|index| (index, Worth::Loss(plies - 1)))
            }
            Worth::Draw => self.holding_move(board, moves)?.map(|index| (index, Worth::Draw)),
            // Any move would do; how long each resists was not asked.
            Worth::Loss(plies) if !is_exact => {
                let index = self.in_order(mover.opponent(), moves).first().copied();
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

    /// The first move after which the opponent does not win. In misère, where that is hard to tell, a move goes first that mirrors the
    /// opponent's, and then one that holds in the weak game already.
    fn holding_move(&mut self, board: &Board<W>, moves: Bits<W>) -> Result<Option<usize>, Stopped> {
        let mover = self.state.to_move();
        let attacker = mover.opponent();
        if self.state.rules().is_misere() && self.state.is_monotone() {
            let is_mirror =
                |&index: &usize| mirroring::is_mirrored(&board.play(Point::from_index(index as u16)), mover);
            if let Some(index) = moves.iter().find(is_mirror) {
                return Ok(Some(index));
            }
        }
        let moves = self.in_order(attacker, self.state.undominated(moves));
        if self.state.rules().is_misere() && self.state.is_monotone() && self.state.rows().are_numbered() {
            for &index in &moves {
                self.state.play(index);
                let wins = self.wins_weakly_within(attacker, u64::MAX);
                self.state.take_back(index);
                if wins? == Some(false) {
                    return Ok(Some(index));
                }
            }
        }
        for index in moves {
            self.state.play(index);
            let fails = self.fails(attacker);
            self.state.take_back(index);
            if fails? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}
