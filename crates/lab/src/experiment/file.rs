//! An experiment as its file tells it: a question, what is measured, and what the report shows of it.

use kinrow_game::excerpt;
use toml::de::DeTable;

use super::check::Known;
use super::finding::{self, Finding};
use super::measure::Measure;
use super::mistake::{LineError, Mistake};
use super::picture::{Picture, Shown};
use super::plan::{self, Task};
use super::reader::{Entry, Fields, Source};
use super::words::Words;

/// How thorough a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Everything.
    Full,
    /// What a minute allows.
    Quick,
}

/// An experiment, read and checked for one mode.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its name, also that of its folder.
    pub name: String,
    /// Where randomness comes from, unless the run says otherwise.
    pub seed: u64,
    /// In a few words.
    pub title: Words,
    /// What is asked.
    pub question: Words,
    /// The algorithm in short.
    pub principle: Words,
    /// What there is to say about how it is done, beyond what the measures say themselves.
    pub steps: Option<Words>,
    /// Whom the author relies on.
    pub references: Vec<String>,
    /// What words of the data are called.
    pub names: Vec<(String, Words)>,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// Which tables are shown, and how; a table that is not named is shown in full.
    pub shown: Vec<Shown>,
    /// The charts.
    pub charts: Vec<Picture>,
    /// What to look for.
    pub findings: Vec<Finding>,
    /// Which mode it was read for.
    pub mode: Mode,
}

const KEYS: &[&str] = &[
    "format",
    "name",
    "seed",
    "title",
    "question",
    "principle",
    "steps",
    "references",
    "names",
    "measure",
    "data",
    "chart",
    "finding",
];

/// More tasks than this are a mistake.
const MOST_TASKS: u64 = 100_000;

impl Experiment {
    /// Reads an experiment; `file` is what errors call it.
    ///
    /// # Errors
    /// The first mistake, with its line.
    pub fn parse(file: &str, text: &str, mode: Mode) -> Result<Experiment, LineError> {
        let source = Source { file, text };
        let root = DeTable::parse(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            source.at(offset, Mistake::Toml { why: excerpt(&error.message().replace('\n', " ")) })
        })?;
        let fields = Fields::new(&source, root.get_ref(), 0, "an experiment", KEYS)?;
        let format = fields.need("format")?;
        if format.whole(0, u64::MAX)? != 1 {
            return Err(format.wrong(Mistake::Format { given: format.whole(0, u64::MAX)?.to_string() }));
        }
        let list = |key| fields.get(key).map_or(Ok(Vec::new()), |entry| entry.list());
        let mut measures = Vec::new();
        for entry in fields.need("measure")?.list()? {
            measures.extend(Measure::read(entry, mode == Mode::Quick)?);
        }
        if measures.is_empty() {
            let mode = if mode == Mode::Quick { "quick" } else { "full" };
            return Err(fields.need("measure")?.wrong(Mistake::Nothing { mode: mode.into() }));
        }
        // Charts and findings may speak of what only the full run measures.
        let all: Vec<Measure> = {
            let entries = fields.need("measure")?.list()?;
            entries
                .into_iter()
                .filter_map(|entry| Measure::read(entry, false).transpose())
                .collect::<Result<_, _>>()?
        };
        let known = Known::of(&all);
        let pictures = list("chart")?;
        let numbered = |(at, entry): (usize, Entry<'_>)| Picture::read(entry, at + 1, &known);
        let experiment = Experiment {
            name: fields.need("name")?.name()?.into(),
            seed: fields.get("seed").map_or(Ok(1), |entry| entry.whole(0, u64::from(u32::MAX)))?,
            title: Words::read(fields.need("title")?)?,
            question: Words::read(fields.need("question")?)?,
            principle: Words::optional(&fields, "principle")?.unwrap_or_default(),
            steps: Words::optional(&fields, "steps")?,
            references: fields.get("references").map_or(Ok(Vec::new()), |entry| entry.texts())?,
            names: names(&fields)?,
            measures,
            shown: list("data")?
                .into_iter()
                .map(|entry| Shown::read(entry, &known))
                .collect::<Result<_, _>>()?,
            charts: pictures.into_iter().enumerate().map(numbered).collect::<Result<_, _>>()?,
            findings: list("finding")?
                .into_iter()
                .map(|entry| finding::read(entry, &known))
                .collect::<Result<_, _>>()?,
            mode,
        };
        for (at, chart) in experiment.charts.iter().enumerate() {
            if experiment.charts[..at].iter().any(|other| other.name == chart.name) {
                let mistake = Mistake::SameChart { name: super::mistake::quoted(&chart.name) };
                return Err(list("chart")?[at].wrong(mistake));
            }
        }
        let tasks = experiment.tasks(experiment.seed).len() as u64;
        if tasks > MOST_TASKS {
            return Err(fields.need("measure")?.wrong(Mistake::TooMany { tasks, most: MOST_TASKS }));
        }
        Ok(experiment)
    }

    /// All tasks, in order.
    #[must_use]
    pub fn tasks(&self, seed: u64) -> Vec<Task> {
        self.measures
            .iter()
            .enumerate()
            .flat_map(|(number, measure)| plan::tasks(number, measure, seed))
            .collect()
    }

    /// Seconds of work on the machine of whoever wrote the file; `None` when a measure does not say.
    #[must_use]
    pub fn seconds(&self) -> Option<f64> {
        self.measures.iter().map(|measure| measure.seconds).sum()
    }
}

fn names(fields: &Fields<'_>) -> Result<Vec<(String, Words)>, LineError> {
    let Some(entry) = fields.get("names") else { return Ok(Vec::new()) };
    let name = |(word, entry): (&str, Entry<'_>)| Ok((word.to_string(), Words::read(entry)?));
    entry.entries()?.into_iter().map(name).collect()
}
