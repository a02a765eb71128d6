//! Moves that another move makes superfluous.
//!
//! Let every open row through point y, of either side, also pass through point x. Then a stone on x is worth at least as
//! much as one on y to either side: whoever has x instead of y follows the plan he would have with y, with the two
//! names swapped. If the opponent gets y for it, rows through y are closed to him by x; and the rows through x that
//! do not pass y are so much the better. This holds move by move, so distances do not change either. So y need not
//! be tried (as Hex programs leave out dominated cells; of points that dominate each other one is kept).
//!
//! In misère a row is a burden, and the same plan shows the opposite: x need not be tried.
//!
//! Where too long does not count a stone can spoil rows that do not pass through it, and nothing is left out.

use kinrow_game::{Bits, Side};

use super::rows::numbers;
use super::state::State;

impl<const W: usize> State<W> {
    /// Whether a row more is never a drawback (or in misère, never an advantage), and stones can go anywhere.
    #[inline]
    pub(super) fn is_monotone(&self) -> bool {
        let rules = self.rules();
        !rules.is_drop() && !Side::BOTH.iter().any(|&side| rules.line().is_exact(side))
    }

    /// The `moves` that no other of them dominates.
    pub(super) fn undominated(&self, moves: Bits<W>) -> Bits<W> {
        if !self.is_monotone() || !self.rows().are_numbered() || moves.len() < 2 {
            return moves;
        }
        self.maximal(moves, |index| self.rows().open_through(index))
    }

    /// The points of a part of the attacker's rows that no other of them dominates when the defender's rows do not count.
    pub(super) fn undominated_within(&self, side: Side, part: Bits<W>, moves: Bits<W>) -> Bits<W> {
        if !self.is_monotone() || !self.rows().are_numbered() {
            return moves;
        }
        let rows = self.rows_within(side, part).fold(0, |rows, line| rows | 1 << line);
        self.maximal(moves, |index| [self.rows().open_through(index)[side.index()] & rows, 0])
    }

    /// The `points` whose sets of rows lie in no other's, or in misère, have no other's in them; of equal ones the first.
    fn maximal(&self, points: Bits<W>, rows: impl Fn(usize) -> [u128; 2]) -> Bits<W> {
        let is_misere = self.rules().is_misere();
        let mut kept = points;
        for index in points {
            // What every row through this point also passes through: mostly nothing, as soon as two rows cross here.
            let through = rows(index);
            let mut common = points;
            common.remove(index);
            for line in through.into_iter().flat_map(numbers) {
                common &= self.rows().set(line);
                if common.is_empty() {
                    break;
                }
            }
            for other in common {
                let superfluous = if rows(other) == through {
                    index.max(other)
                } else if is_misere {
                    other
                } else {
                    index
                };
                kept.remove(superfluous);
            }
        }
        kept
    }
}
