//! What pages and program say to each other; docs/protocol.md tells what each field means.

use std::collections::BTreeMap;

use kinrow_jobs::{GameLine, JobView, ModelView, PlayedGame, Wanted};
use kinrow_session::{AnalysisView, Branch, Ended, GameView, PlayerChoice, Sought, SuitedView, TreeView};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::code::Role;
use crate::error::WebError;
use crate::exchange::TreeItem;
use crate::library::message::{
    ComposedPuzzles, ExportedGames, GamesView, JudgedMove, OpenedGame, PuzzleView, ShippedModel, SoughtGames,
};

/// The version of the protocol.
pub(crate) const PROTOCOL: u64 = 1;

/// What a page may ask.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    Hello {
        protocol: u64,
        #[serde(default)]
        session: Option<String>,
        #[serde(default)]
        lang: Option<String>,
        #[serde(default)]
        owner: Option<String>,
    },
    Language {
        lang: String,
    },
    New {
        #[serde(default)]
        rules: Option<String>,
        #[serde(default)]
        position: Option<String>,
        #[serde(default)]
        moves: Option<String>,
        x: PlayerChoice,
        o: PlayerChoice,
        #[serde(default)]
        opening: Option<String>,
        #[serde(default)]
        ended: Option<Ended>,
    },
    Choose {
        colour: String,
    },
    Players {
        x: PlayerChoice,
        o: PlayerChoice,
    },
    Play {
        #[serde(rename = "move")]
        mv: String,
    },
    Undo {},
    Redo {},
    Goto {
        ply: u64,
    },
    Line {
        moves: String,
        ply: u64,
        #[serde(default)]
        ended: Option<Ended>,
    },
    Resign {},
    Clock {},
    Record {},
    Auto {
        on: bool,
        #[serde(default)]
        delay_ms: Option<u64>,
    },
    Step {},
    Stop {},
    Hint {},
    Check {
        position: String,
    },
    Offers {
        rules: String,
    },
    Analyse {
        on: bool,
        #[serde(default)]
        spec: Option<String>,
        #[serde(default)]
        limits: Option<String>,
        #[serde(default)]
        endless: bool,
    },
    Review {},
    Read {
        text: String,
        rules: String,
    },
    Write {
        start: String,
        nodes: Vec<TreeItem>,
    },
    Opinion {
        spec: String,
        #[serde(default)]
        limits: Option<String>,
        #[serde(default)]
        moves: Option<String>,
    },
    Puzzles {},
    Puzzle {
        #[serde(default)]
        number: Option<u32>,
        #[serde(default)]
        text: Option<String>,
    },
    Solve {
        #[serde(rename = "move")]
        mv: String,
    },
    Solution {},
    Compose {
        board: String,
        #[serde(default)]
        kind: Option<String>,
    },
    Recorded {
        #[serde(default)]
        sought: SoughtGames,
        #[serde(default)]
        offset: u64,
        limit: u64,
    },
    Open {
        game: i64,
    },
    Export {
        format: String,
        #[serde(default)]
        sought: SoughtGames,
        #[serde(default)]
        game: Option<i64>,
    },
    Models {},
    Tree {
        spec: String,
        #[serde(default)]
        limits: Option<String>,
        #[serde(default)]
        depth: Option<u32>,
    },
    Branch {
        tree: u64,
        path: Vec<String>,
        from: usize,
        count: usize,
    },
    Seek {
        tree: u64,
        path: Vec<String>,
        #[serde(default, rename = "move")]
        mv: Option<String>,
    },
    Steps {
        spec: String,
        #[serde(default)]
        position: Option<String>,
        #[serde(default)]
        tree: Option<String>,
        #[serde(default)]
        limits: Option<String>,
    },
    Show {
        view: Option<String>,
    },
    Follow {
        on: bool,
    },
    Learning {
        method: String,
        #[serde(default)]
        options: String,
        rules: String,
        games: u64,
    },
    Jobs {},
    Begin {
        job: Wanted,
    },
    Manage {
        job: u64,
        to: Manage,
    },
    Chart {
        jobs: Vec<u64>,
        #[serde(default)]
        width: Option<u32>,
    },
    Table {
        job: u64,
    },
    Games {
        job: u64,
        #[serde(default)]
        from: u64,
    },
    Game {
        job: u64,
        game: i64,
    },
    Experiments {},
    Experiment {
        name: String,
    },
    Examine {
        text: String,
    },
    Report {
        job: u64,
    },
    Keep {
        job: u64,
        label: String,
    },
    Forget {
        label: String,
    },
    Methods {
        rules: String,
    },
}

/// What may be done with a job.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Manage {
    Pause,
    Resume,
    Stop,
    Remove,
}

/// A request with the number that its answer is to carry.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) id: Option<u64>,
    pub(crate) request: Request,
}

/// Reads a message. The number comes out even where the rest is not understood, so that the refusal can carry it.
pub(crate) fn read(text: &str) -> Result<Asked, (Option<u64>, WebError)> {
    let not_understood = |why: String| WebError::Message { why: kinrow_game::excerpt(&why) };
    let mut object: Map<String, Json> =
        serde_json::from_str(text).map_err(|error| (None, not_understood(error.to_string())))?;
    let id = match object.remove("id") {
        None | Some(Json::Null) => None,
        Some(id) => {
            let number = id.as_u64();
            number.ok_or_else(|| (None, not_understood("id is not a whole number".into()))).map(Some)?
        }
    };
    let request = serde_json::from_value(object.into());
    let request = request.map_err(|error| (id, not_understood(error.to_string())))?;
    Ok(Asked { id, request })
}

