//! Which methods can learn a board, by which command, and how long it takes here: sizes are counted, paces are measured for a moment.

use std::ops::ControlFlow;
use std::time::Duration;

use kinrow_game::Rules;
use kinrow_game::count::{CountLimits, count};
use kinrow_learn::{Method, Preset, pace};
use kinrow_zero::NAME;

/// Why a method suits a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// All classes of its positions fit into a table, and each is met often.
    Table {
        /// How many there are.
        classes: u64,
    },
    /// There are too many positions to meet twice, and what is learned of one must say something of others.
    Tuples,
    /// The same, by a network and a search.
    Network {
        /// Evaluations in a second.
        evaluations_per_second: f64,
    },
}

/// A method for a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    /// Its name.
    pub method: &'static str,
    /// Why it suits.
    pub reason: Reason,
    /// What to type.
    pub command: String,
    /// How long that takes on this machine, about.
    pub time: Duration,
    /// Games that it learns from in that time.
    pub games: u64,
    /// Memory at its beginning.
    pub bytes: usize,
}

/// A table is worth while up to this many classes of positions; counting them stops at this much memory.
const CLASSES: u64 = 50_000;
const MEGABYTES: u64 = 4;

/// Games for each class of positions, at least, so that a table has met it often.
const GAMES_A_CLASS: u64 = 100;

/// Up to this many points tuples learn quickly what a network takes longer for.
const TUPLES_FIRST: u16 = 42;

/// Games for tuples by the board's points, and minutes for a network: what docs/learning.md has measured, and beyond it more.
const TUPLES: [(u16, u64); 3] = [(16, 400_000), (42, 2_000_000), (u16::MAX, 1_000_000)];
const MINUTES: [(u16, u64); 6] = [(9, 1), (16, 5), (36, 10), (42, 40), (81, 60), (u16::MAX, 600)];

/// The methods that can learn a board, the one to begin with first; each is tried for about `moment`.
#[must_use]
pub fn advise(rules: Rules, moment: Duration) -> Vec<Suggestion> {
    let (tuples, network) = (tuples(rules, moment), Some(network(rules, moment)));
    let learned = if rules.cells() <= TUPLES_FIRST { [tuples, network] } else { [network, tuples] };
    table(rules, moment).into_iter().chain(learned.into_iter().flatten()).collect()
}

/// The number for a board of this size.
fn of_size(rules: Rules, sizes: &[(u16, u64)]) -> u64 {
    sizes.iter().find(|(cells, _)| rules.cells() <= *cells).map_or(0, |(_, number)| *number)
}

fn command(method: &str, rules: Rules, goal: &str) -> String {
    format!("kinrow train {method} --board {rules} {goal} --out {method}.kin")
}

fn table(rules: Rules, moment: Duration) -> Option<Suggestion> {
    let limits = CountLimits { depth: None, megabytes: MEGABYTES };
    let classes = count(rules, limits, &mut |_| ControlFlow::Continue(())).ok()?.classes();
    let games = (GAMES_A_CLASS * classes).max(Method::SelfPlay.default_episodes(Preset::Best));
    let learned = learned(Method::SelfPlay, Reason::Table { classes }, games, rules, moment);
    learned.filter(|_| classes <= CLASSES)
}

fn tuples(rules: Rules, moment: Duration) -> Option<Suggestion> {
    learned(Method::NTuple, Reason::Tuples, of_size(rules, &TUPLES), rules, moment)
}

/// A method whose episodes are games; `None` where the board is too large for it.
fn learned(method: Method, reason: Reason, games: u64, rules: Rules, moment: Duration) -> Option<Suggestion> {
    let pace = pace(method, &method.preset(Preset::Best), rules, moment).ok()?;
    Some(Suggestion {
        method: method.name(),
        reason,
        command: command(method.name(), rules, &format!("--episodes {games}")),
        time: Duration::from_secs_f64(games as f64 / pace.episodes_per_second),
        games,
        bytes: pace.bytes,
    })
}

fn network(rules: Rules, moment: Duration) -> Suggestion {
    let minutes = of_size(rules, &MINUTES);
    let pace = kinrow_zero::pace(rules, &kinrow_zero::preset(rules, Preset::Best), moment);
    let time = Duration::from_secs(60 * minutes);
    Suggestion {
        method: NAME,
        reason: Reason::Network { evaluations_per_second: pace.evaluations_per_second },
        command: command(NAME, rules, &format!("--minutes {minutes}")),
        time,
        games: (pace.games_per_second * time.as_secs_f64()) as u64,
        bytes: pace.bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_an_advice_that_fits_its_size() {
        let advised = |rules: &str| {
            let suggestions = advise(rules.parse().unwrap(), Duration::from_millis(5));
            for suggestion in &suggestions {
                assert!(suggestion.time > Duration::ZERO && suggestion.bytes > 0, "{suggestion:?}");
                assert!(suggestion.command.contains(&format!("--board {rules} ")), "{suggestion:?}");
            }
            suggestions.iter().map(|suggestion| suggestion.method).collect::<Vec<_>>()
        };
        assert_eq!(advised("3x3x3"), ["selfplay", "ntuple", "zero"]);
        assert_eq!(advised("4x3x3:drop"), ["selfplay", "ntuple", "zero"]);
        assert_eq!(advised("4x4x4"), ["ntuple", "zero"]);
        assert_eq!(advised("7x6x4:drop"), ["ntuple", "zero"]);
        assert_eq!(advised("15x15x5"), ["zero", "ntuple"]);
        assert_eq!(advised("1x1x1")[0], "selfplay");
        assert_eq!(advised("20x20x5:renju").len(), 2);
    }
}
