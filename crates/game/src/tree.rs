//! A toy game given as a tree in text: `(1 (0 -1) 1)` has three moves, the second of which leaves two.
//!
//! Leaves are ends as X sees them: 1 won, 0 drawn, -1 lost. A tree with any other number in it, like the textbook's
//! `(3 12 8) (2 4 6) (14 5 2)`, is played for points: X wants many, O few. X moves at the root, then the sides take turns.
//! A move is the number of the branch. Algorithms are tested and taught on it without a board, with trees small enough to
//! check by hand.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::zobrist::scramble;
use crate::{Ending, Game, Outcome, Side, excerpt};

/// A position of a toy game: a node of a tree that all its positions share.
#[derive(Clone)]
pub struct Tree {
    nodes: Arc<[Node]>,
    at: usize,
    to_move: Side,
    /// Whether its leaves are more than won, drawn and lost.
    has_points: bool,
}

#[derive(Debug)]
enum Node {
    /// What it is worth to X.
    Leaf(i32),
    Inner(Vec<usize>),
}

/// More nodes than this nobody types.
const MOST_NODES: usize = 1000;
/// Brackets within brackets, of a tree that is typed.
const MOST_DEPTH: usize = 40;
/// Points of a leaf, or as many less than none.
const MOST_POINTS: i32 = 1_000_000;

crate::sentences! {
    /// Why a text is not a tree.
    pub enum TreeError {
        /// The text stops or goes on where it should not, or a leaf is none.
        Shape { given: String, at: usize } = "tree-shape" =>
            "'{given}' is not a tree: at character {at} a whole number from -1000000 to 1000000 or a bracketed list of trees was expected",
        /// More than anybody could follow.
        Large { nodes: usize, depth: usize } = "tree-large" =>
            "the tree is too large: at most {nodes} nodes, brackets at most {depth} deep",
    }
}

impl FromStr for Tree {
    type Err = TreeError;

    /// Several trees beside each other are the branches of the root.
    fn from_str(text: &str) -> Result<Tree, TreeError> {
        Tree::parse(text, usize::MAX, usize::MAX)
    }
}

impl Tree {
    /// A tree that somebody typed in, and that can be looked at: not too large, nor too deep.
    ///
    /// # Errors
    /// When the text is no tree, or too much of one.
    pub fn typed(text: &str) -> Result<Tree, TreeError> {
        Tree::parse(text, MOST_NODES, MOST_DEPTH)
    }

    fn parse(text: &str, most_nodes: usize, most_depth: usize) -> Result<Tree, TreeError> {
        let mut nodes = vec![Node::Inner(Vec::new())];
        let mut open: Vec<usize> = vec![0];
        let error = |at: usize| TreeError::Shape { given: excerpt(&text), at: at + 1 };
        for (at, token) in tokens(text) {
            if token == ")" {
                let closed = open.pop().filter(|&closed| closed > 0).ok_or_else(|| error(at))?;
                if matches!(&nodes[closed], Node::Inner(children) if children.is_empty()) {
                    return Err(error(at));
                }
                continue;
            }
            let node = match token.as_str() {
                "(" => Node::Inner(Vec::new()),
                number => Node::Leaf(points(number).ok_or_else(|| error(at))?),
            };
            if nodes.len() > most_nodes || open.len() > most_depth {
                return Err(TreeError::Large { nodes: most_nodes, depth: most_depth });
            }
            let index = nodes.len();
            if let Some(&parent) = open.last()
                && let Node::Inner(children) = &mut nodes[parent]
            {
                children.push(index);
            }
            if matches!(node, Node::Inner(_)) {
                open.push(index);
            }
            nodes.push(node);
        }
        let Node::Inner(roots) = &nodes[0] else { unreachable!("the first node was made an inner one") };
        if roots.is_empty() || open.len() > 1 {
            return Err(error(text.chars().count()));
        }
        // One tree alone is the root itself.
        let at = if let [root] = roots[..] { root } else { 0 };
        let has_points = nodes.iter().any(|node| matches!(node, Node::Leaf(points) if points.abs() > 1));
        Ok(Tree { nodes: nodes.into(), at, to_move: Side::X, has_points })
    }
}

/// What a leaf is worth, if it is one.
fn points(word: &str) -> Option<i32> {
    let points: i32 = word.parse().ok()?;
    (points.abs() <= MOST_POINTS).then_some(points)
}

/// Brackets and words, each with the number of characters before it. Commas separate as blanks do; square brackets, and
/// the wide signs of Chinese keyboards, are as good as the others.
fn tokens(text: &str) -> Vec<(usize, String)> {
    let mut tokens = Vec::new();
    let mut word: Option<(usize, String)> = None;
    for (at, c) in text.chars().enumerate() {
        let bracket = match c {
            '(' | '[' | '（' | '［' => Some("("),
            ')' | ']' | '）' | '］' => Some(")"),
            _ => None,
        };
        if bracket.is_some() || c.is_whitespace() || matches!(c, ',' | '，' | '、') {
            tokens.extend(word.take());
            tokens.extend(bracket.map(|bracket| (at, bracket.to_string())));
        } else {
            let c = if matches!(c, '−' | '－') { '-' } else { c };
            word.get_or_insert_with(|| (at, String::new())).1.push(c);
        }
    }
    tokens.extend(word);
    tokens
}

