//! Where the search ends: a position is quiet when the side to move does not win by fours.

use kinrow_agent::Stopped;

use crate::cells::Cell;
use crate::field::Field;
use crate::fours::{Fours, win_by_fours};
use crate::score::{Score, from_here, from_root, is_loss, is_proven, is_win, loss_at, win_at};
use crate::search::Search;
use crate::stage::Stage;
use crate::table::Bound;

/// Fours in a row at the most, at a leaf.
const FOURS: usize = 12;

impl<F: Field> Search<'_, F> {
    /// The score of a position that is not searched any deeper.
    pub(crate) fn quiet(&mut self, alpha: Score, beta: Score, ply: usize) -> Result<Score, Stopped> {
        self.budget.spend()?;
        self.clear_line(ply);
        self.deepest = self.deepest.max(ply);
        if self.field.is_drawn() {
            return Ok(crate::score::DRAW);
        }
        match self.field.stage() {
            Stage::Won(plies) => return Ok(win_at(ply + plies)),
            Stage::Lost(plies) => return Ok(loss_at(ply + plies)),
            _ if ply + 1 >= crate::search::MOST_PLIES => return Ok(self.field.evaluate()),
            Stage::Only(cell) => {
                self.field.play(cell);
                let score = self.quiet(-beta, -alpha, ply + 1);
                self.field.undo();
                return Ok(-score?);
            }
            Stage::Defend(_) | Stage::Free => {}
        }
        self.leaves += 1;
        let evaluation = self.field.evaluate();
        if evaluation >= beta && !self.field.is_threatened() {
            return Ok(evaluation);
        }
        if !self.parts.vcf {
            return Ok(evaluation);
        }
        let key = self.field.key();
        if let Some(known) = self.table.find(key).filter(|_| self.parts.table) {
            let score = from_root(known.score, ply);
            // A loss at least, or a win at most, says nothing.
            let is_known = match known.bound {
                Bound::Exact => is_proven(score) || known.depth >= 0,
                Bound::AtLeast => is_proven(score) && is_win(score),
                Bound::AtMost => is_proven(score) && is_loss(score),
            };
            if is_known {
                self.table_hits += 1;
                return Ok(score);
            }
        }
        let which = if self.parts.idle { Fours::Joined } else { Fours::All };
        if let Some(plies) = self.fours(FOURS, which, &mut Vec::new())? {
            let score = win_at(ply + plies);
            if self.parts.table {
                self.table.store(key, from_here(score, ply), Bound::AtLeast, 0, None);
            }
            return Ok(score);
        }
        Ok(evaluation)
    }

    /// In how many plies the side to move wins by at most so many fours, if it does. The moves go into `line`, the last first.
    pub(crate) fn fours(
        &mut self,
        fours: usize,
        which: Fours,
        line: &mut Vec<Cell>,
    ) -> Result<Option<usize>, Stopped> {
        win_by_fours(&mut self.field, &mut self.budget, &mut self.failed, fours, which, None, line)
    }
}
