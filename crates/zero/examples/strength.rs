//! What a network plays like: `cargo run --release -p kinrow-zero --example strength FILE SIMULATIONS GAMES PLAYOUTS [MISTAKES LEAST MOST]`. Games
//! against `mcts:playouts=PLAYOUTS`, colours in turn, from the empty board and after two random moves; before them mistakes on so many random positions of LEAST to MOST plies.

use std::sync::Arc;

use kinrow_agent::{Agent, Limits, Seed, Stop, ask};
use kinrow_game::{Game, Position, Side, Tally};
use kinrow_learn::{Sample, mistakes};
use kinrow_search::mcts::{Mcts, MctsOptions};
use kinrow_zero::{Zero, ZeroModel, ZeroOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| given.get(i).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let weights = ZeroModel::from_bytes(&std::fs::read(&given[0])?)?;
    let rules = weights.header.rules.parse()?;
    let weights = weights.weights();
    let options = ZeroOptions { simulations: number(1) as u32, ..ZeroOptions::default() };
    let agent = || Zero::new(Arc::clone(&weights), options, "zero".into());
    if number(4) > 0 {
        let sample = Sample {
            count: number(4),
            plies: number(5) as u32..=number(6) as u32,
            seed: Seed(1),
            nodes: Sample::NODES,
            most_unjudged: 1000,
        };
        println!("{:?}", mistakes(&mut agent(), rules, &sample, &Limits::NONE, &Stop::new(), &mut |_| ())?);
    }
    for random in [0, 2] {
        let mut sides = [Tally::default(), Tally::default()];
        for game in 0..number(2) {
            let side = Side::BOTH[game as usize % 2];
            let mut rng = Seed(7).derive("opening", game / 2).rng();
            let mcts = MctsOptions { playouts: Some(number(3)), ..MctsOptions::default() };
            let (mut zero, mut mcts) = (agent(), Mcts::new(mcts, Seed(3).derive("game", game)));
            let mut position = Position::new(rules);
            for ply in 0.. {
                if let Some(ending) = position.ending() {
                    sides[game as usize % 2].count(ending.seen_by(side));
                    break;
                }
                let mv = if ply < random {
                    let moves: Vec<_> = position.moves().collect();
                    *rng.pick(&moves)
                } else {
                    let mover: &mut dyn Agent<Position> =
                        if position.to_move() == side { &mut zero } else { &mut mcts };
                    ask(mover, &position, &Limits::NONE)?.mv().ok_or("no move")?
                };
                position = position.play(mv);
            }
        }
        let [x, o] = sides;
        println!("{random} random plies: as X {x:?}, as O {o:?}, score {:?}", (x + o).score());
    }
    Ok(())
}
