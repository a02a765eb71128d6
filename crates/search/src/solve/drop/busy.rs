//! Which positions other threads are searching right now, so that each looks for other work first.
//!
//! A thread that comes to a move whose position is being searched puts the move off until it has tried the others; by
//! then the answer is usually in the table (after Kerrigan's simplification of Weill's ABDADA, 1996). The marks are
//! advice: one that is lost or false costs time, and changes no answer.

use std::sync::atomic::{AtomicU64, Ordering};

use super::key::Key;

/// How many marks there are: far more than threads times plies.
const MARKS: usize = 1 << 12;

/// The marks that a team shares.
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
    fn mark(&self, key: Key) -> &AtomicU64 {
        &self.marks[key.spread() as usize % MARKS]
    }

    /// Whether somebody searches the position.
    #[inline]
    pub(super) fn contains(&self, key: Key) -> bool {
        self.mark(key).load(Ordering::Relaxed) == key.low()
    }

    /// Marks the position: somebody begins to search it.
    #[inline]
    pub(super) fn begin(&self, key: Key) {
        self.mark(key).store(key.low(), Ordering::Relaxed);
    }

    /// Takes the mark away, if it is still there.
    #[inline]
    pub(super) fn end(&self, key: Key) {
        if self.contains(key) {
            self.mark(key).store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_lasts_from_begin_to_end() {
        let (busy, one, other) = (Busy::new(), Key::from_parts(1, 2), Key::from_parts(3, 4));
        busy.begin(one);
        assert!(busy.contains(one) && !busy.contains(other));
        busy.end(other);
        assert!(busy.contains(one));
        busy.end(one);
        assert!(!busy.contains(one));
    }
}
