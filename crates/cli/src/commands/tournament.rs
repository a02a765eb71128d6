//! `kinrow tournament`: several agents, their ratings and the cross table.

use kinrow_arena::{Format, Plan, Schedule, Scoreboard, Standings, json, read_entrants};
use kinrow_game::Tally;

use crate::args::{FormatName, TournamentOptions};
use crate::columns::lay_out;
use crate::commands::contest::{self, Played, introduce, letter, nodes_per_move, percent, points};
use crate::commands::print_json;
use crate::failure::{CallError, Failure};
use crate::out::say;
use crate::{Context, setup, words};

/// Games of each pairing without `--games`.
const GAMES: u64 = 20;
/// What a terminal shows in a line.
const WIDTH: usize = 100;

pub(crate) fn run(options: &TournamentOptions, context: &Context) -> Result<(), Failure> {
    let limits = setup::limits(options.contest.limit.as_deref())?;
    let entrants = read_entrants(&options.agents, limits).map_err(Failure::call)?;
    let format = format(options, entrants.len())?;
    let (contest, schedule) = contest::set_up(&options.contest, entrants, format, GAMES, context)?;
    let played = contest::play("tournament", &contest, &schedule, None, &options.contest, context)?;
    tell(&Plan::of(&contest, &schedule), &schedule, &played, options.contest.json, context);
    played.failure.map_or(Ok(()), Err)
}

/// Tells what a tournament said.
pub(crate) fn tell(plan: &Plan, schedule: &Schedule, played: &Played, is_json: bool, context: &Context) {
    let standings = Standings::of(&played.board);
    let ladder = schedule.ladder(&played.results);
    if is_json {
        let mut fields = json::head("tournament", plan, &played.board, played.failure.is_none());
        fields.extend(json::of_tournament(plan, schedule, &played.results, &played.board));
        fields.extend(played.json_of_this_run().map(|(name, value)| (name.to_string(), value)));
        print_json(&fields.into());
    } else {
        let key = match plan.format {
            Format::RoundRobin => "contest.roundrobin",
            Format::Gauntlet { .. } => "contest.gauntlet",
            Format::Ladder { .. } => "contest.ladder-format",
        };
        let count = plan.agents.len().to_string();
        say!("{}", context.style.strong(&context.text.fill(key, &[("count", &count)])));
        show(plan, played, &standings, ladder.as_deref(), context);
        played.close(plan, context);
    }
}

fn format(options: &TournamentOptions, players: usize) -> Result<Format, Failure> {
    let belongs = |option: &str, format: &str| {
        Failure::call(CallError::FormatOption { option: option.into(), format: format.into() })
    };
    if options.challengers.is_some() && options.format != FormatName::Gauntlet {
        return Err(belongs("--challengers", "gauntlet"));
    }
    if options.steps.is_some() && options.format != FormatName::Ladder {
        return Err(belongs("--steps", "ladder"));
    }
    Ok(match options.format {
        FormatName::Roundrobin => Format::RoundRobin,
        FormatName::Gauntlet => Format::Gauntlet { challengers: options.challengers.unwrap_or(1) as usize },
        FormatName::Ladder => Format::Ladder { steps: options.steps.map_or(players as u64, u64::from) },
    })
}

fn show(plan: &Plan, played: &Played, standings: &Standings, ladder: Option<&[usize]>, context: &Context) {
    let (board, text) = (&played.board, &context.text);
    for line in contest::heading(plan, board, context) {
        say!("{line}");
    }
    say!("");
    let rows = standing_rows(board, standings, context);
    let widest = rows.iter().map(|row| words::width(row)).max().unwrap_or(0);
    let names: Vec<String> = (0..plan.agents.len()).map(|player| introduce(plan, player)).collect();
    // Names stand beside the numbers where there is room for all of them, and below where there is not.
    let longest = names.iter().map(|name| words::width(name)).max().unwrap_or(0);
    let has_room = widest + longest < WIDTH;
    for (place, row) in rows.iter().enumerate() {
        let player = place.checked_sub(1).map(|place| standings.order[place]);
        match player.filter(|_| has_room) {
            Some(player) => say!("{}  {}", words::left(row, widest), &names[player][3..]),
            None => say!("{row}"),
        }
    }
    say!("");
    for line in cross_rows(board, standings, context) {
        say!("{line}");
    }
    if !has_room {
        say!("");
        for &player in &standings.order {
            say!("{}", names[player]);
        }
    }
    if let Some(order) = ladder {
        let line: Vec<String> = order.iter().map(|&player| letter(player).to_string()).collect();
        say!("\n{}", text.fill("contest.ladder", &[("order", &line.join(" > "))]));
    }
    if let Some(weakness) = standings.weakness {
        say!("\n{}", text.get(&format!("contest.prior-{}", weakness.name())));
    }
}

fn standing_rows(board: &Scoreboard, standings: &Standings, context: &Context) -> Vec<String> {
    let word = |key: &str| context.text.get(&format!("contest.{key}")).to_string();
    let has_forfeits = board.lines.iter().any(|line| line.forfeits.total() > 0);
    let mut head = ["place", "", "rating", "margin", "points", "column-games", "score", "first", "second"]
        .map(|key| if key.is_empty() { String::new() } else { word(key) })
        .to_vec();
    if has_forfeits {
        head.extend(["late", "illegal", "failed"].map(word));
    }
    head.push(word("nodes"));
    let mut rows = vec![head];
    for (place, &player) in standings.order.iter().enumerate() {
        let line = &board.lines[player];
        let all = line.all();
        let rating = standings.ratings[player];
        let mut row = vec![
            (place + 1).to_string(),
            letter(player).to_string(),
            rating.map_or_else(|| "–".into(), |rating| words::signed(rating.elo)),
            rating.map_or_else(String::new, |rating| format!("± {:.1}", rating.margin)),
            points(all.points()),
            words::number(all.games()),
            percent(all.score()),
            percent(line.as_first.score()),
            percent(line.as_second.score()),
        ];
        if has_forfeits {
            let forfeits = line.forfeits;
            row.extend([forfeits.time, forfeits.illegal, forfeits.error].map(words::number));
        }
        row.push(nodes_per_move(line));
        rows.push(row);
    }
    lay_out(&rows, &[1])
}

/// Points where everybody who met has played the same number of games, and shares of the points otherwise.
fn cross_rows(board: &Scoreboard, standings: &Standings, context: &Context) -> Vec<String> {
    let met = board.cross.iter().flatten().filter(|tally| tally.games() > 0);
    let games: Vec<u64> = met.map(Tally::games).collect();
    let even = games.first().copied().filter(|first| games.iter().all(|games| games == first));
    let head = match even {
        Some(games) => context.text.fill("contest.cross-points", &[("games", &words::number(games))]),
        None => context.text.get("contest.cross-percent").to_string(),
    };
    let letters = standings.order.iter().map(|&player| letter(player).to_string());
    let mut rows: Vec<Vec<String>> = vec![[String::new()].into_iter().chain(letters).collect()];
    for &player in &standings.order {
        let cell = |&other: &usize| {
            let tally = &board.cross[player][other];
            match even {
                _ if tally.games() == 0 => "·".into(),
                Some(_) => points(tally.points()),
                None => format!("{:.0}", 100.0 * tally.score().unwrap_or_default()),
            }
        };
        let cells = standings.order.iter().map(cell);
        rows.push([letter(player).to_string()].into_iter().chain(cells).collect());
    }
    [head].into_iter().chain(lay_out(&rows, &[])).collect()
}
