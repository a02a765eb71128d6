//! The weak game of misère: would the defender be forced into a row if the attacker's own rows did not count?
//!
//! If he is not, then he does not lose the real game either: only his own row would do it. (The attacker is the Enforcer and the
//! defender the Avoider of Hefetz, Krivelevich and Szabó 2007.) Here nobody wants to move, and a point without rows is a pass.
//!
//! - *Pairs* work as ever (see [`super::pairing`]): if the attacker takes one point of a pair, the defender takes the other, and a row with
//!   both is never completed. If the defender has to move and only pairs are left, he takes a point of one and leaves the other
//!   alone; from then on an odd number of points is left whenever the attacker is to move, so that it is the
//!   attacker who has to take it in the end.
//! - *The core.* Points outside of it are taken in pairs, too. If their number is odd, one is left that no row
//!   passes through: a pass, which either side takes at once (see [`super::domination`]). So the core is played by itself, with the turn
//!   given away if that number is odd.
//! - *Pairs and potential* (see [`super::mixed`] and [`super::bounds`]) prove that nothing can happen when the sum is below 1/2,
//!   whoever is to move.
//!
//! The second of these needs rows that are never spoiled by their owner's stones, so where too long does not count the weak game is
//! not played; the others hold there, too.

use kinrow_game::{Bits, Side};

use super::answer::{Answer, EVER};
use super::pairing::Part;
use super::search::{Ended, Search};
use super::weak::{ATTACKER, WINS};

impl<const W: usize> Search<'_, '_, W> {
    /// Whether the defender is forced to complete a row on the points of `region`.
    pub(super) fn is_enforced(&mut self, attacker: Side, region: Bits<W>) -> Result<bool, Ended> {
        self.visit()?;
        let builder = attacker.opponent();
        let parts = self.pairing.parts(&self.state, builder, region);
        if self.is_avoidable(&parts) {
            return Ok(false);
        }
        let core = parts.iter().fold(Bits::EMPTY, |core, part| core | part.points);
        let is_turned = (region & !core).len() % 2 == 1;
        if is_turned {
            self.state.pass();
        }
        let wins = self.is_core_enforced(attacker, core);
        if is_turned {
            self.state.pass();
        }
        wins
    }

    /// The same on points that all lie in rows.
    fn is_core_enforced(&mut self, attacker: Side, core: Bits<W>) -> Result<bool, Ended> {
        let builder = attacker.opponent();
        let key = self.state.key_of_part(builder, core);
        if let Some(answer) = self.weak_table.get(key).answer(ATTACKER, EVER - 1) {
            self.pulse.hit();
            return Ok(answer == WINS);
        }
        let before = self.spent();
        let is_attacking = self.state.to_move() == attacker;
        let moves = self.avoiding_moves(attacker, core);
        let is_decided = self.some_move(key, moves, |search, index| {
            search.state.play(index);
            let reply = search.is_enforced(attacker, core & !Bits::single(index));
            search.state.take_back(index);
            Ok(reply? == is_attacking)
        })?;
        let wins = is_decided == is_attacking;
        let answer = if wins { WINS } else { Answer::Fails(EVER) };
        self.weak_table.learn(key, ATTACKER, answer, self.spent() - before + 1);
        Ok(wins)
    }

    /// Whether pairs and potential alone show that the defender is not forced into a row of these parts.
    pub(super) fn is_avoidable(&mut self, parts: &[Part<W>]) -> bool {
        let whole: u64 = 1 << self.state.rules().k();
        let potential: u64 = parts.iter().map(|part| self.mixed.least_potential(part)).sum();
        2 * potential < whole
    }

    /// The moves that complete no row and that no other dominates, those through the least first.
    fn avoiding_moves(&mut self, attacker: Side, core: Bits<W>) -> Vec<(u64, u16)> {
        let builder = attacker.opponent();
        let is_attacking = self.state.to_move() == attacker;
        let rows = self.state.rows();
        let safe = if is_attacking { core } else { core & !rows.completing(builder) };
        let moves = self.state.undominated_within(builder, core, safe);
        let mut list: Vec<(u64, u16)> = moves.iter().map(|index| (0, index as u16)).collect();
        for (weight, index) in &mut list {
            let lines = self.state.rows_within(builder, core);
            *weight = lines
                .filter(|&line| self.state.rows().set(line).contains(usize::from(*index)))
                .map(|line| 1 << self.state.rows().stones_in(builder, line))
                .sum();
        }
        list.sort_unstable();
        list
    }
}
