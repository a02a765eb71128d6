//! Rows of stones: is there one, and how long is the one through a point?

use crate::bits::Bits;
use crate::geometry::Geometry;

/// Whether `stones` hold k or more in a row anywhere.
///
/// Each shift-and-AND doubles the length of the runs that survive, in all four directions at once, so the time
/// depends on the board's words and on log k only.
#[inline]
pub(crate) fn has_run<const W: usize>(stones: &Bits<W>, geometry: &Geometry) -> bool {
    if W == 1 {
        return has_run_in_word(stones.words()[0], &geometry.word_shifts);
    }
    let mut runs = [*stones; 4];
    for &step in &geometry.doublings {
        for (run, direction) in runs.iter_mut().zip(geometry.directions) {
            *run &= run.shifted_down(step * direction);
        }
    }
    !(runs[0] | runs[1] | runs[2] | runs[3]).is_empty()
}

/// The same on a board of one word, where it is the win test of every move.
#[inline]
pub(crate) fn has_run_in_word(stones: u64, word_shifts: &[[u8; 4]]) -> bool {
    let mut runs = [stones; 4];
    for shifts in word_shifts {
        for (run, shift) in runs.iter_mut().zip(shifts) {
            *run &= *run >> (shift & 63);
        }
    }
    runs[0] | runs[1] | runs[2] | runs[3] != 0
}

/// How many stones stand in a row through `index` in a direction, `index` itself counted whether or not it has one.
#[inline]
pub(crate) fn run_through<const W: usize>(stones: &Bits<W>, index: usize, direction: u32) -> u32 {
    1 + stones.arm(index, direction as isize) + stones.arm(index, -(direction as isize))
}

/// Whether `stones` hold a row that wins, on the smallest boards by the plain rules, where every set of stones is known.
#[inline]
pub(crate) fn plain_run<const W: usize>(stones: &Bits<W>, geometry: &Geometry) -> Option<bool> {
    if W > 1 {
        return None;
    }
    geometry.plain_runs.get(stones.words()[0] as usize).copied()
}

/// Whether the stone just placed on `index` stands in a row of k or more.
#[inline]
pub(crate) fn makes_run<const W: usize>(stones: &Bits<W>, index: usize, geometry: &Geometry) -> bool {
    if W == 1 {
        // One word: the whole board costs less than walking along its lines, and on the smallest boards it is known.
        let word = stones.words()[0];
        match geometry.has_run.get((word / 64) as usize) {
            Some(runs) => runs >> (word % 64) & 1 == 1,
            None => word_has_run(word, geometry),
        }
    } else {
        let k = u32::from(geometry.rules().k());
        geometry.directions.iter().any(|&direction| run_through(stones, index, direction) >= k)
    }
}

/// Not inlined: the smallest boards, which do without, are left the registers.
#[inline(never)]
fn word_has_run(stones: u64, geometry: &Geometry) -> bool {
    has_run_in_word(stones, &geometry.word_shifts)
}

/// Whether the stone just placed on `index` stands in a row of exactly `length`.
#[inline]
pub(crate) fn makes_exact_run<const W: usize>(
    stones: &Bits<W>,
    index: usize,
    length: u32,
    geometry: &Geometry,
) -> bool {
    geometry.directions.iter().any(|&direction| run_through(stones, index, direction) == length)
}
