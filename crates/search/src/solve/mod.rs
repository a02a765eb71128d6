//! The exact value of a position.
