//! Temporal differences with an n-tuple network (Lucas 2008; Thill, Koch and Konen 2012): instead of a value for each position, a weight
//! for each thing that a few points can hold. Positions share what they have in common, so that a board that no table can
//! hold is learned.

mod codes;
mod network;
mod save;
mod tactics;
mod tuples;

use kinrow_agent::{Budget, OptionKind, OptionSpec, Options, Rng, SWITCH, Seed, Stopped};
use kinrow_game::{Board, Ending, Game, Geometry, Point, Rules, Side};

use crate::learner::{ALPHA_DECAY, EPSILON_DECAY, Learner, SHARE, Schedules};
use crate::methods::{Experience, Facts, Keeps};
use crate::model::ModelError;
use crate::values::{all_largest, pick_largest};
use codes::Codes;
use network::{Network, tanh};
use tactics::Moves;

pub(crate) const FACTS: Facts =
    Facts { options: OPTIONS, best: BEST, experience: Experience::Games, episodes: [2_000_000, 2_000_000], keeps: Keeps::Weights };

kinrow_game::sentences! {
    /// Why there is no network.
    pub enum NTupleError {
        /// Too many weights.
        TooLarge { weights: u64, most: u64 } = "ntuple-too-large" =>
            "these tuples have {weights} weights for each side, more than {most}: choose fewer or shorter ones (tuples, length, lines)",
        /// None at all.
        None { rules: String } = "ntuple-none" =>
            "on {rules} there is nothing for the network to look at: ask for tuples (tuples=70) or lines (lines=6)",
    }
}

/// Weights for each side, at most: with their errors 400 MB.
const MOST_WEIGHTS: u64 = 1 << 24;

/// Its options, as published.
const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new("alpha", SHARE, Some("0.004")),
    ALPHA_DECAY,
    OptionSpec::new("epsilon", SHARE, Some("0.1")),
    EPSILON_DECAY,
    OptionSpec::new("lambda", SHARE, Some("0")),
    OptionSpec::new("coherence", SWITCH, Some("off")),
    OptionSpec::new("tuples", OptionKind::Whole { least: 0, most: 1000 }, Some("70")),
    OptionSpec::new("length", OptionKind::Whole { least: 1, most: 16 }, Some("8")),
    OptionSpec::new("lines", OptionKind::Whole { least: 0, most: 16 }, Some("0")),
    OptionSpec::new("wary", SWITCH, Some("off")),
    OptionSpec::new("opening", OptionKind::Whole { least: 0, most: 400 }, Some("0")),
];

/// What we found better.
const BEST: &[(&str, &str)] = &[
    ("alpha", "0.05"),
    ("lambda", "0.6"),
    ("coherence", "on"),
    ("wary", "on"),
    ("opening", "8"),
];

/// A position that was left behind, and what it is compared with.
struct Ply {
    mover: Side,
    value: f32,
    /// Instead of what came next, the value of what should have: there the game was left for exploration.
    instead: Option<f32>,
}

/// The learner.
pub(crate) struct NTuple<const W: usize> {
    rules: Rules,
    codes: Codes,
    network: Network,
    schedules: Schedules,
    lambda: f32,
    is_wary: bool,
    opening: u32,
    // What an episode needs, kept so that none has to ask for memory.
    at: Vec<u32>,
    plies: Vec<Ply>,
    left: Vec<u32>,
    open: Vec<Point>,
    gains: Vec<f32>,
}

impl<const W: usize> NTuple<W> {
    pub(crate) fn new(rules: Rules, options: &Options, seed: Seed) -> Result<NTuple<W>, NTupleError> {
        let geometry = Geometry::of(rules);
        let lines: usize = options.whole("lines").unwrap_or(0);
        let (walks, length) = (options.whole("tuples").unwrap_or(0), options.whole("length").unwrap_or(1));
        let classes = tuples::classes(geometry, lines, walks, length, seed);
        let weights = codes::count(geometry, &classes);
        if weights > MOST_WEIGHTS {
            return Err(NTupleError::TooLarge { weights, most: MOST_WEIGHTS });
        }
        if weights == 0 {
            return Err(NTupleError::None { rules: rules.to_string() });
        }
        let codes = Codes::new(geometry, &classes);
        Ok(NTuple {
            rules,
            network: Network::new(codes.count(), options.is_on("coherence")),
            codes,
            schedules: Schedules::of(options),
            lambda: options.real("lambda").unwrap_or(0.0) as f32,
            is_wary: options.is_on("wary"),
            opening: options.whole("opening").unwrap_or(0),
            at: Vec::new(),
            plies: Vec::new(),
            left: Vec::new(),
            open: Vec::new(),
            gains: Vec::new(),
        })
    }

    /// By how much each move in `open` raises the sum for `mover`, given the weight that each tuple holds now.
    fn weigh(&self, mover: Side, at: &[u32], held: &[f32], open: &[Point], gains: &mut Vec<f32>) {
        let weights = &self.network.weights[mover as usize][..];
        gains.clear();
        gains.extend(open.iter().map(|&mv| {
            let mut gain = 0.0;
            for change in self.codes.changes(mv) {
                let tuple = change.tuple as usize;
                let next = at[tuple].wrapping_add_signed(change.add[mover as usize]);
                gain += weights[next as usize] - held[tuple];
            }
            sign(mover) * gain
        }));
    }

