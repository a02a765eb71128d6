//! From one opinion for each position of a game to values that do not contradict each other.
//!
//! An agent that is asked about a position and about the one after it may say two things of the move between them. Here
//! each position gets one value, and what a move led to is the value of the next position turned around. Proofs come
//! first: what is proven of a position bounds its neighbours in both directions. Within these bounds estimates are
//! backed up as minimax does: a position is worth at least what the move made there led to.

use kinrow_agent::{Proven, Value};
use kinrow_game::{Outcome, Point};

/// What an agent said of a position.
#[derive(Clone, Debug)]
pub(crate) struct Opinion {
    /// Its choice.
    pub(crate) mv: Option<Point>,
    /// The value of the position for the side to move.
    pub(crate) value: Value,
    /// What it expects, its choice first.
    pub(crate) line: Vec<Point>,
    /// What it said of the move that was made, for the side that made it.
    pub(crate) of_made: Value,
}

impl Opinion {
    /// None.
    pub(crate) const NONE: Opinion =
        Opinion { mv: None, value: Value::Unknown, line: Vec::new(), of_made: Value::Unknown };

    /// The end of a game.
    pub(crate) fn ended(outcome: Outcome) -> Opinion {
        let plies = (outcome != Outcome::Draw).then_some(0);
        Opinion { value: Value::Proven(Proven { outcome, plies }), ..Opinion::NONE }
    }

    /// Whether the agent would have made this move too, and not for want of an opinion.
    fn chose(&self, made: Point) -> bool {
        self.mv == Some(made) && self.value != Value::Unknown
    }

    /// What the agent has proven of the move made.
    fn proof_of(&self, made: Point) -> Option<Outcome> {
        let of_made = if self.chose(made) { self.value } else { self.of_made };
        if let Value::Proven(proven) = of_made { Some(proven.outcome) } else { None }
    }
}

/// What a position is worth, and between which results that is certain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Settled {
    pub(crate) value: Value,
    /// The side to move gets at least this.
    pub(crate) low: Outcome,
    /// The side to move gets at most this.
    pub(crate) high: Outcome,
}

/// The expected score that a value means: 1, a half or 0 for a result, and an agent's own chance. Points of an evaluation
/// have none: only comparison gives them a meaning, and how many of them win a game nobody has measured.
#[must_use]
pub fn chance(value: Value) -> Option<f64> {
    match value {
        Value::Proven(proven) | Value::Likely(proven) => Some(chance_of(proven.outcome)),
        Value::Chance(chance) => Some(chance),
        Value::Points(_) | Value::AtMost(_) | Value::AtLeast(_) | Value::Unknown => None,
    }
}

fn chance_of(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Loss => 0.0,
    }
}

/// A result that is not proven.
fn likely(outcome: Outcome) -> Value {
    Value::Likely(Proven { outcome, plies: None })
}

/// The value of a move for the side that makes it, from that of the position it leads to.
pub(crate) fn one_earlier(value: Value) -> Value {
    let earlier = |proven: Proven| Proven { plies: proven.plies.map(|plies| plies + 1), ..proven };
    match value.for_opponent() {
        Value::Proven(proven) => Value::Proven(earlier(proven)),
        Value::Likely(proven) => Value::Likely(earlier(proven)),
        value => value,
    }
}

/// Settles the opinions on a game's positions, of which there is one more than moves.
pub(crate) fn settle(opinions: &[Opinion], made: &[Point]) -> Vec<Settled> {
    let mut settled = bounds(opinions, made);
    for at in (0..settled.len()).rev() {
        let own = settled[at].at_least(opinions[at].value);
        let estimate = match made.get(at) {
            None => own,
            Some(&mv) => backed_up(own, one_earlier(settled[at + 1].value), opinions[at].chose(mv)),
        };
        settled[at].value = settled[at].within(estimate);
    }
    settled
}

/// What is certain of each position.
fn bounds(opinions: &[Opinion], made: &[Point]) -> Vec<Settled> {
    let of = |opinion: &Opinion| match opinion.value {
        Value::Proven(Proven { outcome, .. }) => (outcome, outcome),
        _ => (Outcome::Loss, Outcome::Win),
    };
    let mut settled: Vec<Settled> =
        opinions.iter().map(of).map(|(low, high)| Settled { value: Value::Unknown, low, high }).collect();
    for (at, &mv) in made.iter().enumerate() {
        let next = &mut settled[at + 1];
        if let Some(outcome) = opinions[at].proof_of(mv).map(Outcome::for_opponent)
            && (next.low..=next.high).contains(&outcome)
        {
            (next.low, next.high) = (outcome, outcome);
        }
    }
    // Upper bounds do not change from here on, so that one pass is enough.
    for at in 0..made.len() {
        // The move made is there to be made; and no move gets more than the position is worth.
        let (here, next) = (settled[at].high.for_opponent(), settled[at + 1].high.for_opponent());
        settled[at].raise(next);
        settled[at + 1].raise(here);
    }
    settled
}

impl Settled {
    fn raise(&mut self, low: Outcome) {
        self.low = self.low.max(low).min(self.high);
    }

    /// The value, or where there is none the least that it can be: that is something to go by, the most is not.
    fn at_least(&self, value: Value) -> Value {
        match chance(value) {
            None if self.low > Outcome::Loss => likely(self.low),
            _ => value,
        }
    }

    /// A value as far as it is certain, and brought between the bounds where it is outside.
    fn within(&self, value: Value) -> Value {
        if self.low == self.high {
            let plies = match value {
                Value::Proven(proven) if proven.outcome == self.low => proven.plies,
                _ => None,
            };
            return Value::Proven(Proven { outcome: self.low, plies });
        }
        match (chance(value), value) {
            (None, _) => Value::Unknown,
            (Some(chance), _) if chance < chance_of(self.low) => likely(self.low),
            (Some(chance), _) if chance > chance_of(self.high) => likely(self.high),
            // Proven of the move made, but there may be better.
            (_, Value::Proven(proven)) => likely(proven.outcome),
            (_, value) => value,
        }
    }
}

