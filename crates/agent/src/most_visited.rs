//! The most visited part of a tree that counts visits, told as nodes that are entered and left.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::{Event, Guide, Observer, TreeLimits, Value};

/// A node as it is told of.
#[derive(Clone, Copy, Debug)]
pub struct Visited<M, N> {
    /// The move that leads there; `None` at the root.
    pub mv: Option<M>,
    /// What the tree calls it.
    pub node: N,
    /// For the side to move there.
    pub value: Value,
    /// How often it was visited.
    pub visits: u64,
    /// What guided the search there, where a policy did.
    pub guide: Option<Guide>,
}

/// Tells of the most visited nodes within the limits, each after its parent; `below` says what lies below a node.
pub fn tell_most_visited<M: Copy, N: Copy>(
    root: Visited<M, N>,
    below: impl Fn(&Visited<M, N>) -> Vec<Visited<M, N>>,
    limits: TreeLimits,
    observer: &mut dyn Observer<M>,
) {
    let shown = most_visited(root, below, limits);
    if !shown.is_empty() {
        tell(&shown, 0, observer);
    }
}

struct Shown<M, N> {
    it: Visited<M, N>,
    depth: u32,
    /// What lies below it, and which of that is shown, as places in the list of what is shown.
    below: Vec<Visited<M, N>>,
    children: Vec<usize>,
}

/// The root first: those waiting are kept in order of visits, and one is shown after its parent.
fn most_visited<M: Copy, N: Copy>(
    root: Visited<M, N>,
    below: impl Fn(&Visited<M, N>) -> Vec<Visited<M, N>>,
    limits: TreeLimits,
) -> Vec<Shown<M, N>> {
    let mut shown: Vec<Shown<M, N>> = Vec::new();
    // Visits; then the earlier parent and the earlier child.
    let mut waiting: BinaryHeap<(u64, Reverse<(usize, usize)>)> = BinaryHeap::new();
    let mut next = (limits.nodes > 0).then_some((root, 0));
    while let Some((it, depth)) = next.take() {
        let place = shown.len();
        let below = if depth < limits.depth { below(&it) } else { Vec::new() };
        waiting.extend(below.iter().enumerate().map(|(i, child)| (child.visits, Reverse((place, i)))));
        shown.push(Shown { it, depth, below, children: Vec::new() });
        if shown.len() < limits.nodes as usize
            && let Some((_, Reverse((parent, i)))) = waiting.pop()
        {
            let place = shown.len();
            let above = &mut shown[parent];
            above.children.push(place);
            next = Some((above.below[i], above.depth + 1));
        }
    }
    shown
}

fn tell<M: Copy, N>(shown: &[Shown<M, N>], at: usize, observer: &mut dyn Observer<M>) {
    let Shown { it: Visited { mv, value, visits, guide, .. }, children, .. } = &shown[at];
    observer.event(Event::Enter { mv: *mv, window: None });
    if let Some(guide) = guide {
        observer.event(Event::Guide(*guide));
    }
    for &child in children {
        tell(shown, child, observer);
    }
    let (value, visits) = (*value, Some(*visits));
    observer.event(Event::Leave { value, is_cut: false, skipped: Vec::new(), visits });
}
