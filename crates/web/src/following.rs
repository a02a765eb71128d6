//! A class that looks at what the lecturer looks at: the address of the lecturer's page, and who is told when it changes.
//!
//! An address is all that a view is, so this knows nothing of games, searches or lessons. Of the addresses that a page was not told yet only
//! the newest counts.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::error::WebError;
use crate::message::Event;
use crate::outbox::Outbox;

/// Longer addresses than this are none of our page.
const MOST_BYTES: usize = 8000;

/// What is shown to the class, and to whom.
#[derive(Debug, Default)]
pub(crate) struct Following(Mutex<Class>);

#[derive(Debug, Default)]
struct Class {
    view: Option<String>,
    lecturer: Weak<Outbox>,
    followers: Vec<Weak<Outbox>>,
}

impl Class {
    /// How many pages follow; those that are gone are forgotten.
    fn count(&mut self) -> usize {
        self.followers.retain(|page| page.strong_count() > 0);
        self.followers.len()
    }
}

impl Following {
    /// The lecturer's page shows something else, or nothing any more. Gives what to answer.
    ///
    /// # Errors
    /// When this is no address.
    pub(crate) fn show(&self, lecturer: &Arc<Outbox>, view: Option<String>) -> Result<Event, WebError> {
        if let Some(view) = view.as_ref().filter(|view| view.len() > MOST_BYTES) {
            return Err(WebError::Long { given: view.len(), most: MOST_BYTES });
        }
        let mut class = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        class.lecturer = Arc::downgrade(lecturer);
        for page in class.followers.iter().filter_map(Weak::upgrade) {
            page.show(view.clone());
        }
        class.view = view;
        Ok(Event::Followers { count: class.count() })
    }

    /// A page follows from now on, or does not any more. Gives what to answer.
    pub(crate) fn follow(&self, page: &Arc<Outbox>, on: bool) -> Event {
        let mut class = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        class.followers.retain(|known| !std::ptr::eq(known.as_ptr(), Arc::as_ptr(page)));
        if on {
            class.followers.push(Arc::downgrade(page));
        }
        let count = class.count();
        if let Some(lecturer) = class.lecturer.upgrade() {
            lecturer.send(&Event::Followers { count }, None);
        }
        Event::Shown { view: class.view.clone().filter(|_| on) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Arc<Outbox> {
        Arc::new(Outbox::default())
    }

    fn told(page: &Outbox) -> Vec<String> {
        page.take().messages.into()
    }

    #[test]
    fn followers_are_told_the_newest_until_they_leave() {
        let (class, lecturer, student) = (Following::default(), page(), page());
        let nothing = class.follow(&student, true).to_text(Some(1));
        assert_eq!(nothing, r#"{"type":"shown","view":null,"id":1}"#);
        for view in ["#view=home", "#view=lessons&lesson=uct"] {
            let answer = class.show(&lecturer, Some(view.into())).unwrap().to_text(None);
            assert_eq!(answer, r#"{"type":"followers","count":1}"#);
        }
        assert_eq!(told(&student), [r##"{"type":"shown","view":"#view=lessons&lesson=uct"}"##]);
        // Who comes later is told at once, and the lecturer that somebody came.
        let late = page();
        assert!(class.follow(&late, true).to_text(None).contains("lesson=uct"));
        assert_eq!(told(&lecturer), [r#"{"type":"followers","count":2}"#]);
        class.follow(&student, false);
        drop(late);
        let answer = class.show(&lecturer, None).unwrap().to_text(None);
        assert_eq!(answer, r#"{"type":"followers","count":0}"#);
        assert!(told(&student).is_empty());
    }

    #[test]
    fn an_address_is_short() {
        let class = Following::default();
        assert!(class.show(&page(), Some("x".repeat(8001))).is_err());
        assert!(class.show(&page(), Some("x".repeat(8000))).is_ok());
    }
}
