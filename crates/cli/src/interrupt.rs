//! Ctrl-C, once and twice. The first asks whatever runs to end; the second ends the program, unless a command has said that it
//! ends its work more quickly then, and then the third one does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kinrow_agent::Stop;

/// What Ctrl-C raises.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    /// By the first.
    pub(crate) first: Stop,
    second: Stop,
    has_second: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens from now on.
    pub(crate) fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        let raised = interrupt.clone();
        // Without a handler Ctrl-C simply ends the program, which is no worse.
        let _ = ctrlc::set_handler(move || raised.press());
        interrupt
    }

    /// For a command that tells two presses apart: raised by the second.
    pub(crate) fn second(&self) -> Stop {
        self.has_second.store(true, Ordering::Relaxed);
        self.second.clone()
    }

    fn press(&self) {
        if !self.first.is_stopped() {
            self.first.stop();
        } else if self.has_second.load(Ordering::Relaxed) && !self.second.is_stopped() {
            self.second.stop();
        } else {
            kinrow_lab::gomocup::external::kill_all();
            std::process::exit(130);
        }
    }
}
