//! Proofs as they are written, checked and damaged.

#![allow(clippy::unwrap_used)]

mod damage;
mod values;

use kinrow_agent::{Ignore, Limits, Stop, Thinking};
use kinrow_game::{Board, Game, Geometry, Outcome, Point, Position, Rules, Side, scramble};
use kinrow_proof::{Certificate, Statement};
use kinrow_prove::{CertificateError, from_solver};
use kinrow_search::solve::{Solution, SolveOptions, Solver};

fn prove(position: &Position, distance: bool) -> Result<Certificate, CertificateError> {
    let mut solver = Solver::new(SolveOptions { distance, ..SolveOptions::default() });
    from_solver(position, &mut solver, &Limits::NONE, &mut Thinking::new(Stop::new(), &mut Ignore))
}

fn solved(position: &Position) -> Solution {
    let mut solver = Solver::new(SolveOptions { distance: true, ..SolveOptions::default() });
    solver.value(position, &Limits::NONE, &mut Thinking::new(Stop::new(), &mut Ignore)).unwrap()
}

/// Whether a statement agrees with the outcome for the side to move and its distance.
fn agrees(certificate: &Certificate, outcome: Outcome, plies: u32) -> bool {
    let for_side = |side: Side| {
        if side == certificate.position.to_move() { outcome } else { outcome.for_opponent() }
    };
    match certificate.statement() {
        Statement::Wins(side, within) => for_side(side) == Outcome::Win && plies <= u32::from(within),
        Statement::Holds(side) => for_side(side) != Outcome::Loss,
        Statement::Draw => outcome == Outcome::Draw,
    }
}

/// Stones thrown on a board, as many of each side or one more of X's.
fn thrown(rules: Rules, seed: u64, stones: usize) -> Option<Board<1>> {
    let mut order: Vec<usize> = Geometry::of(rules).points().map(Point::index).collect();
    order.sort_by_key(|&point| scramble(scramble(seed) ^ point as u64));
    let (x, o) = order[..stones.min(order.len())].split_at(stones.div_ceil(2).min(order.len()));
    let board = Board::from_stones(rules, x.iter().copied().collect(), o.iter().copied().collect()).ok()?;
    board.outcome().is_none().then_some(board)
}
