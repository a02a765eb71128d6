//! Renju's forbidden points written down literally from the definitions of the International Rules of Renju: every
//! window of five and of four cells is looked at, and stones are sets of cells. Slow, and independent of the crate.

use std::collections::BTreeSet;

use kinrow_game::{Forbidden, Position, Side};

/// Column from the left and row from the top, both from 0 on the board.
pub(crate) type Cell = (i32, i32);

const DIRECTIONS: [Cell; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A board with stones, not necessarily as many of one side as of the other.
#[derive(Clone)]
pub(crate) struct Stones {
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// Row by row from the top.
    stones: Vec<Option<Side>>,
}

impl Stones {
    pub(crate) fn new(width: i32, height: i32) -> Stones {
        Stones { width, height, stones: vec![None; (width * height) as usize] }
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |row| (0..width).map(move |column| (column, row)))
    }

    pub(crate) fn contains(&self, (column, row): Cell) -> bool {
        (0..self.width).contains(&column) && (0..self.height).contains(&row)
    }

    /// The stone on a cell; none beyond the edge.
    pub(crate) fn stone(&self, cell: Cell) -> Option<Side> {
        if self.contains(cell) { self.stones[(cell.1 * self.width + cell.0) as usize] } else { None }
    }

    pub(crate) fn is_empty(&self, cell: Cell) -> bool {
        self.contains(cell) && self.stone(cell).is_none()
    }

    pub(crate) fn put(&mut self, (column, row): Cell, stone: Option<Side>) {
        self.stones[(row * self.width + column) as usize] = stone;
    }

    pub(crate) fn with(&self, cell: Cell, side: Side) -> Stones {
        let mut stones = self.clone();
        stones.put(cell, Some(side));
        stones
    }

    pub(crate) fn count(&self, side: Side) -> usize {
        self.stones.iter().filter(|&&stone| stone == Some(side)).count()
    }

    pub(crate) fn text(&self) -> String {
        let symbol = |stone: &Option<Side>| stone.map_or(".".to_string(), |side| side.to_string());
        let rows = self.stones.chunks(self.width as usize);
        let rows: Vec<String> = rows.map(|row| row.iter().map(symbol).collect()).collect();
        format!("{}x{}x5:renju {}", self.width, self.height, rows.join("/"))
    }

    /// The crate's position with these stones.
    pub(crate) fn position(&self) -> Position {
        let text = self.text();
        text.parse::<Position>().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// "Unbroken row": the length of the one of `side` through a cell that holds such a stone.
    pub(crate) fn row(&self, side: Side, (column, row): Cell, (right, down): Cell) -> usize {
        let arm = |sign: i32| {
            let cells = (1..).map(|i| (column + sign * i * right, row + sign * i * down));
            cells.take_while(|&cell| self.stone(cell) == Some(side)).count()
        };
        arm(-1) + 1 + arm(1)
    }

    /// "Five in a row: an unbroken row with five stones."
    pub(crate) fn is_five(&self, cell: Cell) -> bool {
        DIRECTIONS.into_iter().any(|direction| self.row(Side::X, cell, direction) == 5)
    }

    /// "Overline: an unbroken row consisting of six or more stones."
    pub(crate) fn is_overline(&self, cell: Cell) -> bool {
        DIRECTIONS.into_iter().any(|direction| self.row(Side::X, cell, direction) >= 6)
    }

    /// Every run of `length` cells of the board that goes through a cell, with its direction.
    fn windows(&self, (column, row): Cell, length: i32) -> Vec<(Cell, Vec<Cell>)> {
        let mut windows = Vec::new();
        for (right, down) in DIRECTIONS {
            for first in 1 - length..=0 {
                let cells = first..first + length;
                let window: Vec<Cell> = cells.map(|i| (column + i * right, row + i * down)).collect();
                if window.iter().all(|&cell| self.contains(cell)) {
                    windows.push(((right, down), window));
                }
            }
        }
        windows
    }

    /// Black's stones in a window whose other cells hold one empty point and nothing else.
    fn all_but_one(&self, window: &[Cell]) -> Option<(Vec<Cell>, Cell)> {
        let black = |&cell: &Cell| self.stone(cell) == Some(Side::X);
        let (stones, others): (Vec<Cell>, Vec<Cell>) = window.iter().copied().partition(black);
        match others[..] {
            [empty] if self.is_empty(empty) => Some((stones, empty)),
            _ => None,
        }
    }

    /// "Four: a row with four stones to which you can add one more stone to attain five in a row."
    ///
    /// Each four is its set of stones: the two ways in which a straight four becomes five are one four.
    pub(crate) fn fours(&self, cell: Cell) -> BTreeSet<Vec<Cell>> {
        let mut fours = BTreeSet::new();
        for (direction, window) in self.windows(cell, 5) {
            if let Some((stones, empty)) = self.all_but_one(&window)
                && self.with(empty, Side::X).row(Side::X, empty, direction) == 5
            {
                fours.insert(stones);
            }
        }
        fours
    }

    /// In how many directions the fours of a cell lie.
    pub(crate) fn lines_of_fours(&self, (column, row): Cell) -> usize {
        let fours = self.fours((column, row));
        let steps = fours.iter().flatten().map(|&(x, y)| ((x - column).signum(), (y - row).signum()));
        let directions: BTreeSet<Cell> =
            steps.map(|(right, down)| (right, down).max((-right, -down))).collect();
        // The cell itself lies in no direction.
        directions.into_iter().filter(|&step| step != (0, 0)).count()
    }

    /// "Straight four: an unbroken row with four stones to which you, in two different ways, can add one more stone to
    /// attain five in a row."
    fn is_straight_four(&self, direction: Cell, four: &[Cell]) -> bool {
        let (first, last) = (four[0], four[3]);
        let ends =
            [(first.0 - direction.0, first.1 - direction.1), (last.0 + direction.0, last.1 + direction.1)];
        self.row(Side::X, first, direction) == 4
            && ends
                .into_iter()
                .all(|end| self.is_empty(end) && self.with(end, Side::X).row(Side::X, end, direction) == 5)
    }

    /// "Three: a row with three stones to which you, without at the same time a five in a row is made, can add one more
    /// stone to attain a straight four." Each with the points where that stone may go.
    fn seeming_threes(&self, cell: Cell) -> BTreeSet<(Vec<Cell>, Cell)> {
        let mut threes = BTreeSet::new();
        for (direction, window) in self.windows(cell, 4) {
            if let Some((stones, empty)) = self.all_but_one(&window) {
                let after = self.with(empty, Side::X);
                if after.is_straight_four(direction, &window) && !after.is_five(empty) {
                    threes.insert((stones, empty));
                }
            }
        }
        threes
    }

    /// Section 9.3: a three counts towards a double-three when Black may make the straight four, that is, does not make
    /// an overline, a double-four or a forbidden double-three with it. `depth` is how often that question is asked of
    /// the answer to itself.
    fn count_threes(&self, cell: Cell, depth: usize) -> usize {
        let threes = self.seeming_threes(cell).into_iter();
        let real =
            threes.filter(|&(_, empty)| depth == 0 || self.forbidden_to_depth(empty, depth - 1).is_none());
        real.map(|(stones, _)| stones).collect::<BTreeSet<_>>().len()
    }

    /// Why Black may not place a stone on an empty cell.
    pub(crate) fn forbidden(&self, cell: Cell) -> Option<Forbidden> {
        // Each step adds a stone, so there are no more steps than cells.
        self.forbidden_to_depth(cell, 400)
    }

    /// The same where a seeming three is taken for a three after so many steps.
    pub(crate) fn forbidden_to_depth(&self, cell: Cell, depth: usize) -> Option<Forbidden> {
        let after = self.with(cell, Side::X);
        if after.is_five(cell) {
            None
        } else if after.is_overline(cell) {
            Some(Forbidden::Overline)
        } else if after.fours(cell).len() > 1 {
            Some(Forbidden::DoubleFour)
        } else if after.count_threes(cell, depth) > 1 {
            Some(Forbidden::DoubleThree)
        } else {
            None
        }
    }
}
