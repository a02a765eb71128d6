//! Minimax, alpha-beta and averaging: from nodes entered and left to what changed in the node above.

use kinrow_agent::{Proven, Value, Window};
use kinrow_game::{Game, Outcome};

use super::{Algorithm, Bounds, Happening, Notes};

/// The path that is being searched.
pub(super) struct DepthFirst<G> {
    algorithm: Algorithm,
    start: G,
    /// Where the search stops looking.
    depth: Option<u32>,
    path: Vec<Open<G>>,
}

/// A node that was entered and not left.
struct Open<G> {
    node: usize,
    position: G,
    window: Option<Bounds>,
    best: Option<Value>,
    sum: f64,
    children: u32,
}

impl<G: Game> DepthFirst<G> {
    pub(super) fn new(algorithm: Algorithm, start: &G, depth: Option<u32>) -> DepthFirst<G> {
        DepthFirst { algorithm, start: start.clone(), depth, path: Vec::new() }
    }

    pub(super) fn enter_root(&mut self, notes: &mut Notes<G::Move>, window: Option<Window>) {
        self.path.clear();
        self.open(notes, 0, self.start.clone(), window);
    }

    pub(super) fn enter(&mut self, notes: &mut Notes<G::Move>, mv: G::Move, window: Option<Window>) {
        let Some(above) = self.path.last() else { return };
        let position = above.position.play(mv);
        let node = notes.node(above.node, mv);
        self.open(notes, node, position, window);
    }

    fn open(&mut self, notes: &mut Notes<G::Move>, node: usize, position: G, window: Option<Window>) {
        // Minimax tells a window at its root that nothing can be outside of; it has none.
        let window = window.filter(|_| self.algorithm == Algorithm::AlphaBeta);
        let window = window.map(|window| [window.alpha, window.beta]);
        notes.step(node, Happening::Enter { window });
        self.path.push(Open { node, position, window, best: None, sum: 0.0, children: 0 });
    }

    /// The node entered last is left; `skipped` when it was cut.
    pub(super) fn leave(&mut self, notes: &mut Notes<G::Move>, value: Value, skipped: Option<Vec<G::Move>>) {
        let Some(left) = self.path.pop() else { return };
        let ply = self.path.len() as u32;
        let is_leaf = left.position.outcome().is_some() || self.depth == Some(ply);
        if is_leaf {
            notes.step(left.node, Happening::Leaf(value));
        }
        if let Some(skipped) = skipped {
            notes.step(left.node, Happening::Cut { window: left.window, skipped });
        }
        let from_table = !is_leaf && left.children == 0;
        notes.step(left.node, Happening::Leave { value, from_table });
        if let Some(above) = self.path.last_mut() {
            above.count(notes, self.algorithm, left.node, value);
        }
    }
}

impl<G: Game> Open<G> {
    /// A child was left with `value`, which is for the side to move there.
    fn count(&mut self, notes: &mut Notes<G::Move>, algorithm: Algorithm, child: usize, value: Value) {
        self.children += 1;
        let value = one_ply_earlier(value.for_opponent());
        if algorithm == Algorithm::Averaging {
            if let Value::Chance(chance) = value {
                self.sum += chance;
            }
            let mean = Value::Chance(self.sum / f64::from(self.children));
            notes.step(self.node, Happening::Mean { value: mean, of: self.children, child });
            return;
        }
        if self.best.is_some_and(|best| order(value) <= order(best)) {
            return;
        }
        self.best = Some(value);
        if let Some([alpha, _]) = &mut self.window {
            let is_higher = alpha.is_none_or(|alpha| order(value) > order(alpha));
            if is_higher {
                *alpha = Some(value);
            }
        }
        notes.step(self.node, Happening::Update { value, window: self.window, child });
    }
}

/// A win or loss is one move further away for the side that moved there.
fn one_ply_earlier(value: Value) -> Value {
    let earlier = |proven: Proven| Proven { plies: proven.plies.map(|plies| plies + 1), ..proven };
    match value {
        Value::Proven(proven) => Value::Proven(earlier(proven)),
        Value::Likely(proven) => Value::Likely(earlier(proven)),
        other => other,
    }
}

/// Lost soon < lost late < points, a draw being none < won late < won soon: what the searches compare.
fn order(value: Value) -> i64 {
    match value {
        Value::Proven(proven) | Value::Likely(proven) => {
            let plies = i64::from(proven.plies.unwrap_or(0));
            match proven.outcome {
                Outcome::Win => i64::MAX - plies,
                Outcome::Draw => 0,
                Outcome::Loss => i64::MIN + plies,
            }
        }
        Value::Points(points) => points.into(),
        Value::AtMost(bound) | Value::AtLeast(bound) => order(bound.into()),
        Value::Chance(_) | Value::Unknown => 0,
    }
}
