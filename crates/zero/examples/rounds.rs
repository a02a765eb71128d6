//! Trains and shows every look: `cargo run --release -p kinrow-zero --example rounds BOARD ROUNDS SEED [OPTIONS] [FILE]`. With a file the network is
//! kept there after each look, and goes on from there if the file exists.

use std::path::Path;

use kinrow_agent::{Moment, Seed, Stop};
use kinrow_game::Tally;
use kinrow_learn::Preset;
use kinrow_zero::{NAME, RoundEnd, Training, ZeroModel, preset};

/// The processor time of this program in seconds where the system tells it, which counts no waiting for others; else the time since `start`.
fn spent(start: Moment) -> f64 {
    let told = std::fs::read_to_string("/proc/self/stat").ok();
    let ticks = told.and_then(|told| {
        let after_name = told.rsplit(')').next()?;
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        Some(fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?)
    });
    ticks.map_or_else(|| start.elapsed().as_secs_f64(), |ticks| ticks / 100.0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Moment::now();
    let given: Vec<String> = std::env::args().skip(1).collect();
    let text = |i: usize, default: &str| given.get(i).cloned().unwrap_or_else(|| default.into());
    let rules = text(0, "3x3x3").parse()?;
    let rounds: u64 = text(1, "16").parse()?;
    let mut options = preset(rules, Preset::Best);
    for part in text(3, "").split(',').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        options.set(NAME, name, value)?;
    }
    let file = given.get(4).map(Path::new);
    let mut training = match file.filter(|file| file.exists()) {
        Some(file) => Training::resume(&ZeroModel::from_bytes(&std::fs::read(file)?)?)?,
        None => Training::new(rules, &options, Seed(text(2, "1").parse()?)),
    };
    while training.counts()[0] < rounds {
        if training.round(&Stop::new()) != RoundEnd::Done {
            return Err("the numbers grew beyond all bounds".into());
        }
        if !training.is_look_due() {
            continue;
        }
        let before = spent(start);
        let Some(look) = training.look(&Stop::new()) else { continue };
        let score = |tally: Tally| 100.0 * tally.score().unwrap_or(0.0);
        println!(
            "{before:.1} s of processor time, look {:.1} s: round {}, {} games, {} positions, losses {:.3} {:.3}, random {:.0} %, mcts {:.0} %, Elo {:.0}, audit {:?}",
            spent(start) - before,
            look.round,
            look.games,
            look.positions,
            look.policy_loss,
            look.value_loss,
            score(look.random),
            score(look.mcts),
            look.elo,
            look.audit_losses
        );
        if let Some(file) = file {
            std::fs::write(file, training.model().to_bytes())?;
        }
    }
    Ok(())
}
