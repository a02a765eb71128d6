//! An experiment to run in tests, and what its run wrote.

use std::collections::BTreeMap;
use std::path::Path;

/// An experiment file that uses every kind of measure, chart and finding; its quick run takes seconds.
pub const ALL_KINDS: &str = include_str!("all-kinds.toml");

/// The data files of a run by name, without those that hold times.
#[must_use]
pub fn data(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder.join("data")).expect("a finished run has a data folder");
    entries
        .map(|entry| entry.expect("the folder can be read").path())
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).expect("data files are text"))
        })
        .filter(|(name, _)| !name.ends_with(".times.csv"))
        .collect()
}
