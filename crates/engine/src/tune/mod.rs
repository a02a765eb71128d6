//! Fits the engine's weights to games of the engine against itself: what positions are worth, to how the games ended (`value`), and which moves to
//! look at first, to those that the search chose (`order`).
//!
//! Every position of every game where nothing is proven is an example; a game ends when its result is proven. Games are numbered, and each is a function of the seed and its
//! number, so that the weights are the same whoever played them in what order.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;

use kinrow_agent::{Agent, Ignore, Limits, Options, Seed, Stop, Thinking, Value};
use kinrow_game::{Game, Outcome, Point, Position, Rules, Side};

use crate::field::Field;
use crate::sight::Sight;
use crate::stage::{Stage, stage};
use crate::tables::Tables;
use crate::weights::Weights;
use crate::{Engine, EngineOptions, Patterns};

mod descent;
mod order;
mod value;

pub use value::{Tenth, reliability};

/// What games to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub rules: Rules,
    /// How many games.
    pub games: u64,
    /// Positions the engine looks at for each move.
    pub nodes: u64,
    /// Where randomness comes from.
    pub seed: Seed,
    /// Games that are played at the same time.
    pub workers: usize,
}

/// A position, and what came of it.
#[derive(Clone, Debug)]
pub struct Example {
    value: value::Example,
    order: order::Example,
}

/// Stones that are placed at random before the engine plays.
const OPENING: u32 = 3;

/// The share of moves at random among the first ones.
const STRAY: f64 = 0.1;

/// What the engine plays with: a small table, since games are short of time, and no long search for threats, whose wins say nothing of the
/// evaluation.
#[must_use]
pub fn options() -> EngineOptions {
    let mut options = Options::new(EngineOptions::DECLARED);
    for (name, value) in [("memory", "4"), ("vct", "off")] {
        options.set("engine", name, value).expect("an option of the engine");
    }
    EngineOptions::from(&options)
}

kinrow_game::sentences! {
    /// Why there are no weights.
    pub enum TuneError {
        /// Other boards are evaluated in another way.
        Board { given: String, least: u32, most: u32 } = "tune-board" =>
            "weights are for boards where stones are placed freely and a row of {least} to {most} stones wins: {given} is not one of them",
        /// Every game was decided at once.
        NoExamples { games: u64 } = "tune-no-examples" =>
            "nothing can be learned from {games} games: none had a quiet position; play more of them, or on a larger board",
        /// It was told to stop.
        Stopped { done: u64, all: u64 } = "tune-stopped" =>
            "stopped after {done} of {all} games; nothing was written",
    }
}

/// How far it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// So many games were played, and have so many examples.
    Played {
        /// Games.
        games: u64,
        /// Examples.
        examples: usize,
    },
    /// The weights were improved so many times.
    Fitted {
        /// Rounds.
        rounds: u32,
    },
}

impl Plan {
    /// Whether there are weights for this game.
    ///
    /// # Errors
    /// When there are none.
    pub fn check(&self) -> Result<(), TuneError> {
        if Sight::is_for(self.rules) {
            return Ok(());
        }
        let (least, most) = (*Patterns::K.start(), *Patterns::K.end());
        Err(TuneError::Board { given: self.rules.to_string(), least, most })
    }
}

/// Plays games with some weights, and takes their quiet positions. `hear` is told of each game.
///
/// # Errors
/// When the rules are none that the weights are for, nothing was found, or `stop` came first.
pub fn play(
    plan: &Plan,
    options: EngineOptions,
    weights: &Weights,
    stop: &Stop,
    hear: &mut dyn FnMut(Event),
) -> Result<Vec<Example>, TuneError> {
    plan.check()?;
    let (next, tables) = (AtomicU64::new(0), Arc::new(Tables::new(plan.rules, weights)));
    let mut played: Vec<(u64, Vec<Example>)> = Vec::new();
    let mut found = 0;
    std::thread::scope(|scope| {
        let (send, receive) = channel();
        for _ in 0..plan.workers.max(1) {
            let (send, next, tables) = (send.clone(), &next, &tables);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.games || stop.is_stopped() {
                        break;
                    }
                    let examples = play_one(plan, number, options, tables, stop);
                    // A game that was cut short has no end to learn from.
                    if stop.is_stopped() || send.send((number, examples)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        for (number, examples) in receive {
            found += examples.len();
            played.push((number, examples));
            hear(Event::Played { games: played.len() as u64, examples: found });
        }
    });
    let games = played.len() as u64;
    if games < plan.games {
        return Err(TuneError::Stopped { done: games, all: plan.games });
    }
    if found == 0 {
        return Err(TuneError::NoExamples { games });
    }
    played.sort_unstable_by_key(|(number, _)| *number);
    Ok(played.into_iter().flat_map(|(_, examples)| examples).collect())
}

fn play_one(
    plan: &Plan,
    number: u64,
    options: EngineOptions,
    tables: &Arc<Tables>,
    stop: &Stop,
) -> Vec<Example> {
    let mut rng = plan.seed.derive("tune", number).rng();
    let mut engine = Engine::with_tables(options, tables.clone());
    let mut position = Position::new(plan.rules);
    let mut met: Vec<(Side, Example)> = Vec::new();
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::NONE };
    let mut ply = 0;
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        let is_stray = ply < OPENING || (ply < 12 && rng.unit() < STRAY);
        let mv = if is_stray {
            stray(&position, &mut |count| rng.below(count))
        } else {
            let mut ignore = Ignore;
            let mut thinking = Thinking::new(stop.child(), &mut ignore);
            let Ok(decision) = engine.choose(&position, &limits, &mut thinking) else { return Vec::new() };
            // The rest of the game would teach nothing.
            if let Value::Proven(proven) = decision.value {
                break proven.outcome;
            }
            let sight = Sight::of(&position);
            let cells = match stage(&sight) {
                Stage::Free => Some(sight.candidates().0),
                Stage::Defend(cells) => Some(cells),
                _ => None,
            };
            if let (Some(cells), Some(mv)) = (cells, decision.mv()) {
                let chance = match decision.value {
                    Value::Chance(chance) => Some(chance as f32),
                    _ => None,
                };
                let value = value::Example::new(&sight, chance);
                let order = order::Example::new(&sight, &cells, sight.layout.cell_of(mv));
                met.push((position.to_move(), Example { value, order }));
            }
            decision.mv()
        };
        let Some(mv) = mv else { return Vec::new() };
        position = position.play(mv);
        ply += 1;
    };
    let last = match outcome {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Loss => 0.0,
    };
    let score = |side: Side| if side == position.to_move() { last } else { 1.0 - last };
    met.into_iter()
        .map(|(side, mut example)| {
            example.value.score = score(side);
            example
        })
        .collect()
}

