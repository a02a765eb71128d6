//! A position as the search sees it: the stones, and what follows from them.

use super::layout::Layout;
use super::word::Word;

/// A position that is not over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<T> {
    /// Stones of the side to move.
    pub(super) own: T,
    /// All stones.
    pub(super) stones: T,
    /// Empty cells where the opponent completes a row.
    pub(super) rival_wins: T,
    /// Cells of the rows that the side to move, and its opponent, may still complete.
    pub(super) own_open: T,
    pub(super) rival_open: T,
    /// How many stones there are.
    pub(super) count: u32,
}

/// What threats leave to the side to move, when it cannot complete a row at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outlook<T> {
    /// The opponent completes a row with the next stone, whatever is played.
    Lost,
    /// The board is full.
    Full,
    /// Moves after which the opponent does not win at once: never none.
    Open(T),
}

impl<T: Word> Node<T> {
    /// The position with these stones.
    pub(super) fn new(layout: &Layout<T>, own: T, stones: T) -> Node<T> {
        let rival = stones & !own;
        Node {
            own,
            stones,
            rival_wins: layout.completing(rival, stones),
            own_open: layout.cells_in_rows(layout.board & !rival),
            rival_open: layout.cells_in_rows(layout.board & !own),
            count: stones.count(),
        }
    }

    /// Stones of the opponent.
    #[inline]
    pub(super) fn rival(&self) -> T {
        self.stones & !self.own
    }

    /// Cells where the side to move completes a row with the next stone.
    pub(super) fn wins_now(&self, layout: &Layout<T>) -> T {
        layout.completing(self.own, self.stones) & layout.landings(self.stones)
    }

    /// The position after a stone on `cell`, which completes no row.
    #[inline]
    pub(super) fn play(&self, layout: &Layout<T>, cell: T) -> Node<T> {
        let (own, stones) = (self.own | cell, self.stones | cell);
        Node {
            own: self.rival(),
            stones,
            rival_wins: layout.completing(own, stones),
            own_open: layout.cells_in_rows(layout.board & !own),
            // A stone takes rows from the opponent only.
            rival_open: self.own_open,
            count: self.count + 1,
        }
    }

    /// The moves that do not lose at once: block what the opponent threatens, and play below none of his cells.
    #[inline]
    pub(super) fn outlook(&self, layout: &Layout<T>) -> Outlook<T> {
        let landings = layout.landings(self.stones);
        let blocks = landings & self.rival_wins;
        let moves = if blocks.is_empty() { landings } else { blocks };
        let safe = moves & !self.rival_wins.down(1);
        if blocks.is_many() {
            Outlook::Lost
        } else if safe.is_empty() {
            if landings.is_empty() { Outlook::Full } else { Outlook::Lost }
        } else {
            Outlook::Open(safe)
        }
    }

    /// Whether the side that has just moved threatens to complete a row with its next stone.
    #[inline]
    pub(super) fn is_threatened(&self, layout: &Layout<T>) -> bool {
        !(layout.landings(self.stones) & self.rival_wins).is_empty()
    }

    /// Whether the side that has just moved wins with its next stone, whatever is answered: two cells to block, or
    /// one below another. The side to move must not have a win of its own.
    #[inline]
    pub(super) fn is_lost(&self, layout: &Layout<T>) -> bool {
        let threats = layout.landings(self.stones) & self.rival_wins;
        threats.is_many() || !(threats.up(1) & self.rival_wins).is_empty()
    }
}
