//! A contest as plain data: from its plan alone, any program on any machine can play any of its games.
//!
//! A model is named, not contained; its fingerprint sees to it that the file which is found is the one that was meant.

use std::time::Duration;

use kinrow_agent::{Limits, Seed};
use kinrow_game::Rules;
use kinrow_players::{AgentSpec, SpecError};
use serde::{Deserialize, Serialize};

use super::{Contest, Entrant, Format, OpeningChoice, Openings, OpeningsError, Schedule};

/// Everything that decides the games of a contest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The game.
    pub board: Rules,
    /// Who meets whom.
    #[serde(flatten)]
    pub format: Format,
    /// Games in all, for readers: they follow from the rest.
    pub games: u64,
    /// Pairs of games per pairing.
    pub rounds: u64,
    /// Where games begin, as on the command line.
    pub openings: String,
    /// The openings themselves where they come from a file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening_moves: Vec<String>,
    /// Where randomness comes from.
    pub seed: u64,
    /// How far over its time an answer may come and still count.
    pub tolerance_ms: u64,
    /// Who takes part, in order.
    pub agents: Vec<PlannedAgent>,
}

/// One who takes part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlannedAgent {
    /// In tables.
    pub name: String,
    /// The spec with the options that were given.
    pub given: String,
    /// The full spec.
    pub spec: String,
    /// What it may spend on a move.
    pub limits: Limits,
    /// Of the files its spec names. A function of an embedding program may have none.
    pub fingerprint: Option<u64>,
}

kinrow_game::sentences! {
    /// Why a plan cannot be played here.
    pub enum FingerprintError {
        /// A file that was changed since, or another of that name.
        Changed { agent: String } = "plan-changed" =>
            "the file of {agent} is not the one that the contest was planned with: bring that file here",
    }
}

/// Why a plan cannot be played here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// An agent that the catalogue does not have.
    Spec(SpecError),
    /// Openings that cannot be played.
    Openings(OpeningsError),
    /// A file that is not the one that was meant.
    Fingerprint(FingerprintError),
}

kinrow_game::delegate_explain!(PlanError { Spec(SpecError), Openings(OpeningsError), Fingerprint(FingerprintError) });

impl Plan {
    /// A contest as data.
    #[must_use]
    pub fn of(contest: &Contest, schedule: &Schedule) -> Plan {
        let agent = |entrant: &Entrant| PlannedAgent {
            name: entrant.name.clone(),
            given: entrant.given.clone(),
            spec: entrant.spec.clone(),
            limits: entrant.limits,
            fingerprint: entrant.fingerprint,
        };
        Plan {
            board: contest.rules,
            format: schedule.format(),
            games: schedule.games(),
            rounds: schedule.rounds(),
            openings: contest.openings.choice().to_string(),
            opening_moves: contest.openings.lines(),
            seed: contest.seed.0,
            tolerance_ms: contest.tolerance.as_millis() as u64,
            agents: contest.entrants.iter().map(agent).collect(),
        }
    }

    /// The contest, ready to be played.
    ///
    /// # Errors
    /// When an agent is not of the catalogue, its file is another, or an opening cannot be played.
    pub fn prepare(&self) -> Result<(Contest, Schedule), PlanError> {
        let mut entrants = Vec::new();
        for agent in &self.agents {
            let spec: AgentSpec = agent.given.parse()?;
            let entrant = Entrant::new(Some(agent.name.clone()), &spec, agent.limits);
            if entrant.fingerprint != agent.fingerprint {
                let agent = agent.name.clone();
                return Err(PlanError::Fingerprint(FingerprintError::Changed { agent }));
            }
            entrants.push(entrant);
        }
        let (rules, seed) = (self.board, Seed(self.seed));
        let openings = match OpeningChoice::parse(&self.openings) {
            Ok(OpeningChoice::File(name)) => Openings::of_lines(rules, name, &self.opening_moves),
            Ok(choice) => Openings::new(rules, choice, seed),
            Err(error) => Err(OpeningsError::Opening(error)),
        };
        let openings = openings?;
        let tolerance = Duration::from_millis(self.tolerance_ms);
        let schedule = Schedule::new(entrants.len(), self.format, self.rounds);
        Ok((Contest { rules, entrants, openings, seed, tolerance }, schedule))
    }

    /// Whether a clock decides games.
    #[must_use]
    pub fn has_clock(&self) -> bool {
        self.agents.iter().any(|agent| agent.limits.time.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Next, Results, Units, read_entrants};
    use kinrow_agent::{GameRecord, Stop};

    /// The games of a plan, without what a clock measured.
    fn games(contest: &Contest, schedule: &Schedule) -> Vec<GameRecord> {
        let fixture = |index| match schedule.next(index, &Results::default()) {
            Next::Play(fixture) => fixture,
            other => panic!("game {index}: {other:?}"),
        };
        let play = |index| contest.compute(&fixture(index), &Stop::new()).unwrap();
        let mut games: Vec<GameRecord> = (0..schedule.games()).map(play).collect();
        games.iter_mut().flat_map(|game| &mut game.moves).for_each(|mv| mv.time_ms = 0.0);
        games
    }

    #[test]
    fn a_plan_that_was_written_down_plays_the_same_games() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("openings.txt");
        std::fs::write(&file, "a1 b2 # corner\nb2 a1\n").unwrap();
        for (chosen, format) in [
            ("none", Format::RoundRobin),
            ("random:2", Format::Gauntlet { challengers: 1 }),
            (file.to_str().unwrap(), Format::RoundRobin),
        ] {
            let rules = "4x4x3".parse().unwrap();
            let choice = OpeningChoice::parse(chosen).unwrap();
            let entrants =
                read_entrants("weak = random;mcts:playouts=20", "nodes=500".parse().unwrap()).unwrap();
            let (seed, tolerance) = (Seed(5), Duration::from_millis(70));
            let openings = Openings::new(rules, choice, seed).unwrap();
            let contest = Contest { rules, entrants, openings, seed, tolerance };
            let schedule = Schedule::new(2, format, 3);
            let plan = Plan::of(&contest, &schedule);
            let text = serde_json::to_string(&plan).unwrap();
            let read: Plan = serde_json::from_str(&text).unwrap();
            assert_eq!(read, plan, "{text}");
            // What the openings' file says now does not matter any more.
            if chosen == file.to_str().unwrap() {
                std::fs::remove_file(&file).unwrap();
            }
            let (again, schedule_again) = read.prepare().unwrap();
            assert_eq!(again.key(&schedule_again), contest.key(&schedule));
            assert_eq!(games(&again, &schedule_again), games(&contest, &schedule), "{text}");
        }
    }

    #[test]
    fn a_plan_is_not_played_with_another_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("model.kin");
        std::fs::write(&file, "one").unwrap();
        let entrants = read_entrants(&format!("random;td0:file={}", file.display()), Limits::NONE).unwrap();
        let (rules, seed) = ("3x3x3".parse().unwrap(), Seed(1));
        let openings = Openings::new(rules, OpeningChoice::None, seed).unwrap();
        let contest = Contest { rules, entrants, openings, seed, tolerance: Duration::ZERO };
        let plan = Plan::of(&contest, &Schedule::new(2, Format::RoundRobin, 1));
        assert!(plan.prepare().is_ok());
        std::fs::write(&file, "two").unwrap();
        let error = plan.prepare().unwrap_err().to_string();
        assert!(error.contains("is not the one that the contest was planned with"), "{error}");
    }
}
