//! What a count will cost, before it starts: the number of positions at each ply, from a sample.
//!
//! There are `ways` to put so many stones on the board, whatever rows they form, which is known exactly. Of these a sample
//! is drawn, and the part of it in which nobody has a row is the part in which the game goes on. Positions in which it has
//! just ended are left out, so that a prediction is rather too small than too large.

use crate::{Bits, Board, Game, Rules, scramble};

/// Stones are put on the board at random so often for each ply.
const SAMPLE: u32 = 200;

/// About how many positions of a game are `plies` moves from its start and not over.
pub(super) fn open_states<const W: usize>(rules: Rules, plies: usize) -> f64 {
    let board = Board::<W>::new(rules);
    let mut random = Random(plies as u64);
    let is_open = |random: &mut Random| {
        let [x, o] = stones(&board, plies, random);
        Board::from_stones(rules, x, o).is_ok_and(|board| board.ending().is_none())
    };
    let open = (0..SAMPLE).filter(|_| is_open(&mut random)).count();
    ways(rules, plies) * choices(plies, plies.div_ceil(2)) * open as f64 / f64::from(SAMPLE)
}

/// In how many ways points can be taken by so many stones of any colour.
fn ways(rules: Rules, stones: usize) -> f64 {
    if !rules.is_drop() {
        return choices(rules.cells().into(), stones);
    }
    // Column by column: the ways in which the columns so far hold so many stones.
    let mut ways = vec![0.0; stones + 1];
    ways[0] = 1.0;
    for _ in 0..rules.width() {
        for held in (0..=stones).rev() {
            ways[held] = ways[held.saturating_sub(rules.height().into())..=held].iter().sum();
        }
    }
    ways[stones]
}

/// `k` of `n`.
fn choices(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

/// So many stones at random, X's and O's: anywhere, or where they could have fallen.
fn stones<const W: usize>(board: &Board<W>, count: usize, random: &mut Random) -> [Bits<W>; 2] {
    let mut points: Vec<usize> = if board.rules().is_drop() {
        let up = board.geometry().directions()[1] as usize;
        let mut columns: Vec<Vec<usize>> = Bits::<W>::from_words(&board.geometry().bottom)
            .iter()
            .map(|bottom| {
                (0..usize::from(board.rules().height())).rev().map(|row| bottom - row * up).collect()
            })
            .collect();
        let mut fall = || {
            let column = random.below(columns.len());
            let point = columns[column].pop().expect("full columns are taken away");
            if columns[column].is_empty() {
                columns.swap_remove(column);
            }
            point
        };
        (0..count).map(|_| fall()).collect()
    } else {
        board.empty().iter().collect()
    };
    // The first `count` places of a shuffle, X's before O's.
    for place in 0..count {
        let from = place + random.below(points.len() - place);
        points.swap(place, from);
    }
    let (x, o) = points[..count].split_at(count.div_ceil(2));
    [x, o].map(|points| points.iter().copied().collect())
}

/// The same numbers every time.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (scramble(self.0) % count as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::{CountLimits, tabulate};
    use std::ops::ControlFlow;

    #[test]
    fn ways_are_counted() {
        assert_eq!(ways("3x3x3".parse().unwrap(), 2), 36.0);
        // Two stones in seven columns: two columns, or one twice.
        assert_eq!(ways("7x6x4:drop".parse().unwrap(), 2), 28.0);
        assert_eq!(ways("2x3x3:drop".parse().unwrap(), 6), 1.0);
        assert_eq!(ways("2x3x3:drop".parse().unwrap(), 7), 0.0);
    }

    /// Never more than there are, but for the sample's chance; and not much less where the count is largest.
    #[test]
    fn predictions_are_near_the_truth() {
        for rules in ["3x3x3", "4x3x3", "4x3x3:misere", "4x4x4:drop", "5x3x3:drop", "4x3x3:exact"] {
            let rules: Rules = rules.parse().unwrap();
            let count =
                tabulate::<1>(rules, CountLimits::default(), &mut |_| ControlFlow::Continue(())).unwrap();
            let truth: Vec<f64> = count.states_by_ply.iter().map(|&states| states as f64).collect();
            for (ply, &states) in truth.iter().enumerate() {
                let predicted = open_states::<1>(rules, ply);
                assert!(predicted <= 1.5 * states + 20.0, "{rules} ply {ply}: {predicted}, not {states}");
            }
            let peak = truth.iter().copied().fold(0.0, f64::max);
            let predicted = (0..truth.len()).map(|ply| open_states::<1>(rules, ply)).fold(0.0, f64::max);
            assert!(predicted > peak / 4.0, "{rules}: {predicted}, not {peak}");
        }
    }
}
