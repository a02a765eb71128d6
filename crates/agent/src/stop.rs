//! A flag that says stop. Flags have children: stopping a tournament stops its games.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A stop flag. Clones are the same flag; children are stopped with it, but not the other way round.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<Flag>);

#[derive(Default, Debug)]
struct Flag {
    raised: AtomicBool,
    parent: Option<Stop>,
}

impl Stop {
    /// A flag that nobody has raised.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// A flag that is raised with this one, or alone.
    #[must_use]
    pub fn child(&self) -> Stop {
        Stop(Arc::new(Flag { raised: AtomicBool::new(false), parent: Some(self.clone()) }))
    }

    /// Says stop.
    pub fn stop(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Whether it, or one above it, was raised.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed) || self.0.parent.as_ref().is_some_and(Stop::is_stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_stops_its_children_and_not_the_other_way_round() {
        let tournament = Stop::new();
        let (first, second) = (tournament.child(), tournament.child());
        let search = first.child();
        first.clone().stop();
        assert!(first.is_stopped() && search.is_stopped());
        assert!(!second.is_stopped() && !tournament.is_stopped());
        tournament.stop();
        assert!(second.is_stopped());
    }
}
