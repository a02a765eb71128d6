//! Who plays what: everything that decides a game of a given number, and the playing of one.

use std::collections::HashMap;
use std::time::Duration;

use kinrow_agent::{AgentError, AnyAgent, Audience, GameRecord, Referee, Seat, Seed, Stop, play};
use kinrow_game::{Position, Rules, Side};

use super::{Entrant, Fixture, Format, Openings, Schedule};
use kinrow_players::catalogue::BuildError;

/// A board, players, openings and a seed.
#[derive(Debug)]
pub struct Contest {
    /// The game.
    pub rules: Rules,
    /// Who takes part, in order.
    pub entrants: Vec<Entrant>,
    /// Where games begin.
    pub openings: Openings,
    /// Where randomness comes from.
    pub seed: Seed,
    /// How far over its time an answer may come and still count.
    pub tolerance: Duration,
}

kinrow_game::sentences! {
    /// Why a contest is refused as a whole.
    pub enum ContestError {
        /// Nobody to play against.
        TooFew { given: usize } = "contest-too-few" =>
            "a tournament needs at least two agents; {given} was given",
        /// More than a table can show.
        TooMany { given: usize, most: usize } = "contest-too-many" =>
            "{given} agents are more than a tournament here can hold: give at most {most}",
        /// A gauntlet without opponents.
        Challengers { given: usize, agents: usize } = "contest-challengers" =>
            "{given} challengers of {agents} agents leave nobody to play against: the first agents challenge the rest, so give fewer",
        /// Games that depend on each other.
        Keeps { agent: String } = "contest-keeps" =>
            "{agent} remembers earlier games, but games that are counted must not depend on each other: leave out keep=on",
    }
}

/// Why an agent does not take part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RefusedError {
    /// The contest as a whole.
    Contest(ContestError),
    /// The agent cannot be built.
    Build(BuildError),
    /// The agent cannot play this game within its limits.
    Agent(AgentError),
}

kinrow_game::delegate_explain!(RefusedError { Contest(ContestError), Build(BuildError), Agent(AgentError) });

/// As many as have a letter in a table.
const MOST_ENTRANTS: usize = 52;

impl Contest {
    /// Looks at everything that can be refused before the first game: every agent must be there, and ready to play from
    /// the openings within its limits.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self, format: Format) -> Result<(), RefusedError> {
        let given = self.entrants.len();
        let refuse = |error| Err(RefusedError::Contest(error));
        if given < 2 {
            return refuse(ContestError::TooFew { given });
        }
        if given > MOST_ENTRANTS {
            return refuse(ContestError::TooMany { given, most: MOST_ENTRANTS });
        }
        if let Format::Gauntlet { challengers } = format
            && challengers >= given
        {
            return refuse(ContestError::Challengers { given: challengers, agents: given });
        }
        for entrant in &self.entrants {
            if entrant.keeps {
                return refuse(ContestError::Keeps { agent: entrant.given.clone() });
            }
            let agent = entrant.build(self.seed)?;
            for number in 0..self.openings.kinds() {
                agent.accepts(&self.openings.position(number), &entrant.limits)?;
            }
        }
        Ok(())
    }

    /// The same text for the same games: what is not in it (workers, the number of games, a sequential test) decides only
    /// how many of them are played. `None` when an entrant has no fingerprint: such a contest cannot be resumed.
    #[must_use]
    pub fn key(&self, schedule: &Schedule) -> Option<String> {
        let format = match schedule.format() {
            Format::RoundRobin => "roundrobin".to_string(),
            Format::Gauntlet { challengers } => format!("gauntlet challengers={challengers}"),
            // Who meets whom depends on who won a match, and so on how long it was.
            Format::Ladder { .. } => format!("ladder rounds={}", schedule.rounds()),
        };
        let head = [
            "kinrow-arena 2".to_string(),
            format!("format={format}"),
            format!("board={}", self.rules),
            format!("openings={}", self.openings.key()),
            format!("seed={}", self.seed.0),
            format!("tolerance={}ms", self.tolerance.as_millis()),
        ];
        let lines = head.into_iter().map(Some).chain(self.entrants.iter().map(Entrant::key));
        Some(lines.collect::<Option<Vec<_>>>()?.join("\n"))
    }

    /// Plays one game; `None` when `stop` was raised before its end.
    ///
    /// The record's seed is the game's own, and agents get theirs from it as in `kinrow play`, so that a single game can be
    /// played again from its record.
    #[must_use]
    pub fn play(&self, fixture: &Fixture, audience: &mut dyn Audience, stop: &Stop) -> Option<GameRecord> {
        self.play_on(fixture, &mut Remembering::default(), audience, stop)
    }

    /// Plays the next game of a sitting, as [`Contest::play`] does, but with the agents of the games before where they
    /// remember them.
    #[must_use]
    pub fn play_on(
        &self,
        fixture: &Fixture,
        remembering: &mut Remembering,
        audience: &mut dyn Audience,
        stop: &Stop,
    ) -> Option<GameRecord> {
        let seed = self.seed.derive("game", fixture.index);
        let players = [fixture.x, fixture.o];
        let seats = players.map(|player| {
            let Entrant { spec, limits, .. } = &self.entrants[player];
            Seat { limits: *limits, tolerance: Some(self.tolerance), ..Seat::new(spec) }
        });
        let mut referee = Referee::new(Position::new(self.rules), seats, seed);
        referee.open(&self.openings.get(fixture.opening));
        let mut agents = Vec::new();
        for (side, player) in Side::BOTH.into_iter().zip(players) {
            let entrant = &self.entrants[player];
            let remembered = remembering.0.remove(&player).map(Ok);
            match remembered.unwrap_or_else(|| entrant.build(seed.derive("agent", side.index() as u64))) {
                Ok(agent) => agents.push((player, agent)),
                // It could be built before the contest, and now cannot: it loses this game only.
                Err(error) => {
                    let (agent, why) = (entrant.spec.clone(), error.to_string());
                    referee.forfeit(side, AgentError::Failed { agent, why }.into());
                }
            }
        }
        let record = match &mut agents[..] {
            [(_, x), (_, o)] => play(referee, [&mut **x, &mut **o], audience, stop),
            _ => referee.into_record(),
        };
        remembering.0.extend(agents.into_iter().filter(|(player, _)| self.entrants[*player].keeps));
        // An answer that was cut short is not the one this agent gives, even when it ended the game.
        (!stop.is_stopped()).then_some(record)
    }
}

/// The agents of a sitting that remember its games, by their number among the entrants.
#[derive(Default)]
pub struct Remembering(HashMap<usize, AnyAgent>);
