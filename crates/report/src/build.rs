//! From a finished run to a report: the seven parts that a lab assignment asks for, the references, and the times as an appendix.

use super::bibliography;
use super::charts::{draw, has_rows};
use super::document::{Block, Document, Point};
use super::findings::{Findings, findings};
use super::formulas;
use super::games::GamesOf;
use super::grids::{Clocks, grid};
use super::steps;
use kinrow_chart::Chart;
use kinrow_lab::Namer;
use kinrow_lab::experiment::{ChartSpec, Origin, Run, Shown, Table};
use kinrow_text::Text;
use kinrow_text::numbers::grouped;
use kinrow_text::replace_citations;

/// A chart of a report, to be written as files too.
pub struct NamedChart {
    /// The name of its files, without ending.
    pub name: String,
    /// The chart.
    pub chart: Chart,
}

/// What a report shows only on request.
#[derive(Clone, Default, Debug)]
pub struct Wishes {
    /// Wall time beside processor time.
    pub wall_time: bool,
    /// Games that somebody played.
    pub games: Option<GamesOf>,
}

/// Builds the report of a run in a language, with its charts.
#[must_use]
pub fn build(run: &Run, text: &Text, wishes: &Wishes) -> (Document, Vec<NamedChart>) {
    let namer = Namer { text, experiment: &run.experiment };
    let mut author = Author { run, namer, wishes, works: works(run), tables: 0, figures: 0 };
    let language = text.language();
    let mut blocks = Vec::new();
    let part = |key: &str| Block::Part(text.get(&format!("report.part-{key}")).to_string());
    blocks.push(part("task"));
    blocks.extend(author.paragraphs(run.experiment.question.of(language)));
    blocks.push(part("platform"));
    blocks.push(author.platform());
    blocks.push(part("principle"));
    blocks.extend(author.paragraphs(run.experiment.principle.of(language)));
    blocks.extend(author.formulas());
    blocks.push(part("steps"));
    blocks.extend(author.steps());
    blocks.push(part("data"));
    let (data, mut drawn) = author.data();
    blocks.extend(data);
    blocks.push(part("analysis"));
    let Findings { all, answers, times } = findings(run, text);
    blocks.push(match all.is_empty() {
        true => Block::Paragraph(text.get("report.no-findings").into()),
        false => Block::Points(all),
    });
    blocks.push(part("conclusion"));
    blocks.extend(author.conclusion(answers));
    if !author.works.is_empty() {
        blocks.push(part("references"));
        blocks.push(Block::References(author.works.iter().map(|(_, work)| work.clone()).collect()));
    }
    blocks.push(part("times"));
    let (times, charts) = author.times(times);
    blocks.extend(times);
    drawn.extend(charts);
    let mode = text.get(if run.environment.mode == "quick" { "report.quick" } else { "report.full" });
    let document = Document {
        language: text.get("report.language").to_string(),
        title: run.experiment.title.of(language).to_string(),
        subtitle: text.fill(
            "report.subtitle",
            &[("name", &run.experiment.name), ("mode", mode), ("seed", &run.environment.seed.to_string())],
        ),
        title_page: author.title_page(),
        blocks: blocks.into_iter().map(|block| author.cited(block)).collect(),
        footer: text.fill("report.footer", &[("version", &run.environment.kinrow)]),
    };
    (document, drawn)
}

/// The works that a report lists: the author's own, then those of its formulas, with their keys.
fn works(run: &Run) -> Vec<(String, String)> {
    let own = run.experiment.references.iter();
    let mut works: Vec<(String, String)> =
        own.map(|reference| (reference.key.clone(), reference.text.clone())).collect();
    for key in formulas::used(&run.experiment).iter().flat_map(|formula| formula.works) {
        if let Some(text) = bibliography::work(key).filter(|_| !works.iter().any(|(known, _)| known == key)) {
            works.push(((*key).to_string(), text.to_string()));
        }
    }
    works
}

pub(super) struct Author<'a> {
    pub run: &'a Run,
    pub namer: Namer<'a>,
    pub wishes: &'a Wishes,
    /// The works that are cited, by their keys.
    works: Vec<(String, String)>,
    /// Tables and figures so far.
    tables: usize,
    figures: usize,
}

