//! From an experiment to its tasks: small pieces of work that do not know each other, in a fixed order. The list is a function of
//! the file, the mode and the seed alone, so that a run which was stopped finds its place again.

use kinrow_game::{Rules, Side};

use super::effort::effort;
use super::kind::Kind;
use super::measure::Measure;
use super::number::Number;
use super::participant::Participant;
use kinrow_arena::{Fixture, Format, Next, Results, Schedule};

/// One piece of work.
#[derive(Clone, Debug)]
pub struct Task {
    /// The measure it belongs to.
    pub measure: usize,
    /// The board.
    pub rules: Rules,
    /// What is to be done.
    pub work: Work,
    /// About how long it takes, in a unit of its own: only ratios within a measure mean something.
    pub effort: f64,
}

/// What is to be done on a board.
#[derive(Clone, PartialEq, Debug)]
pub enum Work {
    /// Count the game.
    Count,
    /// Count it ply by ply.
    Levels,
    /// Solve a position.
    Solve {
        /// Moves from the start.
        moves: String,
    },
    /// Ask an agent.
    Search {
        /// Moves from the start.
        moves: String,
        /// Which participant.
        participant: usize,
        /// Its seed.
        seed: u64,
    },
    /// Audit an agent.
    Audit {
        /// Which participant.
        participant: usize,
        /// On this side.
        side: Side,
        /// Its seed.
        seed: u64,
    },
    /// Train.
    Train {
        /// Which participant.
        participant: usize,
        /// The seed.
        seed: u64,
    },
    /// Play games; participants are numbered first, opponents after them.
    Play {
        /// The games.
        fixtures: Vec<Fixture>,
    },
    /// Play games one after the other, with agents that may remember those before.
    Sitting {
        /// Who plays X, and who plays O.
        participants: [usize; 2],
        /// Where the randomness of all games comes from.
        seed: u64,
    },
}

/// Games with fixed sides that make one task.
const GAMES_A_TASK: u64 = 10;

/// The tasks of a measure.
pub(super) fn tasks(number: usize, measure: &Measure, seed: u64) -> Vec<Task> {
    let mut tasks = Vec::new();
    for &rules in &measure.boards {
        for work in works(measure, seed) {
            let effort = effort(measure, rules, &work);
            tasks.push(Task { measure: number, rules, work, effort });
        }
    }
    tasks
}

fn works(measure: &Measure, seed: u64) -> Vec<Work> {
    let participants = 0..measure.participants.len();
    let seeds = || (0..measure.repetitions).map(|number| seed + number);
    match measure.kind {
        Kind::Count => vec![Work::Count],
        Kind::Levels => vec![Work::Levels],
        Kind::Solve => measure.moves.iter().map(|moves| Work::Solve { moves: moves.clone() }).collect(),
        Kind::Search => {
            let of = |moves: &String, participant| {
                let moves = moves.clone();
                seeds()
                    .map(move |seed| Work::Search { moves: moves.clone(), participant, seed })
                    .collect::<Vec<_>>()
            };
            measure
                .moves
                .iter()
                .flat_map(|moves| participants.clone().flat_map(move |participant| of(moves, participant)))
                .collect()
        }
        Kind::Audit => participants
            .flat_map(|participant| {
                let sides = |seed| Side::BOTH.map(|side| Work::Audit { participant, side, seed });
                seeds().flat_map(sides).collect::<Vec<_>>()
            })
            .collect(),
        Kind::Train => participants
            .flat_map(|participant| {
                seeds().map(move |seed| Work::Train { participant, seed }).collect::<Vec<_>>()
            })
            .collect(),
        Kind::Games => games(measure),
        Kind::Sitting => {
            let of = |participants| seeds().map(move |seed| Work::Sitting { participants, seed });
            meetings(measure).flat_map(of).collect()
        }
        Kind::Match | Kind::Tournament => {
            let schedule = schedule(measure);
            let fixture = |index| match schedule.next(index, &Results::default()) {
                Next::Play(fixture) => Some(fixture),
                Next::Wait | Next::End => None,
            };
            let pair = |pair: u64| [2 * pair, 2 * pair + 1].into_iter().filter_map(fixture).collect();
            (0..schedule.games() / 2).map(|number| Work::Play { fixtures: pair(number) }).collect()
        }
    }
}

