//! Every kind of agent, each in a file of its own. To add one, write its file and add it to the list; learners come from their list
//! of methods.

mod alphabeta;
mod averaging;
mod engine;
#[cfg(feature = "programs")]
mod external;
pub(super) mod learners;
mod mcts;
mod minimax;
mod random;
mod solve;
pub(super) mod zero;

use std::sync::LazyLock;

use kinrow_learn::Method;

use super::AgentKind;

/// Every kind, in the order people meet them.
pub static ALL: LazyLock<Vec<AgentKind>> = LazyLock::new(|| {
    let searches = [
        random::KIND,
        averaging::KIND,
        minimax::KIND,
        alphabeta::KIND,
        mcts::KIND,
        engine::KIND,
        solve::KIND,
    ];
    let learners = Method::ALL.iter().copied().map(learners::kind);
    let networks = [zero::KIND];
    let programs = [
        #[cfg(feature = "programs")]
        external::KIND,
    ];
    searches.into_iter().chain(learners).chain(networks).chain(programs).collect()
});
