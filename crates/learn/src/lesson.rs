//! A short training to look at: what a table says of the first moves as the games go by, and each use of the rule in the
//! last of them, in numbers.

use kinrow_agent::{Budget, Limits, Options, Seed, Stop};
use kinrow_game::{Board, Point, Position, Rules, Side};

use crate::graph::Graph;
use crate::learner::Learner;
use crate::methods::Method;
use crate::train::{TrainError, episode_rng};
use crate::width::OfWidth;

/// What such a training shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// Games that were played, fewer than asked for where it was stopped.
    pub games: u64,
    /// After the first game, and then three times for each factor of ten; the last is how it ends.
    pub looks: Vec<FirstMoves>,
    /// What was learned from the last game, in the order in which it was learned.
    pub updates: Vec<Update>,
}

/// The first moves as the table has them.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstMoves {
    /// After so many games.
    pub games: u64,
    /// What each is worth to who makes it, from 0 to 1; `None` while nothing is known of it.
    pub values: Vec<(Point, Option<f32>)>,
}

/// One use of the TD(0) rule: the value of a position moves towards that of the one that follows.
#[derive(Clone, PartialEq, Debug)]
pub struct Update {
    /// The position.
    pub position: Position,
    /// The one that follows; `None` where the table keeps no more of it than its value, as of most ends of games.
    pub next: Option<Position>,
    /// Whose chances the table has.
    pub side: Side,
    /// How far the value moves: a share of the way.
    pub alpha: f32,
    /// The value before.
    pub before: f32,
    /// The value of the position that follows.
    pub target: f32,
    /// The value after.
    pub after: f32,
}

/// Trains a table on so many games; `None` for a method that has no table of values by position.
///
/// # Errors
/// When the board is too large for the method.
pub fn lesson(
    method: Method,
    options: &Options,
    rules: Rules,
    seed: Seed,
    games: u64,
    stop: &Stop,
) -> Result<Option<Lesson>, TrainError> {
    let budget = &mut Budget::of_nodes(&Limits::NONE, stop);
    Ok(match Position::new(rules) {
        Position::One(board) => {
            taught(&mut *method.learner(rules, options, seed, budget)?, board, seed, games, budget)
        }
        Position::Two(board) => {
            taught(&mut *method.learner(rules, options, seed, budget)?, board, seed, games, budget)
        }
        Position::Four(board) => {
            taught(&mut *method.learner(rules, options, seed, budget)?, board, seed, games, budget)
        }
        Position::Seven(board) => {
            taught(&mut *method.learner(rules, options, seed, budget)?, board, seed, games, budget)
        }
    })
}

fn taught<const W: usize>(
    learner: &mut dyn Learner<W>,
    start: Board<W>,
    seed: Seed,
    games: u64,
    budget: &mut Budget,
) -> Option<Lesson>
where
    Board<W>: OfWidth,
{
    if learner.tables().is_empty() {
        return None;
    }
    let mut lesson = Lesson { games: 0, looks: Vec::new(), updates: Vec::new() };
    while lesson.games < games {
        if lesson.games + 1 == games {
            learner.tables().iter_mut().for_each(crate::values::Values::listen);
        }
        if learner.episode(lesson.games, None, &mut episode_rng(seed, lesson.games), budget).is_err() {
            break;
        }
        lesson.games += 1;
        if is_look(lesson.games) || lesson.games == games {
            lesson.looks.push(FirstMoves { games: lesson.games, values: learner.rate(&start) });
        }
    }
    let told: Vec<_> = learner.tables().iter_mut().flat_map(crate::values::Values::take_told).collect();
    let graph = learner.graph()?;
    let position = |id| (id >= Graph::<W>::START).then(|| graph.board(id).into_position());
    lesson.updates = told
        .into_iter()
        .filter_map(|told| {
            Some(Update {
                position: position(told.id)?,
                next: position(told.next),
                side: told.side,
                alpha: told.alpha,
                before: told.before,
                target: told.target,
                after: told.after,
            })
        })
        .collect();
    Some(lesson)
}

/// 1, 2, 5, 10, 20, 50, …
fn is_look(games: u64) -> bool {
    let power = 10u64.pow(games.max(1).ilog10());
    [1, 2, 5].contains(&(games / power)) && games.is_multiple_of(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learn(method: &str, games: u64) -> Option<Lesson> {
        let method = Method::find(method).unwrap();
        let options = method.parse_options("").unwrap();
        lesson(method, &options, "3x3x3".parse().unwrap(), Seed(1), games, &Stop::new()).unwrap()
    }

    #[test]
    fn updates_are_uses_of_the_rule() {
        for method in ["td0", "selfplay"] {
            let Lesson { games, looks, updates } = learn(method, 200).unwrap();
            assert_eq!(games, 200);
            assert_eq!(
                looks.iter().map(|look| look.games).collect::<Vec<_>>(),
                [1, 2, 5, 10, 20, 50, 100, 200]
            );
            assert!(!updates.is_empty(), "{method}");
            for Update { position, next, alpha, before, target, after, .. } in updates {
                assert!((after - (before + alpha * (target - before))).abs() < 1e-6);
                let empty = |position: Position| position.stones().matches('.').count();
                assert!(next.is_none_or(|next| empty(next) < empty(position)), "{method}");
            }
        }
    }

    #[test]
    fn a_lesson_is_a_training() {
        // The same seed, the same games: what the table says is what a training of that many games has.
        let (short, long) = (learn("selfplay", 100).unwrap(), learn("selfplay", 1000).unwrap());
        assert_eq!(short.looks, long.looks[..short.looks.len()]);
        assert!(learn("qlearning", 10).is_none());
    }

    #[test]
    fn a_stopped_lesson_tells_how_far_it_came() {
        let method = Method::SelfPlay;
        let options = method.parse_options("").unwrap();
        let stop = Stop::new();
        stop.stop();
        let lesson =
            lesson(method, &options, "3x3x3".parse().unwrap(), Seed(1), 10_000, &stop).unwrap().unwrap();
        assert!(lesson.games < 10_000 && lesson.updates.is_empty());
    }
}
