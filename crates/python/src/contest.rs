//! Matches and tournaments.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use kinrow_agent::{GameRecord, Seed, Stop, parse_time};
use kinrow_arena::recorded::{self, Event, Recording};
use kinrow_arena::statistics::Sprt;
use kinrow_arena::{
    Contest, End, Entrant, Format, Job, OpeningChoice, Openings, Plan, Results, Schedule, Scoreboard,
    Threads, json, run,
};
use kinrow_game::Explain;
use kinrow_record::store::{Store, StoreError};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::board::position;
use crate::foreign::Foreign;
use crate::limits::Limits;
use crate::player::Player;
use crate::speech::{refuse, refuse_by};
use crate::work::{self, Desk};

/// One who takes part, before there is a desk.
enum Participant {
    Player(Option<String>, Py<Player>),
    Foreign(Option<String>, Py<Foreign>),
}

impl Participant {
    fn new((name, agent): (Option<String>, Bound<'_, PyAny>)) -> PyResult<Participant> {
        if let Ok(player) = agent.cast::<Player>() {
            return Ok(Participant::Player(name, player.clone().unbind()));
        }
        match agent.cast::<Foreign>() {
            Ok(foreign) => Ok(Participant::Foreign(name, foreign.clone().unbind())),
            Err(_) => Err(PyTypeError::new_err("not an agent")),
        }
    }

    fn entrant(&self, limits: kinrow_agent::Limits, desk: &Desk) -> Entrant {
        match self {
            Participant::Player(name, player) => player.get().entrant(name.clone(), limits),
            Participant::Foreign(name, foreign) => foreign.get().entrant(name.clone(), limits, desk.clone()),
        }
    }
}

/// What a contest is given besides its agents.
#[derive(FromPyObject)]
pub(crate) struct Settings {
    #[pyo3(item)]
    board: String,
    /// Games of each pairing.
    #[pyo3(item)]
    games: u64,
    #[pyo3(item)]
    openings: Option<String>,
    #[pyo3(item)]
    seed: u64,
    #[pyo3(item)]
    format: String,
    #[pyo3(item)]
    challengers: usize,
    #[pyo3(item)]
    sprt: Option<String>,
    #[pyo3(item)]
    tolerance: String,
    #[pyo3(item)]
    db: Option<PathBuf>,
    #[pyo3(item)]
    resume: bool,
    #[pyo3(item)]
    workers: Option<usize>,
}

/// A contest that was played, to its end or not.
struct Played {
    results: Results,
    counted: u64,
    is_complete: bool,
    games: Vec<GameRecord>,
    /// Its number in the record.
    run: Option<i64>,
}

/// Why none was.
enum Failure {
    /// A sentence of the libraries.
    Refused(Box<dyn Explain + Send>),
}

impl<E: Explain + Send + 'static> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Refused(Box::new(error))
    }
}

