//! Lines from a pipe whose other end may be anything: bounded in length, whatever ends them.
//!
//! The protocol lets either side end a line by LF, CR LF or CR, and empty lines mean nothing; so each of the two bytes
//! ends a line, and lines without content are passed over.

use std::io::{BufRead, BufReader, Read};

/// The longest line that is kept. The protocol's own are short; the longest useful one names a folder.
pub const MOST_BYTES: usize = 4096;

/// One line, without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// The whole line.
    Whole(Vec<u8>),
    /// The beginning of a line that was longer than [`MOST_BYTES`]; the rest was thrown away.
    Cut(Vec<u8>),
}

/// Reads lines of at most [`MOST_BYTES`].
#[derive(Debug)]
pub struct LineReader<R> {
    input: BufReader<R>,
}

impl<R: Read> LineReader<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> LineReader<R> {
        LineReader { input: BufReader::new(input) }
    }
}

impl<R: Read> Iterator for LineReader<R> {
    type Item = Line;

    /// The next line with content; `None` when the input ends or cannot be read. What stands before the end of the input
    /// is a line too.
    fn next(&mut self) -> Option<Line> {
        let mut kept = Vec::new();
        let mut is_cut = false;
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => return None,
            };
            if buffer.is_empty() && kept.is_empty() {
                return None;
            }
            let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let content = &buffer[..end.unwrap_or(buffer.len())];
            let room = MOST_BYTES - kept.len();
            is_cut |= content.len() > room;
            kept.extend_from_slice(&content[..content.len().min(room)]);
            let is_ended = end.is_some() || buffer.is_empty();
            let taken = content.len() + usize::from(end.is_some());
            self.input.consume(taken);
            if is_ended && !kept.is_empty() {
                return Some(if is_cut { Line::Cut(kept) } else { Line::Whole(kept) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Line> {
        LineReader::new(input).collect()
    }

    #[test]
    fn every_ending_ends_a_line_and_empty_ones_are_passed_over() {
        let expected: Vec<Line> = ["a", "b", " ", "c"].map(|text| Line::Whole(text.into())).into();
        assert_eq!(lines(b"a\nb\r\n\r\n\n \rc"), expected);
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\r\n\n"), []);
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'x'; 1_000_000];
        input.extend_from_slice(b"\nnext\n");
        assert_eq!(lines(&input), [Line::Cut(vec![b'x'; MOST_BYTES]), Line::Whole(b"next".into())]);
        let exact = vec![b'y'; MOST_BYTES];
        assert_eq!(lines(&exact), [Line::Whole(exact.clone())]);
    }
}
