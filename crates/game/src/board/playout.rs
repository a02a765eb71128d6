//! Random games from a position to the end: the inner loop of Monte Carlo search, so nothing is kept up to date but what
//! the next move and the win test need.

mod rows;

use self::rows::{Lanes, OneWord, Rows};
use super::Board;
use crate::{Ending, Game, LineRule, MAX_SIZE, Point, Side};

/// Where the next stone may go.
///
/// Filled where it lies: a copy of what was written a moment ago makes the processor wait, a tenth of the time of a search
/// on 3x3x3.
trait Draw<const W: usize> {
    /// Puts in every point where a stone can go now.
    fn fill(&mut self, board: &Board<W>);

    /// A point drawn at random, which is then taken; `None` when there is none.
    fn draw(&mut self, below: &mut impl FnMut(u32) -> u32) -> Option<usize>;
}

impl<const W: usize> Board<W> {
    /// Each move is told as it is made.
    pub(super) fn play_out(
        &self,
        below: &mut impl FnMut(u32) -> u32,
        told: &mut impl FnMut(Point),
    ) -> Ending {
        if let Some(ending) = self.ending() {
            return ending;
        }
        let is_small = match self.rules().line() {
            LineRule::Renju => return self.play_out_renju(below, told),
            LineRule::Freestyle => W == 1,
            LineRule::Exact => false,
        };
        match (self.rules().is_drop(), is_small) {
            (false, true) => self.play_out_by(&mut Urn::new(), OneWord::of(self), below, told),
            (false, false) => self.play_out_by(&mut Urn::new(), Lanes::of(self), below, told),
            (true, true) => self.play_out_by(&mut Columns::new(), OneWord::of(self), below, told),
            (true, false) => self.play_out_by(&mut Columns::new(), Lanes::of(self), below, told),
        }
    }

    #[inline]
    fn play_out_by(
        &self,
        points: &mut impl Draw<W>,
        mut rows: impl Rows,
        below: &mut impl FnMut(u32) -> u32,
        told: &mut impl FnMut(Point),
    ) -> Ending {
        points.fill(self);
        let mut side = self.to_move();
        while let Some(index) = points.draw(below) {
            told(Point::from_index(index as u16));
            if rows.complete(side, index) {
                return self.won_by_last_mover(side);
            }
            side = side.opponent();
        }
        Ending::Drawn
    }

    /// In Renju what may be drawn depends on the stones.
    fn play_out_renju(&self, below: &mut impl FnMut(u32) -> u32, told: &mut impl FnMut(Point)) -> Ending {
        let mut urn = Urn::new();
        urn.fill(self);
        let mut board = *self;
        while urn.left > 0 {
            let side = board.to_move();
            let mut pick = below(urn.left as u32) as usize;
            if board.has_forbidden_points() {
                // Forbidden points are set aside, not thrown away: they are White's, and may become legal.
                let mut allowed = urn.left;
                while board.forbidden_at(urn.points()[pick].into()).is_some() {
                    allowed -= 1;
                    urn.points().swap(pick, allowed);
                    if allowed == 0 {
                        return Ending::Drawn;
                    }
                    pick = below(allowed as u32) as usize;
                }
            }
            let index = urn.take(pick);
            told(Point::from_index(index as u16));
            board = board.with_stone(index);
            if board.counts(side, &board.other, index) {
                return board.won_by_last_mover(side);
            }
        }
        Ending::Drawn
    }

    #[inline]
    fn won_by_last_mover(&self, mover: Side) -> Ending {
        Ending::Won(if self.rules().is_misere() { mover.opponent() } else { mover })
    }
}

/// The empty points, without order.
struct Urn<const W: usize> {
    points: [[u16; 64]; W],
    left: usize,
}

impl<const W: usize> Urn<W> {
    #[inline]
    fn new() -> Urn<W> {
        Urn { points: [[0; 64]; W], left: 0 }
    }

    #[inline]
    fn points(&mut self) -> &mut [u16] {
        self.points.as_flattened_mut()
    }

    #[inline]
    fn take(&mut self, pick: usize) -> usize {
        self.left -= 1;
        let left = self.left;
        let points = self.points();
        let index = points[pick];
        points[pick] = points[left];
        index.into()
    }
}

impl<const W: usize> Draw<W> for Urn<W> {
    #[inline]
    fn fill(&mut self, board: &Board<W>) {
        for index in board.empty() {
            self.points.as_flattened_mut()[self.left] = index as u16;
            self.left += 1;
        }
    }

