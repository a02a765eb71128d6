//! Games: with fixed sides, in pairs, or everybody against everybody. The arena plays them and says what they mean.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kinrow_agent::{GameRecord, Limits, Seed};
use kinrow_game::{Ending, Rules, Side, Tally};
use serde::{Deserialize, Serialize};

use super::meter::Meter;
use super::{Surroundings, row, variables};
use crate::experiment::cell::Cell;
use crate::experiment::columns;
use crate::experiment::kind::Kind;
use crate::experiment::measure::{Measure, openings};
use crate::experiment::participant::{Origin, Participant, taught};
use crate::experiment::table::Row;
use kinrow_arena::statistics::{Estimate, Outcomes};
use kinrow_arena::{Contest, Cost, Entrant, Fixture, Forfeit, Remembering, Results, Scoreboard, Summary};

/// The lab measures what an agent does, not whether this machine is busy: nobody loses by the clock.
const TOLERANCE: Duration = Duration::from_secs(86_400);

/// A finished game as the journal keeps it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::experiment) struct Game {
    index: u64,
    players: [usize; 2],
    /// 1 for X, -1 for O, 0 for a draw.
    winner: i8,
    forfeit: bool,
    identity: u64,
    moves: [u64; 2],
    nodes: [u64; 2],
    playouts: [u64; 2],
    ms: [f64; 2],
    /// Processor time, where the system tells it.
    #[serde(default)]
    cpu_ms: Option<[f64; 2]>,
}

impl Game {
    fn of(index: u64, summary: &Summary, cpu_ms: Option<[f64; 2]>) -> Game {
        let [x, o] = summary.costs;
        let winner = match summary.ending {
            Ending::Won(Side::X) => 1,
            Ending::Won(Side::O) => -1,
            Ending::Drawn => 0,
        };
        Game {
            index,
            players: summary.players,
            winner,
            forfeit: summary.forfeit.is_some(),
            identity: summary.identity,
            moves: [x.moves, o.moves],
            nodes: [x.nodes, o.nodes],
            playouts: [x.playouts, o.playouts],
            ms: [x.time_ms, o.time_ms],
            cpu_ms,
        }
    }

    fn summary(&self) -> Summary {
        let ending = match self.winner {
            1 => Ending::Won(Side::X),
            -1 => Ending::Won(Side::O),
            _ => Ending::Drawn,
        };
        let costs = [0, 1].map(|side| Cost {
            moves: self.moves[side],
            nodes: self.nodes[side],
            playouts: self.playouts[side],
            time_ms: self.ms[side],
        });
        let forfeit = self.forfeit.then_some(Forfeit::Error);
        Summary { players: self.players, ending, forfeit, identity: self.identity, costs }
    }
}

fn everybody(measure: &Measure) -> Vec<&Participant> {
    measure.participants.iter().chain(&measure.opponents).collect()
}

/// The contests of a run, by measure and board: openings are drawn once, however many tasks begin from them.
#[derive(Debug, Default)]
pub(in crate::experiment) struct Contests(Mutex<HashMap<(usize, Rules), Arc<Contest>>>);

/// Plays some games of the measure with this number.
pub(super) fn play(
    number: usize,
    measure: &Measure,
    rules: Rules,
    fixtures: &[Fixture],
    around: &Surroundings<'_>,
) -> Result<Vec<Game>, String> {
    let contest = shared_contest(number, measure, rules, around)?;
    let fixtures = fixtures.iter().copied();
    play_all(&contest, measure, fixtures, around, |fixture, meter| contest.play(fixture, meter, around.stop))
}

/// Plays games one after the other with agents that may remember those before; gives their one row.
pub(super) fn sitting(
    measure: &Measure,
    rules: Rules,
    [x, o]: [usize; 2],
    seed: u64,
    around: &Surroundings<'_>,
) -> Result<Row, String> {
    let contest = contest(measure, rules, Seed(seed), around)?;
    let mut remembering = Remembering::default();
    let fixtures = (0..measure.games).map(|index| Fixture { index, x, o, opening: index });
    let games = play_all(&contest, measure, fixtures, around, |fixture, meter| {
        contest.play_on(fixture, &mut remembering, meter, around.stop)
    })?;
    let games: Vec<&Game> = games.iter().collect();
    let everybody = everybody(measure);
    let (mut cells, _) = fixed_sides(measure, rules, [everybody[x], everybody[o]], &games);
    cells.push(("seed".into(), Cell::from(seed)));
    Ok(cells)
}

