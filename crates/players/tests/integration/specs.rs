//! A spec that is printed anywhere, short or with every default, in a refusal or in a record, parses back to the same agent.

use kinrow_agent::{AgentError, Decision, Ignore, Limits, OptionKind, Seed, Stop, Thinking};
use kinrow_game::{Point, Position};
use kinrow_players::AgentSpec;
use kinrow_players::catalogue::{self, AgentKind};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Values of an option, the awkward ones among them.
fn values(option: OptionKind) -> BoxedStrategy<String> {
    match option {
        OptionKind::Whole { least, most } => prop_oneof![least..=most, least..=most.min(least + 6)]
            .prop_map(|number| number.to_string())
            .boxed(),
        OptionKind::Real { least, most } => {
            prop_oneof![Just(least), Just(most), least..=most].prop_map(|number| number.to_string()).boxed()
        }
        OptionKind::Choice(words) => select(words).prop_map(String::from).boxed(),
        OptionKind::Time => {
            (1u32..80_000, select(vec!["ms", "s"])).prop_map(|(time, unit)| format!("{time}{unit}")).boxed()
        }
        OptionKind::File | OptionKind::Text => "[a-z ,=:;\"'\\\\é]{0,8}[a-z]".boxed(),
    }
}

/// A kind with any of its options, in any order.
fn texts() -> impl Strategy<Value = String> {
    select((0..catalogue::ALL.len()).collect::<Vec<_>>()).prop_flat_map(|number| {
        let kind: &AgentKind = &catalogue::ALL[number];
        let options: Vec<_> = kind
            .options
            .iter()
            .map(|option| {
                let written = |value: String| {
                    format!("{}=\"{}\"", option.name, value.replace('\\', "\\\\").replace('"', "\\\""))
                };
                (any::<bool>(), any::<Index>(), values(option.kind).prop_map(written))
            })
            .collect();
        options.prop_map(move |mut options| {
            options.retain(|(is_given, ..)| *is_given);
            options.sort_by_key(|(_, place, _)| place.index(1000));
            let given: Vec<String> = options.into_iter().map(|(.., text)| text).collect();
            format!("{}:{}", kind.name, given.join(","))
        })
    })
}

fn read(text: &str) -> AgentSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Whether its moves are the same every time, and it needs nothing from outside.
fn can_be_compared(spec: &AgentSpec) -> bool {
    let is_free = |kind: OptionKind| !matches!(kind, OptionKind::Time | OptionKind::File | OptionKind::Text);
    // Threads that search together do not always find the same.
    let is_alone = spec.options().whole::<u32>("threads").is_none_or(|threads| threads == 1);
    is_alone
        && spec
            .kind()
            .options
            .iter()
            .all(|option| is_free(option.kind) || spec.options().get(option.name).is_none())
}

/// What an agent does in a small position; `None` where it cannot be built.
fn answer(spec: &AgentSpec) -> Option<Result<Decision<Point>, AgentError>> {
    let mut agent = catalogue::build_within(spec, Seed(1), 10).ok()?;
    let (position, _) = Position::new("3x3x3".parse().unwrap()).play_moves("a1 b2 c1").unwrap();
    let limits = Limits { nodes: Some(300), playouts: Some(20), ..Limits::NONE };
    let mut ignore = Ignore;
    let mut answer = agent.choose(&position, &limits, &mut Thinking::new(Stop::new(), &mut ignore));
    if let Ok(decision) = &mut answer {
        decision.statistics.time = std::time::Duration::ZERO;
    }
    Some(answer)
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(1000))]

    #[test]
    fn what_is_printed_parses_back_to_the_same_agent(text in texts()) {
        let spec = read(&text);
        let (short, full) = (read(&spec.to_string()), read(&spec.full()));
        prop_assert_eq!(short.options(), spec.options());
        for read in [&short, &full] {
            prop_assert_eq!(read.kind().name, spec.kind().name);
            prop_assert_eq!(read.full(), spec.full());
            prop_assert_eq!(read.keeps(), spec.keeps());
        }
        prop_assert_eq!(short.to_string(), spec.to_string());
        if can_be_compared(&spec) {
            let expected = answer(&spec);
            prop_assert_eq!(answer(&short), expected.clone());
            prop_assert_eq!(answer(&full), expected);
            if let Ok(agent) = catalogue::build(&spec, Seed(1)) {
                let large = Position::new("20x20x5".parse().unwrap());
                let refusal = agent.accepts(&large, &Limits::NONE);
                if let Err(AgentError::TooLarge { agent: name, .. } | AgentError::TooLargeAlways { agent: name, .. }) = refusal {
                    prop_assert_eq!(read(&name).full(), spec.full());
                }
            }
        }
    }
}
