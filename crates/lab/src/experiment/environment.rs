//! On what, when and how a run was made.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// What a reader must know to repeat a run, and to compare times.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Environment {
    /// Kinrow's version.
    pub kinrow: String,
    /// Whether the program was built for speed.
    pub build: String,
    /// Operating system.
    pub system: String,
    /// The processor's kind.
    pub architecture: String,
    /// The processor's name, where it can be had.
    pub processor: Option<String>,
    /// Threads that this machine runs at once.
    pub cores: usize,
    /// In megabytes, where it can be had.
    pub memory_mb: Option<u64>,
    /// Tasks that ran at once.
    pub workers: usize,
    /// The call.
    pub command: String,
    /// The seed.
    pub seed: u64,
    /// `quick` or `full`.
    pub mode: String,
    /// When it began, in UTC.
    pub started: String,
    /// When it ended, in UTC.
    pub ended: String,
    /// Seconds of work, all workers together.
    pub work_seconds: f64,
    /// The same measure by measure: what a file's author may write down as `seconds`.
    #[serde(default)]
    pub measures: Vec<Spent>,
    /// Whether it was stopped and resumed.
    pub resumed: bool,
}

/// What a measure took.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spent {
    /// The table it fills.
    pub table: String,
    /// Seconds of work.
    pub seconds: f64,
}

/// What this machine is.
pub(super) struct Machine {
    pub system: String,
    pub processor: Option<String>,
    pub cores: usize,
    pub memory_mb: Option<u64>,
}

impl Machine {
    /// Looks around; what cannot be found out is left open.
    pub fn look() -> Machine {
        let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let after = |text: &str, key: &str, separator: char| {
            let line = text.lines().find(|line| line.starts_with(key))?;
            Some(line.split_once(separator)?.1.trim().trim_matches('"').to_string())
        };
        let system = after(&read("/etc/os-release"), "PRETTY_NAME=", '=');
        let memory = after(&read("/proc/meminfo"), "MemTotal:", ':');
        Machine {
            system: system.unwrap_or_else(|| std::env::consts::OS.to_string()),
            processor: after(&read("/proc/cpuinfo"), "model name", ':'),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory_mb: memory
                .and_then(|text| text.split(' ').next()?.parse::<u64>().ok())
                .map(|kb| kb / 1024),
        }
    }
}

/// Now, as `2026-11-16T05:52:00Z`.
pub(super) fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds)
}

/// Seconds since 1970 as a date: the proleptic Gregorian calendar in 400-year cycles that begin on the first of March.
fn date(seconds: u64) -> String {
    let (days, time) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (cycle, day_of_cycle) = (days / 146_097, days % 146_097);
    let year_of_cycle =
        (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36_524 - day_of_cycle / 146_096) / 365;
    let day_of_year = day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = cycle * 400 + year_of_cycle + u64::from(month <= 2);
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right_around_leap_days() {
        for (seconds, words) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (1_794_787_199, "2026-11-15T23:59:59Z"),
        ] {
            assert_eq!(date(seconds), words);
        }
    }
}
