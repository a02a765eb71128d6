//! The one place where rules, agents, searches and learners read a clock, so that they also run where there is none.

use std::time::Duration;

/// A moment to measure from. On a machine without a clock no time ever passes.
///
/// ```
/// use kinrow_agent::Moment;
///
/// let started = Moment::now();
/// assert!(started.elapsed() >= std::time::Duration::ZERO);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Moment(#[cfg(not(all(target_family = "wasm", target_os = "unknown")))] std::time::Instant);

impl Moment {
    /// This moment.
    #[must_use]
    pub fn now() -> Moment {
        Moment(
            #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
            std::time::Instant::now(),
        )
    }

    /// The time since then.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        return self.0.elapsed();
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        return Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }

    #[test]
    fn nobody_else_in_the_core_reads_a_clock() {
        let mut files = Vec::new();
        for core in ["game", "agent", "search", "learn"] {
            sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(core).join("src"), &mut files);
        }
        assert!(files.len() > 60, "{}", files.len());
        let clocks = [["Instant", "::now"].concat(), ["SystemTime", "::now"].concat()];
        for file in files.iter().filter(|file| !file.ends_with("agent/src/clock.rs")) {
            let text = std::fs::read_to_string(file).unwrap();
            let core = text.split("#[cfg(test)]").next().unwrap_or_default();
            assert!(!clocks.iter().any(|clock| core.contains(clock)), "{}", file.display());
        }
    }
}
