//! Where the search ends: a position is quiet when the side to move does not win by fours.
//!
//! A win by continuous fours (VCF): each move threatens to win at once, so that every answer is forced and the tree has hardly
//! any branches. In a general k-in-a-row game a "four" is a stone after which one more wins.

use kinrow_agent::Stopped;

use crate::cells::Cell;
use crate::field::Field;
use crate::moves::Moves;
use crate::score::{Score, from_here, from_root, is_loss, is_proven, is_win, loss_at, win_at};
use crate::search::Search;
use crate::stage::Stage;
use crate::table::Bound;

/// Fours in a row at the most, at a leaf.
const FOURS: usize = 12;

/// Positions from which fours were seen not to win, so that other orders of the same moves are not tried again.
#[derive(Debug)]
pub(crate) struct Failed(Vec<(u64, u8)>);

impl Default for Failed {
    fn default() -> Self {
        Failed(vec![(0, 0); 1 << 14])
    }
}

impl Failed {
    fn entry(&mut self, key: u64) -> &mut (u64, u8) {
        let places = self.0.len() - 1;
        &mut self.0[(key >> 20) as usize & places]
    }

    fn has(&mut self, key: u64, fours: usize) -> bool {
        let entry = self.entry(key);
        entry.0 == key && usize::from(entry.1) >= fours
    }

    fn add(&mut self, key: u64, fours: usize) {
        *self.entry(key) = (key, fours as u8);
    }
}

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
        if let Some(plies) = self.win_by_fours(FOURS, None, &mut Vec::new())? {
            let score = win_at(ply + plies);
            if self.parts.table {
                self.table.store(key, from_here(score, ply), Bound::AtLeast, 0, None);
            }
            return Ok(score);
        }
        Ok(evaluation)
    }

    /// In how many plies the side to move wins by at most so many fours, if it does. The moves go into `line`, the last first. After the first
    /// four only those that have to do with the last one are tried: others could have come before it.
    pub(crate) fn win_by_fours(
        &mut self,
        fours: usize,
        after: Option<Cell>,
        line: &mut Vec<Cell>,
    ) -> Result<Option<usize>, Stopped> {
        let candidates = match self.field.stage() {
            Stage::Won(plies) => {
                self.field.finish(line);
                return Ok(Some(plies));
            }
            Stage::Lost(_) => return Ok(None),
            Stage::Only(cell) if self.field.forcing().contains(cell) => [cell].into_iter().collect(),
            Stage::Only(_) => return Ok(None),
            Stage::Defend(_) | Stage::Free => match after.and_then(|cell| self.field.around(cell)) {
                Some(around) => self.field.forcing().and(around),
                None => self.field.forcing(),
            },
        };
        if fours == 0 || candidates.is_empty() || self.failed.has(self.field.key(), fours) {
            return Ok(None);
        }
        let mut moves = Moves::new(&self.field, &candidates, None, None, Vec::new());
        while let Some(cell) = moves.next() {
            self.budget.spend()?;
            self.field.play(cell);
            let plies = match self.field.stage() {
                // The answer is forbidden, or there are two places to be.
                Stage::Lost(plies) => Ok(Some(plies)),
                Stage::Only(answer) => {
                    self.field.play(answer);
                    let plies = self.win_by_fours(fours - 1, Some(cell), line);
                    self.field.undo();
                    plies.map(|plies| {
                        plies.map(|plies| {
                            line.push(answer);
                            plies + 1
                        })
                    })
                }
                _ => Ok(None),
            };
            self.field.undo();
            if let Some(plies) = plies? {
                line.push(cell);
                return Ok(Some(plies + 1));
            }
        }
        self.failed.add(self.field.key(), fours);
        Ok(None)
    }
}
