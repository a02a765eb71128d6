//! `kinrow games runs`: the matches and tournaments that games belong to, newest first.

use kinrow_record::store::Run;
use serde_json::{Value, json};

use super::{failed, shortened};
use crate::args::GamesRunsOptions;
use crate::commands::print_json;
use crate::database::open_to_read;
use crate::failure::Failure;
use crate::out::say;
use crate::{Context, columns, words};

pub(crate) fn run(options: &GamesRunsOptions, context: &Context) -> Result<(), Failure> {
    let runs = match open_to_read(options.db.as_deref())? {
        None => Vec::new(),
        Some(store) => store.runs().map_err(failed)?,
    };
    if options.json {
        let runs: Vec<Value> = runs.iter().map(Run::to_json).collect();
        print_json(&json!({ "runs": runs }));
        return Ok(());
    }
    if runs.is_empty() {
        say!("{}", context.text.get("games.no-runs"));
        return Ok(());
    }
    let heads = ["id", "kind", "started", "games", "board", "agents"];
    let mut rows: Vec<Vec<String>> = vec![
        heads.iter().map(|head| context.text.get(&format!("games.column-{head}")).to_string()).collect(),
    ];
    rows.extend(runs.iter().map(|run| {
        vec![
            run.id.0.to_string(),
            run.kind.clone(),
            run.started.replace('T', " ").trim_end_matches('Z').to_string(),
            words::number(run.games),
            run.settings_json()["board"].as_str().unwrap_or_default().to_string(),
            shortened(&agents(&run.settings_json()), 80),
        ]
    }));
    for line in columns::lay_out(&rows, &[1, 2, 4, 5]) {
        say!("{line}");
    }
    Ok(())
}

/// Who took part, as far as the settings tell.
fn agents(settings: &Value) -> String {
    let names =
        settings["agents"].as_array().into_iter().flatten().filter_map(|agent| agent["name"].as_str());
    names.collect::<Vec<_>>().join(", ")
}