/// What a position is worth, by the agent's `own` word and by what the move made led to. Where that move was the agent's
/// choice too, what was found one move later is the better word on it.
fn backed_up(own: Value, after: Value, is_choice: bool) -> Value {
    match (chance(own), chance(after)) {
        _ if own.is_proven() => own,
        (_, None) => own,
        (None, Some(_)) if is_choice => after,
        (None, Some(_)) => Value::Unknown,
        (Some(found), Some(led_to)) if is_choice || led_to > found => after,
        _ => own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proven(outcome: Outcome) -> Value {
        Value::Proven(Proven { outcome, plies: None })
    }

    /// Opinions that choose these points, about a game in which the points 0, 1, 2, … were played.
    fn settled(said: &[(u16, Value)]) -> Vec<Value> {
        let of =
            |&(mv, value): &(u16, Value)| Opinion { mv: Some(Point::from_index(mv)), value, ..Opinion::NONE };
        let opinions: Vec<Opinion> = said.iter().map(of).collect();
        let made: Vec<Point> = (0..said.len() as u16 - 1).map(Point::from_index).collect();
        settle(&opinions, &made).iter().map(|settled| settled.value).collect()
    }

    #[test]
    fn a_proof_goes_back_through_the_winners_moves_only() {
        use Outcome::{Draw, Loss, Win};
        let guess = Value::Chance(0.4);
        // The last position is lost: won before, and of the one before that nothing is certain.
        assert_eq!(settled(&[(9, guess), (9, guess), (9, proven(Loss))]), [guess, proven(Win), proven(Loss)]);
        // A draw at hand is the least a position is worth.
        assert_eq!(settled(&[(9, guess), (9, proven(Draw))]), [likely(Draw), proven(Draw)]);
        assert_eq!(settled(&[(9, Value::Unknown), (9, proven(Draw))]), [likely(Draw), proven(Draw)]);
        // What loses says nothing of what else there was.
        assert_eq!(settled(&[(9, Value::Unknown), (9, proven(Win))]), [Value::Unknown, proven(Win)]);
    }

    #[test]
    fn a_proof_goes_on_to_the_next_position() {
        use Outcome::{Draw, Loss, Win};
        let guess = Value::Chance(0.4);
        // Every move of a lost position loses.
        assert_eq!(settled(&[(9, proven(Loss)), (9, guess)]), [proven(Loss), proven(Win)]);
        // The move that the agent's proof begins with was made.
        assert_eq!(settled(&[(0, proven(Win)), (9, guess)]), [proven(Win), proven(Loss)]);
        // Another was made: a drawn position gives the opponent a draw at least, and nothing more is known.
        assert_eq!(settled(&[(9, proven(Draw)), (9, guess)]), [proven(Draw), likely(Draw)]);
        assert_eq!(settled(&[(9, proven(Win)), (9, guess)]), [proven(Win), guess]);
    }

    #[test]
    fn estimates_are_backed_up() {
        let [low, high] = [0.25, 0.75].map(Value::Chance);
        // The move made turned out better than the agent's own.
        assert_eq!(settled(&[(9, low), (9, low)]), [high, low]);
        // It turned out worse: the agent's own stands, unless both are the same move.
        assert_eq!(settled(&[(9, high), (9, high)]), [high, high]);
        assert_eq!(settled(&[(0, high), (9, high)]), [low, high]);
        // Points are no chances.
        assert_eq!(settled(&[(9, Value::Points(7)), (9, high)]), [Value::Unknown, high]);
        // A guess without an opinion is no choice.
        assert_eq!(settled(&[(0, Value::Unknown), (9, high)]), [Value::Unknown, high]);
    }

    /// Whether a game can be as three opinions have proven it.
    fn is_possible(said: &[(u16, Value); 3]) -> bool {
        use Outcome::{Draw, Loss, Win};
        let truths = [Win, Draw, Loss];
        let mut all = (0..27).map(|number| [number, number / 3, number / 9].map(|digit| truths[digit % 3]));
        all.any(|truth| {
            let is_so = |at: usize| said[at].1.result().is_none_or(|proven| proven.outcome == truth[at]);
            let is_kept = |at: usize| {
                let after = truth[at + 1].for_opponent();
                let is_exact = said[at].1.is_proven() && usize::from(said[at].0) == at;
                truth[at] == after || (truth[at] > after && !is_exact)
            };
            (0..3).all(is_so) && (0..2).all(is_kept)
        })
    }

    #[test]
    fn no_move_gains() {
        use Outcome::{Draw, Loss, Win};
        let [low, high] = [0.3, 0.9].map(Value::Chance);
        let all = [proven(Win), proven(Draw), proven(Loss), low, high, Value::Unknown];
        let mut cases = 0;
        for number in 0..6 * 6 * 6 * 4 {
            let mv = |at: u16| if number >> at & 1 == 0 { at } else { 9 };
            let value = |place: usize| all[number as usize / 4 / place % 6];
            let said = [(mv(0), value(1)), (mv(1), value(6)), (9, value(36))];
            if !is_possible(&said) {
                continue;
            }
            cases += 1;
            let values = settled(&said);
            for pair in values.windows(2) {
                let (before, after) = (chance(pair[0]), chance(one_earlier(pair[1])));
                let is_gain = before.zip(after).is_some_and(|(before, after)| after > before + 1e-9);
                assert!(!is_gain, "{said:?}: {values:?}");
            }
        }
        assert!(cases > 400, "{cases}");
    }
}
