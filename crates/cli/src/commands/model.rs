//! `kinrow model`: what a trained file is, what it thinks of a position, and a network for other programs.

mod opinion;

use kinrow_agent::{Agent, Ignore, Limits, Seed, Thinking};
use kinrow_files::{Kind, Output};
use kinrow_game::{Game, Position, Side};
use kinrow_learn::{Keeps, Learned};
use kinrow_players::catalogue::{read_model, read_network};
use kinrow_zero::NAME;
use serde_json::{Map, Value, json};

use crate::args::ModelOptions;
use crate::commands::{audit, print_json};
use crate::failure::{CallError, Failure};
use crate::out::say;
use crate::{Context, setup, terminal, words};

pub(crate) fn run(options: &ModelOptions, context: &Context) -> Result<(), Failure> {
    if matches!(Kind::of_file(&options.file), Ok(Some(Kind::Network))) {
        return network(options, context);
    }
    if options.weights.is_some() {
        return Err(Failure::call(CallError::WeightsNetwork {}));
    }
    let model = read_model(&options.file).map_err(Failure::call)?;
    if options.onnx.is_some() {
        return Err(Failure::call(CallError::OnnxNetwork { method: model.header.method.to_string() }));
    }
    let start = Position::new(setup::rules(&model.header.rules)?);
    if let Some(moves) = &options.position {
        let spec = model.header.method.to_string();
        let agent = Learned::from_model(&model, spec, 0, Seed(model.header.seed)).map_err(Failure::call)?;
        return position(agent, &start, moves, options.json, context);
    }
    if options.json {
        let mut fields = serde_json::to_value(&model.header).unwrap_or(Value::Null);
        audit::insert(&mut fields, model.header.audit.as_ref().map(|audits| audits.each_ref().map(Some)));
        print_json(&fields);
        return Ok(());
    }
    let header = &model.header;
    let kept = match header.method.keeps() {
        Keeps::Positions => "model.positions",
        Keeps::Weights => "model.weights",
    };
    let rows = [
        ("model.method", header.method.to_string()),
        ("model.board", header.rules.clone()),
        ("model.preset", header.preset.clone()),
        ("model.options", header.options.clone()),
        ("model.seed", header.seed.to_string()),
        ("model.episodes", words::number(header.episodes)),
        (kept, words::number(header.positions)),
    ];
    for (key, value) in rows {
        say!("{}: {value}", context.text.get(key));
    }
    if let Some(episode) = header.full_at {
        let episode = words::number(episode);
        let when = context.text.fill("model.full-at", &[("episode", &episode)]);
        say!("{}: {when}", context.text.get("model.full"));
    }
    match &header.audit {
        None => say!("{}", context.text.get("model.no-audit")),
        Some(audits) => {
            for (side, found) in Side::BOTH.into_iter().zip(audits) {
                audit::show(side, found, &start, context);
            }
        }
    }
    Ok(())
}

/// The same for a network.
fn network(options: &ModelOptions, context: &Context) -> Result<(), Failure> {
    let model = read_network(&options.file).map_err(Failure::call)?;
    let header = &model.header;
    if let Some(path) = &options.weights {
        Output::new(path, Kind::Network, options.force)?.write(&model.for_playing().to_bytes())?;
        let file = path.display().to_string();
        say!("{}", context.text.fill("model.weights-saved", &[("file", &file)]));
        return Ok(());
    }
    if let Some(moves) = &options.position {
        let start = Position::new(setup::rules(&header.rules)?);
        let (position, played) = start.play_moves(moves).map_err(Failure::call)?;
        let opinion = model.weights().opinion(&position).ok_or_else(|| Failure::call(CallError::Over {}))?;
        if options.json {
            print_json(&opinion::as_json(&opinion, &position));
            return Ok(());
        }
        say!("{}", terminal::draw(&position, played.last().copied(), context.style));
        say!("{}", opinion::tell(&opinion, &position, &context.text));
        return Ok(());
    }
    if let Some(path) = &options.onnx {
        Output::new(path, Kind::Onnx, options.force)?.write(&model.weights().to_onnx())?;
        if !options.json {
            say!("{}", context.text.fill("model.onnx", &[("file", &path.display().to_string())]));
            return Ok(());
        }
    }
    if options.json {
        print_json(&serde_json::to_value(header).unwrap_or(Value::Null));
        return Ok(());
    }
    let rows = [
        ("model.method", NAME.to_string()),
        ("model.board", header.rules.clone()),
        ("model.options", header.options.clone()),
        ("model.seed", header.seed.to_string()),
        ("model.rounds", words::number(header.rounds)),
        ("model.games", words::number(header.games)),
        ("model.positions", words::number(header.positions)),
        ("model.parameters", words::number(model.weights().parameters() as u64)),
        ("model.kernel", header.kernel.clone()),
    ];
    for (key, value) in rows {
        say!("{}: {value}", context.text.get(key));
    }
    Ok(())
}

/// The value of each move in a position.
fn position(
    mut agent: impl Agent<Position>,
    start: &Position,
    moves: &str,
    json: bool,
    context: &Context,
) -> Result<(), Failure> {
    let (position, played) = start.play_moves(moves).map_err(Failure::call)?;
    if position.outcome().is_some() {
        return Err(Failure::call(CallError::Over {}));
    }
    let mut ignore = Ignore;
    let mut thinking = Thinking::new(context.stop.child(), &mut ignore);
    let decision = agent.choose(&position, &Limits::NONE, &mut thinking).map_err(Failure::job)?;
    let choices = agent.choices(&position, &Limits::NONE, &mut thinking).map_err(Failure::job)?;
    if json {
        let moves: Vec<Value> = decision
            .rated
            .iter()
            .map(|rated| {
                let mut fields = Map::new();
                fields.insert("move".into(), position.name(rated.mv).into());
                fields.extend(rated.value.fields());
                fields.insert("chosen".into(), choices.contains(&rated.mv).into());
                fields.into()
            })
            .collect();
        print_json(&json!({ "position": position.to_string(), "moves": moves }));
        return Ok(());
    }
    say!("{}", terminal::draw(&position, played.last().copied(), context.style));
    for rated in &decision.rated {
        let mark = if choices.contains(&rated.mv) { "*" } else { " " };
        say!("{mark} {:<4} {}", position.name(rated.mv), words::value(&context.text, rated.value));
    }
    say!("{}", context.text.get("model.marked"));
    Ok(())
}
