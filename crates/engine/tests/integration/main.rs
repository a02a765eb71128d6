//! What the engine proves and finds, through its public face.

#![allow(clippy::unwrap_used)]

mod estimates;
mod naive_threats;
mod soundness;
mod tactics;
mod truth;
