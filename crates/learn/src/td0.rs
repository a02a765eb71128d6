//! On-policy TD(0): the value of a position moves towards the value of the one that follows (Sutton 1988; Sutton and Barto,
//! ch. 6), epsilon-greedy, X maximising and O minimising one table of X's chances.
//!
//! As the course published it (`self=off`), the side to move at the root learns against an opponent who moves at random, from
//! wherever the game stands: `per-move` episodes, then the best move is played, for both sides in turn. Positions are
//! valued after one's own move; a move whose position was never seen is not considered while any other was, and the first
//! of equals is taken. What O learns is how to beat a random X, so O's table is not minimax and loses to a better X.
//! With `self=on` both sides choose by the table and learn from each greedy move.

use kinrow_agent::{Budget, OptionKind, OptionSpec, Options, Rng, SWITCH, Stopped};
use kinrow_game::{Board, Ending, Game, Point, Side};

use crate::graph::{Graph, Id};
use crate::learner::{
    ALPHA_DECAY, EPSILON_DECAY, Learner, POSITIONS, SHARE, STARTS, SYMMETRY, Schedules, start,
};
use crate::methods::{Experience, Facts, Keeps};
use crate::model::{ModelError, Reader, Writer};
use crate::values::{Values, all_largest, pick_largest};

pub(crate) const FACTS: Facts = Facts {
    options: OPTIONS,
    best: BEST,
    experience: Experience::Games,
    episodes: [1_600_000, 200_000],
    keeps: Keeps::Positions,
};

/// Its options, as published.
const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new("alpha", SHARE, Some("0.5")),
    ALPHA_DECAY,
    OptionSpec::new("epsilon", SHARE, Some("0.1")),
    EPSILON_DECAY,
    OptionSpec::new("self", SWITCH, Some("off")),
    OptionSpec::new("per-move", OptionKind::Whole { least: 1, most: 1_000_000_000 }, Some("2000")),
    STARTS,
    SYMMETRY,
    POSITIONS,
];

/// What makes it right.
const BEST: &[(&str, &str)] = &[
    ("alpha", "0.5"),
    ("alpha-decay", "100000"),
    ("epsilon", "0.3"),
    ("self", "on"),
    ("starts", "on"),
    ("symmetry", "on"),
];

/// The learner.
#[derive(Clone, Debug)]
pub(crate) struct Td0<const W: usize> {
    graph: Graph<W>,
    /// X's chances.
    values: Values,
    schedules: Schedules,
    is_self_play: bool,
    per_move: u64,
    has_exploring_starts: bool,
    /// Where the published method's own game stands.
    root: Id,
}

impl<const W: usize> Td0<W> {
    pub(crate) fn new(rules: kinrow_game::Rules, options: &Options) -> Td0<W> {
        let most = options.whole("positions").unwrap_or(usize::MAX);
        let mut learner = Td0 {
            graph: Graph::new(rules, options.is_on("symmetry"), most),
            values: Values::new(Side::X),
            schedules: Schedules::of(options),
            is_self_play: options.is_on("self"),
            per_move: options.whole("per-move").unwrap_or(1),
            has_exploring_starts: options.is_on("starts"),
            root: Graph::<W>::START,
        };
        learner.values.grow(&learner.graph);
        learner
    }

    /// Goes to the position after a move.
    fn enter(&mut self, from: Id, choice: usize) -> Result<Id, Stopped> {
        let next = self.graph.enter(from, choice)?;
        self.values.grow(&self.graph);
        Ok(next)
    }

    /// A position's value to the side that moved there.
    fn for_mover(&self, mover: Side, id: Id) -> f32 {
        match mover {
            Side::X => self.values.get(id),
            Side::O => 1.0 - self.values.get(id),
        }
    }

    fn random(&mut self, id: Id, rng: &mut Rng, budget: &mut Budget) -> Result<Id, Stopped> {
        let count = self.graph.leave(id, budget)?;
        self.enter(id, rng.below(count as u32) as usize)
    }

    /// The published choice: the first of the best among the seen, any when none was seen.
    fn first_seen_best(&mut self, id: Id, rng: &mut Rng, budget: &mut Budget) -> Result<Id, Stopped> {
        let mover = self.graph.to_move(id);
        self.graph.successors(id, budget)?;
        let mut best: Option<(f32, Id)> = None;
        for &next in self.graph.known_successors(id).iter().filter(|&&next| self.values.is_seen(next)) {
            let value = self.for_mover(mover, next);
            if best.is_none_or(|(so_far, _)| value > so_far) {
                best = Some((value, next));
            }
        }
        best.map_or_else(|| self.random(id, rng, budget), |(_, next)| Ok(next))
    }

