//! How many connections are open, in all and from one address: so nobody can take them all by opening many and saying
//! nothing. A connection counts until it is dropped, whatever it has become by then.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// Files that the program has open besides: its record, its own sockets, those it is just refusing.
const OTHER_FILES: u64 = 124;

/// The connections that are open.
#[derive(Debug)]
pub(crate) struct Connections {
    most: usize,
    most_per_address: usize,
    open: Mutex<Open>,
}

#[derive(Default, Debug)]
struct Open {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A connection that is counted.
pub(crate) struct Counted {
    stream: TcpStream,
    from: IpAddr,
    connections: Arc<Connections>,
}

impl Connections {
    pub(crate) fn new(most: usize, most_per_address: usize) -> Connections {
        Connections { most, most_per_address, open: Mutex::default() }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        self.open().all
    }

    /// Counts a connection, or gives it back where there are too many.
    pub(crate) fn admit(self: &Arc<Self>, stream: TcpStream, from: IpAddr) -> Result<Counted, TcpStream> {
        let from = network_of(from);
        if !self.take(from) {
            return Err(stream);
        }
        Ok(Counted { stream, from, connections: self.clone() })
    }

    fn take(&self, from: IpAddr) -> bool {
        let mut open = self.open();
        let from_there = open.by_address.get(&from).copied().unwrap_or(0);
        if open.all >= self.most || from_there >= self.most_per_address {
            return false;
        }
        open.all += 1;
        open.by_address.insert(from, from_there + 1);
        true
    }

    fn give_back(&self, from: IpAddr) {
        let mut open = self.open();
        open.all -= 1;
        if let Some(count) = open.by_address.get_mut(&from) {
            *count -= 1;
            if *count == 0 {
                open.by_address.remove(&from);
            }
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.connections.give_back(self.from);
    }
}

/// What counts as one address: of IPv6 the network, since a machine there has as many addresses as it likes.
fn network_of(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

/// As many connections as are wanted, or as the system lets the program have open. A program may open more files than it is
/// given at its start, up to a bound that it cannot change.
#[cfg(unix)]
pub(crate) fn possible(wanted: usize) -> usize {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    let needed = wanted as u64 + OTHER_FILES;
    if limit.current.is_some_and(|current| current < needed) {
        let mut higher = limit;
        higher.current = Some(limit.maximum.map_or(needed, |maximum| maximum.min(needed)));
        if setrlimit(Resource::Nofile, higher).is_ok() {
            limit = higher;
        }
    }
    limit.current.map_or(wanted, |current| wanted.min(current.saturating_sub(OTHER_FILES).max(1) as usize))
}

/// As many connections as are wanted.
#[cfg(not(unix))]
pub(crate) fn possible(wanted: usize) -> usize {
    wanted
}

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_counted_in_all_and_by_address() {
        let connections = Connections::new(5, 3);
        let address = |text: &str| network_of(text.parse().unwrap());
        let (here, there) = (address("192.0.2.1"), address("192.0.2.2"));
        assert!((0..3).all(|_| connections.take(here)));
        assert!(!connections.take(here), "one address has its bound");
        assert!(connections.take(there), "others are not kept out");
        connections.give_back(here);
        assert!(connections.take(address("::ffff:192.0.2.1")), "however its address is written");
        assert!(!connections.take(here));
        // One machine of IPv6 has many addresses.
        assert!(connections.take(address("2001:db8::1")));
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:1"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(connections.count(), 5);
        assert!(!connections.take(address("192.0.2.3")), "all together have one too");
        for from in [here, here, here, there, address("2001:db8::1")] {
            connections.give_back(from);
        }
        assert!(connections.count() == 0 && connections.open().by_address.is_empty());
    }
}