/// A random move near the stones, or near the middle.
fn stray(position: &Position, below: &mut dyn FnMut(u32) -> u32) -> Option<Point> {
    let sight = Sight::of(position);
    let mut occupied = sight.layout.board.without(&sight.empty);
    if occupied.is_empty() {
        occupied.insert(sight.layout.middle());
    }
    let near = crate::stage::allowed(&sight, sight.to_move(), sight.layout.near(&occupied).and(&sight.empty));
    let cells: Vec<_> = near.iter().collect();
    (!cells.is_empty()).then(|| sight.layout.point(cells[below(cells.len() as u32) as usize]))
}

/// Weights, and how well they explain the games.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// The mean of −ln(chance of what was to be said), in the last round: half the result, half what the search thought.
    pub loss: f64,
    /// The mean of −ln(chance of the move that was chosen), before a look ahead.
    pub order_loss: f64,
    /// How often the move that looks best was chosen.
    pub first: f64,
}

/// The weights that make results and choices most likely. `hear` is told of each round, of which there are so many for the evaluation and for the
/// order of moves; `None` when `stop` came first.
#[must_use]
pub fn fit(examples: &[Example], rounds: u32, stop: &Stop, hear: &mut dyn FnMut(Event)) -> Option<Fitted> {
    let (mut numbers, network, loss) = value::fit(examples, rounds, stop, &mut |round| {
        hear(Event::Fitted { rounds: round });
    })?;
    let (order, order_loss, first) = order::fit(examples, rounds, stop, &mut |round| {
        hear(Event::Fitted { rounds: rounds + round });
    })?;
    numbers.extend(order);
    numbers.extend(network);
    Some(Fitted { weights: Weights::from_numbers(&numbers), loss, order_loss, first })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(rules: &str, workers: usize) -> Plan {
        Plan { rules: rules.parse().unwrap(), games: 6, nodes: 60, seed: Seed(3), workers }
    }

    fn tuned(workers: usize) -> (usize, String) {
        let mut heard = Vec::new();
        let (plan, stop) = (plan("9x9x5", workers), Stop::new());
        let examples = play(&plan, options(), &Weights::guessed(), &stop, &mut |event| heard.push(event));
        let examples = examples.unwrap();
        assert_eq!(heard.len(), 6);
        assert_eq!(heard.last(), Some(&Event::Played { games: 6, examples: examples.len() }));
        let Fitted { weights, loss, .. } = fit(&examples, 4, &stop, &mut |event| heard.push(event)).unwrap();
        assert_eq!(heard.last(), Some(&Event::Fitted { rounds: 8 }));
        (examples.len(), format!("{weights}{loss}"))
    }

    #[test]
    fn the_number_of_workers_leaves_no_trace() {
        let (examples, alone) = tuned(1);
        assert!(examples > 20, "{examples}");
        assert_eq!(tuned(2), (examples, alone));
    }

    #[test]
    fn a_fit_explains_the_results_better_than_chance() {
        let examples = play(&plan("9x9x5", 2), options(), &Weights::guessed(), &Stop::new(), &mut |_| {});
        let examples = examples.unwrap();
        let fitted = fit(&examples, 30, &Stop::new(), &mut |_| {}).unwrap();
        assert!(fitted.loss < std::f64::consts::LN_2, "{fitted:?}");
        assert!(fitted.first > 0.1, "{fitted:?}");
        let told: usize = reliability(&examples).iter().map(|tenth| tenth.positions).sum();
        assert!(told > 0 && told <= examples.len());
        for (index, tenth) in reliability(&examples).into_iter().enumerate() {
            let bottom = index as f64 / 10.0;
            let is_within = (bottom..=bottom + 0.1001).contains(&tenth.chance);
            assert!(tenth.positions == 0 || is_within, "{index}: {tenth:?}");
        }
    }

    #[test]
    fn other_boards_are_refused_and_a_stop_is_heard() {
        let weights = Weights::guessed();
        for rules in ["7x6x4:drop", "5x5x4:misere", "12x12x11", "3x3x1"] {
            let refused = play(&plan(rules, 1), options(), &weights, &Stop::new(), &mut |_| {});
            assert!(matches!(refused, Err(TuneError::Board { .. })), "{rules}");
        }
        let stop = Stop::new();
        stop.stop();
        let stopped = play(&plan("9x9x5", 2), options(), &weights, &stop, &mut |_| {});
        assert!(matches!(stopped, Err(TuneError::Stopped { done: 0, all: 6 })));
        assert!(fit(&[], 5, &stop, &mut |_| {}).is_none());
    }
}
