//! The tree, in a few arrays that all nodes share: no node has memory of its own.
//!
//! A node is a position; an edge is a move that was tried there. The edges of a node lie side by side, for the bound is
//! computed over all of them at each visit. Edges and the list of moves are made when a position is visited for the
//! second time, and the room for edges grows as moves are tried: on a 15×15 board most nodes have 225 moves and no child.

use kinrow_game::{Game, Outcome};

use super::MctsOptions;
use super::node::{Edge, HalfPoints, Node, Step};
use super::solver::Proof;
use super::table::Table;
use super::ucb::Exploration;

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
    edges: Vec<Edge>,
    moves: Vec<M>,
    /// Edges in use.
    ways: usize,
    /// What was added since it was last set to nothing.
    pub(super) added: Added,
    table: Option<Table>,
    /// Whether what is certain is more than an end of the game that is counted like any other.
    pub(super) solves: bool,
}

impl<M: Copy> Tree<M> {
    pub(super) fn new(options: &MctsOptions) -> Tree<M> {
        Tree {
            root: 0,
            nodes: Vec::new(),
            keys: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
            ways: 0,
            added: Added::default(),
            table: (options.table || options.keep).then(Table::default),
            solves: options.solver,
        }
    }

    /// Forgets everything but the memory it had.
    pub(super) fn clear(&mut self) {
        self.root = 0;
        self.nodes.clear();
        self.keys.clear();
        self.edges.clear();
        self.moves.clear();
        self.ways = 0;
        if let Some(table) = &mut self.table {
            table.clear();
        }
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
        self.nodes[node as usize].certain.map(Proof::score_of_mover)
    }

    #[inline]
    pub(super) fn untried(&self, node: u32) -> u32 {
        let node = &self.nodes[node as usize];
        u32::from(node.legal - node.tried)
    }

    pub(super) fn edges(&self, node: u32) -> &[Edge] {
        let node = &self.nodes[node as usize];
        &self.edges[node.first_edge as usize..][..node.tried.into()]
    }

    /// Legal moves where they are listed: first those of [`Tree::edges`] in the same order, then the untried.
    pub(super) fn moves(&self, node: u32) -> &[M] {
        let node = &self.nodes[node as usize];
        &self.moves[node.first_move as usize..][..node.legal.into()]
    }

    /// The move that a step makes.
    #[inline]
    pub(super) fn move_of(&self, step: Step) -> M {
        let node = &self.nodes[step.parent as usize];
        self.moves[(node.first_move + step.edge - node.first_edge) as usize]
    }

    /// The child with the highest upper confidence bound, the first of equals; `None` when a move has not been tried, or
    /// there is none, or the outcome is certain.
    #[inline]
    pub(super) fn best_child(&mut self, parent: u32, exploration: &Exploration) -> Option<Step> {
        if self.table.is_some() {
            self.refresh(parent);
        }
        let node = &self.nodes[parent as usize];
        if node.tried < node.legal || node.legal == 0 || node.certain.is_some() {
            return None;
        }
        let exploration = exploration.after(node.visits);
        let edges = &self.edges[node.first_edge as usize..][..node.tried.into()];
        let (mut best, mut highest) = (0, f32::NEG_INFINITY);
        for (i, edge) in edges.iter().enumerate() {
            let bound = edge.mean + exploration * edge.spread;
            if bound > highest {
                (best, highest) = (i, bound);
            }
        }
        Some(Step { parent, edge: node.first_edge + best as u32, node: edges[best].node })
    }

    /// Takes over what shared children learned by other ways: their means count, but only this way's visits explore
    /// (UCT2 of Childs, Brodeur and Kocsis 2008).
    fn refresh(&mut self, parent: u32) {
        let node = self.nodes[parent as usize];
        let mut has_draw = node.has_draw;
        for edge in &mut self.edges[node.first_edge as usize..][..node.tried.into()] {
            let child = &self.nodes[edge.node as usize];
            edge.weigh(child, self.solves);
            has_draw |= child.certain.is_some_and(|proof| proof.outcome == Outcome::Draw);
        }
        self.nodes[parent as usize].has_draw = has_draw;
    }

    /// Counts a playout in the node that a step leads to. The score is for the side that made the step.
    #[inline]
    pub(super) fn count(&mut self, step: Step, score: HalfPoints) {
        let node = &mut self.nodes[step.node as usize];
        node.visits += 1;
        node.half_points += score.0;
        let edge = &mut self.edges[step.edge as usize];
        edge.visits += 1;
        edge.weigh(node, self.solves);
    }

