//! The batch: games of any width behind one face, and the memory that it writes into.

use kinrow_agent::Seed;
use kinrow_game::{Board, Position, Rules};

use crate::error::BatchError;
use crate::games::Games;
use crate::{EnvError, OpponentChoice, Plays, Sizes};

/// What follows the end of a game (the words are Gymnasium's).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Autoreset {
    /// The step after it begins the next game, whatever move is given.
    NextStep,
    /// The next game begins at once: what is seen is its start.
    SameStep,
    /// Nothing, until somebody begins the next game.
    Disabled,
}

/// Where a batch writes what its learner sees; everything game after game.
#[derive(Debug)]
pub struct Sheet<'a> {
    /// [`Sizes::observation`] bytes each.
    pub observations: &'a mut [i8],
    /// [`Sizes::actions`] bytes each.
    pub masks: &'a mut [i8],
    /// What the move just made has earned.
    pub rewards: &'a mut [f32],
    /// Whether the game has ended.
    pub terminated: &'a mut [bool],
    /// With [`Autoreset::SameStep`], the last observation of each game that has ended; other places are left as they are.
    pub last: Option<&'a mut [i8]>,
}

/// Many games of one board.
pub struct Batch {
    games: Box<dyn AnyGames>,
    rules: Rules,
    size: usize,
    is_reset: bool,
}

/// Games of any width.
pub(crate) trait AnyGames: Send {
    fn reset(
        &mut self,
        seed: Option<Seed>,
        only: Option<&[bool]>,
        sheet: &mut Sheet<'_>,
    ) -> Result<(), EnvError>;
    fn step(&mut self, actions: &[i64], sheet: &mut Sheet<'_>) -> Result<(), EnvError>;
    fn sample(&mut self, actions: &mut [i64]);
    fn position(&self, game: usize) -> Position;
}

impl Batch {
    /// So many games in which the learner plays both sides.
    #[must_use]
    pub fn self_play(rules: Rules, size: usize, autoreset: Autoreset) -> Batch {
        Batch::with_games(rules, size, autoreset, OpponentChoice::Itself, Plays::Both)
    }

    /// So many games; the opponent answers inside.
    ///
    /// # Errors
    /// When there are none, or the opponent cannot play them.
    pub fn new(
        rules: Rules,
        size: usize,
        autoreset: Autoreset,
        opponent: OpponentChoice,
        plays: Plays,
    ) -> Result<Batch, EnvError> {
        if size == 0 {
            return Err(BatchError::Empty {}.into());
        }
        crate::games::check(&opponent, rules)?;
        Ok(Batch::with_games(rules, size, autoreset, opponent, plays))
    }

    fn with_games(
        rules: Rules,
        size: usize,
        autoreset: Autoreset,
        opponent: OpponentChoice,
        plays: Plays,
    ) -> Batch {
        fn games<const W: usize>(
            board: Board<W>,
            size: usize,
            autoreset: Autoreset,
            opponent: OpponentChoice,
            plays: Plays,
        ) -> Box<dyn AnyGames>
        where
            Games<W>: AnyGames + 'static,
        {
            Box::new(Games::new(board, size, autoreset, opponent, plays))
        }
        let games = kinrow_game::with_board!(Position::new(rules), board => games(board, size, autoreset, opponent, plays));
        Batch { games, rules, size, is_reset: false }
    }

    /// The game.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How many games there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Begins every game, or those that `only` names. With a seed all randomness begins anew; game i depends on the seed and on i alone.
    ///
    /// # Errors
    /// When the sheet has another size, or an opponent fails.
    pub fn reset(
        &mut self,
        seed: Option<Seed>,
        only: Option<&[bool]>,
        sheet: &mut Sheet<'_>,
    ) -> Result<(), EnvError> {
        self.check(sheet)?;
        if let Some(only) = only {
            is_long("reset_mask", only.len(), self.size)?;
        }
        // The first time there is nothing that could be left as it is.
        let only = only.filter(|_| self.is_reset);
        let seed = seed.or((!self.is_reset).then_some(Seed(0)));
        self.games.reset(seed, only, sheet)?;
        self.is_reset = true;
        Ok(())
    }

    /// Plays a move in each game. A move that is not legal loses the game at once.
    ///
    /// # Errors
    /// When there are not as many moves as games, nothing was reset, or an opponent fails.
    pub fn step(&mut self, actions: &[i64], sheet: &mut Sheet<'_>) -> Result<(), EnvError> {
        if !self.is_reset {
            return Err(BatchError::NotReset {}.into());
        }
        is_long("actions", actions.len(), self.size)?;
        self.check(sheet)?;
        self.games.step(actions, sheet)
    }

    /// Draws a uniformly random legal move for each game; 0 for those that have ended.
    pub fn sample(&mut self, actions: &mut [i64]) {
        self.games.sample(actions);
    }

    /// The position of a game, for whoever wants to look at it; `None` when there is no such game.
    #[must_use]
    pub fn position(&self, game: usize) -> Option<Position> {
        (game < self.size).then(|| self.games.position(game))
    }

    fn check(&self, sheet: &Sheet<'_>) -> Result<(), EnvError> {
        let Sizes { actions, observation } = Sizes::of(self.rules);
        is_long("observations", sheet.observations.len(), self.size * observation)?;
        is_long("masks", sheet.masks.len(), self.size * actions)?;
        is_long("rewards", sheet.rewards.len(), self.size)?;
        is_long("terminated", sheet.terminated.len(), self.size)?;
        let last = sheet.last.as_ref().map(|last| last.len());
        is_long("last", last.unwrap_or(self.size * observation), self.size * observation)
    }
}

fn is_long(what: &str, given: usize, wanted: usize) -> Result<(), EnvError> {
    if given == wanted { Ok(()) } else { Err(BatchError::Length { what: what.into(), given, wanted }.into()) }
}

impl std::fmt::Debug for Batch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batch").field("rules", &self.rules).field("size", &self.size).finish_non_exhaustive()
    }
}
