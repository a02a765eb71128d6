//! What is measured: a kind, boards, participants, limits and how often, as one `[[measure]]` of an experiment file tells.

use std::collections::HashSet;

use kinrow_agent::{Limits, Seed};
use kinrow_game::{Game, Position, Rules};

use super::columns;
use super::kind::Kind;
use super::mistake::{LineError, Mistake, quoted};
use super::number::Number;
use super::participant::{
    MOST_EPISODES, Origin, Participant, Variables, count_participants, read_participants, read_variables,
    unused,
};
use super::plan::{self, Size};
use super::reader::{Entry, Fields};
use kinrow_arena::{OpeningChoice, Openings, OpeningsError, RefusedError};
use kinrow_players::catalogue;

/// The keys of a measure that a quick run may change.
const CHANGEABLE: &[&str] = &[
    "boards",
    "moves",
    "agents",
    "opponents",
    "vary",
    "limit",
    "cap",
    "repetitions",
    "games",
    "opening",
    "plies",
    "positions",
    "episodes",
];

/// One measure, read and checked.
#[derive(Clone, Debug)]
pub struct Measure {
    /// What it does.
    pub kind: Kind,
    /// The table it fills.
    pub table: String,
    /// A second table: the ends of trainings, or who beat whom.
    pub second: Option<String>,
    /// The boards.
    pub boards: Vec<Rules>,
    /// Moves from the start.
    pub moves: Vec<String>,
    /// Who is measured.
    pub participants: Vec<Participant>,
    /// Against whom.
    pub opponents: Vec<Participant>,
    /// What every decision may spend.
    pub limit: Limits,
    /// What a search may spend that would not begin without a limit.
    pub cap: Limits,
    /// How often, with the next seed each time.
    pub repetitions: u64,
    /// Games of each two participants.
    pub games: u64,
    /// Random moves before a game.
    pub opening: u64,
    /// How far to count.
    pub plies: Option<u64>,
    /// Positions that an audit may ask about.
    pub positions: u64,
    /// Work in seconds, as measured by whoever wrote the file.
    pub seconds: Option<f64>,
}

/// The most of each thing that a file can ask for.
const MOST: u64 = 1_000_000;

impl Measure {
    /// Reads one; `None` when a quick run skips it.
    pub(super) fn read(entry: Entry<'_>, is_quick: bool) -> Result<Option<Measure>, LineError> {
        let keys = [&["table", "kind"], CHANGEABLE, &["end", "cross", "seconds", "quick"]].concat();
        let main = entry.fields("a measure", &keys)?;
        let kind: Kind = main.need("kind")?.named()?;
        let keys = [CHANGEABLE, &["seconds", "skip"]].concat();
        let quick = main.get("quick").map(|entry| entry.fields("the quick run of a measure", &keys));
        let quick = quick.transpose()?;
        for fields in [Some(main), quick].into_iter().flatten() {
            check_keys(kind, &fields)?;
        }
        let skips = match quick.and_then(|quick| quick.get("skip")) {
            Some(entry) => entry.truth()?,
            None => false,
        };
        if is_quick && skips {
            return Ok(None);
        }
        let fields = match quick {
            Some(quick) if is_quick => main.overridden(quick),
            _ => main,
        };
        Measure::of(kind, &fields).map(Some)
    }

