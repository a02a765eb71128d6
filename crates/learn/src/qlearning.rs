//! Q-learning (Watkins 1989) and Sarsa (Rummery and Niranjan 1994): a value for each *move* of a position, for the side that
//! makes it.
//!
//! Both sides play and learn. A move that ends the game is worth its points; any other is worth what it leaves the opponent,
//! turned round: for Q-learning one minus the opponent's best move (whatever is then played), for Sarsa one minus the move
//! the opponent really makes. That one word is the difference between off-policy and on-policy.

use kinrow_agent::{OptionSpec, Options, Rng};
use kinrow_game::{Board, Ending, Game, Point};

use crate::graph::{Graph, GraphError, Id};
use crate::learner::{
    ALPHA_DECAY, EPSILON_DECAY, Learner, POSITIONS, SHARE, STARTS, SYMMETRY, Schedule, start,
};
use crate::model::{ModelError, Reader, Writer};
use crate::values::{all_largest, pick_largest};

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

/// What a move is worth before anything was learned.
const INITIAL: f32 = 0.5;

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
    fn moves(&mut self, id: Id) -> Result<&[f32], GraphError> {
        let count = self.graph.successors(id)?.len();
        self.values.resize(self.graph.moves(), INITIAL);
        Ok(&self.values[self.graph.first_move(id)..][..count])
    }

    fn choose(&mut self, id: Id, epsilon: f64, rng: &mut Rng) -> Result<usize, GraphError> {
        let explores = rng.unit() < epsilon;
        let moves = self.moves(id)?;
        Ok(if explores {
            rng.below(moves.len() as u32) as usize
        } else {
            pick_largest(moves.iter().copied(), rng)
        })
    }
}

impl<const W: usize> Learner<W> for QLearning<W> {
    fn episode(
        &mut self,
        index: u64,
        given: Option<&Board<W>>,
        rng: &mut Rng,
    ) -> Result<Option<Ending>, GraphError> {
        let (alpha, epsilon) = (self.alpha.at(index) as f32, self.epsilon.at(index));
        let mut at = start(&mut self.graph, given, self.has_exploring_starts, rng)?;
        let mut choice = self.choose(at, epsilon, rng)?;
        loop {
            let next = self.graph.known_successors(at)[choice];
            let mover = self.graph.to_move(at);
            let slot = self.graph.first_move(at) + choice;
            if let Some(ending) = self.graph.ending(next) {
                self.values[slot] += alpha * (ending.points(mover) as f32 - self.values[slot]);
                return Ok(Some(ending));
            }
            let reply = self.choose(next, epsilon, rng)?;
            let is_on_policy = self.is_on_policy;
            let replies = self.moves(next)?;
            let reply_value =
                if is_on_policy { replies[reply] } else { replies.iter().copied().fold(0.0, f32::max) };
            self.values[slot] += alpha * (1.0 - reply_value - self.values[slot]);
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
        let is_left = |id: &Id| !self.graph.known_successors(*id).is_empty();
        (0..self.graph.len() as Id).filter(is_left).count()
    }

    fn save(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.moves(&self.graph, &self.values);
        writer.into_bytes()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        let mut reader = Reader::new(bytes);
        reader.moves(&mut self.graph, &mut self.values, INITIAL)?;
        reader.end()
    }
}
