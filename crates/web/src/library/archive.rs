//! The thread that holds the record of games. A search in it may take seconds and a write may wait for another program, so
//! neither happens where pages are read or positions are searched.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use kinrow_agent::catch_panic;
use kinrow_record::store::{Store, StoreError};

use super::error::LibraryError;

/// Errands that may wait; a page has a few of its own at the most.
const MOST_WAITING: usize = 500;
/// How long a write waits for another program.
const PATIENCE: Duration = Duration::from_secs(5);

/// Something to be done with the record.
type Errand = Box<dyn FnOnce(&mut Record) + Send>;

/// The record, and the thread that holds it.
pub(crate) struct Archive {
    errands: Mutex<Option<SyncSender<Errand>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Archive {
    /// Starts the thread; the file is opened when it is first needed.
    pub(crate) fn open(path: PathBuf, most_bytes: Option<u64>) -> std::io::Result<Archive> {
        let (sender, receiver) = sync_channel(MOST_WAITING);
        let record = Record { path, store: None, most_bytes };
        let thread = std::thread::Builder::new().name("archive".into());
        let thread = thread.spawn(move || work(record, &receiver))?;
        Ok(Archive { errands: Mutex::new(Some(sender)), thread: Mutex::new(Some(thread)) })
    }

    /// Has something done, in its turn.
    ///
    /// # Errors
    /// When too much waits already.
    pub(crate) fn submit(
        &self,
        errand: impl FnOnce(&mut Record) + Send + 'static,
    ) -> Result<(), LibraryError> {
        let errands = self.errands.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = errands.as_ref().ok_or(LibraryError::Busy {})?;
        sender.try_send(Box::new(errand)).map_err(|error| match error {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => LibraryError::Busy {},
        })
    }

    /// Does what still waits, and ends.
    pub(crate) fn close(&self) {
        drop(self.errands.lock().unwrap_or_else(PoisonError::into_inner).take());
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            // An errand that panicked has been caught.
            let _ = thread.join();
        }
    }
}

fn work(mut record: Record, errands: &Receiver<Errand>) {
    for errand in errands {
        let _ = catch_panic(|| errand(&mut record));
    }
}

/// The record, opened when it is needed.
pub(crate) struct Record {
    path: PathBuf,
    store: Option<Store>,
    /// Pages let the file grow no further.
    most_bytes: Option<u64>,
}

impl Record {
    /// The record to be read; `None` when no game was ever kept.
    pub(crate) fn reading(&mut self) -> Result<Option<&Store>, StoreError> {
        if self.store.is_none() {
            self.store = Store::open_to_read(&self.path)?;
        }
        Ok(self.store.as_ref())
    }

    /// The record to be added to.
    pub(crate) fn writing(&mut self) -> Result<&mut Store, WriteError> {
        if self.store.is_none() {
            self.store = Some(Store::open_patiently(&self.path, PATIENCE)?);
        }
        let store = self.store.as_mut().ok_or(LibraryError::Busy {})?;
        if let Some(most) = self.most_bytes
            && store.bytes()? >= most
        {
            return Err(LibraryError::Full { megabytes: most / 1_000_000 }.into());
        }
        Ok(store)
    }
}

/// Why nothing was added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum WriteError {
    /// The file.
    Store(StoreError),
    /// A bound.
    Library(LibraryError),
}

kinrow_game::delegate_explain!(WriteError { Store(StoreError), Library(LibraryError) });
