//! How long to think: what the manager allows, less what may get lost on the way.
//!
//! Nothing here reads a clock. Whoever thinks tells how long it was to take, how long it took, and how much of that the
//! whole process stood still.

use std::time::Duration;

use super::settings::Settings;

/// When the manager says nothing about time, no tournament is waiting, but somebody is.
const UNTOLD: Duration = Duration::from_secs(5);

/// A game's time is spread over at most this many moves: Gomoku is seldom longer, and what is left is spread anew
/// before each move.
const MOST_MOVES: u32 = 20;

/// Answers whose lateness is remembered.
const REMEMBERED: usize = 8;

/// The least reserve: what a busy machine may take to hand the processor over, and the reply to get through a pipe.
const LEAST_RESERVE: Duration = Duration::from_millis(40);

/// The largest reserve, but for lateness: nothing that has to do with the length of a turn takes longer.
const MOST_RESERVE: Duration = Duration::from_millis(500);

/// A process that waits longer than this beyond what it asked for was suspended, or the machine slept. A busy machine
/// gives everybody a turn sooner.
const STANDSTILL: Duration = Duration::from_millis(400);

/// How long the process stood still, if a wait that was to take `planned` took `taken`; zero for what a busy machine does
/// to a wait.
pub(crate) fn standstill(planned: Duration, taken: Duration) -> Duration {
    let over = taken.saturating_sub(planned);
    if over > STANDSTILL { over } else { Duration::ZERO }
}

/// How much later than planned an answer may be ready before it is given in the search's place.
const GRACE: Duration = Duration::from_millis(15);

/// How long a search that was to take `planned` is waited for after that; shorter in a very short turn, whose reserve is short too.
pub(crate) fn grace(planned: Duration) -> Duration {
    GRACE.min(planned / 4)
}

/// The brain's own clock of a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Clock {
    /// Time that this game has taken, for managers that do not count it.
    used: Duration,
    /// How much later than planned the last answers were ready, the most recent first.
    late: [Duration; REMEMBERED],
}

impl Clock {
    /// A new game begins. The machine is the same, and as busy as it was.
    pub(crate) fn restart(&mut self) {
        self.used = Duration::ZERO;
    }

    /// A move was planned to take `planned` and took `taken`, during which the process stood still for `stopped`.
    ///
    /// A standstill is not lateness: it says nothing about the next move, however often a manager suspends the brain. It
    /// counts as used, because the manager's clock may have gone on.
    pub(crate) fn count(&mut self, planned: Duration, taken: Duration, stopped: Duration) {
        self.used += taken;
        self.late.rotate_right(1);
        self.late[0] = taken.saturating_sub(planned).saturating_sub(stopped);
    }

    /// How late the next answer must be expected to be: the second largest delay of those remembered. A single one says
    /// nothing about the next move; a busy machine delays more than one.
    fn lateness(&self) -> Duration {
        let mut late = self.late;
        late.sort_unstable();
        late[REMEMBERED - 2]
    }

    /// What one move may cost; `moves_left` is the most that the brain can still make.
    pub(crate) fn time_for_move(&self, settings: &Settings, moves_left: u32) -> Duration {
        let left = match settings.time_left {
            Some(left) => left,
            None => settings.timeout_match.map(|all| all.saturating_sub(self.used)),
        };
        let share = left.map(|left| self.safe(left).min(left / moves_left.clamp(1, MOST_MOVES)));
        let turn = settings.timeout_turn.or((left.is_none()).then_some(UNTOLD)).map(|time| self.safe(time));
        turn.into_iter().chain(share).min().unwrap_or(UNTOLD)
    }

