//! The join code of a server that others on the network can reach.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::error::WebError;

/// Wrong codes that one address may give in [`WINDOW`].
const TRIES: u32 = 10;
const WINDOW: Duration = Duration::from_secs(60);
/// Addresses that are remembered; with more than that at once the oldest are forgotten.
const MOST_ADDRESSES: usize = 1000;

/// Asks for a code, or not.
#[derive(Debug)]
pub(crate) struct Door {
    code: Option<String>,
    wrong: Mutex<HashMap<IpAddr, (Instant, u32)>>,
}

impl Door {
    /// A door that opens to `code`, or to everybody.
    pub(crate) fn new(code: Option<String>) -> Door {
        Door { code, wrong: Mutex::default() }
    }

    /// Lets in whoever knows the code. Dashes, spaces and case do not matter.
    pub(crate) fn check(&self, given: Option<&str>, from: IpAddr, now: Instant) -> Result<(), WebError> {
        let Some(code) = &self.code else { return Ok(()) };
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        wrong.retain(|_, (since, _)| now.duration_since(*since) < WINDOW);
        if wrong.get(&from).is_some_and(|(_, tries)| *tries >= TRIES) {
            return Err(WebError::Codes {});
        }
        match given {
            Some(given) if is_same(&plain(given), &plain(code)) => Ok(()),
            // Nothing was guessed.
            None => Err(WebError::Code {}),
            Some(_) => {
                if wrong.len() >= MOST_ADDRESSES
                    && let Some(oldest) =
                        wrong.iter().min_by_key(|(_, (since, _))| *since).map(|(from, _)| *from)
                {
                    wrong.remove(&oldest);
                }
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

    #[test]
    fn only_the_code_opens_and_guessing_is_slow() {
        let door = Door::new(Some("ABCD-EF23".into()));
        let (here, there) = (IpAddr::from([192, 168, 0, 5]), IpAddr::from([192, 168, 0, 6]));
        let now = Instant::now();
        for given in ["ABCD-EF23", "abcdef23", " abcd ef23 "] {
            assert!(door.check(Some(given), here, now).is_ok(), "{given}");
        }
        for given in ["", "ABCD-EF2", "ABCD-EF234", "ABCD-EF24"] {
            assert_eq!(door.check(Some(given), there, now), Err(WebError::Code {}), "{given}");
        }
        assert_eq!(door.check(None, here, now), Err(WebError::Code {}));
        for _ in 0..TRIES {
            let _ = door.check(Some("AAAA-AAAA"), there, now);
        }
        assert_eq!(door.check(Some("ABCD-EF23"), there, now), Err(WebError::Codes {}));
        assert!(door.check(Some("ABCD-EF23"), here, now).is_ok(), "others are not kept out");
        assert!(door.check(Some("ABCD-EF23"), there, now + WINDOW).is_ok(), "nor for ever");
        assert!(Door::new(None).check(None, here, now).is_ok());
    }
}
