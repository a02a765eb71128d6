//! Books as files: a line that names the format, a line with the board and the number of plies, one byte for each position of the last ply, and a
//! sum over everything.
//!
//! A byte is a score as a signed number, or -128 while it is not known.

use kinrow_game::{Rules, checksum, excerpt};

use super::{BookError, Draft};

/// How a file begins; its version follows.
const BEGIN: &str = "kinrow book ";
/// The version that is written, and the only one that is read.
const VERSION: &str = "1";
/// Bytes of the sum at the end.
const SUM: usize = 8;
/// Bytes of a line at the most.
const MOST_LINE: usize = 200;

impl Draft {
    /// As a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{BEGIN}{VERSION}\n{} {}\n", self.rules(), self.plies()).into_bytes();
        bytes.extend(self.scores.iter().map(|score| score.cast_unsigned()));
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum);
        bytes
    }

    /// From a file. It takes no more time or memory than the length of the file accounts for.
    ///
    /// # Errors
    /// When it is no file that [`Draft::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Draft, BookError> {
        let rest = bytes.strip_prefix(BEGIN.as_bytes()).ok_or(BookError::Begin {})?;
        let (version, rest) = line(rest).ok_or(BookError::Begin {})?;
        if version != VERSION {
            return Err(BookError::Version { given: excerpt(&version) });
        }
        let (content, sum) = bytes.split_last_chunk::<SUM>().ok_or(BookError::Sum {})?;
        if rest.len() < SUM || checksum(content) != *sum {
            return Err(BookError::Sum {});
        }
        let (title, scores) =
            line(&rest[..rest.len() - SUM]).ok_or_else(|| BookError::Title { given: String::new() })?;
        let (rules, plies) = read_title(title).ok_or_else(|| BookError::Title { given: excerpt(&title) })?;
        let mut draft = Draft::within(rules, plies, scores.len().min(super::MOST_POSITIONS))?;
        if draft.scores.len() != scores.len() {
            return Err(BookError::Length { given: scores.len() });
        }
        draft.scores = scores.iter().map(|byte| byte.cast_signed()).collect();
        draft.impossible().map_or(Ok(draft), |at| Err(BookError::Score { at }))
    }
}

/// The first line of some bytes, and what follows it.
fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().take(MOST_LINE).position(|&byte| byte == b'\n')?;
    Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}

/// The board and the number of plies, written just so.
fn read_title(text: &str) -> Option<(Rules, u32)> {
    let (rules, plies) = text.rsplit_once(' ')?;
    let (rules, plies): (Rules, u32) = (rules.parse().ok()?, plies.parse().ok()?);
    (format!("{rules} {plies}") == text).then_some((rules, plies))
}
