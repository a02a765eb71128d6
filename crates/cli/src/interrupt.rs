//! Ctrl-C, and the signals that mean the same: SIGTERM (a container or a service is stopped) and SIGHUP (the terminal is
//! closed). The first asks whatever runs to end; the second ends the program, unless a command has said that it ends its
//! work more quickly then, and then the third one does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kinrow_agent::Stop;
use kinrow_gomocup::external;

/// A terminal that closes is told of by the kernel, the shell and the session's manager, with SIGHUP or SIGTERM: what comes
/// within this time of a SIGHUP is the same event.
const ONE_HANGUP: Duration = Duration::from_millis(500);

/// The numbers that these signals have on every system.
const SIGHUP: i32 = 1;
#[cfg(not(unix))]
const SIGINT: i32 = 2;

/// What signals raise.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    /// By the first.
    pub(crate) first: Stop,
    second: Stop,
    has_second: Arc<AtomicBool>,
    last: Arc<Mutex<Option<(i32, Instant)>>>,
}

impl Interrupt {
    /// Listens from now on.
    pub(crate) fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        let raised = interrupt.clone();
        // Without a handler a signal simply ends the program, which is no worse.
        listen(move |signal| {
            if let Some(code) = raised.hear(signal, Instant::now()) {
                external::kill_all();
                std::process::exit(code);
            }
        });
        interrupt
    }

    /// For a command that tells two signals apart: raised by the second.
    pub(crate) fn second(&self) -> Stop {
        self.has_second.store(true, Ordering::Relaxed);
        self.second.clone()
    }

    /// The exit code, as shells count them, when the program is to end there and then.
    fn hear(&self, signal: i32, now: Instant) -> Option<i32> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let before = last.replace((signal, now));
        let is_same_hangup = before.is_some_and(|(before, when)| {
            (signal == SIGHUP || before == SIGHUP) && now.duration_since(when) < ONE_HANGUP
        });
        if is_same_hangup {
            return None;
        }
        if !self.first.is_stopped() {
            self.first.stop();
        } else if self.has_second.load(Ordering::Relaxed) && !self.second.is_stopped() {
            self.second.stop();
        } else {
            return Some(128 + signal);
        }
        None
    }
}

#[cfg(unix)]
fn listen(hear: impl Fn(i32) + Send + 'static) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    // Whoever starts a program with nohup wants it to outlive the terminal.
    let hangup = (!is_hangup_ignored()).then_some(SIGHUP);
    if let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup))
    {
        std::thread::spawn(move || signals.forever().for_each(hear));
    }
}

#[cfg(not(unix))]
fn listen(hear: impl Fn(i32) + Send + 'static) {
    let _ = ctrlc::set_handler(move || hear(SIGINT));
}

/// Whether SIGHUP was ignored when this program was started.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.map_or_else(does_child_survive_hangup, |mask| mask & 1 << (SIGHUP - 1) != 0)
}

/// For systems that do not tell: a child ignores what its parent ignores.
#[cfg(unix)]
fn does_child_survive_hangup() -> bool {
    let mut child = std::process::Command::new("sh");
    child.args(["-c", "kill -HUP $$"]).status().is_ok_and(|status| status.success())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_second_signal_ends_the_program() {
        let now = Instant::now();
        let later = now + Duration::from_secs(2);
        for (signal, code) in [(1, 129), (2, 130), (15, 143)] {
            let interrupt = Interrupt::default();
            assert_eq!(interrupt.hear(2, now), None);
            assert!(interrupt.first.is_stopped());
            assert_eq!(interrupt.hear(signal, later), Some(code));
        }
        let patient = Interrupt::default();
        let second = patient.second();
        assert_eq!((patient.hear(15, now), second.is_stopped()), (None, false));
        assert_eq!((patient.hear(15, now), second.is_stopped()), (None, true));
        assert_eq!(patient.hear(15, now), Some(143));
    }

    #[test]
    fn a_terminal_that_closes_counts_once() {
        let now = Instant::now();
        let interrupt = Interrupt::default();
        for signal in [1, 1, 15, 1] {
            assert_eq!(interrupt.hear(signal, now), None);
        }
        assert_eq!(interrupt.hear(1, now + ONE_HANGUP), Some(129));
    }

    #[test]
    fn both_ways_to_ask_agree() {
        assert_eq!(is_hangup_ignored(), does_child_survive_hangup());
    }
}
