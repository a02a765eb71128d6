//! A recording as the page reads it; `docs/protocol.md` describes it.

use kinrow_game::{Game, Position, Side, Tree};
use serde_json::{Map, Value as Json, json};

use super::{Algorithm, Bounds, Choice, Happening, Recording, Weighed};

/// What a game is called, and how its root looks.
pub trait Subject: Game {
    /// As a page knows it: a board by rules and stones, a typed tree by its text.
    fn subject(&self) -> Map<String, Json>;
}

impl Subject for Position {
    fn subject(&self) -> Map<String, Json> {
        let fields = [
            ("rules", self.rules().to_string().into()),
            ("stones", self.stones().into()),
            ("text", Json::Null),
        ];
        fields.map(|(name, value): (&str, Json)| (name.into(), value)).into_iter().collect()
    }
}

impl Subject for Tree {
    fn subject(&self) -> Map<String, Json> {
        let fields = [("rules", "".into()), ("stones", "".into()), ("text", self.to_string().into())];
        fields.map(|(name, value): (&str, Json)| (name.into(), value)).into_iter().collect()
    }
}

impl<G: Subject> Recording<G> {
    /// All of it.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let name = |mv: G::Move| self.position.name(mv);
        let side = |side: Side| side.to_string().to_lowercase();
        let search = match self.algorithm {
            Algorithm::Minimax | Algorithm::AlphaBeta | Algorithm::Averaging => "depth-first",
            Algorithm::Mcts => "playouts",
            Algorithm::Zero => "guided",
        };
        let nodes: Vec<Json> = self
            .nodes
            .iter()
            .map(|node| {
                json!({ "parent": node.parent, "move": node.mv.map(name), "side": side(node.side), "ply": node.ply })
            })
            .collect();
        let steps: Vec<Json> =
            self.steps.iter().map(|step| step_json(step.node, &step.happening, &name)).collect();
        let mut fields = self.decision.value.fields();
        fields.extend(self.position.subject());
        fields.extend([
            ("spec".into(), self.spec.clone().into()),
            ("algorithm".into(), self.algorithm.name().into()),
            ("search".into(), search.into()),
            ("numbers".into(), self.numbers.name().into()),
            ("side".into(), side(self.position.to_move()).into()),
            ("c".into(), self.c.into()),
            ("best".into(), self.decision.mv().map(name).into()),
            ("nodes".into(), self.decision.statistics.nodes.into()),
            ("playouts".into(), self.decision.statistics.playouts.into()),
            ("complete".into(), self.is_complete.into()),
            ("tree".into(), nodes.into()),
            ("steps".into(), steps.into()),
        ]);
        fields.into()
    }
}

fn step_json<M: Copy>(node: usize, happening: &Happening<M>, name: &impl Fn(M) -> String) -> Json {
    let names = |moves: &[M]| moves.iter().map(|&mv| name(mv)).collect::<Vec<_>>();
    let window = |window: &Option<Bounds>| {
        window.map(|bounds| bounds.map(|bound| bound.map(|bound| bound.to_string())))
    };
    let mut fields = Map::new();
    let kind = match happening {
        Happening::Enter { window: bounds } => {
            fields.insert("window".into(), json!(window(bounds)));
            "enter"
        }
        Happening::Leaf(value) => {
            fields.extend(value.fields());
            "leaf"
        }
        Happening::Update { value, window: bounds, child } => {
            fields.extend(value.fields());
            fields.insert("window".into(), json!(window(bounds)));
            fields.insert("child".into(), json!(child));
            "update"
        }
        Happening::Mean { value, of, child } => {
            fields.extend(value.fields());
            fields.insert("of".into(), json!(of));
            fields.insert("child".into(), json!(child));
            "mean"
        }
        Happening::Cut { window: bounds, skipped } => {
            fields.insert("window".into(), json!(window(bounds)));
            fields.insert("skipped".into(), json!(names(skipped)));
            "cut"
        }
        Happening::Leave { value, from_table } => {
            fields.extend(value.fields());
            fields.insert("table".into(), json!(from_table));
            "leave"
        }
        Happening::Select { choices, chosen } => {
            let choice = |choice: &Choice| json!({ "child": choice.child, "visits": choice.visits, "mean": choice.mean, "explore": choice.explore });
            fields.insert("choices".into(), choices.iter().map(choice).collect());
            fields.insert("chosen".into(), json!(chosen));
            "select"
        }
        Happening::Weigh { choices, left_out, chosen } => {
            let choice = |choice: &Weighed<M>| {
                let mut fields = choice.guide.fields();
                fields.insert("child".into(), json!(choice.child));
                fields.insert("move".into(), name(choice.mv).into());
                fields.insert("visits".into(), choice.visits.into());
                fields.insert("score".into(), json!(choice.score));
                Json::from(fields)
            };
            fields.insert("choices".into(), choices.iter().map(choice).collect());
            fields.insert("left_out".into(), json!(left_out));
            fields.insert("chosen".into(), name(*chosen).into());
            "weigh"
        }
        Happening::Judge { score } => {
            fields.insert("score".into(), json!(score));
            "judge"
        }
        Happening::Expand { child } => {
            fields.insert("child".into(), json!(child));
            "expand"
        }
        Happening::Simulate { moves, score } => {
            fields.insert("moves".into(), json!(names(moves)));
            fields.insert("score".into(), json!(score));
            "simulate"
        }
        Happening::Backup { visits, wins } => {
            fields.insert("visits".into(), json!(visits));
            fields.insert("wins".into(), json!(wins));
            "backup"
        }
    };
    fields.insert("kind".into(), kind.into());
    fields.insert("node".into(), node.into());
    fields.into()
}