    /// One episode as published: the side to move at `root` learns, its opponent moves at random.
    fn against_random(
        &mut self,
        root: Id,
        (alpha, epsilon): (f32, f64),
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Stopped> {
        let mut at = root;
        let mut parent: Option<Id> = None;
        while self.graph.ending(at).is_none() {
            budget.spend()?;
            let explores = rng.unit() < epsilon;
            at =
                if explores { self.random(at, rng, budget)? } else { self.first_seen_best(at, rng, budget)? };
            let is_over = self.graph.ending(at).is_some();
            if is_over {
                self.values.see(&mut self.graph, at);
            }
            // After a random move nothing is learned, unless it ended the game.
            let learner = parent.filter(|_| !explores || is_over);
            if self.graph.is_barred(at) {
                parent = learner;
            } else {
                if let Some(before) = learner {
                    self.values.learn(&mut self.graph, before, at, alpha);
                }
                parent = (!is_over).then_some(at);
            }
            if !is_over {
                at = self.random(at, rng, budget)?;
            }
        }
        self.values.see(&mut self.graph, at);
        if let Some(before) = parent {
            self.values.learn(&mut self.graph, before, at, alpha);
        }
        Ok(self.graph.ending(at))
    }

    /// One episode in which both sides choose by the table; every greedy move teaches the position it was made in.
    fn against_itself(
        &mut self,
        root: Id,
        (alpha, epsilon): (f32, f64),
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Stopped> {
        let mut at = root;
        // Who has made a greedy move to a position without a place.
        let mut parent: Option<Id> = None;
        while self.graph.ending(at).is_none() {
            budget.spend()?;
            let mover = self.graph.to_move(at);
            self.graph.successors(at, budget)?;
            let successors = self.graph.known_successors(at);
            let best = pick_largest(successors.iter().map(|&next| self.for_mover(mover, next)), rng);
            let explores = rng.unit() < epsilon;
            let choice = if explores { rng.below(successors.len() as u32) as usize } else { best };
            let next = successors[choice];
            let learner = if self.graph.is_barred(at) { parent } else { Some(at) };
            parent = learner.filter(|_| !explores && self.graph.is_barred(next));
            if let Some(before) = learner.filter(|_| !explores && parent.is_none()) {
                self.values.learn(&mut self.graph, before, next, alpha);
            }
            at = self.graph.step(at, choice)?;
            self.values.grow(&self.graph);
        }
        Ok(self.graph.ending(at))
    }

    /// The published method's own game goes on: the best move is played, and a new game begins after the last.
    fn advance(&mut self, rng: &mut Rng, budget: &mut Budget) -> Result<(), Stopped> {
        let next = self.first_seen_best(self.root, rng, budget)?;
        self.root = if self.graph.ending(next).is_some() { Graph::<W>::START } else { next };
        Ok(())
    }
}

impl<const W: usize> Learner<W> for Td0<W> {
    fn episode(
        &mut self,
        index: u64,
        given: Option<&Board<W>>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Stopped> {
        let rates = self.schedules.at(index);
        let from = start(&mut self.graph, given, self.has_exploring_starts, rng, budget)?;
        self.values.grow(&self.graph);
        if self.is_self_play {
            return self.against_itself(from, rates, rng, budget);
        }
        let own_game = given.is_none() && !self.has_exploring_starts;
        // What ended is this episode, one of the many played out from the root; the own game's moves teach nothing.
        let ending = self.against_random(if own_game { self.root } else { from }, rates, rng, budget)?;
        if own_game && (index + 1).is_multiple_of(self.per_move) {
            self.advance(rng, budget)?;
        }
        Ok(ending)
    }

    fn rate(&self, board: &Board<W>) -> Vec<(Point, Option<f32>)> {
        board
            .moves()
            .map(|mv| {
                let next = board.play(mv);
                let known = self.graph.find(&next).filter(|&id| self.values.is_seen(id));
                // An end of the game needs no learning, but the published player looks only at what it has seen.
                let end = next.ending().filter(|_| self.is_self_play);
                let value = known.map(|id| self.for_mover(board.to_move(), id));
                (mv, value.or_else(|| end.map(|ending| ending.points(board.to_move()) as f32)))
            })
            .collect()
    }

    fn choices(&self, board: &Board<W>) -> Vec<Point> {
        let rated = self.rate(board);
        if self.is_self_play {
            let values: Vec<f32> = rated.iter().map(|(_, value)| value.unwrap_or(0.5)).collect();
            return all_largest(&values).into_iter().map(|i| rated[i].0).collect();
        }
        let seen: Vec<(Point, f32)> = rated.iter().filter_map(|&(mv, value)| Some((mv, value?))).collect();
        let values: Vec<f32> = seen.iter().map(|&(_, value)| value).collect();
        match all_largest(&values).first() {
            Some(&first) => vec![seen[first].0],
            None => rated.into_iter().map(|(mv, _)| mv).collect(),
        }
    }

    fn graph(&self) -> Option<&Graph<W>> {
        Some(&self.graph)
    }

    fn tables(&mut self) -> &mut [Values] {
        std::slice::from_mut(&mut self.values)
    }

    fn schedules(&mut self) -> Option<&mut Schedules> {
        Some(&mut self.schedules)
    }

    fn save(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.board(&self.graph.stones(self.root));
        writer.values(&self.graph, &[&self.values]);
        writer.into_bytes()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        let mut reader = Reader::new(bytes);
        let root = reader.board(self.graph.rules())?;
        self.graph.clear();
        self.values = Values::new(Side::X);
        reader.values(&mut self.graph, &mut [&mut self.values])?;
        reader.end()?;
        self.root = self.graph.intern(&root).ok_or_else(|| ModelError::damaged("its game does not fit"))?;
        self.values.grow(&self.graph);
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.graph.bytes() + self.values.bytes()
    }
}
