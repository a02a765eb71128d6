//! Trains without a file and shows every look: `cargo run --release -p kinrow-zero --example rounds BOARD ROUNDS SEED [OPTIONS]`.

use kinrow_agent::{Moment, Seed, Stop};
use kinrow_zero::{NAME, RoundEnd, Training, preset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let text = |i: usize, default: &str| given.get(i).cloned().unwrap_or_else(|| default.into());
    let rules = text(0, "3x3x3").parse()?;
    let rounds = text(1, "16").parse()?;
    let mut options = preset(rules);
    for part in text(3, "").split(',').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        options.set(NAME, name, value)?;
    }
    let mut training = Training::new(rules, &options, Seed(text(2, "1").parse()?));
    let start = Moment::now();
    for _ in 0..rounds {
        if training.round(&Stop::new()) != RoundEnd::Done {
            return Err("the numbers grew beyond all bounds".into());
        }
        if training.is_look_due() {
            let seconds = start.elapsed().as_secs_f64();
            let Some(look) = training.look(&Stop::new()) else { continue };
            let (games, positions) = (look.games, look.positions);
            let score = |tally: kinrow_game::Tally| 100.0 * tally.score().unwrap_or(0.0);
            println!(
                "{seconds:.1} s: {games} games, {positions} positions, losses {:.3} {:.3}, random {:.0} %, mcts {:.0} %, audit {:?}",
                look.policy_loss,
                look.value_loss,
                score(look.random),
                score(look.mcts),
                look.audit_losses
            );
        }
    }
    Ok(())
}
