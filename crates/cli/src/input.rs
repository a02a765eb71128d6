//! Lines from standard input, waited for without missing a Ctrl-C.

use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kinrow_agent::Stop;

/// More than any command; what is longer is cut, and then not understood.
const LONGEST: u64 = 1000;

/// A line, or why there is none.
pub(crate) enum Entry {
    Line(String),
    /// The input has ended.
    End,
    /// Someone pressed Ctrl-C.
    Interrupted,
}

/// Standard input, shared by the people at one table.
#[derive(Clone)]
pub(crate) struct Input {
    lines: Arc<Mutex<Receiver<String>>>,
    put_back: Option<String>,
    stop: Stop,
}

impl Input {
    /// Starts reading. Reading blocks, so a thread of its own does it; a blocked thread does not keep the program alive.
    pub(crate) fn new(stop: Stop) -> Input {
        let (sender, lines) = sync_channel(0);
        std::thread::spawn(move || {
            let mut input = std::io::stdin().lock();
            while let Some(line) = read_line(&mut input) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Input { lines: Arc::new(Mutex::new(lines)), put_back: None, stop }
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> Entry {
        if let Some(line) = self.put_back.take() {
            return Entry::Line(line);
        }
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if self.stop.is_stopped() {
                return Entry::Interrupted;
            }
            match lines.recv_timeout(Duration::from_millis(30)) {
                Ok(line) => return Entry::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Entry::End,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Leaves a line to be read again.
    pub(crate) fn put_back(&mut self, line: String) {
        self.put_back = Some(line);
    }
}

/// One line, cut when it is absurdly long; `None` at the end of input.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).ok()?;
    if read == 0 {
        return None;
    }
    while bytes.last() != Some(&b'\n') {
        let mut rest = Vec::new();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut rest).ok()? == 0 || rest.last() == Some(&b'\n')
        {
            break;
        }
    }
    Some(String::from_utf8_lossy(&bytes).trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_and_bytes_that_are_no_text_are_lines_too() {
        let mut bytes = b"a1\r\n".to_vec();
        bytes.extend(vec![b'x'; 1_000_000]);
        bytes.extend(b"\n\xff\xfe\nlast");
        let mut input = std::io::Cursor::new(bytes);
        assert_eq!(read_line(&mut input).as_deref(), Some("a1"));
        assert_eq!(read_line(&mut input).map(|line| line.len()), Some(1000));
        assert!(read_line(&mut input).is_some_and(|line| line.starts_with('\u{fffd}')));
        assert_eq!(read_line(&mut input).as_deref(), Some("last"));
        assert_eq!(read_line(&mut input), None);
    }
}
