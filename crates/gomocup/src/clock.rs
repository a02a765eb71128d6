//! How long to think: what the manager allows, less what may get lost on the way.

use std::time::Duration;

use super::settings::Settings;

/// When the manager says nothing of time, nobody may be waiting for a tournament to end, but somebody is waiting.
const UNTOLD: Duration = Duration::from_secs(5);

/// A game's time is spread over this many moves at the most: Gomoku is seldom longer, and what is left is spread anew
/// before each move.
const MOST_MOVES: u32 = 20;

/// Answers whose lateness is remembered.
const REMEMBERED: usize = 8;

/// The brain's own clock of a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Clock {
    /// Time that this game has taken, for managers that do not count it.
    used: Duration,
    /// How much later than planned the last answers were ready, the latest first.
    late: [Duration; REMEMBERED],
}

impl Clock {
    /// A new game begins. The machine is the same, and as busy as it was.
    pub(crate) fn restart(&mut self) {
        self.used = Duration::ZERO;
    }

    /// A move was to take so long, and has taken so long.
    pub(crate) fn count(&mut self, planned: Duration, taken: Duration) {
        self.used += taken;
        self.late.rotate_right(1);
        self.late[0] = taken.saturating_sub(planned);
    }

    /// How much later than planned an answer must be expected to be. The latest one of all does not count: a process that
    /// was stopped for a moment says nothing about the next move, a machine that is busy delays more than one.
    fn lateness(&self) -> Duration {
        let mut late = self.late;
        late.sort_unstable();
        late[REMEMBERED - 2]
    }

    /// What one move may cost; `moves_left` is how many the brain can still make at the most.
    pub(crate) fn time_for_move(&self, settings: &Settings, moves_left: u32) -> Duration {
        let left = match settings.time_left {
            Some(left) => left,
            None => settings.timeout_match.map(|all| all.saturating_sub(self.used)),
        };
        let share = left.map(|left| self.safe(left).min(left / moves_left.clamp(1, MOST_MOVES)));
        let turn = settings.timeout_turn.or((left.is_none()).then_some(UNTOLD)).map(|time| self.safe(time));
        turn.into_iter().chain(share).min().unwrap_or(UNTOLD)
    }

    /// A time less a margin for what a busy machine may add: a reply is on its way through a pipe, and the search looks
    /// at its clock only now and then, when it is given the processor at all. Where answers have been late, as much is
    /// added to the margin; but at least half of what is left goes to the search, however late they were.
    fn safe(&self, time: Duration) -> Duration {
        let margin = (Duration::from_millis(30) + time * 3 / 10).min(Duration::from_millis(500));
        let left = time.saturating_sub(margin);
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
                        clock.count(ms(10_000), ms(9_000));
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

    fn plan(clock: &Clock) -> Duration {
        clock.time_for_move(&settings(Some(200), None, None), 100)
    }

    #[test]
    fn who_is_often_late_plans_for_it_and_forgets() {
        let mut clock = Clock::default();
        assert_eq!(plan(&clock), ms(110));
        clock.count(ms(110), ms(150));
        clock.count(ms(110), ms(140));
        assert_eq!(plan(&clock), ms(80));
        clock.count(ms(80), ms(10_000));
        assert_eq!(plan(&clock), ms(70));
        clock.count(ms(70), ms(10_000));
        assert_eq!(plan(&clock), ms(55), "half of what it would have is always left");
        for _ in 0..REMEMBERED - 1 {
            clock.count(ms(70), ms(60));
        }
        assert_eq!(plan(&clock), ms(110));
    }

    #[test]
    fn one_late_answer_changes_nothing() {
        let mut clock = Clock::default();
        clock.count(ms(110), ms(1_600));
        assert_eq!(plan(&clock), ms(110));
        clock.restart();
        clock.count(ms(110), ms(100));
        assert_eq!(plan(&clock), ms(110));
    }
}
