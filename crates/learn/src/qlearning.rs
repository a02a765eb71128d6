//! Q-learning (Watkins 1989) and Sarsa (Rummery and Niranjan 1994): a value for each *move* of a position, for the side that
//! makes it.
//!
//! Both sides play and learn. A move that ends the game is worth its points; any other is worth what it leaves the opponent,
//! turned round: for Q-learning one minus the opponent's best move (whatever is then played), for Sarsa one minus the move
//! the opponent really makes. That one word is the difference between off-policy and on-policy.
//!
//! On large boards nearly every position is left only once. Of its moves, one was tried and the others have the value they
//! began with, so a position has a value for each move only from the second time on.

use kinrow_agent::{Budget, OptionSpec, Options, Rng, Stopped};
use kinrow_game::{Board, Ending, Game, Point};

use crate::graph::{Graph, Id};
use crate::learner::{
    ALPHA_DECAY, EPSILON_DECAY, Learner, POSITIONS, SHARE, STARTS, SYMMETRY, Schedules, start,
};
use crate::methods::{Experience, Facts, Keeps};
use crate::model::{ModelError, Reader, Writer};
use crate::values::{INITIAL, pick_largest};

pub(crate) const FACTS: Facts = Facts {
    options: OPTIONS,
    best: BEST,
    experience: Experience::Games,
    episodes: [100_000, 300_000],
    keeps: Keeps::Positions,
};

/// Their options, as usually published.
const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new("alpha", SHARE, Some("0.5")),
    ALPHA_DECAY,
    OptionSpec::new("epsilon", SHARE, Some("0.1")),
    EPSILON_DECAY,
    STARTS,
    SYMMETRY,
    POSITIONS,
];

/// What makes them right.
const BEST: &[(&str, &str)] = &[
    ("alpha", "0.5"),
    ("alpha-decay", "100000"),
    ("epsilon", "0.3"),
    ("epsilon-decay", "100000"),
    ("starts", "on"),
    ("symmetry", "on"),
];

/// The learner: off-policy is Q-learning, on-policy Sarsa.
#[derive(Clone, Debug)]
pub(crate) struct QLearning<const W: usize> {
    graph: Graph<W>,
    /// By position.
    tries: Vec<Try>,
    /// By move of position, see [`Graph::first_move`].
    values: Vec<f32>,
    is_on_policy: bool,
    schedules: Schedules,
    has_exploring_starts: bool,
}

/// What is known of the moves of a position that has no links.
#[derive(Clone, Copy, Debug)]
struct Try {
    /// The value of the one move that may have been tried; that of the others is [`INITIAL`].
    value: f32,
    choice: u16,
    was_left: bool,
}

impl Try {
    const NONE: Try = Try { value: INITIAL, choice: 0, was_left: false };
}

impl<const W: usize> QLearning<W> {
    pub(crate) fn new(rules: kinrow_game::Rules, options: &Options, is_on_policy: bool) -> QLearning<W> {
        let most = options.whole("positions").unwrap_or(usize::MAX);
        QLearning {
            graph: Graph::new(rules, options.is_on("symmetry"), most),
            tries: Vec::new(),
            values: Vec::new(),
            is_on_policy,
            schedules: Schedules::of(options),
            has_exploring_starts: options.is_on("starts"),
        }
    }

