//! What a front end can do with a game.

#![allow(clippy::unwrap_used)]

mod guided;
mod session;
mod steps;
