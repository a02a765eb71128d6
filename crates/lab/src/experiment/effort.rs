//! About how long a task takes compared with others of its measure: what progress and time left are measured by.
//!
//! The numbers are rough on purpose. What a whole measure takes is told by its `seconds`, which somebody has measured; this only
//! divides it among the tasks, so that the first hundred small ones do not promise an early end.

use kinrow_agent::Limits;
use kinrow_game::Rules;
use kinrow_learn::{Experience, Keeps};
use kinrow_players::catalogue::Cost;

use super::measure::Measure;
use super::participant::{Origin, Participant};
use super::plan::Work;

/// The effort of a task.
pub(super) fn effort(measure: &Measure, rules: Rules, work: &Work) -> f64 {
    let cells = f64::from(rules.cells());
    let all: Vec<&Participant> = measure.participants.iter().chain(&measure.opponents).collect();
    let of = |participant: usize, limits: Limits| a_move(all[participant], rules, limits);
    let game = |x, o| 1e4 + (of(x, measure.limit) + of(o, measure.limit)) * cells / 4.0;
    match work {
        Work::Count | Work::Levels => 2f64.powf(1.3 * cells.min(30.0)),
        Work::Solve { .. } => 2f64.powf(0.75 * cells.min(40.0)),
        Work::Search { participant, .. } => 1e4 + of(*participant, measure.limit),
        // A few hundred positions on the smallest boards, and more on others.
        Work::Audit { participant, .. } => 1e5 + 200.0 * cells * of(*participant, measure.limit),
        Work::Train { participant, .. } => training(all[*participant], cells),
        Work::Play { fixtures } => fixtures.iter().map(|fixture| game(fixture.x, fixture.o)).sum(),
        Work::Sitting { participants: [x, o], .. } => measure.games as f64 * game(*x, *o),
    }
}

/// Positions looked at for one move, more or less.
fn a_move(participant: &Participant, rules: Rules, limits: Limits) -> f64 {
    let cells = f64::from(rules.cells());
    let spec = match &participant.origin {
        Origin::Agent(spec) => spec,
        Origin::Learner(_) => return 100.0,
        // Every simulation asks a network.
        Origin::Network(_) => return limits.playouts.unwrap_or(200) as f64 * cells * 100.0,
    };
    let limits = limits.stricter(participant.limit);
    let nodes = limits.nodes.map_or(f64::INFINITY, |nodes| nodes as f64);
    let depth = spec.options().whole::<u32>("depth").map_or(cells, f64::from).min(cells);
    // Near points only: some twenty, however large the board.
    let moves =
        if spec.options().get("near").is_some_and(|near| near != "off") { cells.min(20.0) } else { cells };
    let full = moves.powf(depth).min(1e10);
    let effort = match spec.kind().cost {
        Cost::Glance => 1.0,
        Cost::WholeTree => full,
        Cost::CutTree => moves.powf(0.6 * depth).min(1e10),
        Cost::Playouts => {
            let playouts = spec.options().whole::<u64>("playouts").or(limits.playouts).unwrap_or(1000);
            (playouts as f64).min(nodes) * cells
        }
        Cost::Unknown => 1e5,
    };
    match limits.time {
        // Ten million positions a second.
        Some(time) => effort.min(1e7 * time.as_secs_f64()),
        None => effort.min(nodes * 1.0),
    }
    .max(1.0)
}

fn training(participant: &Participant, cells: f64) -> f64 {
    let Origin::Learner(learner) = &participant.origin else { return 1.0 };
    // A generation evaluates a whole population, each of it on hundreds of lines.
    let an_episode = match (learner.method.experience(), learner.method.keeps()) {
        (Experience::Generations, _) => learner.options.real("population").unwrap_or(500.0) * 100.0,
        (Experience::Games, Keeps::Positions) => cells * 10.0,
        // Every move is weighed by a hundred tuples.
        (Experience::Games, Keeps::Weights) => cells * 50.0,
    };
    1e6 + learner.episodes as f64 * an_episode
}
