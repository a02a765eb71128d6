//! Writes proofs that anyone can check: asks the solver and the engine's threats for moves, lists every defence, and lets the checker have the
//! last word. Nothing leaves this crate that [`kinrow_proof::check`] does not accept.
//!
//! ```
//! use kinrow_agent::{Ignore, Limits, Stop, Thinking};
//! use kinrow_game::Position;
//! use kinrow_proof::Statement;
//! use kinrow_prove::from_solver;
//! use kinrow_search::solve::{SolveOptions, Solver};
//!
//! let position = Position::new("3x3x3".parse()?);
//! let mut solver = Solver::new(SolveOptions::default());
//! let (stop, mut ignore) = (Stop::new(), Ignore);
//! let certificate = from_solver(&position, &mut solver, &Limits::NONE, &mut Thinking::new(stop, &mut ignore))?;
//! assert_eq!(certificate.statement(), Statement::Draw);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builder;
mod ground;
mod oracle;
mod pairs;
mod stray;

use std::collections::HashMap;

use kinrow_agent::{Ignore, Limits, Moment, Stop, Thinking};
use kinrow_engine::{ThreatVerdict, Threats};
use kinrow_game::{Game, Outcome, Point, Position, Side, with_board};
use kinrow_proof::{Certificate, CheckError, Claim, Goal, MOST_MEGABYTES, Nodes, check, knows_proofs};
use kinrow_search::solve::{Solution, SolveError, Solver, SolverAgent};

use builder::{Builder, Failed};
use ground::Ground;
use oracle::{Lookout, Oracle};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Where the solver is expected to look at more positions than two to this, threats are tried first.
const MOST_BITS: f64 = 28.0;

/// Positions for each search for threats, where nobody gives a number.
const MOST_THREATS: u64 = 200_000;

/// Megabytes of the table of such a search, where nobody gives a number.
const THREATS_MEGABYTES: u64 = 256;

/// Bytes of the nodes of a claim, at the most: two of them fit into the largest file that is read.
const MOST_BYTES: usize = MOST_MEGABYTES as usize * 490_000;

kinrow_game::sentences! {
    /// Why no proof was written.
    pub enum ProveError {
        /// A limit was reached, or someone said stop.
        Stopped { nodes: u64 } = "prove-stopped" =>
            "the proof was not finished when a limit was reached; so far it has {nodes} nodes",
        /// The moves that were tried show nothing.
        Unproven {} = "prove-unproven" =>
            "no proof was found: some defence is not answered by what is known of this position",
    }
}

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CertificateError {
    /// The position was not solved.
    Solve(SolveError),
    /// No proof was written.
    Prove(ProveError),
    /// The checker does not accept it.
    Check(CheckError),
}

kinrow_game::delegate_explain!(CertificateError {
    Solve(SolveError),
    Prove(ProveError),
    Check(CheckError),
});

/// Whether a proof can be written of a position at all.
///
/// # Errors
/// Other rules, or a game that is over.
pub fn is_provable(position: &Position) -> Result<(), CheckError> {
    if !knows_proofs(position.rules()) {
        return Err(CheckError::Rules { rules: position.rules().to_string() });
    }
    if position.outcome().is_some() { Err(CheckError::Over {}) } else { Ok(()) }
}

/// A position whose value is known and proven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// Its value, a best move and a line.
    pub solution: Solution,
    /// The proof.
    pub certificate: Certificate,
    /// Bytes of the tables of whoever found the value: the solver, or the search for threats.
    pub bytes: u64,
}

/// The value of a position with its proof. Where the solver is not expected to end soon, a win by threats is looked for first.
///
/// # Errors
/// When the position is not solved within the limits, or no proof comes of it.
pub fn prove(
    position: &Position,
    solver: &mut Solver,
    limits: &Limits,
    thinking: &mut Thinking<'_, Point>,
) -> Result<Proved, CertificateError> {
    is_provable(position)?;
    let started = Moment::now();
    let left = |nodes| {
        let left = limits.after(nodes, 0, started.elapsed());
        left.ok_or(CertificateError::Prove(ProveError::Stopped { nodes: 0 }))
    };
    let is_large = with_board!(position, board => SolverAgent::expected_bits(board)) > MOST_BITS;
    if is_large && !solver.options().distance {
        let each = Limits { nodes: Some(limits.nodes.unwrap_or(MOST_THREATS)), ..*limits };
        if let Some(proved) = by_threats(position, &Lookout::new(each, solver.options().megabytes), thinking)?
        {
            return Ok(proved);
        }
    }
    let solution = solver.solve(position, &left(0)?, thinking)?;
    let left = left(solution.statistics.nodes)?;
    let certificate = from_solver(position, solver, &left, thinking)?;
    Ok(Proved { solution, certificate, bytes: solver.bytes() })
}