    /// Where the episode starts: after up to `opening` random moves.
    fn start(&self, rng: &mut Rng) -> Board<W> {
        let mut board = Board::<W>::new(self.rules);
        if self.opening > 0 {
            for _ in 0..rng.below(self.opening + 1) {
                let legal = board.legal();
                let index = legal.nth(rng.below(legal.len())).expect("below their number");
                let next = board.play(Point::from_index(index as u16));
                if next.ending().is_some() {
                    break;
                }
                board = next;
            }
        }
        board
    }

    /// Plays from `board` to the end and remembers every position that was left behind.
    fn play(&mut self, mut board: Board<W>, epsilon: f64, rng: &mut Rng, budget: &mut Budget) -> Result<Ending, Stopped> {
        self.plies.clear();
        self.left.clear();
        let mut at = std::mem::take(&mut self.at);
        let (mut open, mut gains) = (std::mem::take(&mut self.open), std::mem::take(&mut self.gains));
        let mut held = Vec::with_capacity(self.codes.tuples());
        at.clear();
        at.extend(self.codes.of(&board));
        let ending = loop {
            if let Err(stopped) = budget.spend() {
                (self.at, self.open, self.gains) = (at, open, gains);
                return Err(stopped);
            }
            let mover = board.to_move();
            let explores = rng.unit() < epsilon;
            let (mv, value) = match tactics::sort_out(&board, self.is_wary, &mut open) {
                Moves::Win(mv) => {
                    let result = Ending::Won(mover).points(Side::X) as f32 * 2.0 - 1.0;
                    (mv, Some(result))
                }
                Moves::Open => {
                    let base = self.network.hold(mover, &at, &mut held);
                    self.weigh(mover, &at, &held, &open, &mut gains);
                    let best = pick_largest(gains.iter().copied(), rng);
                    (open[best], Some(tanh(base + sign(mover) * gains[best])))
                }
            };
            let mut value = value;
            let mv = if explores {
                let legal = board.legal();
                let index = legal.nth(rng.below(legal.len())).expect("below their number");
                if let Some(ply) = self.plies.last_mut() {
                    ply.instead = value;
                }
                value = None;
                Point::from_index(index as u16)
            } else {
                mv
            };
            board = board.play(mv);
            if let Some(ending) = board.ending() {
                break ending;
            }
            self.codes.place(&mut at, mover, mv);
            let value = value.unwrap_or_else(|| tanh(self.network.sum(mover, &at)));
            self.left.extend_from_slice(&at);
            self.plies.push(Ply { mover, value, instead: None });
        };
        (self.at, self.open, self.gains) = (at, open, gains);
        Ok(ending)
    }

    /// Learns from the game that was played: TD(lambda), summed backwards.
    fn learn(&mut self, ending: Ending, alpha: f32) {
        let result = ending.points(Side::X) as f32 * 2.0 - 1.0;
        let (mut next, mut lambda_return) = (result, result);
        let count = self.codes.tuples();
        for (i, ply) in self.plies.iter().enumerate().rev() {
            let target = ply.instead.unwrap_or(next + self.lambda * (lambda_return - next));
            let error = (target - ply.value) * (1.0 - ply.value * ply.value);
            self.network.learn(ply.mover, &self.left[i * count..(i + 1) * count], error, alpha);
            (next, lambda_return) = (ply.value, target);
        }
    }
}

/// Values are X's.
fn sign(side: Side) -> f32 {
    match side {
        Side::X => 1.0,
        Side::O => -1.0,
    }
}

impl<const W: usize> Learner<W> for NTuple<W> {
    fn episode(
        &mut self,
        index: u64,
        given: Option<&Board<W>>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Stopped> {
        let (alpha, epsilon) = self.schedules.at(index);
        let start = given.copied().unwrap_or_else(|| self.start(rng));
        let ending = self.play(start, epsilon, rng, budget)?;
        self.learn(ending, alpha);
        Ok(Some(ending))
    }

    fn rate(&self, board: &Board<W>) -> Vec<(Point, Option<f32>)> {
        let mover = board.to_move();
        let mut at = self.codes.of(board);
        board
            .moves()
            .map(|mv| {
                let next = board.play(mv);
                if let Some(ending) = next.ending() {
                    return (mv, Some(ending.points(mover) as f32));
                }
                let before = at.clone();
                self.codes.place(&mut at, mover, mv);
                let value = tanh(self.network.sum(mover, &at)) * 0.5 + 0.5;
                at = before;
                (mv, Some(if mover == Side::X { value } else { 1.0 - value }))
            })
            .collect()
    }

    fn choices(&self, board: &Board<W>) -> Vec<Point> {
        let mut open = Vec::new();
        match tactics::sort_out(board, self.is_wary, &mut open) {
            Moves::Win(mv) => vec![mv],
            Moves::Open => {
                let (mut gains, mut held) = (Vec::new(), Vec::new());
                let (mover, at) = (board.to_move(), self.codes.of(board));
                self.network.hold(mover, &at, &mut held);
                self.weigh(mover, &at, &held, &open, &mut gains);
                all_largest(&gains).into_iter().map(|i| open[i]).collect()
            }
        }
    }

    fn schedules(&mut self) -> Option<&mut Schedules> {
        Some(&mut self.schedules)
    }

    fn positions(&self) -> usize {
        self.network.weights.iter().flatten().filter(|weight| **weight != 0.0).count()
    }

    fn save(&self) -> Vec<u8> {
        save::save(&self.network)
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        save::load(&mut self.network, bytes)
    }

    fn bytes(&self) -> usize {
        self.network.bytes() + self.codes.bytes()
    }
}