    fn of(kind: Kind, fields: &Fields<'_>) -> Result<Measure, LineError> {
        let whole = |key, least, most, usual| match fields.get(key) {
            Some(entry) => entry.whole(least, most),
            None => Ok(usual),
        };
        let limits = |key| match fields.get(key) {
            Some(entry) => {
                entry.text()?.parse().map_err(|error: kinrow_agent::LimitsError| entry.wrong(error))
            }
            None => Ok(Limits::NONE),
        };
        let variables = read_variables(fields)?;
        let (repetitions, games) = (whole("repetitions", 1, MOST, 1)?, whole("games", 1, MOST, 20)?);
        // Before anything is made of the file, which a few lines can make larger than any memory.
        let tasks = number_of_tasks(kind, fields, &variables, repetitions, games)?;
        if tasks.exact().is_none_or(|tasks| tasks > MOST_TASKS) {
            let place = fields.get("vary").or_else(|| fields.get("agents")).unwrap_or(fields.need("boards")?);
            return Err(place.wrong(Mistake::too_many(tasks)));
        }
        let boards = read_boards(fields.need("boards")?)?;
        let moves = match fields.get("moves") {
            Some(entry) => read_moves(entry, &boards)?,
            None => vec![String::new()],
        };
        let mut participants = Vec::new();
        if kind.keys().contains(&"agents") {
            let agents = fields.need("agents")?;
            participants = read_participants(kind, agents, &variables)?;
            if let Some(variable) = unused(agents, &variables)?.first() {
                let mistake = Mistake::Unused { variable: quoted(variable) };
                return Err(fields.get("vary").unwrap_or(agents).wrong(mistake));
            }
            let episodes =
                |entry: Option<Entry<'_>>| entry.map(|entry| entry.whole(1, MOST_EPISODES)).transpose();
            let (here, full) = (episodes(fields.get("episodes"))?, episodes(fields.get_main("episodes"))?);
            participants.iter_mut().for_each(|participant| participant.set_episodes(here, full));
            let is_training = |participant: &Participant| matches!(participant.origin, Origin::Learner(_));
            if let (Kind::Train, Some(participant)) =
                (kind, participants.iter().find(|participant| !is_training(participant)))
            {
                return Err(agents.wrong(Mistake::NoMethod { name: quoted(&participant.name) }));
            }
        }
        if kind == Kind::Tournament && participants.len() < 2 {
            return Err(fields.need("agents")?.wrong(Mistake::Alone {}));
        }
        let mut opponents = Vec::new();
        if kind.keys().contains(&"opponents") {
            opponents = read_participants(kind, fields.need("opponents")?, &Vec::new())?;
        }
        let has_pairs = matches!(kind, Kind::Match | Kind::Tournament);
        let opening = whole("opening", 0, 20, if has_pairs { 2 } else { 0 })?;
        let limit = limits("limit")?;
        if kind.keys().contains(&"opening") {
            let place = fields.get("opening").map_or(fields.need("boards")?, |entry| entry);
            for &rules in &boards {
                openings(rules, opening, Seed(0)).map_err(|error| place.wrong(error))?;
                check_participants(&[participants.as_slice(), &opponents].concat(), rules, limit)
                    .map_err(|error| fields.wrong(error))?;
            }
        }
        let second = fields.get("end").or_else(|| fields.get("cross"));
        Ok(Measure {
            kind,
            table: fields.need("table")?.name()?.into(),
            second: second.map(|entry| entry.name().map(String::from)).transpose()?,
            boards,
            moves,
            participants,
            opponents,
            limit,
            cap: limits("cap")?,
            repetitions,
            games,
            opening,
            plies: fields.get("plies").map(|entry| entry.whole(1, 400)).transpose()?,
            positions: whole("positions", 1, 100_000_000, 200_000)?,
            seconds: fields.get("seconds").map(read_seconds).transpose()?,
        })
    }

    /// The columns of its tables, variables included: what charts and findings can speak of.
    pub(super) fn columns(&self) -> Vec<(&str, Vec<String>)> {
        let variables = self
            .participants
            .iter()
            .flat_map(|participant| participant.variables.iter().map(|(name, _)| name.clone()));
        let mut variables: Vec<String> = variables.collect();
        variables.dedup();
        let with_variables = |fixed: &[&str]| -> Vec<String> {
            let mut all: Vec<String> = fixed.iter().map(|name| (*name).to_string()).collect();
            all.extend(variables.iter().filter(|name| !fixed.contains(&name.as_str())).cloned());
            all.sort_by_key(|name| columns::place(name));
            all.dedup();
            all
        };
        let mut tables = vec![(self.table.as_str(), with_variables(self.kind.columns()))];
        if let Some(second) = &self.second {
            let mut columns = with_variables(self.kind.second_columns());
            if self.kind == Kind::Tournament {
                columns.extend(variables.iter().map(|name| columns::of_opponent(name)));
            }
            tables.push((second.as_str(), columns));
        }
        tables
    }

    /// How many tasks it makes.
    pub(super) fn tasks(&self) -> Number {
        let size = Size {
            boards: self.boards.len() as u64,
            moves: self.moves.len() as u64,
            participants: Number::from(self.participants.len() as u64),
            opponents: Number::from(self.opponents.len() as u64),
            repetitions: self.repetitions,
            games: self.games,
        };
        plan::number(self.kind, &size)
    }

