//! What the rules alone say of a position: whether it is over, whether a move wins at once, and which moves lose at once because the
//! opponent then completes a row. A network need not be asked about any of this.

use kinrow_game::{Board, Game, Outcome, Point};

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
        let side = board.to_move();
        if let Some(win) = board.moves().find(|&point| board.completes(side, point)) {
            return Forced::Win(win);
        }
        // A point where the opponent completes a row stays open unless it is taken: a row that counts is never forbidden, and
        // where stones fall only the stone itself closes the place.
        let is_drop = board.rules().is_drop();
        let open = if is_drop { board.legal() } else { board.empty() };
        let mut threats = open
            .iter()
            .map(|at| Point::from_index(at as u16))
            .filter(|&point| board.completes(side.opponent(), point));
        match (threats.next(), threats.next()) {
            (None, _) => Forced::Free,
            (Some(point), None) if board.legal().contains(point.index()) => Forced::Only(point),
            (Some(_), _) => Forced::Loss,
        }
    }

    /// What it means for the side to move; `None` where it is open.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self {
            Forced::Win(_) => Some(Outcome::Win),
            Forced::Loss => Some(Outcome::Loss),
            Forced::Only(_) | Forced::Free => None,
        }
    }

    /// What is certain of one move, for the side that makes it.
    pub(crate) fn of_move(&self, point: Point) -> Option<Outcome> {
        match self {
            Forced::Win(win) => (*win == point).then_some(Outcome::Win),
            Forced::Loss => Some(Outcome::Loss),
            Forced::Only(only) => (*only != point).then_some(Outcome::Loss),
            Forced::Free => None,
        }
    }
}