    /// Counts a playout in the root.
    pub(super) fn count_root(&mut self, score: HalfPoints) {
        let root = &mut self.nodes[self.root as usize];
        root.visits += 1;
        root.half_points += score.0;
    }

    /// Adds a position that no move of the tree leads to, as the root.
    pub(super) fn add_root(&mut self, key: u64) {
        self.root = self.add_node(key);
    }

    /// The node of a position, in a tree that shares them.
    pub(super) fn find_shared(&self, key: u64) -> Option<u32> {
        self.table.as_ref()?.get(&key).copied()
    }

    fn add_node(&mut self, key: u64) -> u32 {
        let index = self.nodes.len() as u32;
        self.keys.push(key);
        self.nodes.push(Node {
            visits: 0,
            half_points: 0,
            first_edge: 0,
            first_move: 0,
            legal: 0,
            tried: 0,
            room: 0,
            certain: None,
            has_draw: false,
        });
        if let Some(table) = &mut self.table {
            table.insert(key, index);
        }
        self.added.nodes += 1;
        self.added.leaves += 1;
        index
    }

    /// Notes the legal moves of a node, unless that was done.
    pub(super) fn list_moves(&mut self, node: u32, position: &impl Game<Move = M>) {
        let node = &mut self.nodes[node as usize];
        if node.legal == 0 {
            node.first_move = self.moves.len() as u32;
            self.moves.extend(position.moves());
            node.legal = (self.moves.len() as u32 - node.first_move) as u16;
        }
    }

    /// Moves the untried move number `drawn` to where its edge will be, and tells it.
    pub(super) fn take_untried(&mut self, node: u32, drawn: u32) -> M {
        let node = &self.nodes[node as usize];
        let next = node.first_move as usize + usize::from(node.tried);
        self.moves.swap(next, next + drawn as usize);
        self.moves[next]
    }

    /// Adds an edge for the move that was taken last, which leads to `position`.
    pub(super) fn add_child(&mut self, parent: u32, position: &impl Game<Move = M>) -> Step {
        let key = position.key();
        let known = self.table.as_ref().and_then(|table| table.get(&key).copied());
        self.added.shared += u64::from(known.is_some());
        let node = known.unwrap_or_else(|| {
            let node = self.add_node(key);
            self.nodes[node as usize].certain = position.outcome().map(Proof::end);
            node
        });
        let edge = self.add_edge(parent, Edge { mean: 0.0, spread: 0.0, visits: 0, node });
        Step { parent, edge, node }
    }

    fn add_edge(&mut self, parent: u32, edge: Edge) -> u32 {
        const FIRST_ROOM: u16 = 4;
        const SMALL_GAME: u16 = 16;
        let kept = self.nodes.len() - self.added.nodes as usize;
        let is_added = parent as usize >= kept;
        let parent = &mut self.nodes[parent as usize];
        if parent.tried == parent.room {
            // The edges move to the end of the array; what they leave is lost until the tree is next copied.
            let wanted =
                if parent.legal <= SMALL_GAME { SMALL_GAME } else { FIRST_ROOM.max(2 * parent.room) };
            parent.room = wanted.min(parent.legal);
            let old = parent.first_edge as usize;
            parent.first_edge = self.edges.len() as u32;
            self.edges.extend_from_within(old..old + usize::from(parent.tried));
            self.edges.resize((parent.first_edge + u32::from(parent.room)) as usize, edge);
        }
        let index = parent.first_edge + u32::from(parent.tried);
        self.edges[index as usize] = edge;
        if parent.tried == 0 && is_added {
            self.added.leaves -= 1;
        }
        parent.tried += 1;
        self.ways += 1;
        index
    }

    /// Adds a copy of a node of another tree, with its moves and edges; the edges still lead into the other tree.
    pub(super) fn add_copy(&mut self, other: &Tree<M>, node: u32) -> u32 {
        let original = other.nodes[node as usize];
        let copy = self.add_node(other.keys[node as usize]);
        let (first_edge, first_move) = (self.edges.len() as u32, self.moves.len() as u32);
        self.nodes[copy as usize] = Node { first_edge, first_move, room: original.tried, ..original };
        self.edges.extend_from_slice(other.edges(node));
        self.moves.extend_from_slice(other.moves(node));
        self.ways += usize::from(original.tried);
        copy
    }

    pub(super) fn edges_mut(&mut self, node: u32) -> &mut [Edge] {
        let node = &self.nodes[node as usize];
        &mut self.edges[node.first_edge as usize..][..node.tried.into()]
    }
}