/// Plays a contest. What it said, as JSON in the shape of docs/output.md, and its games.
#[pyfunction]
#[pyo3(signature = (agents, limits, settings, progress=None))]
pub(crate) fn contest(
    py: Python<'_>,
    agents: Vec<(Option<String>, Bound<'_, PyAny>)>,
    limits: &Limits,
    settings: Settings,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, Vec<String>)> {
    let rules = position(&settings.board)?.rules();
    let participants = agents.into_iter().map(Participant::new).collect::<PyResult<Vec<_>>>()?;
    let choice = match &settings.openings {
        Some(text) => OpeningChoice::parse(text).map_err(|error| refuse(&error))?,
        None => OpeningChoice::for_board(rules),
    };
    let seed = Seed(settings.seed);
    let openings = Openings::new(rules, choice, seed).map_err(|error| refuse(&error))?;
    let tolerance = parse_time(&settings.tolerance).map_err(|error| refuse(&error))?;
    let sprt: Option<Sprt> = settings
        .sprt
        .as_deref()
        .map(str::parse)
        .transpose()
        .map_err(|error: kinrow_arena::statistics::SprtError| refuse(&error))?;
    let (kind, format) = match settings.format.as_str() {
        "match" => ("match", Format::RoundRobin),
        "roundrobin" => ("tournament", Format::RoundRobin),
        "gauntlet" => ("tournament", Format::Gauntlet { challengers: settings.challengers }),
        "ladder" => ("tournament", Format::Ladder { steps: participants.len() as u64 }),
        given => return Err(refuse_by("format", &[("given", given)])),
    };
    let (limits, stop) = (limits.0, Stop::new());
    let started = Instant::now();
    let played = work::run(py, &stop, |desk| {
        let entrants = participants.iter().map(|agent| agent.entrant(limits, &desk)).collect();
        let contest = Contest { rules, entrants, openings, seed, tolerance };
        contest.check(format)?;
        let schedule = Schedule::new(contest.entrants.len(), format, settings.games.div_ceil(2));
        let plan = Plan::of(&contest, &schedule);
        let workers = settings.workers.unwrap_or_else(|| workers(&plan)).max(1);
        let mut tell = teller(progress, desk, schedule.games());
        let played = match &settings.db {
            None => play(&contest, &schedule, sprt, workers, &stop, &mut tell),
            Some(file) => {
                let recording = Recording {
                    kind,
                    contest: &contest,
                    schedule: &schedule,
                    sprt,
                    share: None,
                    is_resumed: settings.resume,
                    file,
                    enough: stop.clone(),
                    at_once: stop.clone(),
                };
                record(&recording, workers, &mut tell)?
            }
        };
        Ok::<_, Failure>((plan, schedule, played))
    })?;
    let (plan, schedule, played) = played.map_err(|Failure::Refused(error)| refuse(&*error))?;
    let board = Scoreboard::of(plan.agents.len(), &played.results, played.counted);
    let mut fields = json::head(kind, &plan, &board, played.is_complete);
    fields.extend(match kind {
        "match" => json::of_match(&plan, &board, sprt),
        _ => json::of_tournament(&plan, &schedule, &played.results, &board),
    });
    let record = played.run.map(|run| json!({ "file": settings.db, "run": run }));
    fields.insert("record".into(), record.unwrap_or(Value::Null));
    fields.insert("timing".into(), json!({ "seconds": started.elapsed().as_secs_f64() }));
    let games = played.games.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
    let games = games.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok((Value::from(fields).to_string(), games))
}

/// As many as there are cores; where a clock decides, one.
fn workers(plan: &Plan) -> usize {
    if plan.has_clock() { 1 } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

/// Tells Python now and then how many games there are.
fn teller(progress: Option<Py<PyAny>>, desk: Desk, games: u64) -> impl FnMut(&Results) {
    let progress = progress.map(std::sync::Arc::new);
    let mut told = Instant::now();
    move |results: &Results| {
        let done = results.len();
        if told.elapsed() > Duration::from_millis(200) || done == games {
            told = Instant::now();
            work::tell(progress.as_ref(), &desk, done, games);
        }
    }
}

/// Without a record: the games are kept here.
fn play(
    contest: &Contest,
    schedule: &Schedule,
    sprt: Option<Sprt>,
    workers: usize,
    stop: &Stop,
    tell: &mut impl FnMut(&Results),
) -> Played {
    let job = Job { contest, schedule, sprt, share: None, enough: stop.clone(), at_once: stop.clone() };
    let mut games = Vec::new();
    let keep = |index, record: &GameRecord| {
        games.push((index, record.clone()));
        Ok::<(), StoreError>(())
    };
    let ended = run(&job, &Threads(workers), Vec::new(), keep, tell);
    games.sort_by_key(|(index, _)| *index);
    Played {
        is_complete: matches!(ended.end, End::Complete | End::Decided),
        results: ended.results,
        counted: ended.counted,
        games: games.into_iter().map(|(_, record)| record).collect(),
        run: None,
    }
}

/// Into a record.
fn record(
    recording: &Recording<'_>,
    workers: usize,
    tell: &mut impl FnMut(&Results),
) -> Result<Played, Failure> {
    let mut listen = |event: Event<'_>| {
        if let Event::Progress(results) = event {
            tell(results);
        }
    };
    let played = recorded::play(recording, &Threads(workers), &mut listen)?;
    if let End::Failed(error) = played.end {
        return Err(error.into());
    }
    let mut games = Store::open(recording.file)?.run_games(played.run)?;
    games.retain(|(index, _)| *index < played.counted);
    Ok(Played {
        is_complete: !matches!(played.end, End::Stopped),
        results: played.results,
        counted: played.counted,
        games: games.into_iter().map(|(_, record)| record).collect(),
        run: Some(played.run.0),
    })
}
