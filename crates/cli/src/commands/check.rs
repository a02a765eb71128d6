//! `kinrow check`: whether a proof proves what it claims.

use std::time::Instant;

use kinrow_files::read_bytes;
use kinrow_game::{Game, Side};
use kinrow_proof::{Certificate, MOST_MEGABYTES, Statement, check};
use kinrow_text::Text;
use serde_json::{Value, json};

use crate::Context;
use crate::args::CheckOptions;
use crate::commands::print_json;
use crate::failure::Failure;
use crate::out::say;
use crate::{terminal, words};

pub(crate) fn run(options: &CheckOptions, context: &Context) -> Result<(), Failure> {
    let bytes = read_bytes(&options.file, MOST_MEGABYTES)?;
    let started = Instant::now();
    let certificate = Certificate::from_bytes(&bytes).map_err(Failure::job)?;
    check(&certificate).map_err(Failure::job)?;
    let time = started.elapsed();
    if options.json {
        let mut json = claim_json(&certificate);
        json["position"] = certificate.position.to_string().into();
        json["nodes"] = nodes(&certificate).into();
        json["bytes"] = bytes.len().into();
        json["time_ms"] = (time.as_secs_f64() * 1000.0).into();
        print_json(&json);
        return Ok(());
    }
    let text = &context.text;
    say!("{}", terminal::draw(&certificate.position, None, context.style));
    say!("{}", context.style.strong(&claim(text, certificate.statement())));
    let (nodes, size) = (words::number(nodes(&certificate)), words::number(bytes.len() as u64));
    say!("{}", text.fill("check.size", &[("nodes", &nodes), ("bytes", &size)]));
    Ok(())
}

/// How many nodes all claims have together.
pub(crate) fn nodes(certificate: &Certificate) -> u64 {
    certificate.claims.iter().map(|claim| claim.nodes.len() as u64).sum()
}

/// What a proof says, in words.
pub(crate) fn claim(text: &Text, statement: Statement) -> String {
    let sides = |side: Side| (side.to_string(), side.opponent().to_string());
    match statement {
        Statement::Wins(side, plies) => {
            let (side, other) = sides(side);
            text.fill("check.wins", &[("side", &side), ("other", &other), ("plies", &plies.to_string())])
        }
        Statement::Holds(side) => {
            let (side, other) = sides(side);
            text.fill("check.holds", &[("side", &side), ("other", &other)])
        }
        Statement::Draw => text.get("check.draw").to_string(),
    }
}

/// The same for machines: the value for the side to move where it is known, and a bound where only that is.
pub(crate) fn claim_json(certificate: &Certificate) -> Value {
    let is_to_move = |side: Side| side == certificate.position.to_move();
    match certificate.statement() {
        Statement::Wins(side, plies) => {
            let value = if is_to_move(side) { "win" } else { "loss" };
            json!({ "value": value, "side": side.to_string(), "within": plies })
        }
        Statement::Holds(side) if is_to_move(side) => json!({ "value": null, "at_worst": "draw" }),
        Statement::Holds(_) => json!({ "value": null, "at_best": "draw" }),
        Statement::Draw => json!({ "value": "draw" }),
    }
}
