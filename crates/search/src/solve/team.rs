//! Who searches: one thread, or several that share the tables.
//!
//! All of them ask the same question, each on a position of its own. A move that another searches is put off (`busy`), so that later
//! its answer is found in the table, and whoever ends first has the answer to the question. An entry of a table is a fact
//! whoever found it: only the nodes that it took depend on the threads, not the value, the move or the line. A question for the first
//! move that does something is asked of one thread alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kinrow_agent::{Limits, Stop, Stopped};

use super::busy::Busy;
use super::helpers::ask_all;
use super::order::Candidate;
use super::pulse::Pulse;
use super::search::{Ended, Search};

/// A question that takes no more nodes than this is not worth a thread.
const ALONE_NODES: u64 = 2000;

/// What a searcher knows of the others.
#[derive(Clone, Debug)]
pub(super) struct Team {
    pub(super) threads: usize,
    /// What each of them may spend.
    limits: Limits,
    stop: Stop,
    /// While they search together.
    together: Option<Arc<Together>>,
}

/// What those who search together tell each other.
#[derive(Debug)]
struct Together {
    busy: Busy,
    /// Whether one has come to an end.
    is_over: AtomicBool,
}

impl Team {
    /// A team of so many threads, which share the limits.
    pub(super) fn new(threads: usize, limits: &Limits, stop: &Stop) -> Self {
        let threads = threads.max(1);
        let nodes = limits.nodes.map(|nodes| nodes.div_ceil(threads as u64));
        Team { threads, limits: Limits { nodes, ..*limits }, stop: stop.clone(), together: None }
    }

    /// What each searcher may spend.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether others are searching.
    #[inline]
    pub(super) fn is_large(&self) -> bool {
        self.together.is_some()
    }

    /// Whether somebody has come to an end.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.together.as_ref().is_some_and(|together| together.is_over.load(Ordering::Relaxed))
    }

    /// Whether somebody searches a move.
    #[inline]
    pub(super) fn is_busy(&self, number: Option<u64>) -> bool {
        self.together.as_ref().zip(number).is_some_and(|(together, number)| together.busy.contains(number))
    }

    /// Tells the others that they need not go on.
    fn end_all(&self) {
        if let Some(together) = &self.together {
            together.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Tells that a move is being searched.
    #[inline]
    pub(super) fn begin(&self, number: Option<u64>) {
        if let Some((together, number)) = self.together.as_ref().zip(number) {
            together.busy.begin(number);
        }
    }

    /// Tells that it is not searched any more.
    #[inline]
    pub(super) fn end(&self, number: Option<u64>) {
        if let Some((together, number)) = self.together.as_ref().zip(number) {
            together.busy.end(number);
        }
    }
}

impl<const W: usize> Search<'_, '_, W> {
    /// Does something within so many nodes, with the help of the others if it takes long; `None` when they are not enough. The
    /// position is then the same as before.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is spent.
    pub(super) fn within<T: Send>(
        &mut self,
        nodes: u64,
        work: impl Fn(&mut Search<'_, '_, W>) -> Result<T, Ended> + Sync,
    ) -> Result<Option<T>, Stopped> {
        if self.team.threads == 1 || nodes <= ALONE_NODES {
            return self.alone(nodes, work);
        }
        match self.alone(ALONE_NODES, &work)? {
            Some(found) => Ok(Some(found)),
            None => self.together(nodes - ALONE_NODES, &work),
        }
    }

    /// The same without help.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is spent.
    pub(super) fn alone<T>(
        &mut self,
        nodes: u64,
        work: impl FnOnce(&mut Search<'_, '_, W>) -> Result<T, Ended>,
    ) -> Result<Option<T>, Stopped> {
        match self.ask(nodes, work) {
            Ok(result) => Ok(Some(result)),
            Err(Ended::Spent | Ended::Over) => Ok(None),
            Err(Ended::Stopped) => Err(Stopped),
        }
    }

    fn ask<T>(
        &mut self,
        nodes: u64,
        work: impl FnOnce(&mut Search<'_, '_, W>) -> Result<T, Ended>,
    ) -> Result<T, Ended> {
        self.allowance = self.spent().saturating_add(nodes);
        let result = work(self);
        self.moves.clear();
        self.team.end_all();
        result
    }

    /// Whether something holds of one of the moves of a position with this key, those that others are searching tried last.
    pub(super) fn some_move(
        &mut self,
        key: u128,
        moves: Vec<Candidate>,
        mut holds: impl FnMut(&mut Self, usize) -> Result<bool, Ended>,
    ) -> Result<bool, Ended> {
        let all = moves.len();
        let (mut moves, mut i) = (moves, 0);
        while let Some(&candidate) = moves.get(i) {
            let index = usize::from(candidate.1);
            let number = self.number(Some(key), index);
            i += 1;
            if (2..=all).contains(&i) && self.team.is_busy(number) {
                moves.push(candidate);
                continue;
            }
            self.team.begin(number);
            let result = holds(self, index);
            self.team.end(number);
            if result? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Asks all of them at once; each may spend its share of the nodes.
    fn together<T: Send>(
        &mut self,
        nodes: u64,
        work: &(impl Fn(&mut Search<'_, '_, W>) -> Result<T, Ended> + Sync),
    ) -> Result<Option<T>, Stopped> {
        let share = nodes.div_ceil(self.team.threads as u64);
        let spent = self.statistics().time;
        let left = self.team.limits.after(self.spent(), 0, spent);
        let (board, tables) = (self.board, [self.table, self.weak_table]);
        let together = Together { busy: Busy::new(), is_over: AtomicBool::new(false) };
        self.team.together = Some(Arc::new(together));
        let helpers = (1..self.team.threads).filter_map(|_| left).map(|left| {
            let (state, team) = (self.state.clone(), self.team.clone());
            move || {
                let pulse = Pulse::quiet(&left, &team.stop);
                let mut search = Search::new(board, state, tables, pulse, team);
                (search.ask(share, work), search.statistics())
            }
        });
        let helpers: Vec<_> = helpers.collect();
        let (results, helped) = ask_all(helpers, || self.ask(share, work));
        self.team.together = None;
        helped.iter().for_each(|statistics| self.pulse.add(statistics));
        let is_stopped = results.iter().any(|result| matches!(result, Err(Ended::Stopped)));
        match results.into_iter().find_map(Result::ok) {
            None if is_stopped => Err(Stopped),
            found => Ok(found),
        }
    }
}
