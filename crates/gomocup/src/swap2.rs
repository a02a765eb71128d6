//! The opening rule Swap2: one side places three stones, the other takes a colour, so that neither has the first
//! mover's advantage. Everything is decided by how even a position is, and that by a search.
//!
//! The rule also lets the second side place two more stones and leave the choice of colours to the first. This brain
//! never does: whoever chooses gets the better colour, so that choosing is never worse than letting choose.

use std::time::{Duration, Instant};

use kinrow_agent::{Event, Limits, Seed, Stop, Thinking, Value};
use kinrow_game::{Game, Outcome, Point, Position, Rules};

use super::thinkers;
use kinrow_agent::AnyAgent;

/// What the brain does in the opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// Places the first three stones, in turns.
    Place([Point; 3]),
    /// Takes the other colour; the opponent moves next.
    Swap,
    /// Stays with the colour to move, and moves.
    Stay(Point),
}

/// Openings to choose from. More would leave too little time for each.
const OPENINGS: u64 = 12;

/// Decides in a position of none, three or five stones.
///
/// # Errors
/// A sentence, when there is nothing to decide.
pub(crate) fn decide(
    position: &Position,
    agent: &mut AnyAgent,
    time: Duration,
    stop: &Stop,
    seed: Seed,
) -> Result<Choice, String> {
    if position.placed() == 0 {
        return place(position.rules(), agent, time, stop, seed).map(Choice::Place);
    }
    let (balance, mv) = weigh(position, agent, time, stop)?;
    Ok(if balance < 0.0 { Choice::Swap } else { Choice::Stay(mv) })
}

/// The most even of some openings drawn at random.
fn place(
    rules: Rules,
    agent: &mut AnyAgent,
    time: Duration,
    stop: &Stop,
    seed: Seed,
) -> Result<[Point; 3], String> {
    let deadline = Instant::now() + time;
    let mut best: Option<(f64, [Point; 3])> = None;
    for index in 0..OPENINGS {
        let Some((position, points)) = draw(rules, seed.derive("opening", index)) else { continue };
        let share = deadline.saturating_duration_since(Instant::now()) / (OPENINGS - index) as u32;
        if best.is_some() && (share.is_zero() || stop.is_stopped()) {
            break;
        }
        let balance = weigh(&position, agent, share, stop)?.0.abs();
        if best.is_none_or(|(least, _)| balance < least) {
            best = Some((balance, points));
        }
    }
    best.map(|(_, points)| points).ok_or_else(|| "three stones cannot be placed here without an end".into())
}

/// Three legal moves at random after which the game goes on; `None` when the dice do not find any.
fn draw(rules: Rules, seed: Seed) -> Option<(Position, [Point; 3])> {
    let mut rng = seed.rng();
    let mut position = Position::new(rules);
    let mut points = Vec::new();
    for _ in 0..3 {
        let moves: Vec<Point> = position.moves().collect();
        if moves.is_empty() {
            return None;
        }
        let point = *rng.pick(&moves);
        position = position.play(point);
        points.push(point);
    }
    let points = <[Point; 3]>::try_from(points).ok()?;
    position.outcome().is_none().then_some((position, points))
}

/// How much better the side to move is off, and its best move.
///
/// A search that ends with the mover's own stone thinks better of the mover than one that ends with the answer: what
/// counts is the mean of the last two depths.
fn weigh(
    position: &Position,
    agent: &mut AnyAgent,
    time: Duration,
    stop: &Stop,
) -> Result<(f64, Point), String> {
    let mut depths: Vec<f64> = Vec::new();
    let mut hear = |event: Event<'_, Point>| {
        if let Event::Report(report) = event {
            depths.push(worth(report.value));
        }
    };
    let limits = Limits { time: Some(time), ..Limits::NONE };
    let mut thinking = Thinking::new(stop.child(), &mut hear);
    let decision = agent.choose(position, &limits, &mut thinking).map_err(|error| error.to_string())?;
    let mv = decision.mv().filter(|_| decision.value != Value::Unknown);
    let balance = match depths[..] {
        _ if decision.value.result().is_some() => worth(decision.value),
        [.., before, last] => (before + last) / 2.0,
        _ => worth(decision.value),
    };
    Ok((balance, mv.unwrap_or_else(|| thinkers::at_once(position))))
}

/// A value as a number: positive is good for the side to move.
fn worth(value: Value) -> f64 {
    const WON: f64 = 1e12;
    match value {
        Value::Proven(proven) | Value::Likely(proven) => match proven.outcome {
            Outcome::Win => WON,
            Outcome::Draw => 0.0,
            Outcome::Loss => -WON,
        },
        Value::Points(points) => points.into(),
        Value::Chance(chance) => chance - 0.5,
        Value::AtMost(bound) | Value::AtLeast(bound) => worth(bound.into()),
        Value::Unknown => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Thinkers;

    fn choice(rules: &str, moves: &str) -> Choice {
        let (position, _) = Position::new(rules.parse().unwrap()).play_moves(moves).unwrap();
        // To a fixed depth, and not until some time, so that the answer is the same on every machine.
        let spec = "alphabeta:depth=4,eval=runs,near=1,order=history".parse().unwrap();
        let mut agent = kinrow_players::catalogue::build(&spec, Seed(1)).unwrap();
        decide(&position, &mut agent, Duration::from_secs(60), &Stop::new(), Seed(1)).unwrap()
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

    #[test]
    fn three_stones_are_placed_legally_on_every_board() {
        for rules in ["15x15x5", "20x20x5:exact", "15x15x5:renju", "5x5x5", "7x6x4:drop"] {
            let rules: Rules = rules.parse().unwrap();
            let mut agent = Thinkers::of("").build(rules, None, Seed(1)).unwrap();
            let time = Duration::from_millis(30);
            let choice = decide(&Position::new(rules), &mut agent, time, &Stop::new(), Seed(1)).unwrap();
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
        let rules: Rules = "2x1x1".parse().unwrap();
        let mut agent = Thinkers::of("").build(rules, None, Seed(1)).unwrap();
        let choice = decide(&Position::new(rules), &mut agent, Duration::ZERO, &Stop::new(), Seed(1));
        assert!(choice.is_err());
    }
}
