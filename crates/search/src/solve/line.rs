//! The best line: from a position whose worth is known to the end of the game, each move the first in order that keeps
//! what its side has.

use kinrow_agent::Stopped;
use kinrow_game::{Bits, Board, Game, Point};

use super::answer::{Answer, EVER};
use super::deepen::Worth;
use super::search::Search;
use super::threats::Outlook;

impl<const W: usize> Search<'_, '_, W> {
    /// Puts the best line from `board`, the position at hand, into `line`. With exact distances the winner takes the shortest way
    /// and the loser the longest; without, the winner takes the way that was found and the loser blocks what he can.
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
        Ok(match worth {
            Worth::Win(plies) => match self.attack_with_move(mover, plies, moves)? {
                (Answer::Wins(plies), Some(index)) => Some((index, Worth::Loss(plies - 1))),
                _ => None,
            },
            Worth::Draw => self.holding_move(moves)?.map(|index| (index, Worth::Draw)),
            Worth::Loss(plies) => {
                // Nothing is lost by a weak reply, but a line should show resistance where that is not dear.
                let is_stubborn = is_exact || !self.state.rules().is_drop();
                let longest = match plies.checked_sub(2).filter(|_| is_stubborn) {
                    Some(plies) => self.attack_with_move(mover.opponent(), plies, moves)?.1,
                    None => None,
                };
                let index = longest.or_else(|| self.first_move(mover.opponent(), moves));
                index.map(|index| (index, Worth::Win(plies - 1)))
            }
        })
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
