//! What a stone makes of each of several cells that follow each other on a line, all at once: a stone that comes changes up to `k` of them on either
//! side, and a table over the whole run answers for all of them where [`Patterns`] would have to be asked for each.

use crate::lane::View;
use crate::{Half, Patterns};

/// Cells of a run at the most: their ranks are one small number, four bits each.
const MOST_CELLS: u32 = 4;

/// Bits of an index at the most. Tables grow fourfold with the reach and twofold with each cell of a run.
const MOST_BITS: u32 = 18;

/// For every run of cells the ranks of their classes.
#[derive(Debug)]
pub(crate) struct Runs {
    cells: u32,
    reach: u32,
    ranks: Vec<u16>,
}

impl Runs {
    /// The runs of these patterns, as long as tables remain small.
    pub(crate) fn new(patterns: &Patterns) -> Runs {
        let reach = patterns.reach();
        let most = MOST_BITS.saturating_sub(2 * reach + 2).clamp(1, MOST_CELLS);
        // As many runs as it takes, and none longer than that needs.
        let cells = reach.div_ceil(reach.div_ceil(most));
        let mut runs = Runs { cells, reach, ranks: Vec::new() };
        runs.ranks = vec![0; 2 << (runs.sees() + reach + 1)];
        for outward in 1..2 << runs.sees() {
            for inward in 1..2 << reach {
                let (outward, inward) = (Half::from_code(outward), Half::from_code(inward));
                let index = runs.index(outward, inward);
                runs.ranks[index] = runs.ranks_of(patterns, outward, inward);
            }
        }
        runs
    }

    /// How many cells a run has.
    #[inline]
    pub(crate) fn cells(&self) -> u32 {
        self.cells
    }

    /// How far a run has to be seen: its cells, and what is within reach of the last of them.
    #[inline]
    fn sees(&self) -> u32 {
        self.cells + self.reach
    }

    /// How far the patterns reach.
    #[inline]
    pub(crate) fn reach(&self) -> u32 {
        self.reach
    }

    /// What a stone would make of the line, for each cell of a run: four bits for the nearest lowest, 0 where a cell is taken or cut off. The run is
    /// the beginning of `outward`, and `inward` is what lies on the other side of its first cell.
    #[inline]
    fn of(&self, outward: Half, inward: Half) -> u16 {
        self.ranks[self.index(outward, inward)]
    }

    /// What changes for the cells of a run, with so many between, when a stone comes onto an empty cell: an own one, or one in the way.
    #[inline(always)]
    pub(crate) fn changes(&self, view: &View, at: u32, way: usize, between: u32, is_own: bool) -> u16 {
        let outward = view.beyond(at, way, between, self.sees());
        let before = view.behind(at, way, between, self.reach);
        if before.cells() <= between {
            // Something is in the way already.
            return 0;
        }
        let after = if is_own { before.with_own(between) } else { before.cut(between) };
        self.of(outward, before) ^ self.of(outward, after)
    }

    #[inline]
    fn index(&self, outward: Half, inward: Half) -> usize {
        outward.code() << (self.reach + 1) | inward.code()
    }

    fn ranks_of(&self, patterns: &Patterns, mut outward: Half, mut inward: Half) -> u16 {
        let mut ranks = 0;
        for number in 0..self.cells.min(outward.cells()) {
            let is_own = outward.stones() & 1 != 0;
            outward = outward.rest();
            if !is_own {
                ranks |= u16::from(patterns.rank(inward, outward.within(self.reach))) << (4 * number);
            }
            inward = inward.after(is_own).within(self.reach);
        }
        ranks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_has_the_ranks_of_its_cells() {
        for (k, is_exact) in [(2, false), (3, true), (5, false), (5, true), (7, false), (8, true)] {
            let patterns = Patterns::new(k, is_exact);
            let runs = Runs::new(&patterns);
            for outward in (1..2 << runs.sees()).map(Half::from_code) {
                for inward in (1..2 << runs.reach()).step_by(3).map(Half::from_code) {
                    let at = |half: Half, cell: u32| half.stones() >> cell & 1 != 0;
                    for number in 0..runs.cells() {
                        // Everything on the near side, from this cell on: the run's own cells first.
                        let near = (0..number).rev().map(|cell| at(outward, cell));
                        let near = near.chain((0..inward.cells()).map(|cell| at(inward, cell)));
                        let far = (number + 1..outward.cells()).map(|cell| at(outward, cell));
                        let is_empty = number < outward.cells() && !at(outward, number);
                        let near = Half::of(near, runs.reach());
                        let expected =
                            if is_empty { patterns.rank(near, Half::of(far, runs.reach())) } else { 0 };
                        let seen = runs.of(outward, inward) >> (4 * number) & 15;
                        assert_eq!(seen, u16::from(expected), "{k} {outward:?} {inward:?} {number}");
                    }
                }
            }
        }
    }
}
