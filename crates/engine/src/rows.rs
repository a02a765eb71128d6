//! Every place for a row, k cells in a line, with the stones of both sides in it: kept up to date as stones come and go.
//!
//! Patterns ([`crate::Patterns`]) know more of a line, but they are made for boards on which stones are placed freely, a row wins and
//! k is not too large. Counting stones is right on every board. A place is open to a side while the other has no stone in it; where too
//! long does not count, a stone of one's own beside it closes it too.

use std::sync::Arc;

use kinrow_game::Side;

use crate::cells::{Cell, Cells, Layout, MOST_CELLS};

/// The stones in and beside one place for a row, in one number: five bits for the stones of each side, then two bits for those
/// of each side that stand beside it.
type State = u16;

const STATES: usize = 1 << 14;

/// What a stone of each side adds to the state of a place it is in.
const INSIDE: [State; 2] = [1, 1 << 5];

/// What a stone of each side adds to the state of a place it stands beside, where too long does not count.
const BESIDE: [State; 2] = [1 << 10, 1 << 12];

/// What a state comes to.
#[derive(Clone, Copy, Default, Debug)]
struct Meaning {
    /// What it is worth to X, less what it is worth to O.
    balance: i16,
    /// How much a stone of each side in it would change that.
    change: [i16; 2],
    /// For each side, whether it lacks one stone, or two.
    lacks: [[bool; 2]; 2],
    is_open: bool,
}

/// What a place that is open to one side is worth to it, with so many of its stones in it and so many missing.
pub(crate) type Worth = fn(stones: u8, missing: u8) -> i16;

/// What does not change while a game is played.
#[derive(Debug)]
struct Shape {
    meanings: Vec<Meaning>,
    /// For each cell, where in `places` those begin that it is in, those that it stands beside, and where these end.
    of_cell: Vec<[u32; 3]>,
    places: Vec<u16>,
}

/// A place for a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    state: State,
    /// The sum of its empty cells: where there is one only, that cell.
    empty: u16,
}

/// The places for rows of a board.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    shape: Arc<Shape>,
    places: Vec<Place>,
    /// For each side and cell, how many rows a stone there would complete.
    completions: [[u8; MOST_CELLS]; 2],
    completing: [Cells; 2],
    balance: i32,
    open: u32,
}

impl Rows {
    /// Those of an empty board.
    pub(crate) fn new(layout: &Layout, worth: Worth) -> Rows {
        let rules = layout.rules;
        let (mut inside, mut beside) = (vec![Vec::new(); MOST_CELLS], vec![Vec::new(); MOST_CELLS]);
        let mut places = Vec::new();
        for cells in places_of(layout) {
            let number = places.len() as u16;
            let (row, ends) = (&cells[1..=usize::from(rules.k())], [cells[0], cells[cells.len() - 1]]);
            let row: Vec<Cell> = row.iter().copied().flatten().collect();
            places.push(Place { state: 0, empty: row.iter().sum() });
            row.iter().for_each(|cell| inside[usize::from(*cell)].push(number));
            if rules.line().is_exact(Side::X) {
                ends.into_iter().flatten().for_each(|cell| beside[usize::from(cell)].push(number));
            }
        }
        let mut shape =
            Shape { meanings: meanings(rules.k(), worth), of_cell: Vec::new(), places: Vec::new() };
        for (inside, beside) in inside.into_iter().zip(beside) {
            let start = shape.places.len();
            let ends = [0, inside.len(), inside.len() + beside.len()];
            shape.of_cell.push(ends.map(|end| (start + end) as u32));
            shape.places.extend(inside);
            shape.places.extend(beside);
        }
        let mut rows = Rows {
            shape: Arc::new(shape),
            open: places.len() as u32,
            places,
            completions: [[0; MOST_CELLS]; 2],
            completing: [Cells::NONE; 2],
            balance: 0,
        };
        if rules.k() == 1 {
            // The only rows that lack one stone on an empty board.
            for place in &rows.places {
                for side in 0..2 {
                    rows.completing[side].insert(place.empty);
                    rows.completions[side][usize::from(place.empty)] += 1;
                }
            }
        }
        rows
    }

    /// The cells where a stone of a side would complete a row.
    #[inline]
    pub(crate) fn completing(&self, side: Side) -> &Cells {
        &self.completing[side.index()]
    }

    /// What the open places are worth to a side, less what they are worth to the other.
    #[inline]
    pub(crate) fn balance(&self, side: Side) -> i32 {
        if side == Side::X { self.balance } else { -self.balance }
    }

    /// Whether nobody can complete a row any more.
    #[inline]
    pub(crate) fn are_closed(&self) -> bool {
        self.open == 0
    }

    /// How much a stone of a side would change the balance, in its favour.
    #[inline]
    pub(crate) fn change(&self, side: Side, cell: Cell) -> i32 {
        self.meanings(cell).map(|(_, meaning)| i32::from(meaning.change[side.index()])).sum()
    }

    /// Whether a stone would leave some row one stone short, of its own side or, by its absence, of the other.
    #[inline]
    pub(crate) fn matters(&self, cell: Cell) -> bool {
        self.meanings(cell).any(|(_, meaning)| meaning.lacks[0][1] || meaning.lacks[1][1])
    }