/// How large a measure is: what decides the number of its tasks.
pub(super) struct Size {
    pub boards: u64,
    pub moves: u64,
    pub participants: Number,
    pub opponents: Number,
    pub repetitions: u64,
    pub games: u64,
}

/// How many tasks [`tasks`] would make, without making any.
pub(super) fn number(kind: Kind, size: &Size) -> Number {
    let Size { participants, opponents, .. } = *size;
    let (boards, moves) = (Number::from(size.boards), Number::from(size.moves));
    let repetitions = Number::from(size.repetitions);
    let pairs = Number::from(size.games.div_ceil(2));
    boards
        * match kind {
            Kind::Count | Kind::Levels => Number::from(1),
            Kind::Solve => moves,
            Kind::Search => moves * participants * repetitions,
            Kind::Audit => Number::from(2) * participants * repetitions,
            Kind::Train => participants * repetitions,
            Kind::Games => participants * opponents * Number::from(size.games.div_ceil(GAMES_A_TASK)),
            Kind::Sitting => participants * opponents * repetitions,
            Kind::Match => participants * opponents * pairs,
            Kind::Tournament => participants.pairs() * pairs,
        }
}

/// Who meets whom.
pub(super) fn schedule(measure: &Measure) -> Schedule {
    let challengers = measure.participants.len();
    let participants = challengers + measure.opponents.len();
    let format =
        if measure.opponents.is_empty() { Format::RoundRobin } else { Format::Gauntlet { challengers } };
    Schedule::new(participants, format, measure.games.div_ceil(2))
}

/// Every participant as X with every opponent as O.
fn meetings(measure: &Measure) -> impl Iterator<Item = [usize; 2]> + use<> {
    let participants = measure.participants.len();
    let all = participants + measure.opponents.len();
    (0..participants).flat_map(move |x| (participants..all).map(move |o| [x, o]))
}

fn games(measure: &Measure) -> Vec<Work> {
    let mut works = Vec::new();
    let mut index = 0;
    for [x, o] in meetings(measure) {
        let mut left = 0..measure.games;
        while !left.is_empty() {
            let mut fixture = |opening| {
                index += 1;
                Fixture { index: index - 1, x, o, opening }
            };
            let fixtures = left.by_ref().take(GAMES_A_TASK as usize).map(&mut fixture).collect();
            works.push(Work::Play { fixtures });
        }
    }
    works
}

/// A task in a few words, for progress and errors.
pub(super) fn about(measure: &Measure, task: &Task) -> String {
    let name = |participant: usize| {
        let mut all = measure.participants.iter().chain(&measure.opponents);
        all.nth(participant).map_or_else(String::new, Participant::label)
    };
    let (kind, rules) = (measure.kind.name(), task.rules);
    match &task.work {
        Work::Count | Work::Levels | Work::Solve { .. } => format!("{kind} {rules}"),
        Work::Search { participant, .. } => format!("{kind} {rules} {}", name(*participant)),
        Work::Audit { participant, side, .. } => format!("{kind} {rules} {} {side}", name(*participant)),
        Work::Train { participant, seed } => format!("{kind} {rules} {} seed {seed}", name(*participant)),
        Work::Sitting { participants: [x, o], seed } => {
            format!("{kind} {rules} {} - {} seed {seed}", name(*x), name(*o))
        }
        Work::Play { fixtures } => {
            let participants =
                fixtures.first().map(|fixture| format!("{} - {}", name(fixture.x), name(fixture.o)));
            format!("{kind} {rules} {}", participants.unwrap_or_default())
        }
    }
}
