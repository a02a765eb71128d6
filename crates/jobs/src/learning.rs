//! A training as a job: runs it in the job's folder, from the beginning or from where its model was left, and keeps its curve.

use std::fs;
use std::path::{Path, PathBuf};

use kinrow_agent::{Seed, Stop};
use kinrow_chart::LineChart;
use kinrow_files::{read_text, write_own};
use kinrow_learn::{Model, ModelHeader, TrainEvent};
use kinrow_players::catalogue::{read_model, read_network};
use kinrow_text::{Language, Text};
use kinrow_training::{
    Course, CourseError, Goal, Settings, Start, TrainingError, ZeroCourse, ZeroEvent, ZeroSettings,
    ZeroStart, curves, network_chart,
};
use kinrow_zero::Look;
use serde::{Deserialize, Serialize};

use crate::bounds::JobBounds;
use crate::news::News;
use crate::saved::Progress;
use crate::view::AuditView;
use crate::wanted::{Checked, Learning, Refusal, Way, refuse};

/// The model of a training, in its job's folder.
pub(crate) const MODEL: &str = "model.kin";
const CURVE: &str = "curve.json";
/// More than all looks of a training take.
const CURVE_MEGABYTES: u64 = 20;
const CURVE_FORMAT: u64 = 1;
/// Of a whole training, how many parts end with a look after which its model is saved.
const SAVES: u64 = 20;

/// What is known of a training while it runs and afterwards, without what it has learned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "lowercase")]
pub enum Curve {
    /// Of a method: all that its model says of itself.
    Method {
        /// What the model says.
        header: Box<ModelHeader>,
    },
    /// Of a network.
    Zero {
        /// The game.
        rules: String,
        /// Where randomness came from.
        seed: u64,
        /// How it fared.
        looks: Vec<Look>,
    },
}

#[derive(Serialize, Deserialize)]
struct Kept {
    format: u64,
    curve: Curve,
}

impl Curve {
    /// The chart of this training alone.
    #[must_use]
    pub fn chart(&self, text: &Text) -> LineChart {
        match self {
            Curve::Method { header } => curves::chart(header, &header.curve, text),
            Curve::Zero { rules, seed, looks } => network_chart(rules, *seed, looks, text),
        }
    }

    /// Games and share of the points against random moves, look by look.
    #[must_use]
    pub fn strength(&self) -> Vec<(f64, f64)> {
        match self {
            Curve::Method { header } => {
                let looks = header.curve.iter();
                looks.filter_map(|look| Some((look.episode as f64, look.random.score()?))).collect()
            }
            Curve::Zero { looks, .. } => {
                looks.iter().filter_map(|look| Some((look.games as f64, look.random.score()?))).collect()
            }
        }
    }

    /// Games and lines lost under audit on both sides together, where it was audited.
    #[must_use]
    pub fn lost(&self) -> Vec<(f64, f64)> {
        let sum = |[x, o]: [u64; 2]| (x + o) as f64;
        match self {
            Curve::Method { header } => {
                let looks = header.curve.iter();
                looks.filter_map(|look| Some((look.episode as f64, sum(look.audit_losses?)))).collect()
            }
            Curve::Zero { looks, .. } => {
                looks.iter().filter_map(|look| Some((look.games as f64, sum(look.audit_losses?)))).collect()
            }
        }
    }

    /// What the audit at the end found, as X and as O.
    #[must_use]
    pub(crate) fn audit(&self) -> Option<[AuditView; 2]> {
        match self {
            Curve::Method { header } => header.audit.as_ref().map(AuditView::of),
            Curve::Zero { .. } => None,
        }
    }

    /// How many looks there are.
    #[must_use]
    pub fn looks(&self) -> usize {
        match self {
            Curve::Method { header } => header.curve.len(),
            Curve::Zero { looks, .. } => looks.len(),
        }
    }

    /// What was kept in a job's folder; nothing where nothing was, or something that this program did not write.
    pub(crate) fn read(folder: &Path) -> Option<Curve> {
        let text = read_text(&folder.join(CURVE), CURVE_MEGABYTES).ok()?;
        let Kept { format, curve } = serde_json::from_str(&text).ok()?;
        (format == CURVE_FORMAT).then_some(curve)
    }

    fn keep(&self, folder: &Path) -> Result<(), Refusal> {
        let kept = Kept { format: CURVE_FORMAT, curve: self.clone() };
        let text = serde_json::to_string(&kept).expect("a curve is plain data with text keys");
        write_own(&folder.join(CURVE), text.as_bytes()).map_err(refuse)
    }
}

