//! The opening rules Swap and Swap2: one side places three stones, the other takes a colour, so that neither has the first
//! mover's advantage. Everything is decided by how even a position is, and that by a search.
//!
//! Under Swap2 the second side may also place two more stones, one of each colour, and leave the choice to the first. By the values
//! alone that is never better: whoever chooses gets the better colour, which is worth at least a half, and whoever lets choose
//! gets at most a half. But values are estimates, and the three stones are the opponent's choice, which may have prepared them. So
//! this brain takes a colour when it can tell which one is better. When it cannot, a colour would be worth no more than the toss
//! of a coin in a position that the opponent may know well: then it looks for two stones that leave a position at least
//! as even, of its own making, and places them; if it finds none, it takes a colour after all.

use std::time::{Duration, Instant};

use kinrow_agent::{AnyAgent, Limits, Seed, Stop, Weighed, weigh};
use kinrow_game::{Point, Position};
use kinrow_search::wander;

use super::command::OpeningRule;
use super::thinkers;

/// What the brain does in the opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Places the first three stones, in turns.
    Place([Point; 3]),
    /// Places two more, in turns, and leaves the choice to the opponent.
    Add([Point; 2]),
    /// Takes the other colour; the opponent moves next.
    Swap,
    /// Stays with the colour to move, and moves.
    Stay(Point),
}

/// Openings to choose from. More would leave too little time for each.
const OPENINGS: u64 = 12;

/// How far from the others a stone is placed at the most: close openings favour whoever moves first too much to be even.
const REACH: u8 = 4;

/// Decides in a position of none, three or five stones.
///
/// # Errors
/// A sentence, when there is nothing to decide.
pub fn decide(
    position: &Position,
    rule: OpeningRule,
    agent: &mut AnyAgent,
    time: Duration,
    stop: &Stop,
    seed: Seed,
) -> Result<Choice, String> {
    let deadline = Instant::now() + time;
    if position.placed() == 0 {
        let found = most_even(position, agent, deadline, stop, seed)?;
        let none = || format!("three stones cannot be placed on {} without an end", position.rules());
        return found.map(|(_, points)| Choice::Place(points)).ok_or_else(none);
    }
    let may_add = rule == OpeningRule::Swap2 && position.placed() == 3;
    let weighed = look(position, agent, if may_add { time / 2 } else { time }, stop)?;
    let lean = weighed.balance.lean();
    if may_add
        && weighed.is_open()
        && let Some((least, points)) = most_even(position, agent, deadline, stop, seed)?
        && least <= lean.abs()
    {
        return Ok(Choice::Add(points));
    }
    let mv = || weighed.mv.unwrap_or_else(|| thinkers::at_once(position));
    Ok(if lean < 0.0 { Choice::Swap } else { Choice::Stay(mv()) })
}

/// The most even of some ways to place `N` more stones, drawn at random, and how far it leans to one side.
fn most_even<const N: usize>(
    position: &Position,
    agent: &mut AnyAgent,
    deadline: Instant,
    stop: &Stop,
    seed: Seed,
) -> Result<Option<(f64, [Point; N])>, String> {
    let mut best: Option<(f64, [Point; N])> = None;
    for index in 0..OPENINGS {
        let mut rng = seed.derive("opening", index).rng();
        let Some((after, points)) = wander(position, N as u16, REACH, &mut rng) else { continue };
        let Ok(points) = <[Point; N]>::try_from(points) else { continue };
        let share = deadline.saturating_duration_since(Instant::now()) / (OPENINGS - index) as u32;
        if best.is_some() && (share.is_zero() || stop.is_stopped()) {
            break;
        }
        let lean = look(&after, agent, share, stop)?.balance.lean().abs();
        if best.is_none_or(|(least, _)| lean < least) {
            best = Some((lean, points));
        }
    }
    Ok(best)
}

