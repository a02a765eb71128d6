//! Whose games a page sees.

use kinrow_record::store::{GameId, Store, StoreError};

/// Whose games a page sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// Everybody's: whoever sits at this machine, and the lecturer, could read the file itself.
    All,
    /// For a student, those of one browser, by the name that only it knows.
    Own(String),
}

impl Reach {
    /// Whose new games are, as the record knows it.
    pub(crate) fn owner(&self) -> Option<&str> {
        match self {
            Reach::All => None,
            Reach::Own(owner) => Some(owner),
        }
    }

    /// Whether this game is seen. One of somebody else's is not there.
    pub(crate) fn check(&self, store: &Store, id: GameId) -> Result<(), StoreError> {
        match self {
            Reach::All => Ok(()),
            Reach::Own(owner) if store.owner(id)?.as_deref() == Some(owner) => Ok(()),
            Reach::Own(_) => Err(StoreError::NoGame { given: id.0 }),
        }
    }
}
