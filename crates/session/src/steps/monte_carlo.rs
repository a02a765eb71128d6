//! Monte Carlo tree search: from playouts to the four phases, with the numbers that selection compared.

use std::collections::BTreeMap;

use super::{Choice, Happening, Notes};

/// The tree as the playouts so far have counted it.
pub(super) struct MonteCarlo<M> {
    c: f64,
    /// By node.
    counts: Vec<Count>,
    /// By node: its children, in the order they were added.
    children: Vec<Vec<usize>>,
    by_move: BTreeMap<(usize, M), usize>,
}

#[derive(Clone, Copy, Default)]
struct Count {
    visits: u64,
    /// For the side that moved there.
    wins: f64,
}

impl<M: Copy + Ord> MonteCarlo<M> {
    pub(super) fn new(c: f64) -> MonteCarlo<M> {
        MonteCarlo { c, counts: vec![Count::default()], children: vec![Vec::new()], by_move: BTreeMap::new() }
    }

    /// One playout, phase by phase.
    pub(super) fn playout(
        &mut self,
        notes: &mut Notes<M>,
        path: &[M],
        is_expanded: bool,
        (simulated, score): (&[M], f64),
    ) {
        let mut at = 0;
        let mut way = vec![at];
        for (i, &mv) in path.iter().enumerate() {
            let child = if is_expanded && i + 1 == path.len() {
                let child = self.add(notes, at, mv);
                notes.step(at, Happening::Expand { child });
                child
            } else {
                // A tree that was not recorded from its first playout has no place here.
                let Some(&chosen) = self.by_move.get(&(at, mv)) else { return };
                notes.step(at, Happening::Select { choices: self.choices(at), chosen });
                chosen
            };
            at = child;
            way.push(at);
        }
        notes.step(at, Happening::Simulate { moves: simulated.to_vec(), score });
        let mut score = score;
        for &node in way.iter().rev() {
            let count = &mut self.counts[node];
            count.visits += 1;
            count.wins += score;
            notes.step(node, Happening::Backup { visits: count.visits, wins: count.wins });
            score = 1.0 - score;
        }
    }

    fn add(&mut self, notes: &mut Notes<M>, parent: usize, mv: M) -> usize {
        let child = notes.node(parent, mv);
        self.counts.push(Count::default());
        self.children.push(Vec::new());
        self.children[parent].push(child);
        self.by_move.insert((parent, mv), child);
        child
    }

    /// UCB1: `mean + c * sqrt(ln N / n)`.
    fn choices(&self, node: usize) -> Vec<Choice> {
        let above = (self.counts[node].visits.max(1) as f64).ln();
        let choice = |&child: &usize| {
            let count = self.counts[child];
            let visits = count.visits.max(1) as f64;
            Choice {
                child,
                visits: count.visits,
                mean: count.wins / visits,
                explore: self.c * (above / visits).sqrt(),
            }
        };
        self.children[node].iter().map(choice).collect()
    }
}