impl Tree {
    /// What the end of a game for points is worth to the side to move; `None` while it goes on, and where games are just
    /// won, drawn or lost.
    #[must_use]
    pub fn points(&self) -> Option<i32> {
        match self.nodes[self.at] {
            Node::Leaf(points) if self.has_points => {
                Some(if self.to_move == Side::X { points } else { -points })
            }
            _ => None,
        }
    }

    /// Whether it is played for points.
    #[must_use]
    pub fn has_points(&self) -> bool {
        self.has_points
    }

    fn write(&self, at: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.nodes[at] {
            Node::Leaf(points) => write!(f, "{points}"),
            Node::Inner(children) => {
                for (i, &child) in children.iter().enumerate() {
                    f.write_str(if i == 0 { "(" } else { " " })?;
                    self.write(child, f)?;
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(self.at, f)
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to move in {self}", self.to_move)
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.nodes, &other.nodes) && self.at == other.at
    }
}

impl Game for Tree {
    type Move = usize;

    fn start(&self) -> Self {
        let root = match &self.nodes[0] {
            Node::Inner(roots) if roots.len() == 1 => roots[0],
            _ => 0,
        };
        Tree { nodes: self.nodes.clone(), at: root, to_move: Side::X, has_points: self.has_points }
    }

    fn moves(&self) -> impl Iterator<Item = usize> {
        match &self.nodes[self.at] {
            Node::Leaf(_) => 0..0,
            Node::Inner(children) => 0..children.len(),
        }
    }

    fn play(&self, branch: usize) -> Self {
        let at = match &self.nodes[self.at] {
            Node::Leaf(_) => self.at,
            Node::Inner(children) => children[branch],
        };
        Tree { nodes: self.nodes.clone(), at, to_move: self.to_move.opponent(), has_points: self.has_points }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.nodes[self.at] {
            Node::Leaf(points) => {
                let ending = match points.cmp(&0) {
                    Ordering::Greater => Ending::Won(Side::X),
                    Ordering::Equal => Ending::Drawn,
                    Ordering::Less => Ending::Won(Side::O),
                };
                Some(ending.seen_by(self.to_move))
            }
            Node::Inner(_) => None,
        }
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn key(&self) -> u64 {
        scramble(self.at as u64)
    }

    /// Branches are counted from 1.
    fn name(&self, branch: usize) -> String {
        (branch + 1).to_string()
    }

    fn most_positions(&self) -> Option<usize> {
        Some(self.nodes.len())
    }

    fn moves_left(&self) -> u32 {
        match &self.nodes[self.at] {
            Node::Leaf(_) => 0,
            Node::Inner(children) => {
                let deepest = (0..children.len()).map(|branch| self.play(branch).moves_left()).max();
                1 + deepest.unwrap_or(0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back() {
        for text in ["1", "-1", "(0)", "(1 (0 -1) 1)", "((1 -1) (0 (1 1)))"] {
            assert_eq!(text.parse::<Tree>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "(", ")", "()", "(1", "(1))", "1.5", "(1 x)", "3 () 4", "2000000", "99999999999"] {
            let error = text.parse::<Tree>().unwrap_err().to_string();
            assert!(error.contains("is not a tree"), "{text}: {error}");
        }
    }

    #[test]
    fn trees_beside_each_other_are_branches() {
        let textbook = "((3 12 8) (2 4 6) (14 5 2))";
        for text in [
            "(3 12 8) (2 4 6) (14 5 2)",
            "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]",
            "（3，12，8）（2、4、6）（14 5 2）",
        ] {
            let tree: Tree = text.parse().unwrap();
            assert_eq!(tree.to_string(), textbook);
            assert_eq!(tree.start(), tree);
        }
        assert_eq!("1 −1".parse::<Tree>().unwrap().to_string(), "(1 -1)");
    }

    #[test]
    fn other_numbers_are_points() {
        let tree: Tree = "(3 (1 -2))".parse().unwrap();
        assert_eq!(tree.play(0).points(), Some(-3), "it is O's turn there");
        assert_eq!(tree.play(1).play(1).points(), Some(-2));
        assert_eq!((tree.points(), tree.play(1).play(1).outcome()), (None, Some(Outcome::Loss)));
        let plain: Tree = "(1 0)".parse().unwrap();
        assert_eq!(plain.play(0).points(), None);
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let (wide, deep) = ("1 ".repeat(1001), format!("{}1 1{}", "(".repeat(41), ")".repeat(41)));
        for text in [wide, deep] {
            assert_eq!(Tree::typed(&text), Err(TreeError::Large { nodes: 1000, depth: 40 }));
            assert!(text.parse::<Tree>().is_ok(), "nobody typed it");
        }
        assert!(Tree::typed(&"1 ".repeat(1000)).is_ok());
    }

    #[test]
    fn sides_take_turns_and_leaves_are_as_x_sees_them() {
        let tree: Tree = "(1 (0 -1) 1)".parse().unwrap();
        assert_eq!(tree.play(0).outcome(), Some(Outcome::Loss));
        let lost_by_x = tree.play(1).play(1);
        assert_eq!(lost_by_x.outcome(), Some(Outcome::Loss));
        assert_eq!(lost_by_x.ending(), Some(Ending::Won(Side::O)));
        assert_eq!(tree.moves_left(), 2);
    }
}
