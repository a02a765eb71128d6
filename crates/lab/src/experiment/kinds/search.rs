//! One decision: what an agent looks at for a move, or what it takes to solve a position.

use kinrow_agent::{AgentError, Ignore, Limits, Seed, Stop, Thinking, Value};
use kinrow_game::{Game, Position, Rules};
use kinrow_players::catalogue::Cost;
use kinrow_search::solve::{SolveError, SolveOptions, Solver};

use super::{Surroundings, count, row, variables};
use crate::experiment::cell::Cell;
use crate::experiment::clock::Clock;
use crate::experiment::measure::Measure;
use crate::experiment::participant::{self, Origin, Participant};
use crate::experiment::table::Row;

fn position(rules: Rules, moves: &str) -> Position {
    let (position, _) =
        Position::new(rules).play_moves(moves).expect("moves were played when the file was read");
    position
}

/// Asks an agent for its move. Who would not begin without a limit gets the cap, or is put down as not finished.
pub(super) fn search(
    measure: &Measure,
    rules: Rules,
    moves: &str,
    participant: usize,
    seed: u64,
    around: &Surroundings<'_>,
) -> Result<Row, String> {
    let participant = &measure.participants[participant];
    let position = position(rules, moves);
    let seeds = [Seed(seed), Seed(seed).derive("agent", 0)];
    let mut agent = participant::build(participant, rules, seeds, around.models, around.stop)?;
    let mut limits = measure.limit.stricter(participant.limit);
    let mut cells = row([
        ("board", Cell::word(rules.to_string())),
        ("moves", Cell::word(moves)),
        ("name", Cell::word(participant.name.clone())),
        ("agent", Cell::word(participant.spec())),
        ("seed", Cell::from(seed)),
        ("cells", Cell::from(u32::from(rules.cells()))),
        ("finished", Cell::from(false)),
    ]);
    cells.extend(variables(participant));
    cells.extend(bounds(participant, &position, &limits));
    if let Err(refusal) = agent.accepts(&position, &limits) {
        let exact =
            if moves.is_empty() { whole_tree(participant, rules, &limits, around.stop) } else { None };
        cells.push(("expected".into(), exact.map_or_else(|| expected(&refusal), Cell::Whole)));
        if measure.cap == Limits::NONE {
            return Ok(cells);
        }
        limits = limits.stricter(measure.cap);
    }
    let mut ignore = Ignore;
    let clock = Clock::start();
    let mut thinking = Thinking::new(around.stop.child(), &mut ignore);
    let decision = agent.choose(&position, &limits, &mut thinking).map_err(|error| error.to_string())?;
    let spent = clock.read();
    let statistics = decision.statistics;
    let is_cut = limits.nodes.is_some_and(|nodes| statistics.nodes >= nodes)
        || limits.time.is_some_and(|limit| spent.wall >= limit);
    let value = match decision.value {
        Value::Unknown => Cell::Missing,
        value => Cell::word(value.to_string()),
    };
    let is_finished = !is_cut || decision.value.is_proven();
    cells.retain(|(name, _)| name != "finished");
    let number =
        |name: &str| cells.iter().find(|(known, _)| known == name).and_then(|(_, cell)| cell.number());
    let (expected, least) = (number("expected"), number("least_leaves"));
    if let Some(expected) = expected {
        // What the whole would take at the speed of the part.
        let time = spent.processor.unwrap_or(spent.wall);
        let seconds = expected * time.as_secs_f64() / statistics.nodes.max(1) as f64;
        cells.push(("expected_s".into(), Cell::real(seconds)));
    }
    if let Some(least) = least.filter(|least| *least > 0.0) {
        cells.push(("leaves_ratio".into(), Cell::real(statistics.leaves as f64 / least)));
    }
    cells.extend(row([
        ("nodes", Cell::from(statistics.nodes)),
        ("leaves", Cell::from(statistics.leaves)),
        ("cutoffs", Cell::from(statistics.cutoffs)),
        ("table_hits", Cell::from(statistics.table_hits)),
        ("played_out", Cell::from(statistics.playouts)),
        ("depth_reached", Cell::from(statistics.depth)),
        ("value", value),
        ("best", decision.mv().map_or(Cell::Missing, |mv| Cell::word(position.name(mv)))),
        ("finished", Cell::from(is_finished)),
    ]));
    cells.extend(spent.cells());
    Ok(cells)
}

