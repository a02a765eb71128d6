//! Standard output, for a reader that may go away: a closed pipe ends the program quietly, as other tools do.

use std::io::{ErrorKind, Write};

/// Writes text to standard output.
pub(crate) fn write(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        eprintln!("kinrow: {error}");
        std::process::exit(1);
    }
}

/// Prints a line, as `println!` does.
macro_rules! say {
    ($($arguments:tt)*) => {
        $crate::out::write(&format!("{}\n", format_args!($($arguments)*)))
    };
}
pub(crate) use say;
