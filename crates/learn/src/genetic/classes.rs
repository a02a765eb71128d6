//! Every class of positions in which a move is to be chosen, in dense arrays, and how many lines of play a strategy allows.
//!
//! Lines are counted, not played. The count starts with one line at the empty board and hands it on: where the strategy
//! moves, to the one class it chose; where the opponent moves, to every class it may choose, as often as there are moves
//! that lead there. Classes are numbered in the order of their stones, so one pass in the order of the numbers suffices;
//! and it tells as well where the strategy can arrive at all.

use kinrow_game::{Ending, Side, Tally};

use crate::{Graph, Id};

/// The classes of a graph whose games go on, numbered without a gap: a strategy has one gene for each.
#[derive(Clone, Debug)]
pub struct Classes {
    /// The class's number in the graph, ascending.
    ids: Vec<Id>,
    to_move: Vec<Side>,
    /// Where the successors of each class begin, and where the last one's end.
    first: Vec<u32>,
    /// For each move a class, or past the last class one of the three ends.
    successors: Vec<u32>,
}

/// The ends of the game follow the classes as if they were three more.
const X_WON: usize = 0;
const O_WON: usize = 1;
const DRAWN: usize = 2;
const ENDS: usize = 3;

impl Classes {
    /// The classes of a graph that is complete.
    ///
    /// # Panics
    /// When a position of the graph has not been left yet.
    #[must_use]
    pub fn of<const W: usize>(graph: &Graph<W>) -> Classes {
        let ids: Vec<Id> = graph.ids().filter(|&id| graph.ending(id).is_none()).collect();
        let number = |id: Id| match graph.ending(id) {
            None => ids.binary_search(&id).expect("a class whose game goes on"),
            Some(Ending::Won(Side::X)) => ids.len() + X_WON,
            Some(Ending::Won(Side::O)) => ids.len() + O_WON,
            Some(Ending::Drawn) => ids.len() + DRAWN,
        };
        let mut first = vec![0];
        let mut successors = Vec::with_capacity(graph.moves());
        for (class, &id) in ids.iter().enumerate() {
            let next = graph.known_successors(id);
            assert!(!next.is_empty(), "the graph is not complete");
            successors.extend(next.iter().map(|&id| number(id) as u32));
            debug_assert!(successors[first[class] as usize..].iter().all(|&next| next as usize > class));
            first.push(successors.len() as u32);
        }
        Classes { to_move: ids.iter().map(|&id| graph.to_move(id)).collect(), first, successors, ids }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Never: the empty board is always a class.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The class of a position by its number in the graph, if its game goes on.
    #[must_use]
    pub fn find(&self, id: Id) -> Option<usize> {
        self.ids.binary_search(&id).ok()
    }

    /// How many moves can be chosen in a class.
    #[inline]
    #[must_use]
    pub fn moves(&self, class: usize) -> u32 {
        self.first[class + 1] - self.first[class]
    }

    /// Counts every line that a strategy allows as `side`, the opponent being free.
    ///
    /// # Panics
    /// When the genome is not one of these classes.
    #[must_use]
    pub fn lines(&self, genome: &[u8], side: Side) -> Tally {
        self.walk(side, &mut self.arrivals(), |class| genome[class])
    }

    /// Room for [`Classes::walk`] to count in.
    pub(super) fn arrivals(&self) -> Vec<u64> {
        vec![0; self.len() + ENDS]
    }

    /// Counts every line in which `side` moves as `decide` says. It is asked once for each class in which the strategy can
    /// arrive on its turn, in the order of the numbers.
    #[inline]
    pub(super) fn walk(
        &self,
        side: Side,
        arrivals: &mut [u64],
        mut decide: impl FnMut(usize) -> u8,
    ) -> Tally {
        arrivals.fill(0);
        arrivals[0] = 1;
        for class in 0..self.len() {
            let lines = arrivals[class];
            if lines == 0 {
                continue;
            }
            let successors = &self.successors[self.first[class] as usize..self.first[class + 1] as usize];
            // No board whose classes fit in memory has 2^64 lines, but a wrong count must not look like a small one.
            if self.to_move[class] == side {
                let next = successors[usize::from(decide(class))] as usize;
                arrivals[next] = arrivals[next].saturating_add(lines);
            } else {
                for &next in successors {
                    arrivals[next as usize] = arrivals[next as usize].saturating_add(lines);
                }
            }
        }
        let ends = &arrivals[self.len()..];
        let as_x = Tally { wins: ends[X_WON], draws: ends[DRAWN], losses: ends[O_WON] };
        if side == Side::X { as_x } else { as_x.for_opponent() }
    }
}