/// A proof that the side to move wins by threats, with the line of that win; `None` when no such win is found. Each search for threats looks at up to `most` positions.
///
/// # Errors
/// When a win is found and no proof comes of it.
pub fn from_threats(
    position: &Position,
    most: u64,
    stop: &Stop,
) -> Result<Option<(Certificate, Vec<Point>)>, CertificateError> {
    let lookout = Lookout::new(Limits { nodes: Some(most), ..Limits::NONE }, THREATS_MEGABYTES);
    let proved = by_threats(position, &lookout, &mut Thinking::new(stop.clone(), &mut Ignore))?;
    Ok(proved.map(|Proved { certificate, solution, .. }| (certificate, solution.line)))
}

/// The same, with what it cost.
fn by_threats(
    position: &Position,
    lookout: &Lookout,
    thinking: &mut Thinking<'_, Point>,
) -> Result<Option<Proved>, CertificateError> {
    is_provable(position)?;
    let found = [Threats::Vcf, Threats::Vct].into_iter().find_map(|threats| {
        match lookout.look(position, threats, thinking) {
            ThreatVerdict::Win(line) => Some(line),
            ThreatVerdict::None | ThreatVerdict::Unknown => None,
        }
    });
    let Some(line) = found else { return Ok(None) };
    let mut oracle = Oracle::Threats { lookout, stop: thinking.stop.clone() };
    let claim = claim(position, position.to_move(), true, &mut oracle)?;
    let certificate = checked(position, vec![claim])?;
    let solution = Solution {
        outcome: Outcome::Win,
        plies: None,
        mv: line.first().copied(),
        line,
        is_from_book: false,
        statistics: lookout.statistics(),
    };
    Ok(Some(Proved { solution, certificate, bytes: lookout.bytes() }))
}

/// A proof of the value of a position, which the solver finds out first.
///
/// # Errors
/// When the position is not solved within the limits, or no proof comes of it.
pub fn from_solver(
    position: &Position,
    solver: &mut Solver,
    limits: &Limits,
    thinking: &mut Thinking<'_, Point>,
) -> Result<Certificate, CertificateError> {
    is_provable(position)?;
    let started = Moment::now();
    let solution = solver.value(position, limits, thinking)?;
    let mover = position.to_move();
    let spent = solution.statistics.nodes;
    let mut oracle = Oracle::Solver { solver, limits: *limits, spent, started, thinking };
    let claims = match solution.outcome {
        Outcome::Win => vec![claim(position, mover, true, &mut oracle)?],
        Outcome::Loss => vec![claim(position, mover.opponent(), true, &mut oracle)?],
        Outcome::Draw => {
            let [x, o] = Side::BOTH.map(|side| claim(position, side, false, &mut oracle));
            vec![x?, o?]
        }
    };
    checked(position, claims)
}

fn claim(
    position: &Position,
    side: Side,
    must_win: bool,
    oracle: &mut Oracle<'_, '_>,
) -> Result<Claim, ProveError> {
    let ground = Ground::new(position.rules());
    let mut builder =
        Builder { ground: &ground, oracle, side, must_win, nodes: Nodes::default(), known: HashMap::new() };
    match builder.show_root(position) {
        Ok(within) => {
            let goal = if must_win { Goal::Wins { within } } else { Goal::Holds };
            Ok(Claim { side, goal, nodes: builder.nodes })
        }
        Err(Failed::Stopped) => Err(ProveError::Stopped { nodes: builder.nodes.len() as u64 }),
        Err(Failed::Unproven) => Err(ProveError::Unproven {}),
    }
}

fn checked(position: &Position, claims: Vec<Claim>) -> Result<Certificate, CertificateError> {
    let certificate = Certificate { position: *position, claims };
    check(&certificate)?;
    Ok(certificate)
}
