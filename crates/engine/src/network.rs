//! A small network that adds to the evaluation what a sum over cells cannot say: what a cell is to both sides at once, and how that weighs with the
//! threats that stand.
//!
//! Every cell that matters has [`WIDTH`] numbers, made of what it is to the side to move and what it is to the other; numbers below zero count as
//! none. Their sums over the board and the counts of threats go through one hidden layer. It is looked up anew for each position: after a
//! move half of the cells that matter have changed anyway.

use crate::judgement::{QUADS, all_ranks};
use crate::weights::{CELL, MOST_COUNTED, THREATS, cell_places};

/// Numbers of a cell.
pub(crate) const WIDTH: usize = 16;

/// Units of the hidden layer.
pub(crate) const HIDDEN: usize = 16;

/// What a unit of the hidden layer hears of: the sums, and how many threats there are.
pub(crate) const INPUTS: usize = WIDTH + THREATS;

/// How many numbers there are: for the classes of a cell to the side to move and to the other, then for each unit what it hears and from where
/// on, and what it says.
pub(crate) const NUMBERS: usize = 2 * CELL * WIDTH + HIDDEN * (INPUTS + 2);

/// Where the numbers of the units begin, and what each says.
pub(crate) const FIRST_UNIT: usize = 2 * CELL * WIDTH;
pub(crate) const FIRST_SAID: usize = FIRST_UNIT + HIDDEN * (INPUTS + 1);

/// Sums are that much smaller when the units hear of them: no larger than counts.
pub(crate) const SHARE: f64 = 1.0 / 8.0;

/// Room for every four classes, up to the next power of two: no index is beyond it, whatever number it is cut from.
const ROOM: usize = QUADS.next_power_of_two();

/// What one is in whole numbers: of a cell, of what a unit hears, and of the points it says.
const CELL_ONE: f64 = 128.0;
const UNIT_ONE: f64 = 1024.0;
const POINT: f64 = 16.0;

/// One in whole numbers, for each number.
pub(crate) fn one(index: usize) -> f64 {
    if index < FIRST_UNIT {
        CELL_ONE
    } else if index < FIRST_SAID {
        UNIT_ONE
    } else {
        POINT
    }
}

/// The network, ready for use.
#[derive(Debug)]
pub(crate) struct Network {
    /// For every four classes, what they are to the side to move and to the other.
    cells: [Box<[Row; ROOM]>; 2],
    units: [Unit; HIDDEN],
}

/// Numbers of a cell, where no cache line ends in their midst.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Row([i16; WIDTH]);

#[derive(Clone, Copy, Debug)]
struct Unit {
    hears: [f32; INPUTS],
    from: f32,
    says: f32,
}

impl Network {
    /// From whole numbers.
    pub(crate) fn new(numbers: &[i16]) -> Network {
        let row = |side: usize, ranks: [u8; 4]| {
            let mut row = [0i16; WIDTH];
            for place in cell_places(ranks) {
                let start = (side * CELL + place) * WIDTH;
                let part = &numbers[start..start + WIDTH];
                row.iter_mut().zip(part).for_each(|(sum, number)| *sum = sum.saturating_add(*number));
            }
            row
        };
        let cells = [0, 1].map(|side| {
            let mut rows = Box::new([Row([0; WIDTH]); ROOM]);
            rows.iter_mut().zip(all_ranks()).for_each(|(here, ranks)| *here = Row(row(side, ranks)));
            rows
        });
        let units = std::array::from_fn(|unit| {
            let start = FIRST_UNIT + unit * (INPUTS + 1);
            let number = |index: usize| f32::from(numbers[start + index]) / UNIT_ONE as f32;
            Unit {
                hears: std::array::from_fn(number),
                from: number(INPUTS),
                says: f32::from(numbers[FIRST_SAID + unit]) / POINT as f32,
            }
        });
        Network { cells, units }
    }

    /// Points for the side to move, by the classes of cells to it and to the other, and by the threats of both.
    #[inline]
    pub(crate) fn points(&self, cells: impl Iterator<Item = [u16; 2]>, threats: [usize; THREATS]) -> i32 {
        let mut sums = [0i16; WIDTH];
        for [own, other] in cells {
            let Row(own) = &self.cells[0][usize::from(own) % ROOM];
            let Row(other) = &self.cells[1][usize::from(other) % ROOM];
            for (sum, (own, other)) in sums.iter_mut().zip(own.iter().zip(other)) {
                *sum = sum.saturating_add(own.saturating_add(*other).max(0));
            }
        }
        let mut inputs = [0.0; INPUTS];
        for (input, sum) in inputs.iter_mut().zip(sums) {
            *input = f32::from(sum) * (SHARE / CELL_ONE) as f32;
        }
        for (input, count) in inputs[WIDTH..].iter_mut().zip(threats) {
            *input = count.min(MOST_COUNTED) as f32;
        }
        let mut points = 0.0;
        for unit in &self.units {
            // Four sums side by side, in a fixed order: as quick as the processor can, and the same everywhere.
            let mut heard = [0.0; 4];
            for (hears, inputs) in unit.hears.chunks_exact(4).zip(inputs.chunks_exact(4)) {
                for (heard, (weight, input)) in heard.iter_mut().zip(hears.iter().zip(inputs)) {
                    *heard += weight * input;
                }
            }
            let heard = unit.from + (heard[0] + heard[1]) + (heard[2] + heard[3]);
            points += unit.says * heard.max(0.0);
        }
        points as i32
    }
}
