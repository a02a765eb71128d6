//! What a file holds, told by its first bytes, so that one thing is never written over another.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use kinrow_agent::{GameRecord, TREE_FORMAT};

use crate::exchange::Format;
use crate::{curves, states, store};

/// What Kinrow can recognise, whoever wrote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// What a training learned.
    Model,
    /// The curve of a training, as a table.
    Curve,
    /// The tree of a search.
    Tree,
    /// Games in one of the formats.
    Games(Format),
    /// Every position of a game, as a table.
    States,
    /// A chart, or any other drawing.
    Svg,
    /// A chart, or any other picture.
    Png,
    /// The record of games.
    Record,
    /// Some other SQLite file.
    Database,
    /// An experiment.
    Experiment,
    /// The journal of an experiment's run.
    Journal,
    /// The dialogue with another program.
    Dialogue,
}

/// More than any beginning by which a file is told.
const HEAD: u64 = 8192;

impl Kind {
    /// What the file at `path` holds; `None` when it could be anything.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_file(path: &Path) -> std::io::Result<Option<Kind>> {
        let mut head = Vec::new();
        File::open(path)?.take(HEAD).read_to_end(&mut head)?;
        Ok(Kind::of_head(&head))
    }

    /// What a file with this beginning holds.
    fn of_head(head: &[u8]) -> Option<Kind> {
        if head.starts_with(kinrow_learn::Model::MAGIC) {
            return Some(Kind::Model);
        }
        if head.starts_with(b"\x89PNG\r\n\x1a\n") {
            return Some(Kind::Png);
        }
        if head.starts_with(b"SQLite format 3\0") {
            return Some(if store::is_ours(head) { Kind::Record } else { Kind::Database });
        }
        let text = String::from_utf8_lossy(head);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if let Some(rest) = text.strip_prefix('{') {
            return of_json(rest);
        }
        let begins = |beginning: &str| text.starts_with(beginning.trim_end());
        let is_drawing = begins("<svg") || (begins("<?xml") && text.contains("<svg"));
        let is_experiment = || ["\n[[measure]]", "\n[question]"].iter().all(|part| text.contains(part));
        match () {
            () if begins(curves::HEAD) => Some(Kind::Curve),
            () if begins(states::HEAD) => Some(Kind::States),
            () if begins(&Format::Csv.head()) => Some(Kind::Games(Format::Csv)),
            () if begins("Piskvorky ") => Some(Kind::Games(Format::Psq)),
            () if begins("(;") => Some(Kind::Games(Format::Sgf)),
            () if is_drawing => Some(Kind::Svg),
            () if is_dialogue(text) => Some(Kind::Dialogue),
            () if is_experiment() => Some(Kind::Experiment),
            () => None,
        }
    }

    /// In a few words, which the text catalogues translate.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Model => "a trained model",
            Kind::Curve => "the curve of a training",
            Kind::Tree => "a search tree",
            Kind::Games(Format::Json) => "games as JSON",
            Kind::Games(Format::Psq) => "a game as psq",
            Kind::Games(Format::Sgf) => "games as SGF",
            Kind::Games(Format::Csv) => "a table of games",
            Kind::States => "a table of positions",
            Kind::Svg => "an SVG picture",
            Kind::Png => "a PNG picture",
            Kind::Record => "a record of games",
            Kind::Database => "a database",
            Kind::Experiment => "an experiment",
            Kind::Journal => "the journal of an experiment",
            Kind::Dialogue => "the log of a program",
        }
    }
}

/// What a JSON file holds that goes on like this.
fn of_json(rest: &str) -> Option<Kind> {
    let dense: String = rest.chars().filter(|c| !c.is_whitespace()).collect();
    let format = |name: &str| dense.contains(&format!("\"format\":\"{name}\""));
    if format(GameRecord::FORMAT) {
        Some(Kind::Games(Format::Json))
    } else if format(TREE_FORMAT) {
        Some(Kind::Tree)
    } else if dense.starts_with("\"format\":1,\"experiment\":\"") {
        Some(Kind::Journal)
    } else {
        None
    }
}

/// Whether a text begins with a line of a dialogue: a program's number and who speaks.
fn is_dialogue(text: &str) -> bool {
    let rest = text.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    rest.is_some_and(|(number, line)| {
        number.parse::<u32>().is_ok() && ["< ", "> ", "! ", "- "].iter().any(|mark| line.starts_with(mark))
    })
}
