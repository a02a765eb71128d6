//! What listeners are told: how far the search has come, and the tree it grew.

use kinrow_agent::{Budget, Event, Observer, Report, TreeLimits, Visited, tell_most_visited};

use super::Mcts;
use super::node::{Edge, HalfPoints};
use crate::proof::Proof;

impl<M: Copy> Mcts<M> {
    pub(super) fn report(&self, budget: &Budget, observer: &mut dyn Observer<M>) {
        let (value, line, statistics) = (self.value(), self.line(), self.statistics(budget));
        observer.event(Event::Report(Report { value, line: &line, best: &[], statistics }));
    }

    /// Tells of a playout before it is counted.
    pub(super) fn show_playout(
        &self,
        is_expanded: bool,
        simulated: &[M],
        score: HalfPoints,
        observer: &mut dyn Observer<M>,
    ) {
        let path: Vec<M> = self.moves_taken().collect();
        let score = f64::from(score.0) / 2.0;
        observer.event(Event::Playout { path: &path, is_expanded, simulated, score });
    }

    /// Tells of the most visited nodes within the limits.
    pub(super) fn show_tree(&self, limits: TreeLimits, observer: &mut dyn Observer<M>) {
        let root = Visited {
            mv: None,
            node: self.tree.root,
            value: self.value(),
            visits: self.tree.visits(self.tree.root).into(),
            guide: None,
        };
        let below = |above: &Visited<M, u32>| {
            let edges = self.tree.edges(above.node).zip(self.tree.moves(above.node));
            let child = |(edge, &mv): (Edge, &M)| {
                let proven = self.tree.proof(edge.node).map(Proof::value);
                let value = proven.unwrap_or_else(|| self.value_of(edge).for_opponent());
                Visited { mv: Some(mv), node: edge.node, value, visits: edge.visits.into(), guide: None }
            };
            edges.map(child).collect()
        };
        tell_most_visited(root, below, limits, observer);
    }
}
