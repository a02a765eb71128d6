//! What the root knows, as an answer.

use kinrow_agent::{Action, Bound as ValueBound, Candidate, Decision, Rated, Statistics, Value};
use kinrow_game::Point;

use crate::cells::Layout;
use crate::root::Root;
use crate::root_move::RootMove;
use crate::score::{Score, value};
use crate::table::Bound;
use crate::weights::SCALE;

/// What a score means.
fn score_value(score: Score) -> Value {
    value(score, SCALE)
}

/// A score of which only a bound may be known.
fn bounded((score, bound): (Score, Bound)) -> Value {
    let found = score_value(score);
    let only = |of: fn(ValueBound) -> Value| ValueBound::of(found).map_or(Value::Unknown, of);
    match bound {
        Bound::AtMost => only(Value::AtMost),
        Bound::AtLeast => only(Value::AtLeast),
        Bound::Exact => found,
    }
}

/// What the position is worth.
pub(crate) fn position_value(root: &Root) -> Value {
    if root.best().is_some_and(|best| best.depth > 0) { bounded(root.score()) } else { Value::Unknown }
}

/// The line of a move.
pub(crate) fn points(mv: &RootMove, layout: &Layout) -> Vec<Point> {
    mv.line.iter().map(|cell| layout.point(*cell)).collect()
}

/// The best moves of an iteration, where several are wanted.
pub(crate) fn candidates(root: &Root, layout: &Layout) -> Vec<Candidate<Point>> {
    let best = if root.lines > 1 { &root.moves[..root.lines] } else { &[] };
    best.iter()
        .map(|mv| Candidate {
            mv: layout.point(mv.cell),
            value: known(mv),
            depth: mv.depth,
            line: points(mv, layout),
        })
        .collect()
}

/// The value of a move, or a bound where the search saw only that it is not the best.
fn known(mv: &RootMove) -> Value {
    match mv.bound {
        _ if mv.depth == 0 => Value::Unknown,
        // A loss at most is a loss.
        Bound::AtMost if mv.is_refuted => score_value(mv.score),
        bound => bounded((mv.score, bound)),
    }
}

/// The decision.
pub(crate) fn decision(root: &Root, statistics: Statistics, layout: &Layout) -> Decision<Point> {
    let best = root.best();
    let rated =
        |mv: &RootMove| Rated { mv: layout.point(mv.cell), value: known(mv), visits: None, guide: None };
    Decision {
        action: best.map_or(Action::Resign, |best| Action::Play(layout.point(best.cell))),
        value: position_value(root),
        line: best.map(|best| points(best, layout)).unwrap_or_default(),
        best: candidates(root, layout),
        rated: root.moves.iter().map(rated).collect(),
        statistics,
    }
}
