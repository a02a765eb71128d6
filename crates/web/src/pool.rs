//! Searches run here, on a fixed number of plain threads, in the order that [`crate::queue`] decides. A clock of its own stops
//! a search whose time is over, whatever the search thinks of that.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use kinrow_agent::catch_panic;

use crate::queue::{Job, Purpose, Queue};

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    queue: Queue,
    is_closed: bool,
}

/// The threads that search.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// Deep searches recurse once a ply, and boards have up to 400.
const STACK_BYTES: usize = 16 << 20;

impl Pool {
    /// Starts the threads.
    pub(crate) fn new(threads: usize) -> std::io::Result<Pool> {
        let state = State { queue: Queue::new(threads), is_closed: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        let mut started = Vec::new();
        for number in 0..=threads.max(1) {
            let shared = shared.clone();
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            started.push(match number {
                0 => builder.name("clock".into()).spawn(move || shared.keep_time())?,
                _ => builder.name(format!("search-{number}")).spawn(move || shared.search())?,
            });
        }
        Ok(Pool { shared, threads: Mutex::new(started) })
    }

    /// Takes a search on. Whether it has to wait for others, and the tickets of those whose place it takes.
    pub(crate) fn submit(&self, job: Job) -> (bool, Vec<u64>) {
        let admitted = self.shared.lock().queue.push(job, Instant::now());
        self.shared.changed.notify_all();
        admitted
    }

    /// Whoever searches for this session, or waits to, is to answer now.
    pub(crate) fn answer_now(&self, session: u64) {
        self.shared.lock().queue.answer_now(session);
    }

    /// The running search of this session is to answer now if it is less urgent than `purpose`.
    pub(crate) fn make_way(&self, session: u64, purpose: Purpose) {
        self.shared.lock().queue.make_way(session, purpose);
    }

    /// Ends a search whose answer nobody wants any more.
    pub(crate) fn cancel(&self, session: u64, ticket: u64) {
        self.shared.lock().queue.cancel(session, ticket);
    }

    /// Ends every search of a session.
    pub(crate) fn cancel_all(&self, session: u64) {
        self.shared.lock().queue.cancel_all(session);
    }

    /// Ends every search, and the threads.
    pub(crate) fn close(&self) {
        {
            let mut state = self.shared.lock();
            state.is_closed = true;
            state.queue.clear();
        }
        self.shared.changed.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A thread that panicked has told so already.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a change, or until `time`.
    fn wait<'a>(&self, state: MutexGuard<'a, State>, time: Option<Instant>) -> MutexGuard<'a, State> {
        match time {
            None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            Some(time) => {
                let left = time.saturating_duration_since(Instant::now());
                self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
            }
        }
    }

    /// One thread's life: a search, and the next.
    fn search(&self) {
        let mut state = self.lock();
        while !state.is_closed {
            let Job { ticket, stop, work, .. } = match state.queue.begin(Instant::now()) {
                Ok(job) => job,
                Err(later) => {
                    state = self.wait(state, later);
                    continue;
                }
            };
            drop(state);
            // The clock has a new deadline to keep.
            self.changed.notify_all();
            // What a search does wrong is its session's affair; the thread goes on.
            let _ = catch_panic(|| work(&stop));
            state = self.lock();
            state.queue.end(ticket);
            // Its session may have more to do.
            self.changed.notify_all();
        }
    }

    /// The clock's life: stops what has run out of time.
    fn keep_time(&self) {
        let mut state = self.lock();
        while !state.is_closed {
            let next = state.queue.stop_late(Instant::now());
            state = self.wait(state, next);
        }
    }
}
