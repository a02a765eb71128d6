//! Every agent of the catalogue.

#![allow(clippy::unwrap_used)]

mod proven;
mod specs;
