//! Names that cannot be guessed. This is the one place of the program where randomness comes from the operating system and
//! not from a seed: whoever knows a session's name has its game, and whoever knows a code may join, or lead.

/// 128 random bits as text.
pub(crate) fn session_name() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether a text may be the name of a browser: 128 bits as [`session_name`] writes them.
pub(crate) fn is_name(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// 64 random bits, from which the games of a session take their randomness.
pub(crate) fn session_seed() -> Result<u64, getrandom::Error> {
    getrandom::u64()
}

/// Letters and digits that are not mistaken for each other on a blackboard.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// A code of 40 random bits, such as `ABCD-EFGH`.
pub(crate) fn code() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    let letters: String = bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
    Ok(format!("{}-{}", &letters[..4], &letters[4..]))
}
