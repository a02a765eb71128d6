//! Lines from standard input, waited for without missing a Ctrl-C. At a terminal they are edited; else they are read as they
//! come.

use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kinrow_agent::Stop;

use crate::editor::Editor;
use crate::out;

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

/// Where lines come from.
enum Source {
    Plain(Receiver<Entry>),
    Edited(Editor),
}

/// Standard input, shared by the people at one table.
#[derive(Clone)]
pub(crate) struct Input {
    source: Arc<Mutex<Source>>,
    put_back: Option<String>,
    stop: Stop,
}

impl Input {
    /// Starts reading. Reading blocks, so a thread of its own does it; a blocked thread does not keep the program alive.
    pub(crate) fn new(stop: Stop) -> Input {
        let source = Editor::start(&stop).map_or_else(|| Source::Plain(plain()), Source::Edited);
        Input { source: Arc::new(Mutex::new(source)), put_back: None, stop }
    }

    /// Whether a person types at a terminal and sees the answers there.
    pub(crate) fn is_edited(&self) -> bool {
        matches!(*self.source.lock().unwrap_or_else(PoisonError::into_inner), Source::Edited(_))
    }

    /// Asks for the next line.
    pub(crate) fn ask(&mut self, prompt: &str) -> Entry {
        if let Some(line) = self.put_back.take() {
            return Entry::Line(line);
        }
        let source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        let entries = match &*source {
            Source::Plain(entries) => {
                out::write(prompt);
                entries
            }
            Source::Edited(editor) => editor.ask(prompt),
        };
        loop {
            if self.stop.is_stopped() {
                if let Source::Edited(editor) = &*source {
                    editor.restore_terminal();
                }
                return Entry::Interrupted;
            }
            match entries.recv_timeout(Duration::from_millis(30)) {
                Ok(entry) => return entry,
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

/// Lines as they come.
fn plain() -> Receiver<Entry> {
    let (sender, entries) = sync_channel(0);
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        while let Some(line) = read_line(&mut input) {
            if sender.send(Entry::Line(line)).is_err() {
                break;
            }
        }
    });
    entries
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
