//! Who plays a side: a person, an agent of the catalogue, or a level for those who do not want options.

use std::time::Duration;

use kinrow_agent::{Limits, Seat, Seed};
use kinrow_game::Position;
use serde::{Deserialize, Serialize};

use super::{Bounds, Level, Refusal, SessionError, refuse};
use kinrow_players::{AgentSpec, catalogue};

/// How long a person's move may be on its way through a network.
const ON_THE_WAY: Duration = Duration::from_secs(1);

/// Who is to play, as it is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum PlayerChoice {
    /// A person.
    Person {
        /// The time of a move, such as `time=30s`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limits: Option<String>,
    },
    /// An agent, with its options and what it may spend on a move.
    Agent {
        /// Such as `alphabeta:depth=4`.
        spec: String,
        /// Such as `time=2s`.
        #[serde(default)]
        limits: Option<String>,
    },
    /// An opponent of some strength.
    Level {
        /// Such as `easy`.
        level: String,
    },
}

/// Who plays a side.
#[derive(Clone, Debug)]
pub enum Player {
    /// A person, with the time of a move where there is a clock.
    Person(Limits),
    /// A machine.
    Machine(Machine),
}

/// A machine that plays.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Which agent.
    pub spec: AgentSpec,
    /// What it may spend on a move.
    pub limits: Limits,
    /// The level it was chosen by, where it was.
    pub level: Option<Level>,
}

impl Player {
    /// Whether it is a person.
    #[must_use]
    pub fn is_person(&self) -> bool {
        matches!(self, Player::Person(_))
    }

    /// As the referee knows it. A machine that has many pages to serve is late through no fault of an agent's, so that the
    /// clock judges people only.
    #[must_use]
    pub fn seat(&self) -> Seat {
        match self {
            Player::Person(limits) => Seat { limits: *limits, tolerance: Some(ON_THE_WAY), ..Seat::person() },
            Player::Machine(machine) => Seat { limits: machine.limits, ..Seat::new(machine.spec.full()) },
        }
    }

    /// The player that was asked for, who can play from `position`.
    ///
    /// # Errors
    /// When there is no such agent or level, it asks for too much, or it does not play this board.
    pub fn choose(choice: &PlayerChoice, position: &Position, bounds: &Bounds) -> Result<Player, Refusal> {
        let machine = match choice {
            PlayerChoice::Person { limits } => {
                return persons_limits(limits.as_deref().unwrap_or("")).map(Player::Person);
            }
            PlayerChoice::Agent { spec, limits } => Machine {
                spec: bounds.spec(spec)?,
                limits: bounds.limits(limits.as_deref().unwrap_or(""))?,
                level: None,
            },
            PlayerChoice::Level { level } => {
                let unknown = || refuse(SessionError::Level { given: level.clone() });
                let level = Level::meant(level).ok_or_else(unknown)?;
                let rules = position.rules();
                let too_large = || refuse(SessionError::Perfect { rules: rules.to_string() });
                let spec = level.spec(rules).ok_or_else(too_large)?;
                Machine { spec, limits: Limits::NONE, level: Some(level) }
            }
        };
        // A job that cannot end is refused now, not in the middle of the game.
        let agent = catalogue::build(&machine.spec, Seed(0)).map_err(refuse)?;
        agent.accepts(position, &machine.limits).map_err(refuse)?;
        Ok(Player::Machine(machine))
    }
}

/// Reads a person's limits: people have a clock, and nothing else to limit.
fn persons_limits(text: &str) -> Result<Limits, Refusal> {
    let limits: Limits = text.parse().map_err(refuse)?;
    if limits != (Limits { time: limits.time, ..Limits::NONE }) {
        return Err(refuse(SessionError::PersonLimits { given: text.into() }));
    }
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_are_not_known_are_refused() {
        for (text, is_right) in [
            (r#"{"kind": "person"}"#, true),
            (r#"{"kind": "agent", "spec": "random", "limits": "time=1s"}"#, true),
            (r#"{"kind": "level", "level": "level3"}"#, true),
            (r#"{"kind": "person", "limits": "time=30s"}"#, true),
            (r#"{"kind": "person", "name": "Ada"}"#, false),
            (r#"{"kind": "agent", "spec": "random", "limit": "time=1s"}"#, false),
            (r#"{"kind": "level", "level": "level3", "spec": "random"}"#, false),
        ] {
            assert_eq!(serde_json::from_str::<PlayerChoice>(text).is_ok(), is_right, "{text}");
        }
    }
}
