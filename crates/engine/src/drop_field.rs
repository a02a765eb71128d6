//! Boards on which stones fall and a row wins, as in Connect Four.
//!
//! What matters late in the game is who has to play below a cell that wins for somebody (zugzwang; Allis 1988, "A knowledge-based
//! approach of Connect-Four"). When all other columns are full, the turn decides: on a board of even height X gets the odd rows of the last column, counted from
//! 1 at the bottom, and O the even ones.

use kinrow_game::Side;

use crate::cells::{Cell, Cells};
use crate::field::Field;
use crate::ground::{Family, Ground};
use crate::score::Score;
use crate::stage::Stage;

/// What such a board is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drop;

/// Two winning cells of one side above each other: the opponent can only take the first.
const STACKED: Score = 800;

/// A winning cell that its side gets if the game goes to the last column, for X and for O; less for each row that lies below it. X's is worth more:
/// O profits from its own only as long as X has none.
const TIMELY: [Score; 2] = [350, 250];
const PER_ROW: Score = 12;

/// A winning cell that the other side gets then.
const UNTIMELY: Score = 80;

impl Family for Drop {
    const IS_MISERE: bool = false;

    fn worth(stones: u8, missing: u8) -> i16 {
        match (stones, missing) {
            (0, _) => 0,
            (_, 0 | 1) => 40,
            (_, 2) => 22,
            (_, 3) => 8,
            _ => 3,
        }
    }

    #[inline]
    fn stage(ground: &Ground<Drop>) -> Stage {
        let own = ground.to_move();
        let other = own.opponent();
        if !ground.completing_now(own).is_empty() {
            return Stage::Won(1);
        }
        let threats = ground.completing_now(other);
        let safe = if threats.is_empty() { safe(ground) } else { threats.and(&safe(ground)) };
        match (threats.only(), safe.only()) {
            _ if safe.is_empty() => Stage::Lost(2),
            (None, _) if !threats.is_empty() => Stage::Lost(2),
            (_, Some(only)) => Stage::Only(only),
            _ => Stage::Free,
        }
    }

    #[inline]
    fn candidates(ground: &Ground<Drop>) -> (Cells, bool) {
        let safe = safe(ground);
        let is_over = safe.is_empty() || !ground.completing_now(ground.to_move()).is_empty();
        // Unless somebody wins anyway, whatever is left out loses at once, and the rest does not.
        (if is_over { ground.playable } else { safe }, true)
    }

    #[inline]
    fn urgency(ground: &Ground<Drop>, cell: Cell) -> i32 {
        let own = ground.to_move();
        let change = 5 * ground.rows.change(own, cell) / 2;
        // The opponent will take a winning cell that is offered.
        let offer = ground.above(cell).is_some_and(|above| ground.rows.completing(own).contains(above));
        change - 300 * i32::from(offer)
    }

    #[inline]
    fn is_quiet(ground: &Ground<Drop>, cell: Cell) -> bool {
        !ground.rows.matters(cell)
    }

    fn evaluate(ground: &Ground<Drop>) -> Score {
        let own = ground.to_move();
        let waiting = waiting(ground);
        ground.rows.balance(own) + if own == Side::X { waiting } else { -waiting }
    }

    fn forcing(ground: &Ground<Drop>) -> Cells {
        let own = ground.to_move();
        let is_forcing = |cell: &Cell| {
            let above = ground.above(*cell);
            let is_next = |next: Cell| ground.playable.contains(next) || above == Some(next);
            above.is_some_and(|above| ground.rows.completing(own).contains(above))
                || ground.rows.next_to_complete(own, *cell).any(is_next)
        };
        ground.playable.iter().filter(is_forcing).collect()
    }
}

/// The moves that do not give the opponent a winning cell.
#[inline]
fn safe(ground: &Ground<Drop>) -> Cells {
    let wins = ground.rows.completing(ground.to_move().opponent());
    let mut safe = ground.playable;
    if !wins.is_empty() {
        for cell in ground.playable.iter() {
            if ground.above(cell).is_some_and(|above| wins.contains(above)) {
                safe.toggle(cell);
            }
        }
    }
    safe
}

/// What the winning cells that nobody can take yet are worth to X, less what they are worth to O.
fn waiting(ground: &Ground<Drop>) -> Score {
    let [x, o] = Side::BOTH.map(|side| ground.rows.completing(side));
    let cells = x.or(o).without(&ground.playable);
    if cells.is_empty() {
        return 0;
    }
    let (width, height) = (i32::from(ground.layout.rules.width()), i32::from(ground.layout.rules.height()));
    let (mut points, mut decided) = (0, 0u32);
    let mut below = [None; kinrow_game::MAX_SIZE as usize];
    let mut cells: Vec<Cell> = cells.iter().collect();
    // Upwards: what lies above a cell that somebody will win on is never reached.
    cells.reverse();
    for cell in cells {
        let (column, row) = ground.layout.column_row(cell);
        let rows_below = height - 1 - i32::from(row);
        let is_decided = decided >> column & 1 != 0;
        if is_decided {
            continue;
        }
        let side = match (x.contains(cell), o.contains(cell)) {
            (true, false) => Side::X,
            (false, true) => Side::O,
            // Neither will play below it.
            _ => {
                decided |= 1 << column;
                continue;
            }
        };
        let gets = if ((width - 1) * height + rows_below) % 2 == 0 { Side::X } else { Side::O };
        let value = if below[usize::from(column)] == Some((side, rows_below - 1)) {
            decided |= 1 << column;
            STACKED
        } else if gets == side {
            decided |= 1 << column;
            TIMELY[side.index()] - PER_ROW * rows_below
        } else {
            UNTIMELY
        };
        below[usize::from(column)] = Some((side, rows_below));
        points += if side == Side::X { value } else { -value };
    }
    points
}
