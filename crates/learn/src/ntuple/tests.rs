//! The network against slower and plainer versions of its parts.

use super::*;
use kinrow_game::Symmetry;

const BOARDS: [&str; 6] = ["3x3x3", "4x4x4", "7x6x4:drop", "5x4x3:misere", "6x6x4:exact", "8x8x5"];

fn network(board: &str, preset: crate::Preset, change: &[(&str, &str)]) -> NTuple<2> {
    let mut options = crate::Method::NTuple.preset(preset);
    for (name, value) in change {
        options.set("ntuple", name, value).unwrap();
    }
    NTuple::new(board.parse().unwrap(), &options, Seed(5)).unwrap()
}

fn best(board: &str) -> NTuple<2> {
    network(board, crate::Preset::Best, &[])
}

/// A network whose weights are anything but zero.
fn scrambled(mut learner: NTuple<2>) -> NTuple<2> {
    let mut rng = Seed(8).rng();
    for weights in &mut learner.network.weights {
        weights.iter_mut().for_each(|weight| *weight = rng.unit() as f32 * 0.02 - 0.01);
    }
    learner
}

/// The positions of some random games, the empty board included, with the moves that led there.
fn random_positions(board: &str) -> Vec<(Vec<Point>, Board<2>)> {
    let mut positions = Vec::new();
    for game in 0..20 {
        let mut rng = Seed(game).rng();
        let (mut at, mut moves) = (Board::<2>::new(board.parse().unwrap()), Vec::new());
        while at.ending().is_none() {
            positions.push((moves.clone(), at));
            let legal: Vec<Point> = at.moves().collect();
            moves.push(*rng.pick(&legal));
            at = at.play(moves[moves.len() - 1]);
        }
    }
    positions
}

/// A tuple's code read off the board, point by point.
fn slow_code(board: &Board<2>, tuple: &[Point]) -> u64 {
    let base = if board.rules().is_drop() { 4 } else { 3 };
    tuple.iter().fold(0, |code, &point| {
        let digit = match board.stone(point) {
            Some(Side::X) => 1,
            Some(Side::O) => 2,
            None if board.rules().is_drop() && board.legal().contains(point.index()) => 3,
            None => 0,
        };
        code * base + digit
    })
}

#[test]
fn codes_that_are_kept_up_to_date_are_those_read_off_the_board() {
    for board in BOARDS {
        let geometry = Geometry::of(board.parse().unwrap());
        let classes = tuples::classes(geometry, 6, 40, 7, Seed(5));
        let codes = Codes::new(geometry, &classes);
        for (moves, at) in random_positions(board) {
            let (mut kept, mut side) = (codes.of(&Board::<2>::new(geometry.rules())), Side::X);
            for mv in moves {
                codes.place(&mut kept, side, mv);
                side = side.opponent();
            }
            assert_eq!(kept, codes.of(&at), "{board}");
            let (mut first, mut tuple) = (0, 0);
            for class in &classes {
                for points in class {
                    assert_eq!(u64::from(kept[tuple]), first + slow_code(&at, points), "{board}");
                    tuple += 1;
                }
                first += (if geometry.rules().is_drop() { 4u64 } else { 3 }).pow(class[0].len() as u32);
            }
            assert_eq!((tuple, first), (codes.tuples(), codes.count() as u64));
        }
    }
}

#[test]
fn lines_cover_every_row_and_nothing_twice() {
    for board in BOARDS {
        let geometry = Geometry::of(board.parse().unwrap());
        let classes = tuples::classes(geometry, usize::from(geometry.rules().k()) + 2, 0, 1, Seed(1));
        let tuples: Vec<Vec<Point>> = classes.concat();
        for line in geometry.lines() {
            let is_in = |tuple: &&Vec<Point>| line.iter().all(|point| tuple.contains(point));
            assert!(tuples.iter().any(|tuple| is_in(&tuple)), "{board}: {line:?}");
        }
        for (i, tuple) in tuples.iter().enumerate() {
            assert!(!tuples[..i].contains(tuple), "{board}: {tuple:?}");
        }
    }
}

