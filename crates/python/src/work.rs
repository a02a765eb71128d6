//! Long work beside Python: it runs in a thread of its own, while the caller's thread waits without the interpreter lock, looks
//! for Ctrl-C, and does what the work asks of Python.
//!
//! So agents written in Python run where their caller is: Ctrl-C lands in them, a debugger stops in them, and they need not be safe to
//! use from several threads. Everything else runs in parallel.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::Builder;
use std::time::Duration;

use kinrow_agent::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked for.
const A_WHILE: Duration = Duration::from_millis(50);
/// A search may go deep; threads have little room by default.
const STACK: usize = 64 << 20;

/// Something to be done on the caller's thread, with the interpreter lock. An error ends the work.
type Errand = Box<dyn FnOnce(Python<'_>) -> PyResult<()> + Send>;

enum Message {
    Errand(Errand),
    Done,
}

/// Where work leaves errands for the caller's thread.
#[derive(Clone)]
pub(crate) struct Desk(Sender<Message>);

impl Desk {
    /// Has something done on the caller's thread; `None` when nobody does errands any more.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        errand: impl FnOnce(Python<'_>) -> PyResult<T> + Send + 'static,
    ) -> Option<T> {
        let (sender, answer) = mpsc::sync_channel(1);
        let errand = move |py: Python<'_>| {
            // Whoever asked waits for it.
            let _ = sender.send(errand(py)?);
            Ok(())
        };
        self.0.send(Message::Errand(Box::new(errand))).ok()?;
        answer.recv().ok()
    }
}

/// Tells Python how far something has come, if it wants to know.
pub(crate) fn tell(progress: Option<&Arc<Py<PyAny>>>, desk: &Desk, done: u64, of: u64) {
    if let Some(progress) = progress {
        let progress = Arc::clone(progress);
        // Without an answer the work is ending.
        let _ = desk.ask(move |py| progress.call1(py, (done, of)).map(drop));
    }
}

/// Does `work` in a thread. `stop` is raised by Ctrl-C, and by an errand that fails; either is the error then.
pub(crate) fn run<T: Send>(py: Python<'_>, stop: &Stop, work: impl FnOnce(Desk) -> T + Send) -> PyResult<T> {
    let (sender, mut messages) = mpsc::channel();
    std::thread::scope(|scope| {
        let desk = Desk(sender.clone());
        let job = move || {
            let result = work(desk);
            // The caller waits for this.
            let _ = sender.send(Message::Done);
            result
        };
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, job)?;
        let mut failure: Option<PyErr> = None;
        loop {
            let inbox = &mut messages;
            let told = match py.detach(move || inbox.recv_timeout(A_WHILE)) {
                Ok(Message::Errand(errand)) if failure.is_none() => errand(py),
                // Nobody gets an answer after the end.
                Ok(Message::Errand(_)) => Ok(()),
                Err(RecvTimeoutError::Timeout) => py.check_signals(),
                Ok(Message::Done) | Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Err(error) = told {
                stop.stop();
                failure.get_or_insert(error);
            }
        }
        let result = thread.join().map_err(|_| PyRuntimeError::new_err("a thread of Kinrow panicked"))?;
        failure.map_or(Ok(result), Err)
    })
}