/// Trains in `folder` until the end or `stop`. Whether it has reached its end; what was learned is kept in any case.
pub(crate) fn run(
    wanted: &Learning,
    folder: &Path,
    bounds: &JobBounds,
    stop: &Stop,
    hear: &mut (dyn FnMut(News) + Send),
) -> Result<bool, Refusal> {
    let checked = wanted.check(bounds)?;
    let file = folder.join(MODEL);
    match checked.way {
        Way::Method(..) => by_method(wanted, checked, file, folder, stop, hear),
        Way::Zero => by_network(wanted, checked, file, folder, stop, hear),
    }
}

fn by_method(
    wanted: &Learning,
    Checked { way, rules, options }: Checked,
    file: PathBuf,
    folder: &Path,
    stop: &Stop,
    hear: &mut (dyn FnMut(News) + Send),
) -> Result<bool, Refusal> {
    let Way::Method(method, preset) = way else { return Ok(false) };
    let (header, start) = if file.exists() {
        let header = read_model(&file).map_err(refuse)?.header;
        (header, Start::Resumed { file: file.clone(), method: None, positions: None })
    } else {
        let seed = Seed(wanted.seed);
        let header = Model::untrained(method, preset, &options, rules, seed).header;
        (header, Start::New { method, preset, options, rules, seed })
    };
    let mut curve = Curve::Method { header: Box::new(header) };
    hear(News::Curve(curve.clone()));
    let settings = Settings {
        start,
        episodes: Some(wanted.goal),
        checkpoint: Some((wanted.goal / SAVES).max(1)),
        out: Some(file),
        png: false,
        force: false,
    };
    let course = match Course::begin(&settings) {
        // It had reached its end, and the program ended before it could say so.
        Err(TrainingError::Course(CourseError::ResumeDone { .. })) => return Ok(true),
        begun => begun.map_err(refuse)?,
    };
    let of = course.goal();
    let trained = course.run(&Text::new(Language::English), stop, &mut |event| match event {
        TrainEvent::Progress { episodes, .. } => {
            hear(News::Progress(Progress { done: episodes.min(of), of }));
        }
        TrainEvent::Checkpoint(look) => {
            let Curve::Method { header } = &mut curve else { return };
            header.episodes = look.episode;
            header.curve.push(look.clone());
            // What cannot be written now is written at the end, and told then.
            let _ = curve.keep(folder);
            hear(News::Curve(curve.clone()));
        }
    });
    let trained = trained.map_err(refuse)?;
    let header = Box::new(ModelHeader { curve: trained.curve, ..trained.model.header });
    let progress = Progress { done: header.episodes.min(of), of };
    finish(&Curve::Method { header }, progress, folder, hear)?;
    Ok(!trained.was_stopped)
}

fn by_network(
    wanted: &Learning,
    Checked { rules, options, .. }: Checked,
    file: PathBuf,
    folder: &Path,
    stop: &Stop,
    hear: &mut (dyn FnMut(News) + Send),
) -> Result<bool, Refusal> {
    let (looks, start) = if file.exists() {
        let looks = read_network(&file).map_err(refuse)?.header.curve;
        (looks, ZeroStart::Resumed { file: file.clone() })
    } else {
        (Vec::new(), ZeroStart::New { rules, options, seed: Seed(wanted.seed) })
    };
    let mut curve = Curve::Zero { rules: rules.to_string(), seed: wanted.seed, looks };
    hear(News::Curve(curve.clone()));
    let goal = Goal::Rounds(wanted.goal);
    let settings = ZeroSettings { start, goal, out: Some(file), png: false, force: false };
    let course = match ZeroCourse::begin(&settings) {
        Err(TrainingError::Course(CourseError::RoundsDone { .. })) => return Ok(true),
        begun => begun.map_err(refuse)?,
    };
    let of = wanted.goal;
    let trained = course.run(&Text::new(Language::English), stop, &mut |event| match event {
        ZeroEvent::Round { rounds, .. } => hear(News::Progress(Progress { done: rounds.min(of), of })),
        ZeroEvent::Look(look) => {
            let Curve::Zero { looks, .. } = &mut curve else { return };
            looks.push(look);
            let _ = curve.keep(folder);
            hear(News::Curve(curve.clone()));
        }
    });
    let trained = trained.map_err(refuse)?;
    let progress = Progress { done: trained.model.header.rounds.min(of), of };
    let curve = Curve::Zero { rules: rules.to_string(), seed: wanted.seed, looks: trained.curve };
    finish(&curve, progress, folder, hear)?;
    Ok(!trained.was_stopped)
}

fn finish(
    curve: &Curve,
    progress: Progress,
    folder: &Path,
    hear: &mut (dyn FnMut(News) + Send),
) -> Result<(), Refusal> {
    curve.keep(folder)?;
    hear(News::Curve(curve.clone()));
    hear(News::Progress(progress));
    Ok(())
}

/// Whether a job has a model.
pub(crate) fn has_model(folder: &Path) -> bool {
    fs::metadata(folder.join(MODEL)).is_ok_and(|file| file.is_file())
}
