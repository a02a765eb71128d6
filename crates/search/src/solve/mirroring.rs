//! In misère whoever answers every move by its mirror image cannot lose.
//!
//! Take a symmetry of the board that swaps points in pairs: a reflection between two columns, or half a turn. Suppose that the
//! stones of one side are the mirror images of the other's, and that the *mirror*, to move second, always takes the image of
//! the point just taken. A row of his that contains a point and its image is never completed, for the two have different
//! colours. Any other row of his is the image of a row that the opponent completed before, one move earlier at the latest;
//! and that ended the game.
//!
//! A point that is its own image (the middle, for half a turn on a board with odd sides) must be the mirror's already. Then his
//! rows through it need two points that are each other's images, which they have from three in a row on. If the middle
//! is free and the mirror to move, he takes it first.

use kinrow_game::{Bits, Board, Game, Point, Side, Symmetry};

use super::search::Search;

impl<const W: usize> Search<'_, '_, W> {
    /// Whether `mirror` has such a strategy in the position at hand.
    pub(super) fn is_mirrored_by(&self, mirror: Side) -> bool {
        let rules = self.state.rules();
        // Where too long does not count, a mirror's row of the right length is still the image of such a row.
        rules.is_misere() && !rules.is_drop() && is_mirrored(&self.board, mirror)
    }
}

/// The same of a board whose rules are those of misère and let stones go anywhere.
pub(super) fn is_mirrored<const W: usize>(board: &Board<W>, mirror: Side) -> bool {
    let geometry = board.geometry();
    let images = |symmetry: &Symmetry, points: Bits<W>| -> Bits<W> {
        points.iter().map(|index| symmetry.image(geometry, Point::from_index(index as u16)).index()).collect()
    };
    let all = board.empty() | board.stones(Side::X) | board.stones(Side::O);
    Symmetry::all(geometry).iter().any(|symmetry| {
        let image = |index: usize| symmetry.image(geometry, Point::from_index(index as u16)).index();
        let is_involution = all.iter().all(|index| image(image(index)) == index);
        let fixed: Bits<W> = all.iter().filter(|&index| image(index) == index).collect();
        let own = board.stones(mirror);
        // With one fixed point to take, the mirror's stones are the images after he took it.
        let after = if board.to_move() == mirror { own | fixed } else { own };
        let is_turn_right = (board.to_move() == mirror) == (after != own);
        let has_pairs = geometry.lines().all(|line| {
            let row: Bits<W> = line.iter().map(|point| point.index()).collect();
            (row & fixed).is_empty() || !(row & images(symmetry, row) & !fixed).is_empty()
        });
        is_involution
            && fixed.len() <= 1
            && is_turn_right
            && has_pairs
            && (fixed & !after).is_empty()
            && (board.stones(mirror.opponent()) & fixed).is_empty()
            && images(symmetry, after & !fixed) == board.stones(mirror.opponent())
    })
}
