//! `kinrow audit --mistakes`: how often an agent's move costs something, on positions that the solver judges.

use kinrow_agent::Seed;
use kinrow_game::Position;
use kinrow_learn::{MistakesError, Sample, mistakes};
use kinrow_players::catalogue;
use serde_json::json;

use crate::args::AuditOptions;
use crate::commands::print_json;
use crate::failure::{CallError, Failure};
use crate::out::say;
use crate::progress::Progress;
use crate::{Context, setup, words};

pub(crate) fn run(options: &AuditOptions, count: u64, context: &Context) -> Result<(), Failure> {
    let spec = setup::agent(&options.agent)?;
    if spec.keeps() {
        return Err(Failure::call(MistakesError::Keeps { agent: spec.to_string() }));
    }
    let rules = setup::rules(options.board.as_deref().unwrap_or("3x3x3"))?;
    let decision = setup::limits(options.limit.as_deref())?;
    let plies = match &options.plies {
        Some(text) => {
            let most = u32::from(rules.cells()) - 1;
            let wrong = || Failure::call(CallError::Plies { given: text.clone(), most });
            let (least, most_given) = text.split_once("..").ok_or_else(wrong)?;
            let [least, last] = [least, most_given].map(|part| part.parse::<u32>().map_err(|_| wrong()));
            let (least, last) = (least?, last?);
            if least > last || last > most {
                return Err(wrong());
            }
            least..=last
        }
        None => 0..=u32::from(rules.cells()) / 2,
    };
    let mut agent = catalogue::build(&spec, Seed(options.seed).derive("agent", 0)).map_err(Failure::call)?;
    agent.accepts(&Position::new(rules), &decision).map_err(Failure::call)?;
    let seed = Seed(options.seed);
    let sample = Sample { count, plies: plies.clone(), seed, nodes: Sample::NODES, most_unjudged: count };
    let progress = Progress::bar(count);
    let found =
        mistakes(&mut *agent, rules, &sample, &decision, &context.stop, &mut |asked| progress.at(asked))
            .map_err(Failure::job)?;
    drop(progress);
    let (least, last) = (plies.start(), plies.end());
    if options.json {
        print_json(&json!({
            "board": rules.to_string(),
            "agent": spec.full(),
            "plies": [least, last],
            "seed": options.seed,
            "share": found.share(),
            "found": found,
        }));
        return Ok(());
    }
    say!("{}", context.style.strong(&format!("{spec} · {rules}")));
    let share = format!("{:.1} %", found.share() * 100.0);
    let [asked, wrong, games, unjudged] =
        [found.asked, found.mistakes, found.games, found.unjudged].map(words::number);
    let told = [
        ("mistakes", wrong.as_str()),
        ("asked", asked.as_str()),
        ("share", share.as_str()),
        ("least", &least.to_string()),
        ("most", &last.to_string()),
    ];
    say!("{}", context.text.fill("mistakes.summary", &told));
    let [drawn, lost, thrown] =
        [found.won_to_drawn, found.won_to_lost, found.drawn_to_lost].map(words::number);
    let told = [("drawn", drawn.as_str()), ("lost", lost.as_str()), ("thrown", thrown.as_str())];
    say!("  {}", context.text.fill("mistakes.kinds", &told));
    say!("  {}", context.text.fill("mistakes.drawn", &[("games", &games), ("unjudged", &unjudged)]));
    Ok(())
}
