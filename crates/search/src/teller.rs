//! How many nodes a listener still wants to hear of.

use kinrow_agent::TreeLimits;

/// Counts the nodes that were told of, and knows when it is enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Teller {
    /// Nodes above this ply are told of.
    plies: u32,
    most: u32,
    told: u32,
}

impl Teller {
    pub(crate) fn new(tree: Option<TreeLimits>) -> Teller {
        Teller {
            plies: tree.map_or(0, |tree| tree.depth.saturating_add(1)),
            most: tree.map_or(0, |tree| tree.nodes),
            told: 0,
        }
    }

    /// Whether the listener wants to hear of a node at this ply.
    #[inline]
    pub(crate) fn wants(&self, ply: u32) -> bool {
        ply < self.plies && self.told < self.most
    }

    /// Whether there is a listener who wants to hear of any node.
    pub(crate) fn is_watched(&self) -> bool {
        self.plies > 0
    }

    /// One more was told.
    pub(crate) fn count(&mut self) {
        self.told += 1;
    }

    /// Another tree begins.
    pub(crate) fn restart(&mut self) {
        self.told = 0;
    }
}
