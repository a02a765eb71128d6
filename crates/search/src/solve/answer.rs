//! The one question the solver asks, and what can be known about it.
//!
//! Does a side (the *attacker*) force a win, and how soon? The opponent (the *defender*) is content with anything else.
//! A position's value is the answer to two such questions, one for each side.

/// However many plies are allowed. (The largest number of nine bits; a game of 20 × 20 points ends within 400.)
pub(super) const EVER: u32 = (1 << 9) - 1;

/// What is proven about an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// The attacker forces a win within this many plies.
    Wins(u32),
    /// The attacker does not force a win within this many plies, or at all ([`EVER`]).
    Fails(u32),
}

impl Answer {
    /// The same one ply earlier.
    #[inline]
    pub(super) fn one_earlier(self) -> Answer {
        match self {
            Answer::Wins(plies) => Answer::Wins(plies + 1),
            Answer::Fails(EVER) => self,
            Answer::Fails(plies) => Answer::Fails(plies + 1),
        }
    }

    /// The answer to whoever asks within `plies`, given that a win takes exactly `win` of them.
    #[inline]
    pub(super) fn of_win(win: u32, plies: u32) -> Answer {
        if win <= plies { Answer::Wins(win) } else { Answer::Fails(win - 1) }
    }
}
