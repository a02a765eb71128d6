//! Our minimax, generic over games and boards, against a loop that knows tic-tac-toe only ([`crate::nine_bits`]).
//!
//! Both walk the whole tree of 3x3x3 and must agree on its value and its nodes. Ours does more on the way, as it always
//! does: it counts the distance of wins, keeps the best line and the hash of each position, and looks at its budget.

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Result, ensure};
use kinrow_agent::{Agent, Ignore, Limits, Stop, Thinking};
use kinrow_game::{Board, Outcome};
use kinrow_search::{Minimax, MinimaxOptions};

use crate::claim::{Claim, Measure};
use crate::nine_bits;
use crate::report::Report;
use crate::rounds::Rounds;

const TREE: u64 = 549_946;
const TARGET: f64 = 2.0;
const TURN: Duration = Duration::from_millis(100);

/// Makes the comparison.
pub fn compare(rounds: &Rounds, report: &mut Report) -> Result<()> {
    let claim = Claim {
        name: "minimax 3x3x3".into(),
        peer: "hand-written loop on nine bits".into(),
        measure: Measure::TimeOf { work: "a search" },
        target: Some(TARGET),
    };
    let start = Board::<1>::new("3x3x3".parse()?);
    let mut minimax = Minimax::new(MinimaxOptions::default(), "minimax".into());
    report.add(rounds.compare_work(claim, TURN, || ours(&mut minimax, &start), theirs)?)
}

fn ours(minimax: &mut Minimax, start: &Board<1>) -> Result<u64> {
    let mut ignore = Ignore;
    let mut thinking = Thinking::new(Stop::new(), &mut ignore);
    let decision = minimax.choose(black_box(start), &Limits::NONE, &mut thinking)?;
    let outcome = decision.value.result().map(|result| result.outcome);
    ensure!(decision.value.is_proven() && outcome == Some(Outcome::Draw), "minimax found {}", decision.value);
    ensure!(decision.statistics.nodes == TREE, "minimax looked at {} nodes", decision.statistics.nodes);
    Ok(1)
}

fn theirs() -> Result<u64> {
    let mut nodes = 0;
    let value = nine_bits::value(black_box(0), black_box(0), &mut nodes);
    ensure!(value == 0, "the loop on nine bits found {value}");
    ensure!(nodes == TREE, "the loop on nine bits looked at {nodes} nodes");
    Ok(1)
}
