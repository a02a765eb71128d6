//! How fast a method learns on this machine, found by learning for a moment: what an advice about time rests on.

use std::time::Duration;

use kinrow_agent::{Budget, Moment, Options, Seed};
use kinrow_game::{Position, Rules};

use crate::methods::Method;
use crate::train::{TrainError, episode_rng};

/// A method's pace on a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Episodes (games, or generations) in a second.
    pub episodes_per_second: f64,
    /// Bytes in use after the moment; a table grows on, a network of tuples does not.
    pub bytes: usize,
}

/// Learns for about `time`, and forgets it again.
///
/// # Errors
/// When the board is too large for the method.
pub fn pace(method: Method, options: &Options, rules: Rules, time: Duration) -> Result<Pace, TrainError> {
    match Position::new(rules) {
        Position::One(_) => pace_of::<1>(method, options, rules, time),
        Position::Two(_) => pace_of::<2>(method, options, rules, time),
        Position::Four(_) => pace_of::<4>(method, options, rules, time),
        Position::Seven(_) => pace_of::<7>(method, options, rules, time),
    }
}

fn pace_of<const W: usize>(
    method: Method,
    options: &Options,
    rules: Rules,
    time: Duration,
) -> Result<Pace, TrainError> {
    let mut budget = Budget::unlimited();
    let mut learner = method.learner::<W>(rules, options, Seed(1), &mut budget)?;
    let (start, mut episodes) = (Moment::now(), 0u64);
    while episodes == 0 || start.elapsed() < time {
        let mut rng = episode_rng(Seed(1), episodes);
        learner
            .episode(episodes, None, &mut rng, &mut budget)
            .expect("nobody limits it, and a moment does not fill a table");
        episodes += 1;
    }
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    Ok(Pace { episodes_per_second: episodes as f64 / seconds, bytes: learner.bytes() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Preset;

    #[test]
    fn every_method_has_a_pace_on_a_small_board() {
        for &method in Method::ALL {
            let (options, time) = (method.preset(Preset::Best), Duration::from_millis(5));
            let pace = pace(method, &options, "3x3x3".parse().unwrap(), time).unwrap();
            assert!(pace.episodes_per_second > 0.0 && pace.bytes > 0, "{method}: {pace:?}");
        }
    }
}
