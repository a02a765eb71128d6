//! What one search learned serves the next: the part of the tree below the new position is kept.
//!
//! After one's own move and the opponent's, the new position is a grandchild of the old root (or a child, when one agent
//! plays both sides; or the root, when asked again). It is found by its key. The kept part is copied into new arrays, so that
//! what can no longer be reached gives its memory back.

use kinrow_game::Game;

use super::Mcts;
use super::tree::{Added, ROOT, Tree};

const NOT_COPIED: u32 = u32::MAX;

impl<M: Copy> Mcts<M> {
    /// Makes `position` the root: with what is known of it, or anew.
    pub(super) fn set_root(&mut self, position: &impl Game<Move = M>) {
        let key = position.key();
        match self.tree.find_near_root(key) {
            Some(ROOT) => {}
            Some(node) => {
                let mut kept = Tree::new(&self.options);
                kept.copy_below(&self.tree, node);
                self.tree = kept;
            }
            None => self.tree.clear(),
        }
        self.tree.added = Added::default();
        if self.tree.nodes.is_empty() {
            self.tree.add_root(key);
        }
    }
}

impl<M: Copy> Tree<M> {
    /// The node with this key at most two plies below the root.
    fn find_near_root(&self, key: u64) -> Option<u32> {
        if self.nodes.is_empty() {
            return None;
        }
        let children = |node: u32| self.edges(node).iter().map(|edge| edge.node);
        let near = children(ROOT).chain(children(ROOT).flat_map(children));
        std::iter::once(ROOT).chain(near).find(|&node| self.keys[node as usize] == key)
    }

    /// Copies a node of another tree, and everything below it, into this empty one.
    fn copy_below(&mut self, other: &Tree<M>, root: u32) {
        let mut copies = vec![NOT_COPIED; other.nodes.len()];
        self.add_copy(other, root);
        let mut next = ROOT;
        while (next as usize) < self.nodes.len() {
            for i in 0..self.edges(next).len() {
                let original = self.edges(next)[i].node;
                if copies[original as usize] == NOT_COPIED {
                    copies[original as usize] = self.add_copy(other, original);
                }
                self.edges_mut(next)[i].node = copies[original as usize];
            }
            next += 1;
        }
    }
}
