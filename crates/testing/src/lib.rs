//! What the tests of several crates share: the oracle of searches, an agent that follows several
//! lines, an experiment, and how property tests draw their cases.
//!
//! A fresh machine must pass or fail for a reason, so cases come from a fixed seed; whoever wants others sets
//! `PROPTEST_RNG_SEED`, and `KINROW_CASES=50` to run fifty times as many (`./test --full` does both). Every counterexample ever
//! found is kept in the crate's `tests/counterexamples.txt` and tried first.

pub mod experiment;
pub mod naive;
pub mod several;

use proptest::prelude::ProptestConfig;
use proptest::test_runner::{FileFailurePersistence, RngSeed};

/// The configuration of a property test that runs this many cases: `#![proptest_config(kinrow_testing::cases!(200))]`.
#[macro_export]
macro_rules! cases {
    ($number:expr) => {
        $crate::config($number, concat!(env!("CARGO_MANIFEST_DIR"), "/tests/counterexamples.txt"))
    };
}

/// What [`cases!`] stands for; `counterexamples` is the file that keeps them.
#[must_use]
pub fn config(cases: u32, counterexamples: &'static str) -> ProptestConfig {
    let times = std::env::var("KINROW_CASES").map_or(1, |text| {
        text.parse().expect("KINROW_CASES is a whole number: how many times as many cases")
    });
    let given = ProptestConfig::default();
    ProptestConfig {
        cases: cases * times,
        rng_seed: match given.rng_seed {
            RngSeed::Random => RngSeed::Fixed(0),
            fixed @ RngSeed::Fixed(_) => fixed,
        },
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(counterexamples))),
        ..given
    }
}
