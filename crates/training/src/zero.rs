//! The training of a network, from its first round to its files.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use kinrow_agent::{Moment, Options, Seed, Stop};
use kinrow_chart::{Axis, ChartWarning, LineChart, Panel, Series};
use kinrow_files::{Kind, NETWORK_CURVE};
use kinrow_game::{Rules, Tally};
use kinrow_players::catalogue::read_network;
use kinrow_text::Text;
use kinrow_zero::{Look, PLAYOUTS, RoundEnd, Training, ZeroModel};

use serde::Serialize;

use crate::TrainingError;
use crate::course::CourseError;
use crate::files::{self, Files};

/// What is to be trained.
#[derive(Clone, Debug)]
pub enum ZeroStart {
    /// Something new.
    New {
        /// The game.
        rules: Rules,
        /// All options.
        options: Options,
        /// Where randomness comes from.
        seed: Seed,
    },
    /// A network goes on.
    Resumed {
        /// Its file.
        file: PathBuf,
    },
}

/// When it ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Goal {
    /// After so many rounds in all.
    Rounds(u64),
    /// With the round in which this time is over.
    Time(Duration),
}

/// How a training goes, and where its files are.
#[derive(Clone, Debug)]
pub struct ZeroSettings {
    /// What is trained.
    pub start: ZeroStart,
    /// When it ends.
    pub goal: Goal,
    /// Where the network is written. One that goes on is written to its own file otherwise.
    pub out: Option<PathBuf>,
    /// Whether the chart is drawn as PNG too.
    pub png: bool,
    /// Whether files that are there may be replaced.
    pub force: bool,
}

/// What a listener hears of a training: plain data, for a page as for a terminal.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "event")]
pub enum ZeroEvent {
    /// A round is done.
    Round {
        /// Rounds so far.
        rounds: u64,
        /// Games so far.
        games: u64,
        /// Positions learned from so far.
        positions: u64,
        /// Mean loss of the policy in this round.
        policy_loss: f64,
        /// Mean loss of the value in this round.
        value_loss: f64,
        /// Time spent, looks left out.
        learning: Duration,
        /// About how much longer it takes, looks left out.
        left: Duration,
    },
    /// A look was taken.
    Look(Look),
}

/// A training that is about to run.
pub struct ZeroCourse {
    training: Training,
    goal: Goal,
    files: Option<Files>,
}

/// A training that has ended, or was stopped.
#[derive(Debug)]
pub struct ZeroTrained {
    /// What was learned.
    pub model: ZeroModel,
    /// The looks that were taken; unless it was stopped, the last is at its end.
    pub curve: Vec<Look>,
    /// Time spent, looks left out.
    pub learning: Duration,
    /// Games of this run.
    pub games: u64,
    /// Where the network is.
    pub file: Option<PathBuf>,
    /// Whether it was stopped before its end.
    pub was_stopped: bool,
    /// What is to be said of the chart, or why it could not be drawn: the network is saved all the same.
    pub drawn: Result<Vec<ChartWarning>, TrainingError>,
}

/// The network is saved at the end of a round, but no more often than this.
const SAVE_EVERY: Duration = Duration::from_secs(10);

impl ZeroCourse {
    /// Checks everything, and sees to it that nobody else writes the same files.
    ///
    /// # Errors
    /// When the training cannot begin or go on like this, or a file would be lost.
    pub fn begin(settings: &ZeroSettings) -> Result<ZeroCourse, TrainingError> {
        let ZeroSettings { start, goal, out, png, force } = settings;
        let (training, files) = match start {
            ZeroStart::New { rules, options, seed } => {
                let open = |out: &PathBuf| Files::new(out, Kind::Network, *png, *force);
                let files = out.as_ref().map(open).transpose()?;
                (Training::new(*rules, options, *seed), files)
            }
            ZeroStart::Resumed { file } => {
                let out = out.as_deref().unwrap_or(file);
                let lock = files::lock_resumed(file, out)?;
                let training = Training::resume(&read_network(file)?)?;
                let [rounds, ..] = training.counts();
                if matches!(goal, Goal::Rounds(goal) if *goal <= rounds) {
                    return Err(CourseError::RoundsDone { file: file.display().to_string(), rounds }.into());
                }
                (training, Some(Files::resumed([file, out], Kind::Network, *png, *force, lock)?))
            }
        };
        Ok(ZeroCourse { training, goal: *goal, files })
    }

