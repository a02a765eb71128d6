//! The weak game: would the attacker force a row if the defender's own rows did not count?
//!
//! If not even that, then he does not in the real game either, where the defender may do all the same and more. (Breaker's
//! side of a Maker-Breaker game; the word *weak* is that of Beck 2008.) And the weak game is much smaller: the defender's stones
//! matter only for the rows they close, whatever pairs answer falls away on both sides, since a move outside the core is
//! a pass and nobody gains by one, and parts of the core that share no point are played each by itself.
//!
//! In each part the defender tries first what leaves the attack nearest to hopeless by [`super::mixed`].

use kinrow_agent::Stopped;
use kinrow_game::{Bits, Side};

use super::answer::{Answer, EVER};
use super::pairing::Part;
use super::search::{Ended, Search};

/// A row completed, as an answer of the weak game: its plies are not counted.
pub(super) const WINS: Answer = Answer::Wins(EVER - 1);
/// In the table the weak game has one attacker, as a position is the same to both.
pub(super) const ATTACKER: Side = Side::X;

impl<const W: usize> Search<'_, '_, W> {
    /// Whether the attacker forces a row in the weak game, if at most so many nodes tell.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is spent.
    pub(super) fn wins_weakly_within(&mut self, attacker: Side, nodes: u64) -> Result<Option<bool>, Stopped> {
        let region = self.state.placeable();
        self.within(nodes, |search: &mut Search<'_, '_, W>| {
            if search.state.rules().is_misere() {
                search.is_enforced(attacker, region)
            } else {
                search.wins_weakly(attacker, region)
            }
        })
    }

    /// Whether the attacker forces a row on the empty points of `region` in the weak game.
    fn wins_weakly(&mut self, attacker: Side, region: Bits<W>) -> Result<bool, Ended> {
        self.visit()?;
        let is_attacking = self.state.to_move() == attacker;
        let completing = self.state.rows().completing(attacker) & region;
        match (is_attacking, completing.len()) {
            (_, 0) => {}
            (true, _) | (false, 2..) => return Ok(true),
            (false, 1) => return self.after_move(attacker, region, completing.iter().next().unwrap_or(0)),
        }
        let whole = 1 << self.state.rules().k();
        let mut parts = self.pairing.parts(&self.state, attacker, region);
        let mixed = &mut self.mixed;
        let mut is_held = true;
        parts.retain(|part| {
            let excess = mixed.excess(part, whole);
            is_held &= excess.attacking == 0 || excess.is_held;
            excess.attacking > 0
        });
        if is_attacking {
            for part in &parts {
                if self.wins_part(attacker, part)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        match &parts[..] {
            [] => Ok(false),
            [_] if is_held => Ok(false),
            [part] => self.wins_part(attacker, part),
            _ => self.wins_one_of(attacker, &parts),
        }
    }

    /// The same with the defender to move and several parts, of which he must hold all, all but one as the second to move.
    fn wins_one_of(&mut self, attacker: Side, parts: &[Part<W>]) -> Result<bool, Ended> {
        let mut lost = None;
        for part in parts {
            self.state.pass();
            let is_lost = self.wins_part(attacker, part);
            self.state.pass();
            if is_lost? && lost.replace(part).is_some() {
                return Ok(true);
            }
        }
        lost.map_or(Ok(false), |part| self.wins_part(attacker, part))
    }

    /// The same for one part.
    fn wins_part(&mut self, attacker: Side, part: &Part<W>) -> Result<bool, Ended> {
        let key = self.state.key_of_part(attacker, part.points);
        if let Some(answer) = self.weak_table.get(key).answer(ATTACKER, EVER - 1) {
            self.pulse.hit();
            return Ok(answer == WINS);
        }
        let before = self.spent();
        let is_attacking = self.state.to_move() == attacker;
        let moves = self.weak_moves(attacker, part);
        let is_decided = self.some_move(key, moves, |search, index| {
            Ok(search.after_move(attacker, part.points, index)? == is_attacking)
        })?;
        let wins = is_decided == is_attacking;
        let answer = if wins { WINS } else { Answer::Fails(EVER) };
        self.weak_table.learn(key, ATTACKER, answer, self.spent() - before + 1);
        Ok(wins)
    }

    fn after_move(&mut self, attacker: Side, region: Bits<W>, index: usize) -> Result<bool, Ended> {
        self.state.play(index);
        let wins = self.wins_weakly(attacker, region & !Bits::single(index));
        self.state.take_back(index);
        wins
    }

    /// The moves in a part that no other dominates, the most promising first.
    fn weak_moves(&mut self, attacker: Side, part: &Part<W>) -> Vec<(u64, u16)> {
        let is_attacking = self.state.to_move() == attacker;
        let moves = self.state.undominated_within(attacker, part.points, part.points);
        let mut list: Vec<(u64, u16)> = Vec::with_capacity(moves.len() as usize);
        for index in moves {
            let place = if is_attacking {
                let through = part.rows.iter().filter(|row| row.points.contains(index));
                u64::MAX - through.map(|row| row.weight * row.weight).sum::<u64>()
            } else {
                self.excess_after(attacker, part.points, index)
            };
            list.push((place, index as u16));
            if place == 0 {
                return vec![(0, index as u16)];
            }
        }
        list.sort_unstable();
        list
    }

    /// How far the attack on a region is from hopeless after a move of the defender.
    pub(super) fn excess_after(&mut self, attacker: Side, region: Bits<W>, index: usize) -> u64 {
        let whole = 1 << self.state.rules().k();
        self.state.play(index);
        let parts = self.pairing.parts(&self.state, attacker, region & !Bits::single(index));
        self.state.take_back(index);
        parts.iter().map(|part| self.mixed.excess(part, whole).attacking).sum()
    }
}
