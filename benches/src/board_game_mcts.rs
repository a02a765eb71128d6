//! Our Monte Carlo tree search against that of `board-game` from crates.io, on the two games both have.
//!
//! Both use UCB1 with the same constant on scores from 0 to 1, the same generator of random numbers (xoshiro256++), the
//! same number of playouts a move, and a new tree for each move. One thing is unequal: the peer proves won and lost
//! positions and cannot be told not to, which costs time in each step and saves rollouts where something is proven. So
//! ours is measured as it is by default, without a solver, and once more with its own. What it saves grows with the tree:
//! of 20,000 steps on 3x3x3 two thirds play a game out, of 100,000 a quarter, the rest only count a proven result. The
//! ratio belongs to its number of playouts, which is part of its name.

use std::time::Duration;

use anyhow::Result;
use board_game::ai::mcts::mcts_build_tree;
use board_game::board::AltBoard;
use board_game::games::connect4::Connect4;
use board_game::games::ttt::TTTBoard;
use kinrow_game::Board;
use kinrow_search::mcts::MctsOptions;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::claim::{Claim, Measure};
use crate::our_mcts;
use crate::report::Report;
use crate::rounds::{Comparison, Rounds};

/// Small boards leave more to gain: there the bookkeeping of the tree is most of the work.
const TARGET_3X3X3: f64 = 3.4;
const TARGET_DROP: f64 = 1.5;
const QUICK_PLAYOUTS: u64 = 500;
const TURN: Duration = Duration::from_millis(100);

/// Makes the comparisons.
pub fn compare(rounds: &Rounds, playouts: u64, report: &mut Report) -> Result<()> {
    let playouts = if rounds.is_quick { playouts.min(QUICK_PLAYOUTS) } else { playouts };
    for solver in [false, true] {
        report.add(on(rounds, "3x3x3", &TTTBoard::default(), playouts, solver, TARGET_3X3X3)?)?;
        report.add(on(rounds, "7x6x4:drop", &Connect4::default(), playouts, solver, TARGET_DROP)?)?;
    }
    Ok(())
}

fn on(
    rounds: &Rounds,
    rules: &str,
    peer: &impl AltBoard,
    playouts: u64,
    solver: bool,
    target: f64,
) -> Result<Comparison> {
    let claim = Claim {
        name: format!("mcts:playouts={playouts}{} {rules}", if solver { ",solver=on" } else { "" }),
        peer: "board-game 0.8 (always solves)".into(),
        measure: Measure::Speed { of: "playouts" },
        target: (!solver).then_some(target),
    };
    let options = MctsOptions { solver, ..MctsOptions::default() };
    let board = Board::<1>::new(rules.parse()?);
    let (mut our_seed, mut peer_seed) = (0, 0);
    let ours = || {
        our_seed += 1;
        our_mcts::search(&board, options, playouts, our_seed)
    };
    let theirs = || {
        peer_seed += 1;
        theirs(peer, playouts, options.c as f32, peer_seed)
    };
    rounds.compare_work(claim, TURN, ours, theirs)
}

/// What the peer's bot does for a move; returns the steps it made, fewer than asked for when it has proven the root.
fn theirs(board: &impl AltBoard, playouts: u64, c: f32, seed: u64) -> Result<u64> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let tree = mcts_build_tree(board, playouts, c, &mut rng);
    let _ = std::hint::black_box(tree.best_move());
    Ok(tree[0].visits.try_into()?)
}
