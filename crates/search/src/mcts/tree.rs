//! The tree, in a few arrays that all nodes share: no node has memory of its own.
//!
//! A node is a position; an edge is a move that was tried there. The edges of a node lie side by side, in blocks of four
//! whose bounds are computed together, for that is done with all of them at each visit. Edges and the list of moves are
//! made when a position is visited for the second time, and the room for edges grows as moves are tried: on a 15×15
//! board most nodes have 225 moves and no child.

use kinrow_game::{Game, Outcome};

use super::MctsOptions;
use super::by_key::ByKey;
use super::node::{Block, Edge, HalfPoints, LANES, NOWHERE, Node};
use super::solver::score_of_mover;
use super::ucb::Bound;
use crate::proof::Proof;

/// What a search has added.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Added {
    pub(super) nodes: u64,
    /// Of these, the ones that have no child.
    pub(super) leaves: u64,
    /// Moves found to lead to a position that had a node already.
    pub(super) shared: u64,
}

#[derive(Debug)]
pub(super) struct Tree<M> {
    /// The position the search is asked about.
    pub(super) root: u32,
    pub(super) nodes: Vec<Node>,
    /// The key of each node's position, which only those ask for who look for one.
    pub(super) keys: Vec<u64>,
    /// The edges, four to a block; a node's begin with a block of their own.
    blocks: Vec<Block>,
    moves: Vec<M>,
    /// Edges in use.
    ways: usize,
    /// What was added since it was last set to nothing.
    pub(super) added: Added,
    by_key: Option<ByKey>,
    /// Whether what is certain is more than an end of the game that is counted like any other.
    pub(super) solves: bool,
}

impl<M: Copy> Tree<M> {
    pub(super) fn new(options: &MctsOptions) -> Tree<M> {
        Tree {
            root: 0,
            nodes: Vec::new(),
            keys: Vec::new(),
            blocks: Vec::new(),
            moves: Vec::new(),
            ways: 0,
            added: Added::default(),
            by_key: (options.table || options.keep).then(ByKey::default),
            solves: options.solver,
        }
    }

    /// Forgets everything but the memory it had.
    pub(super) fn clear(&mut self) {
        self.root = 0;
        self.nodes.clear();
        self.keys.clear();
        self.blocks.clear();
        self.moves.clear();
        self.ways = 0;
        if let Some(by_key) = &mut self.by_key {
            by_key.clear();
        }
    }

    /// Makes room for so many playouts, so that the arrays need not move; for no more than a second's worth, for many limits
    /// are never reached.
    pub(super) fn reserve(&mut self, playouts: u64) {
        let playouts = playouts.min(1 << 18) as usize;
        self.nodes.reserve(playouts + 1);
        self.keys.reserve(playouts + 1);
        self.blocks.reserve(playouts / 2);
        self.moves.reserve(2 * playouts);
    }

    /// What the memory is bounded by: the root, and every move tried anywhere.
    pub(super) fn len(&self) -> usize {
        self.ways + 1
    }

    #[inline]
    pub(super) fn visits(&self, node: u32) -> u32 {
        self.nodes[node as usize].visits
    }

    /// What a visit scores without being played out, for the side that moved there.
    #[inline]
    pub(super) fn known_score(&self, node: u32) -> Option<HalfPoints> {
        self.nodes[node as usize].certain().map(score_of_mover)
    }

    #[inline]
    pub(super) fn untried(&self, node: u32) -> u32 {
        let node = &self.nodes[node as usize];
        u32::from(node.legal - node.tried)
    }

    /// The moves tried in a node.
    pub(super) fn edges(&self, node: u32) -> impl ExactSizeIterator<Item = Edge> + Clone {
        (0..usize::from(self.nodes[node as usize].tried)).map(move |i| self.edge(node, i))
    }

    /// Number `i` of the moves tried in a node.
    pub(super) fn edge(&self, node: u32, i: usize) -> Edge {
        let i = self.nodes[node as usize].first_edge as usize + i;
        self.blocks[i / LANES].edge(i % LANES)
    }

    /// Legal moves where they are listed: first those of [`Tree::edges`] in the same order, then the untried.
    pub(super) fn moves(&self, node: u32) -> &[M] {
        let node = &self.nodes[node as usize];
        &self.moves[node.first_move as usize..][..node.legal.into()]
    }

