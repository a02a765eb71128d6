//! A solve that is stopped and goes on from what it saved.

use kinrow_agent::{Ignore, Limits, Stop, Thinking};
use kinrow_game::Position;
use kinrow_search::solve::{SaveError, Solution, SolveError, SolveOptions, Solver};

fn solver() -> Solver {
    solver_of(1)
}

fn solver_of(threads: usize) -> Solver {
    Solver::new(SolveOptions { megabytes: 16, threads, ..SolveOptions::default() })
}

fn solve(solver: &mut Solver, position: &Position, nodes: Option<u64>) -> Result<Solution, SolveError> {
    let mut ignore = Ignore;
    let limits = Limits { nodes, ..Limits::NONE };
    solver.solve(position, &limits, &mut Thinking::new(Stop::new(), &mut ignore))
}

fn position(game: &str) -> Position {
    Position::new(game.parse().expect("rules"))
}

/// The sum at the end put right after a change.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 8);
    let mix = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn a_solve_goes_on_to_the_same_end() {
    for game in ["5x5x4", "6x5x4", "4x4x3:misere", "5x4x4:misere", "5x4x4:exact"] {
        let position = position(game);
        let whole = solve(&mut solver(), &position, None).expect("no limit");
        let half = whole.statistics.nodes / 2;
        let mut first = solver();
        assert!(solve(&mut first, &position, Some(half)).is_err(), "{game}");
        let saved = first.save(&position).expect("it can be saved");
        let mut second = solver();
        second.resume(&position, &saved).expect("it was saved");
        let resumed = solve(&mut second, &position, None).expect("no limit");
        assert_eq!(
            (resumed.outcome, resumed.mv, &resumed.line),
            (whole.outcome, whole.mv, &whole.line),
            "{game}"
        );
        // What was found is not looked for again.
        assert!(resumed.statistics.nodes < whole.statistics.nodes, "{game}");
        let saved = second.save(&position).expect("it can be saved");
        let mut third = solver();
        third.resume(&position, &saved).expect("it was saved");
        let known = solve(&mut third, &position, None).expect("no limit");
        assert_eq!((known.outcome, known.line), (whole.outcome, whole.line), "{game}");
        assert!(known.statistics.nodes < resumed.statistics.nodes.max(1000), "{game}");
    }
}

/// Whoever begins and whoever goes on, value, move and line are those of one thread without a stop, and what is in the file is not looked for again.
#[test]
fn several_threads_go_on_to_the_same_end() {
    for game in ["7x4x4", "5x4x4:misere"] {
        let position = position(game);
        let whole = solve(&mut solver(), &position, None).expect("no limit");
        let is_same = |found: &Solution| {
            (found.outcome, found.mv, &found.line) == (whole.outcome, whole.mv, &whole.line)
        };
        for (before, after) in [(2, 2), (3, 1), (1, 3)] {
            let mut first = solver_of(before);
            let few = whole.statistics.nodes / 10;
            assert!(solve(&mut first, &position, Some(few)).is_err(), "{game}, {before} threads");
            let mut second = solver_of(after);
            second.resume(&position, &first.save(&position).expect("it can be saved")).expect("it was saved");
            let resumed = solve(&mut second, &position, None).expect("no limit");
            assert!(is_same(&resumed), "{game}, {before} threads, then {after}");
            let mut third = solver_of(before);
            third.resume(&position, &second.save(&position).expect("it can be saved")).expect("it was saved");
            let known = solve(&mut third, &position, None).expect("no limit");
            let (nodes, all) = (known.statistics.nodes, whole.statistics.nodes);
            assert!(
                is_same(&known) && nodes < all / 4,
                "{game}, {after} threads, then {before}: {nodes} of {all}"
            );
        }
    }
}

#[test]
fn what_is_proven_is_kept() {
    let position = position("5x5x4:misere");
    let bounds = |error: SolveError| match error {
        SolveError::Stopped { win, loss, .. } => (win, loss),
    };
    let mut first = solver();
    let before = bounds(solve(&mut first, &position, Some(2000)).expect_err("it takes millions"));
    // Whoever mirrors does not lose.
    assert_eq!(before.1, 25);
    let mut second = solver();
    second.resume(&position, &first.save(&position).expect("it can be saved")).expect("it was saved");
    let after = bounds(solve(&mut second, &position, Some(1)).expect_err("one node is too few"));
    assert_eq!(after, before);
}

#[test]
fn other_files_are_refused() {
    let position = position("4x4x4");
    let mut saver = solver();
    solve(&mut saver, &position, None).expect("no limit");
    let saved = saver.save(&position).expect("it can be saved");
    let refusal = |bytes: &[u8]| solver().resume(&position, bytes).expect_err("it is refused");
    assert_eq!(refusal(b"kinrow proof 1\n"), SaveError::Begin {});
    let text = String::from_utf8_lossy(&saved[..14]).replace('1', "7");
    assert_eq!(refusal(&[text.as_bytes(), &saved[14..]].concat()), SaveError::Version { given: "7".into() });
    for at in 15..saved.len() {
        let mut changed = saved.clone();
        changed[at] ^= 1;
        assert_eq!(refusal(&changed), SaveError::Sum {}, "byte {at}");
        assert_eq!(refusal(&saved[..at]), SaveError::Sum {}, "{at} bytes");
    }
    let mut longer = saved.clone();
    longer.splice(saved.len() - 8..saved.len() - 8, [0]);
    assert_eq!(refusal(&summed(longer)), SaveError::Shape {});
    let other = solver().resume(&self::position("5x4x4"), &saved).expect_err("it is refused");
    assert!(matches!(other, SaveError::OtherPosition { .. }), "{other}");
    assert_eq!(solver().save(&self::position("5x4x4:drop")).expect_err("it is refused"), SaveError::Drop {});
}
