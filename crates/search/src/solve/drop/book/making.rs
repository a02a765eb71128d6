//! Solves the positions of a book's last ply, one after another, several at a time.
//!
//! They are solved in the order of their names, in which most share all but a column or two with the one before, and all
//! share one table: what was found for one position is most of what the next one needs. A score is a fact, whoever finds it, so
//! that the bytes of a book depend neither on the threads nor on where it was stopped.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use kinrow_agent::{Limits, Moment, Stop, Stopped};

use super::super::deepen;
use super::super::layout::Layout;
use super::super::search::{Halt, Search};
use super::super::table::BoundTable;
use super::super::word::Word;
use super::draft::with_levels;
use super::{Draft, UNKNOWN, positions};
use crate::solve::pulse::Pulse;

/// Positions by which the time for all of them is estimated.
const SAMPLE: usize = 24;

/// Who makes a book.
#[derive(Debug)]
pub struct Maker {
    draft: Draft,
    table: BoundTable,
    threads: usize,
}

impl Maker {
    /// Continues a draft, with a table of so many megabytes.
    #[must_use]
    pub fn new(draft: Draft, megabytes: u64, threads: usize) -> Maker {
        Maker { draft, table: BoundTable::new(megabytes), threads: threads.max(1) }
    }

    /// What there is so far.
    #[must_use]
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// What there is so far, and no more of it.
    #[must_use]
    pub fn into_draft(self) -> Draft {
        self.draft
    }

    /// Solves some positions, spread evenly over those that are left, and estimates from them how long all others take.
    /// It is rather more than less: the others are found with a fuller table.
    ///
    /// # Errors
    /// When someone says stop.
    pub fn estimate(&mut self, stop: &Stop) -> Result<Duration, Stopped> {
        let left = self.left();
        let count = left.len().min(SAMPLE);
        let sample: Vec<usize> = (0..count).map(|i| left[(2 * i + 1) * left.len() / (2 * count)]).collect();
        let started = Moment::now();
        self.solve(&sample, stop, &mut |_| {})?;
        let others = left.len() - count;
        Ok(started.elapsed().mul_f64(others as f64 / count.max(1) as f64))
    }

    /// Solves all positions that are left, and tells of each.
    ///
    /// # Errors
    /// When someone says stop; what was found is in the draft.
    pub fn run(&mut self, stop: &Stop, told: &mut dyn FnMut(&Draft)) -> Result<(), Stopped> {
        let left = self.left();
        self.solve(&left, stop, told)
    }

    /// The places of the scores that are missing.
    fn left(&self) -> Vec<usize> {
        let scores = self.draft.scores.iter().enumerate();
        scores.filter(|&(_, &score)| score == UNKNOWN).map(|(place, _)| place).collect()
    }

    fn solve(&mut self, places: &[usize], stop: &Stop, told: &mut dyn FnMut(&Draft)) -> Result<(), Stopped> {
        let mut left = places.to_vec();
        while !left.is_empty() {
            self.round(&left, stop, told);
            left.retain(|&place| self.draft.scores[place] == UNKNOWN);
            if stop.is_stopped() {
                return Err(Stopped);
            }
            if !left.is_empty() {
                // What was found is in the table, and the way back to where the searches were is short.
                self.table.grow();
            }
        }
        Ok(())
    }

    /// Solves until all are solved, the table is too small, or someone says stop.
    fn round(&mut self, places: &[usize], stop: &Stop, told: &mut dyn FnMut(&Draft)) {
        let levels = Arc::clone(&self.draft.levels);
        let taken = with_levels!(&*levels, (layout, names) => {
            let names = names.last().map_or(&[][..], Vec::as_slice);
            let work = Work {
                layout,
                names,
                places,
                table: &self.table,
                searchers: self.threads,
                stop,
                next: AtomicUsize::new(0),
                is_over: AtomicBool::new(false),
            };
            work.spread(|place, score| {
                self.draft.scores[place] = score;
                told(&self.draft);
            })
        });
        self.table.count(taken);
    }
}

/// What several threads take positions from.
struct Work<'a, T> {
    layout: &'a Layout<T>,
    names: &'a [T],
    /// Which of the names are to be solved, and the next of these.
    places: &'a [usize],
    next: AtomicUsize,
    table: &'a BoundTable,
    searchers: usize,
    stop: &'a Stop,
    is_over: AtomicBool,
}

impl<T: Word> Work<'_, T> {
    /// Tells each score as it is found. Returns how many free entries of the table were taken.
    fn spread(&self, mut found: impl FnMut(usize, i8)) -> usize {
        let (tell, heard) = channel();
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (0..self.searchers)
                .map(|_| {
                    let tell = tell.clone();
                    scope.spawn(move || self.help(&tell))
                })
                .collect();
            drop(tell);
            for (place, score) in heard {
                found(place, score);
            }
            let taken = helpers.into_iter().map(ScopedJoinHandle::join);
            taken.map(|taken| taken.unwrap_or_else(|panic| resume_unwind(panic))).sum()
        })
    }

    /// One thread: solves a position, and the next.
    fn help(&self, tell: &Sender<(usize, i8)>) -> usize {
        let mut pulse = Pulse::quiet(&Limits::NONE, self.stop);
        let mut search = Search {
            layout: self.layout,
            table: self.table,
            pulse: &mut pulse,
            candidates: &mut Vec::new(),
            root: 0,
            most_nodes: u64::MAX,
            searchers: self.searchers,
            is_over: &self.is_over,
            busy: None,
            taken: 0,
        };
        while let Some(&place) = self.places.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let node = positions::named(self.layout, self.names[place]);
            let mut bounds = deepen::first_bounds(self.layout, &node);
            let ask = |beta| search.score(&node, beta, None);
            // Stopped, or the table is too small: the others end too.
            let Ok::<_, Halt>(score) = deepen::score(self.layout, &node, true, &mut bounds, ask) else {
                self.is_over.store(true, Ordering::Relaxed);
                break;
            };
            // Nobody listens any more only when the program is ending with a panic.
            let _ = tell.send((place, score as i8));
        }
        search.taken
    }
}
