//! A board as the engine sees it: for every empty cell, in four directions and for both colours, what a stone there would make of its line. It is
//! kept up to date as stones come and go; only cells within reach of the stone are looked at again.

use std::ops::Range;

use kinrow_game::{Rules, Side};

use crate::{Class, Half, Patterns};

/// The four directions: along a row, along a column, and the two diagonals.
pub const DIRECTIONS: usize = 4;

const DEAD: u8 = Class::Dead.rank();

/// A row, column or diagonal in bits, as one colour sees it. It is kept in both reading directions, so that either half of a cell is the
/// low end of a word.
#[derive(Clone, Copy, Debug)]
struct Lane {
    length: u32,
    /// For each side its stones, and the same backwards.
    stones: [[u32; 2]; 2],
}

impl Lane {
    fn new(length: u32) -> Lane {
        Lane { length, stones: [[0; 2]; 2] }
    }

    fn toggle(&mut self, bit: u32, side: Side) {
        self.stones[side.index()][0] ^= 1 << bit;
        self.stones[side.index()][1] ^= 1 << (self.length - 1 - bit);
    }

    /// The halves at both sides of a cell, the one with lower bits first.
    fn halves(&self, bit: u32, side: Side, reach: u32) -> (Half, Half) {
        let [own, other] = [side, side.opponent()].map(|side| self.stones[side.index()]);
        let half = |way: usize, bit: u32| {
            let beyond = u32::MAX << self.length;
            Half::in_words(own[way] >> bit >> 1, (other[way] | beyond) >> bit >> 1, reach)
        };
        (half(1, self.length - 1 - bit), half(0, bit))
    }
}

/// Where a cell lies in one of its lines.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    lane: usize,
    bit: u32,
}

/// What the engine sees of a board without drop or forbidden points.
#[derive(Debug)]
pub struct Sight {
    patterns: Patterns,
    lanes: Vec<Lane>,
    /// For each cell its place in each direction.
    places: Vec<[Place; DIRECTIONS]>,
    /// For each lane its cells, in the order of its bits.
    cells: Vec<Vec<u16>>,
    stones: Vec<Option<Side>>,
    /// For each side and cell the rank of the class in each direction; dead where there is a stone.
    ranks: [Vec<[u8; DIRECTIONS]>; 2],
    /// For each side how many cells and directions are of each class, by its rank.
    counts: [[u16; Class::RANKS]; 2],
}

impl Sight {
    /// An empty board of these rules.
    ///
    /// # Panics
    /// As [`Patterns::new`], when rows are longer than ten.
    #[must_use]
    pub fn new(rules: Rules) -> Sight {
        let (width, height) = (u32::from(rules.width()), u32::from(rules.height()));
        let mut places = vec![[Place::default(); DIRECTIONS]; (width * height) as usize];
        let mut cells: Vec<Vec<u16>> = Vec::new();
        // What all cells of a line have in common, for each direction.
        let lines: [fn(u32, u32, u32) -> u32; DIRECTIONS] = [
            |_, row, _| row,
            |column, _, _| column,
            |column, row, height| column + height - 1 - row,
            |column, row, _| column + row,
        ];
        for (direction, line) in lines.into_iter().enumerate() {
            let first = cells.len();
            for cell in 0..width * height {
                let (column, row) = (cell % width, cell / width);
                let lane = first + line(column, row, height) as usize;
                cells.resize(cells.len().max(lane + 1), Vec::new());
                places[cell as usize][direction] = Place { lane, bit: cells[lane].len() as u32 };
                cells[lane].push(cell as u16);
            }
        }
        let mut sight = Sight {
            patterns: Patterns::new(rules.k().into(), rules.line().is_exact(Side::X)),
            lanes: cells.iter().map(|cells| Lane::new(cells.len() as u32)).collect(),
            stones: vec![None; places.len()],
            ranks: [(); 2].map(|()| vec![[DEAD; DIRECTIONS]; places.len()]),
            counts: [[0; Class::RANKS]; 2],
            places,
            cells,
        };
        for counts in &mut sight.counts {
            counts[usize::from(DEAD)] = (DIRECTIONS * sight.places.len()) as u16;
        }
        for cell in 0..sight.places.len() {
            for direction in 0..DIRECTIONS {
                let Place { lane, bit } = sight.places[cell][direction];
                sight.look(lane, bit..bit + 1, direction);
            }
        }
        sight
    }

    /// The stone on a cell. Cells are numbered row by row from the top left.
    #[must_use]
    pub fn stone(&self, cell: usize) -> Option<Side> {
        self.stones[cell]
    }

    /// What a stone of `side` on a cell would make of its four lines; all dead where there is a stone.
    #[must_use]
    pub fn classes(&self, side: Side, cell: usize) -> [Class; DIRECTIONS] {
        self.ranks[side.index()][cell].map(Class::of_rank)
    }

