//! Searches run here: on a fixed number of plain threads, taken in turn from the sessions that wait.
//!
//! A session has one search running at the most. Between sessions it goes round; a move that a person waits for goes before
//! everything else, but not always, so that nothing starves; and one thread is kept free for such moves where there is more
//! than one. A clock of its own stops a search whose time is over, whatever the search thinks of that.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use kinrow_agent::{Stop, catch_panic};

/// What a search is for; the order is that of urgency within a session.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Purpose {
    /// A move that a person waits for.
    AwaitedMove,
    /// A move of a game between machines.
    Move,
    /// A hint.
    Hint,
    /// A tree to be looked at.
    Tree,
    /// A recording.
    Steps,
    /// A ply of a review.
    Review,
    /// What is shown beside the board.
    Analysis,
}

/// How many questions of one purpose may wait in a session; two recordings stand side by side.
fn most_waiting(purpose: Purpose) -> usize {
    if purpose == Purpose::Steps { 4 } else { 1 }
}

/// A search to be run.
pub(crate) struct Job {
    /// For whom.
    pub(crate) session: u64,
    /// What for.
    pub(crate) purpose: Purpose,
    /// By which it is known to whoever asked.
    pub(crate) ticket: u64,
    /// Not to begin before.
    pub(crate) ready: Instant,
    /// How long it may take once it has begun.
    pub(crate) time: Duration,
    /// Raised when an answer is wanted now.
    pub(crate) stop: Stop,
    /// The search itself, and what is done with its answer.
    pub(crate) work: Box<dyn FnOnce(&Stop) + Send>,
}

struct Running {
    session: u64,
    purpose: Purpose,
    ticket: u64,
    deadline: Instant,
    stop: Stop,
}

#[derive(Default)]
struct Queue {
    /// Sessions in the order of their turns, each with what it waits for.
    waiting: VecDeque<(u64, Vec<Job>)>,
    running: Vec<Running>,
    /// Awaited moves begun since something else was.
    urgent_in_a_row: u32,
    is_closed: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    threads: usize,
}

/// The threads that search.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// After so many awaited moves in a row something else has its turn.
const URGENT_IN_A_ROW: u32 = 3;

/// Deep searches recurse once a ply, and boards have up to 400.
const STACK_BYTES: usize = 16 << 20;

impl Pool {
    /// Starts the threads.
    pub(crate) fn new(threads: usize) -> std::io::Result<Pool> {
        let threads = threads.max(1);
        let shared = Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new(), threads });
        let pool = Pool { shared: shared.clone(), threads: Mutex::default() };
        for number in 0..=threads {
            let shared = shared.clone();
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            let thread = match number {
                0 => builder.name("clock".into()).spawn(move || shared.keep_time()),
                _ => builder.name(format!("search-{number}")).spawn(move || shared.search()),
            };
            pool.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread?);
        }
        Ok(pool)
    }

    /// Takes a search on. Whether it has to wait for others, and the tickets of those whose place it takes.
    pub(crate) fn submit(&self, job: Job) -> (bool, Vec<u64>) {
        let mut queue = self.shared.lock();
        let (purpose, session) = (job.purpose, job.session);
        let mut replaced = Vec::new();
        let place = match queue.waiting.iter().position(|(known, _)| *known == session) {
            Some(place) => place,
            None => {
                queue.waiting.push_back((session, Vec::new()));
                queue.waiting.len() - 1
            }
        };
        let jobs = &mut queue.waiting[place].1;
        let same = |job: &Job| job.purpose == purpose;
        while jobs.iter().filter(|job| same(job)).count() >= most_waiting(purpose) {
            if let Some(oldest) = jobs.iter().position(same) {
                replaced.push(jobs.remove(oldest).ticket);
            }
        }
        let is_due = job.ready <= Instant::now();
        jobs.push(job);
        let waits = is_due && !queue.can_begin(session, purpose, self.shared.threads);
        drop(queue);
        self.shared.changed.notify_all();
        (waits, replaced)
    }

    /// Whoever searches for this session, or waits to, is to answer now.
    pub(crate) fn answer_now(&self, session: u64) {
        let queue = self.shared.lock();
        queue.stops(session).for_each(|(_, stop)| stop.stop());
    }

    /// The running search of this session is to answer now if it is less urgent than `purpose`.
    pub(crate) fn make_way(&self, session: u64, purpose: Purpose) {
        let queue = self.shared.lock();
        let less_urgent = |running: &&Running| running.session == session && running.purpose > purpose;
        queue.running.iter().filter(less_urgent).for_each(|running| running.stop.stop());
    }

    /// Ends a search, whose answer nobody wants any more.
    pub(crate) fn cancel(&self, session: u64, ticket: u64) {
        let mut queue = self.shared.lock();
        for running in queue.running.iter().filter(|running| running.session == session) {
            if running.ticket == ticket {
                running.stop.stop();
            }
        }
        if let Some((_, jobs)) = queue.waiting.iter_mut().find(|(known, _)| *known == session) {
            jobs.retain(|job| job.ticket != ticket);
        }
    }

    /// Ends every search of a session.
    pub(crate) fn cancel_all(&self, session: u64) {
        let mut queue = self.shared.lock();
        queue.stops(session).for_each(|(_, stop)| stop.stop());
        queue.waiting.retain(|(known, _)| *known != session);
    }

    /// Ends every search, and the threads.
    pub(crate) fn close(&self) {
        {
            let mut queue = self.shared.lock();
            queue.is_closed = true;
            queue.waiting.clear();
            queue.running.iter().for_each(|running| running.stop.stop());
        }
        self.shared.changed.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A thread that panicked has told so already.
            let _ = thread.join();
        }
    }
}

