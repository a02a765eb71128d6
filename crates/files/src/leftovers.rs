//! What is left of temporary files when a program is killed while it writes.
//!
//! A temporary file is locked while it is written, and the system frees the lock when its process ends, however that
//! happens. So whoever can lock one knows that nobody is writing it any more: on this machine, in another container, or on
//! another machine that shares the folder. Where files cannot be locked, nothing is removed.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::temporary::folder;

/// How a temporary file is told from the files of others: `.NAME.kinrow-LETTERS.tmp`.
pub(super) const MARK: &str = ".kinrow-";
pub(super) const END: &str = ".tmp";

/// Removes temporary files that nobody is writing any more from the folder of `path`, once for each folder.
pub(super) fn remove_leftovers(path: &Path) {
    static SEEN: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let folder = folder(path);
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if seen.get_or_insert_default().insert(folder.to_path_buf()) {
        drop(seen);
        sweep(folder);
    }
}

/// Whatever cannot be looked at, locked or removed stays: nobody's work depends on it.
fn sweep(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| is_temporary(&entry.file_name())) {
        // Not through a link, which could lead to anything.
        if entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn is_temporary(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let Some(name) = name.strip_prefix('.').and_then(|name| name.strip_suffix(END)) else { return false };
    name.rsplit_once(MARK)
        .is_some_and(|(_, letters)| letters.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_writes_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let others = [
            "game.json",
            ".game.json.4242.tmp",
            "game.json.kinrow-aB3xYz.tmp",
            ".game.json.kinrow-aB3xYz",
            ".game.json.kinrow-a.b.tmp",
        ];
        let left = [".game.json.kinrow-aB3xYz.tmp", ".a.kinrow-1.kinrow-Q.tmp"];
        for name in others.iter().chain(&left) {
            std::fs::write(at(name), "half").unwrap();
        }
        std::fs::create_dir(at(".folder.kinrow-x.tmp")).unwrap();
        // One that is being written, by this very process.
        let mine = super::super::temporary::beside(&at("mine.json")).unwrap();
        assert!(left.iter().all(|name| !at(name).exists()), "they are removed by the first that writes here");
        sweep(folder.path());
        assert!(mine.path().exists() && at(".folder.kinrow-x.tmp").exists());
        assert!(others.iter().all(|name| at(name).exists()));
        mine.as_file().unlock().unwrap();
        sweep(folder.path());
        assert!(!mine.path().exists());
    }
}
