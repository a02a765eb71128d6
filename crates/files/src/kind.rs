//! What a file holds, told by its first bytes, so that one thing is never written over another.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use kinrow_agent::{GameRecord, TREE_FORMAT};

/// What Kinrow can recognise, whoever wrote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// What a training learned.
    Model,
    /// A network that was trained, with its training.
    Network,
    /// A network for other programs.
    Onnx,
    /// The curve of a training, as a table.
    Curve,
    /// The tree of a search.
    Tree,
    /// Games as JSON.
    Json,
    /// A game as psq.
    Psq,
    /// Games in the Smart Game Format.
    Sgf,
    /// Games as a table.
    Csv,
    /// Every position of a game, as a table.
    States,
    /// Openings for contests.
    Openings,
    /// The weights of the engine.
    Weights,
    /// Puzzles.
    Puzzles,
    /// A proof of who wins.
    Proof,
    /// A solve that was stopped.
    Solve,
    /// A book of openings.
    Book,
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

/// How a model begins.
const MODEL: &[u8] = b"KINROW MODEL ";

/// How a trained network begins.
const NETWORK: &[u8] = b"KINROW ZERO ";

/// How a network begins that was written for other programs: the version of the format, and by whom.
const ONNX: &[u8] = b"\x08\x07\x12\x06kinrow";

/// The first line of a table of games.
const GAMES: &str =
    "rules,x,o,result,reason,detail,plies,seed,x_limits,o_limits,x_time_ms,o_time_ms,start,opening,moves";

/// How the first line of a training's curve begins, whichever Kinrow wrote it: columns were added at the end.
const CURVE_BEGINS: &str = "episode,random_wins,random_draws,random_losses,perfect_wins,";

/// The first line of a training's curve.
pub const CURVE: &str = "episode,random_wins,random_draws,random_losses,perfect_wins,perfect_draws,perfect_losses,\
    self_x_wins,self_draws,self_o_wins,audit_losses_x,audit_losses_o,fitness_min,fitness_mean,fitness_max,\
    train_x_wins,train_draws,train_o_wins,mcts_wins,mcts_draws,mcts_losses,alphabeta_wins,alphabeta_draws,\
    alphabeta_losses,mistakes,judged\n";

/// The first line of the curve of a network's training.
pub const NETWORK_CURVE: &str = "round,games,positions,policy_loss,value_loss,random_wins,random_draws,random_losses,\
    mcts_wins,mcts_draws,mcts_losses,audit_losses_x,audit_losses_o,elo,earlier_wins,earlier_draws,earlier_losses\n";

/// The first line of a table of positions.
pub const STATES: &str = "board,number,to_move,value,plies\n";

/// How a file of openings begins that Kinrow has found.
pub const OPENINGS: &str = "# kinrow openings ";

/// How the weights of the engine begin, whatever their version.
const WEIGHTS: &str = "kinrow weights ";
/// How a file of puzzles begins; its version follows.
pub const PUZZLES: &str = "kinrow puzzles ";

/// How a proof begins; its version follows.
const PROOF: &str = "kinrow proof ";

/// How a solve begins that goes on from a file; its version follows.
const SOLVE: &str = "kinrow solve ";
/// How a book begins; its version follows.
const BOOK: &str = "kinrow book ";

/// `KinR` as a number: marks our SQLite files, for us and for `file`.
pub const RECORD_ID: i32 = 0x4B69_6E52;

/// Where an SQLite file has that number.
const RECORD_ID_AT: usize = 68;

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
        if head.starts_with(MODEL) {
            return Some(Kind::Model);
        }
        if head.starts_with(NETWORK) {
            return Some(Kind::Network);
        }
        if head.starts_with(ONNX) {
            return Some(Kind::Onnx);
        }
        if head.starts_with(b"\x89PNG\r\n\x1a\n") {
            return Some(Kind::Png);
        }
        if head.starts_with(b"SQLite format 3\0") {
            return Some(if is_record(head) { Kind::Record } else { Kind::Database });
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
            () if begins(CURVE_BEGINS) || begins(NETWORK_CURVE) => Some(Kind::Curve),
            () if begins(STATES) => Some(Kind::States),
            () if begins(OPENINGS) => Some(Kind::Openings),
            () if begins(WEIGHTS) => Some(Kind::Weights),
            () if begins(PUZZLES) => Some(Kind::Puzzles),
            () if begins(PROOF) => Some(Kind::Proof),
            () if begins(SOLVE) => Some(Kind::Solve),
            () if begins(BOOK) => Some(Kind::Book),
            () if begins(GAMES) => Some(Kind::Csv),
            () if begins("Piskvorky ") => Some(Kind::Psq),
            () if begins("(;") => Some(Kind::Sgf),
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
            Kind::Network => "a trained network",
            Kind::Onnx => "a network as ONNX",
            Kind::Curve => "the curve of a training",
            Kind::Tree => "a search tree",
            Kind::Json => "games as JSON",
            Kind::Psq => "a game as psq",
            Kind::Sgf => "games as SGF",
            Kind::Csv => "a table of games",
            Kind::States => "a table of positions",
            Kind::Openings => "openings",
            Kind::Weights => "weights of the engine",
            Kind::Puzzles => "puzzles",
            Kind::Proof => "a proof",
            Kind::Solve => "a solve to go on with",
            Kind::Book => "a book of openings",
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
        Some(Kind::Json)
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

/// Whether an SQLite file that begins like this is a record of games.
fn is_record(head: &[u8]) -> bool {
    head.get(RECORD_ID_AT..).is_some_and(|rest| rest.starts_with(&RECORD_ID.to_be_bytes()))
}
