//! `kinrow audit`: an agent against every possible opponent.

use kinrow_agent::Seed;
use kinrow_game::{Position, Side};
use kinrow_learn::{Audit, AuditError, AuditLimits, audit};
use kinrow_players::catalogue;
use serde_json::{Value, json};

use crate::args::AuditOptions;
use crate::commands::{mistakes, print_json};
use crate::failure::Failure;
use crate::out::say;
use crate::progress::Progress;
use crate::{Context, setup, terminal, words};

pub(crate) fn run(options: &AuditOptions, context: &Context) -> Result<(), Failure> {
    if let Some(count) = options.mistakes {
        return mistakes::run(options, count, context);
    }
    let spec = setup::agent(&options.agent)?;
    if spec.keeps() {
        return Err(Failure::call(AuditError::Keeps { agent: spec.to_string() }));
    }
    let rules = setup::rules(options.board.as_deref().unwrap_or("3x3x3"))?;
    let decision = setup::limits(options.limit.as_deref())?;
    let mut agent = catalogue::build(&spec, Seed(options.seed).derive("agent", 0)).map_err(Failure::call)?;
    agent.accepts(&Position::new(rules), &decision).map_err(Failure::call)?;
    let limits = AuditLimits { positions: options.positions, decision, ..AuditLimits::default() };
    let mut audits = Vec::new();
    for &side in options.side {
        let progress = Progress::spinner();
        let mut told = |positions: u64| {
            let (side, count) = (side.to_string(), words::number(positions));
            progress.say(context.text.fill("audit.progress", &[("side", &side), ("count", &count)]));
        };
        let found =
            audit(&mut *agent, rules, side, &limits, &context.stop, &mut told).map_err(Failure::job)?;
        audits.push((side, found));
    }
    if options.json {
        let mut fields = json!({ "board": rules.to_string(), "agent": spec.full() });
        let of = |wanted: Side| audits.iter().find(|(side, _)| *side == wanted).map(|(_, audit)| audit);
        insert(&mut fields, Some(Side::BOTH.map(of)));
        print_json(&fields);
        return Ok(());
    }
    say!("{}", context.style.strong(&format!("{spec} · {rules}")));
    for (side, audit) in &audits {
        show(*side, audit, &Position::new(rules), context);
    }
    Ok(())
}

/// Tells audits in the one shape they have in JSON: each under its side, and both as a list; null where there is none.
pub(crate) fn insert(fields: &mut Value, audits: Option<[Option<&Audit>; 2]>) {
    fields["audit"] = json!(audits);
    for (side, audit) in Side::BOTH.into_iter().zip(audits.into_iter().flatten()) {
        if audit.is_some() {
            fields[side.to_string().to_lowercase()] = json!(audit);
        }
    }
}

/// One side's audit, with a lost line replayed on the board.
pub(crate) fn show(side: Side, audit: &Audit, start: &Position, context: &Context) {
    say!("{}", summary(side, audit, context));
    if let Some(moves) = audit.value_losing_moves {
        say!("  {}", context.text.fill("audit.value-losing", &[("count", &words::number(moves))]));
    }
    if let Some(lines) = audit.won_given_away.filter(|&lines| lines > 0) {
        say!("  {}", context.text.fill("audit.given-away", &[("count", &words::number(lines))]));
    }
    let Some(line) = &audit.first_loss else { return };
    say!("  {}", context.text.fill("audit.lost-line", &[("line", &line.join(" "))]));
    if let Ok((end, moves)) = start.play_moves(&line.join(" ")) {
        for row in terminal::draw(&end, moves.last().copied(), context.style).lines() {
            say!("    {row}");
        }
    }
}

/// One side's audit in a line.
pub(crate) fn summary(side: Side, audit: &Audit, context: &Context) -> String {
    let numbers = [audit.games, audit.wins, audit.draws, audit.losses].map(words::number);
    let side = side.to_string();
    let told = [
        ("side", side.as_str()),
        ("games", &numbers[0]),
        ("wins", &numbers[1]),
        ("draws", &numbers[2]),
        ("losses", &numbers[3]),
    ];
    context.text.fill("audit.summary", &told)
}