#[test]
fn symmetric_positions_are_worth_the_same() {
    for board in BOARDS {
        let learner = scrambled(best(board));
        let geometry = Geometry::of(learner.rules);
        for (moves, at) in random_positions(board) {
            let Some(mover) = moves.len().checked_sub(1).map(|last| Side::after(last as u16)) else {
                continue;
            };
            let value = learner.network.sum(mover, &learner.codes.of(&at));
            for symmetry in Symmetry::all(geometry) {
                let image = moves.iter().fold(Board::<2>::new(learner.rules), |board, &mv| {
                    board.play(symmetry.image(geometry, mv))
                });
                let same = learner.network.sum(mover, &learner.codes.of(&image));
                assert!((value - same).abs() < 1e-4, "{board}: {value} {same}");
            }
        }
    }
}

/// What a move gains is the difference of two sums.
#[test]
fn gains_are_differences() {
    for board in BOARDS {
        let learner = scrambled(best(board));
        for (_, at) in random_positions(board) {
            let (mover, codes) = (at.to_move(), learner.codes.of(&at));
            let (open, mut held, mut gains) = (at.moves().collect::<Vec<_>>(), Vec::new(), Vec::new());
            let before = learner.network.hold(mover, &codes, &mut held);
            learner.weigh(mover, &codes, &held, &open, &mut gains);
            for (&mv, gain) in open.iter().zip(gains) {
                let after = learner.network.sum(mover, &learner.codes.of(&at.play(mv)));
                assert!((sign(mover) * (after - before) - gain).abs() < 1e-4, "{board}");
            }
        }
    }
}

/// The backward sum is TD(lambda) with eligibility traces (Sutton and Barto, ch. 12): every error is passed on to the
/// positions before it, lambda times weaker for each step.
#[test]
fn returns_summed_backwards_are_eligibility_traces() {
    for (board, lambda) in [("3x3x3", "0.5"), ("7x6x4:drop", "0.9"), ("4x4x4", "0"), ("4x4x4", "1")] {
        let change = [("lambda", lambda), ("coherence", "off"), ("tuples", "20"), ("length", "5")];
        let mut learner = scrambled(network(board, crate::Preset::Best, &change));
        let before = learner.network.weights.clone();
        let start = Board::new(learner.rules);
        let ending = learner.play(start, [0.0; 2], &mut Seed(3).rng(), &mut Budget::unlimited()).unwrap();
        let count = learner.codes.tuples();
        let (alpha, lambda) = (0.01, lambda.parse::<f64>().unwrap());
        let mut expected: Vec<Vec<f64>> =
            before.iter().map(|of| of.iter().map(|&w| w.into()).collect()).collect();
        let mut traces: Vec<Vec<f64>> = expected.iter().map(|of| vec![0.0; of.len()]).collect();
        let values: Vec<f64> = learner.plies.iter().map(|ply| ply.value.into()).collect();
        for (i, ply) in learner.plies.iter().enumerate() {
            traces.iter_mut().flatten().for_each(|trace| *trace *= lambda);
            for &code in &learner.left[i * count..(i + 1) * count] {
                traces[ply.mover as usize][code as usize] += 1.0 - values[i] * values[i];
            }
            let next = values.get(i + 1).copied().unwrap_or(ending.points(Side::X) * 2.0 - 1.0);
            for (weights, traces) in expected.iter_mut().zip(&traces) {
                for (weight, trace) in weights.iter_mut().zip(traces) {
                    *weight += alpha * (next - values[i]) * trace;
                }
            }
        }
        learner.learn(ending, alpha as f32);
        assert!(learner.network.weights != before);
        for (weight, right) in learner.network.weights.iter().flatten().zip(expected.iter().flatten()) {
            assert!((f64::from(*weight) - right).abs() < 1e-5, "{board} {lambda}: {weight} {right}");
        }
    }
}

#[test]
fn weights_that_only_jitter_come_to_rest() {
    let mut network = Network::new(2, true);
    for step in 0..200 {
        let error = if step % 2 == 0 { 1.0 } else { -1.0 };
        network.learn(Side::X, &[0], error, 0.1);
        network.learn(Side::X, &[1], 1.0, 0.1);
    }
    let jittering = network.weights[0][0];
    network.learn(Side::X, &[0], 1.0, 0.1);
    network.learn(Side::X, &[1], 1.0, 0.1);
    assert!((network.weights[0][0] - jittering).abs() < 0.002);
    assert!((network.weights[0][1] - 20.1).abs() < 0.01, "{}", network.weights[0][1]);
    assert_eq!(network.weights[1], [0.0, 0.0], "the other side has weights of its own");
}

