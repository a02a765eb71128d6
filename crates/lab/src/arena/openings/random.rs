//! Random openings: legal, with the game still going on, near the centre of a large board, and none twice as long as there
//! are new ones (positions that a symmetry takes into each other are the same).

use std::collections::HashSet;

use kinrow_agent::{Rng, Seed};
use kinrow_game::{Game, Geometry, Point, Position, Rules, Side, with_board};

use super::OpeningError;

/// On a side longer than this, stones are drawn from the middle.
const LARGE: u8 = 9;
/// So many lines of it: stones further apart have nothing to do with each other.
const MIDDLE: u8 = 7;
/// Draws without anything new after which everything counts as seen. A board of a thousand openings is missed by less than
/// one chance in a million.
const TRIES: u32 = 20_000;

/// Openings drawn so far, and where the next one comes from.
#[derive(Debug)]
pub(super) struct RandomOpenings {
    rules: Rules,
    plies: u16,
    rng: Rng,
    drawn: Vec<Vec<Point>>,
    /// Stones of X and O, the least of the symmetric ones, of what was drawn since the last beginning.
    seen: HashSet<Vec<u64>>,
}

impl RandomOpenings {
    /// Random openings of `plies` moves.
    ///
    /// # Errors
    /// When the game is always over by then.
    pub(super) fn new(rules: Rules, plies: u16, seed: Seed) -> Result<RandomOpenings, OpeningError> {
        let rng = seed.derive("openings", 0).rng();
        let mut openings = RandomOpenings { rules, plies, rng, drawn: Vec::new(), seen: HashSet::new() };
        let geometry = Geometry::of(rules);
        let room = geometry.points().filter(|&point| is_central(rules, geometry.column_row(point))).count();
        let has_room = usize::from(plies) <= room && plies < rules.cells();
        let is_possible = has_room && (0..TRIES).any(|_| openings.draw().is_some());
        // The test above has taken from the stream; openings themselves start at its beginning.
        openings.rng = seed.derive("openings", 0).rng();
        is_possible.then_some(openings).ok_or(OpeningError::TooLong { plies, rules: rules.to_string() })
    }

    /// The opening of a number; those before it are drawn first.
    pub(super) fn get(&mut self, number: u64) -> Vec<Point> {
        while self.drawn.len() as u64 <= number {
            let next = self.next();
            self.drawn.push(next);
        }
        self.drawn[number as usize].clone()
    }

    /// One that has not been there; when there is none left, everything may come again.
    fn next(&mut self) -> Vec<Point> {
        loop {
            for _ in 0..TRIES {
                let Some((position, moves)) = self.draw() else { continue };
                if self.seen.insert(stones(&position)) {
                    return moves;
                }
            }
            self.seen.clear();
        }
    }

    /// One sequence of uniformly random moves; `None` when the game was over before its end.
    fn draw(&mut self) -> Option<(Position, Vec<Point>)> {
        let geometry = Geometry::of(self.rules);
        let mut position = Position::new(self.rules);
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            let legal: Vec<Point> = position
                .moves()
                .filter(|&point| is_central(self.rules, geometry.column_row(point)))
                .collect();
            if legal.is_empty() {
                return None;
            }
            let mv = *self.rng.pick(&legal);
            position = position.play(mv);
            moves.push(mv);
        }
        position.outcome().is_none().then_some((position, moves))
    }
}

fn is_central(rules: Rules, (column, row): (u8, u8)) -> bool {
    let middle = |size: u8, at: u8| {
        let first = (size - MIDDLE.min(size)) / 2;
        size <= LARGE || (first..first + MIDDLE).contains(&at)
    };
    // Where stones fall, they choose a column only.
    middle(rules.width(), column) && (rules.is_drop() || middle(rules.height(), row))
}

fn stones(position: &Position) -> Vec<u64> {
    with_board!(position, board => {
        let canonical = board.geometry().symmetries().canonical(board);
        Side::BOTH.iter().flat_map(|side| *canonical.stones[side.index()].words()).collect()
    })
}
