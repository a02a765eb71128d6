//! Plays the games of a contest that are missing, wherever an executor plays them.
//!
//! The executor asks for the next number; whatever is finished goes to the caller at once, in the order it happens, so that
//! nothing is lost. A sequential test decides in the order of the numbers instead, so that it stops after the same pair whoever
//! played faster. Under it a game is given to the caller once all before it are finished and have left the test open; games
//! beyond the deciding pair are forgotten, and workers do not run far ahead.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kinrow_agent::{GameRecord, Nobody, Stop};

use super::statistics::{Outcomes, Sprt, Verdict};
use super::{Contest, Executor, Fixture, Next, Results, Schedule, Share, Summary, Units};

/// What to play, and until when.
#[derive(Debug)]
pub struct Job<'a> {
    /// Who plays what.
    pub contest: &'a Contest,
    /// In which order.
    pub schedule: &'a Schedule,
    /// Ends a match of two when it is decided.
    pub sprt: Option<Sprt>,
    /// Of the pairs, only this share.
    pub share: Option<Share>,
    /// Raised: no new games, running ones are finished.
    pub enough: Stop,
    /// Raised: running games end now, and are forgotten.
    pub at_once: Stop,
}

/// How it ended.
#[derive(Debug)]
pub enum End<E> {
    /// Every game was played.
    Complete,
    /// The sequential test decided.
    Decided,
    /// Somebody said enough.
    Stopped,
    /// A finished game could not be kept.
    Failed(E),
}

/// What is known at the end.
#[derive(Debug)]
pub struct Ended<E> {
    /// Every finished game.
    pub results: Results,
    /// Games numbered below this count.
    pub counted: u64,
    /// How it ended.
    pub end: End<E>,
}

/// Games per worker that may be handed out before a sequential test has seen those before them.
const AHEAD: u64 = 8;

/// Plays what `earlier` does not hold, wherever `executor` does. `keep` is given each finished game as soon as it is finished, and under a sequential
/// test as soon as it is sure to count; `watch` is told now and then how far it has come.
pub fn run<E>(
    job: &Job<'_>,
    executor: &impl Executor,
    earlier: Vec<(u64, GameRecord)>,
    mut keep: impl FnMut(u64, &GameRecord) -> Result<(), E>,
    mut watch: impl FnMut(&Results),
) -> Ended<E> {
    let results = Results::recall(job.schedule, earlier);
    let mut test = job.sprt.map(SequentialTest::new);
    // Games numbered below this are sure to count.
    let mut sure = test.as_mut().map_or(u64::MAX, |test| test.look(&results));
    let ahead = AHEAD * executor.width() as u64;
    // Raised when nothing that is still running is of interest.
    let abandon = job.at_once.child();
    let is_over = test.as_ref().is_some_and(|test| test.decided.is_some());
    let state = State { results, next: 0, end: sure.saturating_add(ahead), is_over };
    let shared = Shared { state: Mutex::new(state), changed: Condvar::new() };
    let mut failure = None;
    let mut waiting = BTreeMap::new();
    let mut collect = |finished: Option<(Fixture, GameRecord)>| {
        let Some((fixture, record)) = finished else { return watch(&shared.lock().results) };
        waiting.insert(fixture.index, (fixture, record));
        while failure.is_none()
            && let Some(game) = waiting.first_entry().filter(|game| *game.key() < sure)
        {
            let (fixture, record) = game.remove();
            if let Err(error) = keep(fixture.index, &record) {
                failure = Some(error);
                shared.finish();
                abandon.stop();
                break;
            }
            let mut state = shared.lock();
            if let Some(summary) = Summary::of(&fixture, &record) {
                state.results.insert(fixture.index, summary);
            }
            if let Some(test) = &mut test {
                sure = test.look(&state.results);
                state.end = sure.saturating_add(ahead);
                if test.decided.is_some() {
                    state.is_over = true;
                    abandon.stop();
                }
            }
            watch(&state.results);
            shared.changed.notify_all();
        }
    };
    executor.execute(job.contest, &|| shared.take(job), &abandon, &mut collect);
    let results = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner).results;
    let decided = test.and_then(|test| test.decided);
    let counted = decided.unwrap_or_else(|| job.schedule.games());
    let wanted = 2 * job.share.map_or(counted / 2, |share| share.count(counted / 2));
    let is_complete = results.below(counted).count() as u64 == wanted;
    let end = match failure {
        Some(error) => End::Failed(error),
        None if decided.is_some() => End::Decided,
        None if is_complete => End::Complete,
        None => End::Stopped,
    };
    Ended { results, counted, end }
}

/// A game is a pure function of the contest and its fixture.
impl Units for Contest {
    type Unit = Fixture;
    type Found = GameRecord;

    fn compute(&self, fixture: &Fixture, stop: &Stop) -> Option<GameRecord> {
        self.play(fixture, &mut Nobody, stop)
    }
}

/// What workers and the collector share.
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    results: Results,
    /// Numbers below were handed out, or finished earlier.
    next: u64,
    /// Numbers from here on are not handed out yet.
    end: u64,
    is_over: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn finish(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    /// The next game to play; waits where it depends on games that are being played. `None` when there is none.
    fn take(&self, job: &Job<'_>) -> Option<Fixture> {
        let mut state = self.lock();
        loop {
            if state.is_over || job.enough.is_stopped() || job.at_once.is_stopped() {
                return None;
            }
            let is_others = |index: u64| job.share.is_some_and(|share| !share.holds(index / 2));
            while state.next < job.schedule.games()
                && (state.results.get(state.next).is_some() || is_others(state.next))
            {
                state.next += 1;
            }
            match job.schedule.next(state.next, &state.results) {
                Next::Play(fixture) if state.next < state.end => {
                    state.next += 1;
                    return Some(fixture);
                }
                Next::End => return None,
                Next::Play(_) | Next::Wait => {
                    // A stop does not wake anybody, so look again soon.
                    let pause = Duration::from_millis(50);
                    let woken =
                        self.changed.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner);
                    state = woken.0;
                }
            }
        }
    }
}

/// A sequential test over the pairs in their order.
struct SequentialTest {
    sprt: Sprt,
    pairs: u64,
    counts: [u64; 5],
    /// Games below this number decide.
    decided: Option<u64>,
}

impl SequentialTest {
    fn new(sprt: Sprt) -> SequentialTest {
        SequentialTest { sprt, pairs: 0, counts: [0; 5], decided: None }
    }

    /// Takes in the pairs that have become whole. Games numbered below the answer are sure to count: those up to the first
    /// that is missing, and none once it is decided.
    fn look(&mut self, results: &Results) -> u64 {
        while self.decided.is_none()
            && let (Some(first), Some(second)) =
                (results.get(2 * self.pairs), results.get(2 * self.pairs + 1))
        {
            use kinrow_game::Side;
            let points = first.ending.points(Side::X) + second.ending.points(Side::O);
            self.counts[(2.0 * points) as usize] += 1;
            self.pairs += 1;
            if self.sprt.state(&Outcomes::of_pairs(self.counts)).verdict != Verdict::Open {
                self.decided = Some(2 * self.pairs);
            }
        }
        let is_half = results.get(2 * self.pairs).is_some();
        if self.decided.is_some() { 0 } else { 2 * self.pairs + u64::from(is_half) + 1 }
    }
}

#[cfg(test)]
mod tests;