fn look(
    position: &Position,
    agent: &mut AnyAgent,
    time: Duration,
    stop: &Stop,
) -> Result<Weighed<Point>, String> {
    let limits = Limits { time: Some(time), ..Limits::NONE };
    weigh(&mut **agent, position, &limits, stop).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Thinkers;
    use kinrow_agent::{Agent, AgentError, Decision, Proven, Thinking, Value};
    use kinrow_game::{Game, Outcome, Rules};

    fn position(rules: &str, moves: &str) -> Position {
        Position::new(rules.parse().unwrap()).play_moves(moves).unwrap().0
    }

    fn decided(position: &Position, rule: OpeningRule, agent: &mut AnyAgent) -> Choice {
        decide(position, rule, agent, Duration::from_secs(60), &Stop::new(), Seed(1)).unwrap()
    }

    fn choice(rules: &str, moves: &str) -> Choice {
        // To a fixed depth, and not until some time, so that the answer is the same on every machine.
        let spec = "alphabeta:depth=4,eval=runs,near=1,order=history".parse().unwrap();
        let mut agent = kinrow_players::catalogue::build(&spec, Seed(1)).unwrap();
        decided(&position(rules, moves), OpeningRule::Swap2, &mut agent)
    }

    #[test]
    fn the_better_colour_is_taken() {
        // Black has two stones in the middle, White one in a corner; and the other way round.
        assert_eq!(choice("15x15x5", "h8 a1 i9"), Choice::Swap);
        assert!(matches!(choice("15x15x5", "a1 h8 o15"), Choice::Stay(_)));
        // Five stones: Black threatens on two lines, White to move is lost; White has three of its own.
        assert_eq!(choice("15x15x5", "h8 a1 h9 o15 h10"), Choice::Swap);
        assert!(matches!(choice("15x15x5", "a1 h8 o15 h9 a15"), Choice::Stay(_)));
    }

    /// An agent whose opinion depends on the number of stones alone.
    struct Opinion(fn(u16) -> Value);

    impl Agent<Position> for Opinion {
        fn choose(
            &mut self,
            position: &Position,
            _: &Limits,
            _: &mut Thinking<'_, Point>,
        ) -> Result<Decision<Point>, AgentError> {
            let value = self.0(position.placed());
            Ok(Decision { value, ..Decision::of(position.moves().next().unwrap()) })
        }
    }

    fn by_opinion(stones: u16, rule: OpeningRule, opinion: fn(u16) -> Value) -> Choice {
        let moves = ["h8", "i9", "j8", "g7", "k9"][..usize::from(stones)].join(" ");
        let mut agent: AnyAgent = Box::new(Opinion(opinion));
        decided(&position("15x15x5", &moves), rule, &mut agent)
    }

    #[test]
    fn who_can_tell_the_better_colour_takes_it() {
        for rule in [OpeningRule::Swap, OpeningRule::Swap2] {
            for stones in [3, 5] {
                assert!(matches!(by_opinion(stones, rule, |_| Value::Chance(0.6)), Choice::Stay(_)));
                assert_eq!(by_opinion(stones, rule, |_| Value::Chance(0.4)), Choice::Swap);
                let lost = |_| Value::Likely(Proven { outcome: Outcome::Loss, plies: Some(6) });
                assert_eq!(by_opinion(stones, rule, lost), Choice::Swap);
            }
        }
    }

    #[test]
    fn who_cannot_tell_places_two_more_if_the_rule_has_it() {
        let open = |stones| Value::Chance(if stones == 3 { 0.49 } else { 0.5 });
        let Choice::Add(points) = by_opinion(3, OpeningRule::Swap2, open) else { panic!("not added") };
        let after = points
            .iter()
            .fold(position("15x15x5", "h8 i9 j8"), |before, &point| before.try_play(point).unwrap());
        assert_eq!((after.placed(), after.outcome()), (5, None));
        // Plain Swap has no such answer, and five stones are the last.
        assert_eq!(by_opinion(3, OpeningRule::Swap, open), Choice::Swap);
        assert!(matches!(by_opinion(5, OpeningRule::Swap2, open), Choice::Stay(_)));
        // Nothing as even is found: the opponent would take the better colour.
        let worse = |stones| Value::Chance(if stones == 3 { 0.51 } else { 0.6 });
        assert!(matches!(by_opinion(3, OpeningRule::Swap2, worse), Choice::Stay(_)));
    }

    #[test]
    fn three_stones_are_placed_legally_on_every_board() {
        for rules in ["15x15x5", "20x20x5:exact", "15x15x5:renju", "5x5x5", "7x6x4:drop"] {
            let rules: Rules = rules.parse().unwrap();
            let mut agent = Thinkers::of("").build(rules, None, Seed(1)).unwrap();
            let time = Duration::from_millis(30);
            let choice =
                decide(&Position::new(rules), OpeningRule::Swap2, &mut agent, time, &Stop::new(), Seed(1))
                    .unwrap();
            let Choice::Place(points) = choice else { panic!("{choice:?}") };
            let mut position = Position::new(rules);
            for point in points {
                position = position.try_play(point).unwrap();
            }
            assert_eq!(position.outcome(), None, "{rules}");
        }
    }

    #[test]
    fn where_two_in_a_row_win_there_is_no_opening() {
        let position = Position::new("2x1x1".parse().unwrap());
        let mut agent = Thinkers::of("").build(position.rules(), None, Seed(1)).unwrap();
        let choice = decide(&position, OpeningRule::Swap, &mut agent, Duration::ZERO, &Stop::new(), Seed(1));
        assert!(choice.is_err());
    }
}
