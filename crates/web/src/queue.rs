//! Whose search is next. Only the order is decided here, without threads; [`crate::pool`] runs what comes out.
//!
//! A session has one search running at the most. Between sessions it goes round; a move that a person waits for goes before
//! everything else, but not always, so that nothing starves; and one thread is kept free for such moves where there is more
//! than one.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use kinrow_agent::Stop;

/// What a search is for; the order is that of urgency within a session.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Purpose {
    /// A move that a person waits for.
    AwaitedMove,
    /// A move of a game between machines.
    Move,
    /// A hint.
    Hint,
    /// Whether a move solves a puzzle.
    Puzzle,
    /// A tree to be looked at.
    Tree,
    /// A recording.
    Steps,
    /// What one of several agents thinks.
    Opinion,
    /// A ply of a review.
    Review,
    /// Puzzles in recorded games.
    Compose,
    /// What is shown beside the board.
    Analysis,
}

impl Purpose {
    /// Whether the page is told how far the search is. A review tells of itself, ply by ply, and about puzzles nothing may be told.
    pub(crate) fn is_told_of(self) -> bool {
        !matches!(self, Purpose::Puzzle | Purpose::Review | Purpose::Compose)
    }
}

/// How many questions of one purpose may wait in a session; recordings stand side by side.
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
    /// Goes on after that as long as nobody waits.
    pub(crate) is_endless: bool,
    /// Raised when an answer is wanted now.
    pub(crate) stop: Stop,
    /// The search itself, and what is done with its answer.
    pub(crate) work: Box<dyn FnOnce(&Stop) + Send>,
}

/// A search that runs.
struct Running {
    session: u64,
    purpose: Purpose,
    ticket: u64,
    deadline: Instant,
    is_endless: bool,
    stop: Stop,
}

/// Searches that wait and that run.
#[derive(Default)]
pub(crate) struct Queue {
    threads: usize,
    /// Sessions in the order of their turns, each with what it waits for.
    waiting: VecDeque<(u64, Vec<Job>)>,
    running: Vec<Running>,
    /// Awaited moves begun since something else was.
    urgent_in_a_row: u32,
}

/// After so many awaited moves in a row something else has its turn.
const URGENT_IN_A_ROW: u32 = 3;

impl Queue {
    /// Nothing to do, for so many threads.
    pub(crate) fn new(threads: usize) -> Queue {
        Queue { threads: threads.max(1), ..Queue::default() }
    }

    /// Takes a search on. Whether it has to wait for others, and the tickets of those whose place it takes.
    pub(crate) fn push(&mut self, job: Job, now: Instant) -> (bool, Vec<u64>) {
        let (session, purpose) = (job.session, job.purpose);
        let waits = job.ready <= now && !self.can_begin(session, purpose);
        let place = match self.waiting.iter().position(|(known, _)| *known == session) {
            Some(place) => place,
            None => {
                self.waiting.push_back((session, Vec::new()));
                self.waiting.len() - 1
            }
        };
        let jobs = &mut self.waiting[place].1;
        let is_same = |job: &Job| job.purpose == purpose;
        let mut replaced = Vec::new();
        while jobs.iter().filter(|job| is_same(job)).count() >= most_waiting(purpose) {
            if let Some(oldest) = jobs.iter().position(is_same) {
                replaced.push(jobs.remove(oldest).ticket);
            }
        }
        jobs.push(job);
        (waits, replaced)
    }

    /// Whether a search would begin at once.
    fn can_begin(&self, session: u64, purpose: Purpose) -> bool {
        let others = self.waiting.iter().filter(|(known, _)| *known != session).count();
        self.is_free(session) && self.running.len() + others < self.room_for(purpose)
    }

    fn is_free(&self, session: u64) -> bool {
        !self.running.iter().any(|running| running.session == session)
    }

    /// How many searches may run with one of this purpose.
    fn room_for(&self, purpose: Purpose) -> usize {
        if purpose == Purpose::AwaitedMove { self.threads } else { (self.threads - 1).max(1) }
    }

    /// The next search to begin, which counts as running from now on; or when to look again.
    pub(crate) fn begin(&mut self, now: Instant) -> Result<Job, Option<Instant>> {
        let mut urgent = None;
        let mut other = None;
        for (turn, (session, jobs)) in self.waiting.iter().enumerate() {
            let due = jobs.iter().enumerate().filter(|(_, job)| job.ready <= now);
            let Some((place, job)) = due.min_by_key(|(place, job)| (job.purpose, *place)) else { continue };
            let slot = if job.purpose == Purpose::AwaitedMove { &mut urgent } else { &mut other };
            if slot.is_none() && self.is_free(*session) && self.running.len() < self.room_for(job.purpose) {
                *slot = Some((turn, place));
            }
        }
        let is_others_turn = self.urgent_in_a_row >= URGENT_IN_A_ROW;
        let chosen = if is_others_turn { other.or(urgent) } else { urgent.or(other) };
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
        self.running.push(Running {
            session,
            purpose: job.purpose,
            ticket: job.ticket,
            deadline: now + job.time,
            is_endless: job.is_endless,
            stop: job.stop.clone(),
        });
        Ok(job)
    }

