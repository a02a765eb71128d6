//! A server of its own for each test.

use std::sync::mpsc::channel;
use std::thread::JoinHandle;

use kinrow_agent::Stop;
use kinrow_web::{ServeOptions, serve};

pub(crate) struct Server {
    pub(crate) url: String,
    pub(crate) port: u16,
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// On any free port.
    pub(crate) fn start() -> Server {
        Server::start_at(0)
    }

    pub(crate) fn start_at(port: u16) -> Server {
        let stop = Stop::new();
        let (ready, listening) = channel();
        let raised = stop.clone();
        let thread = std::thread::spawn(move || {
            let options = ServeOptions { port: Some(port), ..ServeOptions::default() };
            serve(&options, &raised, |address| ready.send((address.url.clone(), address.port)).unwrap())
                .unwrap();
        });
        let (url, port) = listening.recv().expect("the server listens");
        Server { url, port, stop, thread: Some(thread) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            // A server that failed has failed the test already.
            let _ = thread.join();
        }
    }
}
