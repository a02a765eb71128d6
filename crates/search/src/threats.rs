//! Where each side would complete a row with its next stone: what the rules alone say of wins on the spot, and of what must be done against
//! them.
//!
//! A stone changes this only at the ends of the rows it stands in, so a move looks at eight points and not at the whole board.

use kinrow_game::{Bits, Board, Point, Side};

/// For each side the empty points where its stone would complete a row that counts. Whether a stone can be placed there now is
/// another question. Taken points may linger: whoever asks knows which are empty.
#[derive(Clone, Copy, Debug)]
pub struct Threats<const W: usize>([Bits<W>; 2]);

impl<const W: usize> Threats<W> {
    /// Those of a position that is not over.
    #[must_use]
    pub fn of(board: &Board<W>) -> Threats<W> {
        if board.rules().k() == 1 {
            return Threats([board.empty(); 2]);
        }
        let mut threats = Threats([Bits::EMPTY; 2]);
        for side in Side::BOTH {
            for index in board.stones(side) {
                threats.note(board, side, index);
            }
        }
        threats
    }

    /// One side's.
    #[must_use]
    pub fn of_side(&self, side: Side) -> Bits<W> {
        self.0[side.index()]
    }

    /// Looks again at both ends of the four rows through a stone of `side` on `index`.
    pub(crate) fn note(&mut self, board: &Board<W>, side: Side, index: usize) {
        let (stones, empty) = (board.stones(side), board.empty());
        let k = u32::from(board.rules().k());
        let is_exact = board.rules().line().is_exact(side);
        let down = board.geometry().directions()[1] as usize;
        for step in [1, down, down - 1, down + 1] {
            let step = step as isize;
            let (back, ahead) = (stones.arm(index, -step), stones.arm(index, step));
            for (towards, length) in [(-step, back), (step, ahead)] {
                let end = index.wrapping_add_signed(towards * (length as isize + 1));
                if !empty.contains(end) {
                    continue;
                }
                let row = back + 1 + ahead + 1 + stones.arm(end, towards);
                if row == k || (row > k && !is_exact) {
                    self.0[side.index()].insert(end);
                } else if is_exact && !board.completes(side, Point::from_index(end as u16)) {
                    self.0[side.index()].remove(end);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kinrow_agent::Seed;
    use kinrow_game::Game;

    use super::*;

    /// Against trying every empty point, as they are worked out at once and as they are kept up to date.
    #[test]
    fn they_are_the_points_that_complete_a_row() {
        let boards = [
            "1x1x1",
            "3x3x3",
            "6x5x4",
            "7x6x4:drop",
            "6x6x3:exact",
            "9x9x5:renju",
            "5x4x3:misere",
            "4x4x2:exact,drop",
        ];
        for (number, rules) in boards.into_iter().enumerate() {
            let mut seen = 0;
            for game in 0..40 {
                let mut rng = Seed(number as u64).derive("game", game).rng();
                let mut board = Board::<2>::new(rules.parse().unwrap());
                let mut kept = Threats::of(&board);
                while board.outcome().is_none() {
                    for side in Side::BOTH {
                        let completes =
                            |&index: &usize| board.completes(side, Point::from_index(index as u16));
                        let wanted: Bits<2> = board.empty().iter().filter(completes).collect();
                        for found in [Threats::of(&board), kept] {
                            assert_eq!(found.of_side(side) & board.empty(), wanted, "{rules} {board:?}");
                        }
                        seen += wanted.len();
                    }
                    let point =
                        Point::from_index(board.legal().nth(rng.below(board.legal().len())).unwrap() as u16);
                    let side = board.to_move();
                    board = board.play(point);
                    kept.note(&board, side, point.index());
                }
            }
            assert!(seen > 0, "{rules}");
        }
    }
}
