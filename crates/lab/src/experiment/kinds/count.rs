//! How large a game is, and what random play makes of it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use kinrow_agent::Stop;
use kinrow_game::Rules;
use kinrow_game::count::{Count, CountError, CountLimits, count};

use super::row;
use crate::experiment::cell::Cell;
use crate::experiment::clock::Clock;
use crate::experiment::measure::Measure;
use crate::experiment::table::Row;

/// More memory than this is not asked for; what needs it is not complete.
const MEGABYTES: u64 = 1500;

fn counted(plies: Option<u64>, rules: Rules, stop: &Stop) -> Result<Count, CountError> {
    let limits = CountLimits { depth: plies.map(|plies| plies as usize), megabytes: MEGABYTES };
    let watch = &mut |_| if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    count(rules, limits, watch)
}

/// Points of the largest board whose tree is counted only to say how large a search of it would be: seconds, not minutes.
const QUICKLY_COUNTED: u16 = 16;

/// The nodes of a board's whole tree, where counting them takes seconds.
pub(super) fn nodes(rules: Rules, stop: &Stop) -> Option<u128> {
    if rules.cells() > QUICKLY_COUNTED {
        return None;
    }
    // Repetitions ask for the same board again.
    static COUNTED: Mutex<BTreeMap<String, u128>> = Mutex::new(BTreeMap::new());
    let mut known = COUNTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(nodes) = known.get(&rules.to_string()) {
        return Some(*nodes);
    }
    let nodes = counted(None, rules, stop).ok()?.nodes();
    known.insert(rules.to_string(), nodes);
    Some(nodes)
}

/// One row for a board.
pub(super) fn whole(measure: &Measure, rules: Rules, stop: &Stop) -> Row {
    let clock = Clock::start();
    let counted = counted(measure.plies, rules, stop);
    let spent = clock.read();
    let mut cells = row([
        ("board", Cell::word(rules.to_string())),
        ("cells", Cell::from(u32::from(rules.cells()))),
        ("factorial", factorial(rules.cells())),
        ("complete", Cell::from(counted.as_ref().is_ok_and(|count| !count.is_cut))),
    ]);
    cells.extend(spent.cells());
    let Ok(count) = counted else { return cells };
    cells.extend(row([
        ("nodes", Cell::Whole(count.nodes())),
        ("states", Cell::from(count.states())),
        ("classes", Cell::from(count.classes())),
        ("saving", saving(count.states(), count.classes())),
    ]));
    if !count.is_cut {
        let ratio = factorial(rules.cells()).number().map(|factorial| count.nodes() as f64 / factorial);
        cells.extend(row([
            ("factorial_ratio", ratio.map_or(Cell::Missing, Cell::real)),
            ("games", Cell::Whole(count.total_games())),
            ("x_wins", Cell::Whole(count.games.x_wins)),
            ("draws", Cell::Whole(count.games.draws)),
            ("o_wins", Cell::Whole(count.games.o_wins)),
        ]));
        if let Some([x, draw, o]) = random_play(rules, &count) {
            cells.extend(row([
                ("x_share", Cell::real(x)),
                ("draw_share", Cell::real(draw)),
                ("o_share", Cell::real(o)),
            ]));
        }
    }
    cells
}

/// A row for each ply.
pub(super) fn levels(measure: &Measure, rules: Rules, stop: &Stop) -> Vec<Row> {
    let Ok(count) = counted(measure.plies, rules, stop) else {
        return vec![row([("board", Cell::word(rules.to_string())), ("complete", Cell::from(false))])];
    };
    let level = |(ply, &sequences): (usize, &u128)| {
        let (states, classes) = (count.states_by_ply[ply], count.classes_by_ply[ply]);
        row([
            ("board", Cell::word(rules.to_string())),
            ("ply", Cell::from(ply as u64)),
            ("sequences", Cell::Whole(sequences)),
            ("states", Cell::from(states)),
            ("classes", Cell::from(classes)),
            ("saving", saving(states, classes)),
            ("complete", Cell::from(!count.is_cut)),
        ])
    };
    count.perft.iter().enumerate().map(level).collect()
}

fn saving(states: u64, classes: u64) -> Cell {
    Cell::real(states as f64 / classes as f64)
}

/// n!, the bound that is often given for a board of n points; as a number with a fraction where it outgrows 128 bits.
fn factorial(cells: u16) -> Cell {
    let exact = (1..=u128::from(cells)).try_fold(1u128, u128::checked_mul);
    exact.map_or_else(|| Cell::Real((1..=cells).map(f64::from).product()), Cell::Whole)
}

/// The chances of X, a draw and O when both sides move at random, exactly.
///
/// On a board where every empty point is a move, all sequences of p moves are equally likely, so that counting them is enough. Of
/// the sequences of p moves those that end there are the ones that do not go on: each that goes on does so in n - p ways.
fn random_play(rules: Rules, count: &Count) -> Option<[f64; 3]> {
    if rules.is_drop() || rules.line().has_forbidden_points() {
        return None;
    }
    let cells = usize::from(rules.cells());
    let (mut x, mut o) = (0.0, 0.0);
    let mut of_length = 1.0;
    for (ply, &sequences) in count.perft.iter().enumerate() {
        if ply > 0 {
            of_length *= (cells - ply + 1) as f64;
        }
        let going_on = count.perft.get(ply + 1).map_or(0, |&next| next / (cells - ply).max(1) as u128);
        // Sequences that fill the board without a row are draws.
        let drawn = if ply == cells { count.games.draws } else { 0 };
        let chance = (sequences - going_on - drawn) as f64 / of_length;
        // Whoever made the last move completed the row.
        let completed_by_x = ply % 2 == 1;
        if completed_by_x != rules.is_misere() {
            x += chance;
        } else {
            o += chance;
        }
    }
    Some([x, count.games.draws as f64 / of_length, o].map(|chance: f64| chance.clamp(0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chances(board: &str) -> [f64; 3] {
        let rules: Rules = board.parse().unwrap();
        let count = count(rules, CountLimits::default(), &mut |_| ControlFlow::Continue(())).unwrap();
        random_play(rules, &count).unwrap()
    }

    /// Uniformly random against random on 3x3x3: X wins 737/1260, O 121/420, draws 8/63.
    #[test]
    fn random_play_is_exact() {
        for (found, exact) in chances("3x3x3").into_iter().zip([737.0 / 1260.0, 8.0 / 63.0, 121.0 / 420.0]) {
            assert!((found - exact).abs() < 1e-12, "{found} {exact}");
        }
        assert_eq!(chances("1x1x1"), [1.0, 0.0, 0.0]);
        assert_eq!(chances("1x1x1:misere"), [0.0, 0.0, 1.0]);
        assert_eq!(chances("2x1x2"), [0.0, 1.0, 0.0]);
        // A game that always ends early: X completes the second of two points wherever it plays.
        assert_eq!(chances("2x2x2"), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn factorials_are_exact_while_they_fit() {
        assert_eq!(factorial(9), Cell::from(362_880u64));
        let Cell::Real(large) = factorial(64) else { panic!("64! does not fit") };
        assert!((large / 1.268_869_321_858_841_6e89 - 1.0).abs() < 1e-12);
    }
}