    #[inline]
    fn draw(&mut self, below: &mut impl FnMut(u32) -> u32) -> Option<usize> {
        if self.left == 0 {
            return None;
        }
        let pick = below(self.left as u32) as usize;
        Some(self.take(pick))
    }
}

/// The points on which a stone comes to rest, one for each column that is not full.
struct Columns {
    landing: [u16; MAX_SIZE as usize],
    open: usize,
    up: u16,
}

impl Columns {
    #[inline]
    fn new() -> Columns {
        Columns { landing: [0; MAX_SIZE as usize], open: 0, up: 0 }
    }
}

impl<const W: usize> Draw<W> for Columns {
    #[inline]
    fn fill(&mut self, board: &Board<W>) {
        self.up = board.geometry.directions[1] as u16;
        for index in board.placeable() {
            self.landing[self.open] = index as u16;
            self.open += 1;
        }
    }

    #[inline]
    fn draw(&mut self, below: &mut impl FnMut(u32) -> u32) -> Option<usize> {
        if self.open == 0 {
            return None;
        }
        let pick = below(self.open as u32) as usize;
        let index = self.landing[pick];
        match index.checked_sub(self.up) {
            Some(above) => self.landing[pick] = above,
            None => {
                self.open -= 1;
                self.landing[pick] = self.landing[self.open];
            }
        }
        Some(index.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Board, Ending, Game, Point, scramble};

    /// The same draws, played by the rules and one by one.
    fn play_by_the_rules<const W: usize>(board: &Board<W>, below: &mut impl FnMut(u32) -> u32) -> Ending {
        let mut board = *board;
        let mut urn: Vec<Point> = if board.rules().is_drop() {
            board.moves().collect()
        } else {
            board.empty().iter().map(|index| Point::from_index(index as u16)).collect()
        };
        while board.ending().is_none() {
            let mut allowed = urn.len();
            let mut pick = below(allowed as u32) as usize;
            while board.forbidden(urn[pick]).is_some() {
                allowed -= 1;
                urn.swap(pick, allowed);
                pick = below(allowed as u32) as usize;
            }
            let point = urn[pick];
            board = board.try_play(point).unwrap();
            let (column, _) = board.geometry().column_row(point);
            match board.landing(column) {
                Some(above) if board.rules().is_drop() => urn[pick] = above,
                _ => {
                    urn.swap_remove(pick);
                }
            }
        }
        board.ending().unwrap()
    }

    fn compare<const W: usize>(rules: &str, games: u64) {
        let start = Board::<W>::new(rules.parse().unwrap());
        let mut ends = std::collections::HashMap::new();
        for game in 0..games {
            let numbers = || {
                let mut state = scramble(game);
                move |n: u32| {
                    state = scramble(state ^ u64::from(n));
                    (state % u64::from(n)) as u32
                }
            };
            // From the empty board, and from positions met on the way.
            let mut board = start;
            while board.outcome().is_none() {
                let ending = board.playout(&mut numbers());
                assert_eq!(ending, play_by_the_rules(&board, &mut numbers()), "{rules} {board:?}");
                let mut last = board;
                let told =
                    board.playout_told(&mut numbers(), &mut |point| last = last.try_play(point).unwrap());
                assert_eq!((told, last.ending()), (ending, Some(ending)), "{rules} {board:?}");
                *ends.entry(ending).or_insert(0) += 1;
                let choice: Vec<Point> = board.moves().collect();
                board = board.play(choice[scramble(game + choice.len() as u64) as usize % choice.len()]);
            }
            assert_eq!(board.playout(&mut numbers()), board.ending().unwrap());
        }
        assert!(ends.len() > 1, "{rules}: all games ended alike");
    }

    #[test]
    fn playouts_keep_the_rules() {
        for rules in [
            "3x3x3",
            "4x3x3:misere",
            "7x6x4",
            "7x6x4:drop",
            "6x5x3:exact",
            "5x4x3:drop,misere",
            "7x7x4:exact",
        ] {
            compare::<1>(rules, 40);
        }
        for rules in ["8x8x5", "9x8x4:drop", "9x9x5:exact"] {
            compare::<2>(rules, 5);
        }
        compare::<4>("15x15x5", 2);
        compare::<4>("15x15x5:renju", 2);
        compare::<7>("20x20x6:exact", 1);
    }

    #[test]
    fn a_row_longer_than_the_board_is_never_completed() {
        let board = Board::<1>::new("7x6x20".parse().unwrap());
        let mut next = 0u32;
        let ending = board.playout(&mut |n| {
            next += 7;
            next % n
        });
        assert_eq!(ending, Ending::Drawn);
    }
}
