//! Playing worse on purpose, and honestly: the search stays what it is, but it overlooks points, and it does not always play the best move it found.
//!
//! A point that is overlooked is not there for one decision: no stone is put on it, and no row goes through it, for neither side. So a four is left
//! unanswered now and then, as people leave one. Whatever is seen is judged as always, and moves that are about as good as the best have about the same chance to be
//! played (a Boltzmann distribution over chances of winning; its temperature is how much worse a move may be).

use kinrow_agent::{Action, Candidate, Decision, Event, Observer, Rng, TreeLimits, Value};
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
    Decision { action: Action::Play(chosen.mv), value: chosen.value, line: chosen.line.clone(), ..decision }
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
    let doubt = |value: &mut Value| {
        if let Value::Proven(proven) = *value {
            *value = Value::Likely(proven);
        }
    };
    doubt(&mut decision.value);
    decision.best.iter_mut().for_each(|best| doubt(&mut best.value));
    decision.rated.iter_mut().for_each(|rated| doubt(&mut rated.value));
    decision
}

/// Passes on what it hears, and remembers which moves the last whole iteration compared.
pub(crate) struct Listener<'a> {
    pub(crate) to: &'a mut dyn Observer<Point>,
    pub(crate) compared: Vec<Candidate<Point>>,
}

impl Observer<Point> for Listener<'_> {
    fn event(&mut self, event: Event<'_, Point>) {
        if let Event::Report(report) = &event {
            self.compared = report.best.to_vec();
        }
        self.to.event(event);
    }

    fn tree(&self) -> Option<TreeLimits> {
        self.to.tree()
    }
}
