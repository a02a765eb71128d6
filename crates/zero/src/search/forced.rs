//! What the rules alone say of a position: whether it is over, whether a move wins at once, and which moves lose at once because the
//! opponent then completes a row. A network need not be asked about any of this.

use kinrow_game::{Board, Game, Outcome, Point};
use kinrow_search::{Proof, Threats};

/// What is certain of a position's moves.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Forced {
    /// This move wins at once.
    Win(Point),
    /// Every move loses.
    Loss,
    /// Every other move than this loses at once.
    Only(Point),
    /// Nothing is certain.
    Free,
}

impl Forced {
    /// Looks at a position that is not over.
    pub(crate) fn of<const W: usize>(board: &Board<W>) -> Forced {
        // Who completes a row in misère play loses: nothing is forced in one move.
        if board.rules().is_misere() {
            return Forced::Free;
        }
        let (threats, legal, side) = (Threats::of(board), board.legal(), board.to_move());
        let point = |index: usize| Point::from_index(index as u16);
        if let Some(win) = (threats.of_side(side) & legal).iter().next() {
            return Forced::Win(point(win));
        }
        // A point where the opponent completes a row stays open unless it is taken: a row that counts is never forbidden, and
        // where stones fall only the stone itself closes the place.
        let open = if board.rules().is_drop() { legal } else { board.empty() };
        let mut blocks = (threats.of_side(side.opponent()) & open).iter();
        match (blocks.next(), blocks.next()) {
            (None, _) => Forced::Free,
            (Some(block), None) if legal.contains(block) => Forced::Only(point(block)),
            (Some(_), _) => Forced::Loss,
        }
    }

    /// What it means for the side to move; `None` where it is open.
    pub(crate) fn proof(&self) -> Option<Proof> {
        match self {
            Forced::Win(_) => Some(Proof::exact(Outcome::Win, 1)),
            Forced::Loss => Some(Proof::exact(Outcome::Loss, 2)),
            Forced::Only(_) | Forced::Free => None,
        }
    }

    /// What is certain of one move, for the side that makes it.
    pub(crate) fn of_move(&self, point: Point) -> Option<Proof> {
        let (wins, loses) = (Proof::exact(Outcome::Win, 1), Proof::exact(Outcome::Loss, 2));
        match self {
            Forced::Win(win) => (*win == point).then_some(wins),
            Forced::Loss => Some(loses),
            Forced::Only(only) => (*only != point).then_some(loses),
            Forced::Free => None,
        }
    }
}