    /// Whether a clock limits it, so that its counts differ from run to run.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        let agents = self.participants.iter().chain(&self.opponents);
        let has_time = |participant: &Participant| {
            participant.limit.time.is_some()
                || matches!(&participant.origin, Origin::Agent(spec) if spec.options().get("time").is_some())
        };
        self.limit.time.is_some() || self.cap.time.is_some() || agents.into_iter().any(has_time)
    }
}

/// More tasks than this are a mistake.
pub(super) const MOST_TASKS: u128 = 100_000;

/// How many tasks a measure would make, from the lengths of its lists alone.
fn number_of_tasks(
    kind: Kind,
    fields: &Fields<'_>,
    variables: &Variables<'_>,
    repetitions: u64,
    games: u64,
) -> Result<Number, LineError> {
    let length =
        |entry: Option<Entry<'_>>| entry.map_or(Ok(1), |entry| entry.list().map(|list| list.len() as u64));
    let participants = |key, variables: &Variables<'_>| match kind.keys().contains(&key) {
        true => count_participants(fields.need(key)?, variables),
        false => Ok(Number::from(0)),
    };
    let size = Size {
        boards: length(fields.get("boards"))?,
        moves: length(fields.get("moves"))?,
        participants: participants("agents", variables)?,
        opponents: participants("opponents", &Vec::new())?,
        repetitions,
        games,
    };
    Ok(plan::number(kind, &size))
}

/// So many random moves, or the empty board.
pub(super) fn openings(rules: Rules, plies: u64, seed: Seed) -> Result<Openings, OpeningsError> {
    let choice = if plies == 0 { OpeningChoice::None } else { OpeningChoice::Random(plies as u16) };
    Openings::new(rules, choice, seed)
}

/// What cannot end, or cannot be built, does not start.
fn check_participants(participants: &[Participant], rules: Rules, limit: Limits) -> Result<(), RefusedError> {
    for participant in participants {
        if let Origin::Agent(spec) = &participant.origin {
            let agent = catalogue::build(spec, Seed(0))?;
            let limits = limit.stricter(participant.limit);
            agent.accepts(&Position::new(rules), &limits)?;
        }
    }
    Ok(())
}

/// Refuses keys that mean nothing to a kind.
fn check_keys(kind: Kind, fields: &Fields<'_>) -> Result<(), LineError> {
    const COMMON: [&str; 5] = ["table", "kind", "seconds", "quick", "skip"];
    for (key, entry) in fields.keys() {
        if !COMMON.contains(&key) && !kind.keys().contains(&key) {
            let (kind, known) = (kind.name().to_string(), kind.keys().join(", "));
            return Err(entry.wrong(Mistake::NotFor { kind, key: quoted(key), known }));
        }
    }
    Ok(())
}

fn read_seconds(entry: Entry<'_>) -> Result<f64, LineError> {
    let seconds = entry.real()?;
    match (0.0..=1e6).contains(&seconds) {
        true => Ok(seconds),
        false => Err(entry.wrong(Mistake::Seconds { given: seconds.to_string() })),
    }
}

fn read_boards(list: Entry<'_>) -> Result<Vec<Rules>, LineError> {
    let entries = list.list()?;
    if entries.is_empty() {
        return Err(list.wrong(Mistake::Empty { key: quoted("boards") }));
    }
    let (mut boards, mut known) = (Vec::new(), HashSet::new());
    for entry in entries {
        let board: Rules =
            entry.text()?.parse().map_err(|error: kinrow_game::RulesError| entry.wrong(error))?;
        if !known.insert(board) {
            let (key, given) = (quoted("boards"), quoted(&board.to_string()));
            return Err(entry.wrong(Mistake::Repeated { key, given }));
        }
        boards.push(board);
    }
    Ok(boards)
}

/// Moves must be playable on every board, and leave something to do.
fn read_moves(list: Entry<'_>, boards: &[Rules]) -> Result<Vec<String>, LineError> {
    let (mut all, mut known) = (Vec::new(), HashSet::new());
    for entry in list.list()? {
        let text = entry.text()?;
        if !known.insert(text) {
            return Err(entry.wrong(Mistake::Repeated { key: quoted("moves"), given: quoted(text) }));
        }
        for &rules in boards {
            let (position, _) = Position::new(rules).play_moves(text).map_err(|error| entry.wrong(error))?;
            if position.outcome().is_some() {
                return Err(entry.wrong(Mistake::Over { moves: quoted(text) }));
            }
        }
        all.push(text.to_string());
    }
    Ok(all)
}
