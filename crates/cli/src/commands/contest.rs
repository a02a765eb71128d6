//! What `kinrow match` and `kinrow tournament` have in common: setting up, playing, resuming, and telling how it goes.

mod tell;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kinrow_agent::{Seed, parse_time};
use kinrow_arena::recorded::{self, Event, Merged, RecordedError, Recording};
use kinrow_arena::statistics::{Outcomes, Sprt};
use kinrow_arena::{
    Contest, End, Entrant, Format, Line, OpeningChoice, Openings, Plan, Results, Schedule, Scoreboard, Share,
    Threads,
};
use kinrow_record::store::RunId;
use serde_json::{Value, json};

pub(crate) use tell::{heading, introduce, letter, nodes_per_move, percent, points};

use crate::args::ContestOptions;
use crate::failure::{CallError, Failure};
use crate::progress::Progress;
use crate::{Context, database, setup, words};

/// Reads everything but the players, and looks at whatever can be refused before the first game.
pub(crate) fn set_up(
    options: &ContestOptions,
    entrants: Vec<Entrant>,
    format: Format,
    default_games: u64,
    context: &Context,
) -> Result<(Contest, Schedule), Failure> {
    let rules = setup::rules(options.board.as_deref().unwrap_or("3x3x3"))?;
    let seed = Seed(options.seed);
    let choice = match &options.openings {
        Some(text) => OpeningChoice::parse(text).map_err(Failure::call)?,
        None => OpeningChoice::for_board(rules),
    };
    let openings = Openings::new(rules, choice, seed).map_err(Failure::call)?;
    let tolerance = parse_time(&options.tolerance)
        .map_err(|_| Failure::call(CallError::Tolerance { given: options.tolerance.clone() }))?;
    let contest = Contest { rules, entrants, openings, seed, tolerance };
    contest.check(format).map_err(Failure::call)?;
    let games = options.games.unwrap_or(default_games);
    if !games.is_multiple_of(2) {
        let (given, played) = (words::number(games), words::number(games + 1));
        eprintln!("kinrow: {}", context.text.fill("contest.even", &[("given", &given), ("played", &played)]));
    }
    let schedule = Schedule::new(contest.entrants.len(), format, games.div_ceil(2));
    Ok((contest, schedule))
}

/// A contest that was played, to its end or not.
pub(crate) struct Played {
    pub(crate) board: Scoreboard,
    pub(crate) results: Results,
    /// Why it was not played to its end.
    pub(crate) failure: Option<Failure>,
    effort: Effort,
    path: PathBuf,
    run: RunId,
}

/// What the games of a contest took.
enum Effort {
    /// They were played here, or some of them.
    Playing { seconds: f64, workers: usize, new: u64 },
    /// They were brought together.
    Merging { shares: usize },
}

/// A share that cannot be had like this, or a file that is there, is a wrong call; everything else is a failed job.
pub(crate) fn failure(error: RecordedError) -> Failure {
    match error {
        RecordedError::Share(_) | RecordedError::Merge(_) | RecordedError::Resume(_) => Failure::call(error),
        RecordedError::File(error) => error.into(),
        RecordedError::Store(_) => Failure::job(error),
    }
}

/// Plays what is missing, and keeps every game as soon as it is finished.
pub(crate) fn play(
    kind: &str,
    contest: &Contest,
    schedule: &Schedule,
    sprt: Option<Sprt>,
    options: &ContestOptions,
    context: &Context,
) -> Result<Played, Failure> {
    let path = database::path(options.db.as_deref())?;
    let share: Option<Share> = options.shard.as_deref().map(str::parse).transpose().map_err(Failure::call)?;
    let workers = workers(contest, options);
    let total = schedule.games();
    let total = share.map_or(total, |share| 2 * share.count(total / 2));
    let recording = Recording {
        kind,
        contest,
        schedule,
        sprt,
        share,
        is_resumed: options.resume,
        file: &path,
        enough: context.stop.clone(),
        at_once: context.interrupt.second(),
    };
    let mut progress = None;
    let started = Instant::now();
    let mut before = 0;
    let mut told = Instant::now();
    let mut listen = |event: Event<'_>| match event {
        Event::Begun { run, earlier } => {
            before = earlier.unwrap_or(0);
            if options.resume {
                let (id, games, file) =
                    (run.0.to_string(), words::number(before), path.display().to_string());
                let told = [("run", id.as_str()), ("games", games.as_str()), ("file", file.as_str())];
                let is_found = earlier.is_some();
                let key = if is_found { "contest.resumes" } else { "contest.nothing-to-resume" };
                eprintln!("kinrow: {}", context.text.fill(key, &told));
            }
            progress = Some(Progress::bar(total));
        }
        Event::Progress(results) => {
            if told.elapsed() > Duration::from_millis(200)
                && let Some(progress) = &progress
            {
                told = Instant::now();
                progress.at(results.len());
                progress.say(how_far(contest, results, total, before, started.elapsed(), sprt, context));
            }
        }
    };
    let ended = recorded::play(&recording, &Threads(workers), &mut listen);
    drop(progress);
    let ended = ended.map_err(failure)?;
    let seconds = started.elapsed().as_secs_f64();
    let board = Scoreboard::of(contest.entrants.len(), &ended.results, ended.counted);
    let failure = match ended.end {
        End::Complete | End::Decided => None,
        End::Failed(error) => Some(Failure::job(error)),
        End::Stopped => {
            let (games, all) = (words::number(ended.results.len()), words::number(total));
            Some(Failure::job(CallError::ContestStopped { games, all }))
        }
    };
    let new = ended.results.len().saturating_sub(ended.earlier);
    let effort = Effort::Playing { seconds, workers, new };
    Ok(Played { board, results: ended.results, failure, effort, path, run: ended.run })
}

