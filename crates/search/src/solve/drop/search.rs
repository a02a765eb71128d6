//! Is a position worth at least so much to the side to move? Depth-first, with everything the other files know.

use std::sync::atomic::{AtomicBool, Ordering};

use kinrow_agent::Stopped;
use kinrow_game::MAX_SIZE;

use super::key::Key;
use super::layout::Layout;
use super::node::{Node, Outlook};
use super::order::promise;
use super::score;
use super::table::{BoundTable, Bounds};
use super::word::Word;
use crate::solve::busy::Busy;
use crate::solve::pulse::Pulse;

/// With fewer empty cells a position is not worth the talk about who searches it.
const SHARED_EMPTIES: u32 = 16;

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// A limit was reached, or someone said stop.
    Stopped,
    /// The table should be doubled first.
    Crowded,
    /// It takes more nodes than one searcher was to spend on it.
    Large,
    /// Another searcher has come to an end.
    Over,
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Halt {
        Halt::Stopped
    }
}

/// A move that is to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<T> {
    promise: u32,
    child: Node<T>,
    /// The child's key, unless it is a position with a forced answer, which are not stored.
    key: Option<Key>,
}

/// One searcher. What it finds out stays in the table.
pub(super) struct Search<'a, 'p, 'o, T> {
    pub(super) layout: &'a Layout<T>,
    pub(super) table: &'a BoundTable,
    pub(super) pulse: &'a mut Pulse<'p, 'o>,
    /// The moves of every node on the way from the root, one node behind the other.
    pub(super) candidates: &'a mut Vec<Candidate<T>>,
    /// Stones at the root.
    pub(super) root: u32,
    /// How many nodes it may have spent in all.
    pub(super) most_nodes: u64,
    /// How many search at the same time, and whether one of them has come to an end.
    pub(super) searchers: usize,
    pub(super) is_over: &'a AtomicBool,
    /// What the others search, if there are others.
    pub(super) busy: Option<&'a Busy>,
    /// Free entries of the table that were taken.
    pub(super) taken: usize,
}

