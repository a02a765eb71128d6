//! An experiment as its file tells it: a question, what is measured, and what the report shows of it.

use super::author::Author;
use super::check::Known;
use super::finding::{self, Finding};
use super::measure::{MOST_TASKS, Measure};
use super::mistake::{LineError, Mistake};
use super::number::Number;
use super::reader::{Entry, Fields, Source, parse};
use super::sharing;
use super::shown::{ChartSpec, Shown};
use super::words::Words;
use kinrow_text::cited;
use serde::{Deserialize, Serialize};

/// How thorough a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    /// Whose report it is, unless the run says otherwise.
    pub author: Author,
    /// Whom the author relies on.
    pub references: Vec<Reference>,
    /// What words of the data are called.
    pub names: Vec<(String, Words)>,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// Which tables are shown, and how; a table that is not named is shown in full.
    pub shown: Vec<Shown>,
    /// The charts.
    pub charts: Vec<ChartSpec>,
    /// What to look for.
    pub findings: Vec<Finding>,
    /// Which mode it was read for.
    pub mode: Mode,
}

/// A work that is cited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// What texts cite it by; its number when it has no other.
    pub key: String,
    /// As it is listed.
    pub text: String,
}

const KEYS: &[&str] = &[
    "format",
    "name",
    "seed",
    "title",
    "question",
    "principle",
    "steps",
    "author",
    "references",
    "names",
    "measure",
    "data",
    "chart",
    "finding",
];

impl Experiment {
    /// Reads an experiment; `file` is what errors call it.
    ///
    /// # Errors
    /// The first mistake, with its line.
    pub fn parse(file: &str, text: &str, mode: Mode) -> Result<Experiment, LineError> {
        let source = Source { file, text };
        let root = parse(&source)?;
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
        let tasks = measures.iter().map(Measure::tasks).fold(Number::from(0), |sum, tasks| sum + tasks);
        if tasks.exact().is_none_or(|tasks| tasks > MOST_TASKS) {
            return Err(fields.need("measure")?.wrong(Mistake::too_many(tasks)));
        }
        // Charts and findings may speak of what only the full run measures.
        let mut all = Vec::new();
        for entry in fields.need("measure")?.list()? {
            all.extend(Measure::read(entry, false)?.map(|measure| (entry, measure)));
        }
        sharing::check(&all)?;
        let all: Vec<Measure> = all.into_iter().map(|(_, measure)| measure).collect();
        let known = Known::of(&all, &measures);
        let charts = list("chart")?;
        let numbered = |(at, entry): (usize, Entry<'_>)| ChartSpec::read(entry, at + 1, &known);
        let experiment = Experiment {
            name: fields.need("name")?.name()?.into(),
            seed: fields.get("seed").map_or(Ok(1), |entry| entry.whole(0, u64::from(u32::MAX)))?,
            title: Words::read(fields.need("title")?)?,
            question: Words::read(fields.need("question")?)?,
            principle: Words::optional(&fields, "principle")?.unwrap_or_default(),
            steps: Words::optional(&fields, "steps")?,
            author: fields.get("author").map_or(Ok(Author::default()), Author::read)?,
            references: references(&fields)?,
            names: names(&fields)?,
            measures,
            shown: list("data")?
                .into_iter()
                .map(|entry| Shown::read(entry, &known))
                .collect::<Result<_, _>>()?,
            charts: charts.into_iter().enumerate().map(numbered).collect::<Result<_, _>>()?,
            findings: list("finding")?
                .into_iter()
                .map(|entry| finding::read(entry, &known))
                .collect::<Result<_, _>>()?,
            mode,
        };
        check_citations(&fields, &experiment.references)?;
        for (at, chart) in experiment.charts.iter().enumerate() {
            if experiment.charts[..at].iter().any(|other| other.name == chart.name) {
                let mistake = Mistake::SameChart { name: super::mistake::quoted(&chart.name) };
                return Err(list("chart")?[at].wrong(mistake));
            }
        }
        Ok(experiment)
    }

    /// Seconds of work on the machine of whoever wrote the file; `None` when a measure does not say.
    #[must_use]
    pub fn seconds(&self) -> Option<f64> {
        self.measures.iter().map(|measure| measure.seconds).sum()
    }
}

/// The works that texts may cite: a text, or a table with its key.
fn references(fields: &Fields<'_>) -> Result<Vec<Reference>, LineError> {
    let mut references: Vec<Reference> = Vec::new();
    for entry in fields.get("references").map_or(Ok(Vec::new()), |entry| entry.list())? {
        let number = (references.len() + 1).to_string();
        let reference = if entry.is_table() {
            let fields = entry.fields("a reference", &["key", "text"])?;
            let key = fields.get("key").map(|entry| entry.name()).transpose()?;
            let text = fields.need("text")?.text()?.to_string();
            Reference { key: key.map_or(number, String::from), text }
        } else {
            Reference { key: number, text: entry.text()?.to_string() }
        };
        if references.iter().any(|known| known.key == reference.key) {
            let mistake = Mistake::SameReference { key: super::mistake::quoted(&reference.key) };
            return Err(entry.wrong(mistake));
        }
        references.push(reference);
    }
    Ok(references)
}

/// Refuses citations of nothing, wherever they stand.
fn check_citations(fields: &Fields<'_>, references: &[Reference]) -> Result<(), LineError> {
    for (entry, text) in fields.keys().flat_map(|(_, entry)| entry.all_texts()) {
        for (at, _) in text.match_indices("[@") {
            let Some((key, _)) = cited(text, at) else { continue };
            if !references.iter().any(|reference| reference.key == key) {
                let known: Vec<&str> = references.iter().map(|reference| reference.key.as_str()).collect();
                let (given, known) = (super::mistake::quoted(&format!("[@{key}]")), known.join(", "));
                return Err(entry.wrong(Mistake::Citation { given, known }));
            }
        }
    }
    Ok(())
}

fn names(fields: &Fields<'_>) -> Result<Vec<(String, Words)>, LineError> {
    let Some(entry) = fields.get("names") else { return Ok(Vec::new()) };
    let name = |(word, entry): (&str, Entry<'_>)| Ok((word.to_string(), Words::read(entry)?));
    entry.entries()?.into_iter().map(name).collect()
}
