//! What listeners are told: how far the search has come, and the tree it grew.

use std::collections::BinaryHeap;

use kinrow_agent::{Budget, Event, Observer, Report, TreeLimits, Value};

use super::Mcts;
use super::node::HalfPoints;

/// A node that is told of.
struct Shown<M> {
    mv: Option<M>,
    node: u32,
    /// For the side to move there.
    value: Value,
    visits: u64,
    depth: u32,
    /// Most visited first, as places in the list of what is shown.
    children: Vec<usize>,
}

impl<M: Copy> Mcts<M> {
    pub(super) fn report(&self, budget: &Budget, observer: &mut dyn Observer<M>) {
        let (value, line, statistics) = (self.value(), self.line(), self.statistics(budget));
        observer.event(Event::Report(Report { value, line: &line, best: &[], statistics }));
    }

    /// Tells of a playout before it is counted.
    pub(super) fn show_playout(&self, is_expanded: bool, score: HalfPoints, observer: &mut dyn Observer<M>) {
        let path: Vec<M> = self.moves_taken().collect();
        observer.event(Event::Playout { path: &path, is_expanded, score: f64::from(score.0) / 2.0 });
    }

    /// Tells of the most visited nodes within the limits.
    pub(super) fn show_tree(&self, limits: TreeLimits, observer: &mut dyn Observer<M>) {
        let shown = self.most_visited(limits);
        if !shown.is_empty() {
            tell(&shown, 0, observer);
        }
    }

    /// The most visited nodes, the root first: those waiting are kept in order of visits, and one is shown after its parent.
    fn most_visited(&self, limits: TreeLimits) -> Vec<Shown<M>> {
        let mut shown: Vec<Shown<M>> = Vec::new();
        // Visits; then the earlier parent and the earlier child.
        let mut waiting: BinaryHeap<(u64, std::cmp::Reverse<(usize, usize)>)> = BinaryHeap::new();
        let root = Shown {
            mv: None,
            node: self.tree.root,
            value: self.value(),
            visits: self.tree.visits(self.tree.root).into(),
            depth: 0,
            children: Vec::new(),
        };
        let mut next = (limits.nodes > 0).then_some(root);
        while let Some(node) = next.take() {
            let place = shown.len();
            if node.depth < limits.depth {
                let edges = self.tree.edges(node.node).enumerate();
                waiting.extend(edges.map(|(i, edge)| (edge.visits.into(), std::cmp::Reverse((place, i)))));
            }
            shown.push(node);
            if shown.len() < limits.nodes as usize
                && let Some((visits, std::cmp::Reverse((parent, i)))) = waiting.pop()
            {
                let (above, place) = (shown[parent].node, shown.len());
                shown[parent].children.push(place);
                let edge = self.tree.edge(above, i);
                let proven = self.tree.proof(edge.node).map(|proof| proof.value(0));
                next = Some(Shown {
                    mv: Some(self.tree.moves(above)[i]),
                    node: edge.node,
                    value: proven.unwrap_or_else(|| self.value_of(edge).for_opponent()),
                    visits,
                    depth: shown[parent].depth + 1,
                    children: Vec::new(),
                });
            }
        }
        shown
    }
}

fn tell<M: Copy>(shown: &[Shown<M>], at: usize, observer: &mut dyn Observer<M>) {
    let node = &shown[at];
    observer.event(Event::Enter { mv: node.mv, window: None });
    for &child in &node.children {
        tell(shown, child, observer);
    }
    let visits = Some(node.visits);
    observer.event(Event::Leave { value: node.value, is_cut: false, skipped: Vec::new(), visits });
}
