//! Games of the engine against itself, for puzzles. Openings are random and the engine thinks little, for puzzles come
//! of mistakes.

use kinrow_agent::{AgentError, AnyAgent, Ignore, Limits, Seed, Stop, Thinking};
use kinrow_game::{Game, Position, Rules};
use kinrow_players::AgentSpec;
use kinrow_players::catalogue::{BuildError, build};
use kinrow_search::wander;

/// Who plays. Games are short, so a small memory is enough, and it is made anew for each.
const PLAYER: &str = "engine:memory=4";

/// Positions that a side may look at for each move; each side of each game draws one.
const NODES: [u64; 4] = [150, 400, 1_000, 2_500];

/// Random moves of an opening, from and to.
const OPENING: (u32, u32) = (3, 8);

/// How far from another stone these are placed at the most.
const REACH: u8 = 2;

/// Plays one game after the other; the same seed gives the same games.
pub struct SelfPlay {
    rules: Rules,
    seed: Seed,
    next: u64,
    agent: AnyAgent,
}

impl SelfPlay {
    /// Games on this board.
    ///
    /// # Errors
    /// When nobody can play them.
    pub fn new(rules: Rules, seed: Seed) -> Result<SelfPlay, BuildError> {
        let spec: AgentSpec = PLAYER.parse().expect("a spec of the catalogue");
        Ok(SelfPlay { rules, seed, next: 0, agent: build(&spec, seed.derive("agent", 0))? })
    }

    /// The positions of the next game, those of its opening left out.
    ///
    /// # Errors
    /// When the agent fails.
    pub fn next_game(&mut self, stop: &Stop) -> Result<Vec<Position>, AgentError> {
        let mut rng = self.seed.derive("puzzles", self.next).rng();
        self.next += 1;
        let limits = [0, 1].map(|_| Limits { nodes: Some(*rng.pick(&NODES)), ..Limits::NONE });
        let plies = OPENING.0 + rng.below(OPENING.1 - OPENING.0 + 1);
        let start = Position::new(self.rules);
        // On a board so small that an opening may end the game, a shorter one will do.
        let opened = (0..=plies).rev().find_map(|plies| wander(&start, plies as u16, REACH, &mut rng));
        let mut position = opened.map_or(start, |(position, _)| position);
        let mut positions = vec![position];
        self.agent.new_game();
        while position.outcome().is_none() && !stop.is_stopped() {
            let mut ignore = Ignore;
            let limits = &limits[position.to_move().index()];
            let mut thinking = Thinking::new(stop.clone(), &mut ignore);
            let decision = self.agent.choose(&position, limits, &mut thinking)?;
            let Some(mv) = decision.mv() else { break };
            position = position.play(mv);
            positions.push(position);
        }
        Ok(positions)
    }
}

impl std::fmt::Debug for SelfPlay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SelfPlay").field("rules", &self.rules).field("next", &self.next).finish()
    }
}
