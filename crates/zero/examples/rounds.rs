//! Trains without a file and shows every look: `cargo run --release -p kinrow-zero --example rounds BOARD ROUNDS SEED [OPTIONS]`.

use kinrow_agent::{Moment, Seed, Stop};
use kinrow_zero::{NAME, Training, preset};

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
        training.round(&Stop::new());
        if training.is_look_due() {
            let seconds = start.elapsed().as_secs_f64();
            println!("{seconds:.1} s: {:?}", training.look(&Stop::new()));
        }
    }
    Ok(())
}