impl<T: Word> Search<'_, '_, '_, T> {
    /// A bound of the position's score: a lower one if it is at least `beta`, otherwise an upper one.
    ///
    /// The side to move must not be able to complete a row at once. `key` is that of the position, if it was looked
    /// up and found wanting, and its [`Node::follow_up`] too.
    ///
    /// # Errors
    /// [`Halt`] when there is no answer; what was found on the way is in the table.
    pub(super) fn score(&mut self, node: &Node<T>, beta: i32, key: Option<Key>) -> Result<i32, Halt> {
        self.pulse.visit()?;
        let (mut node, mut beta, mut key) = (*node, beta, key);
        let mut sign = 1;
        // Moves that are forced need no node of their own.
        let moves = loop {
            let moves = match node.outlook(self.layout) {
                Outlook::Open(moves) => moves,
                Outlook::Full => return Ok(self.leaf(0)),
                Outlook::Lost => {
                    return Ok(self.leaf(-sign * score::of_win(self.layout.cells, node.count + 2)));
                }
            };
            let Bounds { least, most } = self.bounds(&node);
            if most < beta {
                return Ok(self.leaf(sign * most));
            }
            if least >= beta {
                return Ok(self.leaf(sign * least));
            }
            if moves.is_many() {
                break moves;
            }
            node = node.play(self.layout, moves);
            (sign, beta, key) = (-sign, 1 - beta, None);
        };
        self.pulse.reach(node.count - self.root);
        let key = match key {
            Some(key) => key,
            None => {
                let bound = node.follow_up(self.layout, beta - 1);
                if bound < beta {
                    return Ok(self.leaf(sign * bound));
                }
                node.key(self.layout)
            }
        };
        let mut known = self.bounds(&node);
        if let Some(found) = self.table.get(key) {
            if found.least >= beta || found.most < beta {
                self.pulse.hit();
                return Ok(sign * if found.least >= beta { found.least } else { found.most });
            }
            known = Bounds { least: known.least.max(found.least), most: known.most.min(found.most) };
        }
        let before = self.pulse.nodes();
        let first = self.candidates.len();
        let result = self.expand(&node, moves, beta);
        self.candidates.truncate(first);
        let bound = result?;
        if bound >= beta {
            known.least = known.least.max(bound);
        } else {
            known.most = known.most.min(bound);
        }
        self.taken += usize::from(self.table.learn(key, known, self.pulse.nodes() - before + 1));
        self.go_on()?;
        Ok(sign * bound)
    }

    /// Whether there is no reason to end.
    #[inline]
    fn go_on(&self) -> Result<(), Halt> {
        if self.table.is_crowded(self.taken * self.searchers) {
            return Err(Halt::Crowded);
        }
        if self.pulse.nodes() >= self.most_nodes {
            return Err(Halt::Large);
        }
        if self.is_over.load(Ordering::Relaxed) { Err(Halt::Over) } else { Ok(()) }
    }

    /// Between what the score lies when neither side completes a row with its next stone.
    #[inline]
    fn bounds(&self, node: &Node<T>) -> Bounds {
        let win = |after| score::of_win(self.layout.cells, node.count + after);
        Bounds {
            least: if node.rival_open.is_empty() { 0 } else { -win(4) },
            most: if node.own_open.is_empty() { 0 } else { win(3) },
        }
    }

    /// Tries `moves`, of which there are several, until one is worth `beta`.
    fn expand(&mut self, node: &Node<T>, moves: T, beta: i32) -> Result<i32, Halt> {
        let first = self.candidates.len();
        let mut order = [0; MAX_SIZE as usize];
        for (i, cell) in moves.bits().enumerate() {
            let child = node.play(self.layout, cell);
            if child.is_lost(self.layout) {
                self.pulse.cutoff();
                return Ok(score::of_win(self.layout.cells, node.count + 3));
            }
            let key = (!child.is_threatened(self.layout)).then(|| child.key(self.layout));
            let promise = promise(self.layout, cell, &child);
            self.candidates.push(Candidate { promise, child, key });
            let mut place = i;
            while place > 0 && self.candidates[first + order[place - 1]].promise < promise {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = i;
        }
        let count = self.candidates.len() - first;
        if let Some(bound) = self.known_child(first, beta) {
            self.pulse.cutoff();
            return Ok(bound);
        }
        let busy = self.busy.filter(|_| node.count + SHARED_EMPTIES <= self.layout.cells);
        let mut best = -score::NONE;
        let mut put_off = [0; MAX_SIZE as usize];
        let mut later = 0;
        for (i, place) in order.into_iter().take(count).enumerate() {
            let key = self.candidates[first + place].key;
            let is_busy = busy.zip(key).is_some_and(|(busy, key)| busy.contains(key.spread()));
            if i > 0 && is_busy {
                put_off[later] = place;
                later += 1;
                continue;
            }
            best = best.max(self.child(first + place, beta, busy)?);
            if best >= beta {
                if i + 1 < count {
                    self.pulse.cutoff();
                }
                return Ok(best);
            }
        }
        for place in put_off.into_iter().take(later) {
            best = best.max(self.child(first + place, beta, busy)?);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// A bound of what a candidate is worth to the side that moves, while others know that it is searched.
    #[inline]
    fn child(&mut self, place: usize, beta: i32, busy: Option<&Busy>) -> Result<i32, Halt> {
        let Candidate { child, key, .. } = self.candidates[place];
        let marked = busy.zip(key);
        if let Some((busy, key)) = marked {
            busy.begin(key.spread());
        }
        let result = self.score(&child, 1 - beta, key);
        if let Some((busy, key)) = marked {
            busy.end(key.spread());
        }
        Ok(-result?)
    }

    /// A bound of at least `beta` that one of the candidates has without search: by the table, or by following up.
    #[inline]
    fn known_child(&self, first: usize, beta: i32) -> Option<i32> {
        let quiet = || {
            self.candidates[first..].iter().filter_map(|candidate| Some((candidate.child, candidate.key?)))
        };
        let in_table = |(_, key): (Node<T>, Key)| {
            let most = self.table.get(key)?.most;
            (-most >= beta).then_some(-most)
        };
        let by_follow_up = |(child, _): (Node<T>, Key)| {
            let bound = child.follow_up(self.layout, -beta);
            (bound <= -beta).then_some(-bound)
        };
        quiet().find_map(in_table).or_else(|| quiet().find_map(by_follow_up))
    }

    #[inline]
    fn leaf(&mut self, score: i32) -> i32 {
        self.pulse.leaf();
        score
    }
}
