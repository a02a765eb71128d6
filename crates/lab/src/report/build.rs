//! From a finished run to a report: the seven parts that a lab assignment asks for, and the references.

use super::charts::{Drawing, draw, has_rows};
use super::document::{Block, Document, Point};
use super::grids::grid;
use super::namer::Namer;
use super::numbers::{duration, grouped};
use super::steps;
use crate::experiment::{Run, Shown, Table, finding};
use crate::{Language, Text};

/// A chart of a report, to be written as files too.
pub struct Drawn {
    /// The name of its files, without ending.
    pub name: String,
    /// The chart.
    pub drawing: Drawing,
}

/// Builds the report of a run in a language, with its charts.
#[must_use]
pub fn build(run: &Run, text: &Text) -> (Document, Vec<Drawn>) {
    let namer = Namer { text, experiment: &run.experiment };
    let author = Author { run, namer };
    let language = text.language();
    let mut blocks = Vec::new();
    let part = |key: &str| Block::Part(text.get(&format!("report.part-{key}")).to_string());
    blocks.push(part("task"));
    blocks.extend(paragraphs(run.experiment.question.of(language)));
    blocks.push(part("platform"));
    blocks.push(author.platform());
    blocks.push(part("principle"));
    blocks.extend(paragraphs(run.experiment.principle.of(language)));
    blocks.push(part("steps"));
    blocks.extend(author.steps());
    blocks.push(part("data"));
    let (data, drawn) = author.data();
    blocks.extend(data);
    blocks.push(part("analysis"));
    let (all, answers) = findings(run, text);
    blocks.push(match all.is_empty() {
        true => Block::Paragraph(text.get("report.no-findings").into()),
        false => Block::Points(all),
    });
    blocks.push(part("conclusion"));
    blocks.extend(author.conclusion(answers));
    if !run.experiment.references.is_empty() {
        blocks.push(part("references"));
        blocks.push(Block::Points(run.experiment.references.iter().cloned().map(Point::from).collect()));
    }
    let mode = text.get(if run.environment.mode == "quick" { "report.quick" } else { "report.full" });
    let document = Document {
        language: if language == Language::Chinese { "zh-Hans" } else { "en" },
        title: run.experiment.title.of(language).to_string(),
        subtitle: text.fill(
            "report.subtitle",
            &[
                ("name", &run.experiment.name),
                ("mode", mode),
                ("seed", &run.environment.seed.to_string()),
                ("date", run.environment.ended.get(..10).unwrap_or("")),
            ],
        ),
        blocks,
        footer: text.fill("report.footer", &[("version", &run.environment.kinrow)]),
    };
    (document, drawn)
}

/// What the numbers say: every sentence, and those that answer the question.
#[must_use]
pub fn findings(run: &Run, text: &Text) -> (Vec<Point>, Vec<Point>) {
    let namer = Namer { text, experiment: &run.experiment };
    let (mut all, mut answers) = (Vec::new(), Vec::new());
    for finding in &run.experiment.findings {
        // What only the full run measures is not spoken of after a quick one.
        let Some(table) = run.tables.iter().find(|table| table.name == finding.table) else { continue };
        let said = finding::say(finding, table, &namer);
        let points: Vec<Point> = match said.about {
            Some(text) => vec![Point { text, points: said.points }],
            None => said.points.into_iter().map(Point::from).collect(),
        };
        if finding.is_answer {
            answers.extend(points.clone());
        }
        all.extend(points);
    }
    (all, answers)
}

fn paragraphs(text: &str) -> Vec<Block> {
    let paragraphs =
        text.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    paragraphs.filter(|paragraph| !paragraph.is_empty()).map(Block::Paragraph).collect()
}

struct Author<'a> {
    run: &'a Run,
    namer: Namer<'a>,
}

