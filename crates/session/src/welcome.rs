//! What a front end can offer: the catalogue's agents with their options, games to begin with, examples, and the bounds.

use kinrow_agent::OptionKind;
use serde_json::{Value as Json, json};

use super::bounds::outside_option;
use super::{Bounds, PlayerChoice, STARTER_GAMES};
use kinrow_players::catalogue::{self, Algorithm, Values};
use kinrow_text::Text;

/// Every agent that a page may name, with its options as controls are made of them.
#[must_use]
pub fn agents_view(text: &Text, bounds: &Bounds) -> Json {
    let agents = catalogue::ALL.iter().filter(|kind| outside_option(kind).is_none()).map(|kind| {
        let options: Vec<Json> = kind
            .options
            .iter()
            .filter_map(|option| {
                let (name, least, most, words) = match option.kind {
                    OptionKind::Whole { least, most } => {
                        let most = bounds.most_of(option.name).map_or(most, |bound| most.min(bound));
                        ("whole", json!(least), json!(most), Json::Null)
                    }
                    OptionKind::Real { least, most } => ("real", json!(least), json!(most), Json::Null),
                    OptionKind::Choice(words) => ("choice", Json::Null, Json::Null, json!(words)),
                    OptionKind::Time => ("time", Json::Null, Json::Null, Json::Null),
                    OptionKind::File | OptionKind::Text => return None,
                };
                Some(json!({
                    "name": option.name,
                    "meaning": text.get(&format!("option.{}-{}", kind.name, option.name)),
                    "kind": name, "least": least, "most": most, "words": words,
                    "default": option.default,
                }))
            })
            .collect();
        json!({
            "name": kind.name,
            "meaning": text.get(&format!("agent.{}", kind.name)),
            "options": options,
            "shows": {
                "tree": kind.shows.tree,
                "steps": kind.shows.steps.map(Algorithm::name),
                "values": kind.shows.values.map(Values::name),
            },
        })
    });
    agents.collect()
}

/// The games to begin with.
#[must_use]
pub fn starter_games_view() -> Json {
    let games = STARTER_GAMES.iter().map(|game| {
        let o = PlayerChoice::Level { level: game.level.name().into() };
        json!({ "id": game.id, "rules": game.rules, "x": PlayerChoice::Person { limits: None }, "o": o })
    });
    games.collect()
}

/// What may be asked for.
#[must_use]
pub fn bounds_view(bounds: &Bounds) -> Json {
    json!({
        "time_ms": bounds.time.as_millis() as u64,
        "depth": bounds.depth,
        "playouts": bounds.playouts,
        "tree_nodes": bounds.tree_nodes,
        "steps": bounds.steps,
        "threads": bounds.threads,
        "megabytes": bounds.analysis.megabytes,
        "endless": bounds.analysis.is_endless,
    })
}