    /// Chooses a move; with it comes what the position is worth to the side to move.
    fn choose(
        &mut self,
        id: Id,
        epsilon: f64,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<(usize, f32), Stopped> {
        budget.spend()?;
        let explores = rng.unit() < epsilon;
        if !self.graph.has_links(id) {
            self.tries.resize(self.graph.numbers(), Try::NONE);
            if !self.tries[id as usize].was_left {
                return self.choose_first(id, explores, rng, budget);
            }
            self.keep_all_moves(id);
        }
        let moves = &self.values[self.graph.first_move(id)..][..self.graph.count_moves(id)];
        let choice = if explores {
            rng.below(moves.len() as u32) as usize
        } else {
            pick_largest(moves.iter().copied(), rng)
        };
        let is_on_policy = self.is_on_policy;
        let value = if is_on_policy { moves[choice] } else { moves.iter().copied().fold(0.0, f32::max) };
        Ok((choice, value))
    }

    /// In a position that was never left all moves are worth the same.
    #[cold]
    fn choose_first(
        &mut self,
        id: Id,
        explores: bool,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<(usize, f32), Stopped> {
        let count = self.graph.count_moves(id);
        for _ in 0..count {
            budget.spend()?;
        }
        self.graph.hold(id);
        let choice = if explores {
            rng.below(count as u32) as usize
        } else {
            pick_largest(std::iter::repeat_n(INITIAL, count), rng)
        };
        self.tries[id as usize] = Try { value: INITIAL, choice: choice as u16, was_left: true };
        Ok((choice, INITIAL))
    }

    /// From now on the position has a value for each move.
    #[cold]
    fn keep_all_moves(&mut self, id: Id) {
        self.graph.work_out_endings(id);
        self.values.resize(self.graph.moves(), INITIAL);
        let Try { value, choice, .. } = self.tries[id as usize];
        self.values[self.graph.first_move(id) + usize::from(choice)] = value;
    }

    /// The values of the moves of a position.
    fn moves(&self, id: Id) -> impl Iterator<Item = f32> + use<'_, W> {
        let tried = self.tries.get(id as usize).copied().unwrap_or(Try::NONE);
        (0..self.graph.count_moves(id)).map(move |choice| {
            if self.graph.has_links(id) {
                self.values[self.graph.first_move(id) + choice]
            } else if choice == usize::from(tried.choice) {
                tried.value
            } else {
                INITIAL
            }
        })
    }

    /// Takes over the values of a position's moves.
    fn set_moves(&mut self, id: Id, moves: &[f32]) {
        self.tries.resize(self.graph.numbers(), Try::NONE);
        let mut learned = (0..moves.len()).filter(|&choice| moves[choice] != INITIAL);
        let choice = learned.next().unwrap_or_default();
        let value = moves.get(choice).copied().unwrap_or(INITIAL);
        self.tries[id as usize] = Try { value, choice: choice as u16, was_left: true };
        if learned.next().is_some() {
            self.keep_all_moves(id);
            self.values[self.graph.first_move(id)..].copy_from_slice(moves);
        }
    }

    /// Moves the value of a move towards `target`. The moves of a position without a place keep the value they began with.
    fn learn(&mut self, (id, choice): (Id, usize), target: f32, alpha: f32) {
        if self.graph.has_place(id) {
            let value = if self.graph.has_links(id) {
                &mut self.values[self.graph.first_move(id) + choice]
            } else {
                &mut self.tries[id as usize].value
            };
            *value += alpha * (target - *value);
        }
    }
}

impl<const W: usize> Learner<W> for QLearning<W> {
    fn episode(
        &mut self,
        index: u64,
        given: Option<&Board<W>>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Stopped> {
        let (alpha, epsilon) = self.schedules.at(index);
        let known = self.graph.numbers() as Id;
        let mut at = start(&mut self.graph, given, self.has_exploring_starts, rng, budget)?;
        // What the start walked through is held as well, its moves at their first value.
        for id in std::iter::once(Graph::<W>::START).chain(known..self.graph.numbers() as Id) {
            self.graph.hold(id);
        }
        let (mut choice, _) = self.choose(at, epsilon, rng, budget)?;
        // The last move made in a position that has a place.
        let mut learner = (at, choice);
        loop {
            if !self.graph.is_barred(at) {
                learner = (at, choice);
            }
            let next = self.graph.step(at, choice)?;
            let mover = self.graph.to_move(learner.0);
            if let Some(ending) = self.graph.ending(next) {
                self.learn(learner, ending.points(mover) as f32, alpha);
                return Ok(Some(ending));
            }
            let (reply, reply_value) = self.choose(next, epsilon, rng, budget)?;
            if !self.graph.is_barred(next) {
                let is_own = self.graph.to_move(next) == mover;
                self.learn(learner, if is_own { reply_value } else { 1.0 - reply_value }, alpha);
            }
            (at, choice) = (next, reply);
        }
    }

    fn rate(&self, board: &Board<W>) -> Vec<(Point, Option<f32>)> {
        let known = self.graph.find(board).filter(|&id| self.graph.has_place(id));
        let mut values = known.map(|id| self.moves(id));
        // The table speaks of the canonical position; each of its moves comes home by the inverse symmetry.
        let canonical = board.geometry().symmetries().canonical(board);
        let home = canonical.symmetry.inverse();
        let [x, o] = if self.graph.is_symmetric() { canonical.stones } else { self.graph.stones_of(board) };
        let table_board = Board::from_stones(board.rules(), x, o).expect("the image of a position");
        let moves = table_board.moves().map(|mv| {
            let mv = if self.graph.is_symmetric() { home.image(board.geometry(), mv) } else { mv };
            (mv, values.as_mut().and_then(Iterator::next))
        });
        moves.collect()
    }

    fn graph(&self) -> Option<&Graph<W>> {
        Some(&self.graph)
    }

    fn schedules(&mut self) -> Option<&mut Schedules> {
        Some(&mut self.schedules)
    }

    fn save(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.positions(&self.graph, |id| self.moves(id));
        writer.into_bytes()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        let mut reader = Reader::new(bytes);
        self.graph.clear();
        self.tries.clear();
        self.values.clear();
        let mut moves = Vec::new();
        for _ in 0..reader.count(16 * W + 4)? {
            let id = reader.position(&mut self.graph)?;
            moves.clear();
            for _ in 0..self.graph.count_moves(id) {
                let value = reader.value()?;
                moves.push(if value.is_nan() { INITIAL } else { value });
            }
            self.set_moves(id, &moves);
        }
        reader.end()
    }

    fn bytes(&self) -> usize {
        self.graph.bytes() + size_of_val(self.tries.as_slice()) + size_of_val(self.values.as_slice())
    }
}
