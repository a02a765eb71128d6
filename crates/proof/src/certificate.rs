//! A certificate: a position, what is claimed of it, and a strategy that shows it.

use kinrow_game::{Position, Side};

/// A position with one claim, or with two that make it a draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// What it is about.
    pub position: Position,
    /// One claim; or two, that X does not lose and that O does not.
    pub claims: Vec<Claim>,
}

/// What is claimed of a side: the prover. Its opponent is the enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The prover completes a row within so many plies, whatever the enemy does.
    Wins {
        /// Plies, counted from the position.
        within: u16,
    },
    /// The enemy cannot force a row: the prover wins or draws.
    Holds,
}

/// A claim with its proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The prover.
    pub side: Side,
    /// What it reaches.
    pub goal: Goal,
    /// The nodes, each behind those it refers to; the last is about the position itself.
    pub nodes: Nodes,
}

/// Why the prover reaches its goal from some situation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// The prover completes a row here.
    Complete(u16),
    /// The prover plays here; what follows shows the rest.
    Play(u16, Link),
    /// The enemy is to move: these answers, by rising number of the cell, are looked at one by one. An answer after which the prover completes a
    /// row at once need not be looked at. All others are looked at together: as a stone that stands somewhere, nobody knows where.
    Answers {
        /// Cells and what follows.
        each: Vec<(u16, Link)>,
        /// What follows any other.
        rest: Option<Link>,
    },
    /// The enemy never completes a row: a row either has one of these pairs of empty cells in it, and the prover answers the one by the other;
    /// or it has no cell of a pair, and there are too few such rows with too few stones to matter.
    Pairs(Vec<(u16, u16)>),
}

impl Node {
    /// The enemy is to move, and the prover completes a row whatever it does.
    #[must_use]
    pub fn answered_at_once() -> Node {
        Node::Answers { each: Vec::new(), rest: None }
    }

    /// The same, unless the enemy answers here.
    #[must_use]
    pub fn only_answer(cell: u16, next: Link) -> Node {
        Node::Answers { each: vec![(cell, next)], rest: None }
    }
}

/// A reference to an earlier node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// Its number.
    pub node: u32,
    /// The symmetry, by its place in [`kinrow_game::Symmetry::all`], that takes the situation here to the one that node is about.
    pub symmetry: u8,
}

/// What a certificate says of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// This side wins within so many plies.
    Wins(Side, u16),
    /// This side does not lose.
    Holds(Side),
    /// Neither side can force a win.
    Draw,
}

impl Certificate {
    /// What it says.
    #[must_use]
    pub fn statement(&self) -> Statement {
        match &self.claims[..] {
            [Claim { side, goal: Goal::Wins { within }, .. }] => Statement::Wins(*side, *within),
            [Claim { side, goal: Goal::Holds, .. }] => Statement::Holds(*side),
            _ => Statement::Draw,
        }
    }
}

/// Nodes as they stand in a file: a list that is decoded as it is walked over, so that a large proof takes little memory.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Nodes {
    pub(crate) bytes: Vec<u8>,
    /// Where each begins.
    pub(crate) starts: Vec<u32>,
}

impl Nodes {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// How many bytes they take.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }
}
