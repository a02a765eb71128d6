//! A session on the server: its table, and the page that sits there now.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use kinrow_session::Session;

use crate::code::Role;
use crate::desk::Desk;
use crate::hub::Hub;
use crate::outbox::Outbox;

/// A session on the server.
pub(crate) struct Room {
    id: u64,
    name: String,
    desk: Mutex<Desk>,
    /// Since when no page is there.
    idle_since: Mutex<Option<Instant>>,
    connections: AtomicU64,
}

/// A room and what it shares with others.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) hub: Arc<Hub>,
    pub(crate) room: Arc<Room>,
}

impl Room {
    pub(crate) fn new(id: u64, name: String, session: Session) -> Room {
        Room {
            id,
            desk: Mutex::new(Desk::new(session, &name)),
            name,
            idle_since: Mutex::new(None),
            connections: AtomicU64::new(0),
        }
    }

    /// Its number, by which the pool knows it.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Its name, which only its page knows.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Since when no page is there; `None` while one is.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        *self.idle_since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A page is there.
    pub(crate) fn occupy(&self) {
        *self.idle_since.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// A page sits down; one that sat there before is sent away. Gives the number by which it leaves.
    pub(crate) fn arrive(&self, outbox: Arc<Outbox>, role: Role) -> u64 {
        let connection = self.connections.fetch_add(1, Ordering::Relaxed);
        self.desk().seat(connection, outbox, role);
        self.occupy();
        connection
    }
}

impl Place {
    /// A page leaves: whatever is searched for it is stopped. The game stays.
    pub(crate) fn leave(&self, connection: u64) {
        let mut desk = self.room.desk();
        if desk.unseat(connection) {
            self.hub.pool.cancel_all(self.room.id());
            *self.room.idle_since.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
    }
}
