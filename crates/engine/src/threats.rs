//! Wins by threats, for whoever asks: the engine's own search for them, the solver, reviews and puzzles.

use kinrow_agent::{
    Budget, Event, Ignore, Limits, Moment, Question, Report, Statistics, Stop, Stopped, Thinking, Value,
};
use kinrow_game::{Game, Point, Position, Rules, Side};

use crate::proof::{Proof, Verdict, kept_within};
use crate::sight::Sight;
use crate::stage::{Stage, allowed, stage};

pub use crate::proof::Threats;

/// What is known of a win by threats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ThreatVerdict {
    /// The attacker wins, whatever the defender does. The line is the win against the longest defence; its length is the most plies it takes.
    Win(Vec<Point>),
    /// There is no win by such threats.
    None,
    /// The limit came first.
    Unknown,
}

/// Whether such wins are looked for on a board: those where stones are placed freely and a row wins, of a length that there are patterns for.
#[must_use]
pub fn knows_threats(rules: Rules) -> bool {
    Sight::is_for(rules)
}

/// What is asked: who attacks, with what, and how long it is looked for.
#[derive(Clone, Copy, Debug)]
pub struct ThreatQuestion {
    /// The attacker: it moves first, whoever's turn it is in the position.
    pub attacker: Side,
    /// What it may do.
    pub threats: Threats,
    /// Positions that each search may look at, and the time that all of them may take together.
    pub limits: Limits,
    /// The largest table, in megabytes.
    pub megabytes: u64,
}

impl ThreatQuestion {
    /// A question whose searches look at up to so many positions each, however long that takes.
    #[must_use]
    pub const fn of_nodes(attacker: Side, threats: Threats, most: u64) -> ThreatQuestion {
        let limits = Limits { nodes: Some(most), ..Limits::NONE };
        ThreatQuestion { attacker, threats, limits, megabytes: 1000 }
    }

    /// Asks it about a position; `None` where nothing is known of threats, or the game is over.
    pub fn about<'a, 'o>(
        self,
        position: &Position,
        thinking: &'a mut Thinking<'o, Point>,
    ) -> Option<ThreatSearch<'a, 'o>> {
        if !knows_threats(position.rules()) || position.outcome().is_some() {
            return None;
        }
        let mut sight = Sight::of(position);
        sight.give_turn(self.attacker);
        let statistics = Statistics::default();
        Some(ThreatSearch { question: self, sight, thinking, statistics, bytes: 0, started: Moment::now() })
    }
}

/// The shortest win that was found, and how far shorter ones are ruled out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortestWin {
    /// What is known: a win that may not be the shortest, if the limit came first.
    pub verdict: ThreatVerdict,
    /// Nobody who makes only such threats wins within so many plies.
    pub ruled_out: usize,
}

impl ShortestWin {
    /// Whether no win of this kind is shorter. (A win takes an odd number of plies.)
    #[must_use]
    pub fn is_shortest(&self) -> bool {
        matches!(&self.verdict, ThreatVerdict::Win(line) if line.len() <= self.ruled_out + 2)
    }
}

/// A question about a position that is being answered, and what the answers have cost so far.
pub struct ThreatSearch<'a, 'o> {
    question: ThreatQuestion,
    sight: Sight,
    thinking: &'a mut Thinking<'o, Point>,
    statistics: Statistics,
    bytes: u64,
    started: Moment,
}

impl ThreatSearch<'_, '_> {
    /// Whether the attacker wins by threats.
    pub fn win(&mut self) -> ThreatVerdict {
        self.tell_question(None);
        self.search(None)
    }

    /// The same with the shortest of these wins: nobody who makes only such threats wins sooner.
    pub fn shortest_win(&mut self) -> ShortestWin {
        let verdict = self.win();
        let mut shortest = ShortestWin { verdict, ruled_out: 0 };
        while !shortest.is_shortest() && matches!(shortest.verdict, ThreatVerdict::Win(_)) {
            let plies = if shortest.ruled_out == 0 { 1 } else { shortest.ruled_out + 2 };
            self.tell_question(Some(plies));
            match self.search(Some(plies)) {
                ThreatVerdict::Win(line) => shortest.verdict = ThreatVerdict::Win(line),
                ThreatVerdict::None => shortest.ruled_out = plies,
                ThreatVerdict::Unknown => break,
            }
        }
        shortest
    }

