//! The positions a learner has met, as a graph: each position once, numbered, with its successors by number.
//!
//! A position gets a number when it is visited. Of a successor that was never visited only one thing matters, whether the
//! game ends there and how, so all of these share four numbers, and a learner's values have an entry for each of the four:
//! reading a value never asks which kind a number is. Once the links of a position are kept, leaving it is a walk through
//! arrays, which is what makes a million episodes a second possible; a position that is left once needs none, and on large
//! boards that is nearly every one.
//!
//! Links go out of date when a successor that had none of its own gets a number by another way. That matters as soon as
//! something is learned of it, and then its predecessors are told ([`Graph::announce`]).
//!
//! With `symmetry` on, symmetric positions are one. What is learned of a position needs a *place*, and places are limited;
//! positions without one are only a cache, which may be dropped at any time without changing what is learned.

use std::hash::Hasher as _;

use hashbrown::HashTable;
use kinrow_agent::{Budget, Stopped};
use kinrow_game::{Bits, Board, Ending, Game, Geometry, Rules, Side, WordHasher};

/// A position's number.
pub type Id = u32;

/// What a number that is no position stands for: how the game ended there.
const STAND_INS: [Option<Ending>; 4] =
    [None, Some(Ending::Won(Side::X)), Some(Ending::Won(Side::O)), Some(Ending::Drawn)];

/// So many positions without a place are never too many: all of tic-tac-toe's.
const CACHE: usize = 6_000;

/// Positions met so far.
#[derive(Clone, Debug)]
pub struct Graph<const W: usize> {
    rules: Rules,
    geometry: &'static Geometry,
    is_symmetric: bool,
    /// Whether any end of the game has a number.
    numbers_endings: bool,
    places: usize,
    taken: usize,
    /// Found by their stones.
    ids: HashTable<Id>,
    stones: Vec<[Bits<W>; 2]>,
    nodes: Vec<Node>,
    links: Vec<Id>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Where its links begin.
    first: usize,
    count: u16,
    links: Links,
    to_move: Side,
    ending: Option<Ending>,
    has_place: bool,
}

/// What is known of a position's links.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Links {
    /// None are kept.
    Unknown,
    /// Stand-ins are right about endings, but some may stand for positions that have a number by now.
    Stale,
    /// Whatever has a place is linked to.
    Fresh,
}

kinrow_game::sentences! {
    /// Why not every position can be met.
    pub enum GraphError {
        /// There are too many.
        Full { rules: String, positions: usize } = "graph-full" =>
            "{rules} has more than {positions} positions: choose a smaller board, or allow more (positions=…)",
        /// Someone said stop, or the time was over.
        Stopped { rules: String } = "graph-stopped" =>
            "there was not enough time to go through every position of {rules}",
    }
}

impl<const W: usize> Graph<W> {
    /// What stands for a position that was never visited and in which the game goes on.
    pub const OPEN: Id = 0;

    /// The number of the position in which the game begins.
    pub const START: Id = STAND_INS.len() as Id;

    /// The empty board alone; something can be learned of `places` positions.
    ///
    /// # Panics
    /// When `W` words are too few for the rules, as [`Board::new`].
    #[must_use]
    pub fn new(rules: Rules, is_symmetric: bool, places: usize) -> Graph<W> {
        let mut graph = Graph {
            rules,
            geometry: Geometry::of(rules),
            is_symmetric,
            numbers_endings: false,
            // So that every number fits, those without a place included.
            places: places.clamp(1, Id::MAX as usize / 4),
            taken: 0,
            ids: HashTable::new(),
            stones: vec![[Bits::EMPTY; 2]; STAND_INS.len()],
            nodes: STAND_INS.map(|ending| Node::new(Side::X, ending)).to_vec(),
            links: Vec::new(),
        };
        graph.intern(&Board::new(rules)).expect("there is room for one position");
        graph
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Graph::new(self.rules, self.is_symmetric, self.places);
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
        self.nodes.len() - STAND_INS.len()
    }

