//! Our playouts and Monte Carlo tree search on 15x15x5 against `open_spiel`'s gomoku.
//!
//! The peer's core is C++ and is measured as such: its bot plays many rollouts at one node, or searches a whole move, in
//! one call from Python. Loops in Python are told beside it; the claim is against the fastest, which is the row with the
//! smallest ratio. (Its C++ `evaluate_bots` with random bots was tried too, and is slower than its rollouts.) Unequal is
//! this: the peer's board has any size and number of dimensions, and keeps its history and a hash in rollouts too; its
//! scores go from -1 to 1, so that with the same constant it explores half as much as ours, which was seen to make it a
//! few percent faster; and its wheel is compiled by its makers, not here.

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Result, ensure};
use kinrow_agent::{Rng, Seed};
use kinrow_game::{Board, Game, Point};
use kinrow_search::mcts::MctsOptions;

use crate::claim::{Claim, Measure};
use crate::clock::measure;
use crate::our_mcts;
use crate::python::Python;
use crate::report::Report;
use crate::rounds::Rounds;

const PLAYOUTS_TARGET: f64 = 20.0;
const MCTS_TARGET: f64 = 15.0;
/// As many as open_spiel_gomoku.py makes.
const SIMULATIONS: u64 = 5000;
const TURN: Duration = Duration::from_millis(200);

/// Makes the comparisons.
pub fn compare(rounds: &Rounds, report: &mut Report) -> Result<()> {
    let mut python = Python::with_packages("open_spiel_gomoku.py")?;
    let board = Board::<4>::new("15x15x5".parse()?);
    ensure_same_game(&board, &mut python)?;
    let turn = rounds.turn(TURN);
    for (work, how) in [
        ("rollouts", "C++ rollouts"),
        ("shuffled", "Python, shuffled points"),
        ("loop", "Python, legal_actions"),
    ] {
        let claim = claim("playouts 15x15x5", &python, how, PLAYOUTS_TARGET);
        let mut rng = Seed(1).rng();
        report.add(rounds.compare(
            claim,
            || measure(turn, || Ok(playouts(&board, &mut rng))),
            || Ok(python.measure(work, turn)?.measured),
        )?)?;
    }
    let claim = claim(&format!("mcts:playouts={SIMULATIONS} 15x15x5"), &python, "C++ MCTSBot", MCTS_TARGET);
    let mut seed = 0;
    let mut search = || {
        seed += 1;
        our_mcts::search(&board, MctsOptions::default(), SIMULATIONS, seed)
    };
    report.add(rounds.compare(
        claim,
        || measure(turn, &mut search),
        || Ok(python.measure("mcts", turn)?.measured),
    )?)
}

fn claim(name: &str, python: &Python, how: &str, target: f64) -> Claim {
    Claim {
        name: name.into(),
        peer: format!("open_spiel {}: {how}", python.version),
        measure: Measure::Speed { of: "playouts" },
        target: Some(target),
    }
}

fn playouts(board: &Board<4>, rng: &mut Rng) -> u64 {
    const MANY: u64 = 1000;
    for _ in 0..MANY {
        black_box(black_box(board).playout(&mut |n| rng.below(n)));
    }
    MANY
}

/// Random games that end by the same rules are equally long on average: 109 moves, with a deviation of about 35, so that
/// means of thousands differ by less than 5.
fn ensure_same_game(board: &Board<4>, python: &mut Python) -> Result<()> {
    const GAMES: u32 = 4000;
    let mut rng = Seed(2).rng();
    let plies: u32 = (0..GAMES).map(|_| plies(*board, &mut rng)).sum();
    let ours = f64::from(plies) / f64::from(GAMES);
    let answer = python.measure("plies", Duration::from_secs(1))?;
    let theirs = answer.measured.count as f64 / answer.calls as f64;
    ensure!(
        (ours - theirs).abs() < 5.0,
        "this is not the same game: random games last {ours:.1} moves here and {theirs:.1} in open_spiel"
    );
    Ok(())
}

/// The moves of a random game, played by the rules one by one.
fn plies(mut board: Board<4>, rng: &mut Rng) -> u32 {
    while board.outcome().is_none() {
        let moves: Vec<Point> = board.moves().collect();
        board = board.play(*rng.pick(&moves));
    }
    board.placed().into()
}
