//! `kinrow match`: two agents, many games, and what they say.

use kinrow_arena::statistics::{Estimate, Outcomes, Sprt, Verdict};
use kinrow_arena::{Entrant, Format, Plan, Scoreboard, json};

use crate::args::MatchOptions;
use crate::columns::lay_out;
use crate::commands::contest::{self, Played, introduce, letter, nodes_per_move, percent};
use crate::commands::print_json;
use crate::failure::Failure;
use crate::out::say;
use crate::{Context, setup, words};

/// Without `--games`: enough for a first impression, or as many as a sequential test may need.
const GAMES: u64 = 100;
const GAMES_OF_A_TEST: u64 = 20_000;

pub(crate) fn run(options: &MatchOptions, context: &Context) -> Result<(), Failure> {
    let limits = setup::limits(options.contest.limit.as_deref())?;
    let entrant = |text: &str| setup::agent(text).map(|spec| Entrant::new(None, &spec, limits));
    let entrants = vec![entrant(&options.first)?, entrant(&options.second)?];
    let sprt: Option<Sprt> = options.sprt.as_deref().map(str::parse).transpose().map_err(Failure::call)?;
    let games = if sprt.is_some() { GAMES_OF_A_TEST } else { GAMES };
    let (contest, schedule) =
        contest::set_up(&options.contest, entrants, Format::RoundRobin, games, context)?;
    let played = contest::play("match", &contest, &schedule, sprt, &options.contest, context)?;
    tell(&Plan::of(&contest, &schedule), &played, sprt, options.contest.json, context);
    played.failure.map_or(Ok(()), Err)
}

/// Tells what a match said.
pub(crate) fn tell(plan: &Plan, played: &Played, sprt: Option<Sprt>, is_json: bool, context: &Context) {
    if is_json {
        let mut fields = json::head("match", plan, &played.board, played.failure.is_none());
        fields.extend(json::of_match(plan, &played.board, sprt));
        fields.extend(played.json_of_this_run().map(|(name, value)| (name.to_string(), value)));
        print_json(&fields.into());
    } else {
        show(plan, &played.board, sprt, context);
        played.close(plan, context);
    }
}

fn show(plan: &Plan, board: &Scoreboard, sprt: Option<Sprt>, context: &Context) {
    let text = &context.text;
    for player in 0..2 {
        say!("{}", context.style.strong(&introduce(plan, player)));
    }
    for line in contest::heading(plan, board, context) {
        say!("{line}");
    }
    say!("");
    let word = |key: &str| text.get(&format!("contest.{key}")).to_string();
    let mut rows = vec![["against", "column-games", "won", "drawn", "lost", "score"].map(word).to_vec()];
    let line = &board.lines[0];
    for (key, tally) in [("all", line.all()), ("as-first", line.as_first), ("as-second", line.as_second)] {
        let counts = [tally.games(), tally.wins, tally.draws, tally.losses].map(words::number);
        rows.push([word(key)].into_iter().chain(counts).chain([percent(tally.score())]).collect());
    }
    for line in lay_out(&rows, &[]) {
        say!("{line}");
    }
    say!("");
    let mut facts: Vec<(&str, String)> = Vec::new();
    match board.estimate(0, 1) {
        Some(estimate) => {
            facts.push(("elo", elo(&estimate, context)));
            facts.push(("los", superiority(estimate.superiority)));
        }
        None => facts.push(("elo", word("no-games"))),
    }
    let names = ["LL", "LD", "DD/WL", "WD", "WW"];
    let pairs =
        names.iter().zip(board.pairs[0][1]).map(|(name, count)| format!("{name} {}", words::number(count)));
    facts.push(("pairs", pairs.collect::<Vec<_>>().join("  ")));
    if let Some(sprt) = sprt {
        facts.push(("sprt", test(&sprt, board, context)));
    }
    for (player, line) in board.lines.iter().enumerate().filter(|(_, line)| line.forfeits.total() > 0) {
        let forfeits = line.forfeits;
        let counts = [("time", forfeits.time), ("illegal", forfeits.illegal), ("error", forfeits.error)];
        let counts = counts.map(|(name, count)| (name, words::number(count)));
        let mut told = vec![("agent", letter(player).to_string())];
        told.extend(counts);
        let told: Vec<(&str, &str)> = told.iter().map(|(name, value)| (*name, value.as_str())).collect();
        facts.push(("forfeits", text.fill("contest.forfeited", &told)));
    }
    let nodes = board.lines.iter().enumerate();
    let nodes = nodes.map(|(player, line)| format!("{} {}", letter(player), nodes_per_move(line)));
    facts.push(("nodes", nodes.collect::<Vec<_>>().join("  ")));
    let rows: Vec<Vec<String>> = facts.into_iter().map(|(key, fact)| vec![word(key), fact]).collect();
    for line in lay_out(&rows, &[1]) {
        say!("{line}");
    }
}

/// `+40.7 (95%: +10.7 to +71.5)`, with ± only where both bounds are as far away; at an end of the scale only the other
/// bound is known.
fn elo(estimate: &Estimate, context: &Context) -> String {
    let (low, high) = estimate.elo_interval();
    let [value, low_text, high_text] = [estimate.elo(), low, high].map(words::signed);
    let [below, margin] = [estimate.elo() - low, high - estimate.elo()].map(|margin| format!("{margin:.1}"));
    let told = [("elo", value.as_str()), ("margin", &margin), ("low", &low_text), ("high", &high_text)];
    let key = match (low.is_finite(), high.is_finite()) {
        (true, true) if below == margin => "contest.elo-even",
        (true, true) => "contest.elo-between",
        (true, false) => "contest.elo-at-least",
        _ => "contest.elo-at-most",
    };
    context.text.fill(key, &told)
}

/// A chance that is never told as certain.
fn superiority(chance: f64) -> String {
    if chance > 0.9995 {
        "> 99.9%".into()
    } else if chance < 0.0005 {
        "< 0.1%".into()
    } else {
        percent(Some(chance))
    }
}

/// Where a sequential test stands.
fn test(sprt: &Sprt, board: &Scoreboard, context: &Context) -> String {
    let state = sprt.state(&Outcomes::of_pairs(board.pairs[0][1]));
    let (low, high) = sprt.bounds();
    let numbers = [state.ratio, low, high].map(|number| format!("{number:.2}"));
    let key = match state.verdict {
        Verdict::Open => "contest.sprt-open",
        Verdict::AcceptsFirst => "contest.sprt-first",
        Verdict::AcceptsSecond => "contest.sprt-second",
    };
    let [elo0, elo1] = sprt.elo().map(|elo| elo.to_string());
    let verdict = context.text.fill(key, &[("elo0", &elo0), ("elo1", &elo1)]);
    let test = sprt.to_string();
    let told = [
        ("llr", numbers[0].as_str()),
        ("low", &numbers[1]),
        ("high", &numbers[2]),
        ("test", &test),
        ("verdict", &verdict),
    ];
    context.text.fill("contest.sprt-state", &told)
}
