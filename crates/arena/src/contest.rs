//! Who plays what: everything that decides a game of a given number, and the playing of one.

use std::collections::HashMap;
use std::time::Duration;

use kinrow_agent::{
    Agent, AgentError, Decision, GameRecord, Limits, Nobody, Reason, RecordedResult, Referee, Seat, Seed,
    Stop, Thinking,
};
use kinrow_game::{Ending, Point, Position, Rules, Side};

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

kinrow_game::delegate_explain!(RefusedError { Contest, Build, Agent });

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
            let agent = entrant.build(self.seed).map_err(RefusedError::Build)?;
            for number in 0..self.openings.kinds() {
                agent
                    .accepts(&self.openings.position(number), &entrant.limits)
                    .map_err(RefusedError::Agent)?;
            }
        }
        Ok(())
    }

    /// The same text for the same games: what is not in it (workers, the number of games, a sequential test) decides only
    /// how many of them are played.
    #[must_use]
    pub fn key(&self, schedule: &Schedule) -> String {
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
        head.into_iter().chain(self.entrants.iter().map(Entrant::key)).collect::<Vec<_>>().join("\n")
    }

    /// Plays one game; `None` when `stop` was raised before its end.
    ///
    /// The record's seed is the game's own, and agents get theirs from it as in `kinrow play`, so that a single game can be
    /// played again from its record.
    #[must_use]
    pub fn play(&self, fixture: &Fixture, stop: &Stop) -> Option<GameRecord> {
        self.play_on(fixture, &mut Remembering::default(), stop)
    }

    /// Plays the next game of a sitting, as [`Contest::play`] does, but with the agents of the games before where they
    /// remember them.
    #[must_use]
    pub fn play_on(
        &self,
        fixture: &Fixture,
        remembering: &mut Remembering,
        stop: &Stop,
    ) -> Option<GameRecord> {
        let seed = self.seed.derive("game", fixture.index);
        let players = [fixture.x, fixture.o];
        let entrants = players.map(|player| &self.entrants[player]);
        let [mut x, mut o] = Side::BOTH.map(|side| {
            let entrant = entrants[side.index()];
            remembering.0.remove(&players[side.index()]).unwrap_or_else(|| {
                let built = entrant.build(seed.derive("agent", side.index() as u64));
                built.unwrap_or_else(|error| {
                    Box::new(Absent { spec: entrant.spec.clone(), why: error.to_string() })
                })
            })
        });
        let start = Position::new(self.rules);
        let mut referee = Referee::new(start, self.rules.to_string(), None, seed, stop.clone());
        referee.open(&self.openings.get(fixture.opening));
        let tolerance = Some(self.tolerance);
        let seats = [
            Seat { agent: &mut *x, limits: entrants[0].limits, tolerance },
            Seat { agent: &mut *o, limits: entrants[1].limits, tolerance },
        ];
        let record = referee.play(seats, &mut Nobody);
        for ((player, entrant), agent) in players.into_iter().zip(entrants).zip([x, o]) {
            if entrant.keeps {
                remembering.0.insert(player, agent);
            }
        }
        // An answer that was cut short is not the one this agent gives, even when it ended the game.
        (!stop.is_stopped()).then(|| settled(record))
    }
}

/// The agents of a sitting that remember its games, by their number among the entrants.
#[derive(Default)]
pub struct Remembering(HashMap<usize, Box<dyn Agent<Position>>>);

/// A machine that leaves its game has lost it.
fn settled(mut record: GameRecord) -> GameRecord {
    if record.result == RecordedResult::Unfinished {
        let to_move = Side::after(record.all_moves().count() as u16);
        record.result = Ending::Won(to_move.opponent()).into();
        record.reason = Reason::Error("it left the game".into());
    }
    record
}

/// In the place of an agent that could be built before the contest, and now cannot: it loses this game only.
struct Absent {
    spec: String,
    why: String,
}

impl Agent<Position> for Absent {
    fn spec(&self) -> String {
        self.spec.clone()
    }

    fn choose(
        &mut self,
        _: &Position,
        _: &Limits,
        _: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        Err(AgentError::Failed { agent: self.spec.clone(), why: self.why.clone() })
    }
}
