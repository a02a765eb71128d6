//! Sees to it that a program keeps to the memory it was given.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

use super::family::Family;

const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Looks at a program's memory until it is dropped, and ends a program that holds too much.
pub(super) struct Watch {
    /// Megabytes that were too many.
    found: Arc<OnceLock<u64>>,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    pub(super) fn new(family: Family, megabytes: u64) -> Watch {
        let found = Arc::new(OnceLock::new());
        let (end, ended) = channel();
        let most = megabytes * 1_000_000;
        let tell = found.clone();
        let thread = std::thread::spawn(move || {
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(LOOK_EVERY) {
                let Some(bytes) = family.resident(most) else { return };
                if bytes > most {
                    // Known before its output closes, so that this is the reason that is told.
                    let _ = tell.set(bytes.div_ceil(1_000_000));
                    family.end();
                    return;
                }
            }
        });
        Watch { found, end: Some(end), thread: Some(thread) }
    }

    /// How many megabytes were too many, if ever.
    pub(super) fn found(&self) -> Option<u64> {
        self.found.get().copied()
    }
}

impl Drop for Watch {
    /// Once the program is reaped another may have its number: nobody looks at it any more then.
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