impl Author<'_> {
    fn platform(&self) -> Block {
        let environment = &self.run.environment;
        let text = self.namer.text;
        let memory = environment.memory_mb.map(|mb| format!("{} MB", grouped(mb.into())));
        let facts = [
            ("program", Some(format!("Kinrow {} ({})", environment.kinrow, environment.build))),
            ("system", Some(format!("{}, {}", environment.system, environment.architecture))),
            ("processor", environment.processor.clone()),
            ("cores", Some(environment.cores.to_string())),
            ("memory", memory),
            ("workers", Some(environment.workers.to_string())),
            ("time", Some(format!("{} – {}", environment.started, environment.ended))),
            ("work", Some(duration(environment.work_seconds))),
        ];
        let named = |(key, fact): (&str, Option<String>)| {
            Some((text.get(&format!("platform.{key}")).to_string(), fact?))
        };
        Block::Facts(facts.into_iter().filter_map(named).collect())
    }

    fn steps(&self) -> Vec<Block> {
        let (run, text) = (self.run, self.namer.text);
        let mut blocks = Vec::new();
        if let Some(words) = &run.experiment.steps {
            blocks.extend(paragraphs(words.of(text.language())));
        }
        let measures = run.experiment.measures.iter();
        blocks.push(Block::Points(
            measures.clone().map(|measure| steps::measure(measure, &self.namer)).collect(),
        ));
        blocks.push(Block::Paragraph(text.get("report.repeat").into()));
        blocks.push(Block::Commands(steps::commands(&self.namer, &run.environment)));
        let mut examples: Vec<String> =
            measures.filter_map(|measure| steps::example(measure, run.environment.seed)).collect();
        examples.dedup();
        if !examples.is_empty() {
            blocks.push(Block::Paragraph(text.get("report.by-hand").into()));
            blocks.push(Block::Commands(examples));
        }
        blocks
    }

    /// Tables, each followed by its charts.
    fn data(&self) -> (Vec<Block>, Vec<Drawn>) {
        let text = self.namer.text;
        let (mut blocks, mut drawn) = (vec![Block::Paragraph(text.get("report.data").into())], Vec::new());
        let (mut tables, mut figures) = (0, 0);
        for table in &self.run.tables {
            let wishes: Vec<&Shown> =
                self.run.experiment.shown.iter().filter(|shown| shown.table == table.name).collect();
            for picture in self.run.experiment.charts.iter().filter(|picture| picture.table == table.name) {
                let Some(drawing) = draw(picture, table, &self.namer) else {
                    blocks.push(Block::Paragraph(text.fill("report.no-chart", &[("name", &picture.name)])));
                    continue;
                };
                figures += 1;
                let caption = picture.caption.of(text.language());
                let caption = if caption.is_empty() { picture.title.of(text.language()) } else { caption };
                let caption =
                    text.fill("report.figure", &[("number", &figures.to_string()), ("caption", caption)]);
                blocks.push(Block::Chart { name: picture.name.clone(), svg: drawing.to_svg(), caption });
                drawn.push(Drawn { name: picture.name.clone(), drawing });
            }
            let mut show = |shown: Option<&Shown>, table: &Table| {
                tables += 1;
                let title = shown.map_or(table.name.as_str(), |shown| shown.title.of(text.language()));
                let caption =
                    text.fill("report.table", &[("number", &tables.to_string()), ("caption", title)]);
                blocks.push(Block::Grid(grid(table, shown, caption, &self.namer)));
            };
            if wishes.is_empty() {
                show(None, table);
            }
            for shown in wishes.into_iter().filter(|shown| has_rows(table, &shown.filter)) {
                show(Some(shown), table);
            }
        }
        (blocks, drawn)
    }

    fn conclusion(&self, answers: Vec<Point>) -> Vec<Block> {
        let (run, text) = (self.run, self.namer.text);
        let mut blocks = Vec::new();
        blocks.push(match answers.is_empty() {
            true => Block::Paragraph(text.get("report.no-answer").into()),
            false => Block::Points(answers),
        });
        if run.environment.mode == "quick" {
            blocks.push(Block::Paragraph(text.get("report.quick-note").into()));
        }
        blocks.push(Block::Heading(text.get("report.discussion").into()));
        match run.discussion.trim().is_empty() {
            true => blocks.push(Block::Room(text.get("report.discussion-empty").into())),
            false => blocks.push(Block::Written(run.discussion.trim().to_string())),
        }
        blocks
    }
}