/// What the program says.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Event {
    Welcome(Box<Welcome>),
    State {
        game: Box<GameView>,
    },
    Thinking(Box<ThinkingView>),
    Hint {
        #[serde(rename = "move")]
        mv: Option<String>,
        #[serde(flatten)]
        value: Map<String, Json>,
    },
    Checked {
        position: String,
    },
    Offers {
        rules: String,
        levels: Vec<&'static str>,
        suited: Box<SuitedView>,
        models: Vec<String>,
    },
    /// As text: a page's numbers would round the seed.
    Record {
        record: String,
    },
    Analysis(Box<AnalysisView>),
    Review {
        number: u64,
        ply: usize,
        #[serde(flatten)]
        value: Map<String, Json>,
        done: usize,
        of: usize,
    },
    Reviewed(Box<Reviewed>),
    Read {
        rules: String,
        start: String,
        nodes: Vec<TreeItem>,
    },
    Written {
        sgf: String,
    },
    Opinion(Box<AnalysisView>),
    Puzzles {
        puzzles: &'static [PuzzleView],
    },
    Puzzle {
        number: Option<u32>,
        #[serde(flatten)]
        puzzle: PuzzleView,
    },
    Judged(JudgedMove),
    Solution {
        position: String,
        line: Vec<String>,
    },
    Composed(Box<ComposedPuzzles>),
    /// A finished game is in the record.
    Kept {
        number: u64,
        game: i64,
    },
    Recorded(Box<GamesView>),
    Opened(Box<OpenedGame>),
    Exported(Box<ExportedGames>),
    Models {
        models: &'static [ShippedModel],
    },
    Tree(Box<TreeView>),
    Branch(Box<Branch>),
    Sought(Sought),
    Steps(Json),
    Jobs {
        jobs: Vec<ToldJob>,
        models: Vec<ModelView>,
        bounds: Json,
    },
    Job {
        job: Box<ToldJob>,
    },
    Chart {
        jobs: Vec<u64>,
        svg: String,
    },
    Experiments {
        experiments: Vec<Json>,
    },
    Experiment {
        name: String,
        text: &'static str,
    },
    Examined {
        line: Option<usize>,
        message: Option<String>,
    },
    Report {
        job: u64,
        html: String,
    },
    Table {
        job: u64,
        table: Map<String, Json>,
    },
    Games {
        job: u64,
        from: u64,
        total: u64,
        games: Vec<GameLine>,
    },
    Game {
        job: u64,
        game: PlayedGame,
    },
    Methods {
        rules: String,
        methods: Vec<Json>,
    },
    Learned(Json),
    Shown {
        view: Option<String>,
    },
    Followers {
        count: usize,
    },
    Error {
        key: &'static str,
        message: String,
    },
}

/// What a page learns first.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Welcome {
    pub(crate) protocol: u64,
    pub(crate) version: &'static str,
    pub(crate) session: String,
    pub(crate) role: Role,
    pub(crate) agents: Json,
    pub(crate) presets: Json,
    pub(crate) levels: Json,
    pub(crate) examples: Json,
    pub(crate) bounds: Json,
    /// What others on the network open, in a classroom.
    pub(crate) shared: Option<String>,
}

/// A game that was gone over.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Reviewed {
    pub(crate) number: u64,
    pub(crate) by: String,
    pub(crate) moves: Vec<ReviewedPly>,
    pub(crate) turning_point: Option<usize>,
    pub(crate) x: SideSummary,
    pub(crate) o: SideSummary,
}

/// A move of a game that was gone over.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReviewedPly {
    pub(crate) ply: usize,
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) before: Map<String, Json>,
    pub(crate) after: Map<String, Json>,
    pub(crate) loss: Option<f64>,
    pub(crate) mark: Option<&'static str>,
    pub(crate) proven: bool,
    pub(crate) better: Option<Better>,
    pub(crate) reply: Vec<String>,
}

/// A better move, and what follows it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Better {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) line: Vec<String>,
}

/// How a side played.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SideSummary {
    pub(crate) moves: usize,
    pub(crate) judged: usize,
    pub(crate) average_loss: Option<f64>,
    pub(crate) marks: BTreeMap<&'static str, usize>,
}

/// A job in the page's language.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ToldJob {
    #[serde(flatten)]
    pub(crate) job: JobView,
    /// Why it failed, or ended early.
    pub(crate) failure: Option<String>,
}

/// How far a search has come.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ThinkingView {
    pub(crate) number: u64,
    pub(crate) ply: usize,
    pub(crate) by: String,
    pub(crate) purpose: &'static str,
    #[serde(flatten)]
    pub(crate) value: Map<String, Json>,
    pub(crate) side: &'static str,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) playouts: u64,
    pub(crate) time_ms: f64,
    pub(crate) nodes_per_second: u64,
    pub(crate) line: Vec<String>,
    pub(crate) lines: Vec<Map<String, Json>>,
    pub(crate) waiting: bool,
}

/// An event with the number of the request it answers.
#[derive(Serialize)]
struct Numbered<'a> {
    #[serde(flatten)]
    event: &'a Event,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
}

impl Event {
    /// As it is sent.
    pub(crate) fn to_text(&self, id: Option<u64>) -> String {
        serde_json::to_string(&Numbered { event: self, id }).expect("events are plain data with text keys")
    }
}
