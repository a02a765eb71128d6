//! How many nodes a listener still wants to hear of.

use kinrow_agent::TreeLimits;

/// Counts the nodes that were told of, and knows when it is enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Teller {
    /// Nodes above this ply are told of; none once enough were, so that a node asks one question.
    plies: u32,
    told: u32,
    tree: Option<TreeLimits>,
}

impl Teller {
    pub(crate) fn new(tree: Option<TreeLimits>) -> Teller {
        let mut teller = Teller { plies: 0, told: 0, tree };
        teller.restart();
        teller
    }

    /// Whether the listener wants to hear of a node at this ply.
    #[inline]
    pub(crate) fn wants(&self, ply: u32) -> bool {
        ply < self.plies
    }

    /// Whether there is a listener who wants to hear of any node.
    pub(crate) fn is_watched(&self) -> bool {
        self.tree.is_some()
    }

    /// One more was told.
    pub(crate) fn count(&mut self) {
        self.told += 1;
        if self.tree.is_none_or(|tree| self.told >= tree.nodes) {
            self.plies = 0;
        }
    }

    /// Another tree begins.
    pub(crate) fn restart(&mut self) {
        self.told = 0;
        let wanted = self.tree.filter(|tree| tree.nodes > 0);
        self.plies = wanted.map_or(0, |tree| tree.depth.saturating_add(1));
    }
}
