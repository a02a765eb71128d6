//! What is to be sent to one page. Bounded, so that a page that does not read costs nothing: it is dropped. News of a search
//! has one place only, where the newest stands.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::message::{Event, ThinkingView};

/// More than a page that reads ever has waiting: a review of the longest game, and a large tree.
const MOST_MESSAGES: usize = 1000;
const MOST_BYTES: usize = 32_000_000;

/// Time between two pieces of news of a search.
const NEWS_EVERY: Duration = Duration::from_millis(50);

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
    /// What the lecturer looks at, for a page that follows: the newest only.
    shown: Option<Event>,
    /// The page was told that a search waits for others.
    is_told_to_wait: bool,
    /// When news of a search was last sent.
    last_news: Option<Instant>,
    wants_ping: bool,
    is_closed: bool,
}

impl Content {
    fn push(&mut self, text: String) {
        if self.is_closed {
            return;
        }
        self.bytes += text.len();
        self.waiting.push_back(text);
        if self.waiting.len() > MOST_MESSAGES || self.bytes > MOST_BYTES {
            self.waiting.clear();
            self.is_closed = true;
        }
    }

    /// When the next news may be sent; at once when none was lately.
    fn next_news(&self) -> Option<Instant> {
        self.last_news.map(|last| last + NEWS_EVERY)
    }

    /// The newest news, unless news was sent just before.
    fn take_news(&mut self, now: Instant) -> Option<String> {
        let news = self.thinking.take_if(|_| self.last_news.is_none_or(|last| last + NEWS_EVERY <= now))?;
        self.last_news = Some(now);
        Some(Event::Thinking(Box::new(news)).to_text(None))
    }
}

/// What a writer is to do.
pub(crate) struct ToSend {
    pub(crate) messages: VecDeque<String>,
    /// The page is to be asked whether it is there.
    pub(crate) wants_ping: bool,
    /// Nothing comes after these.
    pub(crate) is_last: bool,
    /// When to come back for news that cannot be sent yet.
    pub(crate) later: Option<Instant>,
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
        self.lock().push(text);
        self.filled.notify_one();
    }

    /// News of a search, in place of older news.
    pub(crate) fn think(&self, news: ThinkingView) {
        let mut content = self.lock();
        content.is_told_to_wait = news.waiting;
        content.thinking = Some(news);
        drop(content);
        self.filled.notify_one();
    }

    /// A search begins: that is news only where it had to wait.
    pub(crate) fn begin_thinking(&self, news: ThinkingView) {
        if self.lock().is_told_to_wait {
            self.think(news);
        }
    }

    /// The search has ended: its last news is told before its answer, unless news was sent just before.
    pub(crate) fn conclude_thinking(&self) {
        let mut content = self.lock();
        if let Some(text) = content.take_news(Instant::now()) {
            content.push(text);
        }
        content.thinking = None;
    }

    /// The search does not matter any more: what has not been told is old.
    pub(crate) fn forget_thinking(&self) {
        self.lock().thinking = None;
    }

    /// What the lecturer looks at, in place of what was not told yet.
    pub(crate) fn show(&self, view: Option<String>) {
        self.lock().shown = Some(Event::Shown { view });
        self.filled.notify_one();
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

    /// What waits in turn, and the newest of a search if it is time for it.
    pub(crate) fn take(&self) -> ToSend {
        let mut content = self.lock();
        if let Some(text) = content.take_news(Instant::now()) {
            content.waiting.push_back(text);
        }
        if let Some(shown) = content.shown.take().filter(|_| !content.is_closed) {
            content.waiting.push_back(shown.to_text(None));
        }
        content.bytes = 0;
        ToSend {
            later: content.next_news().filter(|_| content.thinking.is_some()),
            messages: std::mem::take(&mut content.waiting),
            wants_ping: std::mem::take(&mut content.wants_ping),
            is_last: content.is_closed,
        }
    }

    /// Waits until there may be something to do.
    pub(crate) async fn filled(&self) {
        self.filled.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinrow_game::{Position, Rules};

    fn news(nodes: u64) -> ThinkingView {
        let rules: Rules = "3x3x3".parse().unwrap();
        let position = Position::new(rules);
        let about =
            crate::listener::About { number: 1, ply: 0, by: "random".into(), purpose: "move", position };
        ThinkingView { nodes, ..about.first_news(false) }
    }

    fn told(key: &'static str) -> Event {
        Event::Error { key, message: String::new() }
    }

    #[test]
    fn of_news_the_newest_is_sent_and_not_too_often() {
        let outbox = Outbox::default();
        outbox.think(news(1));
        outbox.think(news(2));
        let first = outbox.take();
        assert_eq!(first.messages.len(), 1);
        assert!(first.messages[0].contains("\"nodes\":2"), "{:?}", first.messages);
        outbox.think(news(3));
        let second = outbox.take();
        assert!(second.messages.is_empty() && second.later.is_some(), "{:?}", second.messages);
        outbox.send(&told("first"), Some(7));
        outbox.conclude_thinking();
        assert_eq!(
            outbox.take().messages,
            ["{\"type\":\"error\",\"key\":\"first\",\"message\":\"\",\"id\":7}"]
        );
        assert!(outbox.take().later.is_none(), "what was not told is forgotten");
    }

    #[test]
    fn a_page_that_does_not_read_is_given_up() {
        let outbox = Outbox::default();
        for _ in 0..MOST_MESSAGES {
            outbox.send(&told(""), None);
        }
        outbox.send(&told(""), None);
        let nothing = outbox.take();
        assert!(nothing.is_last && nothing.messages.is_empty());
        outbox.send(&told(""), None);
        assert!(outbox.take().messages.is_empty(), "nothing comes after the end");
        let large = Outbox::default();
        large.send_text("x".repeat(MOST_BYTES + 1));
        assert!(large.take().is_last);
    }
}
