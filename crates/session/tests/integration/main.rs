//! What a front end can do with a game.

#![allow(clippy::unwrap_used)]

mod session;
mod steps;
