//! The best line: from a position whose score is known to the end of the game, each move the first in order that keeps
//! what its side has.

use kinrow_agent::Stopped;

use super::node::{Node, Outlook};
use super::order::ordered;
use super::team::Team;
use super::word::Word;

impl<T: Word> Team<'_, '_, '_, T> {
    /// Puts the cells of the best line from `node` into `line`. With exact scores the winner takes the shortest way and
    /// the loser the longest; without, the winner wins, and the loser plays the most promising move. A line that begins in
    /// the book ends with it, after one move at least: whoever uses a book does not want to wait.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is spent; `line` then holds what is known of it.
    pub(super) fn line(
        &mut self,
        node: &Node<T>,
        score: i32,
        is_exact: bool,
        line: &mut Vec<T>,
    ) -> Result<(), Stopped> {
        let layout = self.layout;
        let mut score = if is_exact { score } else { score.signum() };
        let mut node = *node;
        let last = self.last_of_book(&node).unwrap_or(u32::MAX);
        loop {
            let wins = node.wins_now(layout);
            if !wins.is_empty() {
                line.push(wins.lowest());
                return Ok(());
            }
            let (cell, child) = match node.outlook(layout) {
                Outlook::Full => return Ok(()),
                Outlook::Lost => {
                    // Block one of the threats, if there are any.
                    let landings = layout.landings(node.stones);
                    let blocks = landings & node.rival_wins;
                    let cell = if blocks.is_empty() { landings } else { blocks }.lowest();
                    (cell, node.play(layout, cell))
                }
                Outlook::Open(_) if node.count >= last && !line.is_empty() => return Ok(()),
                Outlook::Open(moves) => self.keeping(&node, moves, score, is_exact)?,
            };
            line.push(cell);
            (node, score) = (child, -score);
        }
    }

    /// The first of `moves`, of which at least one does, that keeps `score`.
    fn keeping(
        &mut self,
        node: &Node<T>,
        moves: T,
        score: i32,
        is_exact: bool,
    ) -> Result<(T, Node<T>), Stopped> {
        let moves = ordered(self.layout, node, moves);
        let (&last, others) = moves.split_last().expect("an open position has a move");
        if score < 0 && !is_exact {
            return Ok(moves[0]);
        }
        for &(cell, child) in others {
            // No more for the opponent than the score turned round.
            if self.score(&child, 1 - score)? <= -score {
                return Ok((cell, child));
            }
        }
        Ok(last)
    }
}
