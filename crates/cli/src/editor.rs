//! The prompt at a terminal: a line that can be edited, and the lines before it (arrow keys, and what readline users expect).
//!
//! The terminal is in raw mode only while a line is asked for, so that Ctrl-C is a signal as ever while a machine thinks; at
//! the prompt it is a key, and raises the same flag.

use std::io::IsTerminal;
use std::sync::mpsc::{Receiver, Sender, channel};

use kinrow_agent::Stop;
use rustyline::error::ReadlineError;

use crate::input::Entry;

pub(crate) struct Editor {
    prompts: Sender<String>,
    entries: Receiver<Entry>,
    terminal: Terminal,
}

impl Editor {
    /// An editor, where a person sits at a terminal.
    pub(crate) fn start(stop: &Stop) -> Option<Editor> {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return None;
        }
        // Without marks around what is pasted, several pasted lines are several lines.
        let config = rustyline::Config::builder().auto_add_history(true).bracketed_paste(false).build();
        let mut editor = rustyline::DefaultEditor::with_config(config).ok()?;
        let (prompts, asked) = channel::<String>();
        let (sender, entries) = channel();
        let stop = stop.clone();
        std::thread::spawn(move || {
            for prompt in asked {
                let entry = match editor.readline(&prompt) {
                    Ok(line) => Entry::Line(line.trim().to_string()),
                    Err(ReadlineError::Interrupted) => {
                        stop.stop();
                        Entry::Interrupted
                    }
                    Err(_) => Entry::End,
                };
                if sender.send(entry).is_err() {
                    break;
                }
            }
        });
        Some(Editor { prompts, entries, terminal: Terminal::as_it_is() })
    }

    /// Asks; the answer comes where this says.
    pub(crate) fn ask(&self, prompt: &str) -> &Receiver<Entry> {
        // A thread that is gone has closed the other channel too.
        let _ = self.prompts.send(prompt.to_string());
        &self.entries
    }

    /// For whoever stops waiting for an answer: the thread that waits for it cannot leave raw mode any more.
    pub(crate) fn restore_terminal(&self) {
        self.terminal.restore();
    }
}

/// The terminal's modes when the program began.
#[cfg(unix)]
struct Terminal(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Terminal {
    fn as_it_is() -> Terminal {
        Terminal(rustix::termios::tcgetattr(std::io::stdin()).ok())
    }

    fn restore(&self) {
        if let Some(modes) = &self.0 {
            // A terminal that has gone away needs no modes.
            let _ =
                rustix::termios::tcsetattr(std::io::stdin(), rustix::termios::OptionalActions::Now, modes);
        }
    }
}

#[cfg(not(unix))]
struct Terminal;

#[cfg(not(unix))]
impl Terminal {
    fn as_it_is() -> Terminal {
        Terminal
    }

    fn restore(&self) {}
}
