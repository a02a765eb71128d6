//! A toy game given as a tree in text: `(1 (0 -1) 1)` has three moves, the second of which leaves two.
//!
//! Leaves are ends as X sees them: 1 won, 0 drawn, -1 lost. X moves at the root, then the sides take turns. A move is the
//! number of the branch. Algorithms are tested on it without a board, with trees small enough to check by hand.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::zobrist::scramble;
use crate::{Ending, Game, Outcome, Side};

/// A position of a toy game: a node of a tree that all its positions share.
#[derive(Clone)]
pub struct Tree {
    nodes: Arc<[Node]>,
    at: usize,
    to_move: Side,
}

#[derive(Debug)]
enum Node {
    Leaf(Ending),
    Inner(Vec<usize>),
}

crate::sentences! {
    /// Why a text is not a tree.
    pub enum TreeError {
        /// The text stops or goes on where it should not, or a leaf is none.
        Shape { given: String, at: usize } = "tree-shape" =>
            "'{given}' is not a tree: at character {at} a leaf (1, 0 or -1) or a bracketed list of trees was expected",
    }
}

impl FromStr for Tree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Tree, TreeError> {
        let mut nodes = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let error = |at: usize| TreeError::Shape { given: text.into(), at: at + 1 };
        for (at, token) in tokens(text) {
            if open.is_empty() && !nodes.is_empty() {
                return Err(error(at));
            }
            if token == ")" {
                let closed = open.pop().ok_or_else(|| error(at))?;
                if matches!(&nodes[closed], Node::Inner(children) if children.is_empty()) {
                    return Err(error(at));
                }
                continue;
            }
            let node = match token {
                "(" => Node::Inner(Vec::new()),
                "1" => Node::Leaf(Ending::Won(Side::X)),
                "0" => Node::Leaf(Ending::Drawn),
                "-1" => Node::Leaf(Ending::Won(Side::O)),
                _ => return Err(error(at)),
            };
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
        if nodes.is_empty() || !open.is_empty() {
            return Err(error(text.chars().count()));
        }
        Ok(Tree { nodes: nodes.into(), at: 0, to_move: Side::X })
    }
}

/// Brackets and words, each with the number of characters before it.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    let mut word = None;
    for (at, (start, c)) in text.char_indices().enumerate() {
        let end = start + c.len_utf8();
        if c.is_whitespace() || c == '(' || c == ')' {
            tokens.extend(word.take().map(|(at, from)| (at, &text[from..start])));
            if !c.is_whitespace() {
                tokens.push((at, &text[start..end]));
            }
        } else if word.is_none() {
            word = Some((at, start));
        }
    }
    tokens.extend(word.map(|(at, from)| (at, &text[from..])));
    tokens
}

impl Tree {
    fn write(&self, at: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.nodes[at] {
            Node::Leaf(Ending::Won(Side::X)) => f.write_str("1"),
            Node::Leaf(Ending::Won(Side::O)) => f.write_str("-1"),
            Node::Leaf(Ending::Drawn) => f.write_str("0"),
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
        Tree { nodes: self.nodes.clone(), at: 0, to_move: Side::X }
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
        Tree { nodes: self.nodes.clone(), at, to_move: self.to_move.opponent() }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.nodes[self.at] {
            Node::Leaf(ending) => Some(ending.seen_by(self.to_move)),
            Node::Inner(_) => None,
        }
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn key(&self) -> u64 {
        scramble(self.at as u64)
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
        for text in ["", "(", ")", "()", "(1", "1 1", "(1))", "2", "(1 x)", "(1) 0"] {
            let error = text.parse::<Tree>().unwrap_err().to_string();
            assert!(error.contains("is not a tree"), "{text}: {error}");
        }
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
