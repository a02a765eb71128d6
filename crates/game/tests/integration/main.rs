//! The rules, against facts, oracles and other ways to say the same.

#![allow(clippy::unwrap_used)]

mod chances;
mod conformance;
mod facts;
mod oracle;
mod renju;
mod text;
