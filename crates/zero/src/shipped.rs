//! The networks that come with the program. `models/README.md` has the commands that trained them.

use std::sync::{Arc, OnceLock};

use kinrow_game::Rules;

use crate::evaluator::Weights;
use crate::model::{Header, ZeroModel};

/// A network's board and file, and the network once it was read.
struct Shipped {
    rules: &'static str,
    bytes: &'static [u8],
    weights: OnceLock<Arc<Weights>>,
}

const fn shipped_file(rules: &'static str, bytes: &'static [u8]) -> Shipped {
    Shipped { rules, bytes, weights: OnceLock::new() }
}

static SHIPPED: [Shipped; 3] = [
    shipped_file("3x3x3", include_bytes!("../models/3x3x3.kin")),
    shipped_file("6x6x4", include_bytes!("../models/6x6x4.kin")),
    shipped_file("7x6x4:drop", include_bytes!("../models/7x6x4-drop.kin")),
];

/// The boards of the networks that come with the program.
pub(crate) fn shipped_boards() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|shipped| shipped.rules)
}

/// What the networks that come with the program say of themselves, each with the size of its file.
pub fn shipped_models() -> impl Iterator<Item = (Header, usize)> {
    let read = |file: &Shipped| {
        let model = ZeroModel::from_bytes(file.bytes).expect("it was read in a test");
        (model.header, file.bytes.len())
    };
    SHIPPED.iter().map(read)
}

/// Whether a network for a board comes with the program.
#[must_use]
pub fn is_shipped(rules: Rules) -> bool {
    let text = rules.to_string();
    shipped_boards().any(|board| board == text)
}

/// The network for a board that comes with the program.
///
/// # Panics
/// Never: a test reads them all.
#[must_use]
pub fn shipped(rules: Rules) -> Option<Arc<Weights>> {
    let text = rules.to_string();
    let shipped = SHIPPED.iter().find(|shipped| shipped.rules == text)?;
    let read = || ZeroModel::from_bytes(shipped.bytes).expect("it was read in a test").weights();
    Some(Arc::clone(shipped.weights.get_or_init(read)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_network_that_comes_along_is_small_and_for_its_board() {
        for file in &SHIPPED {
            let rules: Rules = file.rules.parse().unwrap();
            assert_eq!(rules.to_string(), file.rules);
            assert_eq!(shipped(rules).unwrap().rules, rules);
            assert!(file.bytes.len() < 300_000, "{}", file.rules);
            let model = ZeroModel::from_bytes(file.bytes).unwrap();
            assert!(model.memory.is_none() && model.to_bytes() == file.bytes, "{}", file.rules);
        }
        assert!(shipped("4x4x3".parse().unwrap()).is_none());
    }

    /// The checksums beside them are theirs, so that whoever trains them again can compare.
    #[test]
    fn the_notes_beside_them_have_their_checksums() {
        let notes = include_str!("../models/README.md");
        for file in &SHIPPED {
            // The last four bytes of a file are the checksum of all others.
            let (all, _) = file.bytes.split_last_chunk::<4>().unwrap();
            let checksum = format!("{:08x}", crc32fast::hash(all));
            assert!(notes.contains(&checksum), "{}: {checksum}", file.rules);
        }
    }
}
