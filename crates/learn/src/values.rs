//! A learned number for each position, and how the best of several is picked.

use kinrow_agent::Rng;
use kinrow_game::{Ending, Side};

use crate::graph::{Graph, Id};

/// What a position is worth to one side, from 0 (lost) to 1 (won), by number. Ends of the game are known from the start; the
/// others begin at one half (Sutton and Barto, ch. 1). A position is *seen* once something was learned of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Values {
    side: Side,
    values: Vec<f32>,
    is_seen: Vec<bool>,
    /// What was learned since somebody listens; `None` while nobody does.
    told: Option<Vec<Told>>,
}

/// One use of the rule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Told {
    pub(crate) id: Id,
    pub(crate) next: Id,
    /// Whose table it is.
    pub(crate) side: Side,
    pub(crate) alpha: f32,
    pub(crate) before: f32,
    pub(crate) target: f32,
    pub(crate) after: f32,
}

/// What a position is worth before anything was learned.
pub(crate) const INITIAL: f32 = 0.5;

impl Values {
    /// For `side`.
    pub(crate) fn new(side: Side) -> Values {
        Values { side, values: Vec::new(), is_seen: Vec::new(), told: None }
    }

    /// Makes room for positions met since.
    #[inline]
    pub(crate) fn grow<const W: usize>(&mut self, graph: &Graph<W>) {
        if self.values.len() < graph.numbers() {
            self.grow_by_new(graph);
        }
    }

    #[cold]
    fn grow_by_new<const W: usize>(&mut self, graph: &Graph<W>) {
        for id in self.values.len()..graph.numbers() {
            let ending = graph.ending(id as Id);
            self.values.push(ending.map_or(INITIAL, |ending: Ending| ending.points(self.side) as f32));
            self.is_seen.push(false);
        }
    }

    #[inline]
    pub(crate) fn get(&self, id: Id) -> f32 {
        self.values[id as usize]
    }

    #[inline]
    pub(crate) fn is_seen(&self, id: Id) -> bool {
        // Positions met since the last growth were not seen.
        self.is_seen.get(id as usize).copied().unwrap_or(false)
    }

    /// Something was learned of the position; whether it has a place for that.
    #[inline]
    pub(crate) fn see<const W: usize>(&mut self, graph: &mut Graph<W>, id: Id) -> bool {
        self.is_seen[id as usize] || self.see_first(graph, id)
    }

    #[cold]
    fn see_first<const W: usize>(&mut self, graph: &mut Graph<W>, id: Id) -> bool {
        let is_new = !graph.has_place(id);
        self.is_seen[id as usize] = graph.hold(id);
        if is_new && graph.has_place(id) {
            graph.announce(id);
        }
        graph.has_place(id)
    }

    /// Moves the value of `id` towards that of `next`: the TD(0) rule, V(s) += alpha (V(s') - V(s)). A position without a
    /// place keeps the value it began with.
    #[inline]
    pub(crate) fn learn<const W: usize>(&mut self, graph: &mut Graph<W>, id: Id, next: Id, alpha: f32) {
        if self.see(graph, id) {
            let target = self.get(next);
            let value = &mut self.values[id as usize];
            let before = *value;
            *value += alpha * (target - *value);
            if let Some(told) = &mut self.told {
                told.push(Told { id, next, side: self.side, alpha, before, target, after: *value });
            }
        }
    }

    /// From now on keeps what is learned, to be told.
    pub(crate) fn listen(&mut self) {
        self.told = Some(Vec::new());
    }

    /// What was learned since [`Values::listen`].
    pub(crate) fn take_told(&mut self) -> Vec<Told> {
        self.told.take().unwrap_or_default()
    }

    /// Sets a value that was learned before, of a position that has a place.
    pub(crate) fn set(&mut self, id: Id, value: f32) {
        self.values[id as usize] = value;
        self.is_seen[id as usize] = true;
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.values.as_slice()) + size_of_val(self.is_seen.as_slice())
    }
}

/// The index of the largest value, ties broken at random; of an empty list 0.
#[inline]
pub(crate) fn pick_largest(values: impl Iterator<Item = f32>, rng: &mut Rng) -> usize {
    let (mut best, mut at, mut ties) = (f32::NEG_INFINITY, 0, 0);
    for (i, value) in values.enumerate() {
        if value > best {
            (best, at, ties) = (value, i, 1);
        } else if value == best {
            // Each of the equals ends up chosen with the same probability.
            ties += 1;
            if rng.below(ties) == 0 {
                at = i;
            }
        }
    }
    at
}

/// Every index of the largest value.
pub(crate) fn all_largest(values: &[f32]) -> Vec<usize> {
    let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    (0..values.len()).filter(|&i| values[i] == best).collect()
}
