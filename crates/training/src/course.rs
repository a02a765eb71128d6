//! One training: how it begins, and what comes out of it.

use std::path::PathBuf;
use std::time::Duration;

use kinrow_agent::{OptionError, Options, Seed, Stop};
use kinrow_chart::{ChartError, ChartWarning};
use kinrow_files::{FileError, Kind};
use kinrow_game::Rules;
use kinrow_learn::{Checkpoint, Method, Model, Preset, TrainError, TrainEvent, Training, begin, resume};
use kinrow_players::catalogue::{BuildError, read_model};
use kinrow_text::Text;

use crate::files::{self, Files};

/// What is to be trained.
#[derive(Clone, Debug)]
pub enum Start {
    /// Something new.
    New {
        /// How it learns.
        method: Method,
        /// Where the options come from.
        preset: Preset,
        /// All options.
        options: Options,
        /// The game.
        rules: Rules,
        /// Where randomness comes from.
        seed: Seed,
    },
    /// A model goes on.
    Resumed {
        /// Its file.
        file: PathBuf,
        /// What it must have been trained by, if that matters.
        method: Option<Method>,
        /// Room for so many positions, in place of what it had.
        positions: Option<String>,
    },
}

/// How a training goes, and where its files are.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What is trained.
    pub start: Start,
    /// Episodes in all; the method's own number without.
    pub episodes: Option<u64>,
    /// Every so many episodes there is a look, and the model is saved.
    pub checkpoint: Option<u64>,
    /// Where the model is written. One that goes on is written to its own file otherwise.
    pub out: Option<PathBuf>,
    /// Whether the chart is drawn as PNG too.
    pub png: bool,
    /// Whether files that are there may be replaced.
    pub force: bool,
}

kinrow_game::sentences! {
    /// What is wrong with the settings of a training, or with its end.
    pub enum CourseError {
        /// The model's name is that of its own chart or table.
        OutName { file: String } = "call-out-name" =>
            "{file} cannot be the model: the files with .csv, .svg and .png beside it are its curve; choose a name such as first.kin",
        /// Nothing is left to learn.
        ResumeDone { file: String, episodes: u64 } = "call-resume-done" =>
            "{file} has reached episode {episodes} already: ask for more in all with --episodes",
        /// Less room than a model needs.
        ResumeRoom { given: String, positions: u64 } = "call-resume-room" =>
            "positions={given} is too few: the file holds {positions} positions",
        /// A file of another method.
        ResumeMethod { method: String } = "call-resume-method" =>
            "that file was trained by {method}: write 'kinrow train {method} --resume FILE', or leave the method out",
        /// A network's numbers grew beyond all bounds.
        Diverged { round: u64 } = "train-diverged" =>
            "the network's numbers grew beyond all bounds in round {round}, which was left out: begin again with a smaller step size, such as --set rate=0.001",
        /// No rounds are left.
        RoundsDone { file: String, rounds: u64 } = "call-rounds-done" =>
            "{file} has had {rounds} rounds already: ask for more in all with --rounds, or for some time with --minutes",
        /// Stopped without a file.
        RoundsDiscarded { rounds: u64 } = "call-rounds-discarded" =>
            "stopped after {rounds} rounds; without --out FILE nothing was kept",
        /// Stopped without a file.
        Discarded { episodes: u64 } = "call-discarded" =>
            "stopped at episode {episodes}; without --out FILE nothing was kept",
    }
}

/// Why there is no training, or none of its files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrainingError {
    /// The settings, or a training that was stopped and not kept.
    Course(CourseError),
    /// An option.
    Options(OptionError),
    /// The model that should go on.
    Model(BuildError),
    /// The method on this board.
    Train(TrainError),
    /// The network that should go on.
    Network(kinrow_zero::ModelError),
    /// A file.
    File(FileError),
    /// The chart.
    Chart(ChartError),
}

kinrow_game::delegate_explain!(TrainingError {
    Course(CourseError),
    Options(OptionError),
    Model(BuildError),
    Train(TrainError),
    Network(kinrow_zero::ModelError),
    File(FileError),
    Chart(ChartError),
});

/// A training that is about to run.
pub struct Course {
    training: Box<dyn Training>,
    /// Episodes in all.
    goal: u64,
    checkpoint: Option<u64>,
    files: Option<Files>,
}

