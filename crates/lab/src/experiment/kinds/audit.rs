//! An agent against every possible opponent, on one side.

use kinrow_agent::Seed;
use kinrow_game::{Position, Rules, Side};
use kinrow_learn::{AuditLimits, audit as audit_agent};

use super::{Surroundings, row, variables};
use crate::experiment::cell::Cell;
use crate::experiment::clock::Clock;
use crate::experiment::measure::Measure;
use crate::experiment::participant;
use crate::experiment::table::Row;

/// Audits a participant as `kinrow audit --seed` does. What is too large is put down as not finished.
pub(super) fn audit(
    measure: &Measure,
    rules: Rules,
    participant: usize,
    side: Side,
    seed: u64,
    around: &Surroundings<'_>,
) -> Result<Row, String> {
    let participant = &measure.participants[participant];
    let seeds = [Seed(seed), Seed(seed).derive("agent", 0)];
    let mut agent = participant::build(participant, rules, seeds, around.models, around.stop)?;
    let decision = measure.limit.stricter(participant.limit);
    let limits = AuditLimits { positions: measure.positions, decision, values: true };
    let clock = Clock::start();
    let accepted = agent.accepts(&Position::new(rules), &decision).is_ok();
    let found = match accepted {
        true => audit_agent(&mut *agent, rules, side, &limits, around.stop, &mut |_| {}).ok(),
        false => None,
    };
    let spent = clock.read();
    let mut cells = row([
        ("board", Cell::word(rules.to_string())),
        ("name", Cell::word(participant.name.clone())),
        ("agent", Cell::word(participant.spec())),
        ("seed", Cell::from(seed)),
        ("side", Cell::word(side.to_string())),
        ("finished", Cell::from(found.is_some())),
    ]);
    cells.extend(spent.cells());
    cells.extend(variables(participant));
    if let Some(audit) = found {
        let line = audit.first_loss.map(|line| line.join(" "));
        cells.extend(row([
            ("positions", Cell::from(audit.positions)),
            ("lines", Cell::from(audit.games)),
            ("won", Cell::from(audit.wins)),
            ("drawn", Cell::from(audit.draws)),
            ("lost", Cell::from(audit.losses)),
            ("lost_share", Cell::real(audit.losses as f64 / audit.games.max(1) as f64)),
            ("value_losing_moves", Cell::maybe(audit.value_losing_moves)),
            ("won_given_away", Cell::maybe(audit.won_given_away)),
            ("lost_line", line.map_or(Cell::Missing, Cell::Word)),
        ]));
    }
    Ok(cells)
}