#[test]
fn the_hyperbolic_tangent_is_one() {
    let mut last = -1.0;
    for i in -2000..=2000 {
        let x = i as f32 / 200.0;
        assert!((f64::from(tanh(x)) - f64::from(x).tanh()).abs() < 1e-3, "{x}");
        assert!(tanh(x) >= last && tanh(x).abs() <= 1.0);
        last = tanh(x);
    }
}

/// Wins are taken, and what is left lets the opponent win at once only where everything does.
#[test]
fn moves_are_sorted_out_as_by_playing_them() {
    let boards = ["3x3x3", "4x4x3", "7x6x4:drop", "5x5x4:exact", "4x4x3:misere", "6x6x4:exact,drop"];
    for board in boards {
        let wins =
            |at: &Board<2>| at.moves().any(|mv| at.play(mv).ending() == Some(Ending::Won(at.to_move())));
        let mut seen = [0; 3];
        for (_, at) in random_positions(board) {
            let mut open = Vec::new();
            match tactics::sort_out(&at, true, &mut open) {
                Some(mv) => {
                    assert_eq!(at.play(mv).ending(), Some(Ending::Won(at.to_move())), "{board}");
                    seen[0] += 1;
                }
                None => {
                    assert!(!open.is_empty());
                    let loses =
                        |mv: Point| at.play(mv).ending() == Some(Ending::Won(at.to_move().opponent()));
                    let is_safe = |mv: Point| !loses(mv) && (at.rules().is_misere() || !wins(&at.play(mv)));
                    let safe: Vec<Point> = at.moves().filter(|&mv| is_safe(mv)).collect();
                    if !safe.is_empty() {
                        assert_eq!(open, safe, "{board}");
                        seen[1] += usize::from(safe.len() < at.moves().count());
                    }
                    assert!(!wins(&at) || at.rules().is_misere(), "{board}");
                    seen[2] += 1;
                }
            }
        }
        let [won, narrowed, open] = seen;
        assert!(narrowed > 0 && open > 0 && (won > 0 || board.contains("misere")), "{board}: {seen:?}");
    }
}

#[test]
fn what_is_saved_is_read_back_and_poison_is_refused() {
    for preset in [crate::Preset::Published, crate::Preset::Best] {
        let mut learner = network("4x4x3", preset, &[("tuples", "10")]);
        for index in 0..50 {
            learner.episode(index, None, &mut Seed(index).rng(), &mut Budget::unlimited()).unwrap();
        }
        let bytes = learner.save();
        let mut again = network("4x4x3", preset, &[("tuples", "10")]);
        again.load(&bytes).unwrap();
        assert!(again.network == learner.network);
        assert!(bytes.len() > 1000);
        for cut in [0, 7, 8, 100, bytes.len() - 1] {
            assert!(again.load(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        assert!(again.load(&[&bytes[..], &[0]].concat()).is_err());
        // The first entry: its code at 8, its weight at 12.
        for (at, bad) in [
            (0, u32::MAX.to_le_bytes()),
            (8, u32::MAX.to_le_bytes()),
            (12, f32::NAN.to_le_bytes()),
            (12, f32::INFINITY.to_le_bytes()),
            (12, 1e9f32.to_le_bytes()),
        ] {
            let mut poisoned = bytes.clone();
            poisoned[at..at + 4].copy_from_slice(&bad);
            assert!(again.load(&poisoned).is_err(), "{at} {bad:?}");
        }
    }
}

#[test]
fn networks_that_are_too_large_or_see_nothing_are_refused() {
    let made = |board: &str, set: &str| {
        let options = crate::Method::NTuple.parse_options(set).unwrap();
        NTuple::<7>::new(board.parse().unwrap(), &options, Seed(1)).err()
    };
    assert!(matches!(made("20x20x5", "tuples=10000,length=16"), Some(NTupleError::TooLarge { .. })));
    assert!(matches!(made("7x6x4:drop", "tuples=16,length=12"), Some(NTupleError::TooLarge { .. })));
    assert!(matches!(made("3x3x3", "tuples=0"), Some(NTupleError::None { .. })));
    assert!(matches!(made("2x2x3", "tuples=0,lines=on"), Some(NTupleError::None { .. })));
    assert_eq!(made("20x20x20", "lines=on"), None);
    assert_eq!(made("1x1x1", ""), None);
}