    /// The move that the last visit of a node took.
    #[inline]
    pub(super) fn move_taken(&self, node: u32) -> M {
        let node = &self.nodes[node as usize];
        self.moves[node.first_move as usize + usize::from(node.way)]
    }

    /// The child with the highest upper confidence bound; `None` when a move has not been tried, or there is none, or the
    /// outcome is certain.
    #[inline]
    pub(super) fn best_child(&mut self, parent: u32, bound: &Bound) -> Option<u32> {
        if self.by_key.is_some() {
            self.refresh(parent, bound);
            self.find_best(&[parent], bound);
        }
        let next = self.nodes[parent as usize].next;
        (next != NOWHERE).then_some(next)
    }

    /// Notes in each of these nodes which child has the highest bound, the first of equals, for the next visit. This is
    /// done when a visit is counted: on the way up no node waits for another, on the way down each would wait for the one
    /// above it.
    #[inline]
    pub(super) fn find_best(&mut self, parents: &[u32], bound: &Bound) {
        let (nodes, blocks) = (self.nodes.as_mut_slice(), self.blocks.as_slice());
        for &parent in parents {
            let node = &mut nodes[parent as usize];
            if node.next == NOWHERE {
                continue;
            }
            let exploration = bound.exploration(node.visits);
            let first_block = node.first_edge as usize / LANES;
            let blocks = &blocks[first_block..][..usize::from(node.tried).div_ceil(LANES)];
            // Twice over the bounds, without a branch for each: once for the highest, once for where it is.
            let highest = blocks.iter().fold([f32::NEG_INFINITY; LANES], |highest, block| {
                let bounds = block.bounds(exploration);
                std::array::from_fn(|lane| higher(bounds[lane], highest[lane]))
            });
            let highest = highest.into_iter().fold(f32::NEG_INFINITY, higher);
            for (i, block) in blocks.iter().enumerate() {
                let lanes = block.lanes_at(highest, exploration);
                if lanes != 0 {
                    let lane = lanes.trailing_zeros() as usize % LANES;
                    (node.way, node.next) = ((i * LANES + lane) as u16, block.node[lane]);
                    break;
                }
            }
        }
    }

    /// Takes over what shared children learned by other ways: their means count, but only this way's visits explore
    /// (UCT2 of Childs, Brodeur and Kocsis 2008).
    fn refresh(&mut self, parent: u32, bound: &Bound) {
        let node = self.nodes[parent as usize];
        let mut has_draw = node.has_draw;
        for i in 0..u32::from(node.tried) {
            let edge = (node.first_edge + i) as usize;
            let block = &mut self.blocks[edge / LANES];
            let child = &self.nodes[block.node[edge % LANES] as usize];
            block.weigh(edge % LANES, child, self.solves, bound);
            has_draw |= child.certain().is_some_and(|proof| proof.outcome == Outcome::Draw);
        }
        self.nodes[parent as usize].has_draw = has_draw;
    }

    /// Counts a playout in a child, which the last visit of `parent` went on to. The score is for the side that moved there.
    #[inline(always)]
    pub(super) fn count(&mut self, parent: u32, child: u32, score: HalfPoints, bound: &Bound) {
        let parent = &self.nodes[parent as usize];
        let edge = parent.first_edge as usize + usize::from(parent.way);
        let node = &mut self.nodes[child as usize];
        node.count(score);
        let (block, lane) = (&mut self.blocks[edge / LANES], edge % LANES);
        block.visits[lane] += 1;
        block.weigh(lane, node, self.solves, bound);
    }

    /// Counts a playout in the root.
    pub(super) fn count_root(&mut self, score: HalfPoints) {
        self.nodes[self.root as usize].count(score);
    }

    /// Adds a position that no move of the tree leads to, as the root.
    pub(super) fn add_root(&mut self, key: u64) {
        self.root = self.add_node(key);
    }

    /// The node of a position, in a tree that shares them.
    pub(super) fn find_shared(&self, key: u64) -> Option<u32> {
        self.by_key.as_ref()?.get(&key).copied()
    }