/// Plays games in order, each as `play` does.
fn play_all(
    contest: &Contest,
    measure: &Measure,
    fixtures: impl Iterator<Item = Fixture>,
    around: &Surroundings<'_>,
    mut play: impl FnMut(&Fixture, &mut Meter) -> Option<GameRecord>,
) -> Result<Vec<Game>, String> {
    let everybody = everybody(measure);
    let mut games = Vec::new();
    for fixture in fixtures {
        for player in [fixture.x, fixture.o] {
            let (origin, seeds) = (&everybody[player].origin, [around.seed, Seed(0)]);
            taught(origin, contest.rules, seeds, around.models, around.stop)?;
        }
        let mut meter = Meter::default();
        let record = play(&fixture, &mut meter).ok_or("stopped")?;
        let summary = Summary::of(&fixture, &record).ok_or("a game without a result")?;
        let cpu_ms = meter.spent().map(|spent| spent.map(|time| time.as_micros() as f64 / 1000.0));
        games.push(Game::of(fixture.index, &summary, cpu_ms));
    }
    Ok(games)
}

fn shared_contest(
    number: usize,
    measure: &Measure,
    rules: Rules,
    around: &Surroundings<'_>,
) -> Result<Arc<Contest>, String> {
    let mut contests = around.contests.0.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(contest) = contests.get(&(number, rules)) {
        return Ok(Arc::clone(contest));
    }
    let contest = Arc::new(contest(measure, rules, around.seed, around)?);
    contests.insert((number, rules), Arc::clone(&contest));
    Ok(contest)
}

fn contest(
    measure: &Measure,
    rules: Rules,
    seed: Seed,
    around: &Surroundings<'_>,
) -> Result<Contest, String> {
    let openings = openings(rules, measure.opening, seed).map_err(|error| error.to_string())?;
    let entrants = everybody(measure).into_iter();
    let entrants = entrants.map(|participant| entrant(participant, rules, measure.limit, around)).collect();
    Ok(Contest { rules, entrants, openings, seed, tolerance: TOLERANCE })
}

fn entrant(participant: &Participant, rules: Rules, limit: Limits, around: &Surroundings<'_>) -> Entrant {
    let limits = limit.stricter(participant.limit);
    match &participant.origin {
        Origin::Agent(spec) => Entrant::new(Some(participant.name.clone()), spec, limits),
        origin => {
            let (origin, run) = (origin.clone(), around.seed);
            let (models, stop) = (Arc::clone(around.models), around.stop.clone());
            Entrant::boxed(&participant.name, limits, move |seed| {
                let agent = taught(&origin, rules, [run, seed], &models, &stop).ok().flatten();
                agent.expect("whoever is trained was trained before the game")
            })
        }
    }
}

