//! What a front end is shown: plain data, ready to be sent.

use std::collections::BTreeMap;
use std::time::Duration;

use kinrow_agent::{Candidate, Guide, RecordedResult, Value};
use kinrow_game::{Coordinates, Game, Point, Position, Side};
use kinrow_players::AgentSpec;
use kinrow_players::suits::{self, Analysts};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::ending::ending;
use super::{Ended, Opened, Opening, Player, Session, Stage};
use crate::analysis::Analysis;

/// A game as it is shown.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/protocol.md tells what each field means")]
pub struct GameView {
    pub number: u64,
    pub rules: String,
    pub width: u8,
    pub height: u8,
    pub k: u8,
    pub variants: Vec<String>,
    pub levels: Vec<&'static str>,
    pub start: String,
    pub moves: Vec<String>,
    pub ply: usize,
    pub stones: String,
    pub position: String,
    pub to_move: &'static str,
    pub legal: Vec<String>,
    pub forbidden: BTreeMap<String, String>,
    pub last: Option<String>,
    pub row: Vec<String>,
    pub result: Option<RecordedResult>,
    pub ending: Option<String>,
    pub ended: Option<Ended>,
    pub clock: Option<ClockView>,
    pub opening: Option<OpeningView>,
    pub players: BTreeMap<&'static str, PlayerView>,
    pub auto: bool,
    pub delay_ms: u64,
    pub thinking: Option<&'static str>,
    pub curve: Vec<SaidView>,
    pub suited: SuitedView,
}

/// The agents that suit a position.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/protocol.md tells what each field means")]
pub struct SuitedView {
    pub solved: bool,
    pub exact: String,
    pub search: String,
    pub playouts: String,
    pub learners: Vec<LearnerView>,
    pub agent: String,
    pub compared: Vec<String>,
    pub tree: Vec<String>,
    pub steps: Vec<String>,
}

/// A learner that suits a position.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/protocol.md tells what each field means")]
pub struct LearnerView {
    pub name: &'static str,
    pub spec: String,
}

/// How the game is opened.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/protocol.md tells what each field means")]
pub struct OpeningView {
    pub rule: &'static str,
    pub stage: Option<&'static str>,
    pub side: Option<&'static str>,
    pub choices: Vec<&'static str>,
}

/// The clock of the side to move.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/protocol.md tells what each field means")]
pub struct ClockView {
    pub side: &'static str,
    pub allowed_ms: u64,
    pub left_ms: u64,
}

/// A player as it is shown.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(missing_docs, reason = "docs/protocol.md tells what each field means")]
pub enum PlayerView {
    Person {
        #[serde(skip_serializing_if = "String::is_empty")]
        limits: String,
    },
    Agent {
        spec: String,
        limits: String,
        name: String,
    },
    Level {
        level: &'static str,
        name: String,
    },
}

/// What an agent said on the way.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/protocol.md tells what each field means")]
pub struct SaidView {
    pub ply: usize,
    pub by: String,
    #[serde(flatten)]
    pub value: Map<String, Json>,
}

/// What an agent thinks of a position.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/protocol.md tells what each field means")]
pub struct AnalysisView {
    pub number: u64,
    pub ply: usize,
    pub by: String,
    pub side: &'static str,
    #[serde(flatten)]
    pub value: Map<String, Json>,
    pub best: Option<String>,
    pub line: Vec<String>,
    pub depth: u32,
    pub nodes: u64,
    pub playouts: u64,
    pub time_ms: f64,
    pub lines: Vec<Map<String, Json>>,
    pub moves: Vec<MoveView>,
}

/// A move with its value.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/protocol.md tells what each field means")]
pub struct MoveView {
    #[serde(rename = "move")]
    pub mv: String,
    #[serde(flatten)]
    pub value: Map<String, Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    #[serde(flatten)]
    pub guide: Map<String, Json>,
}

/// The fields of a value, with `kind` to tell what a number is.
#[must_use]
pub fn value_view(value: Value) -> Map<String, Json> {
    let kind = match value.bound().map_or(value, Value::from) {
        Value::Proven(_) | Value::Likely(_) => "result",
        Value::Points(_) => "points",
        Value::Chance(_) => "chance",
        _ => "unknown",
    };
    let mut fields = value.fields();
    fields.insert("kind".into(), kind.into());
    fields
}

/// The best moves of a search, each with its value, depth and line.
#[must_use]
pub fn lines_view(best: &[Candidate<Point>], position: &Position) -> Vec<Map<String, Json>> {
    best.iter().map(|best| best.fields(value_view, |&point| position.name(point))).collect()
}

/// `x` or `o`.
#[must_use]
pub(super) fn side_name(side: Side) -> &'static str {
    match side {
        Side::X => "x",
        Side::O => "o",
    }
}

/// Points as they are written.
#[must_use]
pub(super) fn names(position: &Position, points: &[Point]) -> Vec<String> {
    points.iter().map(|&point| position.name(point)).collect()
}

impl AnalysisView {
    /// An opinion of the position after `ply` moves of game `number`.
    #[must_use]
    pub fn new(
        analysis: &Analysis,
        position: &Position,
        by: String,
        number: u64,
        ply: usize,
    ) -> AnalysisView {
        let decision = &analysis.decision;
        let moves = analysis.rated.iter().map(|rated| MoveView {
            mv: position.name(rated.mv),
            value: value_view(rated.value),
            visits: rated.visits,
            guide: rated.guide.map(Guide::fields).unwrap_or_default(),
        });
        AnalysisView {
            number,
            ply,
            by,
            side: side_name(position.to_move()),
            value: value_view(decision.value),
            best: decision.mv().map(|point| position.name(point)),
            line: names(position, &decision.line),
            depth: decision.statistics.depth,
            nodes: decision.statistics.nodes,
            playouts: decision.statistics.playouts,
            time_ms: decision.statistics.time.as_secs_f64() * 1000.0,
            lines: lines_view(&decision.best, position),
            moves: moves.collect(),
        }
    }
}

