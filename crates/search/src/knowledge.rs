//! What a depth-limited search knows of its game beyond the rules: how good a position looks, which moves deserve a
//! look, and which to try first.

use kinrow_game::{Bits, Board, Game, Outcome, Point, Tree};

use crate::evaluate::{Evaluation, evaluate};
use crate::score::Score;

/// A game that a search can be clever about.
pub trait Knowledge: Game {
    /// How good the position looks for the side to move; 0 is even.
    fn evaluate(&self, evaluation: Evaluation) -> i32;

    /// What the end of a game is worth to the side to move, given its outcome: more than won, drawn and lost in a game that is
    /// played for points.
    #[inline]
    fn score(&self, outcome: Outcome) -> Score {
        Score::of(outcome)
    }

    /// Legal moves at most `distance` away from a stone, the centre when there is none; never empty while the game goes
    /// on.
    fn near(&self, distance: u8) -> impl Iterator<Item = Self::Move>;

    /// A bound on the number of [`Knowledge::near`] moves once so many more moves were made.
    fn most_near(&self, distance: u8, made: u32) -> u32;

    /// A small number for each move, for tables.
    fn slot(&self, mv: Self::Move) -> usize;

    /// How far from the centre each slot is, in any unit: near ones are tried first. Missing ones count 0.
    fn eccentricities(&self) -> Vec<u32>;
}

impl<const W: usize> Knowledge for Board<W> {
    #[inline(never)]
    fn evaluate(&self, evaluation: Evaluation) -> i32 {
        evaluate(self, evaluation)
    }

    fn near(&self, distance: u8) -> impl Iterator<Item = Point> {
        near(self, distance).iter().map(|index| Point::from_index(index as u16))
    }

    /// A move is near to some stone, so that it brings near at most the points around it but for itself and that stone.
    /// Where stones fall a move may leave nothing near that is legal, and then every column is looked at. (In Renju points
    /// that are forbidden now are counted, because they may not stay so.)
    fn most_near(&self, distance: u8, made: u32) -> u32 {
        if self.rules().is_drop() {
            return u32::from(self.rules().width());
        }
        let around = (2 * u32::from(distance) + 1).pow(2) - 1;
        match (self.placed(), made) {
            (0, 0) => 1,
            (0, _) => around + (made - 1) * (around - 2),
            _ => (reach(self, distance) & self.empty()).len() + made * (around - 2),
        }
    }

    fn slot(&self, point: Point) -> usize {
        point.index()
    }

    fn eccentricities(&self) -> Vec<u32> {
        let mut by_slot = vec![0; 64 * W];
        for point in self.geometry().points() {
            by_slot[point.index()] = eccentricity(self, point);
        }
        by_slot
    }
}

fn eccentricity<const W: usize>(board: &Board<W>, point: Point) -> u32 {
    let (column, row) = board.geometry().column_row(point);
    // Twice the distance, so that boards of even size have a centre too.
    let off = |at: u8, size: u8| (2 * i32::from(at) - (i32::from(size) - 1)).unsigned_abs();
    let (right, down) = (off(column, board.rules().width()), off(row, board.rules().height()));
    right * right + down * down
}

/// Isolated-point pruning: most points far from every stone are not worth a look.
fn near<const W: usize>(board: &Board<W>, distance: u8) -> Bits<W> {
    let legal = board.legal();
    if board.placed() == 0 {
        let centre = legal.iter().min_by_key(|&index| eccentricity(board, Point::from_index(index as u16)));
        return centre.into_iter().collect();
    }
    let near = reach(board, distance) & legal;
    if near.is_empty() { legal } else { near }
}

/// The stones, and the points at most `distance` away from one.
fn reach<const W: usize>(board: &Board<W>, distance: u8) -> Bits<W> {
    let mut reach = board.occupied();
    let cells = reach | board.empty();
    let [right, down, ..] = board.geometry().directions();
    for _ in 0..distance {
        for direction in [right, down] {
            // Sideways, then up and down: together all eight neighbours. What steps onto a guard bit is masked off.
            reach = (reach | reach.shifted_up(direction) | reach.shifted_down(direction)) & cells;
        }
    }
    reach
}

impl Knowledge for Tree {
    fn evaluate(&self, _: Evaluation) -> i32 {
        0
    }

    fn score(&self, outcome: Outcome) -> Score {
        self.points().map_or(Score::of(outcome), Score::points)
    }

    fn near(&self, _: u8) -> impl Iterator<Item = usize> {
        self.moves()
    }

    fn most_near(&self, _: u8, _: u32) -> u32 {
        u32::MAX
    }

    fn slot(&self, branch: usize) -> usize {
        branch
    }

    fn eccentricities(&self) -> Vec<u32> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_game::notation::{play_moves, point_name};

    fn names(rules: &str, moves: &str, distance: u8) -> Vec<String> {
        let rules = rules.parse().unwrap();
        let (board, _) = play_moves(&Board::<4>::new(rules), moves).unwrap();
        board.near(distance).map(|point| point_name(rules, point)).collect()
    }

    #[test]
    fn the_centre_when_there_is_no_stone() {
        assert_eq!(names("15x15x5", "", 1), ["h8"]);
        assert_eq!(names("3x3x3", "", 2), ["b2"]);
        assert_eq!(names("7x6x4:drop", "", 1), ["d1"]);
    }

    #[test]
    fn neighbours_when_there_are() {
        assert_eq!(names("5x5x4", "c3", 1), ["b4", "c4", "d4", "b3", "d3", "b2", "c2", "d2"]);
        assert_eq!(names("5x5x4", "c3", 2).len(), 24);
        assert_eq!(names("8x8x5", "a1", 1), ["a2", "b2", "b1"]);
        // Two away from a corner, and not around the edge of the board.
        assert_eq!(names("8x8x5", "h8", 2), ["f8", "g8", "f7", "g7", "h7", "f6", "g6", "h6"]);
        assert_eq!(names("7x6x4:drop", "d1", 1), ["d2", "c1", "e1"]);
    }
}
