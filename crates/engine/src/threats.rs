//! Wins by threats, for whoever asks: the engine's own search for them, the solver, reviews and puzzles.

use kinrow_agent::{Budget, Limits, Stop, Stopped};
use kinrow_game::{Game, Point, Position, Rules, Side};

use crate::proof::{Proof, Verdict};
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
#[derive(Clone, Debug)]
pub struct ThreatQuestion {
    /// The attacker: it moves first, whoever's turn it is in the position.
    pub attacker: Side,
    /// What it may do.
    pub threats: Threats,
    /// Positions to look at, at the most.
    pub most: u64,
}

impl ThreatQuestion {
    /// The board of a position with the attacker to move; `None` where nothing is known of threats.
    fn sight(&self, position: &Position) -> Option<Sight> {
        if !knows_threats(position.rules()) || position.outcome().is_some() {
            return None;
        }
        let mut sight = Sight::of(position);
        sight.give_turn(self.attacker);
        Some(sight)
    }

    /// Whether the attacker wins by threats.
    ///
    /// The position is not over, and of a board that [`knows_threats`] knows; elsewhere nothing is known.
    #[must_use]
    pub fn win(&self, position: &Position, stop: &Stop) -> ThreatVerdict {
        self.sight(position).map_or(ThreatVerdict::Unknown, |mut sight| self.search(&mut sight, None, stop))
    }

    /// The same with the shortest of these wins: nobody who makes only such threats wins sooner. Unknown also when a win is known, and not whether it is the
    /// shortest.
    #[must_use]
    pub fn shortest_win(&self, position: &Position, stop: &Stop) -> ThreatVerdict {
        let found = self.win(position, stop);
        let ThreatVerdict::Win(line) = &found else { return found };
        let Some(mut sight) = self.sight(position) else { return ThreatVerdict::Unknown };
        for plies in (1..line.len()).step_by(2) {
            match self.search(&mut sight, Some(plies), stop) {
                ThreatVerdict::None => {}
                other => return other,
            }
        }
        found
    }

    /// Every first move of a win by threats, with what is known of it, and so all that have to be asked whether there is another: moves that make
    /// no threat are not among them, unless the opponent's threat leaves no other.
    #[must_use]
    pub fn first_moves(&self, position: &Position, stop: &Stop) -> Vec<(Point, ThreatVerdict)> {
        let Some(mut sight) = self.sight(position) else { return Vec::new() };
        let own = self.attacker;
        let cells = match self.threats {
            Threats::Vcf => *sight.once(own),
            Threats::Vct => sight.once(own).or(sight.soon(own)),
        };
        let mut cells = allowed(&sight, own, cells).or(sight.wins(own));
        if let Stage::Only(block) = stage(&sight) {
            cells.insert(block);
        }
        let points: Vec<Point> = cells.iter().map(|cell| sight.layout.point(cell)).collect();
        points.into_iter().map(|point| (point, self.after(&mut sight, point, stop))).collect()
    }

    /// What is known of a move of the attacker.
    fn after(&self, sight: &mut Sight, point: Point, stop: &Stop) -> ThreatVerdict {
        let cell = sight.layout.cell_of(point);
        if sight.wins(sight.to_move()).contains(cell) {
            return ThreatVerdict::Win(vec![point]);
        }
        sight.play(cell);
        let verdict = self.search(sight, None, stop);
        sight.undo();
        match verdict {
            ThreatVerdict::Win(line) => ThreatVerdict::Win([point].into_iter().chain(line).collect()),
            other => other,
        }
    }

    /// A search from where `sight` is now, for a win within so many plies.
    fn search(&self, sight: &mut Sight, plies: Option<usize>, stop: &Stop) -> ThreatVerdict {
        let layout = sight.layout.clone();
        let mut budget = Budget::of_nodes(&Limits { nodes: Some(self.most), ..Limits::NONE }, stop);
        let most = usize::try_from(self.most).unwrap_or(usize::MAX);
        let proof = Proof::new(sight, &mut budget, self.attacker, self.threats, most);
        let mut proof = match plies {
            Some(plies) => proof.within(plies),
            None => proof,
        };
        match proof.search() {
            Ok(Verdict::Win(line)) => {
                ThreatVerdict::Win(line.into_iter().map(|cell| layout.point(cell)).collect())
            }
            Ok(Verdict::None) => ThreatVerdict::None,
            Ok(Verdict::Unknown) | Err(Stopped) => ThreatVerdict::Unknown,
        }
    }
}

fn of_mover(position: &Position, threats: Threats, most: u64) -> ThreatQuestion {
    ThreatQuestion { attacker: position.to_move(), threats, most }
}

/// Whether the side to move wins by threats, as far as that is found within so many positions: [`ThreatQuestion::win`].
#[must_use]
pub fn find_win(position: &Position, threats: Threats, most: u64, stop: &Stop) -> ThreatVerdict {
    of_mover(position, threats, most).win(position, stop)
}

/// Every first move of a win by threats of the side to move: [`ThreatQuestion::first_moves`].
#[must_use]
pub fn first_moves(
    position: &Position,
    threats: Threats,
    most: u64,
    stop: &Stop,
) -> Vec<(Point, ThreatVerdict)> {
    of_mover(position, threats, most).first_moves(position, stop)
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
    let question = of_mover(position, threats, most);
    let sight = question.sight(position);
    sight.map_or(ThreatVerdict::Unknown, |mut sight| question.after(&mut sight, point, stop))
}
