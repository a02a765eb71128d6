//! What is known of each game that was played: who won, why, at what cost.

use std::collections::BTreeMap;

use kinrow_agent::{GameRecord, Reason, RecordedResult};
use kinrow_game::{Ending, Side, scramble};

use super::{Fixture, Next, Schedule};

/// How a game was lost other than by the rules or by giving up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forfeit {
    /// Over the time.
    Time,
    /// A move that was not legal.
    Illegal,
    /// Failed, crashed, or left.
    Error,
}

/// What a player spent.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Cost {
    /// Its moves.
    pub moves: u64,
    /// Positions looked at.
    pub nodes: u64,
    /// Games played out.
    pub playouts: u64,
    /// Time in milliseconds.
    pub time_ms: f64,
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.playouts += other.playouts;
        self.time_ms += other.time_ms;
    }
}

/// One finished game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// Who played X and O.
    pub players: [usize; 2],
    /// How it ended.
    pub ending: Ending,
    /// How it was lost, if it was lost in an unsporting way.
    pub forfeit: Option<Forfeit>,
    /// A number that equal games of equal players share.
    pub identity: u64,
    /// What X and O spent.
    pub costs: [Cost; 2],
}

impl Summary {
    /// Of a record of this fixture; `None` when the game was not finished.
    #[must_use]
    pub fn of(fixture: &Fixture, record: &GameRecord) -> Option<Summary> {
        let ending = match record.result {
            RecordedResult::X => Ending::Won(Side::X),
            RecordedResult::O => Ending::Won(Side::O),
            RecordedResult::Draw => Ending::Drawn,
            RecordedResult::Unfinished => return None,
        };
        let forfeit = match record.reason {
            Reason::Time(_) => Some(Forfeit::Time),
            Reason::IllegalMove(_) => Some(Forfeit::Illegal),
            Reason::Memory(_) | Reason::Error(_) => Some(Forfeit::Error),
            Reason::Rules | Reason::Resigned | Reason::Left | Reason::Ongoing => None,
        };
        let mut costs = [Cost::default(); 2];
        for (ply, mv) in record.moves.iter().enumerate() {
            costs[(record.opening.len() + ply) % 2] +=
                Cost { moves: 1, nodes: mv.nodes, playouts: mv.playouts, time_ms: mv.time_ms };
        }
        let players = [fixture.x, fixture.o];
        let start = scramble(players[0] as u64 ^ scramble(players[1] as u64));
        let identity = record
            .all_moves()
            .flat_map(|mv| mv.bytes().chain([b' ']))
            .fold(start, |key, byte| scramble(key ^ u64::from(byte)));
        Some(Summary { players, ending, forfeit, identity, costs })
    }
}

/// Finished games by their number.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Results(BTreeMap<u64, Summary>);

impl Results {
    /// Of games that were played before. What does not fit the schedule is left out.
    #[must_use]
    pub fn recall(schedule: &Schedule, mut games: Vec<(u64, GameRecord)>) -> Results {
        games.sort_by_key(|(index, _)| *index);
        let mut results = Results::default();
        for (index, record) in games {
            if let Next::Play(fixture) = schedule.next(index, &results)
                && let Some(summary) = Summary::of(&fixture, &record)
            {
                results.insert(index, summary);
            }
        }
        results
    }

    /// Adds a game.
    pub fn insert(&mut self, index: u64, summary: Summary) {
        self.0.insert(index, summary);
    }

    /// The game of a number, if it is finished.
    #[must_use]
    pub fn get(&self, index: u64) -> Option<&Summary> {
        self.0.get(&index)
    }

    /// How many are finished.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.0.len() as u64
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The games numbered below `end`, in order.
    pub fn below(&self, end: u64) -> impl Iterator<Item = (u64, &Summary)> {
        self.0.range(..end).map(|(&index, summary)| (index, summary))
    }
}
