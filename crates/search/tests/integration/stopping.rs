//! Whether a search that is told to stop stops at once.

use std::time::{Duration, Instant};

use kinrow_agent::Stop;

/// Whether a search hears a stop within 50 ms. The machine may be busy with something else, so one try of five is enough.
pub(crate) fn is_heard(mut search: impl FnMut(Stop)) -> bool {
    (0..5).any(|_| {
        let stop = Stop::new();
        let stopper = std::thread::spawn({
            let stop = stop.clone();
            move || {
                std::thread::sleep(Duration::from_millis(60));
                stop.stop();
                Instant::now()
            }
        });
        search(stop);
        let ended = Instant::now();
        ended.saturating_duration_since(stopper.join().unwrap()) < Duration::from_millis(50)
    })
}
