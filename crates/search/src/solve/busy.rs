//! What other threads are searching right now, so that each looks for other work first.
//!
//! A thread that comes to a move that is being searched puts it off until it has tried the others; by
//! then the answer is usually in the table (after Kerrigan's simplification of Weill's ABDADA, 1996). The marks are
//! advice: one that is lost or false costs time, and changes no answer.

use std::sync::atomic::{AtomicU64, Ordering};

/// How many marks there are: far more than threads times plies.
const MARKS: usize = 1 << 12;

/// The marks that a team shares: the numbers of what is being searched, which should be spread evenly.
#[derive(Debug)]
pub(super) struct Busy {
    marks: Box<[AtomicU64]>,
}

impl Busy {
    /// Nobody searches anything.
    pub(super) fn new() -> Busy {
        Busy { marks: std::iter::repeat_with(AtomicU64::default).take(MARKS).collect() }
    }

    #[inline]
    fn mark(&self, number: u64) -> &AtomicU64 {
        &self.marks[number as usize % MARKS]
    }

    /// Whether somebody searches it.
    #[inline]
    pub(super) fn contains(&self, number: u64) -> bool {
        self.mark(number).load(Ordering::Relaxed) == number
    }

    /// Marks it: somebody begins to search it.
    #[inline]
    pub(super) fn begin(&self, number: u64) {
        self.mark(number).store(number, Ordering::Relaxed);
    }

    /// Takes the mark away, if it is still there.
    #[inline]
    pub(super) fn end(&self, number: u64) {
        if self.contains(number) {
            self.mark(number).store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_lasts_from_begin_to_end() {
        let (busy, one, other) = (Busy::new(), 1 << 40 | 5, 1 << 50 | 5);
        busy.begin(one);
        assert!(busy.contains(one) && !busy.contains(other));
        busy.end(other);
        assert!(busy.contains(one));
        busy.end(one);
        assert!(!busy.contains(one));
    }
}
