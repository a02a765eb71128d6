//! A sign of life on work longer than a second, when a person is looking.

use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that ends before this needs no sign of life.
const QUICK: Duration = Duration::from_secs(1);
/// A table is worth looking at sooner; one that is gone at once would only flicker.
const AT_A_GLANCE: Duration = Duration::from_millis(200);

/// A bar, a spinner or a table on standard error that appears after a while, and only in a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    done: Option<Sender<()>>,
    timer: Option<JoinHandle<()>>,
}

impl Progress {
    /// For work whose end is not known.
    pub(crate) fn spinner() -> Progress {
        Progress::new(ProgressBar::new_spinner(), "{spinner} {elapsed} {wide_msg}", QUICK)
    }

    /// For work that tells of itself in several lines.
    pub(crate) fn table() -> Progress {
        Progress::new(ProgressBar::new_spinner(), "{spinner} {elapsed} {msg}", AT_A_GLANCE)
    }

    /// For work in a known number of steps.
    pub(crate) fn bar(steps: u64) -> Progress {
        Progress::new(ProgressBar::new(steps), "{bar:20} {percent:>3}% {elapsed} {wide_msg}", QUICK)
    }

    fn new(bar: ProgressBar, template: &str, after: Duration) -> Progress {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let (done, wait) = channel();
        let shown = bar.clone();
        let timer = std::thread::spawn(move || {
            // Nothing arrives, and the channel is closed: the work was over before.
            if wait
                .recv_timeout(after)
                .is_err_and(|error| error == std::sync::mpsc::RecvTimeoutError::Timeout)
            {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(Duration::from_millis(100));
            }
        });
        Progress { bar, done: Some(done), timer: Some(timer) }
    }

    /// What is being done now.
    pub(crate) fn say(&self, message: String) {
        self.bar.set_message(message);
    }

    /// How many steps are done.
    pub(crate) fn at(&self, step: u64) {
        self.bar.set_position(step);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(timer) = self.timer.take() {
            // A timer that panicked has drawn its last; there is nothing to wait for.
            let _ = timer.join();
        }
        self.bar.finish_and_clear();
    }
}
