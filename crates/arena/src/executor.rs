//! Who computes the units of a plan.
//!
//! A unit is a pure function of its plan and its name, so it can be computed anywhere and in any order. An [`Executor`] decides
//! where: [`Threads`] of this process, or whatever machines an embedding program has. Which unit comes next, and what becomes of
//! a result, stays with the caller.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread::Builder;
use std::time::Duration;

use kinrow_agent::Stop;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Work that falls into units which do not depend on each other.
pub trait Units: Sync {
    /// What names a unit.
    type Unit: Serialize + DeserializeOwned + Send;
    /// What comes out of one.
    type Found: Serialize + DeserializeOwned + Send;

    /// Computes a unit; `None` when `stop` was raised before its end.
    fn compute(&self, unit: &Self::Unit, stop: &Stop) -> Option<Self::Found>;
}

/// A unit, and what came out of it.
pub type Computed<U> = (<U as Units>::Unit, <U as Units>::Found);

/// Computes units somewhere.
pub trait Executor {
    /// How many units it computes at the same time.
    fn width(&self) -> usize;

    /// Computes the units that `next` hands out until there are no more, or `stop` is raised. `next` may wait for results
    /// that others are computing. `collect` is called on the caller's thread, with each result as soon as it is there, and with
    /// `None` after a while without any. Nobody is handed another unit before their last result was taken.
    fn execute<U: Units>(
        &self,
        units: &U,
        next: &(dyn Fn() -> Option<U::Unit> + Sync),
        stop: &Stop,
        collect: &mut dyn FnMut(Option<Computed<U>>),
    );
}

/// So many threads of this process.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub usize);

/// A search may go deep; threads have little room by default.
const STACK: usize = 64 << 20;
/// After so long without a result the caller is told.
const A_WHILE: Duration = Duration::from_millis(100);

impl Executor for Threads {
    fn width(&self) -> usize {
        self.0
    }

    fn execute<U: Units>(
        &self,
        units: &U,
        next: &(dyn Fn() -> Option<U::Unit> + Sync),
        stop: &Stop,
        collect: &mut dyn FnMut(Option<Computed<U>>),
    ) {
        let (sender, results) = sync_channel(0);
        std::thread::scope(|scope| {
            for _ in 0..self.0 {
                let sender = sender.clone();
                let work = move || {
                    while let Some(unit) = next() {
                        let Some(found) = units.compute(&unit, stop) else { break };
                        if sender.send((unit, found)).is_err() {
                            break;
                        }
                    }
                };
                // Fewer workers than wanted do the same work; without any, nothing is computed.
                if Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            drop(sender);
            loop {
                match results.recv_timeout(A_WHILE) {
                    Ok(result) => collect(Some(result)),
                    Err(RecvTimeoutError::Timeout) => collect(None),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
    }
}
