//! Who searches: one thread, or several that share the table.
//!
//! All of them ask the same question. Each puts off what another is searching (`busy`), so that later it finds the answer
//! in the table, and whoever ends first has the answer to the question. A bound is a fact whoever found it: only the nodes
//! that it took depend on the threads, not the value, the move or the line.

use std::sync::atomic::{AtomicBool, Ordering};

use kinrow_agent::{Limits, Question, Statistics, Stop, Stopped, Thinking};
use kinrow_game::{Point, Side};

use super::book::Book;
use super::deepen;
use super::layout::Layout;
use super::node::Node;
use super::score;
use super::search::{Candidate, Halt, Search};
use super::table::{BoundTable, Bounds};
use super::word::Word;
use crate::solve::busy::Busy;
use crate::solve::helpers::ask_all;
use crate::solve::pulse::Pulse;

/// A question that takes no more nodes than this is not worth a thread.
const ALONE_NODES: u64 = 50_000;

/// Searchers of one game, with the table they share.
pub(super) struct Team<'a, 'p, 'o, T> {
    pub(super) layout: &'a Layout<T>,
    table: &'a mut BoundTable,
    /// What is asked before anything is searched.
    book: Option<&'a Book>,
    threads: usize,
    /// What each of them may spend.
    limits: Limits,
    stop: Stop,
    pulse: Pulse<'p, 'o>,
    candidates: Vec<Candidate<T>>,
}

impl<'a, 'p, 'o, T: Word> Team<'a, 'p, 'o, T> {
    /// A team of so many threads, which share the limits.
    pub(super) fn new(
        layout: &'a Layout<T>,
        table: &'a mut BoundTable,
        book: Option<&'a Book>,
        threads: usize,
        limits: &Limits,
        thinking: &'p mut Thinking<'o, Point>,
    ) -> Self {
        let threads = threads.max(1);
        let limits = Limits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(threads as u64)), ..*limits };
        let stop = thinking.stop.clone();
        let pulse = Pulse::new(&limits, thinking);
        Team { layout, table, book, threads, limits, stop, pulse, candidates: Vec::new() }
    }

    /// The score of a position with `mover` to move, exact in its sign only unless `is_exact`.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is spent; `bounds`, which are [`deepen::first_bounds`] to begin with, then tell what is known.
    pub(super) fn deepen(
        &mut self,
        node: &Node<T>,
        mover: Side,
        is_exact: bool,
        bounds: &mut Bounds,
    ) -> Result<i32, Stopped> {
        let layout = self.layout;
        deepen::score(layout, node, is_exact, bounds, |beta| {
            self.pulse.tell(question(layout, node, mover, beta));
            self.score(node, beta)
        })
    }

    /// A bound of a position's score: a lower one if it is at least `beta`, otherwise an upper one. The side to move
    /// must not be able to complete a row at once.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is spent.
    pub(super) fn score(&mut self, node: &Node<T>, beta: i32) -> Result<i32, Stopped> {
        if let Some(score) = self.book.and_then(|book| book.score(self.layout, node)) {
            return Ok(score);
        }
        let mut is_large = false;
        loop {
            match if is_large { self.together(node, beta) } else { self.alone(node, beta) } {
                Ok(bound) => return Ok(bound),
                Err(Halt::Stopped | Halt::Over) => return Err(Stopped),
                // What was found is in the table, and the way back to where the search was is short.
                Err(Halt::Crowded) => self.table.grow(),
                Err(Halt::Large) => is_large = true,
            }
        }
    }

    /// The last ply of the book, if this position is in it.
    pub(super) fn last_of_book(&self, node: &Node<T>) -> Option<u32> {
        let book = self.book.filter(|book| book.score(self.layout, node).is_some())?;
        Some(book.plies())
    }

    /// What was spent so far.
    pub(super) fn statistics(&self) -> Statistics {
        self.pulse.statistics()
    }

    /// Asks one searcher, who gives up if others could help.
    fn alone(&mut self, node: &Node<T>, beta: i32) -> Result<i32, Halt> {
        let most_nodes =
            if self.threads == 1 { u64::MAX } else { self.pulse.nodes().saturating_add(ALONE_NODES) };
        let mut search = Search {
            layout: self.layout,
            table: self.table,
            pulse: &mut self.pulse,
            candidates: &mut self.candidates,
            root: node.count,
            most_nodes,
            searchers: 1,
            is_over: &AtomicBool::new(false),
            busy: None,
            taken: 0,
        };
        let result = search.score(node, beta, None);
        let taken = search.taken;
        self.table.count(taken);
        result
    }

    /// Asks all of them.
    fn together(&mut self, node: &Node<T>, beta: i32) -> Result<i32, Halt> {
        let (is_over, busy) = (&AtomicBool::new(false), &Busy::new());
        let (layout, table, threads) = (self.layout, &*self.table, self.threads);
        let ask = |pulse: &mut Pulse<'_, '_>, candidates: &mut Vec<Candidate<T>>| {
            let mut search = Search {
                layout,
                table,
                pulse,
                candidates,
                root: node.count,
                most_nodes: u64::MAX,
                searchers: threads,
                is_over,
                busy: Some(busy),
                taken: 0,
            };
            let result = search.score(node, beta, None);
            let taken = search.taken;
            is_over.store(true, Ordering::Relaxed);
            (result, taken)
        };
        let spent = self.pulse.statistics();
        let left = self.limits.after(self.pulse.nodes(), 0, spent.time);
        let (stop, pulse, candidates) = (&self.stop, &mut self.pulse, &mut self.candidates);
        let ask = &ask;
        let helpers = (1..threads).filter_map(|_| left).map(|left| {
            move || {
                let mut pulse = Pulse::quiet(&left, stop);
                let result = ask(&mut pulse, &mut Vec::new());
                (result, pulse.statistics())
            }
        });
        let (results, helped) = ask_all(helpers.collect(), || ask(pulse, candidates));
        helped.iter().for_each(|statistics| self.pulse.add(statistics));
        self.table.count(results.iter().map(|&(_, taken)| taken).sum());
        let answered = results.iter().find_map(|(result, _)| result.ok());
        let is_crowded = results.iter().any(|(result, _)| *result == Err(Halt::Crowded));
        answered.ok_or(if is_crowded { Halt::Crowded } else { Halt::Stopped })
    }
}

/// "At least so much?" in plain words: whether the side to move wins in time, or else whether its opponent does.
fn question<T: Word>(layout: &Layout<T>, node: &Node<T>, mover: Side, beta: i32) -> Question {
    let (side, wanted) = if beta > 0 { (mover, beta) } else { (mover.opponent(), beta - 1) };
    let within = score::plies(layout.cells, node.count, wanted);
    Question { side, within: within.filter(|_| wanted.abs() > 1) }
}