/// The nodes that a search of the whole tree from the empty board looks at, exactly: it visits every one of them once. `None` for other searches, and where counting would take long.
fn whole_tree(participant: &Participant, rules: Rules, limits: &Limits, stop: &Stop) -> Option<u128> {
    let Origin::Agent(spec) = &participant.origin else { return None };
    let options = spec.options();
    let is_whole = spec.kind().cost == Cost::WholeTree
        && options.get("depth").is_none()
        && options.get("near").is_none_or(|near| near == "off")
        && limits.depth.is_none();
    is_whole.then(|| count::nodes(rules, stop)).flatten()
}

/// How many positions an agent that refused would have had to look at.
fn expected(refusal: &AgentError) -> Cell {
    let (AgentError::TooLarge { nodes, .. } | AgentError::TooLargeAlways { nodes, .. }) = refusal else {
        return Cell::Missing;
    };
    let power = nodes.strip_prefix("10^").and_then(|power| power.parse().ok());
    power.map_or(Cell::Missing, |power: i32| Cell::Real(10f64.powi(power)))
}

/// The leaves of a tree of this depth in which no game ends, for a search that looks at all of it, and the least that
/// alpha-beta can look at when it always tries the best move first (Knuth and Moore 1975): with b moves everywhere
/// b^⌈d/2⌉ + b^⌊d/2⌋ - 1. Here each move leaves one fewer.
fn bounds(participant: &Participant, position: &Position, limits: &Limits) -> Row {
    let Origin::Agent(spec) = &participant.origin else { return Row::new() };
    let is_full =
        spec.kind().finds_best_play() && spec.options().get("near").is_none_or(|near| near == "off");
    if !is_full || position.rules().is_drop() {
        return Row::new();
    }
    let left = u128::from(position.moves_left());
    let depth =
        spec.options().whole::<u128>("depth").or(limits.depth.map(u128::from)).unwrap_or(left).min(left);
    // The moves at every second ply, or at all of them, multiplied.
    let product = |first: u128, step: usize| {
        (first..depth).step_by(step).try_fold(1u128, |all, ply| all.checked_mul(left - ply))
    };
    let whole = |number: Option<u128>| number.map_or(Cell::Missing, Cell::Whole);
    let least = product(0, 2).zip(product(1, 2)).and_then(|(even, odd)| even.checked_add(odd - 1));
    row([("least_leaves", whole(least)), ("most_leaves", whole(product(0, 1)))])
}

/// Solves a position within the limit.
pub(super) fn solve(measure: &Measure, rules: Rules, moves: &str, stop: &Stop) -> Row {
    let position = position(rules, moves);
    let mut solver = Solver::new(SolveOptions { distance: true, ..SolveOptions::default() });
    let mut ignore = Ignore;
    let mut thinking = Thinking::new(stop.child(), &mut ignore);
    let clock = Clock::start();
    let solved = solver.solve(&position, &measure.limit, &mut thinking);
    let spent = clock.read();
    let mut cells = row([
        ("board", Cell::word(rules.to_string())),
        ("moves", Cell::word(moves)),
        ("cells", Cell::from(u32::from(rules.cells()))),
        ("finished", Cell::from(solved.is_ok())),
    ]);
    cells.extend(spent.cells());
    match solved {
        Ok(solution) => cells.extend(row([
            ("value", Cell::word(solution.value().to_json().as_str().unwrap_or("").to_string())),
            ("plies", Cell::maybe(solution.plies.map(u64::from))),
            ("nodes", Cell::from(solution.statistics.nodes)),
            ("best", solution.mv.map_or(Cell::Missing, |mv| Cell::word(position.name(mv)))),
        ])),
        Err(SolveError::Stopped { nodes, .. }) => cells.push(("nodes".into(), Cell::from(nodes))),
    }
    cells
}