/// A training that has ended, or was stopped.
#[derive(Debug)]
pub struct Trained {
    /// What was learned.
    pub model: Model,
    /// The looks that were taken; unless it was stopped, the last is at its end.
    pub curve: Vec<Checkpoint>,
    /// Episodes of this run.
    pub episodes: u64,
    /// Time spent learning, looks left out.
    pub learning: Duration,
    /// Memory of the learner.
    pub bytes: usize,
    /// Where the model is.
    pub file: Option<PathBuf>,
    /// Whether it was stopped before its end.
    pub was_stopped: bool,
    /// What is to be said of the chart, or why it could not be drawn: the model is saved all the same.
    pub drawn: Result<Vec<ChartWarning>, TrainingError>,
}

impl Course {
    /// Checks everything, and sees to it that nobody else writes the same files.
    ///
    /// # Errors
    /// When the training cannot begin or go on like this, or a file would be lost.
    pub fn begin(settings: &Settings) -> Result<Course, TrainingError> {
        let Settings { start, checkpoint, out, png, force, .. } = settings;
        let (training, default, files) = match start {
            Start::New { method, preset, options, rules, seed } => {
                let training = begin(*method, *preset, options, *rules, *seed)?;
                let files =
                    out.as_deref().map(|out| Files::new(out, Kind::Model, *png, *force)).transpose()?;
                (training, method.default_episodes(*preset), files)
            }
            Start::Resumed { file, method, positions } => {
                let out = out.as_deref().unwrap_or(file);
                let lock = files::lock_resumed(file, out)?;
                let mut model = read_model(file)?;
                let trained_by = model.header.method;
                if method.is_some_and(|method| method != trained_by) {
                    return Err(CourseError::ResumeMethod { method: trained_by.to_string() }.into());
                }
                if let Some(positions) = positions {
                    make_room(&mut model, positions)?;
                }
                let training = resume(&model)?;
                let preset = Preset::of(&model.header.preset).unwrap_or(Preset::Published);
                let default = trained_by.default_episodes(preset);
                if settings.episodes.unwrap_or(default) <= training.episodes() {
                    let (file, episodes) = (file.display().to_string(), training.episodes());
                    return Err(CourseError::ResumeDone { file, episodes }.into());
                }
                (training, default, Some(Files::resumed([file, out], Kind::Model, *png, *force, lock)?))
            }
        };
        let goal = settings.episodes.unwrap_or(default);
        Ok(Course { training, goal, checkpoint: *checkpoint, files })
    }

    /// Episodes that are done.
    #[must_use]
    pub fn episodes(&self) -> u64 {
        self.training.episodes()
    }

    /// Episodes that there will be in all.
    #[must_use]
    pub fn goal(&self) -> u64 {
        self.goal
    }

    /// Trains, and saves what was learned, whatever ended it.
    ///
    /// # Errors
    /// When a model cannot be written, or `stop` was raised and there is no file to keep it in.
    pub fn run(
        mut self,
        text: &Text,
        stop: &Stop,
        listen: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<Trained, TrainingError> {
        let (begun, checkpoint) = (self.training.episodes(), self.checkpoint);
        let mut written = Ok(());
        let (files, halt) = (&mut self.files, stop.child());
        let mut hear = |training: &dyn Training, event: TrainEvent<'_>| {
            let is_due = |look: &Checkpoint| {
                look.episode > 0 && checkpoint.is_some_and(|every| look.episode.is_multiple_of(every))
            };
            if let TrainEvent::Checkpoint(look) = event
                && is_due(look)
                && let Some(files) = files
            {
                written = files.save(&training.model(false, &Stop::new()));
                if written.is_err() {
                    halt.stop();
                }
            }
            listen(event);
        };
        let learning = self.training.run(self.goal, checkpoint, &halt, &mut hear);
        written?;
        // After a stop there is no time for an audit.
        let was_stopped = stop.is_stopped();
        let model = self.training.model(!was_stopped, &Stop::new());
        let mut curve = model.header.curve.clone();
        if !was_stopped && curve.last().is_none_or(|last| last.episode < model.header.episodes) {
            // The curve that is kept has looks at fixed numbers only; what is shown ends where the training ended.
            curve.push(self.training.look_now(&Stop::new()));
        }
        let mut drawn = Ok(Vec::new());
        if let Some(files) = &mut self.files {
            files.save(&model)?;
            drawn = files.draw(&model, &curve, text);
        } else if was_stopped {
            return Err(CourseError::Discarded { episodes: model.header.episodes }.into());
        }
        Ok(Trained {
            curve,
            episodes: model.header.episodes - begun,
            learning,
            bytes: self.training.bytes(),
            file: self.files.as_ref().map(|files| files.model().to_path_buf()),
            was_stopped,
            drawn,
            model,
        })
    }
}

