//! `kinrow agents`: every agent, its options, and what they mean.

use kinrow_agent::OptionSpec;
use kinrow_players::catalogue::{self, AgentKind};
use kinrow_text::Text;
use serde_json::json;

use crate::Context;
use crate::args::AgentsOptions;
use crate::commands::print_json;
use crate::failure::Failure;
use crate::out::say;

pub(crate) fn run(options: &AgentsOptions, context: &Context) -> Result<(), Failure> {
    let kinds: Vec<&AgentKind> = match &options.name {
        None => catalogue::ALL.iter().collect(),
        Some(name) => vec![catalogue::find(name).map_err(Failure::call)?],
    };
    if options.json {
        print_json(&kinds.iter().map(|kind| kind_json(kind, &context.text)).collect());
        return Ok(());
    }
    for kind in kinds {
        say!("{}  {}", context.style.strong(kind.name), context.text.get(&format!("agent.{}", kind.name)));
        for option in kind.options {
            let default = option.default.unwrap_or(context.text.get("agents.unset"));
            let takes = option.kind.describe();
            let told = [("default", default), ("takes", takes.as_str())];
            say!("    {}={takes}", option.name);
            say!(
                "        {} {}",
                meaning(kind, option, &context.text),
                context.text.fill("agents.default", &told)
            );
        }
        say!("");
    }
    say!("{}", context.text.get("agents.usage"));
    Ok(())
}

fn meaning(kind: &AgentKind, option: &OptionSpec, text: &Text) -> String {
    text.get(&format!("option.{}-{}", kind.name, option.name)).to_string()
}

fn kind_json(kind: &AgentKind, text: &Text) -> serde_json::Value {
    let options: Vec<_> = kind
        .options
        .iter()
        .map(|option| {
            json!({
                "name": option.name,
                "takes": option.kind.describe(),
                "default": option.default,
                "meaning": meaning(kind, option, text),
            })
        })
        .collect();
    json!({ "name": kind.name, "meaning": text.get(&format!("agent.{}", kind.name)), "options": options })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_text::Language;

    #[test]
    fn every_agent_and_option_has_a_meaning_in_every_language() {
        for &language in Language::ALL {
            let text = Text::new(language);
            for kind in catalogue::ALL.iter() {
                assert!(text.has(&format!("agent.{}", kind.name)), "{}", kind.name);
                for option in kind.options {
                    assert!(
                        text.has(&format!("option.{}-{}", kind.name, option.name)),
                        "{} {}",
                        kind.name,
                        option.name
                    );
                }
            }
        }
    }
}
