//! One file a command.

pub(crate) mod agents;
pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod count;
pub(crate) mod play;
pub(crate) mod solve;

use crate::out::say;

/// Prints machine-readable output.
fn print_json(value: &serde_json::Value) {
    say!("{value:#}");
}
