//! Random positions, Black to move, so crowded with black stones that forbidden points of every kind arise.

use kinrow_game::{Side, scramble};

use super::judge::{Cell, Stones};

/// Numbers that follow from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (scramble(self.0) % n as u64) as usize
    }
}

/// Black crowds one part of the board, with some white stones in between; White makes up the number in the rest. No
/// five stands, nor anything longer.
pub(crate) fn crowded(seed: u64) -> Stones {
    let mut dice = Dice(scramble(seed));
    let (width, height) = (9 + dice.below(7) as i32, 9 + dice.below(7) as i32);
    let mut stones = Stones::new(width, height);
    let (black, white) = (15 + dice.below(25), dice.below(5));
    let (edge, tenths) = (dice.below(4), 4 + dice.below(4) as i32);
    // The crowd gathers at one of the four edges.
    let is_crowded = |&(column, row): &Cell| match edge {
        0 => 10 * row < tenths * height,
        1 => 10 * (height - 1 - row) < tenths * height,
        2 => 10 * column < tenths * width,
        _ => 10 * (width - 1 - column) < tenths * width,
    };
    for cell in stones.cells().filter(is_crowded) {
        match dice.below(100) {
            n if n < black => put(&mut stones, cell, Side::X),
            n if n < black + white => put(&mut stones, cell, Side::O),
            _ => {}
        }
    }
    let mut rest: Vec<Cell> = stones.cells().filter(|cell| !is_crowded(cell)).collect();
    while stones.count(Side::X) > stones.count(Side::O) && !rest.is_empty() {
        let cell = rest.swap_remove(dice.below(rest.len()));
        put(&mut stones, cell, Side::O);
    }
    for side in Side::BOTH {
        while stones.count(side) > stones.count(side.opponent()) {
            let standing: Vec<Cell> =
                stones.cells().filter(|&cell| stones.stone(cell) == Some(side)).collect();
            stones.put(standing[dice.below(standing.len())], None);
        }
    }
    stones
}

/// A small board on which few points are empty.
pub(crate) fn nearly_full(seed: u64) -> Stones {
    let mut dice = Dice(scramble(seed));
    let mut stones = Stones::new(6 + dice.below(4) as i32, 5);
    let mut cells: Vec<Cell> = stones.cells().collect();
    let mut tries = 0;
    while cells.len() > 5 && tries < 200 {
        let side = if stones.count(Side::X) > stones.count(Side::O) { Side::O } else { Side::X };
        let pick = dice.below(cells.len());
        put(&mut stones, cells[pick], side);
        if stones.stone(cells[pick]).is_some() {
            cells.swap_remove(pick);
        }
        tries += 1;
    }
    stones
}

/// Places a stone unless it makes five or more in a row.
fn put(stones: &mut Stones, cell: Cell, side: Side) {
    let after = stones.with(cell, side);
    if [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().all(|direction| after.row(side, cell, direction) < 5) {
        *stones = after;
    }
}
