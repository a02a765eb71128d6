//! How long to think: what the manager allows, less what may get lost on the way.

use std::time::Duration;

use super::settings::Settings;

/// When the manager says nothing of time, nobody may be waiting for a tournament to end, but somebody is waiting.
const UNTOLD: Duration = Duration::from_secs(5);

/// A game's time is spread over this many moves at the most: Gomoku is seldom longer, and what is left is spread anew
/// before each move.
const MOST_MOVES: u32 = 20;

/// What one move may cost.
///
/// `used` is the time that this game has taken so far, for managers that do not count it; `moves_left` how many moves
/// the brain can still make at the most.
pub(crate) fn time_for_move(settings: &Settings, used: Duration, moves_left: u32) -> Duration {
    let left = match settings.time_left {
        Some(left) => left,
        None => settings.timeout_match.map(|all| all.saturating_sub(used)),
    };
    let share = left.map(|left| safe(left).min(left / moves_left.clamp(1, MOST_MOVES)));
    let turn = settings.timeout_turn.or((left.is_none()).then_some(UNTOLD)).map(safe);
    turn.into_iter().chain(share).min().unwrap_or(UNTOLD)
}

/// A time less a margin for what a busy machine may add: a reply is on its way through a pipe, and the search looks at
/// its clock only now and then, when it is given the processor at all. Measured: see the test of obedience.
fn safe(time: Duration) -> Duration {
    let margin = (Duration::from_millis(15) + time / 5).min(Duration::from_millis(250));
    time.saturating_sub(margin)
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
                        let time = time_for_move(&settings(turn, whole, left), ms(9_000), moves);
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
        let spread = |left, moves| time_for_move(&settings(Some(30_000), None, Some(Some(left))), ms(0), moves);
        assert_eq!(spread(60_000, 200), ms(3_000));
        assert_eq!(spread(60_000, 6), ms(10_000));
        assert_eq!(spread(60_000, 1), ms(29_750), "the turn's limit is the stricter one");
        // The brain counts for itself when the manager does not.
        let counted = |used| time_for_move(&settings(None, Some(60_000), None), ms(used), 100);
        assert_eq!((counted(0), counted(40_000), counted(70_000)), (ms(3_000), ms(1_000), ms(0)));
        assert_eq!(time_for_move(&settings(None, None, None), ms(0), 100), ms(4_750));
    }
}
