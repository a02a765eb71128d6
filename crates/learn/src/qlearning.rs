//! Q-learning (Watkins 1989) and Sarsa (Rummery and Niranjan 1994): a value for each *move* of a position, for the side that
//! makes it.
//!
//! Both sides play and learn. A move that ends the game is worth its points; any other is worth what it leaves the opponent,
//! turned round: for Q-learning one minus the opponent's best move (whatever is then played), for Sarsa one minus the move
//! the opponent really makes. That one word is the difference between off-policy and on-policy.

use kinrow_agent::{Budget, OptionSpec, Options, Rng, Stopped};
use kinrow_game::{Board, Ending, Game, Point};

use crate::graph::{Graph, Id};
use crate::learner::{
    ALPHA_DECAY, EPSILON_DECAY, Learner, POSITIONS, Rates, SHARE, STARTS, SYMMETRY, Schedule, start,
};
use crate::model::{ModelError, Reader, Writer};
use crate::values::{INITIAL, all_largest, pick_largest};

/// Their options, as usually published.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new("alpha", SHARE, Some("0.5")),
    ALPHA_DECAY,
    OptionSpec::new("epsilon", SHARE, Some("0.1")),
    EPSILON_DECAY,
    STARTS,
    SYMMETRY,
    POSITIONS,
];

/// What makes them right.
pub const BEST: &[(&str, &str)] = &[
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
    /// By move of position, see [`Graph::first_move`].
    values: Vec<f32>,
    is_on_policy: bool,
    alpha: Schedule,
    epsilon: Schedule,
    has_exploring_starts: bool,
}

impl<const W: usize> QLearning<W> {
    pub(crate) fn new(rules: kinrow_game::Rules, options: &Options, is_on_policy: bool) -> QLearning<W> {
        let most = options.whole("positions").unwrap_or(usize::MAX);
        QLearning {
            graph: Graph::new(rules, options.is_on("symmetry"), most),
            values: Vec::new(),
            is_on_policy,
            alpha: Schedule::of(options, "alpha", "alpha-decay"),
            epsilon: Schedule::of(options, "epsilon", "epsilon-decay"),
            has_exploring_starts: options.is_on("starts"),
        }
    }

    /// The values of a position's moves, which are made if they are not known yet.
    fn moves(&mut self, id: Id, budget: &mut Budget) -> Result<&[f32], Stopped> {
        let count = self.graph.leave(id, budget)?;
        self.graph.hold(id);
        self.values.resize(self.graph.moves(), INITIAL);
        Ok(&self.values[self.graph.first_move(id)..][..count])
    }

    fn choose(&mut self, id: Id, epsilon: f64, rng: &mut Rng, budget: &mut Budget) -> Result<usize, Stopped> {
        budget.spend()?;
        let explores = rng.unit() < epsilon;
        let moves = self.moves(id, budget)?;
        Ok(if explores {
            rng.below(moves.len() as u32) as usize
        } else {
            pick_largest(moves.iter().copied(), rng)
        })
    }

    /// Moves the value of a move towards `target`. The moves of a position without a place keep the value they began with.
    fn learn(&mut self, (id, choice): (Id, usize), target: f32, alpha: f32) {
        if self.graph.has_place(id) {
            let value = &mut self.values[self.graph.first_move(id) + choice];
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
        let (alpha, epsilon) = (self.alpha.at(index) as f32, self.epsilon.at(index));
        let known = self.graph.numbers() as Id;
        let mut at = start(&mut self.graph, given, self.has_exploring_starts, rng, budget)?;
        // What the start walked through is held as well, its moves at their first value.
        for id in std::iter::once(Graph::<W>::START).chain(known..self.graph.numbers() as Id) {
            self.graph.hold(id);
        }
        let mut choice = self.choose(at, epsilon, rng, budget)?;
        // The last move made in a position that has a place.
        let mut learner = (at, choice);
        loop {
            if !self.graph.is_barred(at) {
                learner = (at, choice);
            }
            let next = self.graph.known_successors(at)[choice];
            let mover = self.graph.to_move(learner.0);
            if let Some(ending) = self.graph.ending(next) {
                self.learn(learner, ending.points(mover) as f32, alpha);
                return Ok(Some(ending));
            }
            let next = self.graph.enter(at, choice)?;
            let reply = self.choose(next, epsilon, rng, budget)?;
            let is_on_policy = self.is_on_policy;
            let replies = self.moves(next, budget)?;
            let reply_value =
                if is_on_policy { replies[reply] } else { replies.iter().copied().fold(0.0, f32::max) };
            if !self.graph.is_barred(next) {
                let is_own = self.graph.to_move(next) == mover;
                self.learn(learner, if is_own { reply_value } else { 1.0 - reply_value }, alpha);
            }
            (at, choice) = (next, reply);
        }
    }

    fn rate(&self, board: &Board<W>) -> Vec<(Point, Option<f32>)> {
        let known = self.graph.find(board);
        let values = known.map_or(&[][..], |id| {
            let count = self.graph.known_successors(id).len();
            &self.values[self.graph.first_move(id)..][..count]
        });
        // The table speaks of the canonical position; each of its moves comes home by the inverse symmetry.
        let canonical = board.geometry().symmetries().canonical(board);
        let home = canonical.symmetry.inverse();
        let [x, o] = if self.graph.is_symmetric() { canonical.stones } else { self.graph.stones_of(board) };
        let table_board = Board::from_stones(board.rules(), x, o).expect("the image of a position");
        let moves = table_board.moves().enumerate().map(|(i, mv)| {
            let mv = if self.graph.is_symmetric() { home.image(board.geometry(), mv) } else { mv };
            (mv, values.get(i).copied())
        });
        moves.collect()
    }

    fn choices(&self, board: &Board<W>) -> Vec<Point> {
        let rated = self.rate(board);
        let values: Vec<f32> = rated.iter().map(|(_, value)| value.unwrap_or(INITIAL)).collect();
        all_largest(&values).into_iter().map(|i| rated[i].0).collect()
    }

    fn positions(&self) -> usize {
        self.graph.taken()
    }

    fn save(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.moves(&self.graph, &self.values);
        writer.into_bytes()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        let mut reader = Reader::new(bytes);
        self.graph.clear();
        self.values.clear();
        reader.moves(&mut self.graph, &mut self.values, INITIAL)?;
        reader.end()
    }

    fn bytes(&self) -> usize {
        self.graph.bytes() + size_of_val(self.values.as_slice())
    }

    fn is_full(&self) -> bool {
        self.graph.is_full()
    }

    fn is_crowded(&self) -> bool {
        self.graph.is_crowded()
    }

    fn set_rates(&mut self, rates: Rates) {
        self.alpha.set(rates.alpha);
        self.epsilon.set(rates.epsilon);
    }
}
