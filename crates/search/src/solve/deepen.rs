//! The value of a position, from its two questions: does the side to move force a win, and does its opponent?
//!
//! Both are asked within a few plies first, in turn, and then within more, until one of them is answered with a win or
//! both have failed for ever. So a win is not missed because the refutation of something else takes long. With steps of
//! two plies (a side wins only after an odd number of them, or only after an even one) the first win found is the
//! shortest, and its number of plies the exact distance; larger steps waste less on positions where nobody wins, and on
//! small boards the whole game is asked about at once.
//!
//! Before each attempt the attack is tried in the weak game (see [`super::weak`]): where it fails, so does every attempt to come. Neither
//! the weak game nor the whole one waits for the other: each may spend some nodes, and then in turn more and more. What was found
//! until then is in the table.

use kinrow_agent::Stopped;
use kinrow_game::{Outcome, Side};

use super::answer::{Answer, EVER};
use super::bounds;
use super::pairing;
use super::search::Search;
use super::threats::Outlook;

/// Plies from one attempt to the next when the exact distance is wanted.
const EXACT_STEP: u32 = 2;
/// The same when it is not. Where stones fall wins come late, and there are no potentials to end the attempts early.
const STEP: u32 = 4;
const DROP_STEP: u32 = 8;

/// On boards with up to so many empty points the whole game is asked about at once.
const SMALL: u32 = 40;
/// What the weak game may spend at first, and how much more each time.
const FIRST_ALLOWANCE: u64 = 300;
const GROWTH: u64 = 4;
/// How much more the real game may spend each time. In misère it may not: there the weak game mostly decides.
const REAL_SHARE: u64 = 32;

fn allowances() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(FIRST_ALLOWANCE), |allowance| Some(allowance.saturating_mul(GROWTH)))
}

/// What a position is worth to the side to move, a win or a loss with the plies within which it comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Worth {
    Win(u32),
    Draw,
    Loss(u32),
}

impl Worth {
    /// The bare result.
    pub(super) fn outcome(self) -> Outcome {
        match self {
            Worth::Win(_) => Outcome::Win,
            Worth::Draw => Outcome::Draw,
            Worth::Loss(_) => Outcome::Loss,
        }
    }

    /// Plies until a win or a loss.
    pub(super) fn plies(self) -> Option<u32> {
        match self {
            Worth::Win(plies) | Worth::Loss(plies) => Some(plies),
            Worth::Draw => None,
        }
    }
}

/// How far an unfinished solve has come: plies within which the side to move, and its opponent, do not force a win.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct FailsWithin(pub(super) [u32; 2]);

impl<const W: usize> Search<'_, '_, W> {
    /// What the position is worth; `is_exact` asks for the exact distance, and `fails_within` tells what is known already.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is spent; `fails_within` then tells what is known.
    pub(super) fn worth(&mut self, is_exact: bool, fails_within: &mut FailsWithin) -> Result<Worth, Stopped> {
        let mover = self.state.to_move();
        let attackers = [mover, mover.opponent()];
        for (attacker, failed) in attackers.into_iter().zip(&mut fails_within.0) {
            *failed = self.for_ever(bounds::fails_within(&self.state, attacker).max(*failed));
            if self.is_out_of_the_question(attacker) {
                *failed = EVER;
            }
        }
        let mut steps = attackers.map(|attacker| self.attempts(attacker, is_exact));
        for allowance in allowances() {
            for ((attacker, steps), failed) in attackers.into_iter().zip(&mut steps).zip(&mut fails_within.0)
            {
                let Some(plies) = steps.next().filter(|&plies| plies > *failed) else { continue };
                self.tell_question(attacker, plies);
                match self.attempt(attacker, plies, allowance)? {
                    // The plies that were asked for, not those of the answer: they do not depend on the table.
                    Some(Answer::Wins(_)) if attacker == mover => return Ok(Worth::Win(plies)),
                    Some(Answer::Wins(_)) => return Ok(Worth::Loss(plies)),
                    Some(Answer::Fails(plies)) => *failed = self.for_ever(plies),
                    None => {}
                }
            }
            if fails_within.0 == [EVER; 2] {
                break;
            }
        }
        Ok(Worth::Draw)
    }

    /// Whether an attack on the position at hand fails for ever.
    pub(super) fn fails(&mut self, attacker: Side) -> Result<bool, Stopped> {
        for (plies, allowance) in self.attempts(attacker, false).zip(allowances()) {
            match self.attempt(attacker, plies, allowance)? {
                Some(Answer::Wins(_)) => return Ok(false),
                Some(Answer::Fails(plies)) if self.for_ever(plies) == EVER => break,
                _ => {}
            }
        }
        Ok(true)
    }

    /// One attempt at an attack, first in the weak game; `None` when it was allowed too little.
    fn attempt(&mut self, attacker: Side, plies: u32, allowance: u64) -> Result<Option<Answer>, Stopped> {
        let is_whole = plies >= self.state.empties();
        let weak_allowance = if is_whole { allowance } else { self.spent().max(allowance) };
        if matches!(self.state.outlook(), Outlook::Open(_)) && self.fails_weakly(attacker, weak_allowance)? {
            return Ok(Some(Answer::Fails(EVER)));
        }
        let most = match (is_whole, self.state.rules().is_misere()) {
            // Shorter attempts end before long.
            (false, _) => u64::MAX,
            (true, false) => allowance.saturating_mul(REAL_SHARE),
            (true, true) => allowance,
        };
        self.within(most, |search: &mut Search<'_, '_, W>| search.attack(attacker, plies))
    }

    /// Whether a side's attack is known to fail before anything is searched.
    fn is_out_of_the_question(&self, attacker: Side) -> bool {
        self.is_stolen_from(attacker) || self.is_mirrored_by(attacker.opponent())
    }

    /// Whether the attack fails in the weak game, as far as an allowance goes.
    fn fails_weakly(&mut self, attacker: Side, allowance: u64) -> Result<bool, Stopped> {
        let is_sound = pairing::is_sound(self.state.rules(), attacker) && self.state.rows().are_numbered();
        if !is_sound || self.state.rules().is_misere() && !self.state.is_monotone() {
            return Ok(false);
        }
        Ok(self.wins_weakly_within(attacker, allowance)? == Some(false))
    }

    /// The numbers of plies to try for an attack on the position at hand. The last leaves time for the whole game, and
    /// is repeated.
    pub(super) fn attempts(&self, attacker: Side, is_exact: bool) -> impl Iterator<Item = u32> + use<W> {
        let step = match (is_exact, self.state.rules().is_drop()) {
            (true, _) => EXACT_STEP,
            (false, false) => STEP,
            (false, true) => DROP_STEP,
        };
        let first = bounds::fails_within(&self.state, attacker).saturating_add(1);
        let all = self.state.empties();
        // Where the whole game is not much longer, it is asked about at once.
        let is_small = !is_exact && !self.state.rules().is_drop() && all <= SMALL;
        let first = if is_small { all } else { first };
        (0..).map(move |i: u32| first.saturating_add(i.saturating_mul(step)).min(all))
    }

    /// A failure within the rest of the game is one for ever.
    pub(super) fn for_ever(&self, failed: u32) -> u32 {
        if failed >= self.state.empties() { EVER } else { failed }
    }
}
