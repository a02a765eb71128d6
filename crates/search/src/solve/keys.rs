//! One number for all positions that are the same to the solver.
//!
//! Each point of the board has one of four looks, the digits of a number in base 4; with the turn they make the name of a
//! position. The least of the names of its mirror images names the class. Up to 42 points a name is exact: two classes
//! never share one. On larger boards random numbers take the place of the powers of 4, and two of n classes share a
//! name with a chance of about n²/2^86 (less than one in a billion for a hundred million of them).

use kinrow_game::{Bits, Board, Symmetry, scramble};

/// The most symmetries a board has: those of the square.
const MOST: usize = 8;

/// Bits of a key, one of them for the turn.
pub(super) const KEY_BITS: u32 = 85;

/// Boards of up to this many points have exact keys.
const EXACT_POINTS: usize = (KEY_BITS as usize - 1) / 2;

/// What a point adds to each of the sums: by its look, but for the look 0, and by its index.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    summands: [Vec<[u128; MOST]>; 3],
    symmetries: usize,
}

impl Keys {
    pub(super) fn new<const W: usize>(board: &Board<W>) -> Keys {
        let geometry = board.geometry();
        let symmetries = Symmetry::all(geometry);
        let points: Vec<_> = geometry.points().collect();
        let mut number = vec![0; 64 * W];
        for (i, point) in points.iter().enumerate() {
            number[point.index()] = i;
        }
        let summands = [1, 2, 3].map(|look: u64| {
            let mut summands = vec![[0; MOST]; 64 * W];
            for &point in &points {
                for (sum, symmetry) in summands[point.index()].iter_mut().zip(&symmetries) {
                    let i = number[symmetry.image(geometry, point).index()];
                    *sum = if points.len() <= EXACT_POINTS {
                        u128::from(look) << (2 * i)
                    } else {
                        let random = scramble(4 * i as u64 + look);
                        u128::from(random) << 64 | u128::from(scramble(random))
                    };
                }
            }
            summands
        });
        Keys { summands, symmetries: symmetries.len() }
    }

    /// The key of a position by its points of look 1, 2 and 3.
    #[inline]
    pub(super) fn key<const W: usize>(&self, looks: [Bits<W>; 3], is_first_to_move: bool) -> u128 {
        let mut sums = [0u128; MOST];
        for (points, summands) in looks.into_iter().zip(&self.summands) {
            for point in points {
                for (sum, summand) in sums[..self.symmetries].iter_mut().zip(&summands[point]) {
                    *sum = sum.wrapping_add(*summand);
                }
            }
        }
        let all = (1 << (KEY_BITS - 1)) - 1;
        let least = sums[..self.symmetries].iter().fold(all, |least, sum| least.min(sum & all));
        least << 1 | u128::from(is_first_to_move)
    }
}