/// Gives a training that goes on more positions to learn about.
fn make_room(model: &mut Model, positions: &str) -> Result<(), TrainingError> {
    let method = model.header.method;
    let mut options = method.parse_options(&model.header.options)?;
    options.set(method.name(), "positions", positions)?;
    if options.whole::<u64>("positions").is_some_and(|places| places < model.header.positions) {
        let (given, positions) = (positions.to_string(), model.header.positions);
        return Err(CourseError::ResumeRoom { given, positions }.into());
    }
    model.header.options = options.full();
    model.header.full_at = None;
    Ok(())
}

#[cfg(test)]
mod tests {
    use kinrow_text::Language;

    use super::*;

    fn settings(out: &std::path::Path, start: Start, episodes: u64) -> Settings {
        let (out, episodes) = (Some(out.to_path_buf()), Some(episodes));
        Settings { start, episodes, checkpoint: Some(100), out, png: false, force: false }
    }

    fn new(method: Method) -> Start {
        let options = method.preset(Preset::Best);
        let (rules, seed) = ("3x3x3".parse().unwrap(), Seed(5));
        Start::New { method, preset: Preset::Best, options, rules, seed }
    }

    /// Stopped at a look and resumed, a training leaves the same model and the same curve as one that was not.
    #[test]
    fn a_course_that_was_stopped_leaves_the_same_files() {
        let text = Text::new(Language::English);
        let folder = tempfile::tempdir().unwrap();
        let [whole, parts] = ["whole.kin", "parts.kin"].map(|name| folder.path().join(name));
        let course = Course::begin(&settings(&whole, new(Method::SelfPlay), 2000)).unwrap();
        assert_eq!((course.episodes(), course.goal()), (0, 2000));
        assert!(!course.run(&text, &Stop::new(), &mut |_| ()).unwrap().was_stopped);

        let stop = Stop::new();
        let mut stop_at_500 = |event: TrainEvent<'_>| {
            if matches!(event, TrainEvent::Checkpoint(look) if look.episode >= 500) {
                stop.stop();
            }
        };
        let course = Course::begin(&settings(&parts, new(Method::SelfPlay), 2000)).unwrap();
        assert!(course.run(&text, &stop, &mut stop_at_500).unwrap().was_stopped);
        let resumed = Start::Resumed { file: parts.clone(), method: None, positions: None };
        let course = Course::begin(&settings(&parts, resumed, 2000)).unwrap();
        assert!((500..2000).contains(&course.episodes()));
        course.run(&text, &Stop::new(), &mut |_| ()).unwrap();
        for end in ["kin", "csv", "svg"] {
            let read = |path: &PathBuf| std::fs::read(path.with_extension(end)).unwrap();
            assert!(read(&whole) == read(&parts), "{end}");
        }
    }

    #[test]
    fn what_cannot_be_kept_is_said_before_the_training() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |settings: &Settings| Course::begin(settings).err().unwrap();
        let model = folder.path().join("model.kin");
        let curve = settings(&model.with_extension("csv"), new(Method::Td0), 10);
        assert!(matches!(refused(&curve), TrainingError::Course(CourseError::OutName { .. })));
        std::fs::write(&model, "notes").unwrap();
        let taken = settings(&model, new(Method::Td0), 10);
        assert!(matches!(refused(&taken), TrainingError::File(FileError::Exists { .. })));
        let stopped = Stop::new();
        stopped.stop();
        let course = Course::begin(&Settings { out: None, ..taken }).unwrap();
        let discarded = course.run(&Text::new(Language::English), &stopped, &mut |_| ()).unwrap_err();
        assert_eq!(discarded, CourseError::Discarded { episodes: 0 }.into());
    }
}
