//! Proofs agree with plain minimax, with what is known of boards, and with the puzzles that come with Kinrow.

use std::fmt::Write as _;

use kinrow_agent::Stop;
use kinrow_game::{Game, Outcome, Position, Side};
use kinrow_proof::{CheckError, Statement, check, knows_proofs};
use kinrow_prove::{CertificateError, from_threats};
use kinrow_testing::naive::Naive;
use proptest::prelude::*;

use crate::{agrees, prove, thrown};

/// Small enough for minimax once some stones are thrown, with the fewest stones for that.
const BOARDS: [(&str, usize); 12] = [
    ("3x3x1", 0),
    ("3x3x2", 0),
    ("3x3x3", 0),
    ("4x3x3", 0),
    ("3x3x4", 0),
    ("4x4x3", 5),
    ("4x4x4", 5),
    ("5x4x4", 9),
    ("5x5x4", 14),
    ("3x3x2:exact", 0),
    ("4x4x3:exact", 5),
    ("6x3x3:exact", 7),
];

proptest! {
    #![proptest_config(kinrow_testing::cases!(300))]

    #[test]
    fn proofs_say_what_minimax_says(board in prop::sample::select(&BOARDS[..]), seed in 0u64..10_000, more in 0usize..6) {
        let (rules, stones) = board;
        if let Some(board) = thrown(rules.parse().unwrap(), seed, stones + more) {
            let (outcome, plies) = Naive::default().value(&board);
            let position = Position::One(board);
            let certificate = prove(&position, false).unwrap();
            prop_assert!(agrees(&certificate, outcome, plies), "{position}: {:?}", certificate.statement());
            if outcome != Outcome::Draw {
                // With distances, the shortest win.
                let shortest = prove(&position, true).unwrap();
                let winner = if outcome == Outcome::Win { position.to_move() } else { position.to_move().opponent() };
                prop_assert_eq!(shortest.statement(), Statement::Wins(winner, plies as u16), "{}", position);
            }
        }
    }
}

#[test]
fn boards_are_proven() {
    for (rules, is_won) in [
        ("3x3x3", false),
        ("4x3x3", true),
        ("4x4x4", false),
        ("5x5x4", false),
        ("6x5x4", true),
        ("6x6x5", false),
        ("6x6x5:exact", false),
    ] {
        let certificate = prove(&Position::new(rules.parse().unwrap()), false).unwrap();
        match certificate.statement() {
            Statement::Wins(Side::X, _) => assert!(is_won, "{rules}"),
            other => assert!(!is_won && other == Statement::Draw, "{rules}: {other:?}"),
        }
        check(&certificate).unwrap();
    }
}

/// The puzzles of a file: position and plies of the longest defence.
fn puzzles(file: &str) -> impl Iterator<Item = Position> {
    let lines = file.lines().filter(|line| line.contains('|'));
    lines.map(|line| line.split('|').next().unwrap().trim().parse().unwrap())
}

#[test]
fn puzzles_are_proven() {
    let files = [
        include_str!("../../../study/puzzles/gomoku-fours.txt"),
        include_str!("../../../study/puzzles/gomoku-threes.txt"),
        include_str!("../../../study/puzzles/four.txt"),
        include_str!("../../../study/puzzles/six.txt"),
        include_str!("../../../study/puzzles/exact.txt"),
    ];
    let mut unproven = String::new();
    for file in files {
        for position in puzzles(file).take(15) {
            match from_threats(&position, 100_000, &Stop::new()) {
                Ok(Some((certificate, _))) => {
                    assert!(
                        matches!(certificate.statement(), Statement::Wins(side, _) if side == position.to_move())
                    );
                }
                other => writeln!(unproven, "{position}: {:?}", other.map(|_| "no win")).unwrap(),
            }
        }
    }
    assert_eq!(unproven, "");
}

/// The wins by threats among the engine's tactical positions, and the plies of the shortest; not those that are hard to prove.
fn tactics() -> Vec<(Position, u16)> {
    let lines = include_str!("../../../engine/tests/tactics.txt").lines();
    let parse = |line: &str| {
        let (position, rest) = line.split_once('|')?;
        let (kind, plies) = rest.split('|').next()?.trim().split_once(' ')?;
        let position: Position = position.trim().parse().ok()?;
        let is_hard = rest.contains("| hard");
        let is_known = ["vcf", "vct"].contains(&kind) && knows_proofs(position.rules()) && !is_hard;
        Some((position, plies.parse().ok()?)).filter(|_| is_known)
    };
    lines.filter_map(parse).collect()
}

fn check_tactics(part: impl Fn(usize) -> bool) {
    let tactics = tactics();
    assert!(tactics.len() >= 150, "{}", tactics.len());
    for (position, plies) in
        tactics.iter().enumerate().filter(|(index, _)| part(*index)).map(|(_, tactic)| tactic)
    {
        let (certificate, _) = from_threats(position, 1_000_000, &Stop::new()).unwrap().unwrap();
        check(&certificate).unwrap();
        let side = position.to_move();
        let says = certificate.statement();
        assert!(
            matches!(says, Statement::Wins(winner, within) if winner == side && within >= *plies),
            "{position}: {says:?}"
        );
    }
}

#[test]
fn tactics_are_proven() {
    check_tactics(|index| index.is_multiple_of(8));
}

#[test]
#[ignore = "takes a while"]
fn the_other_tactics_are_proven() {
    check_tactics(|index| !index.is_multiple_of(8));
}

#[test]
fn other_games_are_refused() {
    for rules in ["7x6x4:drop", "3x3x3:misere", "15x15x5:renju"] {
        let position = Position::new(rules.parse().unwrap());
        let refusal = CertificateError::Check(CheckError::Rules { rules: rules.into() });
        assert_eq!(prove(&position, false), Err(refusal.clone()));
        assert_eq!(from_threats(&position, 100, &Stop::new()), Err(refusal));
    }
}
