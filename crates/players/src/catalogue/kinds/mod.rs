//! Every kind of agent, a file each. To add one, write its file and add a line to the list.

mod alphabeta;
mod averaging;
#[cfg(feature = "programs")]
mod external;
pub(super) mod learners;
mod mcts;
mod minimax;
mod random;
mod solve;

use super::AgentKind;

/// Every kind, in the order people meet them.
pub const ALL: &[AgentKind] = &[
    random::KIND,
    averaging::KIND,
    minimax::KIND,
    alphabeta::KIND,
    mcts::KIND,
    solve::KIND,
    learners::TD0,
    learners::SELFPLAY,
    learners::QLEARNING,
    learners::SARSA,
    learners::GENETIC,
    #[cfg(feature = "programs")]
    external::KIND,
];