    /// Never: the start is always known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The numbers of all known positions, in the order in which they were met.
    pub fn ids(&self) -> impl Iterator<Item = Id> + use<W> {
        Self::START..self.nodes.len() as Id
    }

    /// One past the largest number: how long a list must be that has an entry for each, stand-ins included.
    #[inline]
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.nodes.len()
    }

    /// The stones that stand for a position: its own, or the canonical ones.
    #[must_use]
    pub fn stones_of(&self, board: &Board<W>) -> [Bits<W>; 2] {
        self.representative(Side::BOTH.map(|side| board.stones(side)))
    }

    fn representative(&self, stones: [Bits<W>; 2]) -> [Bits<W>; 2] {
        if self.is_symmetric { self.geometry.symmetries().canonical_stones(stones).stones } else { stones }
    }

    /// The number of a position, if it was met.
    #[must_use]
    pub fn find(&self, board: &Board<W>) -> Option<Id> {
        self.find_stones(&self.stones_of(board))
    }

    fn find_stones(&self, stones: &[Bits<W>; 2]) -> Option<Id> {
        self.ids.find(hash(stones), |&id| self.stones[id as usize] == *stones).copied()
    }

    /// The number of a position, which is given one if it has none; `None` when too many without a place are known.
    pub fn intern(&mut self, board: &Board<W>) -> Option<Id> {
        let stones = self.stones_of(board);
        if let Some(id) = self.find_stones(&stones) {
            return Some(id);
        }
        if self.len() >= 2 * (self.places + CACHE) {
            return None;
        }
        let id = self.nodes.len() as Id;
        let all = &mut self.stones;
        all.push(stones);
        self.ids.insert_unique(hash(&stones), id, |&id| hash(&all[id as usize]));
        self.nodes.push(Node::new(board.to_move(), board.ending()));
        self.numbers_endings |= board.ending().is_some();
        Some(id)
    }

    /// The position of a number; with symmetry, the one that stands for its class.
    ///
    /// # Panics
    /// When the number is not of a position of this graph.
    #[must_use]
    pub fn board(&self, id: Id) -> Board<W> {
        let [x, o] = self.stones(id);
        Board::from_stones(self.rules, x, o).expect("a position that was met in play")
    }

    /// The stones of a number.
    #[must_use]
    pub fn stones(&self, id: Id) -> [Bits<W>; 2] {
        self.stones[id as usize]
    }

    /// Whose turn it is there; of no meaning for a stand-in.
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

    /// How many moves a position has, its links being worked out if there are none.
    ///
    /// # Errors
    /// When the budget ends first.
    #[inline]
    pub fn leave(&mut self, id: Id, budget: &mut Budget) -> Result<usize, Stopped> {
        if !self.has_links(id) {
            for _ in 0..self.count_moves(id) {
                budget.spend()?;
            }
            self.work_out_endings(id);
        }
        Ok(usize::from(self.nodes[id as usize].count))
    }

    /// How many moves a position has, whether or not its links are kept.
    #[inline]
    #[must_use]
    pub fn count_moves(&self, id: Id) -> usize {
        match self.nodes[id as usize].count {
            0 => self.count_unlinked(id),
            count => count.into(),
        }
    }

    #[cold]
    fn count_unlinked(&self, id: Id) -> usize {
        self.board(id).moves().count()
    }

    /// Whether the links of a position are kept.
    #[inline]
    #[must_use]
    pub fn has_links(&self, id: Id) -> bool {
        self.nodes[id as usize].links != Links::Unknown
    }

    /// The positions after each legal move, in the order of the moves, with stand-ins for those of which nothing was
    /// learned; several moves may lead to one class.
    ///
    /// # Errors
    /// When the budget ends first.
    #[inline]
    pub fn successors(&mut self, id: Id, budget: &mut Budget) -> Result<&[Id], Stopped> {
        if self.nodes[id as usize].links != Links::Fresh {
            self.refresh(id, budget)?;
        }
        Ok(self.known_successors(id))
    }

    /// The successors as they are known: none before links are kept.
    #[inline]
    #[must_use]
    pub fn known_successors(&self, id: Id) -> &[Id] {
        let node = self.nodes[id as usize];
        &self.links[node.first..][..usize::from(node.count)]
    }

    /// Goes from a position that was left to the one after the move of index `choice`, which is given a number.
    ///
    /// # Errors
    /// When there is no number to give, as [`Graph::intern`].
    #[inline]
    pub fn enter(&mut self, from: Id, choice: usize) -> Result<Id, Stopped> {
        let link = self.nodes[from as usize].first + choice;
        let next = self.links[link];
        if next >= Self::START { Ok(next) } else { self.enter_new(from, choice, link) }
    }

    #[cold]
    fn enter_new(&mut self, from: Id, choice: usize, link: usize) -> Result<Id, Stopped> {
        let next = self.intern(&self.after(from, choice)).ok_or(Stopped)?;
        self.links[link] = next;
        Ok(next)
    }

    fn after(&self, from: Id, choice: usize) -> Board<W> {
        let board = self.board(from);
        let mv = board.moves().nth(choice).expect("one of the position's moves");
        board.play(mv)
    }

    /// Goes from a position to the one after the move of index `choice`, as an episode does: the end of a game needs no
    /// number of its own, and the position no links.
    ///
    /// # Errors
    /// When there is no number to give, as [`Graph::intern`].
    #[inline]
    pub fn step(&mut self, from: Id, choice: usize) -> Result<Id, Stopped> {
        match self.known_successors(from).get(choice) {
            Some(&next) if next != Self::OPEN => Ok(next),
            _ => self.step_new(from, choice),
        }
    }

    #[cold]
    fn step_new(&mut self, from: Id, choice: usize) -> Result<Id, Stopped> {
        let next = self.after(from, choice);
        if next.ending().is_some() {
            return Ok(stand_in(&next));
        }
        let next = self.intern(&next).ok_or(Stopped)?;
        if self.has_links(from) {
            let link = self.first_move(from) + choice;
            self.links[link] = next;
        }
        Ok(next)
    }

    /// Where the links of a position begin among all links: a number for each move of each position.
    #[inline]
    #[must_use]
    pub fn first_move(&self, id: Id) -> usize {
        self.nodes[id as usize].first
    }

    /// How many moves of positions are known.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.links.len()
    }

    /// Gives a position that has no links its first ones.
    #[cold]
    pub(crate) fn work_out_endings(&mut self, id: Id) {
        let (board, first) = (self.board(id), self.links.len());
        self.links.extend(board.moves().map(|mv| stand_in(&board.play(mv))));
        let node = &mut self.nodes[id as usize];
        node.first = first;
        node.count = (self.links.len() - first) as u16;
        node.links = Links::Stale;
    }

    #[cold]
    fn refresh(&mut self, id: Id, budget: &mut Budget) -> Result<(), Stopped> {
        self.leave(id, budget)?;
        let (board, first) = (self.board(id), self.first_move(id));
        for (choice, mv) in board.moves().enumerate() {
            // An end of the game has no number in most methods.
            let last = if self.numbers_endings { Self::START - 1 } else { Self::OPEN };
            if self.links[first + choice] <= last
                && let Some(next) = self.find(&board.play(mv))
            {
                self.links[first + choice] = next;
            }
            budget.spend()?;
        }
        self.nodes[id as usize].links = Links::Fresh;
        Ok(())
    }

    /// Has the known positions from which a move leads to `id` look their successors up again.
    pub fn announce(&mut self, id: Id) {
        let stones = self.stones(id);
        let last_mover = self.to_move(id).opponent().index();
        for point in stones[last_mover] {
            let mut before = stones;
            before[last_mover].remove(point);
            if let Some(id) = self.find_stones(&self.representative(before)) {
                let links = &mut self.nodes[id as usize].links;
                *links = if *links == Links::Fresh { Links::Stale } else { *links };
            }
        }
    }

    /// Gives a position a place, so that something can be learned of it; whether it has one.
    #[inline]
    pub fn hold(&mut self, id: Id) -> bool {
        let node = &mut self.nodes[id as usize];
        if !node.has_place {
            node.has_place = self.taken < self.places;
            self.taken += usize::from(node.has_place);
        }
        node.has_place
    }

    /// Whether a position has a place.
    #[inline]
    #[must_use]
    pub fn has_place(&self, id: Id) -> bool {
        self.nodes[id as usize].has_place
    }

    /// Whether nothing can be learned of a position, because the game goes on there and no place is left for it. An episode
    /// passes it over: what came before learns from what comes after.
    #[inline]
    #[must_use]
    pub fn is_barred(&self, id: Id) -> bool {
        self.is_full() && !self.has_place(id) && self.ending(id).is_none()
    }

    /// How many places are taken.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// Whether all places are taken.
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.taken >= self.places
    }

    /// Whether most positions have no place, and it is time to drop those.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        self.len() > 2 * self.taken + CACHE
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.ids.allocation_size()
            + size_of_val(self.stones.as_slice())
            + size_of_val(self.nodes.as_slice())
            + size_of_val(self.links.as_slice())
    }

    /// Meets every position that can be reached.
    ///
    /// # Errors
    /// When there are more of them than places, or the budget ends first.
    pub fn complete(&mut self, budget: &mut Budget) -> Result<(), GraphError> {
        let rules = || self.rules.to_string();
        let (stopped, full) = (
            GraphError::Stopped { rules: rules() },
            GraphError::Full { rules: rules(), positions: self.places },
        );
        let mut id = Self::START;
        while (id as usize) < self.numbers() {
            let board = self.board(id);
            let first = self.links.len();
            for mv in board.moves() {
                let next = board.play(mv);
                if self.len() >= self.places && self.find(&next).is_none() {
                    return Err(full);
                }
                let next = self.intern(&next).expect("there is room for more positions than places");
                self.links.push(next);
                budget.spend().map_err(|_| stopped.clone())?;
            }
            let count = (self.links.len() - first) as u16;
            self.nodes[id as usize] = Node { first, count, links: Links::Fresh, ..self.nodes[id as usize] };
            id += 1;
        }
        Ok(())
    }
}

