//! The join code of a server that others on the network can reach.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::error::WebError;

/// Wrong codes that one address may give in [`WINDOW`]: a school may have one for all its pupils.
const TRIES: u32 = 100;
/// Wrong codes that all addresses together may give in it. So it takes a thousand years to try half of all codes, which
/// have 40 bits, however many addresses somebody has.
const ALL_TRIES: u32 = 1000;
const WINDOW: Duration = Duration::from_secs(60);
/// Addresses that are remembered as having known the code.
const MOST_KNOWN: usize = 10_000;

/// Asks for a code, or not.
#[derive(Debug)]
pub(crate) struct Door {
    code: Option<String>,
    tries: Mutex<Tries>,
}

#[derive(Default, Debug)]
struct Tries {
    /// Wrong codes by address since the first of them: at most [`ALL_TRIES`] in all.
    wrong: HashMap<IpAddr, (Instant, u32)>,
    /// From where the right code came.
    known: HashSet<IpAddr>,
}

impl Door {
    /// A door that opens to `code`, or to everybody.
    pub(crate) fn new(code: Option<String>) -> Door {
        Door { code, tries: Mutex::default() }
    }

    /// Lets in whoever knows the code. Dashes, spaces and case do not matter.
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
    ) -> Result<(), WebError> {
        let Some(code) = &self.code else { return Ok(()) };
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        let Tries { wrong, known } = &mut *tries;
        wrong.retain(|_, (since, _)| now.duration_since(*since) < WINDOW);
        let from_there = wrong.get(&from).map_or(0, |(_, tries)| *tries);
        let from_all: u32 = wrong.values().map(|(_, tries)| tries).sum();
        let is_worn_out = from_there >= TRIES || (from_all >= ALL_TRIES && !known.contains(&from));
        if is_worn_out && !has_session {
            return Err(WebError::Codes {});
        }
        match given {
            Some(given) if is_same(&plain(given), &plain(code)) => {
                if known.len() < MOST_KNOWN {
                    known.insert(from);
                }
                Ok(())
            }
            // Nothing was guessed.
            None => Err(WebError::Code {}),
            Some(_) => {
                wrong.entry(from).or_insert((now, 0)).1 += 1;
                Err(WebError::Code {})
            }
        }
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

    fn address(number: u32) -> IpAddr {
        std::net::Ipv4Addr::from_bits(0x0A00_0000 + number).into()
    }

    #[test]
    fn only_the_code_opens_and_guessing_is_slow() {
        let door = Door::new(RIGHT.map(String::from));
        let (here, there) = (address(1), address(2));
        let now = Instant::now();
        for given in ["ABCD-EF23", "abcdef23", " abcd ef23 "] {
            assert!(door.check(Some(given), here, false, now).is_ok(), "{given}");
        }
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
        assert!(Door::new(None).check(None, here, false, now).is_ok());
    }

    /// However many addresses guess, so many guesses are looked at in a minute; who was there before is not kept out.
    #[test]
    fn guessing_from_many_addresses_is_as_slow() {
        let door = Door::new(RIGHT.map(String::from));
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
