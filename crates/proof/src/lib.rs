//! Proofs of who wins, which anyone can check: the certificate, its file, and a checker that knows the rules and searches nothing.
//!
//! A [`Certificate`] claims of a position that a side wins within so many plies, that a side does not lose, or that neither can force a win, and shows it by a
//! strategy: one move of the prover, every answer of the enemy. [`check`] says whether it does. docs/proof.md has the format and why
//! each step is sound.
//!
//! ```
//! use kinrow_game::Side;
//! use kinrow_proof::{Certificate, Claim, Goal, Node, Nodes, Statement, check};
//!
//! // X completes the top row.
//! let mut nodes = Nodes::default();
//! nodes.push(&Node::Complete(2));
//! let position = "3x3x3 XX1/OO1/3 x".parse()?;
//! let claims = vec![Claim { side: Side::X, goal: Goal::Wins { within: 1 }, nodes }];
//! let certificate = Certificate { position, claims };
//! assert_eq!(certificate.statement(), Statement::Wins(Side::X, 1));
//! check(&Certificate::from_bytes(&certificate.to_bytes())?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod certificate;
mod check;
mod code;
mod file;
mod rows;

pub use cells::{cell_of, point_of};
pub use certificate::{Certificate, Claim, Goal, Link, Node, Nodes, Statement};
pub use check::{CheckError, MOST_STRAYS, check, knows_proofs};
pub use file::{MOST_MEGABYTES, ReadError};
pub use rows::ends;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
