//! How large a game is: positions by ply, games, results, states and classes, exactly.
//!
//! Two ways that share no code check each other. [`walk`] visits every node of the tree. [`tabulate`] goes
//! ply by ply through the *classes* of positions (up to symmetry), each with the number of move sequences that lead
//! to it; that number is the same for symmetric positions, so one representative stands for all, and the tree of
//! 36 trillion nodes of 4x4x4 is counted in seconds.

mod predict;

use std::ops::ControlFlow;

use crate::{Bits, Board, ByEnding, ByStones, Game, Position, Rules, grouped};

/// What was counted.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Count {
    /// Move sequences by length: `perft[2]` is the number of ways to play two moves.
    pub perft: Vec<u128>,
    /// Positions reachable in play, by ply.
    pub states_by_ply: Vec<u64>,
    /// The same up to the board's symmetries.
    pub classes_by_ply: Vec<u64>,
    /// Games that ended, by result: won by X, won by O, drawn.
    pub games: ByEnding<u128>,
    /// States in which the game is over, by result.
    pub terminal_states: ByEnding<u64>,
    /// Classes in which the game is over.
    pub terminal_classes: u64,
    /// Whether the count stopped at a depth while games went on.
    pub is_cut: bool,
}

impl Count {
    /// Nodes of the game tree, the root included.
    #[must_use]
    pub fn nodes(&self) -> u128 {
        self.perft.iter().sum()
    }

    /// Games that ended.
    #[must_use]
    pub fn total_games(&self) -> u128 {
        self.games.x_wins + self.games.o_wins + self.games.draws
    }

    /// Reachable positions.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states_by_ply.iter().sum()
    }

    /// Reachable positions up to symmetry.
    #[must_use]
    pub fn classes(&self) -> u64 {
        self.classes_by_ply.iter().sum()
    }
}

crate::sentences! {
    /// Why a count was given up.
    pub enum CountError {
        /// The table would outgrow its memory, which is known before it starts.
        TooLarge { rules: String, ply: usize, needed: String, megabytes: u64, depth: usize } = "count-too-large" =>
            "counting {rules} would take about {needed} MB at ply {ply}, more than the {megabytes} MB it may use: stop earlier (--depth {depth} fits), or allow more (--memory)",
        /// The table outgrew its memory.
        Memory { rules: String, ply: usize, megabytes: u64 } = "count-memory" =>
            "counting {rules} needs more than {megabytes} MB at ply {ply}: stop earlier (--depth), or allow more (--memory)",
        /// A number outgrew 128 bits.
        Overflow { rules: String, ply: usize } = "count-overflow" =>
            "the move sequences of {rules} outgrow 128 bits at ply {ply}: stop earlier (--depth)",
        /// Someone asked to stop.
        Stopped { ply: usize } = "count-stopped" =>
            "stopped at ply {ply}",
    }
}

/// How far a count has come, told every few thousand positions.
#[derive(Clone, Copy, Debug)]
pub struct CountProgress {
    /// The ply that is being counted.
    pub ply: usize,
    /// Plies in all.
    pub plies: usize,
    /// Part of this ply that is done, 0 to 1.
    pub part: f64,
}

/// Bounds on a count.
#[derive(Clone, Copy, Debug)]
pub struct CountLimits {
    /// Stop after this many plies.
    pub depth: Option<usize>,
    /// Give up rather than use more memory.
    pub megabytes: u64,
}

impl Default for CountLimits {
    fn default() -> Self {
        CountLimits { depth: None, megabytes: 2000 }
    }
}

/// Counts move sequences and games by visiting every node of the tree to `depth`. States and classes are left empty.
#[must_use]
pub fn walk<G: Game>(position: &G, depth: usize) -> Count {
    fn visit<G: Game>(position: &G, ply: usize, depth: usize, count: &mut Count) {
        if count.perft.len() <= ply {
            count.perft.push(0);
        }
        count.perft[ply] += 1;
        if let Some(ending) = position.ending() {
            *count.games.of(ending) += 1;
        } else if ply == depth {
            count.is_cut = true;
        } else {
            for mv in position.moves() {
                visit(&position.play(mv), ply + 1, depth, count);
            }
        }
    }
    let mut count = Count::default();
    visit(position, 0, depth, &mut count);
    count
}

/// The stones of a class's representative are its key: nothing is hashed away.
type Level<const W: usize> = ByStones<W, Entry>;

#[derive(Clone, Copy)]
struct Entry {
    sequences: u128,
    orbit: u32,
}