    /// A search has ended.
    pub(crate) fn end(&mut self, ticket: u64) {
        self.running.retain(|running| running.ticket != ticket);
    }

    /// Stops what has run out of time; says when the next will have. A search without an end has time until somebody waits.
    pub(crate) fn stop_late(&self, now: Instant) -> Option<Instant> {
        let goes_on =
            |running: &Running| running.is_endless && running.deadline <= now && self.waiting.is_empty();
        let (late, early): (Vec<&Running>, Vec<&Running>) = self
            .running
            .iter()
            .filter(|running| !running.stop.is_stopped() && !goes_on(running))
            .partition(|running| running.deadline <= now);
        late.iter().for_each(|running| running.stop.stop());
        early.iter().map(|running| running.deadline).min()
    }

    /// Whoever searches for this session, or waits to, is to answer now.
    pub(crate) fn answer_now(&self, session: u64) {
        let running = self.running.iter().filter(|running| running.session == session);
        running.for_each(|running| running.stop.stop());
        let waiting = self.waiting.iter().filter(|(known, _)| *known == session);
        waiting.flat_map(|(_, jobs)| jobs).for_each(|job| job.stop.stop());
    }

    /// The running search of this session is to answer now if it is less urgent than `purpose`.
    pub(crate) fn make_way(&self, session: u64, purpose: Purpose) {
        let less_urgent = |running: &&Running| running.session == session && running.purpose > purpose;
        self.running.iter().filter(less_urgent).for_each(|running| running.stop.stop());
    }

    /// Ends a search whose answer nobody wants any more.
    pub(crate) fn cancel(&mut self, session: u64, ticket: u64) {
        let is_it = |running: &&Running| running.ticket == ticket;
        self.running.iter().filter(is_it).for_each(|running| running.stop.stop());
        for (_, jobs) in self.waiting.iter_mut().filter(|(known, _)| *known == session) {
            jobs.retain(|job| job.ticket != ticket);
        }
        self.waiting.retain(|(_, jobs)| !jobs.is_empty());
    }

    /// Ends every search of a session.
    pub(crate) fn cancel_all(&mut self, session: u64) {
        self.answer_now(session);
        self.waiting.retain(|(known, _)| *known != session);
    }

    /// Ends every search.
    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
        self.running.iter().for_each(|running| running.stop.stop());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The session whose searches have no end.
    const ENDLESS: u64 = 9;

    struct Test {
        queue: Queue,
        now: Instant,
        tickets: u64,
    }

    impl Test {
        fn new(threads: usize) -> Test {
            Test { queue: Queue::new(threads), now: Instant::now(), tickets: 0 }
        }

        fn push_after(&mut self, session: u64, purpose: Purpose, delay: Duration) -> (u64, bool, Vec<u64>) {
            self.tickets += 1;
            let (ticket, stop, work) = (self.tickets, Stop::new(), Box::new(|_: &Stop| {}));
            let time = Duration::from_secs(1);
            let ready = self.now + delay;
            let job =
                Job { session, purpose, ticket, ready, time, is_endless: session == ENDLESS, stop, work };
            let (waits, replaced) = self.queue.push(job, self.now);
            (ticket, waits, replaced)
        }

        fn push(&mut self, session: u64, purpose: Purpose) -> (u64, bool, Vec<u64>) {
            self.push_after(session, purpose, Duration::ZERO)
        }

        /// Session and ticket of the next search.
        fn begin(&mut self) -> Option<(u64, u64)> {
            self.queue.begin(self.now).ok().map(|job| (job.session, job.ticket))
        }

        /// Runs everything, one after the other; sessions in the order of their turns.
        fn order(&mut self) -> Vec<u64> {
            let mut order = Vec::new();
            while let Some((session, ticket)) = self.begin() {
                order.push(session);
                self.queue.end(ticket);
            }
            order
        }
    }

    #[test]
    fn it_goes_round_the_sessions() {
        let mut test = Test::new(1);
        for purpose in [Purpose::Tree, Purpose::Analysis, Purpose::Review] {
            test.push(1, purpose);
        }
        test.push(2, Purpose::Analysis);
        test.push(3, Purpose::Tree);
        assert_eq!(test.order(), [1, 2, 3, 1, 1]);
    }

