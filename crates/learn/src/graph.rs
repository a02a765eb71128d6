//! The positions a learner has met, as a graph: each position once, numbered, with its successors by number.
//!
//! A position's successors are worked out when it is first left, and kept; from then on an episode is a walk through arrays,
//! which is what makes a million episodes a second possible. With `symmetry` on, symmetric positions are one. The graph
//! holds only what was reached, and never more than it was allowed.

use kinrow_game::{Bits, Board, ByStones, Ending, Game, Rules, Side};

/// A position's number.
pub type Id = u32;

/// Positions met so far.
#[derive(Clone, Debug)]
pub struct Graph<const W: usize> {
    rules: Rules,
    is_symmetric: bool,
    most: usize,
    ids: ByStones<W, Id>,
    stones: Vec<[Bits<W>; 2]>,
    nodes: Vec<Node>,
    successors: Vec<Id>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Where its successors begin; unknown until it is first left.
    first: u32,
    count: u16,
    is_left: bool,
    to_move: Side,
    ending: Option<Ending>,
}

kinrow_game::sentences! {
    /// Why learning ended early.
    pub enum GraphError {
        /// No room for another position.
        Full { rules: String, positions: usize } = "graph-full" =>
            "the table of {rules} is full at {positions} positions: choose a smaller board, or allow more (positions=…)",
    }
}

impl<const W: usize> Graph<W> {
    /// The number of the position in which the game begins.
    pub const START: Id = 0;

    /// The empty board alone; at most `most` positions.
    ///
    /// # Panics
    /// When `W` words are too few for the rules, as [`Board::new`].
    #[must_use]
    pub fn new(rules: Rules, is_symmetric: bool, most: usize) -> Graph<W> {
        let mut graph = Graph {
            rules,
            is_symmetric,
            most: most.clamp(1, u32::MAX as usize),
            ids: ByStones::default(),
            stones: Vec::new(),
            nodes: Vec::new(),
            successors: Vec::new(),
        };
        graph.intern(&Board::new(rules)).expect("there is room for one position");
        graph
    }

    /// The rules its positions are played by.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether symmetric positions are one.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    /// How many positions are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: the start is always known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The stones that stand for a position: its own, or the canonical ones.
    #[must_use]
    pub fn stones_of(&self, board: &Board<W>) -> [Bits<W>; 2] {
        if self.is_symmetric {
            board.geometry().symmetries().canonical(board).stones
        } else {
            Side::BOTH.map(|side| board.stones(side))
        }
    }

    /// The number of a position, if it was met.
    #[must_use]
    pub fn find(&self, board: &Board<W>) -> Option<Id> {
        self.ids.get(&self.stones_of(board)).copied()
    }

    /// The number of a position, which is given one if it has none.
    ///
    /// # Errors
    /// When there is no room for another.
    pub fn intern(&mut self, board: &Board<W>) -> Result<Id, GraphError> {
        let stones = self.stones_of(board);
        if let Some(&id) = self.ids.get(&stones) {
            return Ok(id);
        }
        if self.nodes.len() >= self.most {
            return Err(GraphError::Full { rules: self.rules.to_string(), positions: self.most });
        }
        let id = self.nodes.len() as Id;
        self.ids.insert(stones, id);
        self.stones.push(stones);
        self.nodes.push(Node {
            first: 0,
            count: 0,
            is_left: false,
            to_move: board.to_move(),
            ending: board.ending(),
        });
        Ok(id)
    }

    /// The position of a number; with symmetry, the one that stands for its class.
    ///
    /// # Panics
    /// When the number is not of this graph.
    #[must_use]
    pub fn board(&self, id: Id) -> Board<W> {
        let [x, o] = self.stones[id as usize];
        Board::from_stones(self.rules, x, o).expect("a position that was met in play")
    }

    /// The stones of a number.
    #[must_use]
    pub fn stones(&self, id: Id) -> [Bits<W>; 2] {
        self.stones[id as usize]
    }

    /// Whose turn it is there.
    #[inline]
    #[must_use]
    pub fn to_move(&self, id: Id) -> Side {
        self.nodes[id as usize].to_move
    }

    /// How the game ended there, if it did.
    #[inline]
    #[must_use]
    pub fn ending(&self, id: Id) -> Option<Ending> {
        self.nodes[id as usize].ending
    }

    /// The positions after each legal move, in the order of the moves; several moves may lead to one class.
    ///
    /// # Errors
    /// When there is no room for them.
    #[inline]
    pub fn successors(&mut self, id: Id) -> Result<&[Id], GraphError> {
        if !self.nodes[id as usize].is_left {
            self.leave(id)?;
        }
        Ok(self.known_successors(id))
    }

    /// The successors worked out so far: none before the position was first left.
    #[inline]
    #[must_use]
    pub fn known_successors(&self, id: Id) -> &[Id] {
        let node = self.nodes[id as usize];
        &self.successors[node.first as usize..][..usize::from(node.count)]
    }

    /// Where the successors of a position begin among all successors: a number for each move of each position.
    #[inline]
    #[must_use]
    pub fn first_move(&self, id: Id) -> usize {
        self.nodes[id as usize].first as usize
    }

    /// How many moves of positions are known.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.successors.len()
    }

    #[cold]
    fn leave(&mut self, id: Id) -> Result<(), GraphError> {
        let board = self.board(id);
        let successors =
            board.moves().map(|mv| self.intern(&board.play(mv))).collect::<Result<Vec<Id>, GraphError>>()?;
        let node = &mut self.nodes[id as usize];
        node.first = self.successors.len() as u32;
        node.count = successors.len() as u16;
        node.is_left = true;
        self.successors.extend(successors);
        Ok(())
    }

    /// Meets every position that can be reached.
    ///
    /// # Errors
    /// When there is no room for them.
    pub fn complete(&mut self) -> Result<(), GraphError> {
        let mut id = 0;
        while (id as usize) < self.len() {
            self.successors(id)?;
            id += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tic_tac_toe_has_5478_positions_and_765_classes() {
        for (is_symmetric, positions) in [(false, 5478), (true, 765)] {
            let mut graph = Graph::<1>::new("3x3x3".parse().unwrap(), is_symmetric, 10_000);
            graph.complete().unwrap();
            assert_eq!(graph.len(), positions);
            for id in 0..graph.len() as Id {
                let board = graph.board(id);
                assert_eq!(graph.find(&board), Some(id));
                let successors: Vec<Id> =
                    board.moves().map(|mv| graph.find(&board.play(mv)).unwrap()).collect();
                assert_eq!(graph.known_successors(id), successors);
                assert_eq!((graph.to_move(id), graph.ending(id)), (board.to_move(), board.ending()));
            }
        }
    }

    #[test]
    fn a_full_table_says_so() {
        let mut graph = Graph::<1>::new("3x3x3".parse().unwrap(), false, 100);
        let error = graph.complete().unwrap_err().to_string();
        assert!(error.contains("full at 100 positions"), "{error}");
        assert_eq!(graph.len(), 100);
    }
}
