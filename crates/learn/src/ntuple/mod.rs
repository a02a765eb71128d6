//! Temporal differences with an n-tuple network (Lucas 2008; Thill, Koch and Konen 2012): instead of a value for each position, a weight
//! for everything that a few points can hold. Positions share what they have in common, so that boards are learned that no
//! table can hold.
//!
//! What is valued is the position that a side leaves behind (an afterstate). A game is played to its end first and learned from
//! afterwards, from its last position to its first: the sum is that of eligibility traces, without a trace for each weight.

mod codes;
mod network;
mod save;
mod tactics;
#[cfg(test)]
mod tests;
mod tuples;

use kinrow_agent::{Budget, OptionKind, OptionSpec, Options, Rng, SWITCH, Seed, Stopped};
use kinrow_game::{Board, Ending, Game, Geometry, Point, Rules, Side};

use crate::learner::{DECAY, EPSILON_DECAY, Learner, SHARE, Schedules, explorations};
use crate::methods::{Experience, Facts, Keeps};
use crate::model::ModelError;
use crate::values::{all_largest, pick_largest};
use codes::Codes;
use network::{Network, tanh};

pub(crate) const FACTS: Facts = Facts {
    options: OPTIONS,
    best: BEST,
    experience: Experience::Games,
    episodes: [200_000, 200_000],
    keeps: Keeps::Weights,
};

/// Its options, as the authors' program has them: 70 tuples of 8 points, each with its mirror image, and a step size that falls
/// from 0.004 to 0.002 over a million games (there exponentially).
const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new("alpha", SHARE, Some("0.004")),
    OptionSpec::new("alpha-decay", DECAY, Some("1000000")),
    OptionSpec::new("epsilon", SHARE, Some("0.1")),
    EPSILON_DECAY,
    OptionSpec::new("lambda", SHARE, Some("0")),
    OptionSpec::new("coherence", SWITCH, Some("off")),
    OptionSpec::new("tuples", OptionKind::Whole { least: 0, most: 10_000 }, Some("140")),
    OptionSpec::new("length", OptionKind::Whole { least: 1, most: 16 }, Some("8")),
    OptionSpec::new("lines", SWITCH, Some("off")),
    OptionSpec::new("wary", SWITCH, Some("off")),
    OptionSpec::new("opening", OptionKind::Whole { least: 0, most: 400 }, Some("0")),
    OptionSpec::new("pool", SWITCH, Some("off")),
];

/// What we found better.
const BEST: &[(&str, &str)] = &[
    ("alpha", "0.05"),
    ("alpha-decay", "0"),
    ("lambda", "0.8"),
    ("coherence", "on"),
    ("lines", "on"),
    ("wary", "on"),
    ("opening", "8"),
];

kinrow_game::sentences! {
    /// Why there is no network.
    pub enum NTupleError {
        /// Too many weights.
        TooLarge { weights: u64, most: u64 } = "ntuple-too-large" =>
            "these tuples have {weights} weights for each side, more than {most}: choose fewer or shorter ones (tuples, length, lines)",
        /// None at all.
        None { rules: String } = "ntuple-none" =>
            "on {rules} there is nothing for the network to look at: ask for tuples (tuples=140) or lines (lines=on)",
    }
}

/// Weights for each side, at most: with their errors 400 MB.
const MOST_WEIGHTS: u64 = 1 << 24;

/// A position that was left behind.
struct Ply {
    mover: Side,
    value: f32,
    /// Where the next move was exploratory, what the best one promised: nothing is learned of what came of exploring.
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
    /// Random moves before an episode, at most.
    opening: u32,
    has_pool: bool,
    /// The last game: its positions, and the codes of each.
    plies: Vec<Ply>,
    left: Vec<u32>,
}

/// What choosing a move needs, kept so that no move has to ask for memory.
#[derive(Default)]
struct Scratch {
    open: Vec<Point>,
    held: Vec<f32>,
    gains: Vec<f32>,
}

