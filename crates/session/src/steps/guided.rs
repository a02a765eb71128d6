//! A search guided by a policy: each choice with the terms that it compared, each opinion, and what is counted on the way back.

use std::collections::BTreeMap;

use kinrow_agent::Guided;

use super::{Happening, Notes, Weighed};

/// So many moves of a choice are shown, the best by what is compared; on a large board there are hundreds.
const SHOWN: usize = 12;

/// The tree as the simulations so far have counted it.
pub(super) struct Simulations<M> {
    /// By node: its visits, and the score of the side that moved there.
    counts: Vec<(u64, f64)>,
    by_move: BTreeMap<(usize, M), usize>,
}

impl<M: Copy + Ord> Simulations<M> {
    pub(super) fn new() -> Simulations<M> {
        Simulations { counts: vec![(0, 0.0)], by_move: BTreeMap::new() }
    }

    /// The nodes along a way from the root; `None` where the tree was not recorded from its beginning.
    fn nodes(&self, path: &[M]) -> Option<Vec<usize>> {
        let mut nodes = vec![0];
        for &mv in path {
            nodes.push(*self.by_move.get(&(*nodes.last()?, mv))?);
        }
        Some(nodes)
    }

    /// A move is chosen at the end of a way.
    pub(super) fn choice(&self, notes: &mut Notes<M>, path: &[M], moves: &[Guided<M>], chosen: usize) {
        let Some(&node) = self.nodes(path).as_deref().and_then(<[usize]>::last) else { return };
        let mut places: Vec<usize> = (0..moves.len()).collect();
        let score = |i: usize| moves[i].score.unwrap_or(f64::NEG_INFINITY);
        let by_score = |&a: &usize, &b: &usize| score(b).total_cmp(&score(a));
        let by_policy = |a: &usize, b: &usize| moves[*b].guide.prior.total_cmp(&moves[*a].guide.prior);
        places.sort_by(|a, b| (*b == chosen).cmp(&(*a == chosen)).then(by_score(a, b)).then(by_policy(a, b)));
        let left_out = places.len().saturating_sub(SHOWN);
        let choices = places.into_iter().take(SHOWN).map(|i| {
            let Guided { mv, visits, guide, score } = moves[i];
            Weighed { child: self.by_move.get(&(node, mv)).copied(), mv, visits, guide, score }
        });
        let (choices, chosen) = (choices.collect(), moves[chosen].mv);
        notes.step(node, Happening::Weigh { choices, left_out, chosen });
    }

    /// A simulation has come to its end; without a way there the root itself was judged, which counts for nobody.
    pub(super) fn result(&mut self, notes: &mut Notes<M>, path: &[M], is_expanded: bool, score: f64) {
        let Some((&last, before)) = path.split_last() else {
            return notes.step(0, Happening::Judge { score });
        };
        let Some(mut way) = self.nodes(before) else { return };
        let above = way[way.len() - 1];
        if is_expanded {
            let child = notes.node(above, last);
            self.counts.push((0, 0.0));
            self.by_move.insert((above, last), child);
            notes.step(above, Happening::Expand { child });
        }
        let Some(&node) = self.by_move.get(&(above, last)) else { return };
        way.push(node);
        notes.step(node, Happening::Judge { score });
        let mut score = score;
        for &node in way.iter().rev() {
            let (visits, wins) = &mut self.counts[node];
            (*visits, *wins) = (*visits + 1, *wins + score);
            notes.step(node, Happening::Backup { visits: *visits, wins: *wins });
            score = 1.0 - score;
        }
    }
}
