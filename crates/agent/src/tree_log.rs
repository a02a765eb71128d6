//! An observer that keeps the searched tree, to a depth and a number of nodes.

use crate::{Event, Guide, Observer, TreeLimits, Value, Window};

/// What `format` says in a tree's JSON.
pub const TREE_FORMAT: &str = "kinrow-tree";

/// A node of a searched tree.
#[derive(Clone, Debug)]
pub struct TreeNode<M> {
    /// The move that led here; `None` at the root.
    pub mv: Option<M>,
    /// Value for the side to move here; `None` when the search stopped inside.
    pub value: Option<Value>,
    /// Alpha-beta's window here.
    pub window: Option<Window>,
    /// Whether the node was cut.
    pub is_cut: bool,
    /// Moves the cut spared.
    pub skipped: Vec<M>,
    /// Visits, where the search counts them.
    pub visits: Option<u64>,
    /// What guided the search here, where a policy did.
    pub guide: Option<Guide>,
    /// Children in the order they were searched.
    pub children: Vec<TreeNode<M>>,
}

/// Keeps what a search tells of its tree. After an iterative search the last iteration's tree is kept.
#[derive(Clone, Debug)]
pub struct TreeLog<M> {
    limits: TreeLimits,
    /// Nodes entered and not left; the root first.
    open: Vec<TreeNode<M>>,
    pub(crate) root: Option<TreeNode<M>>,
    pub(crate) kept: u32,
    pub(crate) left_out: u64,
    /// How deep below the last kept node the search is.
    hidden: u32,
}

impl<M: Copy> TreeLog<M> {
    /// An empty log.
    #[must_use]
    pub fn new(limits: TreeLimits) -> TreeLog<M> {
        TreeLog { limits, open: Vec::new(), root: None, kept: 0, left_out: 0, hidden: 0 }
    }

    /// The root of the last tree, if a search told of one.
    #[must_use]
    pub fn root(&self) -> Option<&TreeNode<M>> {
        self.root.as_ref()
    }

    /// Nodes told of but left out because the limit was reached.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    fn enter(&mut self, mv: Option<M>, window: Option<Window>) {
        if mv.is_none() {
            // A new root: the next iteration, or the first.
            (self.kept, self.left_out, self.hidden) = (0, 0, 0);
            self.open.clear();
        }
        if self.hidden > 0 || self.kept >= self.limits.nodes || self.open.len() > self.limits.depth as usize {
            self.hidden += 1;
            self.left_out += 1;
            return;
        }
        self.kept += 1;
        self.open.push(TreeNode {
            mv,
            value: None,
            window,
            is_cut: false,
            skipped: Vec::new(),
            visits: None,
            guide: None,
            children: Vec::new(),
        });
    }

    fn close(&mut self) {
        if let Some(node) = self.open.pop() {
            match self.open.last_mut() {
                Some(parent) => parent.children.push(node),
                None => self.root = Some(node),
            }
        }
    }

    /// Closes what a stopped search left open. To be called when the search has answered.
    pub fn finish(&mut self) {
        while !self.open.is_empty() {
            self.close();
        }
    }
}

impl<M: Copy> Observer<M> for TreeLog<M> {
    fn event(&mut self, event: Event<'_, M>) {
        match event {
            Event::Report(_) | Event::Question(_) | Event::Playout { .. } | Event::Choice { .. } => {}
            Event::Guide(_) if self.hidden > 0 => {}
            Event::Guide(guide) => {
                if let Some(node) = self.open.last_mut() {
                    node.guide = Some(guide);
                }
            }
            Event::Enter { mv, window } => self.enter(mv, window),
            Event::Leave { .. } if self.hidden > 0 => self.hidden -= 1,
            Event::Leave { value, is_cut, skipped, visits } => {
                if let Some(node) = self.open.last_mut() {
                    node.value = Some(value);
                    node.is_cut = is_cut;
                    node.skipped = skipped;
                    node.visits = visits;
                }
                self.close();
            }
        }
    }

    fn tree(&self) -> Option<TreeLimits> {
        Some(self.limits)
    }
}
