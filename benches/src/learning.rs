//! Our self-play learning on 3x3x3, as published, against the same method in plain Python: the textbook's program with its
//! states, players and judge (`selfplay_textbook.py`), which the target is for, and one written for speed (`selfplay.py`).
//!
//! Both are Sutton and Barto's first chapter with the same step size and exploration, both begin anew every 20,000
//! episodes, and both must have learned to draw against themselves. Ours keeps the moves of each position it has met and
//! walks through arrays; the textbook works them out each time a position is met. Unequal is this: ours counts in 32 bits and Python in 64; ours enumerates
//! positions while it learns, and Python before the clock runs; ours derives a generator of random numbers for each
//! episode; and it takes no looks here, which are no part of learning.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use kinrow_agent::{Seed, Stop};
use kinrow_learn::{Method, Model, Preset, Training, resume};

use crate::claim::{Claim, Measure};
use crate::clock::measure;
use crate::python::Python;
use crate::report::Report;
use crate::rounds::Rounds;

const TARGET: f64 = 300.0;
/// Of a training; then both begin anew.
const EPISODES: u64 = 20_000;
const QUICK_EPISODES: u64 = 100;
/// Long enough for several trainings of ours; one of Python's takes longer.
const TURN: Duration = Duration::from_millis(200);

/// Makes the comparisons.
pub fn compare(rounds: &Rounds, report: &mut Report) -> Result<()> {
    let (turn, episodes) = (rounds.turn(TURN), if rounds.is_quick { QUICK_EPISODES } else { EPISODES });
    let mut python = Python::plain("selfplay.py", episodes)?;
    let looked_at = look(episodes)?;
    if !rounds.is_quick {
        ensure_both_learn(&*looked_at, &mut python)?;
    }
    let untrained = looked_at_already(&*looked_at)?;
    let mut textbook = Python::plain("selfplay_textbook.py", episodes)?;
    for (work, how, target) in [
        ("textbook", "the textbook's program", Some(TARGET)),
        ("computed", "written for speed, moves computed", None),
        ("kept", "written for speed, moves kept", None),
    ] {
        let python = if work == "textbook" { &mut textbook } else { &mut python };
        let claim = Claim {
            name: format!("selfplay 3x3x3, {episodes} episodes"),
            peer: format!("Python {}: {how}", python.version),
            measure: Measure::Speed { of: "episodes" },
            target,
        };
        let mut model = untrained.clone();
        let mut train = || {
            model.header.seed += 1;
            train(&model, episodes)
        };
        report.add(rounds.compare(
            claim,
            || measure(turn, &mut train),
            || Ok(python.measure(work, turn)?.measured),
        )?)?;
    }
    Ok(())
}

fn untrained() -> Result<Model> {
    let method = Method::find("selfplay")?;
    let options = method.preset(Preset::Published);
    Ok(Model::untrained(method, Preset::Published, &options, "3x3x3".parse()?, Seed(0)))
}

/// A training with all its looks, the last one at the end.
fn look(episodes: u64) -> Result<Box<dyn Training>> {
    let mut training = resume(&untrained()?)?;
    training.run(episodes, Some(episodes), &Stop::new(), &mut |_, _| {});
    Ok(training)
}

/// Nothing learned, but the looks taken: none of them is taken again.
fn looked_at_already(looked_at: &dyn Training) -> Result<Model> {
    let mut model = untrained()?;
    model.header.curve = looked_at.curve().to_vec();
    Ok(model)
}

fn train(untrained: &Model, episodes: u64) -> Result<u64> {
    let mut training = resume(untrained)?;
    training.run(episodes, None, &Stop::new(), &mut |_, _| {});
    ensure!(training.episodes() == episodes, "the training ended at {}", training.episodes());
    ensure!(training.curve().len() == untrained.header.curve.len(), "looks were taken while the clock ran");
    Ok(episodes)
}

/// Who has learned draws nearly all games against itself; who knows only the ends of games draws one in 25.
fn ensure_both_learn(looked_at: &dyn Training, python: &mut Python) -> Result<()> {
    const LEAST: f64 = 0.95;
    const GAMES: f64 = 100.0;
    let last = looked_at.curve().last().context("the training was not looked at")?;
    ensure!(last.episode == EPISODES, "the last look was at {}", last.episode);
    let ours = last.itself.draws as f64 / last.itself.games() as f64;
    let answer = python.measure("draws", Duration::ZERO)?;
    let theirs = answer.measured.count as f64 / (GAMES * answer.calls as f64);
    ensure!(
        ours >= LEAST && theirs >= LEAST,
        "not both have learned: against itself ours draws {ours:.2} of the games and Python's {theirs:.2}"
    );
    Ok(())
}
