//! Boards on which completing a row loses, whether stones fall or are placed freely.
//!
//! A cell is safe for a side while a stone there completes no row of its own; whoever runs out of safe cells first has lost. So a good move costs
//! one's own safe cells least and leaves the opponent's rows as they are: nothing closes a row like a stone of the other side.

use kinrow_game::Side;

use crate::cells::{Cell, Cells};
use crate::field::Field;
use crate::ground::{Family, Ground};
use crate::score::Score;
use crate::stage::Stage;

/// What such a board is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Misere;

/// A cell that only one side can still use.
const SPARE: Score = 40;

/// Having the last of the cells that are safe for both.
const LAST: Score = 15;

impl Family for Misere {
    const IS_MISERE: bool = true;

    /// An open place is a danger to its side.
    fn worth(stones: u8, missing: u8) -> i16 {
        match (stones, missing) {
            (0, _) => 0,
            (_, 0 | 1) => -8,
            (_, 2) => -5,
            (_, 3) => -2,
            _ => -1,
        }
    }

    #[inline]
    fn stage(ground: &Ground<Misere>) -> Stage {
        let safe = safe(ground, ground.to_move());
        match safe.first() {
            None => Stage::Lost(1),
            Some(first) if safe.only().is_some() => Stage::Only(first),
            Some(_) => Stage::Free,
        }
    }

    #[inline]
    fn candidates(ground: &Ground<Misere>) -> (Cells, bool) {
        let safe = safe(ground, ground.to_move());
        (if safe.is_empty() { ground.playable } else { safe }, true)
    }

    #[inline]
    fn urgency(ground: &Ground<Misere>, cell: Cell) -> i32 {
        let own = ground.to_move();
        let is_theirs = !ground.rows.completing(own.opponent()).contains(cell);
        500 + 12 * ground.rows.change(own, cell) + 200 * i32::from(is_theirs)
    }

    #[inline]
    fn is_quiet(ground: &Ground<Misere>, cell: Cell) -> bool {
        !ground.rows.matters(cell)
    }

    fn evaluate(ground: &Ground<Misere>) -> Score {
        let own = ground.to_move();
        let empty = ground.empty();
        let [mine, theirs] = [own, own.opponent()].map(|side| empty.without(ground.rows.completing(side)));
        let both = mine.and(&theirs);
        let spare = len(&mine.without(&both)) - len(&theirs.without(&both));
        let shared = len(&both);
        // Who takes the last shared cell leaves the opponent to live on its own.
        let last = if shared % 2 == 1 { LAST } else { -LAST };
        ground.rows.balance(own) + SPARE * spare + last
    }

    /// Where the opponent has hardly a safe cell left: taking one of these.
    fn forcing(ground: &Ground<Misere>) -> Cells {
        let own = ground.to_move();
        let theirs = safe(ground, own.opponent());
        let mine = safe(ground, own);
        match theirs.len_up_to(3) {
            0 | 1 => mine,
            2 => mine.and(&theirs),
            _ => Cells::NONE,
        }
    }
}

/// The moves of a side that complete no row of its own.
#[inline]
fn safe(ground: &Ground<Misere>, side: Side) -> Cells {
    ground.playable.without(ground.rows.completing(side))
}

fn len(cells: &Cells) -> Score {
    cells.iter().count() as Score
}
