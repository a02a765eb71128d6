//! What is to be sent to one page. Bounded, so that a page that does not read costs nothing: it is dropped. News of a search
//! has one place only, where the newest stands.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::message::{Event, ThinkingView};

/// More than a page that reads ever has waiting: a review of the longest game, and a large tree.
const MOST_MESSAGES: usize = 1000;
const MOST_BYTES: usize = 32_000_000;

/// What is to be sent to one page.
#[derive(Default, Debug)]
pub(crate) struct Outbox {
    content: Mutex<Content>,
    filled: Notify,
}

#[derive(Default, Debug)]
struct Content {
    waiting: VecDeque<String>,
    bytes: usize,
    thinking: Option<ThinkingView>,
    wants_ping: bool,
    is_closed: bool,
}

/// What a writer is to do.
pub(crate) struct ToSend {
    pub(crate) messages: VecDeque<String>,
    /// The page is to be asked whether it is there.
    pub(crate) wants_ping: bool,
    /// Nothing comes after these.
    pub(crate) is_last: bool,
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// To be sent in turn.
    pub(crate) fn send(&self, event: &Event, id: Option<u64>) {
        self.send_text(event.to_text(id));
    }

    /// To be sent in turn.
    pub(crate) fn send_text(&self, text: String) {
        let mut content = self.lock();
        if content.is_closed {
            return;
        }
        content.bytes += text.len();
        content.waiting.push_back(text);
        if content.waiting.len() > MOST_MESSAGES || content.bytes > MOST_BYTES {
            content.waiting.clear();
            content.is_closed = true;
        }
        drop(content);
        self.filled.notify_one();
    }

    /// News of a search, in place of older news.
    pub(crate) fn think(&self, news: ThinkingView) {
        self.lock().thinking = Some(news);
        self.filled.notify_one();
    }

    /// The search has ended: what has not been told is old.
    pub(crate) fn forget_thinking(&self) {
        self.lock().thinking = None;
    }

    /// Asks the page whether it is there.
    pub(crate) fn ping(&self) {
        self.lock().wants_ping = true;
        self.filled.notify_one();
    }

    /// Nothing more will be sent.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.filled.notify_one();
    }

    /// What waits in turn.
    pub(crate) fn take(&self) -> ToSend {
        let mut content = self.lock();
        content.bytes = 0;
        ToSend {
            messages: std::mem::take(&mut content.waiting),
            wants_ping: std::mem::take(&mut content.wants_ping),
            is_last: content.is_closed,
        }
    }

    /// Whether there is news of a search.
    pub(crate) fn has_news(&self) -> bool {
        self.lock().thinking.is_some()
    }

    /// The newest news.
    pub(crate) fn take_news(&self) -> Option<ThinkingView> {
        self.lock().thinking.take()
    }

    /// Waits until there may be something to do.
    pub(crate) async fn filled(&self) {
        self.filled.notified().await;
    }
}
