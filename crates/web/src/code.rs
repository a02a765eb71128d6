//! The codes of a server that others on the network can reach: one that lets pages in, and one that makes a page the lecturer's.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::error::WebError;

/// Wrong codes that one address may give in [`WINDOW`]: a school may have one for all its pupils.
const TRIES: u32 = 100;
/// Wrong codes that all addresses together may give in it. So it takes a thousand years to try half of all codes, which
/// have 40 bits, however many addresses somebody has.
const ALL_TRIES: u32 = 1000;
const WINDOW: Duration = Duration::from_secs(60);
/// Addresses that are remembered as having known the code.
const MOST_KNOWN: usize = 10_000;

/// What opens the door of a classroom.
#[derive(Clone, Debug)]
pub struct Codes {
    /// For everybody in the room.
    pub join: String,
    /// For whoever leads it, and for nobody else.
    pub lecturer: String,
}

/// Whose page it is, by the code that it gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    /// That of the person at this machine, where nobody else can reach the server.
    Owner,
    /// The lecturer's.
    Lecturer,
    /// Anybody else's in the room.
    Student,
}

impl Role {
    /// Whether the page may do what concerns more than its own games.
    pub(crate) fn is_leading(self) -> bool {
        self != Role::Student
    }
}

/// Asks for a code, or not.
#[derive(Debug)]
pub(crate) struct Door {
    codes: Option<Codes>,
    tries: Mutex<Tries>,
}

#[derive(Default, Debug)]
struct Tries {
    /// Wrong codes by address since the first of them: at most [`ALL_TRIES`] in all.
    wrong: HashMap<IpAddr, (Instant, u32)>,
    /// From where a right code came.
    known: HashSet<IpAddr>,
}

impl Door {
    /// A door that opens to these codes, or to everybody.
    pub(crate) fn new(codes: Option<Codes>) -> Door {
        Door { codes, tries: Mutex::default() }
    }

    /// Lets in whoever knows a code, and says which. Dashes, spaces and case do not matter.
    ///
    /// Where too many wrong codes have come, a right one must be refused as well, or they could go on guessing. Not refused
    /// are those who were let in before: who comes back to a session, which is a secret of its own, and, while others
    /// have guessed too much, an address that has known the code.
    pub(crate) fn check(
        &self,
        given: Option<&str>,
        from: IpAddr,
        has_session: bool,
        now: Instant,
    ) -> Result<Role, WebError> {
        let Some(codes) = &self.codes else { return Ok(Role::Owner) };
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        let Tries { wrong, known } = &mut *tries;
        wrong.retain(|_, (since, _)| now.duration_since(*since) < WINDOW);
        let from_there = wrong.get(&from).map_or(0, |(_, tries)| *tries);
        let from_all: u32 = wrong.values().map(|(_, tries)| tries).sum();
        let is_worn_out = from_there >= TRIES || (from_all >= ALL_TRIES && !known.contains(&from));
        if is_worn_out && !has_session {
            return Err(WebError::Codes {});
        }
        // Without a code nothing was guessed.
        let given = plain(given.ok_or(WebError::Code {})?);
        let [is_join, is_lecturer] = [&codes.join, &codes.lecturer].map(|code| is_same(&given, &plain(code)));
        if !is_join && !is_lecturer {
            wrong.entry(from).or_insert((now, 0)).1 += 1;
            return Err(WebError::Code {});
        }
        if known.len() < MOST_KNOWN {
            known.insert(from);
        }
        Ok(if is_lecturer { Role::Lecturer } else { Role::Student })
    }
}

fn plain(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect()
}

/// Compares in a time that does not tell how much of it was right.
fn is_same(given: &str, right: &str) -> bool {
    let difference = given.bytes().zip(right.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == right.len() && difference == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: Option<&str> = Some("ABCD-EF23");
    const WRONG: Option<&str> = Some("AAAA-AAAA");
    const LECTURER: Option<&str> = Some("WXYZ-2345");

    fn door() -> Door {
        let [join, lecturer] = [RIGHT, LECTURER].map(|code| code.unwrap().to_string());
        Door::new(Some(Codes { join, lecturer }))
    }

    fn address(number: u32) -> IpAddr {
        std::net::Ipv4Addr::from_bits(0x0A00_0000 + number).into()
    }

    #[test]
    fn only_the_code_opens_and_guessing_is_slow() {
        let door = door();
        let (here, there) = (address(1), address(2));
        let now = Instant::now();
        for given in ["ABCD-EF23", "abcdef23", " abcd ef23 "] {
            assert_eq!(door.check(Some(given), here, false, now), Ok(Role::Student), "{given}");
        }
        assert_eq!(door.check(Some("wxyz2345"), here, false, now), Ok(Role::Lecturer));
        for given in ["", "ABCD-EF2", "ABCD-EF234", "ABCD-EF24"] {
            assert_eq!(door.check(Some(given), there, false, now), Err(WebError::Code {}), "{given}");
        }
        assert_eq!(door.check(None, here, false, now), Err(WebError::Code {}));
        for _ in 0..TRIES {
            let _ = door.check(WRONG, there, false, now);
        }
        assert_eq!(door.check(RIGHT, there, false, now), Err(WebError::Codes {}));
        assert!(door.check(RIGHT, there, true, now).is_ok(), "who comes back is let in");
        assert!(door.check(RIGHT, here, false, now).is_ok(), "others are not kept out");
        assert!(door.check(RIGHT, there, false, now + WINDOW).is_ok(), "nor for ever");
        assert_eq!(Door::new(None).check(None, here, false, now), Ok(Role::Owner));
    }

    /// Whoever was let in with the join code can try no more codes than others.
    #[test]
    fn the_lecturers_code_is_guessed_as_slowly() {
        let (door, there, now) = (door(), address(1), Instant::now());
        assert_eq!(door.check(RIGHT, there, false, now), Ok(Role::Student));
        for _ in 0..TRIES {
            assert_eq!(door.check(WRONG, there, true, now), Err(WebError::Code {}));
        }
        assert_eq!(door.check(LECTURER, there, false, now), Err(WebError::Codes {}));
        assert_eq!(door.check(LECTURER, address(2), false, now), Ok(Role::Lecturer));
    }

    /// However many addresses guess, so many guesses are looked at in a minute; who was there before is not kept out.
    #[test]
    fn guessing_from_many_addresses_is_as_slow() {
        let door = door();
        let now = Instant::now();
        assert!(door.check(RIGHT, address(0), false, now).is_ok());
        let looked_at = (1..20_000)
            .filter(|&number| door.check(WRONG, address(number), false, now) == Err(WebError::Code {}));
        assert_eq!(looked_at.count() as u32, ALL_TRIES);
        assert_eq!(door.check(RIGHT, address(30_000), false, now), Err(WebError::Codes {}));
        assert!(door.check(RIGHT, address(0), false, now).is_ok(), "the code was known there");
        assert!(door.check(RIGHT, address(30_000), true, now).is_ok(), "who comes back is let in");
        assert!(door.check(RIGHT, address(30_000), false, now + WINDOW).is_ok());
    }
}
