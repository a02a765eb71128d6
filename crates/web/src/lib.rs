//! The page: a server on this machine that lets people play, analyse and take searches apart in a browser.
//!
//! One WebSocket a page carries the messages of docs/protocol.md. What a page asks is done at once on its session
//! ([`kinrow_session`]); what takes longer is handed to a pool of plain threads and comes back as an event. Everything a
//! page could use up is bounded by [`ServeOptions`].

mod accept;
mod analysing;
mod assets;
mod code;
mod compressed;
mod connections;
mod desk;
mod error;
mod exchange;
mod experiments;
mod following;
mod guard;
mod hub;
mod lab;
mod library;
mod listener;
mod message;
mod names;
mod options;
mod outbox;
mod pool;
mod questions;
mod queue;
mod reviewing;
mod room;
mod searches;
mod server;
mod shelf;
mod socket;

pub use code::Codes;
pub use error::{ServeError, WebError};
pub use options::{JobsPlace, OWN_PORT, ServeOptions};
pub use server::{Address, serve};
