//! Known numbers of known games.

use std::ops::ControlFlow;

use kinrow_game::count::{Count, CountLimits, count, walk};
use kinrow_game::{Board, ByEnding, Game, Rules};

fn counted(rules: &str, depth: Option<usize>) -> Count {
    let limits = CountLimits { depth, ..CountLimits::default() };
    count(rules.parse().unwrap(), limits, &mut |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn tic_tac_toe() {
    let count = counted("3x3x3", None);
    assert_eq!(count.perft, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    assert_eq!(count.states_by_ply, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    assert_eq!(count.classes_by_ply, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!((count.states(), count.classes(), count.nodes()), (5478, 765, 549_946));
    assert_eq!(count.classes() - count.terminal_classes, 627);
    assert_eq!(count.terminal_states, ByEnding { x_wins: 626, o_wins: 316, draws: 16 });
    assert_eq!(count.total_games(), 255_168);
    assert_eq!(count.games, ByEnding { x_wins: 131_184, o_wins: 77_904, draws: 46_080 });
    assert!(!count.is_cut);
}

#[test]
fn tic_tac_toe_by_walking() {
    let board = Board::<1>::new("3x3x3".parse().unwrap());
    let walked = walk(&board, usize::MAX);
    let tabulated = counted("3x3x3", None);
    assert_eq!((walked.perft, walked.games), (tabulated.perft, tabulated.games));
    let nodes_after = |name: &str| {
        walk(&board.play(kinrow_game::notation::parse_move(&board, name).unwrap()), usize::MAX).nodes()
    };
    assert_eq!([nodes_after("a3"), nodes_after("b3"), nodes_after("b2")], [59_705, 63_905, 55_505]);
}

#[test]
fn smallest_boards() {
    assert_eq!(counted("2x2x2", None).nodes(), 41);
    assert_eq!(walk(&Board::<1>::new("2x2x2".parse().unwrap()), usize::MAX).perft, [1, 4, 12, 24]);
    assert_eq!(counted("1x1x1", None).games, ByEnding { x_wins: 1, o_wins: 0, draws: 0 });
    assert_eq!(counted("1x1x2", None).games, ByEnding { x_wins: 0, o_wins: 0, draws: 1 });
}

#[test]
fn four_by_three() {
    let count = counted("4x3x3", None);
    assert_eq!((count.states(), count.classes(), count.nodes()), (111_973, 28_275, 276_911_233));
    assert_eq!(count.terminal_states, ByEnding { x_wins: 20_312, o_wins: 12_070, draws: 28 });
    assert_eq!(count.games, ByEnding { x_wins: 79_797_600, o_wins: 56_875_968, draws: 14_515_200 });
    assert_eq!(count.total_games(), 151_188_768);
}

/// 4x4x4 to ply 6 always; the whole of it in `./test --full`.
#[test]
fn four_by_four_begins() {
    let count = counted("4x4x4", Some(6));
    assert_eq!(count.perft, [1, 16, 240, 3360, 43_680, 524_160, 5_765_760]);
    assert!(count.is_cut);
}

#[test]
#[ignore = "takes seconds: run by ./test --full"]
fn four_by_four() {
    let count = counted("4x4x4", None);
    assert_eq!((count.states(), count.classes(), count.nodes()), (9_722_011, 1_217_977, 36_277_691_063_105));
    assert_eq!(count.terminal_states, ByEnding { x_wins: 401_096, o_wins: 252_940, draws: 5_356 });
    assert_eq!(count.total_games(), 15_038_733_958_272);
    assert_eq!(
        count.games,
        ByEnding { x_wins: 3_225_291_101_568, o_wins: 3_106_180_802_304, draws: 8_707_262_054_400 }
    );
    assert_eq!(
        count.perft[..10],
        [1, 16, 240, 3360, 43_680, 524_160, 5_765_760, 57_657_600, 516_067_200, 4_105_847_808]
    );
}

/// Connect Four's positions by ply, as published by John Tromp (OEIS A212693: 1, 7, 49, 238, 1120, 4263, 16422, 54859).
#[test]
fn connect_four_begins() {
    assert_eq!(counted("7x6x4:drop", Some(7)).states_by_ply, [1, 7, 49, 238, 1120, 4263, 16_422, 54_859]);
}

/// Uniformly random play against itself on 3x3x3: X wins 737/1260, O 121/420, draws 8/63. The exact share is a sum over
/// the tree, each move with its probability.
#[test]
fn random_against_random() {
    fn shares(position: &Board<1>, weight: f64, sums: &mut [f64; 3]) {
        if let Some(ending) = position.ending() {
            let points = ending.points(kinrow_game::Side::X);
            sums[(2.0 * points) as usize] += weight;
            return;
        }
        let moves = position.moves().count() as f64;
        for mv in position.moves() {
            shares(&position.play(mv), weight / moves, sums);
        }
    }
    let mut sums = [0.0; 3];
    shares(&Board::new("3x3x3".parse().unwrap()), 1.0, &mut sums);
    for (sum, share) in sums.into_iter().zip([121.0 / 420.0, 8.0 / 63.0, 737.0 / 1260.0]) {
        assert!((sum - share).abs() < 1e-12, "{sum} against {share}");
    }
}

#[test]
fn a_count_that_would_not_fit_is_refused() {
    let rules: Rules = "15x15x5".parse().unwrap();
    let limits = CountLimits { depth: None, megabytes: 20 };
    let error = count(rules, limits, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(error.to_string().contains("20 MB"), "{error}");
}