/// How many places a learner in so much memory can have, however many moves its positions have.
#[must_use]
pub fn places_within(rules: Rules, megabytes: u64) -> usize {
    let words = Geometry::of(rules).words().next_power_of_two();
    let number = 2 * size_of::<u64>() * words + size_of::<Node>() + 3 * size_of::<Id>();
    let values = 10 + (size_of::<Id>() + size_of::<f32>()) * usize::from(rules.cells());
    let numbers = megabytes.saturating_mul(1_000_000) / (number + values) as u64;
    usize::try_from(numbers / 2).unwrap_or(usize::MAX).saturating_sub(CACHE).clamp(1, 100_000_000)
}

/// What stands for a position that was never visited.
fn stand_in<const W: usize>(board: &Board<W>) -> Id {
    let ending = board.ending();
    STAND_INS.iter().position(|of| *of == ending).expect("there is one for each ending") as Id
}

impl Node {
    fn new(to_move: Side, ending: Option<Ending>) -> Node {
        Node { first: 0, count: 0, links: Links::Unknown, to_move, ending, has_place: false }
    }
}

fn hash<const W: usize>(stones: &[Bits<W>; 2]) -> u64 {
    let mut hasher = WordHasher::default();
    for &word in stones.iter().flat_map(Bits::words) {
        hasher.write_u64(word);
    }
    hasher.finish()
}
