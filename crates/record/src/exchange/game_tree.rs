//! A game with its variations: moves as a tree, each with a symbol and a comment. What an analysis keeps, and what SGF can hold
//! of it.

use kinrow_agent::GameRecord;
use kinrow_game::notation::MovesError;
use kinrow_game::{Game, Point, Position};

use super::check::positions;
use super::error::{FormatError, Wrong};

kinrow_agent::named! {
    /// What people write behind a move.
    pub enum Symbol {
        /// Very good.
        Brilliant = "!!",
        /// Good.
        Good = "!",
        /// Perhaps good.
        Interesting = "!?",
        /// Perhaps bad.
        Doubtful = "?!",
        /// Bad.
        Bad = "?",
        /// Very bad.
        Blunder = "??",
    }
}

/// So many moves, variations included, are one game's.
pub const MOST_NODES: usize = 5000;

/// A place in a tree of variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// Where it branches off; only the beginning has none.
    pub parent: Option<usize>,
    /// The move that leads here; only the beginning has none.
    pub mv: Option<Point>,
    /// What somebody thinks of the move.
    pub symbol: Option<Symbol>,
    /// What somebody says about it.
    pub comment: String,
}

/// A game with its variations. Every move in it is legal where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTree {
    start: Position,
    /// The beginning first, every other node after its parent; of the children of a node the first goes on with the main line.
    nodes: Vec<TreeNode>,
    /// The position of each node, and how many moves lead there.
    reached: Vec<(Position, usize)>,
}

impl GameTree {
    /// A beginning without moves.
    #[must_use]
    pub fn new(start: Position) -> GameTree {
        let beginning = TreeNode { parent: None, mv: None, symbol: None, comment: String::new() };
        GameTree { start, nodes: vec![beginning], reached: vec![(start, 0)] }
    }

    /// The one line of a record.
    ///
    /// # Errors
    /// When it is not a game.
    pub fn of_record(record: &GameRecord) -> Result<GameTree, Wrong> {
        let (start, after) = positions(record)?;
        let mut tree = GameTree::new(start);
        let mut node = 0;
        for (point, position) in after {
            node = tree.add(node, &position.name(point))?;
        }
        Ok(tree)
    }

    /// The position it begins with.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Every place in it, the beginning first and parents before their children.
    #[must_use]
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// A place in it, to be spoken of.
    pub fn node_mut(&mut self, node: usize) -> Option<&mut TreeNode> {
        self.nodes.get_mut(node)
    }

    /// The position at a place.
    #[must_use]
    pub fn position(&self, node: usize) -> Option<&Position> {
        self.reached.get(node).map(|(position, _)| position)
    }

    /// How many moves lead to a place.
    pub(super) fn depth(&self, node: usize) -> usize {
        self.reached[node].1
    }

    /// Adds a move after a node, unless it is there already; gives its place.
    ///
    /// # Errors
    /// When there is no such node, the move is not legal there, or the tree is full.
    pub fn add(&mut self, parent: usize, mv: &str) -> Result<usize, Wrong> {
        let &(position, depth) = self.reached.get(parent).ok_or(FormatError::TreeParent { given: parent })?;
        let point = position.parse_move(mv).map_err(|why| MovesError { number: depth + 1, why })?;
        let known = self.children(parent).find(|&child| self.nodes[child].mv == Some(point));
        if let Some(known) = known {
            return Ok(known);
        }
        if self.nodes.len() > MOST_NODES {
            return Err(FormatError::TreeMany { most: MOST_NODES }.into());
        }
        self.nodes.push(TreeNode {
            parent: Some(parent),
            mv: Some(point),
            symbol: None,
            comment: String::new(),
        });
        self.reached.push((position.play(point), depth + 1));
        Ok(self.nodes.len() - 1)
    }

    /// The moves after a node, the main line first.
    pub fn children(&self, parent: usize) -> impl Iterator<Item = usize> + '_ {
        let later = self.nodes.iter().enumerate().skip(parent + 1);
        later.filter(move |(_, node)| node.parent == Some(parent)).map(|(at, _)| at)
    }
}
