//! Wins by threats, for whoever asks: the engine's own search for them, the solver, reviews and puzzles.

use kinrow_agent::{Budget, Limits, Stop, Stopped};
use kinrow_game::{Game, Point, Position, Rules};

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

/// Whether the side to move wins by threats, as far as that is found within so many positions.
///
/// The position is not over, and of a board that [`knows_threats`] knows; elsewhere nothing is known.
#[must_use]
pub fn find_win(position: &Position, threats: Threats, most: u64, stop: &Stop) -> ThreatVerdict {
    if !knows_threats(position.rules()) || position.outcome().is_some() {
        return ThreatVerdict::Unknown;
    }
    let mut sight = Sight::of(position);
    search(&mut sight, position, threats, most, stop)
}

/// Every first move of a win by threats, with what is known of it, and so all that have to be asked whether there is another: moves that make
/// no threat are not among them, unless the opponent's threat leaves no other.
#[must_use]
pub fn first_moves(
    position: &Position,
    threats: Threats,
    most: u64,
    stop: &Stop,
) -> Vec<(Point, ThreatVerdict)> {
    if !knows_threats(position.rules()) || position.outcome().is_some() {
        return Vec::new();
    }
    let mut sight = Sight::of(position);
    let own = sight.to_move();
    let cells = match threats {
        Threats::Vcf => *sight.once(own),
        Threats::Vct => sight.once(own).or(sight.soon(own)),
    };
    let mut cells = allowed(&sight, own, cells).or(sight.wins(own));
    if let Stage::Only(block) = stage(&sight) {
        cells.insert(block);
    }
    let points: Vec<Point> = cells.iter().map(|cell| sight.layout.point(cell)).collect();
    points.into_iter().map(|point| (point, after(&mut sight, position, point, threats, most, stop))).collect()
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
    if !knows_threats(position.rules()) || position.outcome().is_some() {
        return ThreatVerdict::Unknown;
    }
    after(&mut Sight::of(position), position, point, threats, most, stop)
}

/// What is known of a move in `position`, which `sight` shows.
fn after(
    sight: &mut Sight,
    position: &Position,
    point: Point,
    threats: Threats,
    most: u64,
    stop: &Stop,
) -> ThreatVerdict {
    let cell = sight.layout.cell_of(point);
    if sight.wins(sight.to_move()).contains(cell) {
        return ThreatVerdict::Win(vec![point]);
    }
    sight.play(cell);
    let verdict = search(sight, position, threats, most, stop);
    sight.undo();
    match verdict {
        ThreatVerdict::Win(line) => ThreatVerdict::Win([point].into_iter().chain(line).collect()),
        other => other,
    }
}

/// A search for a win of the side to move in `position`, which `sight` may be a move ahead of.
fn search(sight: &mut Sight, position: &Position, threats: Threats, most: u64, stop: &Stop) -> ThreatVerdict {
    let layout = sight.layout.clone();
    let mut budget = Budget::of_nodes(&Limits { nodes: Some(most), ..Limits::NONE }, stop);
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    match Proof::new(sight, &mut budget, position.to_move(), threats, most).search() {
        Ok(Verdict::Win(line)) => {
            ThreatVerdict::Win(line.into_iter().map(|cell| layout.point(cell)).collect())
        }
        Ok(Verdict::None) => ThreatVerdict::None,
        Ok(Verdict::Unknown) | Err(Stopped) => ThreatVerdict::Unknown,
    }
}
