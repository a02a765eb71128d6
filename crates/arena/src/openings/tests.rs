//! Openings: their promises, their chances, and the files that are refused.

use super::*;
use kinrow_game::{Game, Geometry, Symmetry};
use std::collections::{BTreeMap, BTreeSet};

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

fn random(board: &str, plies: u16, seed: u64) -> Openings {
    Openings::new(rules(board), OpeningChoice::Random(plies), Seed(seed)).unwrap()
}

/// The least of the symmetric images of a position, found by playing them out: shares no code with the sampler.
fn class(board: &str, moves: &[Point]) -> Vec<(usize, bool)> {
    let geometry = Geometry::of(rules(board));
    let image = |symmetry: &Symmetry| {
        let mut stones: Vec<(usize, bool)> = moves
            .iter()
            .enumerate()
            .map(|(ply, &mv)| (symmetry.image(geometry, mv).index(), ply % 2 == 0))
            .collect();
        stones.sort_unstable();
        stones
    };
    Symmetry::all(geometry).iter().map(image).min().unwrap()
}

#[test]
fn random_openings_are_legal_and_the_game_goes_on() {
    for (board, plies) in [
        ("3x3x3", 2),
        ("3x3x3", 6),
        ("7x6x4:drop", 8),
        ("15x15x5:renju", 12),
        ("4x4x3:misere", 4),
        ("20x20x5", 4),
    ] {
        let openings = random(board, plies, 3);
        for number in 0..200 {
            let moves = openings.get(number);
            assert_eq!(moves.len(), usize::from(plies));
            let mut position = Position::new(rules(board));
            for mv in moves {
                assert!(position.is_legal(mv), "{board} {number}");
                position = position.play(mv);
            }
            assert!(position.outcome().is_none());
            assert_eq!(openings.position(number), position);
        }
    }
}

#[test]
fn none_comes_twice_while_there_are_new_ones() {
    // Two plies of tic-tac-toe up to symmetry: 5 replies to a corner, 5 to an edge, 2 to the centre.
    let openings = random("3x3x3", 2, 1);
    let classes = |from: u64| {
        (from..from + 12).map(|number| class("3x3x3", &openings.get(number))).collect::<BTreeSet<_>>()
    };
    assert_eq!((classes(0).len(), classes(12).len(), classes(24).len()), (12, 12, 12));
    let openings = random("15x15x5", 4, 1);
    let classes: BTreeSet<_> = (0..2000).map(|number| class("15x15x5", &openings.get(number))).collect();
    assert_eq!(classes.len(), 2000);
}

/// However unlikely it is to be drawn.
#[test]
fn every_opening_of_a_small_board_comes_once_a_round() {
    // Of 3x3x3: the states of the first plies up to symmetry, and at ply 8 those without a row. Of 4x4x4: Burnside's lemma.
    // The middle 7 lines of 10 lie on 4 lines when the board is folded at its centre: 10 pairs of these.
    for (board, plies, known) in [
        ("3x3x3", 1, 3),
        ("3x3x3", 2, 12),
        ("3x3x3", 3, 38),
        ("3x3x3", 4, 108),
        ("3x3x3", 8, 34),
        ("4x4x4", 2, 33),
        ("10x10x5", 1, 10),
    ] {
        let openings = random(board, plies, 7);
        for round in 0..50 {
            let numbers = known * round..known * (round + 1);
            let classes: BTreeSet<_> = numbers.map(|number| class(board, &openings.get(number))).collect();
            assert_eq!(classes.len() as u64, known, "{board} random:{plies}, round {round}");
        }
    }
}

#[test]
fn stones_keep_to_the_middle_of_a_large_board() {
    for (board, columns, rows) in [
        ("15x15x5", 4..=10, 4..=10),
        ("20x9x5", 6..=12, 0..=8),
        ("10x10x5", 1..=7, 1..=7),
        ("9x9x5", 0..=8, 0..=8),
    ] {
        let openings = random(board, 4, 5);
        let geometry = Geometry::of(rules(board));
        let mut seen = (BTreeSet::new(), BTreeSet::new());
        for mv in (0..300).flat_map(|number| openings.get(number)) {
            let (column, row) = geometry.column_row(mv);
            seen.0.insert(column);
            seen.1.insert(row);
        }
        assert_eq!(seen, (columns.collect(), rows.collect()), "{board}");
    }
}

