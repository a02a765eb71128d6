//! What stones of a side would make of every cell, and what that comes to: a value, and where threats are. Changes are remembered, so that they can be
//! taken back without asking any table again.

use crate::cells::{Cell, Cells, MOST_CELLS};
use crate::judgement::{Code, Judgement, Judgements, threat};

/// What was seen of a cell before it changed.
#[derive(Clone, Copy, Debug)]
struct Change {
    cell: Cell,
    seen: Judgement,
}

/// A state to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    changes: u32,
    value: i32,
}

/// What is seen of all cells for a side.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    seen: [Judgement; MOST_CELLS],
    /// The cells where it could threaten, by the kind of threat, and how many there are.
    threats: [Cells; threat::KINDS],
    counts: [u16; threat::KINDS],
    /// The cells where there may be a threat later.
    later: Cells,
    value: i32,
    changes: Vec<Change>,
}

impl Codes {
    /// Nothing is known yet of so many cells: they count as dead.
    pub(crate) fn new(judgements: &Judgements, cells: u16) -> Codes {
        let dead = judgements.of(0);
        Codes {
            seen: [dead; MOST_CELLS],
            threats: [Cells::NONE; threat::KINDS],
            counts: [0; threat::KINDS],
            later: Cells::NONE,
            value: dead.value() * i32::from(cells),
            changes: Vec::new(),
        }
    }

    /// What is seen of a cell.
    #[inline]
    pub(crate) fn of(&self, cell: Cell) -> Judgement {
        self.seen[usize::from(cell) % MOST_CELLS]
    }

    /// Where there could be a threat of this kind, a flag of [`threat`].
    #[inline]
    pub(crate) fn threats(&self, flag: u8) -> &Cells {
        &self.threats[flag.trailing_zeros() as usize % threat::KINDS]
    }

    /// How many such cells there are.
    #[inline]
    pub(crate) fn count(&self, flag: u8) -> usize {
        self.counts[flag.trailing_zeros() as usize % threat::KINDS].into()
    }

    /// Where there could be a threat, now or later.
    #[inline]
    pub(crate) fn lively(&self) -> &Cells {
        &self.later
    }

    /// What the cells are worth, all together.
    #[inline]
    pub(crate) fn value(&self) -> i32 {
        self.value
    }

    /// Changes the classes of a cell by what the old code and the new one differ in.
    #[inline]
    pub(crate) fn change(&mut self, judgements: &Judgements, cell: Cell, difference: Code) {
        let known = self.of(cell);
        let seen = judgements.of(known.code() ^ difference);
        self.changes.push(Change { cell, seen: known });
        self.value += seen.value() - known.value();
        self.see(cell, known, seen);
    }

    /// There is nothing to be seen of a cell any more.
    #[inline]
    pub(crate) fn clear(&mut self, judgements: &Judgements, cell: Cell) {
        self.change(judgements, cell, self.of(cell).code());
    }

    /// What is known now.
    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark { changes: self.changes.len() as u32, value: self.value }
    }

    /// Takes back what was changed since.
    #[inline]
    pub(crate) fn back_to(&mut self, mark: Mark) {
        while self.changes.len() > mark.changes as usize {
            let Some(Change { cell, seen }) = self.changes.pop() else { break };
            self.see(cell, self.of(cell), seen);
        }
        self.value = mark.value;
    }

    /// What was changed so far is not taken back.
    pub(crate) fn forget_changes(&mut self) {
        self.changes.clear();
    }

    /// Puts down what is seen of a cell, all but its value.
    #[inline]
    fn see(&mut self, cell: Cell, known: Judgement, seen: Judgement) {
        self.seen[usize::from(cell) % MOST_CELLS] = seen;
        let mut changed = known.threats() ^ seen.threats();
        self.later.toggle_if(cell, changed & threat::LATER != 0);
        changed &= !threat::LATER;
        while changed != 0 {
            let kind = changed.trailing_zeros() as usize % threat::KINDS;
            self.threats[kind].toggle(cell);
            let count = &mut self.counts[kind];
            *count = if seen.threats() >> kind & 1 != 0 { *count + 1 } else { *count - 1 };
            changed &= changed - 1;
        }
    }
}