    /// A time less its reserve: a tenth, at least 40 ms and at most half a second, but never more than half of the time.
    /// Where answers have been late, that much is added to the reserve; but at least half of what is left goes to the
    /// search, however late they were.
    fn safe(&self, time: Duration) -> Duration {
        let reserve = (time / 10).clamp(LEAST_RESERVE, MOST_RESERVE).min(time / 2);
        let left = time - reserve;
        left - self.lateness().min(left / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn settings(turn: Option<u64>, whole: Option<u64>, left: Option<Option<u64>>) -> Settings {
        let mut settings = Settings::default();
        settings.timeout_turn = turn.map(ms);
        settings.timeout_match = whole.map(ms);
        settings.time_left = left.map(|left| left.map(ms));
        settings
    }

    #[test]
    fn never_more_than_is_allowed() {
        for turn in [None, Some(0), Some(1), Some(30), Some(1000), Some(300_000)] {
            for left in [None, Some(None), Some(Some(0)), Some(Some(50)), Some(Some(60_000))] {
                for whole in [None, Some(10_000)] {
                    for moves in [0, 1, 3, 200] {
                        let mut clock = Clock::default();
                        clock.count(ms(10_000), ms(9_000), ms(0));
                        let time = clock.time_for_move(&settings(turn, whole, left), moves);
                        assert!(turn.is_none_or(|turn| time < ms(turn.max(1))), "{turn:?}");
                        assert!(left.flatten().is_none_or(|left| time < ms(left.max(1))), "{left:?}");
                        assert!(left.is_some() || whole.is_none() || time < ms(1_000), "{whole:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_is_spread_over_its_moves() {
        let fresh = Clock::default();
        let spread =
            |left, moves| fresh.time_for_move(&settings(Some(30_000), None, Some(Some(left))), moves);
        assert_eq!(spread(60_000, 200), ms(3_000));
        assert_eq!(spread(60_000, 6), ms(10_000));
        assert_eq!(spread(60_000, 1), ms(29_500), "the turn's limit is the stricter one");
        // The brain counts for itself when the manager does not.
        let counted = |used| {
            let clock = Clock { used: ms(used), ..Clock::default() };
            clock.time_for_move(&settings(None, Some(60_000), None), 100)
        };
        assert_eq!((counted(0), counted(40_000), counted(70_000)), (ms(3_000), ms(1_000), ms(0)));
        assert_eq!(fresh.time_for_move(&settings(None, None, None), 100), ms(4_500));
    }

    #[test]
    fn nine_tenths_of_a_long_turn_and_half_of_a_very_short_one() {
        let share = |turn| Clock::default().time_for_move(&settings(Some(turn), None, None), 100);
        for (turn, time) in [
            (0, 0),
            (20, 10),
            (60, 30),
            (80, 40),
            (100, 60),
            (300, 260),
            (400, 360),
            (1_000, 900),
            (3_000, 2_700),
            (5_000, 4_500),
            (30_000, 29_500),
        ] {
            assert_eq!(share(turn), ms(time), "{turn} ms");
        }
    }

    fn plan(clock: &Clock) -> Duration {
        clock.time_for_move(&settings(Some(200), None, None), 100)
    }

    #[test]
    fn who_is_often_late_plans_for_it_and_forgets() {
        let mut clock = Clock::default();
        assert_eq!(plan(&clock), ms(160));
        clock.count(ms(160), ms(200), ms(0));
        clock.count(ms(160), ms(190), ms(0));
        assert_eq!(plan(&clock), ms(130));
        clock.count(ms(130), ms(400), ms(0));
        assert_eq!(plan(&clock), ms(120));
        clock.count(ms(120), ms(400), ms(0));
        assert_eq!(plan(&clock), ms(80), "half of what it would have is always left");
        for _ in 0..REMEMBERED - 1 {
            clock.count(ms(80), ms(70), ms(0));
        }
        assert_eq!(plan(&clock), ms(160));
    }

    #[test]
    fn one_late_answer_changes_nothing() {
        let mut clock = Clock::default();
        clock.count(ms(160), ms(1_600), ms(0));
        assert_eq!(plan(&clock), ms(160));
        clock.restart();
        clock.count(ms(160), ms(150), ms(0));
        assert_eq!(plan(&clock), ms(160));
    }

    #[test]
    fn a_manager_that_suspends_the_brain_at_every_move_slows_nothing_down() {
        let mut clock = Clock::default();
        for _ in 0..20 {
            clock.count(ms(160), ms(10_160), standstill(ms(100), ms(10_100)));
            assert_eq!(plan(&clock), ms(160));
        }
        // What is late beyond the standstill still counts.
        clock.count(ms(160), ms(10_190), ms(10_000));
        clock.count(ms(160), ms(10_190), ms(10_000));
        assert_eq!(plan(&clock), ms(130));
        // And so does the game's time, since the manager's clock may have gone on.
        assert_eq!(clock.time_for_move(&settings(None, Some(60_000), None), 100), ms(0));
    }

    #[test]
    fn a_busy_machine_is_no_standstill() {
        assert_eq!(standstill(ms(100), ms(90)), ms(0));
        assert_eq!(standstill(ms(100), ms(480)), ms(0));
        assert_eq!(standstill(ms(100), ms(1_100)), ms(1_000));
    }
}
