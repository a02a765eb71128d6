//! Games of the engine against itself, for puzzles. Openings are random and the engine thinks little and overlooks threats, for
//! puzzles come of mistakes.

use kinrow_agent::{AgentError, AnyAgent, Ignore, Limits, Seed, Stop, Thinking};
use kinrow_game::{Game, Position, Rules};
use kinrow_players::AgentSpec;
use kinrow_players::catalogue::{BuildError, build};
use kinrow_search::wander;

use super::find::{Finder, Wanted};

/// Who plays: each side of each game draws one. Games are short, so a small memory is enough, and it is made anew for each.
const PLAYERS: [&str; 3] = ["engine:memory=1", "engine:memory=1,vct=off", "engine:memory=1,vcf=off,vct=off"];

/// Positions that a side may look at for each move; each side of each game draws one.
const NODES: [u64; 4] = [30, 100, 300, 1_000];

/// Random moves of the shortest and of the longest opening.
const OPENING: (u32, u32) = (3, 8);

/// So many more for each stone that a row has beyond five: the longer the row, the more it takes to upset the balance.
const MORE: u32 = 12;

/// A game in which nobody has won after so many moves will have few puzzles.
const LONGEST: usize = 90;

/// How far from another stone these are placed at the most.
const REACH: u8 = 2;

/// Plays one game after the other; the same seed gives the same games.
pub struct SelfPlay {
    rules: Rules,
    seed: Seed,
    next: u64,
    players: Vec<AnyAgent>,
}

impl SelfPlay {
    /// Games on this board.
    ///
    /// # Errors
    /// When nobody can play them.
    pub fn new(rules: Rules, seed: Seed) -> Result<SelfPlay, BuildError> {
        let build = |player: &str| {
            let spec: AgentSpec = player.parse().expect("a spec of the catalogue");
            build(&spec, seed.derive("agent", 0))
        };
        // One for each side, so that they share no memory.
        let players = PLAYERS.iter().chain(&PLAYERS).map(|player| build(player)).collect::<Result<_, _>>()?;
        Ok(SelfPlay { rules, seed, next: 0, players })
    }

    /// The positions of the next game, without those of its opening, as far as it is played.
    ///
    /// # Errors
    /// When the agent fails.
    pub fn next_game(&mut self, stop: &Stop) -> Result<Vec<Position>, AgentError> {
        let mut rng = self.seed.derive("puzzles", self.next).rng();
        self.next += 1;
        let limits = [0, 1].map(|_| Limits { nodes: Some(*rng.pick(&NODES)), ..Limits::NONE });
        let players = [0, 1].map(|side| side * PLAYERS.len() + rng.below(PLAYERS.len() as u32) as usize);
        let longest = OPENING.1 + MORE * u32::from(self.rules.k().saturating_sub(5));
        let plies = OPENING.0 + rng.below(longest - OPENING.0 + 1);
        let start = Position::new(self.rules);
        // On a board so small that an opening may end the game, a shorter one will do.
        let opened = (0..=plies).rev().find_map(|plies| wander(&start, plies as u16, REACH, &mut rng));
        let mut position = opened.map_or(start, |(position, _)| position);
        let mut positions = vec![position];
        players.iter().for_each(|&player| self.players[player].new_game());
        while position.outcome().is_none() && positions.len() < LONGEST && !stop.is_stopped() {
            let mut ignore = Ignore;
            let side = position.to_move().index();
            let mut thinking = Thinking::new(stop.clone(), &mut ignore);
            let decision = self.players[players[side]].choose(&position, &limits[side], &mut thinking)?;
            let Some(mv) = decision.mv() else { break };
            position = position.play(mv);
            positions.push(position);
        }
        Ok(positions)
    }
}

/// Why no games were played.
#[derive(Debug)]
pub enum SelfPlayError {
    /// Nobody can play on this board.
    Build(BuildError),
    /// Somebody could not go on.
    Agent(AgentError),
}

kinrow_game::delegate_explain!(SelfPlayError { Build(BuildError), Agent(AgentError) });

/// Games for each puzzle that is wanted, after which the search is given up: some boards have none.
const PATIENCE: usize = 20;
/// And so many more, for those who want few.
const MORE_PATIENCE: usize = 50;

/// Plays games for a finder until it has what it wants, or until so many were in vain that there is little hope. `listener` hears of each game.
///
/// # Errors
/// When nobody can play on this board.
pub fn look_at_own_games(
    finder: &mut Finder,
    seed: Seed,
    stop: &Stop,
    listener: &mut dyn FnMut(&Finder),
) -> Result<(), SelfPlayError> {
    let Wanted { rules, count, .. } = *finder.wanted();
    let mut games = SelfPlay::new(rules, seed)?;
    let patience = PATIENCE * count + MORE_PATIENCE;
    while !finder.is_done() && finder.games < patience && !stop.is_stopped() {
        let positions = games.next_game(stop)?;
        finder.look(&positions, stop);
        listener(finder);
    }
    Ok(())
}

impl std::fmt::Debug for SelfPlay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SelfPlay").field("rules", &self.rules).field("next", &self.next).finish()
    }
}
