//! Small drawings of stones around one point, turned, mirrored and moved about a board.
//!
//! `X` is Black, `O` is White, `.` must be empty, `#` must lie beyond the edge and `*` is the point in question. What is
//! not drawn does not matter: it is empty, or beyond the edge, or holds a white stone that reaches nothing.

use std::collections::BTreeMap;

use kinrow_game::Side;

use super::judge::{Cell, Stones};

pub(crate) const EAST: Cell = (1, 0);
pub(crate) const SOUTH: Cell = (0, 1);
pub(crate) const WEST: Cell = (-1, 0);
pub(crate) const SOUTHEAST: Cell = (1, 1);
pub(crate) const SOUTHWEST: Cell = (-1, 1);

/// Every way for two lines to cross, up to the symmetries of the board.
pub(crate) const CROSSINGS: [[Cell; 2]; 6] = [
    [EAST, SOUTH],
    [SOUTHEAST, SOUTHWEST],
    [EAST, SOUTHEAST],
    [EAST, SOUTHWEST],
    [SOUTHEAST, EAST],
    [SOUTHEAST, WEST],
];

/// What is drawn, with the point in question at the origin.
#[derive(Clone, Debug)]
pub(crate) struct Shape(BTreeMap<Cell, char>);

impl Shape {
    /// Reads a drawing, one line a row; spaces are left out.
    pub(crate) fn drawn(picture: &str) -> Shape {
        let lines = picture.trim().lines().enumerate();
        let cells = lines.flat_map(|(row, line)| {
            let symbols = line.chars().filter(|c| !c.is_whitespace()).enumerate();
            symbols.map(move |(column, symbol)| ((column as i32, row as i32), symbol))
        });
        let cells: BTreeMap<Cell, char> = cells.collect();
        let (column, row) = *cells.iter().find(|(_, symbol)| **symbol == '*').expect("a * is drawn").0;
        Shape(cells.into_iter().map(|((x, y), symbol)| ((x - column, y - row), symbol)).collect())
    }

    /// Lines that cross in the point in question, each drawn from left to right and laid along its direction.
    pub(crate) fn lines<const N: usize>(directions: [Cell; N], lines: [&str; N]) -> Shape {
        let mut cells = BTreeMap::new();
        for ((right, down), line) in directions.into_iter().zip(lines) {
            let origin = line.find('*').expect("a * is drawn") as i32;
            let symbols = line.chars().zip(-origin..);
            cells.extend(symbols.map(|(symbol, i)| ((i * right, i * down), symbol)));
        }
        Shape(cells)
    }

    /// The shape turned and mirrored in all eight ways.
    fn images(&self) -> [Shape; 8] {
        [0, 1, 2, 3, 4, 5, 6, 7].map(|i| {
            let image = |((x, y), symbol): (&Cell, &char)| {
                let (x, y) = if i & 4 > 0 { (*y, *x) } else { (*x, *y) };
                ((if i & 2 > 0 { -x } else { x }, if i & 1 > 0 { -y } else { y }), *symbol)
            };
            Shape(self.0.iter().map(image).collect())
        })
    }

    /// Boards with an image of the shape on them, and the point in question: one away from the edges, and those that
    /// cannot be moved any further towards a corner.
    pub(crate) fn placements(&self, width: i32, height: i32) -> Vec<(Stones, Cell)> {
        let mut placements = Vec::new();
        for image in self.images() {
            let board = Stones::new(width, height);
            let fits: Vec<Cell> = board.cells().filter(|&origin| image.fits(&board, origin)).collect();
            let is_cornered = |&(x, y): &Cell| {
                [-1, 1].into_iter().any(|step| !image.fits(&board, (x + step, y)))
                    && [-1, 1].into_iter().any(|step| !image.fits(&board, (x, y + step)))
            };
            let middle = fits.get(fits.len() / 2).into_iter();
            for &origin in middle.chain(fits.iter().filter(|origin| is_cornered(origin))) {
                placements.extend(image.placed(&board, origin).map(|stones| (stones, origin)));
            }
        }
        placements
    }

    fn at(origin: Cell, cell: Cell) -> Cell {
        (origin.0 + cell.0, origin.1 + cell.1)
    }

    fn fits(&self, board: &Stones, origin: Cell) -> bool {
        self.0.iter().all(|(&cell, &symbol)| board.contains(Shape::at(origin, cell)) != (symbol == '#'))
    }

    /// The shape on a board, with white stones added until Black is to move; `None` where those find no room.
    fn placed(&self, board: &Stones, origin: Cell) -> Option<Stones> {
        let mut stones = board.clone();
        for (&cell, symbol) in &self.0 {
            match symbol {
                'X' => stones.put(Shape::at(origin, cell), Some(Side::X)),
                'O' => stones.put(Shape::at(origin, cell), Some(Side::O)),
                '.' | '*' | '#' => {}
                _ => panic!("'{symbol}' is not drawn in {self:?}"),
            }
        }
        let matters: Vec<Cell> =
            stones.cells().filter(|&cell| cell == origin || stones.stone(cell) == Some(Side::X)).collect();
        let missing =
            stones.count(Side::X).checked_sub(stones.count(Side::O)).expect("no more white than black");
        for _ in 0..missing {
            let is_idle = |&(x, y): &Cell| {
                let is_drawn = self.0.contains_key(&(x - origin.0, y - origin.1));
                // A white stone reaches what stands on a line with it, up to five steps away.
                let reaches = |&(column, row): &Cell| {
                    let (right, down) = ((column - x).abs(), (row - y).abs());
                    right.max(down) <= 5 && (right == 0 || down == 0 || right == down)
                };
                let touches_white =
                    (-1..=1).any(|i| (-1..=1).any(|j| stones.stone((x + i, y + j)) == Some(Side::O)));
                !is_drawn && !touches_white && !matters.iter().any(reaches)
            };
            let idle = stones.cells().find(is_idle)?;
            stones.put(idle, Some(Side::O));
        }
        Some(stones)
    }
}
