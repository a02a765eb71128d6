//! How to do it again: the whole experiment with one command, and single rows of it with the commands of every day.

use super::document::Point;
use kinrow_lab::Namer;
use kinrow_lab::experiment::{Environment, Kind, Measure, Origin, Participant};
use kinrow_text::numbers::grouped;

/// The commands that repeat a run.
pub(super) fn commands(namer: &Namer<'_>, environment: &Environment) -> Vec<String> {
    let quick = if environment.mode == "quick" { " --quick" } else { "" };
    let name = &namer.experiment.name;
    let is_builtin = kinrow_lab::experiment::BUILTIN.iter().any(|(known, _)| known == name);
    let source = if is_builtin { name.clone() } else { "experiment.toml".to_string() };
    let language = namer.text.language().code();
    vec![
        format!(
            "kinrow lab run {source}{quick} --seed {} --lang {language} --out {name}-again",
            environment.seed
        ),
        format!("kinrow lab report {name}-again --lang {language}"),
    ]
}

/// What a measure does, and with whom.
pub(super) fn measure(measure: &Measure, namer: &Namer<'_>) -> Point {
    let text = namer.text;
    let separator = text.get("steps.separator");
    let boards: Vec<String> = measure.boards.iter().map(ToString::to_string).collect();
    let boards = boards.join(separator);
    let games = grouped(measure.games.into());
    let details = [("boards", boards.as_str()), ("table", &measure.table), ("games", &games)];
    let mut words = text.fill(&format!("steps.{}", measure.kind.name()), &details);
    let many = [
        ("positions", measure.moves.len() as u64, measure.moves.len() > 1),
        ("plies", measure.plies.unwrap_or(0), measure.plies.is_some()),
        ("audited", measure.positions, measure.kind == Kind::Audit),
        ("opening", measure.opening, measure.kind.keys().contains(&"opening") && measure.opening > 0),
        ("repetitions", measure.repetitions, measure.repetitions > 1),
    ];
    for (name, count, _) in many.into_iter().filter(|(.., is_said)| *is_said) {
        let one = format!("steps.{name}-one");
        let key = if count == 1 && text.has(&one) { one } else { format!("steps.{name}") };
        words += &text.fill(&key, &[("count", &grouped(count.into()))]);
    }
    for (name, values) in variables(measure) {
        let list = values.join(separator);
        words += &text.fill("steps.vary", &[("variable", &namer.column(&name)), ("values", &list)]);
    }
    for (key, limits) in [("steps.limit", measure.limit), ("steps.cap", measure.cap)] {
        if limits != kinrow_agent::Limits::NONE {
            words += &text.fill(key, &[("limit", &limits.to_string())]);
        }
    }
    if measure.is_timed() {
        words += text.get("steps.timed");
    }
    let mut points: Vec<String> = Vec::new();
    for (key, participants) in
        [("steps.player", &measure.participants), ("steps.opponent", &measure.opponents)]
    {
        for point in participants.iter().map(|participant| who(key, participant, namer)) {
            if !points.contains(&point) {
                points.push(point);
            }
        }
    }
    Point { text: words, points }
}

/// A participant by its name and by what can be typed.
fn who(key: &str, participant: &Participant, namer: &Namer<'_>) -> String {
    let mut written = participant.written.clone();
    match &participant.origin {
        Origin::Agent(_) => {}
        Origin::Learner(learner) => written += &format!(" --episodes {}", learner.episodes),
        Origin::Network(network) => written += &format!(" --rounds {}", network.rounds),
    }
    let mut words = namer.text.fill(key, &[("name", &namer.name(&participant.name)), ("written", &written)]);
    if participant.limit != kinrow_agent::Limits::NONE {
        words += &namer.text.fill("steps.limit", &[("limit", &participant.limit.to_string())]);
    }
    words
}

/// The variables of a measure with the values they take.
fn variables(measure: &Measure) -> Vec<(String, Vec<String>)> {
    let mut variables: Vec<(String, Vec<String>)> = Vec::new();
    for (name, value) in measure.participants.iter().flat_map(|participant| &participant.variables) {
        let value = value.to_string();
        match variables.iter_mut().find(|(known, _)| known == name) {
            Some((_, values)) if values.contains(&value) => {}
            Some((_, values)) => values.push(value),
            None => variables.push((name.clone(), vec![value])),
        }
    }
    variables
}

/// A command that measures one row of it by hand; `None` where that takes more than one.
pub(super) fn example(measure: &Measure, seed: u64) -> Option<String> {
    let board = measure.boards.first()?;
    let plies = measure.plies.map_or_else(String::new, |plies| format!(" --depth {plies}"));
    let moves = measure.moves.first().filter(|moves| !moves.is_empty());
    let moves = moves.map_or_else(String::new, |moves| format!(" --moves \"{moves}\""));
    let participant = measure.participants.first();
    let agent = participant.and_then(|participant| match &participant.origin {
        Origin::Agent(spec) => Some(spec.to_string()),
        Origin::Learner(_) | Origin::Network(_) => None,
    });
    let limit = participant
        .map_or(measure.limit, |participant| measure.limit.stricter(participant.limit))
        .to_string();
    let limit = if limit.is_empty() { limit } else { format!(" --limit {limit}") };
    Some(match measure.kind {
        Kind::Count | Kind::Levels => format!("kinrow count --board {board}{plies}"),
        Kind::Solve => format!("kinrow solve --board {board}{moves} --distance{limit}"),
        Kind::Search => {
            format!("kinrow analyze --board {board}{moves} --agent {}{limit} --seed {seed}", agent?)
        }
        Kind::Audit => format!("kinrow audit --agent {} --board {board}{limit} --seed {seed}", agent?),
        Kind::Train => {
            let Origin::Learner(learner) = &participant?.origin else { return None };
            let (method, preset) = (learner.method.name(), learner.preset.name());
            let given = changed(learner);
            let episodes = learner.episodes;
            format!(
                "kinrow train {method} --board {board} --preset {preset}{given} --episodes {episodes} --seed {seed}"
            )
        }
        Kind::Tournament => contest(measure, &limit, seed)?,
        Kind::Games | Kind::Sitting | Kind::Match => return None,
    })
}

/// A tournament of agents that need no training plays the very same games by itself.
fn contest(measure: &Measure, limit: &str, seed: u64) -> Option<String> {
    let agent = |participant: &Participant| match &participant.origin {
        Origin::Agent(spec) if participant.limit == kinrow_agent::Limits::NONE => Some(spec.to_string()),
        _ => None,
    };
    let agents: Vec<String> = measure.participants.iter().map(agent).collect::<Option<_>>()?;
    let openings = if measure.opening == 0 { "none".into() } else { format!("random:{}", measure.opening) };
    let (agents, board, games) = (agents.join(";"), measure.boards.first()?, measure.games);
    Some(format!(
        "kinrow tournament --agents \"{agents}\" --board {board} --games {games} --openings {openings}{limit} --seed {seed}"
    ))
}

/// The options that differ from the preset's.
fn changed(learner: &kinrow_lab::experiment::LearnerSpec) -> String {
    let preset = learner.method.preset(learner.preset);
    let names = learner.method.options().iter().map(|option| option.name);
    names
        .filter(|name| preset.get(name) != learner.options.get(name))
        .filter_map(|name| Some(format!(" --set {name}={}", learner.options.get(name)?)))
        .collect()
}
