//! Standard output, for a reader that may go away: a closed pipe ends the program quietly, as other tools do, and a
//! terminal that was closed takes nothing any more, but does not keep a command from saving its work.

use std::io::{ErrorKind, Write};

/// EIO on every Unix: what a terminal that was closed answers.
const HUNG_UP: i32 = 5;

/// Writes text to standard output.
pub(crate) fn write(text: &str) {
    let mut out = std::io::stdout().lock();
    let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) else { return };
    if cfg!(unix) && error.raw_os_error() == Some(HUNG_UP) {
        return;
    }
    kinrow_gomocup::external::kill_all();
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
    complain(&error.to_string());
    std::process::exit(1);
}

/// Writes a sentence to standard error, if anybody reads it.
pub(crate) fn complain(sentence: &str) {
    let _ = writeln!(std::io::stderr(), "kinrow: {sentence}");
}

/// Prints a line, as `println!` does.
macro_rules! say {
    ($($arguments:tt)*) => {
        $crate::out::write(&format!("{}\n", format_args!($($arguments)*)))
    };
}
pub(crate) use say;
