//! How many positions a network evaluates in a second of one core: `cargo run --release -p kinrow-zero --example speed 6x6x4 32 1`
//! (board, channels, blocks).

use std::sync::Arc;
use std::time::Duration;

use kinrow_agent::{Moment, Seed};
use kinrow_game::{Board, Game, Point, Position, with_board};
use kinrow_zero::{Evaluator, NetworkEvaluator, Weights};

/// The processor time of this thread where the system tells it, which counts no waiting for others; else the time since `start`.
fn spent(start: Moment) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn measure<const W: usize>(empty: &Board<W>, evaluator: &mut NetworkEvaluator) -> f64 {
    let mut rng = Seed(1).rng();
    let mut boards = vec![*empty];
    while boards.len() < 128 {
        let moves: Vec<Point> = boards[boards.len() - 1].moves().collect();
        let next = boards[boards.len() - 1].play(*rng.pick(&moves));
        boards.push(if next.outcome().is_some() { *empty } else { next });
    }
    let (start, mut count) = (Moment::now(), 0);
    let begun = spent(start);
    while spent(start) - begun < Duration::from_secs(2) {
        count += evaluator.evaluate(&boards).len();
    }
    count as f64 / (spent(start) - begun).as_secs_f64()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut given = std::env::args().skip(1);
    let rules = given.next().unwrap_or_else(|| "6x6x4".into()).parse()?;
    let channels = given.next().unwrap_or_else(|| "32".into()).parse()?;
    let blocks = given.next().unwrap_or_else(|| "1".into()).parse()?;
    let weights = Weights::new(rules, channels, blocks, Seed(1));
    println!("{rules}, {channels} channels, {blocks} blocks, {} numbers", weights.parameters());
    let mut evaluator = NetworkEvaluator::new(Arc::new(weights));
    let rate = with_board!(Position::new(rules), board => measure(&board, &mut evaluator));
    println!("{rate:.0} evaluations in a second of one core");
    Ok(())
}
