//! A contest as a job: a match or a tournament, played into a record of its own in the job's folder, from the beginning or from where it was
//! left.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kinrow_agent::{Seed, Stop};
use kinrow_arena::recorded::{self, Event, Recording};
use kinrow_arena::statistics::{Outcomes, Sprt};
use kinrow_arena::{
    Contest, End, Entrant, Format, OpeningChoice, Openings, Plan, Results, Schedule, Scoreboard, Threads,
    json,
};
use kinrow_game::{Rules, RulesError, Side};
use kinrow_players::AgentSpec;
use kinrow_record::store::{Filter, GameId, Listed, Store};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::bounds::JobBounds;
use crate::error::JobError;
use crate::news::News;
use crate::saved::Progress;
use crate::view::{GameLine, PlayedGame};
use crate::wanted::{Refusal, refuse};

/// The record of a contest, in its job's folder.
const GAMES: &str = "games.db";
/// What a contest is called there.
const KIND: &str = "contest";
/// Beyond its time an answer is late; a busy machine is nobody's fault.
const TOLERANCE: Duration = Duration::from_secs(1);
/// Agents of one tournament.
const MOST_AGENTS: usize = 16;
/// The table is made anew no more often than this.
const TABLE_EVERY: Duration = Duration::from_secs(1);
/// Games that one look at the list shows.
const LISTED: u64 = 50;

/// A match of two, or a tournament in which everybody meets everybody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Playing {
    /// The game.
    pub rules: String,
    /// Who plays: agents, levels, or `model:LABEL`.
    pub agents: Vec<String>,
    /// What each may spend on a move, such as `nodes=2000`.
    #[serde(default)]
    pub limits: String,
    /// Games of each two; an even number, so that each opening is played from both sides.
    pub games: u64,
    /// Where games begin: `none`, `random:2`, or what suits the board.
    #[serde(default)]
    pub openings: Option<String>,
    /// Where randomness comes from.
    #[serde(default)]
    pub seed: u64,
    /// Ends a match of two when it is decided, as `elo0=0,elo1=20`.
    #[serde(default)]
    pub sprt: Option<String>,
}

/// A contest that can be played.
pub(crate) struct Prepared {
    pub(crate) contest: Contest,
    pub(crate) schedule: Schedule,
    pub(crate) sprt: Option<Sprt>,
}

/// A number after each game.
pub(crate) type Course = Vec<(f64, f64)>;

/// How a contest stands.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Standing {
    /// Names, ratings, and who scored what against whom, as `kinrow tournament --json` has it; of a match, as `kinrow match --json`.
    pub(crate) table: Map<String, Json>,
    /// Share of the points after each game, by agent.
    pub(crate) shares: Vec<(String, Course)>,
    /// The log-likelihood ratio after each pair, and where it ends.
    pub(crate) ratios: Option<(Course, (f64, f64))>,
    /// Games that are finished.
    pub(crate) games: u64,
}

impl Playing {
    /// Looks at everything before the first game.
    pub(crate) fn prepare(
        &self,
        find: &dyn Fn(&str) -> Result<AgentSpec, Refusal>,
        bounds: &JobBounds,
    ) -> Result<Prepared, Refusal> {
        let rules: Rules = self.rules.parse().map_err(|error: RulesError| refuse(error))?;
        if self.agents.len() < 2 || self.agents.len() > MOST_AGENTS {
            return Err(refuse(JobError::Agents { given: self.agents.len(), most: MOST_AGENTS }));
        }
        let limits = bounds.search.limits(&self.limits)?;
        let mut entrants: Vec<Entrant> = Vec::new();
        for (number, text) in self.agents.iter().enumerate() {
            let spec = find(text)?;
            let same = self.agents[..number].iter().filter(|other| other.trim() == text.trim()).count();
            let name = match same {
                0 => text.trim().to_string(),
                same => format!("{} ({})", text.trim(), same + 1),
            };
            entrants.push(Entrant::new(Some(name), &spec, limits).within(&spec, bounds.search.megabytes));
        }
        let pairs = self.games.div_ceil(2);
        let pairings = (entrants.len() * (entrants.len() - 1) / 2) as u64;
        let games = pairs.saturating_mul(2).saturating_mul(pairings);
        if games == 0 || games > bounds.games {
            return Err(refuse(JobError::Games { given: games, most: bounds.games }));
        }
        let choice = match self.openings.as_deref().map(str::trim) {
            None | Some("") => OpeningChoice::for_board(rules),
            Some(text) => OpeningChoice::parse(text).map_err(refuse)?,
        };
        if let OpeningChoice::File(given) = choice {
            return Err(refuse(JobError::Openings { given }));
        }
        let sprt: Option<Sprt> = match self.sprt.as_deref().filter(|text| !text.trim().is_empty()) {
            Some(_) if entrants.len() > 2 => return Err(refuse(JobError::SprtOfTwo {})),
            Some(text) => Some(text.parse::<Sprt>().map_err(refuse)?),
            None => None,
        };
        let seed = Seed(self.seed);
        let openings = Openings::new(rules, choice, seed).map_err(refuse)?;
        let contest = Contest { rules, entrants, openings, seed, tolerance: TOLERANCE };
        contest.check(Format::RoundRobin).map_err(refuse)?;
        let schedule = Schedule::new(contest.entrants.len(), Format::RoundRobin, pairs);
        Ok(Prepared { contest, schedule, sprt })
    }
}

