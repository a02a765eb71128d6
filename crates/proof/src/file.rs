//! Certificates as files: a line that names the format, a line with the position, the claims in bytes, and a sum over everything.

use kinrow_game::{Position, Side, checksum, excerpt};

use crate::certificate::{Certificate, Claim, Goal, Nodes};
use crate::code::{Bytes, put};

/// How a file begins; its version follows.
const BEGIN: &str = "kinrow proof ";

/// The version that is written, and the only one that is read.
const VERSION: &str = "1";

/// Megabytes of the largest file.
pub const MOST_MEGABYTES: u64 = 64;

/// Bytes of the sum at the end.
const SUM: usize = 8;

/// Bytes of the first two lines at the most.
const MOST_HEAD: usize = 2000;

kinrow_game::sentences! {
    /// Why a file is no certificate.
    pub enum ReadError {
        /// It begins otherwise.
        Begin {} = "proof-begin" =>
            "this is no proof: such a file begins with 'kinrow proof 1', and 'kinrow solve --proof FILE' writes one",
        /// Another version.
        Version { given: String } = "proof-version" =>
            "this is a proof of version '{given}', and this program reads version 1",
        /// Larger than any that is read.
        Large { most: u64 } = "proof-large" =>
            "this proof is too large: a file may have up to {most} MB",
        /// The sum is wrong.
        Sum {} = "proof-sum" =>
            "this proof is damaged: its checksum is wrong",
        /// The second line is no position.
        NoPosition { given: String } = "proof-position" =>
            "this proof is about no position: '{given}' is not one as Kinrow writes it",
        /// The claims are not written as they should be.
        Shape { at: usize } = "proof-shape" =>
            "this proof is not written as a proof should be: byte {at} does not fit",
    }
}

impl Certificate {
    /// As a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{BEGIN}{VERSION}\n{}\n", self.position).into_bytes();
        bytes.push(self.claims.len() as u8);
        for claim in &self.claims {
            bytes.push(claim.side.index() as u8);
            match claim.goal {
                Goal::Wins { within } => put(u64::from(within) + 1, &mut bytes),
                Goal::Holds => put(0, &mut bytes),
            }
            put(claim.nodes.len() as u64, &mut bytes);
            bytes.extend_from_slice(&claim.nodes.bytes);
        }
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum);
        bytes
    }

    /// From a file. What is read is well formed; whether it proves anything is for [`crate::check`] to say.
    ///
    /// # Errors
    /// When it is no certificate as [`Certificate::to_bytes`] writes it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Certificate, ReadError> {
        if bytes.len() as u64 > MOST_MEGABYTES * 1_000_000 {
            return Err(ReadError::Large { most: MOST_MEGABYTES });
        }
        let rest = bytes.strip_prefix(BEGIN.as_bytes()).ok_or(ReadError::Begin {})?;
        let (version, rest) = line(rest).ok_or(ReadError::Begin {})?;
        if version != VERSION {
            return Err(ReadError::Version { given: excerpt(&version) });
        }
        let (content, given) =
            bytes.split_at_checked(bytes.len().wrapping_sub(SUM)).ok_or(ReadError::Sum {})?;
        if rest.len() < SUM || checksum(content) != given {
            return Err(ReadError::Sum {});
        }
        let (text, rest) =
            line(&rest[..rest.len() - SUM]).ok_or_else(|| ReadError::NoPosition { given: String::new() })?;
        let position = text.parse::<Position>().ok().filter(|position| position.to_string() == text);
        let position = position.ok_or_else(|| ReadError::NoPosition { given: excerpt(&text) })?;
        let mut rest = Bytes(rest);
        let claims = claims(&mut rest).filter(|claims| rest.0.is_empty() && are_in_order(claims));
        let claims = claims.ok_or(ReadError::Shape { at: content.len() - rest.0.len() })?;
        Ok(Certificate { position, claims })
    }
}

/// The first line of some bytes, and what follows it.
fn line(bytes: &[u8]) -> Option<(String, &[u8])> {
    let end = bytes.iter().take(MOST_HEAD).position(|&byte| byte == b'\n')?;
    let text = std::str::from_utf8(&bytes[..end]).ok()?;
    Some((text.into(), &bytes[end + 1..]))
}

/// One claim; or two, that X and that O do not lose.
fn are_in_order(claims: &[Claim]) -> bool {
    match claims {
        [_] => true,
        [one, other] => {
            [one.goal, other.goal] == [Goal::Holds; 2] && [one.side, other.side] == [Side::X, Side::O]
        }
        _ => false,
    }
}

fn claims(bytes: &mut Bytes<'_>) -> Option<Vec<Claim>> {
    let count = bytes.byte().filter(|count| *count <= 2)?;
    (0..count).map(|_| claim(bytes)).collect()
}

fn claim(bytes: &mut Bytes<'_>) -> Option<Claim> {
    let side = *Side::BOTH.get(usize::from(bytes.byte()?))?;
    let goal = match bytes.number()? {
        0 => Goal::Holds,
        within => Goal::Wins { within: u16::try_from(within - 1).ok()? },
    };
    let count = u32::try_from(bytes.number()?).ok()?;
    let all = bytes.0;
    // Nothing is reserved by a number that is only claimed.
    let mut starts = Vec::new();
    for number in 0..count {
        starts.push((all.len() - bytes.0.len()) as u32);
        bytes.node(number)?;
    }
    let length = all.len() - bytes.0.len();
    (count > 0).then(|| Claim { side, goal, nodes: Nodes { bytes: all[..length].to_vec(), starts } })
}
