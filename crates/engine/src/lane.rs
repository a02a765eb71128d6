//! A line of the board in machine words.

use crate::Half;

/// Bits before the first cell of a line: however far somebody looks beyond the edge, there is a bit that says so.
const MARGIN: u32 = 21;

/// A row, column or diagonal in bits, as each side sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane([View; 2]);

/// A line as one side sees it. It is kept in both reading directions, so that either half of a cell is the low end of a word: what is bit `b` in one
/// direction is bit `63 - b` in the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    stones: [u64; 2],
    /// Stones of the other side, and the edges of the board.
    blockers: [u64; 2],
}

impl Lane {
    /// An empty line of so many cells.
    pub(crate) fn new(length: u32) -> Lane {
        let beyond: u64 = !(((1 << length) - 1) << MARGIN);
        Lane([View { stones: [0; 2], blockers: [beyond, beyond.reverse_bits()] }; 2])
    }

    /// What a side sees.
    #[inline]
    pub(crate) fn seen_by(&self, side: usize) -> &View {
        &self.0[side]
    }

    /// A stone comes or goes.
    #[inline]
    pub(crate) fn toggle(&mut self, side: usize, at: u32) {
        for way in 0..2 {
            let bit = 1 << bit(at, way);
            self.0[side].stones[way] ^= bit;
            self.0[1 - side].blockers[way] ^= bit;
        }
    }

    /// An empty cell is left out: it blocks both sides.
    pub(crate) fn close(&mut self, at: u32) {
        for way in 0..2 {
            self.0.iter_mut().for_each(|view| view.blockers[way] |= 1 << bit(at, way));
        }
    }
}

/// Where a cell is in a reading direction.
#[inline]
fn bit(at: u32, way: usize) -> u32 {
    if way == 0 { at + MARGIN } else { 63 - MARGIN - at }
}

impl View {
    /// A reading direction from a bit on.
    #[inline]
    fn half(&self, way: usize, from: u32, reach: u32) -> Half {
        Half::in_words((self.stones[way] >> from) as u32, (self.blockers[way] >> from) as u32, reach)
    }

    /// The halves at both sides of a cell, the one with lower bits first.
    #[inline]
    pub(crate) fn halves(&self, at: u32, reach: u32) -> (Half, Half) {
        (self.half(1, bit(at, 1) + 1, reach), self.half(0, bit(at, 0) + 1, reach))
    }

    /// What lies further on in a reading direction, with so many cells between.
    #[inline]
    pub(crate) fn beyond(&self, at: u32, way: usize, between: u32, reach: u32) -> Half {
        self.half(way, bit(at, way) + 1 + between, reach)
    }

    /// What the first cell there has behind it: the cells between, the nearest of them first, then the cell itself and whatever follows.
    #[inline]
    pub(crate) fn behind(&self, at: u32, way: usize, between: u32, reach: u32) -> Half {
        self.half(1 - way, bit(at, 1 - way) - between, reach)
    }

    /// Whether there is an own stone on a cell.
    #[cfg(test)]
    pub(crate) fn has_stone(&self, at: u32) -> bool {
        self.stones[0] >> bit(at, 0) & 1 != 0
    }
}
