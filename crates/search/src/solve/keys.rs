//! One number for a position and all its mirror images.
//!
//! A stone of X counts 1 and one of O counts 2 in the base-3 digit of its point, so a position is a sum. A sum for
//! each symmetry of the board is kept up to date move by move; the least of them names the class. Up to 40 points
//! 3^points fits 64 bits and the name is exact: two classes never share one. On larger boards random
//! numbers take the place of the powers of 3, and two of n classes share a name with a chance of about n²/2^65 (less than
//! one in a thousand for a hundred million of them).

use kinrow_game::{Board, Side, Symmetry, scramble};

/// The most symmetries a board has: those of the square.
const MOST: usize = 8;

/// Boards of up to this many points have exact keys.
const EXACT_POINTS: usize = 40;

/// What a stone adds to each of the sums.
#[derive(Debug)]
pub(super) struct Keys {
    summands: [Vec<[u64; MOST]>; 2],
}

/// The sums of a position.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Sums([u64; MOST]);

impl Keys {
    pub(super) fn new<const W: usize>(board: &Board<W>) -> Keys {
        let geometry = board.geometry();
        let symmetries = Symmetry::all(geometry);
        let points: Vec<_> = geometry.points().collect();
        let mut number = vec![0; 64 * W];
        for (i, point) in points.iter().enumerate() {
            number[point.index()] = i;
        }
        let summands = Side::BOTH.map(|side| {
            let digit = side.index() as u64 + 1;
            let mut summands = vec![[0; MOST]; 64 * W];
            for &point in &points {
                // A board with fewer symmetries repeats them, which leaves the least sum as it is.
                summands[point.index()] = std::array::from_fn(|i| {
                    let image = symmetries[i % symmetries.len()].image(geometry, point);
                    let i = number[image.index()];
                    if points.len() <= EXACT_POINTS {
                        digit * 3u64.pow(i as u32)
                    } else {
                        scramble(2 * i as u64 + digit)
                    }
                });
            }
            summands
        });
        Keys { summands }
    }
}

impl Sums {
    #[inline]
    pub(super) fn add(&mut self, keys: &Keys, side: Side, index: usize) {
        let summands = &keys.summands[side.index()][index];
        for (sum, summand) in self.0.iter_mut().zip(summands) {
            *sum = sum.wrapping_add(*summand);
        }
    }

    #[inline]
    pub(super) fn subtract(&mut self, keys: &Keys, side: Side, index: usize) {
        let summands = &keys.summands[side.index()][index];
        for (sum, summand) in self.0.iter_mut().zip(summands) {
            *sum = sum.wrapping_sub(*summand);
        }
    }

    /// The name of the position's class.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.0.iter().fold(u64::MAX, |least, &sum| least.min(sum))
    }
}
