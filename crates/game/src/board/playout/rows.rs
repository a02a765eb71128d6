//! What a playout's win test knows, in a form that a move updates and tests without walking over the board.

use crate::geometry::{MOST_LANES, Place};
use crate::line::has_run_in_word;
use crate::{Board, Side};

/// What the win test knows.
pub(super) trait Rows {
    /// Places a stone. Whether it completes a row that counts.
    fn complete(&mut self, side: Side, index: usize) -> bool;
}

/// Stones in one word, all tested at once.
pub(super) struct OneWord {
    stones: [u64; 2],
    /// The win test of the smallest boards; empty for others.
    runs: &'static [bool],
    word_shifts: &'static [[u8; 4]],
}

impl OneWord {
    pub(super) fn of<const W: usize>(board: &Board<W>) -> OneWord {
        OneWord {
            stones: Side::BOTH.map(|side| board.stones(side).words()[0]),
            runs: &board.geometry.plain_runs,
            word_shifts: &board.geometry.word_shifts,
        }
    }
}

impl Rows for OneWord {
    #[inline]
    fn complete(&mut self, side: Side, index: usize) -> bool {
        let stones = &mut self.stones[side.index()];
        *stones |= 1 << (index % 64);
        match self.runs.get(*stones as usize) {
            Some(&is_run) => is_run,
            None => has_run_in_word(*stones, self.word_shifts),
        }
    }
}

/// Stones by rows, columns and diagonals, one word each. A stone changes four words, and these are tested at once: no
/// walk along the lines, whose lengths no processor can foresee.
pub(super) struct Lanes {
    stones: [[u32; MOST_LANES]; 2],
    places: &'static [[Place; 4]],
    doublings: &'static [u32],
    k: u32,
    is_exact: bool,
}

impl Lanes {
    pub(super) fn of<const W: usize>(board: &Board<W>) -> Lanes {
        let mut lanes = Lanes {
            stones: [[0; MOST_LANES]; 2],
            places: board.geometry.lanes(),
            doublings: &board.geometry.doublings,
            k: board.rules().k().into(),
            is_exact: board.rules().line().is_exact(Side::X),
        };
        for side in Side::BOTH {
            for index in board.stones(side) {
                lanes.place(side, index);
            }
        }
        lanes
    }

    /// Places a stone. The four words it stands in. (The remainders change nothing; they spare four tests a move, which
    /// took a third of the time.)
    #[inline]
    fn place(&mut self, side: Side, index: usize) -> [u32; 4] {
        self.places[index].map(|place| {
            let word = &mut self.stones[side.index()][usize::from(place.lane) % MOST_LANES];
            *word |= 1 << (place.bit % 32);
            *word
        })
    }
}

impl Rows for Lanes {
    #[inline]
    fn complete(&mut self, side: Side, index: usize) -> bool {
        let words = self.place(side, index);
        let mut runs = words;
        for &step in self.doublings {
            runs = runs.map(|run| run & run >> step);
        }
        if self.is_exact {
            // Neither longer at the one end nor at the other.
            runs = std::array::from_fn(|i| runs[i] & !(words[i] >> self.k) & !(words[i] << 1));
        }
        runs != [0; 4]
    }
}