/// The rows of all games on a board.
pub(super) fn rows(measure: &Measure, rules: Rules, games: &[Game]) -> Vec<(String, Row)> {
    let everybody = everybody(measure);
    let mut results = Results::default();
    for game in games {
        results.insert(game.index, game.summary());
    }
    let board = Scoreboard::of(everybody.len(), &results, u64::MAX);
    let of_pair = |a: usize, b: usize| -> Vec<&Game> {
        games.iter().filter(|game| game.players == [a, b] || game.players == [b, a]).collect()
    };
    let main = |rows: Vec<Row>| rows.into_iter().map(|row| (measure.table.clone(), row)).collect::<Vec<_>>();
    let challengers = measure.participants.len();
    let meetings = (0..challengers).flat_map(|a| (challengers..everybody.len()).map(move |b| (a, b)));
    match measure.kind {
        Kind::Games => main(
            meetings
                .map(|(a, b)| {
                    let (mut cells, tally) =
                        fixed_sides(measure, rules, [everybody[a], everybody[b]], &of_pair(a, b));
                    cells.extend(score_cells(Estimate::of(&Outcomes::of_games(&tally)).as_ref()));
                    cells
                })
                .collect(),
        ),
        Kind::Tournament => {
            let mut rows = main(ratings(rules, &everybody, &board, games));
            if let Some(cross) = &measure.second {
                rows.extend(
                    cross_table(rules, &everybody, &board).into_iter().map(|row| (cross.clone(), row)),
                );
            }
            rows
        }
        _ => main(
            meetings
                .map(|(a, b)| {
                    let opening = measure.opening;
                    in_pairs(
                        rules,
                        [everybody[a], everybody[b]],
                        &of_pair(a, b),
                        a,
                        &board.estimate(a, b),
                        opening,
                    )
                })
                .collect(),
        ),
    }
}

fn tally_cells(tally: &Tally) -> Row {
    row([
        ("games", Cell::from(tally.games())),
        ("won", Cell::from(tally.wins)),
        ("drawn", Cell::from(tally.draws)),
        ("lost", Cell::from(tally.losses)),
        ("score", tally.score().map_or(Cell::Missing, Cell::real)),
    ])
}

fn different(games: &[&Game]) -> Cell {
    let mut identities: Vec<u64> = games.iter().map(|game| game.identity).collect();
    identities.sort_unstable();
    identities.dedup();
    Cell::from(identities.len() as u64)
}

fn mean_plies(games: &[&Game], opening: u64) -> Cell {
    let moves: u64 = games.iter().map(|game| game.moves[0] + game.moves[1]).sum();
    Cell::real(opening as f64 + moves as f64 / games.len().max(1) as f64)
}

fn forfeits(games: &[&Game]) -> Cell {
    Cell::from(games.iter().filter(|game| game.forfeit).count() as u64)
}

/// What one side's moves cost on average.
fn cost_cells(games: &[&Game], player: usize) -> Row {
    let mut cost = Cost::default();
    for game in games {
        let side = usize::from(game.players[0] != player);
        cost += game.summary().costs[side];
    }
    let mut cells = mean_cost(&cost);
    cells.push(("cpu_ms_a_move".into(), processor_a_move(games.iter().copied(), player)));
    cells
}

/// Processor time that a move took on average, where every game of a player tells it.
fn processor_a_move<'a>(games: impl Iterator<Item = &'a Game>, player: usize) -> Cell {
    let (mut moves, mut spent) = (0, 0.0);
    for game in games {
        let Some(side) = game.players.iter().position(|one| *one == player) else { continue };
        let Some(cpu_ms) = game.cpu_ms else { return Cell::Missing };
        moves += game.moves[side];
        spent += cpu_ms[side];
    }
    if moves == 0 { Cell::Missing } else { Cell::real(spent / moves as f64) }
}

fn mean_cost(cost: &Cost) -> Row {
    let moves = cost.moves.max(1) as f64;
    row([
        ("nodes_a_move", Cell::real(cost.nodes as f64 / moves)),
        ("playouts_a_move", Cell::real(cost.playouts as f64 / moves)),
        ("ms_a_move", Cell::real(cost.time_ms / moves)),
    ])
}

/// What came out of games with fixed sides: a row, and the tally of X.
fn fixed_sides(measure: &Measure, rules: Rules, [x, o]: [&Participant; 2], games: &[&Game]) -> (Row, Tally) {
    let mut tally = Tally::default();
    for game in games {
        tally.count(game.summary().ending.seen_by(Side::X));
    }
    let all = tally.games().max(1) as f64;
    let mut cells = row([
        ("board", Cell::word(rules.to_string())),
        ("name", Cell::word(x.name.clone())),
        ("opponent", Cell::word(o.name.clone())),
        ("games", Cell::from(tally.games())),
        ("x_wins", Cell::from(tally.wins)),
        ("draws", Cell::from(tally.draws)),
        ("o_wins", Cell::from(tally.losses)),
        ("x_share", Cell::real(tally.wins as f64 / all)),
        ("draw_share", Cell::real(tally.draws as f64 / all)),
        ("o_share", Cell::real(tally.losses as f64 / all)),
        ("mean_plies", mean_plies(games, measure.opening)),
        ("different", different(games)),
        ("forfeits", forfeits(games)),
    ]);
    cells.extend(variables(x));
    (cells, tally)
}