/// Counts everything from the empty board on, ply by ply over classes of positions. `watch` is told of progress and
/// may stop it. `W` is a width that fits, as for [`Board::new`]; [`count`] picks it.
///
/// # Errors
/// When memory or 128 bits do not suffice, which is predicted where it is clear, or `watch` breaks.
pub fn tabulate<const W: usize>(
    rules: Rules,
    limits: CountLimits,
    watch: &mut dyn FnMut(CountProgress) -> ControlFlow<()>,
) -> Result<Count, CountError> {
    let board = Board::<W>::new(rules);
    let symmetries = board.geometry().symmetries();
    let plies = limits.depth.unwrap_or(usize::MAX).min(board.moves_left() as usize);
    // Keys, sequences and hash-table slack; two levels live at once, and growing doubles one of them for a moment.
    let bytes_an_entry = (size_of::<[Bits<W>; 2]>() + size_of::<Entry>() + 1) as u64 * 8 / 7;
    let bytes_a_class = 2 * bytes_an_entry;
    let most_entries = limits.megabytes * 1_000_000 / bytes_a_class;
    refuse_too_large::<W>(rules, plies, limits.megabytes, bytes_a_class as f64 / symmetries.count() as f64)?;

    let mut count = Count::default();
    let mut level: Level<W> = Level::default();
    let start = symmetries.canonical(&board);
    level.insert(start.stones, Entry { sequences: 1, orbit: start.orbit });
    for ply in 0..=plies {
        let size = level.len();
        count.perft.push(0);
        count.states_by_ply.push(0);
        count.classes_by_ply.push(size as u64);
        let mut next: Level<W> = Level::default();
        for (i, (stones, entry)) in std::mem::take(&mut level).into_iter().enumerate() {
            if i % 4096 == 0 {
                let progress = CountProgress { ply, plies, part: i as f64 / size as f64 };
                if watch(progress).is_break() {
                    return Err(CountError::Stopped { ply });
                }
            }
            let overflow = || CountError::Overflow { rules: rules.to_string(), ply };
            let here =
                Board::from_stones(rules, stones[0], stones[1]).expect("a position that was played to");
            count.perft[ply] = count.perft[ply].checked_add(entry.sequences).ok_or_else(overflow)?;
            count.states_by_ply[ply] += u64::from(entry.orbit);
            if let Some(ending) = here.ending() {
                *count.games.of(ending) += entry.sequences;
                *count.terminal_states.of(ending) += u64::from(entry.orbit);
                count.terminal_classes += 1;
                continue;
            }
            if ply == plies {
                count.is_cut = true;
                continue;
            }
            for point in here.moves() {
                let class = symmetries.canonical(&here.play_unchecked(point));
                let child = next.entry(class.stones).or_insert(Entry { sequences: 0, orbit: class.orbit });
                child.sequences = child.sequences.checked_add(entry.sequences).ok_or_else(overflow)?;
            }
            if (size + next.len()) as u64 > most_entries {
                return Err(CountError::Memory {
                    rules: rules.to_string(),
                    ply: ply + 1,
                    megabytes: limits.megabytes,
                });
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    Ok(count)
}

/// A prediction this many times too large, or too small, for the memory is not a matter of chance any more.
const CLEARLY: f64 = 2.0;

/// Refuses what cannot end, at the first ply that does not fit.
fn refuse_too_large<const W: usize>(
    rules: Rules,
    plies: usize,
    megabytes: u64,
    bytes_a_state: f64,
) -> Result<(), CountError> {
    let (mut before, mut depth) = (0.0, 0);
    for ply in 0..=plies {
        let states = predict::open_states::<W>(rules, ply);
        // Two levels live at once.
        let needed = (before + states) * bytes_a_state / 1e6;
        if needed > CLEARLY * megabytes as f64 {
            let needed =
                if needed < 1e7 { grouped(needed as u128) } else { format!("10^{:.0}", needed.log10()) };
            let rules = rules.to_string();
            return Err(CountError::TooLarge { rules, ply, needed, megabytes, depth });
        }
        if needed < megabytes as f64 / CLEARLY {
            depth = ply;
        }
        before = states;
    }
    Ok(())
}

/// Counts everything about a game with [`tabulate`].
///
/// # Errors
/// As [`tabulate`].
pub fn count(
    rules: Rules,
    limits: CountLimits,
    watch: &mut dyn FnMut(CountProgress) -> ControlFlow<()>,
) -> Result<Count, CountError> {
    match Position::new(rules) {
        Position::One(_) => tabulate::<1>(rules, limits, watch),
        Position::Two(_) => tabulate::<2>(rules, limits, watch),
        Position::Four(_) => tabulate::<4>(rules, limits, watch),
        Position::Seven(_) => tabulate::<7>(rules, limits, watch),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_to(rules: &str, depth: Option<usize>, megabytes: u64) -> Result<Count, CountError> {
        let limits = CountLimits { depth, megabytes };
        count(rules.parse().unwrap(), limits, &mut |_| ControlFlow::Continue(()))
    }

    /// Before anything is counted, with a depth that is accepted.
    #[test]
    fn what_cannot_end_is_refused_with_a_depth_that_can() {
        for rules in ["15x15x5", "5x5x4", "15x15x5:renju", "20x20x3:misere", "12x12x4:drop"] {
            let mut has_begun = false;
            let refused =
                count(rules.parse().unwrap(), CountLimits { depth: None, megabytes: 4 }, &mut |_| {
                    has_begun = true;
                    ControlFlow::Break(())
                });
            let Err(CountError::TooLarge { depth, .. }) = refused else { panic!("{rules}: {refused:?}") };
            assert!(!has_begun && depth > 0, "{rules}");
            let counted = count_to(rules, Some(depth), 4).unwrap();
            assert_eq!(counted.perft.len(), depth + 1, "{rules}");
        }
        assert!(count_to("3x3x3", None, 1).is_ok() && count_to("4x3x3", None, 100).is_ok());
    }
}