    /// In how many cells and directions a stone of `side` would make this of a line: whether there is a win, or a threat, without a look at the
    /// board.
    #[must_use]
    pub fn count(&self, side: Side, class: Class) -> u16 {
        self.counts[side.index()][usize::from(class.rank())]
    }

    /// Puts a stone on an empty cell.
    pub fn put(&mut self, cell: usize, side: Side) {
        debug_assert!(self.stones[cell].is_none(), "cell {cell} is taken");
        self.stones[cell] = Some(side);
        self.change(cell, side);
    }

    /// Takes a stone away again.
    pub fn take(&mut self, cell: usize) {
        if let Some(side) = self.stones[cell].take() {
            self.change(cell, side);
        }
    }

    /// Brings up to date what a stone that came or went changes.
    fn change(&mut self, cell: usize, side: Side) {
        let reach = self.patterns.reach();
        for direction in 0..DIRECTIONS {
            let Place { lane, bit } = self.places[cell][direction];
            self.lanes[lane].toggle(bit, side);
            let last = (bit + reach).min(self.lanes[lane].length - 1);
            self.look(lane, bit.saturating_sub(reach)..last + 1, direction);
        }
    }

    /// Looks some cells of a line up anew.
    fn look(&mut self, lane: usize, bits: Range<u32>, direction: usize) {
        let Sight { patterns, lanes, cells, stones, ranks, counts, .. } = self;
        let (lane, cells) = (&lanes[lane], &cells[lane]);
        for bit in bits {
            let cell = usize::from(cells[bit as usize]);
            for side in Side::BOTH {
                let rank = match stones[cell] {
                    Some(_) => DEAD,
                    None => {
                        let (left, right) = lane.halves(bit, side, patterns.reach());
                        patterns.rank(left, right)
                    }
                };
                let known = std::mem::replace(&mut ranks[side.index()][cell][direction], rank);
                counts[side.index()][usize::from(known)] -= 1;
                counts[side.index()][usize::from(rank)] += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kinrow_game::Rules;
    use proptest::prelude::*;

    use super::*;

    /// The class of a cell by walking over the board from it.
    fn scan(
        sight: &Sight,
        rules: Rules,
        patterns: &Patterns,
        side: Side,
        cell: usize,
    ) -> [Class; DIRECTIONS] {
        if sight.stone(cell).is_some() {
            return [Class::Dead; DIRECTIONS];
        }
        let (width, height) = (i32::from(rules.width()), i32::from(rules.height()));
        let (column, row) = (cell as i32 % width, cell as i32 / width);
        let half = |step: (i32, i32)| {
            let on_board = |distance: i32| {
                let (column, row) = (column + distance * step.0, row + distance * step.1);
                ((0..width).contains(&column) && (0..height).contains(&row))
                    .then(|| (row * width + column) as usize)
            };
            let seen = (1..).map_while(on_board).map(|cell| sight.stone(cell));
            let free = seen.take_while(|stone| *stone != Some(side.opponent()));
            Half::of(free.map(|stone| stone.is_some()), patterns.reach())
        };
        [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|(x, y)| patterns.class(half((-x, -y)), half((x, y))))
    }

    proptest! {
        #![proptest_config(kinrow_testing::cases!(60))]

        /// Stones come and go in any order.
        #[test]
        fn what_is_seen_is_what_a_walk_over_the_board_finds(
            rules in prop::sample::select(vec!["15x15x5", "7x4x3", "20x20x6:exact", "5x9x4:exact", "3x3x3", "1x1x2", "12x12x8"]),
            moves in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..120),
        ) {
            let rules: Rules = rules.parse().unwrap();
            let patterns = Patterns::new(rules.k().into(), rules.line().is_exact(Side::X));
            let mut sight = Sight::new(rules);
            let cells = usize::from(rules.cells());
            for (index, is_x) in moves {
                let cell = index.index(cells);
                match sight.stone(cell) {
                    Some(_) => sight.take(cell),
                    None => sight.put(cell, if is_x { Side::X } else { Side::O }),
                }
            }
            for side in Side::BOTH {
                let all: Vec<Class> = (0..cells).flat_map(|cell| sight.classes(side, cell)).collect();
                for &class in &all {
                    let count = all.iter().filter(|other| **other == class).count();
                    prop_assert_eq!(usize::from(sight.count(side, class)), count);
                }
            }
            for cell in 0..cells {
                for side in Side::BOTH {
                    let found = scan(&sight, rules, &patterns, side, cell);
                    // A pair of halves and its mirror image are the same line.
                    prop_assert_eq!(sight.classes(side, cell), found, "{} {} {}", rules, side, cell);
                }
            }
        }
    }
}
