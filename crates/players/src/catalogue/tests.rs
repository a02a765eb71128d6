//! Every option of every agent, and what refusals say.

use super::*;
use kinrow_agent::{AgentError, Limits, OptionKind, ask};
use kinrow_game::{Game, Position};

/// Each word of each option, one at a time, builds an agent that plays a legal move.
#[test]
fn every_option_has_a_meaning() {
    let position = Position::new("3x3x3".parse().unwrap());
    // A program of one's own has tests of its own, with programs to run.
    for kind in ALL.iter().filter(|kind| kind.name != "external") {
        let is_learner = kind.method.is_some();
        let mut specs = if is_learner { Vec::new() } else { vec![kind.name.to_string()] };
        if is_learner {
            // Without a file a learner plays only while it learns; genes are bred, not taught while playing.
            let text = format!("{}:learn=on,budget=1", kind.name);
            assert!(build(&kind.name.parse().unwrap(), Seed(1)).is_err(), "{}", kind.name);
            let rates = kind.options.iter().filter(|option| matches!(option.kind, OptionKind::Real { .. }));
            specs.extend(rates.map(|rate| format!("{text},{}=0.2", rate.name)));
            specs.push(text);
        }
        for option in kind.options.iter().filter(|_| !is_learner) {
            match option.kind {
                OptionKind::Choice(words) => {
                    specs.extend(words.iter().map(|word| format!("{}:{}={word}", kind.name, option.name)));
                }
                OptionKind::Whole { least, .. } => {
                    specs.push(format!("{}:{}={least}", kind.name, option.name));
                }
                OptionKind::Real { most, .. } => {
                    specs.push(format!("{}:{}={most}", kind.name, option.name));
                }
                OptionKind::Time => specs.push(format!("{}:{}=10ms", kind.name, option.name)),
                OptionKind::File | OptionKind::Text => {}
            }
        }
        for text in specs {
            let spec: AgentSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
            let mut agent = build(&spec, Seed(1)).unwrap();
            let decision = ask(&mut *agent, &position, &Limits::NONE).unwrap();
            assert!(position.is_legal(decision.mv().unwrap()), "{text}");
        }
    }
}