#[test]
fn moves_are_uniform() {
    // The first opening of many seeds: 72 ordered pairs of points.
    let mut counts: BTreeMap<Vec<Point>, u32> = BTreeMap::new();
    let seeds = 7200;
    for seed in 0..seeds {
        *counts.entry(random("3x3x3", 2, seed).get(0)).or_default() += 1;
    }
    assert_eq!(counts.len(), 72);
    // Chi-square with 71 degrees of freedom: above 113 once in a thousand, and these seeds are fixed.
    let chi: f64 = counts.values().map(|&count| (f64::from(count) - 100.0).powi(2) / 100.0).sum();
    assert!(chi < 113.0, "{chi}");
}

#[test]
fn a_number_gives_the_same_opening_whoever_asks_first() {
    let (forward, backward) = (random("7x6x4:drop", 4, 9), random("7x6x4:drop", 4, 9));
    let late: Vec<_> = (0..50).rev().map(|number| backward.get(number)).collect();
    let early: Vec<_> = (0..50).map(|number| forward.get(number)).collect();
    assert_eq!(early, late.into_iter().rev().collect::<Vec<_>>());
    assert_ne!(early[0], random("7x6x4:drop", 4, 10).get(0));
}

#[test]
fn choices() {
    for (text, choice) in [
        ("none", OpeningChoice::None),
        ("random:6", OpeningChoice::Random(6)),
        (" random: 3 ", OpeningChoice::Random(3)),
        ("book.txt", OpeningChoice::File("book.txt".into())),
    ] {
        assert_eq!(OpeningChoice::parse(text).unwrap(), choice);
    }
    for text in ["random", "random:", "random:0", "random:x", "random:-1", "random:101"] {
        assert!(matches!(OpeningChoice::parse(text), Err(OpeningError::Count { .. })), "{text}");
    }
    for (board, choice) in
        [("3x3x3", "random:2"), ("4x4x4", "random:2"), ("7x6x4:drop", "random:4"), ("15x15x5", "random:4")]
    {
        assert_eq!(OpeningChoice::for_board(rules(board)).to_string(), choice);
    }
    // Whoever moves first has won, or there is one move only.
    for board in ["1x1x1", "5x5x1", "1x2x2"] {
        assert_eq!(OpeningChoice::for_board(rules(board)), OpeningChoice::None, "{board}");
    }
    for (board, plies) in [("3x3x3", 9), ("3x3x3", 100), ("3x3x1", 1), ("15x15x5", 50)] {
        let error = Openings::new(rules(board), OpeningChoice::Random(plies), Seed(1)).unwrap_err();
        assert!(error.to_string().contains("no opening of"), "{error}");
    }
}

#[test]
fn files() {
    let text = "\u{feff}# a book\r\n\r\nb2 a1  # the corner\r\n  (3,3) (2,2)\r\n";
    let openings = FileOpenings::parse(rules("3x3x3"), text, "book").unwrap();
    assert_eq!((openings.count(), openings.get(3)), (2, openings.get(1)));
    assert_eq!(openings.lines(rules("3x3x3")), ["b2 a1", "c3 b2"]);
    for (text, words) in [
        ("", "book holds no opening"),
        ("# nothing\n\n", "book holds no opening"),
        ("b2\n\nb2 b2", "book, line 3: move 2: b2 is taken"),
        ("b2 z9", "book, line 1: move 2: 'z9' is outside the board"),
        ("b2 ??", "book, line 1: move 2:"),
        ("a1 a2\na1 b1 a2 b2 a3", "book, line 2: the game is over"),
    ] {
        let error = FileOpenings::parse(rules("3x3x3"), text, "book").unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    let missing = OpeningChoice::File("/no/such/book.txt".into());
    let error = Openings::new(rules("3x3x3"), missing, Seed(1)).unwrap_err().to_string();
    assert!(error.contains("could not be read"), "{error}");
}
