//! Positions in which an attack is hopeless, told without search.
//!
//! The *builder* is the side whose row would decide: the attacker, or in misère the defender, who would have to be
//! forced into one. A row counts while it is open to the builder. Weigh it 2^-n for the n stones it still lacks, and let
//! the potential P be the sum.
//!
//! - *No open row* is left, or no time to fill one: valid in every variant.
//! - *P < 1 and the defender to move, or P < 1/2 and the attacker* (Erdős and Selfridge 1973). Let the defender always
//!   take the point with the greatest weight w, the sum over the open rows through it. That takes w from P; whatever
//!   point the attacker takes next had at most that weight, and adds no more. So P stays below 1 whenever the
//!   defender is to move, and a completed row would weigh 1. A move of the attacker at most doubles P, hence
//!   the half. The defender must be free to take any point: not so where stones fall, nor for Renju's Black.
//! - *Misère: P < 1/2* (the same idea turned round, as in the Avoider-Enforcer games of Hefetz, Krivelevich and Szabó
//!   2007). Let the builder always take the point of least weight w: P grows by w. Whatever point the attacker takes next
//!   was of no less weight, and loses at least w again. So P stays below 1/2 whenever the builder is to move, and below
//!   1 after his move. Not so where stones fall.
//!
//! Where too long does not count, a stone may also close rows of its own side. That takes some s from P, and at most s
//! from the weight of the next point, so both arguments stand. In the code all is multiplied by 2^k.

use kinrow_game::{Rules, Side};

use super::answer::EVER;
use super::state::State;

/// The side whose row would win for `attacker`.
#[inline]
pub(super) fn builder(rules: Rules, attacker: Side) -> Side {
    if rules.is_misere() { attacker.opponent() } else { attacker }
}

/// Whether the potential proves anything here: the defender must be free to take any point.
#[inline]
pub(super) fn is_potential_sound(rules: Rules, attacker: Side) -> bool {
    !rules.is_drop() && (!rules.line().has_forbidden_points() || attacker == Side::X)
}

/// Plies within which `attacker` certainly cannot force a win: [`EVER`] when the attack is hopeless.
#[inline]
pub(super) fn fails_within<const W: usize>(state: &State<W>, attacker: Side) -> u32 {
    let rules = state.rules();
    let builder = builder(rules, attacker);
    let Some(needed) = state.rows().stones_needed(builder) else { return EVER };
    let soonest = 2 * needed - u32::from(state.to_move() == builder);
    if soonest > state.empties() || is_hopeless(state, attacker, state.rows().potential(builder)) {
        return EVER;
    }
    soonest - 1
}

/// Whether an attack with this potential (times 2^k) is hopeless by the argument above.
#[inline]
pub(super) fn is_hopeless<const W: usize>(state: &State<W>, attacker: Side, potential: u64) -> bool {
    let rules = state.rules();
    let is_halved = rules.is_misere() || state.to_move() == attacker;
    is_potential_sound(rules, attacker) && potential << u32::from(is_halved) < 1 << rules.k()
}