fn score_cells(estimate: Option<&Estimate>) -> Row {
    let Some(estimate) = estimate else { return Row::new() };
    row([
        ("score", Cell::real(estimate.score)),
        ("score_low", Cell::real(estimate.score_low)),
        ("score_high", Cell::real(estimate.score_high)),
    ])
}

fn in_pairs(
    rules: Rules,
    [one, other]: [&Participant; 2],
    games: &[&Game],
    player: usize,
    estimate: &Option<Estimate>,
    opening: u64,
) -> Row {
    let mut tally = Tally::default();
    for game in games {
        let side = if game.players[0] == player { Side::X } else { Side::O };
        tally.count(game.summary().ending.seen_by(side));
    }
    let mut cells = row([
        ("board", Cell::word(rules.to_string())),
        ("name", Cell::word(one.name.clone())),
        ("opponent", Cell::word(other.name.clone())),
        ("mean_plies", mean_plies(games, opening)),
        ("different", different(games)),
        ("forfeits", forfeits(games)),
    ]);
    cells.extend(variables(one));
    cells.extend(tally_cells(&tally).into_iter().filter(|(name, _)| name != "score"));
    cells.extend(score_cells(estimate.as_ref()));
    cells.extend(cost_cells(games, player));
    if let Some(estimate) = estimate {
        let (low, high) = estimate.elo_interval();
        let (elo, low, high) = (Cell::real(estimate.elo()), Cell::real(low), Cell::real(high));
        cells.extend(row([("elo", elo), ("elo_low", low), ("elo_high", high)]));
    }
    cells
}

/// Everybody's rating, the best first.
fn ratings(rules: Rules, participants: &[&Participant], board: &Scoreboard, games: &[Game]) -> Vec<Row> {
    let Some(ratings) = board.ratings() else { return Vec::new() };
    let mut order: Vec<usize> = (0..participants.len()).collect();
    order.sort_by(|&a, &b| ratings.players[b].elo.total_cmp(&ratings.players[a].elo));
    let line = |player: usize| {
        let (rating, line) = (&ratings.players[player], &board.lines[player]);
        let mut cells = row([
            ("board", Cell::word(rules.to_string())),
            ("name", Cell::word(participants[player].name.clone())),
            ("agent", Cell::word(participants[player].spec())),
            ("elo", Cell::real(rating.elo.round())),
            ("elo_low", Cell::real((rating.elo - rating.margin).round())),
            ("elo_high", Cell::real((rating.elo + rating.margin).round())),
            ("forfeits", Cell::from(line.forfeits.total())),
        ]);
        cells.extend(variables(participants[player]));
        cells.extend(tally_cells(&line.all()));
        cells.extend(mean_cost(&line.cost));
        cells.push(("cpu_ms_a_move".into(), processor_a_move(games.iter(), player)));
        cells
    };
    order.into_iter().map(line).collect()
}

fn cross_table(rules: Rules, participants: &[&Participant], board: &Scoreboard) -> Vec<Row> {
    let mut rows = Vec::new();
    for (a, one) in participants.iter().enumerate() {
        for (b, other) in participants.iter().enumerate().filter(|(b, _)| *b != a) {
            let mut cells = row([
                ("board", Cell::word(rules.to_string())),
                ("name", Cell::word(one.name.clone())),
                ("opponent", Cell::word(other.name.clone())),
            ]);
            cells.extend(variables(one));
            cells.extend(
                variables(other).into_iter().map(|(name, value)| (columns::of_opponent(&name), value)),
            );
            cells.extend(tally_cells(&board.cross[a][b]));
            rows.push(cells);
        }
    }
    rows
}