    /// The cells where a side would complete a row once it has a stone on this one too.
    #[inline]
    pub(crate) fn next_to_complete(&self, side: Side, cell: Cell) -> impl Iterator<Item = Cell> {
        self.meanings(cell)
            .filter(move |(_, meaning)| meaning.lacks[side.index()][1])
            .map(move |(place, _)| place.empty - cell)
    }

    #[inline]
    fn meanings(&self, cell: Cell) -> impl Iterator<Item = (&Place, &Meaning)> {
        let [start, end, _] = self.shape.of_cell[usize::from(cell)];
        self.shape.places[start as usize..end as usize].iter().map(|number| {
            let place = &self.places[usize::from(*number)];
            (place, &self.shape.meanings[usize::from(place.state)])
        })
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub(crate) fn place(&mut self, side: Side, cell: Cell) {
        self.update(cell, |place, is_inside| {
            if is_inside {
                place.state += INSIDE[side.index()];
                place.empty -= cell;
            } else {
                place.state += BESIDE[side.index()];
            }
        });
    }

    /// Takes the stone from a cell.
    #[inline]
    pub(crate) fn take(&mut self, side: Side, cell: Cell) {
        self.update(cell, |place, is_inside| {
            if is_inside {
                place.state -= INSIDE[side.index()];
                place.empty += cell;
            } else {
                place.state -= BESIDE[side.index()];
            }
        });
    }

    /// Closes every place that a cell is in, to both sides and for good.
    pub(crate) fn close(&mut self, cell: Cell) {
        self.update(cell, |place, is_inside| {
            for side in INSIDE {
                // The five bits of each side begin with its lowest.
                if is_inside && place.state & (31 * side) == 0 {
                    place.state += side;
                }
            }
        });
    }

    #[inline]
    fn update(&mut self, cell: Cell, change: impl Fn(&mut Place, bool)) {
        let Rows { shape, places, completions, completing, balance, open } = self;
        let [start, middle, end] = shape.of_cell[usize::from(cell)].map(|index| index as usize);
        for (index, number) in shape.places[start..end].iter().enumerate() {
            let place = &mut places[usize::from(*number)];
            let before = *place;
            change(place, index < middle - start);
            let old = &shape.meanings[usize::from(before.state)];
            let new = &shape.meanings[usize::from(place.state)];
            *balance += i32::from(new.balance) - i32::from(old.balance);
            *open = *open + u32::from(new.is_open) - u32::from(old.is_open);
            for side in 0..2 {
                if old.lacks[side][0] {
                    let count = &mut completions[side][usize::from(before.empty)];
                    *count -= 1;
                    if *count == 0 {
                        completing[side].toggle(before.empty);
                    }
                }
                if new.lacks[side][0] {
                    let count = &mut completions[side][usize::from(place.empty)];
                    *count += 1;
                    if *count == 1 {
                        completing[side].toggle(place.empty);
                    }
                }
            }
        }
    }
}

/// Every k cells in a line, between the cells at both ends; `None` beyond the border.
fn places_of(layout: &Layout) -> Vec<Vec<Option<Cell>>> {
    let rules = layout.rules;
    let (width, height, k) = (i32::from(rules.width()), i32::from(rules.height()), i32::from(rules.k()));
    let at = |x: i32, y: i32| {
        ((0..width).contains(&x) && (0..height).contains(&y)).then(|| layout.cell(x as u8, y as u8))
    };
    let mut places = Vec::new();
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        for y in 0..height {
            for x in 0..width {
                let cells: Vec<Option<Cell>> =
                    (-1..=k).map(|step| at(x + step * dx, y + step * dy)).collect();
                if cells[1..=k as usize].iter().all(Option::is_some) {
                    places.push(cells);
                }
            }
        }
    }
    places
}

fn meanings(k: u8, worth: Worth) -> Vec<Meaning> {
    let stones = |state: usize, side: usize| (state >> (5 * side) & 31) as u8;
    let is_open =
        |state: usize, side: usize| stones(state, 1 - side) == 0 && state >> (10 + 2 * side) & 3 == 0;
    let value = |state: usize, side: usize| {
        let stones = stones(state, side);
        if is_open(state, side) && stones <= k { worth(stones, k - stones) } else { 0 }
    };
    let balance = |state: usize| value(state, 0) - value(state, 1);
    let meaning = |state: usize| {
        let lacks = |side: usize, missing: u8| is_open(state, side) && stones(state, side) + missing == k;
        let is_full = stones(state, 0) + stones(state, 1) >= k;
        let change = [0, 1].map(|side: usize| match (state + usize::from(INSIDE[side]), is_full) {
            (next, false) if side == 0 => balance(next) - balance(state),
            (next, false) => balance(state) - balance(next),
            (_, true) => 0,
        });
        Meaning {
            balance: balance(state),
            change,
            lacks: [0, 1].map(|side| [lacks(side, 1), lacks(side, 2)]),
            is_open: is_open(state, 0) || is_open(state, 1),
        }
    };
    let is_possible = |state: usize| stones(state, 0) + stones(state, 1) <= k;
    (0..STATES).map(|state| if is_possible(state) { meaning(state) } else { Meaning::default() }).collect()
}
