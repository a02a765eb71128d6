//! What all pages share: the sessions, the threads that search, the agents that wait, the door.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use kinrow_agent::Seed;
use kinrow_jobs::Jobs;
use kinrow_session::{KnownModels, Session};
use kinrow_text::Language;
use kinrow_text::Text;
use tokio::sync::{Semaphore, watch};

use crate::code::{Codes, Door};
use crate::connections::Connections;
use crate::error::WebError;
use crate::following::Following;
use crate::guard::Guard;
use crate::library::archive::Archive;
use crate::library::upload;
use crate::names;
use crate::options::ServeOptions;
use crate::pool::Pool;
use crate::room::Room;
use crate::shelf::Shelf;

/// What all pages share.
pub(crate) struct Hub {
    pub(crate) options: ServeOptions,
    pub(crate) pool: Pool,
    pub(crate) shelf: Shelf,
    pub(crate) door: Door,
    pub(crate) guard: Guard,
    /// Long work, where there is a place to keep it.
    pub(crate) jobs: Option<Arc<Jobs>>,
    pub(crate) following: Following,
    pub(crate) connections: Arc<Connections>,
    /// The record of games, where one is kept.
    pub(crate) archive: Option<Archive>,
    /// Files that may be read at once.
    pub(crate) uploads: Semaphore,
    /// Becomes true when the server ends.
    pub(crate) closing: watch::Sender<bool>,
    /// Pages that are connected.
    pub(crate) pages: AtomicUsize,
    /// What others on the network open, once it is known.
    shared: OnceLock<String>,
    texts: Vec<Arc<Text>>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    numbers: AtomicU64,
}

impl Hub {
    pub(crate) fn new(
        mut options: ServeOptions,
        pool: Pool,
        archive: Option<Archive>,
        codes: Option<Codes>,
        jobs: Option<Arc<Jobs>>,
    ) -> Hub {
        if let Some(jobs) = jobs.clone() {
            options.bounds.models = KnownModels::new(move |label| jobs.player(label));
        }
        let connections = Connections::new(options.connections, options.connections_per_address);
        Hub {
            connections: Arc::new(connections),
            pool,
            jobs,
            shelf: Shelf::new(options.warm_agents),
            door: Door::new(codes),
            following: Following::default(),
            guard: Guard { is_open: !options.host.is_loopback(), allowed: options.allowed_hosts.clone() },
            archive,
            uploads: Semaphore::new(upload::AT_ONCE),
            closing: watch::Sender::new(false),
            pages: AtomicUsize::new(0),
            shared: OnceLock::new(),
            texts: Language::ALL.iter().map(|&language| Arc::new(Text::new(language))).collect(),
            rooms: Mutex::default(),
            numbers: AtomicU64::new(1),
            options,
        }
    }

    /// Says what others on the network open.
    pub(crate) fn share(&self, url: String) {
        // A server listens once.
        let _ = self.shared.set(url);
    }

    /// What others on the network open, in a classroom.
    pub(crate) fn shared(&self) -> Option<&str> {
        self.shared.get().map(String::as_str)
    }

    /// The sentences of a language; `None` when it is not spoken here.
    pub(crate) fn text(&self, lang: &str) -> Option<Arc<Text>> {
        let language = Language::from_locale(lang)?;
        self.texts.iter().find(|text| text.language() == language).cloned()
    }

    /// The sentences of those who did not say which.
    pub(crate) fn default_text(&self) -> Arc<Text> {
        self.texts[0].clone()
    }

    /// A number that nobody else has.
    pub(crate) fn next_number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// Tells the pages that look at jobs how one of them stands.
    pub(crate) fn tell_of_job(&self, job: u64) {
        // No desk may be waited for while all rooms are held.
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in rooms {
            room.desk().tell_of_job(self, job);
        }
    }

    /// Whether others on the network can open pages too.
    pub(crate) fn is_shared(&self) -> bool {
        self.guard.is_open
    }

    /// The session of this name.
    pub(crate) fn room(&self, name: &str) -> Option<Arc<Room>> {
        self.rooms().get(name).cloned()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is a session of this name.
    pub(crate) fn has(&self, name: Option<&str>) -> bool {
        name.is_some_and(|name| self.rooms().contains_key(name))
    }

    /// The session of this name, or a new one.
    ///
    /// # Errors
    /// When there are too many, each with a page.
    pub(crate) fn enter(&self, name: Option<&str>) -> Result<Arc<Room>, WebError> {
        let mut rooms = self.rooms();
        if let Some(room) = name.and_then(|name| rooms.get(name)) {
            // Before others look for a session to end.
            room.occupy();
            return Ok(room.clone());
        }
        self.make_room(&mut rooms)?;
        let unavailable = |error: getrandom::Error| WebError::Message { why: error.to_string() };
        let name = names::session_name().map_err(unavailable)?;
        let seed = Seed(self.options.seed.map_or_else(names::session_seed, Ok).map_err(unavailable)?);
        let session = Session::new(self.default_text(), self.options.bounds.clone(), seed);
        let room = Arc::new(Room::new(self.next_number(), name.clone(), session));
        rooms.insert(name, room.clone());
        Ok(room)
    }

    /// Ends sessions whose page has long gone, and where all places are taken the one that has been idle longest.
    fn make_room(&self, rooms: &mut HashMap<String, Arc<Room>>) -> Result<(), WebError> {
        let now = Instant::now();
        let idle = |room: &Arc<Room>| room.idle_since().map(|since| now.duration_since(since));
        let mut gone: Vec<String> = Vec::new();
        for (name, room) in rooms.iter() {
            if idle(room).is_some_and(|time| time > self.options.keep) {
                gone.push(name.clone());
            }
        }
        if rooms.len() - gone.len() >= self.options.sessions && gone.is_empty() {
            let longest = rooms.iter().filter_map(|(name, room)| Some((idle(room)?, name)));
            let longest = longest.max_by_key(|(time, _)| *time).map(|(_, name)| name.clone());
            gone.push(longest.ok_or(WebError::Full { most: self.options.sessions })?);
        }
        for name in gone {
            if let Some(room) = rooms.remove(&name) {
                self.shelf.clear(room.id());
            }
        }
        Ok(())
    }
}