    #[test]
    fn a_session_runs_one_search_and_the_most_urgent_first() {
        let mut test = Test::new(4);
        let (analysis, ..) = test.push(1, Purpose::Analysis);
        let (tree, ..) = test.push(1, Purpose::Tree);
        let (moved, ..) = test.push(1, Purpose::AwaitedMove);
        assert_eq!(test.begin(), Some((1, moved)));
        assert_eq!(test.begin(), None, "one at a time");
        test.queue.end(moved);
        assert_eq!(test.begin(), Some((1, tree)));
        test.queue.end(tree);
        assert_eq!(test.begin(), Some((1, analysis)));
    }

    #[test]
    fn a_newer_search_takes_the_place_of_an_older_one() {
        let mut test = Test::new(1);
        let (first, ..) = test.push(1, Purpose::Analysis);
        let (second, _, replaced) = test.push(1, Purpose::Analysis);
        assert_eq!(replaced, [first]);
        assert_eq!(test.begin(), Some((1, second)));
        // Recordings stand side by side, up to a bound.
        let tickets: Vec<u64> = (0..4).map(|_| test.push(2, Purpose::Steps).0).collect();
        assert_eq!(test.push(2, Purpose::Steps).2, tickets[..1]);
    }

    #[test]
    fn awaited_moves_go_first_but_nothing_starves() {
        let mut test = Test::new(1);
        test.push(1, Purpose::Analysis);
        for session in 2..=6 {
            test.push(session, Purpose::AwaitedMove);
        }
        assert_eq!(test.order(), [2, 3, 4, 1, 5, 6]);
    }

    #[test]
    fn a_thread_is_kept_free_for_awaited_moves() {
        let mut test = Test::new(2);
        assert!(!test.push(1, Purpose::Analysis).1);
        assert!(test.begin().is_some());
        assert!(test.push(2, Purpose::Analysis).1, "it is told that it waits");
        assert_eq!(test.begin(), None);
        let (moved, waits, _) = test.push(3, Purpose::AwaitedMove);
        assert_eq!(test.begin(), Some((3, moved)));
        assert!(waits, "somebody else waited before it, so that nobody could know");
    }

    #[test]
    fn what_is_not_ready_waits_without_being_in_the_way() {
        let mut test = Test::new(1);
        let delay = Duration::from_millis(500);
        let (_, waits, _) = test.push_after(1, Purpose::Move, delay);
        assert!(!waits, "a pause is not a queue");
        test.push(2, Purpose::Analysis);
        assert_eq!(test.order(), [2]);
        assert_eq!(test.queue.begin(test.now).err(), Some(Some(test.now + delay)));
        test.now += delay;
        assert_eq!(test.order(), [1]);
    }

    #[test]
    fn a_search_without_an_end_gives_way_to_whoever_waits() {
        let mut test = Test::new(1);
        test.push(ENDLESS, Purpose::Analysis);
        let stop = test.queue.begin(test.now).ok().unwrap().stop;
        let later = test.now + Duration::from_secs(5);
        assert_eq!((test.queue.stop_late(later), stop.is_stopped()), (None, false));
        test.push(1, Purpose::Analysis);
        test.queue.stop_late(test.now);
        assert!(!stop.is_stopped(), "it has the time that every search has");
        test.queue.stop_late(later);
        assert!(stop.is_stopped());
    }

    #[test]
    fn searches_are_stopped() {
        let mut test = Test::new(3);
        let stops: Vec<Stop> = (1..=3)
            .map(|session| {
                test.push(session, Purpose::AwaitedMove);
                test.queue.begin(test.now).ok().unwrap().stop
            })
            .collect();
        let raised = || stops.iter().map(Stop::is_stopped).collect::<Vec<_>>();
        test.queue.make_way(1, Purpose::Analysis);
        assert_eq!(raised(), [false, false, false], "an analysis is not more urgent than a move");
        test.queue.cancel(1, 1);
        assert_eq!(raised(), [true, false, false]);
        test.push(2, Purpose::Analysis);
        test.queue.cancel_all(2);
        assert_eq!(raised(), [true, true, false]);
        assert_eq!(test.queue.stop_late(test.now), Some(test.now + Duration::from_secs(1)));
        assert_eq!(test.queue.stop_late(test.now + Duration::from_secs(1)), None);
        assert_eq!(raised(), [true, true, true], "its time is over");
        assert_eq!(test.order(), Vec::<u64>::new(), "what waited has gone too");
    }
}