impl Author<'_> {
    fn paragraphs(&self, text: &str) -> Vec<Block> {
        let paragraphs =
            text.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
        paragraphs.filter(|paragraph| !paragraph.is_empty()).map(Block::Paragraph).collect()
    }

    /// A citation by the number of its work; `None` when there is no such work.
    fn number_of(&self, key: &str) -> Option<String> {
        self.works.iter().position(|(known, _)| known == key).map(|at| format!("[@{}]", at + 1))
    }

    /// A block whose citations are numbers.
    fn cited(&self, block: Block) -> Block {
        let cited = |text: String| replace_citations(&text, |key| self.number_of(key));
        match block {
            Block::Paragraph(text) => Block::Paragraph(cited(text)),
            Block::Written(text) => Block::Written(cited(text)),
            Block::Chart { name, svg, caption } => Block::Chart { name, svg, caption: cited(caption) },
            Block::Points(points) => {
                let point = |point: Point| Point {
                    text: cited(point.text),
                    points: point.points.into_iter().map(cited).collect(),
                };
                Block::Points(points.into_iter().map(point).collect())
            }
            other => other,
        }
    }

    /// Who wrote it, where anybody is named; what is not given is left for a pen.
    fn title_page(&self) -> Vec<(String, String)> {
        let author = &self.run.author;
        if !author.is_named() {
            return Vec::new();
        }
        let lines = [
            ("name", &author.name),
            ("number", &author.number),
            ("class", &author.class),
            ("date", &author.date),
        ];
        let line = |(key, text): (&str, &Option<String>)| {
            let name = self.namer.text.get(&format!("report.author-{key}")).to_string();
            (name, text.clone().unwrap_or_default())
        };
        lines.map(line).into()
    }

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
        ];
        let named = |(key, fact): (&str, Option<String>)| {
            Some((text.get(&format!("platform.{key}")).to_string(), fact?))
        };
        Block::Facts(facts.into_iter().filter_map(named).collect())
    }

    /// The formulas of what was measured and computed, each with whose it is.
    fn formulas(&self) -> Vec<Block> {
        let text = self.namer.text;
        let used = formulas::used(&self.run.experiment);
        let mut blocks = Vec::new();
        if !used.is_empty() {
            blocks.push(Block::Heading(text.get("report.formulas").into()));
        }
        for formula in used {
            let works: String = formula.works.iter().map(|key| format!("[@{key}]")).collect();
            let key = format!("formula.{}", formula.name);
            let about = text.get(&key);
            blocks
                .push(Block::Paragraph(text.fill("report.formula", &[("about", about), ("works", &works)])));
            blocks.push(Block::Formula(formula.latex.to_string()));
        }
        blocks
    }

    fn steps(&self) -> Vec<Block> {
        let (run, text) = (self.run, self.namer.text);
        let mut blocks = Vec::new();
        if let Some(words) = &run.experiment.steps {
            blocks.extend(self.paragraphs(words.of(text.language())));
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

    /// Tables, each followed by its charts, and games that were asked for.
    fn data(&mut self) -> (Vec<Block>, Vec<NamedChart>) {
        let (run, text) = (self.run, self.namer.text);
        let (mut blocks, mut drawn) = (vec![Block::Paragraph(text.get("report.data").into())], Vec::new());
        for table in run.tables.iter().filter(|table| !self.is_timed(&table.name)).collect::<Vec<_>>() {
            let specs = run.experiment.charts.iter().filter(|spec| spec.table == table.name);
            for spec in specs.filter(|spec| !self.is_timed_chart(spec)).collect::<Vec<_>>() {
                let (block, chart) = self.chart(spec, table);
                blocks.push(block);
                drawn.extend(chart);
            }
            let wishes: Vec<&Shown> =
                run.experiment.shown.iter().filter(|shown| shown.table == table.name).collect();
            let mut show = |author: &mut Self, shown: Option<&Shown>| {
                let made = grid(table, shown, &author.namer, Clocks::No, false);
                let caption = author.caption_of_table(shown, table, false);
                blocks.push(Block::Grid(super::Grid { caption, ..made }));
            };
            if wishes.is_empty() {
                show(self, None);
            }
            for shown in wishes.into_iter().filter(|shown| has_rows(table, &shown.filter)) {
                show(self, Some(shown));
            }
        }
        if let Some(games) = &self.wishes.games {
            blocks.extend(games.blocks(text, &mut self.tables));
        }
        (blocks, drawn)
    }

    /// The next table's number and what it holds.
    pub(super) fn caption_of_table(
        &mut self,
        shown: Option<&Shown>,
        table: &Table,
        is_of_times: bool,
    ) -> String {
        let text = self.namer.text;
        self.tables += 1;
        let title = shown.map_or(table.name.as_str(), |shown| shown.title.of(text.language()));
        let title =
            if is_of_times { text.fill("report.times-title", &[("title", title)]) } else { title.into() };
        text.fill("report.table", &[("number", &self.tables.to_string()), ("caption", &title)])
    }

    /// A chart, or a word that there is nothing to draw.
    pub(super) fn chart(&mut self, spec: &ChartSpec, table: &Table) -> (Block, Option<NamedChart>) {
        let text = self.namer.text;
        let Some(chart) = draw(spec, table, &self.namer) else {
            return (Block::Paragraph(text.fill("report.no-chart", &[("name", &spec.name)])), None);
        };
        self.figures += 1;
        let caption = spec.caption.of(text.language());
        let caption = if caption.is_empty() { spec.title.of(text.language()) } else { caption };
        let caption =
            text.fill("report.figure", &[("number", &self.figures.to_string()), ("caption", caption)]);
        let block = Block::Chart { name: spec.name.clone(), svg: chart.to_svg(), caption };
        (block, Some(NamedChart { name: spec.name.clone(), chart }))
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
        let stopped = self.stopped_early();
        if !stopped.is_empty() {
            let list = stopped.join(text.get("finding.list-separator"));
            blocks.push(Block::Paragraph(text.fill("report.stopped-early", &[("list", &list)])));
        }
        blocks.push(Block::Heading(text.get("report.discussion").into()));
        match run.discussion.trim().is_empty() {
            true => blocks.push(Block::Room(text.get("report.discussion-empty").into())),
            false => blocks.push(Block::Written(run.discussion.trim().to_string())),
        }
        blocks
    }

    /// Trainings that learned for fewer episodes than in the full run.
    fn stopped_early(&self) -> Vec<String> {
        let text = self.namer.text;
        let mut stopped = Vec::new();
        for participant in self.run.experiment.measures.iter().flat_map(|measure| &measure.participants) {
            let [done, full] = match &participant.origin {
                Origin::Agent(_) => continue,
                Origin::Learner(learner) => [learner.episodes, learner.full_episodes],
                Origin::Network(network) => [network.rounds, network.full_rounds],
            };
            if done < full {
                let [done, full] = [done, full].map(|n| grouped(n.into()));
                let name = self.namer.name(&participant.name);
                let told =
                    text.fill("report.stopped-after", &[("name", &name), ("done", &done), ("full", &full)]);
                if !stopped.contains(&told) {
                    stopped.push(told);
                }
            }
        }
        stopped
    }
}
