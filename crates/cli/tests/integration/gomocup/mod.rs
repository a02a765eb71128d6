//! The Gomocup protocol through real pipes between real processes, both sides: `kinrow engine` under a manager of every
//! kind, and programs of every kind under `external`.

mod brain;
mod examples;
mod forfeits;
mod manager;
mod obedience;
mod signals;
