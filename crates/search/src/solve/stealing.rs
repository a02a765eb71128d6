//! On an empty board the second player does not win: the first could steal his strategy.
//!
//! If he had one, the first player would place any stone and then play as the second; a stone more never does harm (Nash 1949,
//! for Hex; Hales and Jewett 1963). It may where too long does not count and in misère, and stones that fall are not free to
//! go anywhere. The same holds for every position without stones that matter, but that is seen at a glance only here.

use kinrow_game::Side;

use super::search::Search;

impl<const W: usize> Search<'_, '_, W> {
    /// Whether `attacker` is the second player on an empty board, where his win could be stolen.
    pub(super) fn is_stolen_from(&self, attacker: Side) -> bool {
        let rules = self.state.rules();
        let is_empty = self.state.empties() == u32::from(rules.cells());
        self.state.is_monotone() && !rules.is_misere() && is_empty && self.state.to_move() != attacker
    }
}
