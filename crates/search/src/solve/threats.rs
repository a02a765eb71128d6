//! What the rows that one stone completes leave to the side to move: win now, else block; two to block is lost.
//!
//! Each clause holds for its own rules. Renju: a stone that makes five is never forbidden, so Black's completing points
//! are legal; White's may be forbidden to Black, who then cannot block; and Black without any legal point has drawn.
//! Drop: only completing points that stones can rest on count, and a stone below one of the opponent's gives it to him.
//! Misère: the completing points are the ones to avoid.

use kinrow_game::{Bits, Side};

use super::state::State;

/// How a position stands before anything is searched.
pub(super) enum Outlook<const W: usize> {
    /// Somebody wins, at best play after exactly so many plies.
    Decided(Side, u32),
    /// No legal move is left.
    Drawn,
    /// Among these moves, never none, is a best one.
    Open(Bits<W>),
}

impl<const W: usize> State<W> {
    /// How the position stands by its threats alone.
    #[inline]
    pub(super) fn outlook(&self) -> Outlook<W> {
        let mover = self.to_move();
        let placeable = self.placeable();
        if self.is_drawn() {
            Outlook::Drawn
        } else if self.rules().is_misere() {
            let safe = placeable & !self.rows().completing(mover);
            if safe.is_empty() { Outlook::Decided(mover.opponent(), 1) } else { Outlook::Open(safe) }
        } else if !(self.rows().completing(mover) & placeable).is_empty() {
            Outlook::Decided(mover, 1)
        } else {
            self.after_threats(self.rows().completing(mover.opponent()) & placeable)
        }
    }

    /// The moves left by the opponent's threats, `blocks`, when the side to move cannot complete a row itself.
    #[inline]
    fn after_threats(&self, blocks: Bits<W>) -> Outlook<W> {
        let opponent = self.to_move().opponent();
        let answers = match blocks.len() {
            0 => self.legal(),
            1 if self.has_forbidden_points() => blocks & self.legal(),
            1 => blocks,
            _ => Bits::EMPTY,
        };
        let moves = if self.rules().is_drop() {
            answers & !self.below(self.rows().completing(opponent))
        } else {
            answers
        };
        if moves.is_empty() { Outlook::Decided(opponent, 2) } else { Outlook::Open(moves) }
    }

    /// What to play when threats decide: complete a row, or block one of those that cannot all be blocked.
    pub(super) fn decided_move(&self) -> Option<usize> {
        let mover = self.to_move();
        let legal = self.legal();
        [self.rows().completing(mover) & legal, self.rows().completing(mover.opponent()) & legal, legal]
            .into_iter()
            .find_map(|points| points.iter().next())
    }
}
