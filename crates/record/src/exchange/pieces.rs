//! The text of one game at a time, so that of a file of any length no more than a game is held. Nothing is understood
//! here but brackets, and what stands between quotation marks.

use std::io::{BufRead, Read};

use super::error::FormatError;

/// More bytes than any game takes, with all its names, times and remarks.
pub(super) const LONGEST: usize = 1_000_000 * LONGEST_MB;
pub(super) const LONGEST_MB: usize = 1;

/// How the games of a format are told apart.
pub(super) struct Brackets {
    pub(super) open: &'static [u8],
    pub(super) close: &'static [u8],
    /// Between these, brackets mean nothing. A stroke takes the meaning from what follows it.
    pub(super) quotes: [u8; 2],
    /// Whether anything but blanks may stand between games.
    pub(super) allows_remarks: bool,
}

/// The pieces of a file that are games, or should be.
pub(super) struct Pieces<R> {
    pub(super) input: R,
    pub(super) brackets: Brackets,
    /// The bytes before the next piece.
    pub(super) at: usize,
}

impl<R: BufRead> Pieces<R> {
    /// The next piece: from an opening bracket to the one that closes it, to the end of the file where none does, and to
    /// the end of the line where there is none. `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u8>>, FormatError> {
        let Brackets { open, close, quotes, allows_remarks } = self.brackets;
        let mut piece = Vec::new();
        let mut depth = 0usize;
        let (mut is_quoted, mut is_escaped) = (false, false);
        for byte in self.input.by_ref().bytes() {
            let byte = byte.map_err(|error| FormatError::unreadable(&error))?;
            let is_outside = piece.is_empty();
            if is_outside && (byte.is_ascii_whitespace() || (allows_remarks && !open.contains(&byte))) {
                self.at += 1;
                continue;
            }
            piece.push(byte);
            if piece.len() > LONGEST {
                return Err(FormatError::Long { megabytes: LONGEST_MB });
            }
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if is_quoted => is_escaped = true,
                byte if is_quoted => is_quoted = byte != quotes[1],
                byte if byte == quotes[0] => is_quoted = true,
                byte if open.contains(&byte) => depth += 1,
                byte if close.contains(&byte) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        break;
                    }
                }
                b'\n' if depth == 0 => break,
                _ => {}
            }
        }
        self.at += piece.len();
        Ok((!piece.is_empty()).then_some(piece))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, brackets: Brackets) -> Vec<String> {
        let mut pieces = Pieces { input: text.as_bytes(), brackets, at: 0 };
        let next = || pieces.next().unwrap().map(|piece| String::from_utf8(piece).unwrap());
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn brackets_tell_games_apart() {
        let json = || Brackets { open: b"{[", close: b"}]", quotes: [b'"'; 2], allows_remarks: false };
        let sgf = || Brackets { open: b"(", close: b")", quotes: [b'[', b']'], allows_remarks: true };
        assert_eq!(pieces(" {\"a\": [\"}\\\"{\"]}{}\n[1]", json()), ["{\"a\": [\"}\\\"{\"]}", "{}", "[1]"]);
        assert_eq!(pieces("no {}\n{ cut", json()), ["no {}", "{ cut"]);
        assert_eq!(pieces("}1\n{}", json()), ["}", "1\n", "{}"]);
        assert_eq!(
            pieces("mail [1: (;C[\\]:)](;W[a])) - (;B[a])\n", sgf()),
            ["(;C[\\]:)](;W[a]))", "(;B[a])"]
        );
        assert_eq!(pieces("nothing", sgf()), [""; 0]);
    }

    /// What is too long is refused when it has become so, not when all of it was read.
    #[test]
    fn a_game_without_end_is_refused_while_it_is_read() {
        let mut input = std::io::BufReader::new(b"{".chain(std::io::repeat(b' ')));
        let brackets = Brackets { open: b"{", close: b"}", quotes: [b'"'; 2], allows_remarks: false };
        let mut pieces = Pieces { input: &mut input, brackets, at: 0 };
        assert_eq!(pieces.next(), Err(FormatError::Long { megabytes: LONGEST_MB }));
    }
}
