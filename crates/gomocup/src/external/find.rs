//! Whether there is a program of a name: asked before a match begins, so that a slip of the pen does not lose games.

use std::path::Path;

/// Whether a program of this name, on the search path or with a path of its own, can be run.
pub(super) fn is_runnable(program: &str) -> bool {
    let path = Path::new(program);
    if path.components().count() > 1 || program.contains(std::path::is_separator) {
        return is_executable(path);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| is_executable(&folder.join(program)))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file() || path.with_extension("exe").is_file()
}
