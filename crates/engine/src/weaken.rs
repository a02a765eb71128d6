//! Playing worse on purpose, and honestly: the search stays what it is, but it overlooks points, and it does not always play the best move it found.
//!
//! A point that is overlooked is not there for one decision: no stone is put on it, and no row goes through it, for neither side. So a four is left
//! unanswered now and then, as people leave one. Whatever is seen is judged as always, and moves that are about as good as the best have about the same chance to be
//! played (a Boltzmann distribution over chances of winning; its temperature is how much worse a move may be).

use kinrow_agent::{Action, Candidate, Decision, Event, Observer, Report, Rng, TreeLimits, Value};
use kinrow_game::{Game, Geometry, Outcome, Point, Position};

/// How many of the best moves are chosen from.
pub(crate) const CHOICES: usize = 5;

/// What a loss on the next move counts below one that is far away.
const AT_ONCE: f64 = 0.5;

/// The points of this decision that are not seen: each empty one with a chance of `share`. Something to play is always seen.
pub(crate) fn unseen(position: &Position, share: f64, rng: &mut Rng) -> Vec<Point> {
    if share <= 0.0 {
        return Vec::new();
    }
    let geometry = Geometry::of(position.rules());
    let empty = geometry.points().filter(|point| position.stone(*point).is_none());
    let unseen: Vec<Point> = empty.filter(|_| rng.unit() < share).collect();
    if position.moves().all(|mv| unseen.contains(&mv)) { Vec::new() } else { unseen }
}

/// The first move of a game, somewhere around the middle: the search would always begin with the same.
pub(crate) fn first_move(position: &Position, rng: &mut Rng) -> Option<Point> {
    let rules = position.rules();
    if rules.is_drop() || rules.is_misere() || position.moves_left() < u32::from(rules.cells()) {
        return None;
    }
    let (width, height) = (rules.width(), rules.height());
    let around = width.min(height) / 5;
    let geometry = Geometry::of(rules);
    let (column, row) = (width / 2, (height - 1) / 2);
    let is_near = |point: &Point| {
        let (x, y) = geometry.column_row(*point);
        x.abs_diff(column).max(y.abs_diff(row)) <= around
    };
    let near: Vec<Point> = position.moves().filter(is_near).collect();
    Some(*rng.pick(&near))
}

/// Makes a choice among the moves that an iteration compared; a win that was found is played.
pub(crate) fn choose(
    decision: Decision<Point>,
    compared: &[Candidate<Point>],
    temperature: f64,
    rng: &mut Rng,
) -> Decision<Point> {
    let is_won = worth(decision.value) >= 1.0;
    let best = compared.iter().map(|candidate| worth(candidate.value)).fold(f64::MIN, f64::max);
    if is_won || compared.is_empty() {
        return decision;
    }
    let weight = |candidate: &Candidate<Point>| ((worth(candidate.value) - best) / temperature).exp();
    let mut left = rng.unit() * compared.iter().map(weight).sum::<f64>();
    let chosen = compared.iter().find(|candidate| {
        left -= weight(candidate);
        left < 0.0
    });
    let chosen = chosen.unwrap_or(&compared[0]);
    // The position is worth what it is, whatever is made of it.
    Decision { action: Action::Play(chosen.mv), line: chosen.line.clone(), ..decision }
}

/// A value as a chance of winning; a loss is the worse the sooner it comes.
fn worth(value: Value) -> f64 {
    match value {
        Value::Chance(chance) => chance,
        Value::Proven(proven) | Value::Likely(proven) => match proven.outcome {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Loss => -AT_ONCE / f64::from(proven.plies.unwrap_or(1).max(1)),
        },
        Value::Points(_) | Value::AtMost(_) | Value::AtLeast(_) | Value::Unknown => 0.5,
    }
}

/// The same decision by somebody who did not see everything: nothing is proven by it.
pub(crate) fn without_proofs(mut decision: Decision<Point>) -> Decision<Point> {
    decision.value = doubt(decision.value);
    decision.best.iter_mut().for_each(|best| best.value = doubt(best.value));
    decision.rated.iter_mut().for_each(|rated| rated.value = doubt(rated.value));
    decision
}

/// A value that is not proven.
fn doubt(value: Value) -> Value {
    match value {
        Value::Proven(proven) => Value::Likely(proven),
        value => value,
    }
}

/// Passes on what it hears, and remembers which moves the last whole iteration compared.
pub(crate) struct Listener<'a> {
    pub(crate) to: &'a mut dyn Observer<Point>,
    pub(crate) compared: Vec<Candidate<Point>>,
    /// Whether points are overlooked, so that nothing is proven.
    pub(crate) is_blind: bool,
}

impl Observer<Point> for Listener<'_> {
    fn event(&mut self, event: Event<'_, Point>) {
        let Event::Report(mut report) = event else { return self.to.event(event) };
        self.compared = report.best.to_vec();
        if self.is_blind {
            report.value = doubt(report.value);
            self.compared.iter_mut().for_each(|best| best.value = doubt(best.value));
        }
        self.to.event(Event::Report(Report { best: &self.compared, ..report }));
    }

    fn tree(&self) -> Option<TreeLimits> {
        self.to.tree()
    }
}