    /// Rounds that are done.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.training.counts()[0]
    }

    /// Trains, and saves what was learned, whatever ended it.
    ///
    /// # Errors
    /// When a network cannot be written, or `stop` was raised and there is no file to keep it in.
    pub fn run(
        mut self,
        text: &Text,
        stop: &Stop,
        listen: &mut dyn FnMut(ZeroEvent),
    ) -> Result<ZeroTrained, TrainingError> {
        let (start, begun) = (Moment::now(), self.training.counts());
        let (mut learning, mut saved) = (Duration::ZERO, Duration::ZERO);
        let (mut was_stopped, mut diverged) = (false, false);
        loop {
            if self.training.is_look_due() {
                match self.training.look(stop) {
                    Some(look) => listen(ZeroEvent::Look(look.clone())),
                    // It is taken when the training goes on.
                    None => was_stopped = true,
                }
            }
            if was_stopped || self.is_done(learning) {
                break;
            }
            let round = Moment::now();
            let end = self.training.round(stop);
            learning += round.elapsed();
            diverged = end == RoundEnd::Diverged;
            was_stopped = end == RoundEnd::Stopped;
            if end != RoundEnd::Done {
                break;
            }
            let ([rounds, games, positions], [policy_loss, value_loss]) =
                (self.training.counts(), self.training.losses());
            let left = self.left(learning, rounds - begun[0]);
            listen(ZeroEvent::Round { rounds, games, positions, policy_loss, value_loss, learning, left });
            if let Some(files) = &mut self.files
                && start.elapsed() >= saved + SAVE_EVERY
            {
                files.save_bytes(&self.training.model().to_bytes())?;
                saved = start.elapsed();
            }
        }
        let model = self.training.model();
        let mut curve = model.header.curve.clone();
        if !was_stopped && curve.last().is_none_or(|last| last.round < model.header.rounds) {
            // The curve that is kept has looks at fixed numbers only; what is shown ends where the training ended.
            curve.extend(self.training.clone().look(stop).cloned());
        }
        let mut drawn = Ok(Vec::new());
        if let Some(files) = &mut self.files {
            files.save_bytes(&model.to_bytes())?;
            let kinrow_zero::Header { rules, seed, .. } = &model.header;
            drawn = files.draw_chart(&network_chart(rules, *seed, &curve, text), &csv(&curve));
        } else if was_stopped {
            return Err(CourseError::RoundsDiscarded { rounds: model.header.rounds }.into());
        }
        if diverged {
            return Err(CourseError::Diverged { round: model.header.rounds + 1 }.into());
        }
        Ok(ZeroTrained {
            curve,
            learning,
            games: model.header.games - begun[1],
            file: self.files.as_ref().map(|files| files.model().to_path_buf()),
            was_stopped,
            drawn,
            model,
        })
    }

    /// How much longer it takes when the rounds that are left are like those of this run.
    fn left(&self, learning: Duration, rounds: u64) -> Duration {
        match self.goal {
            Goal::Rounds(goal) => {
                learning.mul_f64(goal.saturating_sub(self.rounds()) as f64 / rounds.max(1) as f64)
            }
            Goal::Time(time) => time.saturating_sub(learning),
        }
    }

    fn is_done(&self, learning: Duration) -> bool {
        match self.goal {
            Goal::Rounds(rounds) => self.rounds() >= rounds,
            Goal::Time(time) => learning >= time,
        }
    }
}

