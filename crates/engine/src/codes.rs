//! What stones would make of every cell, for both sides, and what that comes to: values, and where threats are. Changes are remembered, so that they
//! can be taken back without asking any table again.

use crate::cells::{Cell, Cells, MOST_CELLS};
use crate::judgement::{Code, Judgement, Judgements, threat};

/// What was seen of a cell before it changed.
#[derive(Clone, Copy, Debug)]
struct Change {
    side: u16,
    cell: Cell,
    seen: Judgement,
}

/// A state to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    changes: usize,
    values: [i32; 2],
}

/// What is seen of all cells.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    /// For each side and cell.
    of: [[Judgement; MOST_CELLS]; 2],
    /// For each side the cells where it could threaten, by the kind of threat, and how many there are.
    threats: [[Cells; threat::KINDS]; 2],
    counts: [[u16; threat::KINDS]; 2],
    /// For each side the cells where there may be a threat later.
    later: [Cells; 2],
    values: [i32; 2],
    changes: Vec<Change>,
}

impl Codes {
    /// Nothing is known yet of so many cells: they count as dead for both sides, whose judgements these are.
    pub(crate) fn new(judgements: [&Judgements; 2], cells: u16) -> Codes {
        let dead = judgements.map(|judgements| judgements.of(0));
        Codes {
            of: dead.map(|seen| [seen; MOST_CELLS]),
            threats: [[Cells::NONE; threat::KINDS]; 2],
            counts: [[0; threat::KINDS]; 2],
            later: [Cells::NONE; 2],
            values: dead.map(|seen| seen.value() * i32::from(cells)),
            changes: Vec::new(),
        }
    }

    /// What is seen of a cell for a side.
    #[inline]
    pub(crate) fn of(&self, side: usize, cell: Cell) -> Judgement {
        self.of[side][usize::from(cell) % MOST_CELLS]
    }

    /// Where a side could make a threat of this kind, a flag of [`threat`].
    #[inline]
    pub(crate) fn threats(&self, side: usize, flag: u8) -> &Cells {
        &self.threats[side][flag.trailing_zeros() as usize % threat::KINDS]
    }

    /// How many such cells there are.
    #[inline]
    pub(crate) fn count(&self, side: usize, flag: u8) -> usize {
        self.counts[side][flag.trailing_zeros() as usize % threat::KINDS].into()
    }

    /// Where either side could make a threat, now or later.
    #[inline]
    pub(crate) fn lively(&self) -> Cells {
        self.later[0].or(&self.later[1])
    }

    /// What the cells are worth to a side, all together.
    #[inline]
    pub(crate) fn value(&self, side: usize) -> i32 {
        self.values[side]
    }

    /// Replaces the classes of a cell.
    #[inline]
    pub(crate) fn change(&mut self, judgements: &Judgements, side: usize, cell: Cell, code: Code) {
        let known = self.of(side, cell);
        if code != known.code() {
            let seen = judgements.of(code);
            self.changes.push(Change { side: side as u16, cell, seen: known });
            self.values[side] += seen.value() - known.value();
            self.see(side, cell, seen);
        }
    }

    /// What is known now.
    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark { changes: self.changes.len(), values: self.values }
    }

    /// Takes back what was changed since.
    #[inline]
    pub(crate) fn back_to(&mut self, mark: Mark) {
        while self.changes.len() > mark.changes {
            let Some(Change { side, cell, seen }) = self.changes.pop() else { break };
            self.see(side.into(), cell, seen);
        }
        self.values = mark.values;
    }

    /// What was changed so far is not taken back.
    pub(crate) fn forget_changes(&mut self) {
        self.changes.clear();
    }

    /// Puts down what is seen of a cell, all but its value.
    #[inline]
    fn see(&mut self, side: usize, cell: Cell, seen: Judgement) {
        let known = std::mem::replace(&mut self.of[side][usize::from(cell) % MOST_CELLS], seen);
        let mut changed = known.threats() ^ seen.threats();
        self.later[side].toggle_if(cell, changed & threat::LATER != 0);
        changed &= !threat::LATER;
        while changed != 0 {
            let kind = changed.trailing_zeros() as usize % threat::KINDS;
            self.threats[side][kind].toggle(cell);
            let count = &mut self.counts[side][kind];
            *count = if seen.threats() >> kind & 1 != 0 { *count + 1 } else { *count - 1 };
            changed &= changed - 1;
        }
    }
}