impl Played {
    /// A contest whose shares were joined.
    pub(crate) fn merged(merged: Merged, shares: usize, path: &Path) -> Played {
        let board = Scoreboard::of(merged.plan.agents.len(), &merged.results, merged.plan.games);
        let (effort, path) = (Effort::Merging { shares }, path.to_path_buf());
        Played { board, results: merged.results, failure: None, effort, path, run: merged.run }
    }

    /// Where the games are, and what a move took: for people, beside the table, because it is never twice the same.
    pub(crate) fn close(&self, plan: &Plan, context: &Context) {
        let per_move: Vec<String> = self
            .board
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.cost.moves > 0)
            .map(|(player, line)| {
                let time = Duration::from_secs_f64(line.cost.time_ms / 1000.0 / line.cost.moves as f64);
                format!("{} {}", letter(player), words::time(time))
            })
            .collect();
        let mut details = vec![
            ("moves", if per_move.is_empty() { "–".into() } else { per_move.join(", ") }),
            ("run", self.run.0.to_string()),
            ("file", self.path.display().to_string()),
        ];
        let key = match self.effort {
            Effort::Playing { seconds, workers, new } => {
                details.push(("games", words::number(new)));
                details.push(("time", words::time(Duration::from_secs_f64(seconds))));
                details.push(("workers", workers.to_string()));
                "contest.closing"
            }
            Effort::Merging { shares } => {
                details.push(("games", words::number(self.board.games)));
                details.push(("shares", words::number(shares as u64)));
                "contest.merged"
            }
        };
        let details: Vec<(&str, &str)> =
            details.iter().map(|(name, value)| (*name, value.as_str())).collect();
        eprintln!("kinrow: {}", context.text.fill(key, &details));
        if let Effort::Playing { workers, .. } = self.effort
            && plan.has_clock()
            && workers > cores()
        {
            let told = [("workers", workers.to_string()), ("cores", cores().to_string())];
            let told = told.each_ref().map(|(name, value)| (*name, value.as_str()));
            eprintln!("kinrow: {}", context.text.fill("contest.crowded", &told));
        }
    }

    /// What differs from run to run: times, and where the games are.
    pub(crate) fn json_of_this_run(&self) -> [(&'static str, Value); 2] {
        let per_move =
            |line: &Line| (line.cost.moves > 0).then(|| line.cost.time_ms / line.cost.moves as f64);
        let mut timing = match self.effort {
            Effort::Playing { seconds, workers, new } => {
                json!({ "seconds": seconds, "workers": workers, "games_played": new })
            }
            Effort::Merging { shares } => json!({ "shares": shares }),
        };
        timing["ms_per_move"] = json!(self.board.lines.iter().map(per_move).collect::<Vec<_>>());
        let record = json!({ "file": self.path.display().to_string(), "run": self.run.0 });
        [("timing", timing), ("record", record)]
    }
}

/// Whether a clock decides games.
fn has_clock(contest: &Contest) -> bool {
    contest.entrants.iter().any(|entrant| entrant.limits.time.is_some())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// As many as there are cores; where a clock decides, one, unless somebody wants more.
fn workers(contest: &Contest, options: &ContestOptions) -> usize {
    let sensible = if has_clock(contest) { 1 } else { cores() };
    options.workers.map_or(sensible, |workers| workers as usize)
}

/// A line beside the progress bar.
fn how_far(
    contest: &Contest,
    results: &Results,
    total: u64,
    before: u64,
    elapsed: Duration,
    sprt: Option<Sprt>,
    context: &Context,
) -> String {
    let board = Scoreboard::of(contest.entrants.len(), results, u64::MAX);
    let done = results.len();
    let played = done.saturating_sub(before).max(1);
    let left = elapsed.mul_f64(total.saturating_sub(done) as f64 / played as f64);
    let (done, total) = (words::number(done), words::number(total));
    if context.stop.is_stopped() {
        return context.text.fill("contest.finishing", &[("done", &done), ("total", &total)]);
    }
    let left = words::time(Duration::from_secs(left.as_secs() + 1));
    let score = match (&contest.entrants[..], sprt) {
        ([_, _], sprt) => {
            let tally = board.cross[0][1];
            let elo = board.estimate(0, 1).map(|estimate| words::signed(estimate.elo())).unwrap_or_default();
            let score =
                format!("{}–{} · Elo {elo}", points(tally.points()), points(tally.for_opponent().points()));
            match sprt {
                Some(sprt) => {
                    let pairs = Outcomes::of_pairs(board.pairs[0][1]);
                    format!("{score} · LLR {:.2}", sprt.state(&pairs).ratio)
                }
                None => score,
            }
        }
        _ => {
            let ratings = board.ratings();
            let best = ratings.iter().flat_map(|ratings| ratings.players.iter().enumerate());
            let best = best.max_by(|(_, one), (_, other)| one.elo.total_cmp(&other.elo));
            best.map(|(player, rating)| format!("{} {}", letter(player), words::signed(rating.elo)))
                .unwrap_or_default()
        }
    };
    let told = [("done", done.as_str()), ("total", &total), ("score", &score), ("left", &left)];
    context.text.fill("contest.progress", &told)
}
