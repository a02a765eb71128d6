//! Random openings: legal, with the game still going on, near the centre of a large board, and none twice as long as there
//! are new ones (positions that a symmetry takes into each other are the same).

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashSet};

use kinrow_agent::{Rng, Seed};
use kinrow_game::{Bits, Game, Geometry, Point, Position, Rules, Side, with_board};

use super::OpeningError;

/// On a side longer than this, stones are drawn from the middle.
const LARGE: u8 = 9;
/// So many lines of it: stones further apart have nothing to do with each other.
const MIDDLE: u8 = 7;
/// Draws without anything new after which it is looked up what is left.
const VAIN: u32 = 100;
/// Positions of one ply up to which that is done.
const LISTED: usize = 50_000;
/// Draws without anything new after which, where there are more, everything counts as seen.
const TRIES: u32 = 20_000;

/// The stones of X and of O.
pub(super) type Stones = Vec<u64>;

/// Openings drawn so far, and where the next one comes from.
#[derive(Debug)]
pub(super) struct RandomOpenings {
    rules: Rules,
    plies: u16,
    rng: Rng,
    drawn: Vec<Vec<Point>>,
    /// The classes of what was drawn since the last beginning.
    seen: HashSet<Stones>,
    /// Every class with moves that lead there, once they were needed; `None` where they are too many.
    all: OnceCell<Option<BTreeMap<Stones, Vec<Point>>>>,
}

impl RandomOpenings {
    /// Random openings of `plies` moves.
    ///
    /// # Errors
    /// When the game is always over by then.
    pub(super) fn new(rules: Rules, plies: u16, seed: Seed) -> Result<RandomOpenings, OpeningError> {
        let rng = seed.derive("openings", 0).rng();
        let (drawn, seen, all) = (Vec::new(), HashSet::new(), OnceCell::new());
        let mut openings = RandomOpenings { rules, plies, rng, drawn, seen, all };
        let geometry = Geometry::of(rules);
        let room = geometry.points().filter(|&point| is_central(rules, geometry.column_row(point))).count();
        let has_room = usize::from(plies) <= room && plies < rules.cells();
        let is_possible = has_room && openings.next().is_some();
        // The test above has taken from the stream; openings themselves start at its beginning.
        openings.rng = seed.derive("openings", 0).rng();
        openings.seen.clear();
        is_possible.then_some(openings).ok_or(OpeningError::TooLong { plies, rules: rules.to_string() })
    }

    /// The opening of a number; those before it are drawn first. When all have come, they come again in another order.
    pub(super) fn get(&mut self, number: u64) -> Vec<Point> {
        while self.drawn.len() as u64 <= number {
            let next = self.next().unwrap_or_else(|| {
                self.seen.clear();
                self.next().expect("one was found before the first was asked for")
            });
            self.drawn.push(next);
        }
        self.drawn[number as usize].clone()
    }

    /// One that has not been there; `None` when there is none left.
    fn next(&mut self) -> Option<Vec<Point>> {
        let have_all_come = matches!(self.all.get(), Some(Some(all)) if all.len() == self.seen.len());
        if have_all_come {
            return None;
        }
        self.draw_new(VAIN).or_else(|| match self.all.get_or_init(|| every_class(self.rules, self.plies)) {
            None => self.draw_new(TRIES),
            Some(all) => {
                let left: Vec<_> = all.iter().filter(|(class, _)| !self.seen.contains(*class)).collect();
                let (class, moves) = (!left.is_empty()).then(|| *self.rng.pick(&left))?;
                self.seen.insert(class.clone());
                Some(moves.clone())
            }
        })
    }

    /// The first of at most so many draws that has not been there.
    fn draw_new(&mut self, draws: u32) -> Option<Vec<Point>> {
        (0..draws).find_map(|_| {
            let (position, moves) = self.draw()?;
            self.seen.insert(class(&position)).then_some(moves)
        })
    }

    /// One sequence of uniformly random moves; `None` when the game was over before its end.
    fn draw(&mut self) -> Option<(Position, Vec<Point>)> {
        let mut position = Position::new(self.rules);
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            let legal: Vec<Point> = central_moves(&position).collect();
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

/// The moves that an opening may have here.
fn central_moves(position: &Position) -> impl Iterator<Item = Point> {
    let (rules, geometry) = (position.rules(), Geometry::of(position.rules()));
    position.moves().filter(move |&point| is_central(rules, geometry.column_row(point)))
}

/// Every class of openings, with moves that lead there; `None` when some ply has too many positions. Positions are merged
/// by class at the end only: the middle of a board of even length is not symmetric.
fn every_class(rules: Rules, plies: u16) -> Option<BTreeMap<Stones, Vec<Point>>> {
    let mut level = BTreeMap::from([(Stones::new(), (Position::new(rules), Vec::new()))]);
    for _ in 0..plies {
        let mut next = BTreeMap::new();
        for (position, moves) in level.values() {
            for mv in central_moves(position) {
                let after = position.play(mv);
                next.entry(stones(&after)).or_insert_with(|| (after, [&moves[..], &[mv]].concat()));
            }
            if next.len() > LISTED {
                return None;
            }
        }
        level = next;
    }
    let going_on = level.into_values().filter(|(position, _)| position.outcome().is_none());
    Some(going_on.map(|(position, moves)| (class(&position), moves)).collect())
}

fn stones(position: &Position) -> Stones {
    with_board!(position, board => words(Side::BOTH.map(|side| board.stones(side))))
}

/// The least of the symmetric positions.
pub(super) fn class(position: &Position) -> Stones {
    with_board!(position, board => words(board.geometry().symmetries().canonical(board).stones))
}

fn words<const W: usize>(stones: [Bits<W>; 2]) -> Stones {
    stones.iter().flat_map(|side| *side.words()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finding the last of 12 equally likely openings takes 37 draws on average. What a round costs beyond that was drawn
    /// in vain.
    #[test]
    fn nothing_is_drawn_in_vain_to_learn_that_a_round_is_over() {
        let mut openings = RandomOpenings::new("3x3x3".parse().unwrap(), 2, Seed(1)).unwrap();
        let mut rng = openings.rng.clone();
        let rounds = 100;
        openings.get(12 * rounds);
        let most = rounds * 2 * 100;
        let taken = (0..=most).find(|_| {
            let is_there = rng == openings.rng;
            rng.bits();
            is_there
        });
        assert!(taken.is_some(), "more than {most} random numbers for {rounds} rounds");
    }
}
