//! What a brain says to its manager, line by line. Reading is pure, as for commands.

use super::command::{At, at, shown};

/// A line of a brain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The brain is ready.
    Ok,
    /// Its move.
    Move(At),
    /// The move it would make, if the manager agrees.
    Suggest(At),
    /// MESSAGE or DEBUG: for people.
    Aside,
    /// It cannot do what was asked, with its words.
    Error(String),
    /// It does not know what was asked, with its words.
    Unknown(String),
    /// Nothing that the protocol knows: the beginning of it.
    Other(String),
}

/// Reads one line.
#[must_use]
pub fn parse(line: &[u8]) -> Reply {
    let text = String::from_utf8_lossy(line);
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match word.to_ascii_uppercase().as_str() {
        "OK" => Reply::Ok,
        "MESSAGE" | "DEBUG" => Reply::Aside,
        "ERROR" => Reply::Error(shown(rest.trim())),
        "UNKNOWN" => Reply::Unknown(shown(rest.trim())),
        "SUGGEST" => at(rest).map_or_else(|| Reply::Other(shown(text)), Reply::Suggest),
        _ => at(text).map_or_else(|| Reply::Other(shown(text)), Reply::Move),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_reply() {
        let at = At { x: 11, y: 4 };
        for (line, reply) in [
            ("OK", Reply::Ok),
            ("OK - everything is good", Reply::Ok),
            ("ok", Reply::Ok),
            ("11,4", Reply::Move(at)),
            (" 11 , 4 ", Reply::Move(at)),
            ("SUGGEST 11,4", Reply::Suggest(at)),
            ("MESSAGE I shall win", Reply::Aside),
            ("debug alpha=3", Reply::Aside),
            ("ERROR too large", Reply::Error("too large".into())),
            ("UNKNOWN", Reply::Unknown(String::new())),
            ("OKAY", Reply::Other("OKAY".into())),
            ("11", Reply::Other("11".into())),
            ("11,4,1", Reply::Other("11,4,1".into())),
            ("-1,4", Reply::Other("-1,4".into())),
            ("SUGGEST", Reply::Other("SUGGEST".into())),
        ] {
            assert_eq!(parse(line.as_bytes()), reply, "{line}");
        }
        assert_eq!(parse(b"\xff\x00"), Reply::Other("\u{fffd}?".into()));
    }

    proptest! {
        #![proptest_config(kinrow_testing::cases!(256))]

        #[test]
        fn no_bytes_are_too_much(line in proptest::collection::vec(any::<u8>(), 0..300)) {
            if let Reply::Error(words) | Reply::Unknown(words) | Reply::Other(words) = parse(&line) {
                prop_assert!(words.chars().count() <= 61 && !words.contains(char::is_control));
            }
        }
    }
}