impl Queue {
    fn stops(&self, session: u64) -> impl Iterator<Item = (u64, &Stop)> {
        let running = self.running.iter().filter(move |running| running.session == session);
        let waiting = self.waiting.iter().filter(move |(known, _)| *known == session);
        let waiting = waiting.flat_map(|(_, jobs)| jobs.iter().map(|job| (job.ticket, &job.stop)));
        running.map(|running| (running.ticket, &running.stop)).chain(waiting)
    }

    /// Whether a search would begin at once.
    fn can_begin(&self, session: u64, purpose: Purpose, threads: usize) -> bool {
        let is_busy = self.running.iter().any(|running| running.session == session);
        let others = self.waiting.iter().filter(|(known, _)| *known != session).count();
        !is_busy && self.running.len() + others < self.room_for(purpose, threads)
    }

    /// How many searches may run when one of this purpose begins.
    fn room_for(&self, purpose: Purpose, threads: usize) -> usize {
        if purpose == Purpose::AwaitedMove || threads == 1 { threads } else { threads - 1 }
    }

    /// The next search to begin, and when to look again if there is none.
    fn next(&mut self, threads: usize) -> Result<Job, Option<Instant>> {
        let now = Instant::now();
        let is_free = |session: u64| !self.running.iter().any(|running| running.session == session);
        let due = |jobs: &[Job]| {
            let due = jobs.iter().enumerate().filter(|(_, job)| job.ready <= now);
            due.min_by_key(|(place, job)| (job.purpose, *place)).map(|(place, job)| (place, job.purpose))
        };
        let mut urgent = None;
        let mut other = None;
        for (turn, (session, jobs)) in self.waiting.iter().enumerate() {
            let Some((place, purpose)) = due(jobs).filter(|_| is_free(*session)) else { continue };
            let slot = if purpose == Purpose::AwaitedMove { &mut urgent } else { &mut other };
            if slot.is_none() && self.running.len() < self.room_for(purpose, threads) {
                *slot = Some((turn, place));
            }
        }
        let others_turn = self.urgent_in_a_row >= URGENT_IN_A_ROW;
        let chosen = if others_turn { other.or(urgent) } else { urgent.or(other) };
        let Some((turn, place)) = chosen else {
            let later = self.waiting.iter().flat_map(|(_, jobs)| jobs).map(|job| job.ready);
            return Err(later.filter(|ready| *ready > now).min());
        };
        let Some((session, mut jobs)) = self.waiting.remove(turn) else { return Err(None) };
        let job = jobs.remove(place);
        if !jobs.is_empty() {
            self.waiting.push_back((session, jobs));
        }
        let is_urgent = job.purpose == Purpose::AwaitedMove;
        self.urgent_in_a_row = if is_urgent { self.urgent_in_a_row + 1 } else { 0 };
        Ok(job)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a change, or until `time`.
    fn wait<'a>(&self, queue: MutexGuard<'a, Queue>, time: Option<Instant>) -> MutexGuard<'a, Queue> {
        match time {
            None => self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
            Some(time) => {
                let left = time.saturating_duration_since(Instant::now());
                let waited = self.changed.wait_timeout(queue, left);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        }
    }

    /// One thread's life: a search, and the next.
    fn search(&self) {
        let mut queue = self.lock();
        while !queue.is_closed {
            let job = match queue.next(self.threads) {
                Ok(job) => job,
                Err(later) => {
                    queue = self.wait(queue, later);
                    continue;
                }
            };
            let Job { session, purpose, ticket, time, stop, work, .. } = job;
            let deadline = Instant::now() + time;
            queue.running.push(Running { session, purpose, ticket, deadline, stop: stop.clone() });
            drop(queue);
            // The clock has a new deadline to keep.
            self.changed.notify_all();
            // What a search does wrong is its session's affair; the thread goes on.
            let _ = catch_panic(|| work(&stop));
            queue = self.lock();
            queue.running.retain(|running| running.ticket != ticket);
            // Its session may have more to do.
            self.changed.notify_all();
        }
    }

    /// The clock's life: stops what has run out of time.
    fn keep_time(&self) {
        let mut queue = self.lock();
        while !queue.is_closed {
            let now = Instant::now();
            let mut next = None;
            for running in queue.running.iter().filter(|running| !running.stop.is_stopped()) {
                if running.deadline <= now {
                    running.stop.stop();
                } else {
                    next = Some(next.map_or(running.deadline, |next: Instant| next.min(running.deadline)));
                }
            }
            queue = self.wait(queue, next);
        }
    }
}