impl Session {
    /// The game as it is shown, while `thinking` searches and whoever is to move has thought for `elapsed`.
    #[must_use]
    pub fn view(&self, thinking: Option<Side>, elapsed: Duration) -> GameView {
        let game = self.game();
        let position = game.position();
        let rules = position.rules();
        let result = game.result();
        let is_choice = self.stage().is_some_and(|stage| !stage.places());
        let legal: Vec<Point> =
            if result.is_some() || is_choice { Vec::new() } else { position.moves().collect() };
        let text = rules.to_string();
        let variants =
            text.split_once(':').map(|(_, variants)| variants.split(',').map(String::from).collect());
        let name = |&point: &Point| position.name(point);
        GameView {
            number: self.number(),
            rules: text.clone(),
            width: rules.width(),
            height: rules.height(),
            k: rules.k(),
            variants: variants.unwrap_or_default(),
            levels: self.levels().iter().map(|level| level.name()).collect(),
            start: game.start().to_string(),
            moves: names(position, game.moves()),
            ply: game.ply(),
            stones: position.stones(),
            position: position.to_string(),
            to_move: side_name(position.to_move()),
            legal: names(position, &legal),
            forbidden: if result.is_some() { BTreeMap::new() } else { forbidden(position) },
            last: game.ply().checked_sub(1).map(|ply| name(&game.moves()[ply])),
            row: names(position, &position.decisive_row().unwrap_or_default()),
            result: result.as_ref().map(|(result, _)| *result),
            ending: result
                .map(|(result, reason)| ending(self.text(), Coordinates::Letters, position, result, reason)),
            ended: game.ended(),
            clock: game.clock(elapsed).filter(|_| self.stage().is_none()).map(|(side, allowed, left)| {
                ClockView {
                    side: side_name(side),
                    allowed_ms: allowed.as_millis() as u64,
                    left_ms: left.as_millis() as u64,
                }
            }),
            opening: self.opened().map(|opened| opening_view(&opened)),
            players: Side::BOTH.map(|side| (side_name(side), player_view(self.player(side)))).into(),
            auto: self.is_auto(),
            delay_ms: self.delay_ms(),
            thinking: thinking.map(side_name),
            curve: game
                .said()
                .iter()
                .map(|said| SaidView { ply: said.ply, by: said.by.clone(), value: value_view(said.value) })
                .collect(),
            suited: SuitedView::of(position),
        }
    }
}

impl SuitedView {
    /// What suits a position.
    #[must_use]
    pub fn of(position: &Position) -> SuitedView {
        let Analysts { exact, search, playouts, learners, other } = suits::analysts(position.rules());
        let texts = |specs: Vec<AgentSpec>| specs.iter().map(ToString::to_string).collect();
        let learner = |spec: &AgentSpec| LearnerView { name: spec.kind().name, spec: spec.to_string() };
        SuitedView {
            solved: suits::is_quickly_solved(position),
            exact: exact.to_string(),
            search: search.to_string(),
            playouts: playouts.to_string(),
            learners: learners.iter().map(learner).collect(),
            agent: other.to_string(),
            compared: texts(suits::compared(position.rules())),
            tree: texts(suits::trees(position)),
            steps: texts(suits::steps(position)),
        }
    }
}

fn opening_view(opened: &Opened) -> OpeningView {
    let choices = match opened.stage {
        Some(Stage::Choose) if opened.opening == Opening::Swap2 => vec!["x", "o", "add"],
        Some(Stage::Choose | Stage::Decide) => vec!["x", "o"],
        Some(Stage::Place | Stage::Add) | None => Vec::new(),
    };
    OpeningView {
        rule: opened.opening.name(),
        stage: opened.stage.map(Stage::name),
        side: opened.stage.map(|stage| side_name(stage.side())),
        choices,
    }
}

/// Renju's forbidden points, each with a word that says why.
fn forbidden(position: &Position) -> BTreeMap<String, String> {
    let points = kinrow_game::Geometry::of(position.rules()).points();
    points.filter_map(|point| Some((position.name(point), position.forbidden(point)?.to_string()))).collect()
}

fn player_view(player: &Player) -> PlayerView {
    match player {
        Player::Person(limits) => PlayerView::Person { limits: limits.to_string() },
        Player::Machine(machine) => match machine.level {
            Some(level) => PlayerView::Level { level: level.name(), name: machine.spec.to_string() },
            None => PlayerView::Agent {
                spec: machine.spec.to_string(),
                limits: machine.limits.to_string(),
                name: machine.spec.to_string(),
            },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_agent::Bound;
    use serde_json::json;

    #[test]
    fn a_bound_says_what_its_number_is() {
        let position = Position::new("3x3x3".parse().unwrap());
        let mv = position.parse_move("b2").unwrap();
        let best = Candidate { mv, value: Value::AtLeast(Bound::Chance(0.25)), depth: 4, line: vec![mv] };
        let shown = json!({
            "move": "b2", "value": null, "at_least": 0.25, "certainty": "estimate", "kind": "chance", "depth": 4, "line": ["b2"],
        });
        assert_eq!(json!(lines_view(&[best], &position)), json!([shown]));
    }
}
