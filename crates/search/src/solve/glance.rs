//! What a defender's moves are worth at a glance: some hold without search, which ends the question at once.
//!
//! When pairs and potential (see [`super::mixed`]) do not show that the attack is hopeless with the defender to move, they still tell how
//! much each point would take from the potential. What would be left is a good guess at whether they show it after the move: of the moves
//! that leave the least, a few are looked at before anything is searched.

use kinrow_game::{Bits, Side};

use super::answer::{Answer, EVER};
use super::bounds;
use super::mixed::Mixed;
use super::pairing::{self, Part};
use super::search::Search;
use super::threats::Outlook;

/// So many moves are looked at.
const GLANCES: usize = 4;

/// Moves that leave more than this part of what would be a completed row hardly ever turn out to hold.
const MOST_LEFT: (u64, u64) = (6, 5);

/// What the defender's moves leave of the potential of the position judged last.
#[derive(Debug)]
pub(super) struct Estimates {
    potential: u64,
    /// By point, what it takes away.
    taken: Vec<u64>,
    is_known: bool,
}

impl Estimates {
    /// For boards of up to `points` bits.
    pub(super) fn new(points: usize) -> Estimates {
        Estimates { potential: 0, taken: vec![0; points], is_known: false }
    }

    fn clear(&mut self) {
        self.potential = 0;
        self.taken.fill(0);
        self.is_known = false;
    }

    /// Counts a part in, after its pairs were chosen.
    fn add<const W: usize>(&mut self, part: &Part<W>, mixed: &Mixed) {
        self.potential += mixed.potential_left(part);
        for (number, point) in part.points.iter().enumerate() {
            self.taken[point] = mixed.weight_left(part, number);
        }
        self.is_known = true;
    }

    fn left(&self, index: usize) -> u64 {
        self.potential.saturating_sub(self.taken[index])
    }
}

impl<const W: usize> Search<'_, '_, W> {
    /// Whether pairs and potential alone show that the attack is hopeless. With the defender to move, estimates of his moves come with it.
    pub(super) fn is_hopeless(&mut self, attacker: Side) -> bool {
        let is_attacking = self.state.to_move() == attacker;
        if !is_attacking {
            self.estimates.clear();
        }
        if !pairing::is_sound(self.state.rules(), attacker) {
            return false;
        }
        if self.state.rules().is_misere() {
            let parts = self.pairing.parts(&self.state, attacker.opponent(), self.state.placeable());
            return self.is_avoidable(&parts);
        }
        let whole = 1 << self.state.rules().k();
        let parts = self.pairing.parts(&self.state, attacker, self.state.placeable());
        if is_attacking {
            return parts.iter().all(|part| self.mixed.excess(part, whole).attacking == 0);
        }
        let (mut open, mut are_held) = (0, true);
        for part in &parts {
            let excess = self.mixed.excess(part, whole);
            self.estimates.add(part, &self.mixed);
            open += usize::from(excess.attacking > 0);
            are_held &= excess.attacking == 0 || excess.is_held;
        }
        open <= 1 && are_held
    }

    /// Looks at the most promising of the moves behind `first`. Returns the first that is found to hold, with what that says, and
    /// those that were found to leave hope.
    pub(super) fn glance(
        &mut self,
        attacker: Side,
        plies: u32,
        first: usize,
    ) -> (Option<(Answer, usize)>, Bits<W>) {
        let mut hopeful = Bits::EMPTY;
        for _ in 0..GLANCES {
            let Some(index) = self.most_promising(first, hopeful) else { break };
            if let Some(answer) = self.glance_at(attacker, plies, index) {
                return (Some((answer, index)), hopeful);
            }
            hopeful.insert(index);
        }
        (None, hopeful)
    }

    /// The move that leaves the least, of equal ones the first; without estimates the first.
    fn most_promising(&self, first: usize, tried: Bits<W>) -> Option<usize> {
        let moves = self.moves[first..].iter().map(|&(_, index)| usize::from(index));
        let mut moves = moves.filter(|&index| !tried.contains(index));
        if !self.estimates.is_known {
            return moves.next();
        }
        let (most, part) = MOST_LEFT;
        let is_promising =
            |&index: &usize| part * self.estimates.left(index) <= most << self.state.rules().k();
        moves.filter(is_promising).min_by_key(|&index| self.estimates.left(index))
    }

    /// The answer if the defender's move is known to hold, or shown to without search.
    fn glance_at(&mut self, attacker: Side, plies: u32, index: usize) -> Option<Answer> {
        self.state.play(index);
        let answer = if matches!(self.state.outlook(), Outlook::Open(_)) {
            let fails_within = bounds::fails_within(&self.state, attacker);
            let known = self.table.get(self.state.key()).answer(attacker, plies - 1);
            match known {
                _ if fails_within >= plies - 1 => Some(Answer::Fails(fails_within)),
                Some(Answer::Fails(_)) => known,
                Some(Answer::Wins(_)) => None,
                None => self.is_hopeless(attacker).then_some(Answer::Fails(EVER)),
            }
        } else {
            None
        };
        self.state.take_back(index);
        answer.map(Answer::one_earlier)
    }
}