    #[inline]
    fn add_node(&mut self, key: u64) -> u32 {
        let index = self.nodes.len() as u32;
        self.keys.push(key);
        self.nodes.push(Node::NEW);
        if let Some(by_key) = &mut self.by_key {
            by_key.insert(key, index);
        }
        self.added.nodes += 1;
        self.added.leaves += 1;
        index
    }

    /// Notes the legal moves of a node, unless that was done.
    #[inline]
    pub(super) fn list_moves(&mut self, node: u32, position: &impl Game<Move = M>) {
        let node = &mut self.nodes[node as usize];
        if node.legal == 0 {
            node.first_move = self.moves.len() as u32;
            self.moves.extend(position.moves());
            node.legal = (self.moves.len() as u32 - node.first_move) as u16;
        }
    }

    /// Moves the untried move number `drawn` to where its edge will be, and tells it.
    #[inline]
    pub(super) fn take_untried(&mut self, node: u32, drawn: u32) -> M {
        let node = &self.nodes[node as usize];
        let next = node.first_move as usize + usize::from(node.tried);
        self.moves.swap(next, next + drawn as usize);
        self.moves[next]
    }

    /// Adds an edge for the move that was taken last, which leads to `position`.
    #[inline]
    pub(super) fn add_child(&mut self, parent: u32, position: &impl Game<Move = M>) -> u32 {
        let key = position.key();
        let known = self.by_key.as_ref().and_then(|by_key| by_key.get(&key).copied());
        self.added.shared += u64::from(known.is_some());
        let node = known.unwrap_or_else(|| {
            let node = self.add_node(key);
            if let Some(outcome) = position.outcome() {
                self.nodes[node as usize].settle(Proof::exact(outcome, 0));
            }
            node
        });
        self.add_edge(parent, node);
        node
    }

    #[inline]
    fn add_edge(&mut self, parent: u32, child: u32) {
        let kept = self.nodes.len() - self.added.nodes as usize;
        let is_added = parent as usize >= kept;
        let parent = &mut self.nodes[parent as usize];
        let room = parent.blocks_for(parent.tried);
        if usize::from(parent.tried) == room * LANES {
            let wanted = parent.blocks_for(parent.tried + 1);
            // The edges move to the end of the array; what they leave is lost until the tree is next copied.
            let old = parent.first_edge as usize / LANES;
            parent.first_edge = (self.blocks.len() * LANES) as u32;
            self.blocks.extend_from_within(old..old + room);
            self.blocks.resize(self.blocks.len() + wanted - room, Block::EMPTY);
        }
        let edge = parent.first_edge as usize + usize::from(parent.tried);
        self.blocks[edge / LANES].node[edge % LANES] = child;
        if parent.tried == 0 && is_added {
            self.added.leaves -= 1;
        }
        parent.way = parent.tried;
        parent.tried += 1;
        if parent.tried == parent.legal {
            parent.next = child;
        }
        self.ways += 1;
    }

    /// Adds a copy of a node of another tree, with its moves and edges; the edges still lead into the other tree.
    pub(super) fn add_copy(&mut self, other: &Tree<M>, node: u32) -> u32 {
        let original = other.nodes[node as usize];
        let copy = self.add_node(other.keys[node as usize]);
        let (first_edge, first_move) = ((self.blocks.len() * LANES) as u32, self.moves.len() as u32);
        self.nodes[copy as usize] = original;
        (self.nodes[copy as usize].first_edge, self.nodes[copy as usize].first_move) =
            (first_edge, first_move);
        let first_block = original.first_edge as usize / LANES;
        let room = original.blocks_for(original.tried);
        self.blocks.extend_from_slice(&other.blocks[first_block..][..room]);
        self.moves.extend_from_slice(other.moves(node));
        self.ways += usize::from(original.tried);
        copy
    }

    /// Leads an edge of a node to another child.
    pub(super) fn lead(&mut self, node: u32, i: usize, child: u32) {
        let node = &mut self.nodes[node as usize];
        let edge = node.first_edge as usize + i;
        self.blocks[edge / LANES].node[edge % LANES] = child;
        if node.next != NOWHERE && usize::from(node.way) == i {
            node.next = child;
        }
    }
}

/// The greater of two numbers, neither of which is NaN: one instruction, where `f32::max` takes five.
#[inline]
fn higher(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
