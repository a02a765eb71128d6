//! What one search learned serves the next: the part of the tree below the new position is kept.
//!
//! After one's own move and the opponent's, the new position is a grandchild of the old root (or a child, when one agent
//! plays both sides; or the root, when asked again). It is found by its key. The kept part is copied into new arrays, so that
//! what can no longer be reached gives its memory back.
//!
//! A tree that is kept from game to game shares positions between orders of moves and keeps all of them, for the next game may
//! come back to any; once it is full, the next search begins anew.

use kinrow_game::Game;

use super::Mcts;
use super::tree::{Added, Tree};

const NOT_COPIED: u32 = u32::MAX;

impl<M: Copy> Mcts<M> {
    /// Makes `position` the root: with what is known of it, or anew.
    pub(super) fn set_root(&mut self, position: &impl Game<Move = M>) {
        let key = position.key();
        let known = if self.options.keep { self.find_kept(key) } else { self.find_below(key) };
        self.tree.added = Added::default();
        match known {
            Some(node) => self.tree.root = node,
            None => self.tree.add_root(key),
        }
    }

    /// The node of a position among all that were kept; forgets them when there are too many.
    fn find_kept(&mut self, key: u64) -> Option<u32> {
        if self.tree.len() >= self.options.nodes || self.played >= Self::MOST_PLAYOUTS {
            self.forget();
        }
        self.tree.find_shared(key)
    }

    /// The node of a position in the tree, of which nothing is left but what lies below it.
    fn find_below(&mut self, key: u64) -> Option<u32> {
        let node = self.tree.find_near_root(key);
        match node {
            Some(node) if node != self.tree.root => {
                let mut kept = Tree::new(&self.options);
                kept.copy_below(&self.tree, node);
                self.tree = kept;
            }
            Some(_) => {}
            None => self.forget(),
        }
        let root = node.map(|_| self.tree.root)?;
        self.played = self.tree.visits(root).into();
        Some(root)
    }

    pub(super) fn forget(&mut self) {
        self.tree.clear();
        self.played = 0;
    }
}

impl<M: Copy> Tree<M> {
    /// The node with this key at most two plies below the root.
    fn find_near_root(&self, key: u64) -> Option<u32> {
        if self.nodes.is_empty() {
            return None;
        }
        let children = |node: u32| self.edges(node).map(|edge| edge.node);
        let near = children(self.root).chain(children(self.root).flat_map(children));
        std::iter::once(self.root).chain(near).find(|&node| self.keys[node as usize] == key)
    }

    /// Copies a node of another tree, and everything below it, into this empty one.
    fn copy_below(&mut self, other: &Tree<M>, root: u32) {
        let mut copies = vec![NOT_COPIED; other.nodes.len()];
        self.add_copy(other, root);
        let mut next = self.root;
        while (next as usize) < self.nodes.len() {
            for i in 0..self.nodes[next as usize].tried.into() {
                let original = self.edge(next, i).node;
                if copies[original as usize] == NOT_COPIED {
                    copies[original as usize] = self.add_copy(other, original);
                }
                self.lead(next, i, copies[original as usize]);
            }
            next += 1;
        }
    }
}
