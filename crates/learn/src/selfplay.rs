//! Two players who learn from each other: Sutton and Barto's first chapter, one table of values for each side.
//!
//! Each player values every position it passes through, its own moves' and the opponent's; after the game the values are
//! moved towards their successors, from the last position back. A player's own exploratory move teaches it nothing.
//! As published, the opponent's exploratory moves do teach it, so that a little of the opponent's folly enters every value,
//! and play follows a few lines only. `quiet=on` learns from no exploratory move, `starts=on` begins anywhere, and with
//! `pool=on` one side is at times played by someone weaker, so that mistakes too are met and answered.

use kinrow_agent::{Budget, OptionSpec, Options, Rng, SWITCH, Stopped};
use kinrow_game::{Board, Ending, Game, Point, Side};

use crate::graph::{Graph, Id};
use crate::learner::{
    ALPHA_DECAY, EPSILON_DECAY, Learner, POSITIONS, SHARE, STARTS, SYMMETRY, Schedules, explorations, start,
};
use crate::methods::{Experience, Facts, Keeps};
use crate::model::{ModelError, Reader, Writer};
use crate::values::{Values, pick_largest};

pub(crate) const FACTS: Facts = Facts {
    options: OPTIONS,
    best: BEST,
    experience: Experience::Games,
    episodes: [100_000, 300_000],
    keeps: Keeps::Positions,
};

/// Its options, as published.
const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new("alpha", SHARE, Some("0.1")),
    ALPHA_DECAY,
    OptionSpec::new("epsilon", SHARE, Some("0.01")),
    EPSILON_DECAY,
    OptionSpec::new("quiet", SWITCH, Some("off")),
    OptionSpec::new("pool", SWITCH, Some("off")),
    STARTS,
    SYMMETRY,
    POSITIONS,
];

/// What makes it right.
const BEST: &[(&str, &str)] = &[
    ("alpha", "0.5"),
    ("alpha-decay", "100000"),
    ("epsilon", "0.2"),
    ("quiet", "on"),
    ("pool", "on"),
    ("starts", "on"),
    ("symmetry", "on"),
];

/// The learner.
#[derive(Clone, Debug)]
pub(crate) struct SelfPlay<const W: usize> {
    graph: Graph<W>,
    players: [Values; 2],
    schedules: Schedules,
    is_quiet: bool,
    has_pool: bool,
    has_exploring_starts: bool,
    /// The game in play: each position, and whether the move made there was exploratory.
    game: Vec<(Id, bool)>,
}

impl<const W: usize> SelfPlay<W> {
    pub(crate) fn new(rules: kinrow_game::Rules, options: &Options) -> SelfPlay<W> {
        let most = options.whole("positions").unwrap_or(usize::MAX);
        let mut learner = SelfPlay {
            graph: Graph::new(rules, options.is_on("symmetry"), most),
            players: Side::BOTH.map(Values::new),
            schedules: Schedules::of(options),
            is_quiet: options.is_on("quiet"),
            has_pool: options.is_on("pool"),
            has_exploring_starts: options.is_on("starts"),
            game: Vec::new(),
        };
        learner.grow();
        learner
    }

    #[inline]
    fn grow(&mut self) {
        for player in &mut self.players {
            player.grow(&self.graph);
        }
    }

    /// Plays a game and tells how it ended; the positions and the exploratory moves are kept.
    #[inline]
    fn play(
        &mut self,
        from: Id,
        explorations: [f64; 2],
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Stopped> {
        self.game.clear();
        let mut at = from;
        while self.graph.ending(at).is_none() {
            budget.spend()?;
            let side = self.graph.to_move(at);
            let successors = self.graph.successors(at, budget)?;
            let explores = rng.unit() < explorations[side.index()];
            let player = &self.players[side.index()];
            let choice = if explores {
                rng.below(successors.len() as u32) as usize
            } else {
                pick_largest(successors.iter().map(|&next| player.get(next)), rng)
            };
            let next = successors[choice];
            self.game.push((at, explores));
            at = if next == Graph::<W>::OPEN { self.graph.step(at, choice)? } else { next };
        }
        self.game.push((at, false));
        Ok(self.graph.ending(at))
    }

    /// Moves each player's values towards their successors, from the end back.
    #[inline]
    fn back_up(&mut self, alpha: f32) {
        let mut game = self.game.iter().rev();
        let mut next = game.next().map(|&(end, _)| end);
        for &(at, explored) in game {
            if self.graph.is_barred(at) {
                next = next.filter(|_| !explored);
                continue;
            }
            let mover = self.graph.to_move(at);
            for side in Side::BOTH {
                if let Some(next) = next.filter(|_| !(explored && (self.is_quiet || side == mover))) {
                    self.players[side.index()].learn(&mut self.graph, at, next, alpha);
                }
            }
            next = Some(at);
        }
    }
}

impl<const W: usize> Learner<W> for SelfPlay<W> {
    fn episode(
        &mut self,
        index: u64,
        given: Option<&Board<W>>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Stopped> {
        let (alpha, epsilon) = self.schedules.at(index);
        let from = start(&mut self.graph, given, self.has_exploring_starts, rng, budget)?;
        self.grow();
        let explorations = explorations(epsilon, self.has_pool, rng);
        let ending = self.play(from, explorations, rng, budget)?;
        self.grow();
        self.back_up(alpha);
        Ok(ending)
    }

    fn rate(&self, board: &Board<W>) -> Vec<(Point, Option<f32>)> {
        let player = &self.players[board.to_move().index()];
        board
            .moves()
            .map(|mv| {
                let next = board.play(mv);
                let end = next.ending().map(|ending| ending.points(board.to_move()) as f32);
                let learned =
                    self.graph.find(&next).filter(|&id| player.is_seen(id)).map(|id| player.get(id));
                (mv, end.or(learned))
            })
            .collect()
    }

    fn graph(&self) -> Option<&Graph<W>> {
        Some(&self.graph)
    }

    fn tables(&mut self) -> &mut [Values] {
        &mut self.players
    }

    fn schedules(&mut self) -> Option<&mut Schedules> {
        Some(&mut self.schedules)
    }

    fn save(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        let [x, o] = &self.players;
        writer.values(&self.graph, &[x, o]);
        writer.into_bytes()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        let mut reader = Reader::new(bytes);
        self.graph.clear();
        self.players = Side::BOTH.map(Values::new);
        let [x, o] = &mut self.players;
        reader.values(&mut self.graph, &mut [x, o])?;
        self.grow();
        reader.end()
    }

    fn bytes(&self) -> usize {
        self.graph.bytes() + self.players.iter().map(Values::bytes).sum::<usize>()
    }
}
