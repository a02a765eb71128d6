//! A solve that was stopped, as a file from which it goes on.
//!
//! A file holds a line that names the format, a line with the position, within how many plies neither side wins as far as that is
//! known, the entries of both tables that took the most work, and a sum over everything. An entry is a fact about a position,
//! so a solve that starts with them comes to the same value, move and line, only sooner. How the tables name positions (see
//! [`super::keys`]) is part of the format: whoever changes that changes the version.

use kinrow_game::{Position, checksum, excerpt};

use super::answer::EVER;
use super::proofs::{ENTRY_BYTES, ProofTable};
use super::shared::SharedTable;

/// How a file begins; its version follows.
const BEGIN: &str = "kinrow solve ";

/// The version that is written, and the only one that is read.
const VERSION: &str = "1";

/// Megabytes of the largest file.
pub const MOST_SAVED_MEGABYTES: u64 = 64;

/// Entries of each table at the most: together they leave room for the rest.
const MOST_ENTRIES: usize = MOST_SAVED_MEGABYTES as usize * 1_000_000 / (2 * ENTRY_BYTES) - 1000;

/// Bytes of the sum at the end.
const SUM: usize = 8;

kinrow_game::sentences! {
    /// Why a solve does not go on from a file.
    pub enum SaveError {
        /// It begins otherwise.
        Begin {} = "save-begin" =>
            "this is no solve to go on with: such a file begins with 'kinrow solve 1', and 'kinrow solve --save FILE' writes one",
        /// Another version.
        Version { given: String } = "save-version" =>
            "this is a solve of version '{given}', and this program reads version 1",
        /// Larger than any that is read.
        Large { most: u64 } = "save-large" =>
            "this file is too large: a saved solve has up to {most} MB",
        /// The sum is wrong.
        Sum {} = "save-sum" =>
            "this saved solve is damaged: its checksum is wrong",
        /// It is about something else.
        OtherPosition { saved: String, given: String } = "save-position" =>
            "this is a solve of another position: of '{saved}', not of '{given}'",
        /// The tables are not written as they should be.
        Shape {} = "save-shape" =>
            "this saved solve is not written as it should be",
        /// Where stones fall the tables are others.
        Drop {} = "save-drop" =>
            "a solve is saved where stones can go anywhere: where they fall, leave --save out",
    }
}

/// What a file holds.
pub(super) struct Saved<'a> {
    pub(super) position: String,
    pub(super) fails_within: [u32; 2],
    /// The entries of the table and of that of the weak game.
    pub(super) entries: [&'a [u8]; 2],
}

/// A file about `position`.
pub(super) fn write(position: &Position, fails_within: [u32; 2], tables: [&SharedTable; 2]) -> Vec<u8> {
    let mut bytes = format!("{BEGIN}{VERSION}\n{position}\n").into_bytes();
    for plies in fails_within {
        bytes.extend_from_slice(&(plies.min(EVER) as u16).to_le_bytes());
    }
    for table in tables {
        let entries = table.to_bytes(MOST_ENTRIES);
        bytes.extend_from_slice(&((entries.len() / ENTRY_BYTES) as u32).to_le_bytes());
        bytes.extend_from_slice(&entries);
    }
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum);
    bytes
}

/// What a file holds.
///
/// # Errors
/// When it is none that [`write`] wrote.
pub(super) fn read(bytes: &[u8]) -> Result<Saved<'_>, SaveError> {
    if bytes.len() as u64 > MOST_SAVED_MEGABYTES * 1_000_000 {
        return Err(SaveError::Large { most: MOST_SAVED_MEGABYTES });
    }
    let rest = bytes.strip_prefix(BEGIN.as_bytes()).ok_or(SaveError::Begin {})?;
    let (version, rest) = line(rest).ok_or(SaveError::Begin {})?;
    if version != VERSION {
        return Err(SaveError::Version { given: excerpt(&version) });
    }
    let (content, given) = bytes.split_at_checked(bytes.len().wrapping_sub(SUM)).ok_or(SaveError::Sum {})?;
    if rest.len() < SUM || checksum(content) != given {
        return Err(SaveError::Sum {});
    }
    let (position, rest) = line(&rest[..rest.len() - SUM]).ok_or(SaveError::Shape {})?;
    tables(rest, position).ok_or(SaveError::Shape {})
}

/// What follows the lines.
fn tables<'a>(bytes: &'a [u8], position: &str) -> Option<Saved<'a>> {
    let mut rest = bytes;
    let mut take = |length: usize| {
        let (taken, left) = rest.split_at_checked(length)?;
        rest = left;
        Some(taken)
    };
    let mut plies = || {
        let plies = u32::from(u16::from_le_bytes(take(2)?.try_into().ok()?));
        (plies <= EVER).then_some(plies)
    };
    let fails_within = [plies()?, plies()?];
    let mut entries = || {
        let count = u32::from_le_bytes(take(4)?.try_into().ok()?);
        take(usize::try_from(count).ok()?.checked_mul(ENTRY_BYTES)?)
    };
    let entries = [entries()?, entries()?];
    let is_whole = rest.is_empty() && entries.iter().all(|entries| ProofTable::are_entries(entries));
    is_whole.then(|| Saved { position: position.into(), fails_within, entries })
}

/// The first line of some bytes, and what follows it.
fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().take(2000).position(|&byte| byte == b'\n')?;
    Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}