#[cfg(test)]
mod tests {
    use kinrow_agent::{
        Agent, Ignore, Limits, Nobody, Options, Reason, RecordedResult, Referee, Seat, Seed, Stop, Thinking,
        play,
    };

    use super::*;
    use crate::{Engine, EngineOptions};

    fn engine(options: &str, seed: u64) -> Engine {
        let options = Options::parse(EngineOptions::DECLARED, "engine", options).unwrap();
        Engine::new(EngineOptions::from(&options)).with_seed(Seed(seed))
    }

    fn decide(options: &str, seed: u64, position: &Position) -> Decision<Point> {
        let mut ignore = Ignore;
        let mut thinking = Thinking::new(Stop::new(), &mut ignore);
        engine(options, seed).choose(position, &Limits::NONE, &mut thinking).unwrap()
    }

    fn after(rules: &str, moves: &str) -> Position {
        Position::new(rules.parse().unwrap()).play_moves(moves).unwrap().0
    }

    #[test]
    fn the_same_seed_plays_the_same_and_others_do_not() {
        let position = after("15x15x5", "h8 i9 h7");
        let moves = |options: &str| -> Vec<Point> {
            (0..12).filter_map(|seed| decide(options, seed, &position).mv()).collect()
        };
        let varied = "nodes=500,memory=1,temperature=0.1,overlook=0.1";
        assert_eq!(moves(varied), moves(varied));
        let differ = |mut moves: Vec<Point>| {
            moves.sort_unstable_by_key(|mv| mv.index());
            moves.dedup();
            moves.len()
        };
        assert!(differ(moves(varied)) > 2);
        assert_eq!(differ(moves("nodes=500,memory=1")), 1);
    }

    #[test]
    fn a_four_is_overlooked_as_often_as_points_are() {
        let position = after("15x15x5", "a1 h8 a2 h9 a3 h10 o15 h11 h12");
        let block = position.parse_move("h7").unwrap();
        let seen = (0..200)
            .filter(|&seed| decide("nodes=100,memory=1,overlook=0.3", seed, &position).mv() == Some(block));
        let seen = seen.count();
        assert!((120..160).contains(&seen), "{seen} of 200");
    }

    #[test]
    fn what_was_not_seen_proves_nothing() {
        let position = after("15x15x5", "h8 a1 h9 a2 h10 a3 h11 o15");
        assert!(decide("nodes=500,memory=1", 1, &position).value.is_proven());
        for seed in 0..20 {
            let decision = decide("nodes=500,memory=1,overlook=0.2", seed, &position);
            assert!(
                !decision.value.is_proven() && decision.rated.iter().all(|rated| !rated.value.is_proven())
            );
        }
    }

    #[test]
    fn weak_players_follow_the_rules_of_every_board() {
        for rules in
            ["15x15x5:renju", "3x3x3", "7x6x4:drop", "4x4x4:misere", "1x1x1", "12x12x11", "9x9x5:exact"]
        {
            for (seed, options) in
                ["temperature=1,overlook=0.5", "overlook=1", "temperature=0.05,overlook=0.9"]
                    .into_iter()
                    .enumerate()
            {
                let mut sides =
                    [1, 2].map(|side| engine(&format!("nodes=100,memory=1,{options}"), side + seed as u64));
                let [x, o] = &mut sides;
                let seats = [Seat::new("x"), Seat::new("o")];
                let referee = Referee::new(Position::new(rules.parse().unwrap()), seats, Seed(1));
                let record = play(referee, [x, o], &mut Nobody, &Stop::new());
                assert!(matches!(
                    record.result,
                    RecordedResult::X | RecordedResult::O | RecordedResult::Draw
                ));
                assert_eq!(record.reason, Reason::Rules, "{rules} {options}");
            }
        }
    }

    #[test]
    fn first_moves_are_around_the_middle() {
        let mut rng = Seed(1).rng();
        let empty = |rules: &str| Position::new(rules.parse().unwrap());
        let mut count = |rules: &str| {
            let mut moves: Vec<usize> =
                (0..500).filter_map(|_| first_move(&empty(rules), &mut rng)).map(Point::index).collect();
            moves.sort_unstable();
            moves.dedup();
            moves.len()
        };
        assert_eq!((count("3x3x3"), count("8x8x5"), count("15x15x5"), count("7x6x4:drop")), (1, 9, 49, 0));
    }

    #[test]
    fn moves_are_chosen_by_what_they_are_worth() {
        let candidate = |index, chance| Candidate {
            mv: Point::from_index(index),
            value: Value::Chance(chance),
            depth: 2,
            line: Vec::new(),
        };
        let compared = [candidate(0, 0.5), candidate(1, 0.4)];
        let mut rng = Seed(1).rng();
        let second = (0..20_000).filter(|_| {
            choose(Decision::of(compared[0].mv), &compared, 0.1, &mut rng).mv() == Some(compared[1].mv)
        });
        // One is chosen e times as often as the other.
        let share = second.count() as f64 / 20_000.0;
        assert!((share - 1.0 / (1.0 + 1f64.exp())).abs() < 0.01, "{share}");
    }
}
