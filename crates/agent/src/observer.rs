//! What a search tells while it thinks. It emits typed events into a sink; it never prints, formats or knows who listens.

use kinrow_game::Side;

use crate::{Candidate, Statistics, Value};

/// How far a search has come: after an iteration, and now and then in a long one.
#[derive(Clone, Debug)]
pub struct Report<'a, M> {
    /// Value of the position for the side to move.
    pub value: Value,
    /// The best line so far.
    pub line: &'a [M],
    /// The best moves, the best first; none where the search follows only one line.
    pub best: &'a [Candidate<M>],
    /// What was spent so far.
    pub statistics: Statistics,
}

/// The bounds within which a value matters, for the side to move; `None` is no bound.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    /// What the side to move is already sure of elsewhere.
    pub alpha: Option<Value>,
    /// What the opponent will not exceed.
    pub beta: Option<Value>,
}

/// What a solver is trying to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Whether this side can force a win,
    pub side: Side,
    /// within so many plies, or at all.
    pub within: Option<u32>,
}

/// What a search that is guided by a policy knows of a move: the terms of PUCT, or of Gumbel AlphaZero.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guide {
    /// Its share of the policy (P).
    pub prior: f64,
    /// The mean score of the side that makes it (Q); before its first visit, what is put in its place.
    pub mean: f64,
    /// What the policy adds to the mean, the less the more often it was visited (U); PUCT only.
    pub explore: Option<f64>,
    /// The share of the policy improved by the means; Gumbel only.
    pub wanted: Option<f64>,
}

/// A move as it stands when such a search chooses one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guided<M> {
    /// The move.
    pub mv: M,
    /// How often it was visited.
    pub visits: u64,
    /// What is known of it.
    pub guide: Guide,
    /// What is compared; `None` for a move that is not considered now: its result is certain, or it was left behind.
    pub score: Option<f64>,
}

/// Something happened in a search.
#[derive(Clone, Debug)]
pub enum Event<'a, M> {
    /// An iteration is finished, or a new best line found.
    Report(Report<'a, M>),
    /// A solver asks itself something new.
    Question(Question),
    /// A node is entered; only when a tree is asked for.
    Enter {
        /// The move that leads there; `None` at the root.
        mv: Option<M>,
        /// Alpha-beta's window there.
        window: Option<Window>,
    },
    /// The node entered last is left.
    Leave {
        /// Its value for the side to move there.
        value: Value,
        /// Whether it was left early because the opponent will avoid it.
        is_cut: bool,
        /// The moves not looked at for that reason.
        skipped: Vec<M>,
        /// How often it was visited, in a search that counts visits.
        visits: Option<u64>,
    },
    /// What guided the search to the node entered last.
    Guide(Guide),
    /// A search that is guided by a policy chooses a move; only when a tree is asked for.
    Choice {
        /// The way through the tree to where it chooses, from the root.
        path: &'a [M],
        /// All moves from there.
        moves: &'a [Guided<M>],
        /// The place of the one that is visited next.
        chosen: usize,
    },
    /// A playout has a result, and is about to be counted: a game of Monte Carlo, or an opinion that a search was told or the
    /// rules gave; only when a tree is asked for.
    Playout {
        /// The way through the tree, from the root.
        path: &'a [M],
        /// Whether the last move of it has just been added to the tree.
        is_expanded: bool,
        /// The random moves that followed, to the end of the game; none where nothing was played out.
        simulated: &'a [M],
        /// 0, a half or 1, for the side that made the last move of the path.
        score: f64,
    },
}

/// How much of the searched tree to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeLimits {
    /// Plies below the root.
    pub depth: u32,
    /// Nodes in all.
    pub nodes: u32,
}

/// Listens to a search.
pub trait Observer<M> {
    /// Takes an event. Called from the search's own loop: be quick.
    fn event(&mut self, event: Event<'_, M>);

    /// How much of the tree is wanted; none by default, and then no node events are sent.
    fn tree(&self) -> Option<TreeLimits> {
        None
    }
}

/// Listens to nothing.
#[derive(Clone, Copy, Debug)]
pub struct Ignore;

impl<M> Observer<M> for Ignore {
    fn event(&mut self, _: Event<'_, M>) {}
}

impl<M, F: FnMut(Event<'_, M>)> Observer<M> for F {
    fn event(&mut self, event: Event<'_, M>) {
        self(event);
    }
}