/// The chart: points against the fixed opponents, below it Elo and the losses, and where the board is tiny what an audit found.
#[must_use]
pub fn network_chart(rules: &str, seed: u64, curve: &[Look], text: &Text) -> LineChart {
    let seed = seed.to_string();
    let title = [("rules", rules), ("seed", seed.as_str())];
    let series = |name: String, value: &dyn Fn(&Look) -> f64| {
        Series::new(name, curve.iter().map(|look| (look.games as f64, value(look))).collect())
    };
    let share = |tally: &Tally| tally.score().unwrap_or(0.0);
    let x = || Axis::log10_of(text.get("curve.zero-games"), curve.iter().map(|look| look.games as f64));
    let playouts = PLAYOUTS.to_string();
    let play = Panel::new(text.get("curve.play"))
        .x(x())
        .y(Axis::linear(text.get("curve.share")).within(0.0, 1.0))
        .with(series(text.get("curve.random").into(), &|look| share(&look.random)))
        .with(series(text.fill("curve.zero-mcts", &[("playouts", &playouts)]), &|look| share(&look.mcts)));
    let losses = Panel::new(text.get("curve.zero-losses"))
        .x(x())
        .y(Axis::linear(text.get("curve.zero-loss")))
        .with(series(text.get("curve.zero-policy").into(), &|look| look.policy_loss))
        .with(series(text.get("curve.zero-value").into(), &|look| look.value_loss));
    let elo = Panel::new(text.get("curve.zero-elo-title"))
        .x(x())
        .y(Axis::linear(text.get("curve.zero-elo")))
        .with(series(text.get("curve.zero-elo-series").into(), &|look| look.elo));
    let chart = LineChart::new(text.fill("curve.zero-title", &title)).with_panel(play).with_panel(elo);
    let chart = chart.with_panel(losses);
    if curve.iter().all(|look| look.audit_losses.is_none()) {
        return chart;
    }
    let lost = |i: usize| move |look: &Look| look.audit_losses.map_or(0.0, |losses| losses[i] as f64);
    let most = curve.iter().filter_map(|look| look.audit_losses).flatten();
    let audit = Panel::new(text.get("curve.audit-title"))
        .x(x())
        .y(Axis::log10_of(text.get("curve.audit"), most.map(|lost| lost as f64)))
        .with(series(text.get("curve.audit-x").into(), &lost(0)))
        .with(series(text.get("curve.audit-o").into(), &lost(1)));
    chart.with_panel(audit)
}

/// The same numbers, one line per look, for other programs.
fn csv(curve: &[Look]) -> String {
    let mut table = NETWORK_CURVE.to_string();
    let counts = |tally: &Tally| format!("{},{},{}", tally.wins, tally.draws, tally.losses);
    for look in curve {
        let audit = look.audit_losses.map_or_else(|| ",".into(), |[x, o]| format!("{x},{o}"));
        let (random, mcts) = (counts(&look.random), counts(&look.mcts));
        let earlier = look.earlier.as_ref().map_or_else(|| ",,".into(), counts);
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "{},{},{},{:.6},{:.6},{random},{mcts},{audit},{:.1},{earlier}",
            look.round, look.games, look.positions, look.policy_loss, look.value_loss, look.elo
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use kinrow_learn::Preset;
    use kinrow_text::Language;

    use super::*;

    fn new() -> ZeroStart {
        let rules = "3x3x3".parse().unwrap();
        let mut options = kinrow_zero::preset(rules, Preset::Best);
        options.set("zero", "games", "16").unwrap();
        ZeroStart::New { rules, options, seed: Seed(4) }
    }

    /// Stopped and resumed, a training leaves the same files as one that was not.
    #[test]
    fn a_course_that_was_stopped_leaves_the_same_files() {
        let text = Text::new(Language::English);
        let folder = tempfile::tempdir().unwrap();
        let [whole, parts] = ["whole.kin", "parts.kin"].map(|name| folder.path().join(name));
        let settings = |out: &PathBuf, start: ZeroStart| {
            let (goal, out) = (Goal::Rounds(6), Some(out.clone()));
            ZeroSettings { start, goal, out, png: false, force: false }
        };
        let course = ZeroCourse::begin(&settings(&whole, new())).unwrap();
        assert!(!course.run(&text, &Stop::new(), &mut |_| ()).unwrap().was_stopped);
        let stop = Stop::new();
        let mut stop_at_3 = |event: ZeroEvent| {
            if matches!(event, ZeroEvent::Round { rounds: 3, .. }) {
                stop.stop();
            }
        };
        let course = ZeroCourse::begin(&settings(&parts, new())).unwrap();
        assert!(course.run(&text, &stop, &mut stop_at_3).unwrap().was_stopped);
        let resumed = || settings(&parts, ZeroStart::Resumed { file: parts.clone() });
        let course = ZeroCourse::begin(&resumed()).unwrap();
        assert_eq!(course.rounds(), 3);
        course.run(&text, &Stop::new(), &mut |_| ()).unwrap();
        for end in ["kin", "csv", "svg"] {
            let read = |path: &PathBuf| std::fs::read(path.with_extension(end)).unwrap();
            assert!(read(&whole) == read(&parts), "{end}");
        }
        let done = ZeroCourse::begin(&resumed()).err().unwrap();
        assert!(matches!(done, TrainingError::Course(CourseError::RoundsDone { rounds: 6, .. })));
    }
}