/// Plays in `folder` until the end or `stop`. Whether it has reached its end; every finished game is kept in any case.
pub(crate) fn run(
    prepared: &Prepared,
    folder: &Path,
    workers: usize,
    stop: &Stop,
    hear: &mut dyn FnMut(News),
) -> Result<bool, Refusal> {
    let Prepared { contest, schedule, sprt } = prepared;
    let file = folder.join(GAMES);
    let recording = Recording {
        kind: KIND,
        contest,
        schedule,
        sprt: *sprt,
        share: None,
        is_resumed: true,
        file: &file,
        enough: stop.clone(),
        // A game that was begun is played again later.
        at_once: stop.clone(),
    };
    let of = schedule.games();
    let mut told: Option<Instant> = None;
    let mut listen = |event: Event<'_>| {
        let Event::Progress(results) = event else { return };
        hear(News::Progress(Progress { done: results.len().min(of), of }));
        if told.is_none_or(|last| last.elapsed() >= TABLE_EVERY) {
            hear(News::Standing(Box::new(prepared.standing(results, u64::MAX, false))));
            told = Some(Instant::now());
        }
    };
    let ended = recorded::play(&recording, &Threads(workers), &mut listen).map_err(refuse)?;
    let is_over = matches!(ended.end, End::Complete | End::Decided);
    hear(News::Standing(Box::new(prepared.standing(&ended.results, ended.counted, is_over))));
    let done = ended.results.len().min(of);
    // A test that is decided leaves games that nobody needs.
    let of = if is_over { done } else { of };
    hear(News::Progress(Progress { done, of }));
    match ended.end {
        End::Failed(error) => Err(refuse(error)),
        _ => Ok(is_over),
    }
}

impl Prepared {
    /// How it stands by what was kept in a job's folder; nothing where no game was.
    pub(crate) fn recall(&self, folder: &Path, is_over: bool) -> Result<Option<Standing>, Refusal> {
        let Some(store) = Store::open_to_read(&record(folder)).map_err(refuse)? else { return Ok(None) };
        let key = self.contest.key(&self.schedule).unwrap_or_default();
        let Some(run) = store.latest_run(KIND, &key).map_err(refuse)? else { return Ok(None) };
        let results = Results::recall(&self.schedule, store.run_games(run).map_err(refuse)?);
        Ok((!results.is_empty()).then(|| self.standing(&results, u64::MAX, is_over)))
    }

    /// How it stands after the games numbered below `counted`.
    fn standing(&self, results: &Results, counted: u64, is_over: bool) -> Standing {
        let Prepared { contest, schedule, sprt } = self;
        let players = contest.entrants.len();
        let board = Scoreboard::of(players, results, counted);
        let plan = Plan::of(contest, schedule);
        let mut table = json::head(KIND, &plan, &board, is_over);
        if players == 2 {
            table.extend(json::of_match(&plan, &board, *sprt));
        }
        // Its agents have ratings.
        table.extend(json::of_tournament(&plan, schedule, results, &board));
        let (shares, ratios) = (self.shares(results, counted), self.ratios(results, counted));
        Standing { table, shares, ratios, games: board.games }
    }

    /// How the points went, game by game.
    fn shares(&self, results: &Results, counted: u64) -> Vec<(String, Course)> {
        let names = self.contest.entrants.iter().map(|entrant| entrant.name.clone());
        let mut shares: Vec<(String, Course)> = names.map(|name| (name, Vec::new())).collect();
        let mut scored = vec![(0.0, 0_u64); shares.len()];
        for (number, (_, game)) in results.below(counted).enumerate() {
            for side in Side::BOTH {
                let player = game.players[side.index()];
                let (points, games) = &mut scored[player];
                *points += game.ending.points(side);
                *games += 1;
                shares[player].1.push(((number + 1) as f64, *points / *games as f64));
            }
        }
        shares
    }

    /// How the test went, pair by pair.
    fn ratios(&self, results: &Results, counted: u64) -> Option<(Course, (f64, f64))> {
        let sprt = self.sprt?;
        let (mut pairs, mut ratios) = ([0_u64; 5], Vec::new());
        for (number, (index, game)) in results.below(counted).enumerate() {
            if index % 2 == 1
                && let Some(first) = results.get(index - 1)
            {
                let points = first.ending.points(Side::X) + game.ending.points(Side::O);
                pairs[(2.0 * points) as usize] += 1;
                ratios.push(((number + 1) as f64, sprt.state(&Outcomes::of_pairs(pairs)).ratio));
            }
        }
        Some((ratios, sprt.bounds()))
    }
}

fn record(folder: &Path) -> PathBuf {
    folder.join(GAMES)
}

/// The finished games, the newest first, without those before `from`; and how many there are.
pub(crate) fn list(folder: &Path, from: u64) -> Result<(u64, Vec<GameLine>), Refusal> {
    let Some(store) = Store::open_to_read(&record(folder)).map_err(refuse)? else {
        return Ok((0, Vec::new()));
    };
    let filter = Filter { limit: Some(LISTED), offset: from, ..Filter::default() };
    let all = store.count(&Filter::default()).map_err(refuse)?;
    let listed = store.list(&filter).map_err(refuse)?.into_iter();
    let line = |Listed { id, x, o, result, plies, .. }| GameLine { id: id.0, x, o, result, plies };
    Ok((all, listed.map(line).collect()))
}

/// One of the games.
pub(crate) fn game(folder: &Path, id: i64) -> Result<PlayedGame, Refusal> {
    let store = Store::open_to_read(&record(folder)).map_err(refuse)?;
    let store = store.ok_or_else(|| refuse(JobError::NoGames {}))?;
    let game = store.game(GameId(id)).map_err(refuse)?;
    Ok(PlayedGame {
        rules: game.rules.clone(),
        start: game.start.clone(),
        moves: game.all_moves().map(ToString::to_string).collect(),
    })
}
