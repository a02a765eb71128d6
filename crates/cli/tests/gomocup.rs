//! The Gomocup protocol through real pipes between real processes, both sides: `kinrow engine` under a manager of every
//! kind, and programs of every kind under `external`.

#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod support;

#[path = "gomocup/brain.rs"]
mod brain;
#[path = "gomocup/examples.rs"]
mod examples;
#[path = "gomocup/forfeits.rs"]
mod forfeits;
#[path = "gomocup/manager.rs"]
mod manager;
#[path = "gomocup/obedience.rs"]
mod obedience;
#[path = "gomocup/signals.rs"]
mod signals;
