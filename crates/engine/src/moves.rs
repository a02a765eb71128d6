//! The moves of a node, the most promising first. They are sorted one by one as they are asked for: most nodes need only a few.

use crate::cells::{Cell, Cells};
use crate::field::Field;
use crate::history::History;

/// More than any urgency.
const FIRST: i32 = 1 << 20;

/// Bits for a cell below its urgency.
const CELL_BITS: u32 = 10;

/// Moves still to be tried, each with its urgency in one number. The order of cells decides between equals, so that the same search is the same
/// everywhere.
#[derive(Debug)]
pub(crate) struct Moves {
    moves: Vec<i32>,
    next: usize,
}

impl Moves {
    /// These cells, by how urgent they look to both sides and how good they were before; `best` first of all.
    pub(crate) fn new(
        field: &impl Field,
        cells: &Cells,
        best: Option<Cell>,
        history: Option<&History>,
        mut room: Vec<i32>,
    ) -> Moves {
        let (own, last) = (field.to_move(), field.last());
        room.clear();
        for cell in cells.iter() {
            let mut urgency = FIRST;
            if Some(cell) != best {
                let learned = history.map_or(0, |history| {
                    history.score(own, cell) / 64 + i32::from(history.is_counter(own, last, cell)) * 24
                });
                urgency = field.urgency(cell) + learned;
            }
            room.push(urgency << CELL_BITS | i32::from(cell ^ LAST));
        }
        Moves { moves: room, next: 0 }
    }

    /// The next move.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Cell> {
        let rest = self.moves.get_mut(self.next..)?;
        let (first, others) = rest.split_first_mut()?;
        for other in others {
            if *other > *first {
                std::mem::swap(first, other);
            }
        }
        self.next += 1;
        Some(cell(*first))
    }

    /// Leaves out those of the moves still to come that are not wanted.
    pub(crate) fn keep(&mut self, mut is_wanted: impl FnMut(Cell) -> bool) {
        let (next, mut index) = (self.next, 0);
        self.moves.retain(|mv| {
            index += 1;
            index <= next || is_wanted(cell(*mv))
        });
    }

    /// The room they took, for other moves.
    pub(crate) fn into_room(self) -> Vec<i32> {
        self.moves
    }
}

/// The cell of a move.
fn cell(mv: i32) -> Cell {
    (mv & i32::from(LAST)) as Cell ^ LAST
}

/// The highest number of a cell: counted from there, the lower cell has the higher number.
const LAST: Cell = (1 << CELL_BITS) - 1;
