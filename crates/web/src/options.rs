//! How the server is to run. Everything that a page could use up has its bound here.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use kinrow_jobs::JobBounds;
use kinrow_session::Bounds;

/// The port that is tried first when none is asked for.
pub const OWN_PORT: u16 = 4567;

/// Where jobs are kept, and what they may use up.
#[derive(Clone, Debug)]
pub struct JobsPlace {
    /// The folder of their store.
    pub folder: PathBuf,
    /// What they may use up.
    pub bounds: JobBounds,
    /// Whether somebody asked for this very folder: then the server does not start without it.
    pub is_asked_for: bool,
}

/// How the server is to run.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Where to listen; anything but this machine itself needs a join code.
    pub host: IpAddr,
    /// The port; by default [`OWN_PORT`], or a free one where that is taken. 0 is any free one.
    pub port: Option<u16>,
    /// Names besides `localhost` and addresses by which pages may call the server.
    pub allowed_hosts: Vec<String>,
    /// Connections at once; fewer where the system does not let the program have so many.
    pub connections: usize,
    /// Connections at once from one address. A school may have one for all its pupils, and a browser that loads the page
    /// opens six.
    pub connections_per_address: usize,
    /// How long a connection may take to send the head of a request.
    pub head_time: Duration,
    /// Sessions that are kept at once, with a page or without.
    pub sessions: usize,
    /// How long a session is kept after its page has gone.
    pub keep: Duration,
    /// Searches at once.
    pub searches: usize,
    /// Agents that are kept, with what they remember, between the moves of a game.
    pub warm_agents: usize,
    /// The longest message of a page, in bytes.
    pub message_bytes: usize,
    /// Messages of a page, a second.
    pub messages_per_second: u32,
    /// What one search may cost.
    pub bounds: Bounds,
    /// Where jobs are kept; without it there are none.
    pub jobs: Option<JobsPlace>,
    /// The record that finished games go into, and that the library shows; none where it is left out.
    pub record: Option<PathBuf>,
    /// On a server that others can reach, pages add nothing to a record of this size.
    pub record_bytes: u64,
    /// Threads of one search where only this machine itself can open the page; elsewhere others wait for them.
    pub own_threads: usize,
    /// Where the randomness of games comes from; from the operating system, for each session anew, when nobody says.
    pub seed: Option<u64>,
}

impl Default for ServeOptions {
    fn default() -> ServeOptions {
        ServeOptions {
            host: Ipv4Addr::LOCALHOST.into(),
            port: None,
            allowed_hosts: Vec::new(),
            connections: 2000,
            connections_per_address: 1500,
            head_time: Duration::from_secs(10),
            sessions: 500,
            keep: Duration::from_secs(3600),
            searches: std::thread::available_parallelism().map_or(2, usize::from),
            warm_agents: 32,
            message_bytes: 64 * 1024,
            messages_per_second: 50,
            bounds: Bounds::default(),
            jobs: None,
            record: None,
            record_bytes: 1_000_000_000,
            own_threads: std::thread::available_parallelism().map_or(1, usize::from),
            seed: None,
        }
    }
}
