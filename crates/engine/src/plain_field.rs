//! Boards on which stones are placed freely and a row wins, for rows that [`crate::Patterns`] has no tables for: those of a single stone, and
//! those longer than ten.

use crate::cells::{Cell, Cells};
use crate::field::Field;
use crate::ground::{Family, Ground};
use crate::score::Score;
use crate::stage::Stage;

/// What such a board is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

impl Family for Plain {
    const IS_MISERE: bool = false;

    fn worth(stones: u8, missing: u8) -> i16 {
        match (stones, missing) {
            (0, _) => 0,
            (_, 0 | 1) => 60,
            (_, 2) => 30,
            _ => 2 + 16 / i16::from(missing),
        }
    }

    #[inline]
    fn stage(ground: &Ground<Plain>) -> Stage {
        let own = ground.to_move();
        if !ground.completing_now(own).is_empty() {
            return Stage::Won(1);
        }
        let threats = ground.completing_now(own.opponent());
        match threats.only() {
            Some(only) => Stage::Only(only),
            None if threats.is_empty() => Stage::Free,
            None => Stage::Lost(2),
        }
    }

    /// As where patterns are known: near a stone, or in the middle of an empty board.
    fn candidates(ground: &Ground<Plain>) -> (Cells, bool) {
        let empty = ground.empty();
        if ground.occupied().is_empty() {
            let middle: Cells = [ground.layout.middle()].into_iter().collect();
            return (middle, middle == empty);
        }
        let near = ground.layout.near(ground.occupied()).and(&empty);
        if near.is_empty() { (empty, true) } else { (near, near == empty) }
    }

    #[inline]
    fn urgency(ground: &Ground<Plain>, cell: Cell) -> i32 {
        ground.rows.change(ground.to_move(), cell)
    }

    #[inline]
    fn is_quiet(ground: &Ground<Plain>, cell: Cell) -> bool {
        !ground.rows.matters(cell)
    }

    fn evaluate(ground: &Ground<Plain>) -> Score {
        ground.rows.balance(ground.to_move())
    }

    fn forcing(ground: &Ground<Plain>) -> Cells {
        let own = ground.to_move();
        let is_forcing = |cell: &Cell| ground.rows.next_to_complete(own, *cell).next().is_some();
        ground.empty().iter().filter(is_forcing).collect()
    }
}
