//! The program as people use it, and the documentation they read, in one binary: it links once, and the tests run together.

#![allow(clippy::unwrap_used)]

mod arena;
mod books;
mod commands;
mod corpus;
mod docs;
mod files;
mod games;
#[cfg(unix)]
mod gomocup;
mod kinds;
mod lab;
mod languages;
mod learning;
mod mistakes;
mod play;
mod proofs;
mod puzzles;
mod readme;
mod reports;
mod reproduction;
mod review;
mod serve;
mod shares;
mod sitting;
mod store;
mod support;
#[cfg(unix)]
mod terminal;
mod zero;
