//! Why a batch refuses something.

use kinrow_agent::AgentError;
use kinrow_players::SpecError;
use kinrow_players::catalogue::BuildError;

kinrow_game::sentences! {
    /// Why a batch of games cannot do what it is asked.
    pub enum BatchError {
        /// No games at all.
        Empty {} = "env-empty" =>
            "an environment needs at least one game: n=0 is none",
        /// As many numbers as games are wanted.
        Length { what: String, given: usize, wanted: usize } = "env-length" =>
            "{what} has {given} entries, but {wanted} are needed",
        /// A step before the first reset.
        NotReset {} = "env-not-reset" =>
            "the environment has not begun: call reset() first",
        /// A step after the end.
        Ended { game: usize } = "env-ended" =>
            "game {game} has ended and autoreset is off: call reset(options={{\"reset_mask\": …}}) for it first",
    }
}

/// Why an environment does not begin, or does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EnvError {
    /// What was asked for.
    Batch(BatchError),
    /// The opponent is no agent.
    Spec(SpecError),
    /// The opponent cannot be built.
    Build(BuildError),
    /// The opponent does not answer.
    Agent(AgentError),
}

kinrow_game::delegate_explain!(EnvError {
    Batch(BatchError),
    Spec(SpecError),
    Build(BuildError),
    Agent(AgentError),
});
