//! The root of a depth-first search: which move to play, also when the search is stopped half-way.
//!
//! Without a count or a clock the search goes straight to its depth, as the textbook does. With one it deepens step by
//! step (Slate and Atkin 1977), so that whenever it ends, the last finished depth has an answer.

use kinrow_agent::{Action, Decision, Limits, Proven, Rated, Stopped, Thinking, Value};

use crate::knowledge::Knowledge;
use crate::probe::{MOST_PLIES, Probe};
use crate::score::{Distance, Gaps, Score};

/// A search that looks at every root move to a depth.
pub(crate) trait DepthFirst<G: Knowledge, const QUIET: bool = false> {
    /// Looks at the root's moves, each to `depth`.
    fn search_root(
        &mut self,
        position: &G,
        depth: u32,
        root: &mut Root<G::Move>,
        probe: &mut Probe<'_, '_, G::Move, QUIET>,
    ) -> Result<(), Stopped>;
}

/// What is known of the root's moves.
#[derive(Clone, Debug)]
pub(crate) struct Root<M> {
    /// The best move so far, with its score.
    pub(crate) best: Option<(M, Score)>,
    /// Moves with exact scores, each for the side that makes the move.
    pub(crate) rated: Vec<(M, Score)>,
    /// The best line so far.
    pub(crate) line: Vec<M>,
}

impl<M: Copy> Root<M> {
    /// Nothing is known yet.
    pub(crate) fn new() -> Root<M> {
        Root { best: None, rated: Vec::new(), line: Vec::new() }
    }

    /// Makes `mv` the best move, with the line that was just searched.
    pub(crate) fn set_best<const QUIET: bool>(
        &mut self,
        mv: M,
        score: Score,
        probe: &mut Probe<'_, '_, M, QUIET>,
    ) {
        self.best = Some((mv, score));
        probe.lines.extend(0, mv);
        self.line = probe.lines.at(0);
    }
}

/// Runs a search within its limits and makes a decision of what it found.
pub(crate) fn decide<G: Knowledge, const QUIET: bool>(
    search: &mut impl DepthFirst<G, QUIET>,
    position: &G,
    limits: &Limits,
    distance: Distance,
    thinking: &mut Thinking<'_, G::Move>,
) -> Decision<G::Move> {
    // At least one move, whatever the limits say: below a search of none nothing would end before the game does.
    let deepest = limits.depth.unwrap_or(u32::MAX).min(position.moves_left()).clamp(1, MOST_PLIES as u32);
    let mut probe = Probe::<_, QUIET>::new(limits, deepest, distance, thinking);
    let first_depth = if limits.bounds_effort() { 1 } else { deepest };
    let mut answer = None;
    for depth in first_depth..=deepest {
        probe.restart(depth);
        let is_told = probe.is_told(0);
        if is_told {
            probe.enter(None, Some((Score::LOWEST, Score::HIGHEST)));
        }
        let mut root = Root::new();
        let result = search.search_root(position, depth, &mut root, &mut probe);
        let Some((mv, score)) = root.best else { break };
        if result.is_err() {
            // An unfinished iteration counts only when there is nothing better, or when it found a win.
            if answer.is_none() || score.is_win() {
                answer = Some(conclude(mv, unfinished(score, &probe), root, &probe));
            }
            break;
        }
        if is_told {
            probe.leave(score, false, Vec::new());
        }
        let value = probe.value(score);
        probe.report(value, &root.line);
        answer = Some(conclude(mv, value, root, &probe));
        let is_settled = score.is_decided() || !probe.gaps.horizon;
        if is_settled {
            break;
        }
    }
    let decision = answer.unwrap_or_else(|| {
        Decision::of(position.moves().next().expect("a game that goes on has a legal move"))
    });
    Decision { statistics: probe.statistics(), ..decision }
}

fn conclude<M: Copy, const QUIET: bool>(
    mv: M,
    value: Value,
    root: Root<M>,
    probe: &Probe<'_, '_, M, QUIET>,
) -> Decision<M> {
    let rated = root.rated.iter().map(|&(mv, score)| Rated {
        mv,
        value: probe.value(score),
        visits: None,
        guide: None,
    });
    let rated = rated.collect();
    Decision {
        action: Action::Play(mv),
        value,
        line: root.line,
        best: Vec::new(),
        rated,
        statistics: probe.statistics(),
    }
}

/// The value when not every move was looked at: a win is a win, all else may be better than known.
fn unfinished<M: Copy, const QUIET: bool>(score: Score, probe: &Probe<'_, '_, M, QUIET>) -> Value {
    match score.to_value(probe.distance, Gaps { horizon: true, moves: probe.gaps.moves }) {
        // Another move may win sooner, so the distance is not known unless it is the least there is.
        Value::Proven(win) if score.is_win() => {
            Value::Proven(Proven { plies: win.plies.filter(|&plies| plies == 1), ..win })
        }
        Value::Proven(_) | Value::Likely(_) => Value::Unknown,
        value => value,
    }
}