    /// Every first move of a win by threats, with what is known of it, and so all that have to be asked whether there is another: moves that make
    /// no threat are not among them, unless the opponent's threat leaves no other.
    pub fn first_moves(&mut self) -> Vec<(Point, ThreatVerdict)> {
        let (sight, own) = (&self.sight, self.question.attacker);
        let cells = match self.question.threats {
            Threats::Vcf => *sight.once(own),
            Threats::Vct => sight.once(own).or(sight.soon(own)),
        };
        let mut cells = allowed(sight, own, cells).or(sight.wins(own));
        if let Stage::Only(block) = stage(sight) {
            cells.insert(block);
        }
        let points: Vec<Point> = cells.iter().map(|cell| sight.layout.point(cell)).collect();
        points.into_iter().map(|point| (point, self.after(point))).collect()
    }

    /// What is known of a move of the attacker; the line of a win begins with it.
    pub fn after(&mut self, point: Point) -> ThreatVerdict {
        let cell = self.sight.layout.cell_of(point);
        if self.sight.wins(self.sight.to_move()).contains(cell) {
            return ThreatVerdict::Win(vec![point]);
        }
        self.sight.play(cell);
        let verdict = self.search(None);
        self.sight.undo();
        match verdict {
            ThreatVerdict::Win(line) => ThreatVerdict::Win([point].into_iter().chain(line).collect()),
            other => other,
        }
    }

    /// What all of this has cost: positions and time.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics { time: self.started.elapsed(), ..self.statistics }
    }

    /// Bytes of the largest table that was needed.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn tell_question(&mut self, plies: Option<usize>) {
        let within = plies.map(|plies| plies as u32);
        self.thinking.observer.event(Event::Question(Question { side: self.question.attacker, within }));
    }

    /// A search from where the board is now, for a win within so many plies.
    fn search(&mut self, plies: Option<usize>) -> ThreatVerdict {
        let ThreatSearch { question, sight, thinking, statistics, started, .. } = self;
        let layout = sight.layout.clone();
        let left = question.limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let limits = Limits { time: left, ..question.limits };
        let mut budget = Budget::of_nodes(&limits, &thinking.stop);
        let most = kept_within(question.megabytes);
        let before = statistics.nodes;
        let mut tell = |nodes: u64| {
            let statistics = Statistics { nodes: before + nodes, time: started.elapsed(), ..*statistics };
            let value = Value::Unknown;
            thinking.observer.event(Event::Report(Report { value, line: &[], best: &[], statistics }));
        };
        let proof = Proof::new(sight, &mut budget, question.attacker, question.threats, most);
        let mut proof = proof.heard_by(&mut tell);
        if let Some(plies) = plies {
            proof = proof.within(plies);
        }
        let found = proof.search();
        self.bytes = self.bytes.max(proof.bytes());
        self.statistics.nodes += budget.spent();
        match found {
            Ok(Verdict::Win(line)) => {
                ThreatVerdict::Win(line.into_iter().map(|cell| layout.point(cell)).collect())
            }
            Ok(Verdict::None) => ThreatVerdict::None,
            Ok(Verdict::Unknown) | Err(Stopped) => ThreatVerdict::Unknown,
        }
    }
}

/// Whether the side to move wins by threats, as far as that is found within so many positions: [`ThreatSearch::win`]. Where nothing is known of
/// threats, that is not known either.
#[must_use]
pub fn find_win(position: &Position, threats: Threats, most: u64, stop: &Stop) -> ThreatVerdict {
    ThreatQuestion::of_nodes(position.to_move(), threats, most)
        .about(position, &mut Thinking::new(stop.clone(), &mut Ignore))
        .map_or(ThreatVerdict::Unknown, |mut search| search.win())
}

/// Every first move of a win by threats of the side to move: [`ThreatSearch::first_moves`].
#[must_use]
pub fn first_moves(
    position: &Position,
    threats: Threats,
    most: u64,
    stop: &Stop,
) -> Vec<(Point, ThreatVerdict)> {
    ThreatQuestion::of_nodes(position.to_move(), threats, most)
        .about(position, &mut Thinking::new(stop.clone(), &mut Ignore))
        .map_or_else(Vec::new, |mut search| search.first_moves())
}

/// Whether a legal move begins a win by threats; its line then begins with the move.
#[must_use]
pub fn try_move(
    position: &Position,
    point: Point,
    threats: Threats,
    most: u64,
    stop: &Stop,
) -> ThreatVerdict {
    ThreatQuestion::of_nodes(position.to_move(), threats, most)
        .about(position, &mut Thinking::new(stop.clone(), &mut Ignore))
        .map_or(ThreatVerdict::Unknown, |mut search| search.after(point))
}