#[test]
fn wrong_specs_say_what_would_be_right() {
    let wrong = [
        ("", "is not an agent: choose from random, averaging"),
        ("alfabeta", "'alfabeta' is not an agent; did you mean alphabeta? There are random, averaging"),
        ("best", "'best' is not an agent: choose from random"),
        ("minimax:near=1", "minimax has no option 'near': it has depth, eval, distance"),
        ("minimax:depht=1", "minimax has no option 'depht'; did you mean depth? It has depth, eval"),
        ("alphabeta:eval=rusn", "eval=rusn is not possible; did you mean eval=runs? eval takes none|"),
        ("solve:distance=true", "distance=true is not possible: distance takes on|off"),
        ("solve:distance=On", "did you mean distance=on?"),
        ("random:depth=1", "it has none at all"),
        ("minimax:depth", "write NAME=VALUE"),
        ("minimax:depth=0", "depth takes 1..400"),
        ("minimax:depth=-1", "depth takes 1..400"),
        ("minimax:depth=1,depth=2", "given twice"),
        ("alphabeta:eval=best", "eval takes none|open-ends|runs"),
        ("mcts:c=nan", "c takes 0..100"),
        ("mcts:time=0", "time takes"),
        ("td0:file=", "file takes FILE"),
        ("zero:search=gumble", "did you mean search=gumbel?"),
    ];
    for (text, reason) in wrong {
        let error = text.parse::<AgentSpec>().unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    assert_eq!(
        "alphabeta: near=1 ,depth=2".parse::<AgentSpec>().unwrap().to_string(),
        "alphabeta:depth=2,near=1"
    );
}

#[test]
fn capitals_make_no_difference_to_a_name() {
    assert_eq!("AlphaBeta:depth=2".parse::<AgentSpec>().unwrap().to_string(), "alphabeta:depth=2");
    assert_eq!(find("MCTS").unwrap().name, "mcts");
}

/// Specs with each value of each option that decides what an agent is, one at a time.
fn specs() -> Vec<AgentSpec> {
    let mut texts: Vec<String> = Vec::new();
    for kind in ALL.iter().filter(|kind| kind.name != "external") {
        let base = if kind.method.is_some() { "learn=on,budget=1" } else { "" };
        texts.push(format!("{}:{base}", kind.name));
        for option in kind.options.iter().filter(|_| base.is_empty()) {
            let values: Vec<String> = match option.kind {
                OptionKind::Choice(words) => words.iter().map(ToString::to_string).collect(),
                OptionKind::Whole { least, most } => [least, most].map(|value| value.to_string()).into(),
                OptionKind::Real { least, most } => {
                    [least, most, f64::midpoint(least, most) / 7.0].map(|value| value.to_string()).into()
                }
                OptionKind::Time => ["1.5ms", "0.25s", "7"].map(String::from).into(),
                OptionKind::File | OptionKind::Text => Vec::new(),
            };
            texts.extend(values.iter().map(|value| format!("{}:{}={value}", kind.name, option.name)));
        }
    }
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

/// Both texts of a spec, the short one and the full one, build the same agent.
#[test]
fn what_an_agent_is_called_builds_it_again() {
    for spec in specs() {
        for text in [spec.to_string(), spec.full()] {
            assert_eq!(text.parse::<AgentSpec>().unwrap().full(), spec.full());
        }
    }
}

/// Every way out that a refusal names is one: an option that is accepted, a limit that is read and accepted.
#[test]
fn refusals_suggest_what_is_accepted() {
    let mut refused = 0;
    for rules in ["5x5x4", "15x15x5", "20x20x5", "15x15x5:renju", "20x20x20:drop", "10x10x5:misere"] {
        let position = Position::new(rules.parse().unwrap());
        for spec in specs() {
            let agent = build(&spec, Seed(1)).unwrap();
            let Err(refusal) = agent.accepts(&position, &Limits::NONE) else { continue };
            if let AgentError::NotLearned { .. } = refusal {
                continue;
            }
            refused += 1;
            let (AgentError::TooLarge { agent: name, .. } | AgentError::TooLargeAlways { agent: name, .. }) =
                &refusal
            else {
                panic!("{refusal}")
            };
            assert_eq!(name.parse::<AgentSpec>().unwrap().full(), spec.full());
            if let AgentError::TooLarge { option, .. } = &refusal {
                let (option, value) = option.split_once('=').unwrap();
                let mut options = spec.options().clone();
                options.set(spec.kind().name, option, value).unwrap();
                let text = format!("{}:{}", spec.kind().name, options.given());
                let smaller = build(&text.parse().unwrap(), Seed(1)).unwrap();
                assert_eq!(smaller.accepts(&position, &Limits::NONE), Ok(()), "{rules} {text}");
            }
            let sentence = refusal.to_string();
            let limits: Vec<&str> = sentence.split("--limit ").skip(1).collect();
            assert!(!limits.is_empty(), "{sentence}");
            for limit in limits {
                let limit = limit.split([' ', ')', ',']).next().unwrap();
                assert_eq!(agent.accepts(&position, &limit.parse().unwrap()), Ok(()), "{limit}");
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn a_search_of_near_moves_is_not_taken_for_one_of_all() {
    let position = Position::new("15x15x5".parse().unwrap());
    let accepts = |spec: &str| {
        build(&spec.parse().unwrap(), Seed(1)).unwrap().accepts(&position, &Limits::NONE).is_ok()
    };
    assert!(accepts("alphabeta:depth=6,near=1") && accepts("alphabeta:depth=8,near=1"));
    assert!(!accepts("alphabeta:depth=8") && !accepts("alphabeta:depth=60,near=1"));
}

/// Searches that play nothing out do not count playouts, so that these do not end them.
#[test]
fn playouts_limit_only_who_plays_out() {
    let position = Position::new("15x15x5".parse().unwrap());
    for spec in ["minimax", "averaging", "alphabeta", "solve"] {
        let agent = build(&spec.parse().unwrap(), Seed(1)).unwrap();
        assert!(agent.accepts(&position, &"playouts=10".parse().unwrap()).is_err(), "{spec}");
    }
}

#[test]
fn every_method_plays() {
    for &method in Method::ALL {
        assert_eq!(learner(method).name, method.name());
    }
}
