//! Agents that wait for their next move with what they remember: a tree, a table, what was learned. There is room for so many;
//! those not asked for longest go first, and begin anew when they are.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kinrow_agent::AnyAgent;
use kinrow_players::catalogue::{AgentKind, Memory};

/// Whose agent it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Owner {
    /// The session.
    pub(crate) session: u64,
    /// The game.
    pub(crate) number: u64,
    /// A player of the game, or somebody beside the board.
    pub(crate) seat: &'static str,
    /// The agent.
    pub(crate) spec: String,
}

/// Whether an agent is more than its options after a move: has grown a tree, proved or learned something.
pub(crate) fn remembers(kind: &AgentKind) -> bool {
    kind.memory != Memory::None
}

/// Agents that wait.
pub(crate) struct Shelf {
    most: usize,
    /// The one not asked for longest first.
    agents: Mutex<VecDeque<(Owner, AnyAgent)>>,
}

impl Shelf {
    /// Room for so many.
    pub(crate) fn new(most: usize) -> Shelf {
        Shelf { most, agents: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(Owner, AnyAgent)>> {
        self.agents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an agent, if it is still there.
    pub(crate) fn take(&self, owner: &Owner) -> Option<AnyAgent> {
        let mut agents = self.lock();
        let place = agents.iter().position(|(known, _)| known == owner)?;
        agents.remove(place).map(|(_, agent)| agent)
    }

    /// Puts an agent back. A session has one for each seat: those of its older games go.
    pub(crate) fn put(&self, owner: Owner, agent: AnyAgent) {
        let mut agents = self.lock();
        agents.retain(|(known, _)| (known.session, known.seat) != (owner.session, owner.seat));
        agents.push_back((owner, agent));
        let surplus = agents.len().saturating_sub(self.most);
        let gone: Vec<_> = agents.drain(..surplus).collect();
        // Large tables take a while to be given back; not while others wait for the shelf.
        drop(agents);
        drop(gone);
    }

    /// Drops what belongs to a session that has ended.
    pub(crate) fn clear(&self, session: u64) {
        self.lock().retain(|(owner, _)| owner.session != session);
    }
}
