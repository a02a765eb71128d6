//! Self-play of a small AlphaZero on 6x6x4 against the way it is usually written in Python: objects for the tree, a network in numpy.
//!
//! Both sides have the same network (32 channels, one residual block with global pooling) that has learned nothing, PUCT with noise at
//! the root, the same simulations for every move, and play whole games; one thread each. Unequal is this: ours evaluates the positions
//! of sixteen games together, keeps the tree from move to move, which Python's does not, and has a head for the opponent's reply
//! besides; and the two draw different games.

use std::time::Duration;

use anyhow::{Result, ensure};
use kinrow_agent::{Options, Seed, Stop};
use kinrow_zero::{DECLARED, NAME, Round, RoundEnd, Training};

use crate::claim::{Claim, Measure};
use crate::clock::measure;
use crate::python::Python;
use crate::report::Report;
use crate::rounds::Rounds;

const TARGET: f64 = 5.0;
/// For each move.
const SIMULATIONS: u64 = 50;
/// Sixteen games of ours, and a few of Python's.
const TURN: Duration = Duration::from_millis(500);

/// Makes the comparison.
pub fn compare(rounds: &Rounds, report: &mut Report) -> Result<()> {
    let turn = rounds.turn(TURN);
    let mut python = Python::with_packages("zero_selfplay.py")?;
    let claim = Claim {
        name: format!("AlphaZero self-play 6x6x4, {SIMULATIONS} simulations a move"),
        peer: format!("Python, {}", python.version),
        measure: Measure::Speed { of: "moves" },
        target: Some(TARGET),
    };
    let (round, moves) = round()?;
    let mut play = || {
        let units = (0..round.units()).filter_map(|unit| round.compute(unit, &Stop::new()));
        ensure!(units.count() as u64 == round.units(), "a unit was stopped");
        Ok(moves)
    };
    report.add(rounds.compare(
        claim,
        || measure(turn, &mut play),
        || Ok(python.measure(&SIMULATIONS.to_string(), turn)?.measured),
    )?)
}

/// Sixteen games, and how many moves are searched in them.
fn round() -> Result<(Round, u64)> {
    let options = format!(
        "channels=32,blocks=1,search=puct,simulations={SIMULATIONS},full=1,proofs=off,openings=0,games=16,reuse=0.01"
    );
    let mut training = Training::new("6x6x4".parse()?, &Options::parse(DECLARED, NAME, &options)?, Seed(1));
    let round = Round::of(&training.next_round())?;
    ensure!(training.round(&Stop::new()) == RoundEnd::Done, "the round was not played");
    let [_, _, moves] = training.counts();
    Ok((round, moves))
}