impl<const W: usize> NTuple<W> {
    pub(crate) fn new(rules: Rules, options: &Options, seed: Seed) -> Result<NTuple<W>, NTupleError> {
        let geometry = Geometry::of(rules);
        // Two points beyond a row tell whether its ends are open; more would be too many codes.
        let longest = if rules.is_drop() { 8 } else { 9 };
        let lines = if options.is_on("lines") { longest.min(usize::from(rules.k()) + 2) } else { 0 };
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
            has_pool: options.is_on("pool"),
            plies: Vec::new(),
            left: Vec::new(),
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

    /// The best move of a position with these codes, and what the position after it is worth to X.
    fn best(&self, board: &Board<W>, at: &[u32], scratch: &mut Scratch, rng: &mut Rng) -> (Point, f32) {
        let mover = board.to_move();
        let Scratch { open, held, gains } = scratch;
        if let Some(win) = tactics::sort_out(board, self.is_wary, open) {
            return (win, sign(mover));
        }
        let sum = self.network.hold(mover, at, held);
        self.weigh(mover, at, held, open, gains);
        let best = pick_largest(gains.iter().copied(), rng);
        (open[best], tanh(sum + sign(mover) * gains[best]))
    }

    /// Where an episode starts: after some random moves, none of which ends the game.
    fn start(&self, rng: &mut Rng) -> Board<W> {
        let mut board = Board::<W>::new(self.rules);
        for _ in 0..rng.below(self.opening + 1) {
            let next = board.play(random(&board, rng));
            if next.ending().is_some() {
                break;
            }
            board = next;
        }
        board
    }

    /// Plays from `board` to the end and remembers every position that was left behind.
    fn play(
        &mut self,
        mut board: Board<W>,
        explorations: [f64; 2],
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Ending, Stopped> {
        self.plies.clear();
        self.left.clear();
        let mut at = self.codes.of(&board);
        let mut scratch = Scratch::default();
        loop {
            budget.spend()?;
            let mover = board.to_move();
            let explores = rng.unit() < explorations[mover.index()];
            let (best, value) = self.best(&board, &at, &mut scratch, rng);
            let mv = if explores { random(&board, rng) } else { best };
            if let Some(ply) = self.plies.last_mut().filter(|_| explores) {
                ply.instead = Some(value);
            }
            board = board.play(mv);
            if let Some(ending) = board.ending() {
                return Ok(ending);
            }
            self.codes.place(&mut at, mover, mv);
            let value = if explores { tanh(self.network.sum(mover, &at)) } else { value };
            self.left.extend_from_slice(&at);
            self.plies.push(Ply { mover, value, instead: None });
        }
    }

    /// Learns from the game that was played. A position should be worth its return G: of what came next, the value V' and the return G'
    /// from there, mixed by lambda (Sutton and Barto, ch. 12). Values are those from before the game.
    ///
    /// G = (1 - lambda) V' + lambda G'        error = (G - V) (1 - V^2)
    fn learn(&mut self, ending: Ending, alpha: f32) {
        let result = ending.points(Side::X) as f32 * 2.0 - 1.0;
        let (mut next_value, mut next_return) = (result, result);
        let positions = self.left.chunks_exact(self.codes.tuples());
        for (ply, codes) in self.plies.iter().zip(positions).rev() {
            let mixed = next_value + self.lambda * (next_return - next_value);
            let target = ply.instead.unwrap_or(mixed);
            let error = (target - ply.value) * (1.0 - ply.value * ply.value);
            self.network.learn(ply.mover, codes, error, alpha);
            (next_value, next_return) = (ply.value, target);
        }
    }

    /// What a move is worth to the side that makes it, from 0 to 1.
    fn chance(&self, board: &Board<W>, at: &[u32], mv: Point) -> f32 {
        let (mover, next) = (board.to_move(), board.play(mv));
        if let Some(ending) = next.ending() {
            return ending.points(mover) as f32;
        }
        let mut codes = at.to_vec();
        self.codes.place(&mut codes, mover, mv);
        (1.0 + sign(mover) * tanh(self.network.sum(mover, &codes))) / 2.0
    }
}

/// Values are X's.
fn sign(side: Side) -> f32 {
    match side {
        Side::X => 1.0,
        Side::O => -1.0,
    }
}

fn random<const W: usize>(board: &Board<W>, rng: &mut Rng) -> Point {
    let legal = board.legal();
    let index = legal.nth(rng.below(legal.len())).expect("a number below theirs");
    Point::from_index(index as u16)
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
        let explorations = explorations(epsilon, self.has_pool, rng);
        let ending = self.play(start, explorations, rng, budget)?;
        self.learn(ending, alpha);
        Ok(Some(ending))
    }

    fn rate(&self, board: &Board<W>) -> Vec<(Point, Option<f32>)> {
        let (at, mut open) = (self.codes.of(board), Vec::new());
        tactics::sort_out(board, self.is_wary, &mut open);
        // What was sorted out loses at once, or to the opponent's next move.
        let chance = |mv: Point| if open.contains(&mv) { self.chance(board, &at, mv) } else { 0.0 };
        board.moves().map(|mv| (mv, Some(chance(mv)))).collect()
    }

    fn choices(&self, board: &Board<W>) -> Vec<Point> {
        let Scratch { mut open, mut held, mut gains } = Scratch::default();
        if let Some(win) = tactics::sort_out(board, self.is_wary, &mut open) {
            return vec![win];
        }
        let (mover, at) = (board.to_move(), self.codes.of(board));
        self.network.hold(mover, &at, &mut held);
        self.weigh(mover, &at, &held, &open, &mut gains);
        all_largest(&gains).into_iter().map(|i| open[i]).collect()
    }

    fn schedules(&mut self) -> Option<&mut Schedules> {
        Some(&mut self.schedules)
    }

    /// Weights that something was learned of.
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
