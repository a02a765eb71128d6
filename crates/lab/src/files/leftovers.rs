//! Temporary files, and what is left of them when a program is killed while it writes.
//!
//! A temporary file is locked while it is written, and the system frees the lock when its process ends, however that
//! happens. So whoever can lock one knows that nobody is writing it any more: on this machine, in another container, or on
//! another machine that shares the folder. Where files cannot be locked, nothing is removed.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How a temporary file is told from the files of others: `.NAME.kinrow-PROCESS-NUMBER.tmp`.
const MARK: &str = ".kinrow-";
const END: &str = ".tmp";

/// A new file beside `path`, for this process alone; what others have left behind in that folder is removed.
pub(super) fn create_temporary(path: &Path) -> std::io::Result<(PathBuf, File)> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    remove_leftovers(path);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let temporary = path.with_file_name(format!(".{name}{MARK}{}-{number}{END}", std::process::id()));
        let file = match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => file,
            // Another machine or container has a process of the same number.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        };
        // Somebody may have taken it for a leftover in the moment before it was locked.
        if matches!(file.try_lock(), Err(std::fs::TryLockError::WouldBlock)) || !temporary.exists() {
            continue;
        }
        return Ok((temporary, file));
    }
}

/// Removes temporary files that nobody is writing any more from the folder of `path`, once for each folder.
pub(super) fn remove_leftovers(path: &Path) {
    static SEEN: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let folder = match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => return,
    };
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
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let name = name.to_string_lossy();
    let Some(name) = name.strip_prefix('.').and_then(|name| name.strip_suffix(END)) else { return false };
    let numbers = name.rsplit_once(MARK).and_then(|(_, numbers)| numbers.split_once('-'));
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
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
            ".game.json.kinrow-4242.tmp",
            "game.json.kinrow-42-0.tmp",
            ".game.json.kinrow-42-0",
            ".game.json.kinrow-42-x.tmp",
        ];
        let left = [".game.json.kinrow-4294967295-0.tmp", ".a.kinrow-1.kinrow-7-12.tmp"];
        for name in others.iter().chain(&left) {
            std::fs::write(at(name), "half").unwrap();
        }
        std::fs::create_dir(at(".folder.kinrow-1-1.tmp")).unwrap();
        // One that is being written, by this very process.
        let (mine, lock) = create_temporary(&at("mine.json")).unwrap();
        assert!(left.iter().all(|name| !at(name).exists()), "they are removed by the first that writes here");
        sweep(folder.path());
        assert!(mine.exists() && at(".folder.kinrow-1-1.tmp").exists());
        assert!(others.iter().all(|name| at(name).exists()));
        drop(lock);
        sweep(folder.path());
        assert!(!mine.exists());
    }
}
