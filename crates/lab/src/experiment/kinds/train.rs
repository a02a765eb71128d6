//! A training with its looks on the way, and its audit at the end.

use kinrow_agent::{Seed, Stop};
use kinrow_game::{Rules, Tally};
use kinrow_learn::{Checkpoint, Experience, begin};

use super::{row, variables};
use crate::experiment::cell::Cell;
use crate::experiment::clock::Clock;
use crate::experiment::measure::Measure;
use crate::experiment::participant::{LearnerSpec, Origin, Participant};
use crate::experiment::table::Row;

/// Trains as `kinrow train --seed` does: rows of the curve, and one of the end where that has a table.
pub(super) fn train(
    measure: &Measure,
    rules: Rules,
    participant: usize,
    seed: u64,
    stop: &Stop,
) -> Result<Vec<(String, Row)>, String> {
    let participant = &measure.participants[participant];
    let Origin::Learner(learner) = &participant.origin else {
        return Err(format!("{} is not a training", participant.name));
    };
    let LearnerSpec { method, preset, options, episodes, .. } = learner;
    let told = |error: kinrow_learn::TrainError| error.to_string();
    let mut running = begin(*method, *preset, options, rules, Seed(seed)).map_err(told)?;
    let clock = Clock::start();
    running.run(*episodes, None, stop, &mut |_, _| {});
    let mut spent = clock.read();
    if method.experience() == Experience::Generations {
        // A population is evaluated on several threads, which this one's clock does not see.
        spent.processor = None;
    }
    let keys = keys(participant, learner, rules, seed);
    let mut curve = running.curve().to_vec();
    if curve.last().is_none_or(|last| last.episode < *episodes) {
        curve.push(running.look_now(stop));
    }
    let look = |look: &Checkpoint| (measure.table.clone(), [keys.clone(), cells_of(look)].concat());
    let mut rows: Vec<(String, Row)> = curve.iter().map(look).collect();
    if let Some(end) = &measure.second {
        let header = running.model(true, stop).header;
        let mut cells = keys;
        cells.extend(row([
            ("episode", Cell::from(header.episodes)),
            ("positions", Cell::from(header.positions)),
            ("complete", Cell::from(header.episodes >= learner.full_episodes)),
        ]));
        cells.extend(spent.cells());
        if let Some([x, o]) = &header.audit {
            cells.extend(row([
                ("lines", Cell::from(x.games + o.games)),
                ("lost_as_x", Cell::from(x.losses)),
                ("lost_as_o", Cell::from(o.losses)),
                ("lost_both", Cell::from(x.losses + o.losses)),
                (
                    "value_losing_moves",
                    Cell::maybe(x.value_losing_moves.zip(o.value_losing_moves).map(|(x, o)| x + o)),
                ),
            ]));
        }
        rows.push((end.clone(), cells));
    }
    Ok(rows)
}

fn keys(participant: &Participant, learner: &LearnerSpec, rules: Rules, seed: u64) -> Row {
    let mut keys = row([
        ("board", Cell::word(rules.to_string())),
        ("name", Cell::word(participant.name.clone())),
        ("method", Cell::word(learner.method.name())),
        ("preset", Cell::word(learner.preset.name())),
        ("seed", Cell::from(seed)),
    ]);
    // A variable may stand for the method or the preset itself.
    keys.extend(variables(participant).into_iter().filter(|(name, _)| name != "method" && name != "preset"));
    keys
}

fn cells_of(look: &Checkpoint) -> Row {
    let points = |tally: &Tally| Cell::real(tally.score().unwrap_or(0.0));
    let drawn = look.itself.draws as f64 / look.itself.games().max(1) as f64;
    let mut cells = row([
        ("episode", Cell::from(look.episode)),
        ("points_random", points(&look.random)),
        ("draws_itself", Cell::real(drawn)),
    ]);
    if let Some(perfect) = &look.perfect {
        cells.push(("points_perfect".into(), points(perfect)));
    }
    if let Some([x, drawn, o]) = look.training.and_then(|tally| tally.shares()) {
        cells.extend(row([
            ("training_x_share", Cell::real(x)),
            ("training_draw_share", Cell::real(drawn)),
            ("training_o_share", Cell::real(o)),
        ]));
    }
    if let Some([x, o]) = look.audit_losses {
        cells.extend(row([
            ("lost_as_x", Cell::from(x)),
            ("lost_as_o", Cell::from(o)),
            ("lost_both", Cell::from(x + o)),
        ]));
    }
    if let Some([worst, mean, best]) = look.fitness {
        cells.extend(row([
            ("fitness_worst", Cell::real(worst)),
            ("fitness_mean", Cell::real(mean)),
            ("fitness_best", Cell::real(best)),
        ]));
    }
    cells
}
