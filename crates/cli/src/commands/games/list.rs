//! `kinrow games list`: the games that are asked for, newest first.

use kinrow_agent::RecordedResult;
use kinrow_record::store::Listed;
use kinrow_text::Text;
use serde_json::{Value, json};

use super::{failed, filter, shortened};
use crate::args::GamesListOptions;
use crate::commands::print_json;
use crate::database::open_to_read;
use crate::failure::Failure;
use crate::out::say;
use crate::{Context, columns, database, words};

/// A screenful.
const USUAL: u64 = 20;

pub(crate) fn run(options: &GamesListOptions, context: &Context) -> Result<(), Failure> {
    let text = &context.text;
    let mut filter = filter(&options.filter)?;
    filter.limit = filter.limit.or(Some(USUAL));
    let Some(store) = open_to_read(options.db.as_deref())? else {
        if options.json {
            print_json(&json!({ "total": 0, "games": [] }));
        } else {
            let file = database::path(options.db.as_deref())?.display().to_string();
            say!("{}", text.fill("games.none", &[("file", &file)]));
        }
        return Ok(());
    };
    let total = store.count(&filter).map_err(failed)?;
    let games = store.list(&filter).map_err(failed)?;
    if options.json {
        let games: Vec<Value> = games.iter().map(Listed::to_json).collect();
        print_json(&json!({ "total": total, "games": games }));
        return Ok(());
    }
    if games.is_empty() {
        let key = if total == 0 { "games.no-match" } else { "games.past-end" };
        say!("{}", text.fill(key, &[("total", &words::number(total))]));
        return Ok(());
    }
    let heads = ["id", "stored", "board", "x", "o", "result", "moves", "opening"];
    let mut rows: Vec<Vec<String>> =
        vec![heads.iter().map(|head| text.get(&format!("games.column-{head}")).to_string()).collect()];
    rows.extend(games.iter().map(|game| row(text, game)));
    for line in columns::lay_out(&rows, &[1, 2, 3, 4, 5, 7]) {
        say!("{line}");
    }
    let shown = (filter.offset, games.len() as u64);
    if shown.1 < total {
        let details = [
            ("first", words::number(shown.0 + 1)),
            ("last", words::number(shown.0 + shown.1)),
            ("total", words::number(total)),
        ];
        let details: Vec<(&str, &str)> =
            details.iter().map(|(name, value)| (*name, value.as_str())).collect();
        say!("{}", text.fill("games.shown", &details));
    }
    Ok(())
}

fn row(text: &Text, game: &Listed) -> Vec<String> {
    let first = game.first_moves.split(' ').take(4).collect::<Vec<_>>().join(" ");
    vec![
        game.id.0.to_string(),
        game.stored.replace('T', " ").trim_end_matches('Z').to_string(),
        game.rules.clone(),
        shortened(&game.x, 24),
        shortened(&game.o, 24),
        result(text, game),
        game.plies.to_string(),
        first,
    ]
}

/// The winner's letter, and why when it was not by the rules.
fn result(text: &Text, game: &Listed) -> String {
    let result = match game.result {
        RecordedResult::X => "X",
        RecordedResult::O => "O",
        RecordedResult::Draw => text.get("games.draw"),
        RecordedResult::Unfinished => return text.get("games.unfinished").to_string(),
    };
    match game.reason.as_str() {
        "rules" => result.to_string(),
        reason => format!("{result} ({})", text.get(&format!("games.reason-{reason}"))),
    }
}
