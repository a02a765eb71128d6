//! The games of a batch, on boards of one width: the loop that must be quick.

use kinrow_agent::{Rng, Seed};
use kinrow_game::{Board, Game, Outcome, Position, Rules, Side};
use kinrow_learn::OfWidth;
use kinrow_players::catalogue::Models;

use crate::batch::{AnyGames, Autoreset, Sheet};
use crate::error::BatchError;
use crate::opponent::{Opponent, random_move};
use crate::{EnvError, OpponentChoice, Plays, Sizes, actions, planes};

/// Games of width `W`.
pub(crate) struct Games<const W: usize> {
    start: Board<W>,
    autoreset: Autoreset,
    opponent: OpponentChoice,
    plays: Plays,
    games: Vec<One<W>>,
    models: Models,
    /// For moves that are drawn on request.
    sampler: Rng,
}

/// One place of the batch, where one game follows another.
struct One<const W: usize> {
    board: Board<W>,
    /// Where what happens by chance comes from.
    rng: Rng,
    /// How many games were played here before this one.
    round: u64,
    /// Whom the learner plays against: nobody but itself, or this one.
    opponent: Option<Opponent>,
    /// Whether the game has ended: by the rules, or by a move that is not legal.
    is_over: bool,
}

/// Whether an opponent can play on a board.
pub(crate) fn check(opponent: &OpponentChoice, rules: Rules) -> Result<(), EnvError> {
    match Opponent::new(opponent, Seed(0), &Models::default())? {
        Some(opponent) => opponent.check(&Position::new(rules)),
        None => Ok(()),
    }
}

impl<const W: usize> Games<W> {
    pub(crate) fn new(
        start: Board<W>,
        size: usize,
        autoreset: Autoreset,
        opponent: OpponentChoice,
        plays: Plays,
    ) -> Games<W> {
        let one = |_| One { board: start, rng: Seed(0).rng(), round: 0, opponent: None, is_over: false };
        Games {
            start,
            autoreset,
            opponent,
            plays,
            games: (0..size).map(one).collect(),
            models: Models::default(),
            sampler: Seed(0).rng(),
        }
    }
}

impl<const W: usize> Games<W>
where
    Board<W>: OfWidth,
{
    /// Begins the next game in place `at`; the opponent moves first where it is X.
    fn begin(&mut self, at: usize) -> Result<(), EnvError> {
        let one = &mut self.games[at];
        one.board = self.start;
        one.is_over = false;
        if !matches!(self.opponent, OpponentChoice::Itself) {
            if !matches!(one.opponent, Some(Opponent::Random)) {
                one.opponent = Opponent::new(&self.opponent, Seed(one.rng.bits()), &self.models)?;
            }
            if self.plays.side(at, one.round) == Side::O {
                one.answer()?;
            }
        }
        Ok(())
    }

    /// Whose eyes see the position in place `at`: the learner's; in self-play, those of the side to move.
    #[inline]
    fn viewer(&self, at: usize) -> Side {
        let one = &self.games[at];
        if one.opponent.is_some() { self.plays.side(at, one.round) } else { one.board.to_move() }
    }
}

impl<const W: usize> One<W>
where
    Board<W>: OfWidth,
{
    /// The opponent's move. What it means to the learner, if it ends the game.
    fn answer(&mut self) -> Result<Option<f32>, EnvError> {
        let Some(opponent) = &mut self.opponent else { return Ok(None) };
        match opponent.choose(&self.board, &mut self.rng)? {
            Some(mv) => {
                self.board = self.board.play(mv);
                self.is_over = self.board.outcome().is_some();
                // After the opponent's move it is the learner's turn: the outcome is the learner's.
                Ok(self.board.outcome().map(reward))
            }
            None => {
                self.is_over = true;
                Ok(Some(1.0))
            }
        }
    }

    /// The learner's move, and the answer to it; what it has earned.
    #[inline]
    fn play(&mut self, action: i64) -> Result<f32, EnvError> {
        let Some(mv) = actions::point(&self.board, action) else {
            self.is_over = true;
            return Ok(-1.0);
        };
        self.board = self.board.play(mv);
        if let Some(outcome) = self.board.outcome() {
            self.is_over = true;
            return Ok(reward(outcome.for_opponent()));
        }
        Ok(self.answer()?.unwrap_or(0.0))
    }
}

fn reward(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.0,
        Outcome::Loss => -1.0,
    }
}

impl<const W: usize> AnyGames for Games<W>
where
    Board<W>: OfWidth,
{
    fn reset(
        &mut self,
        seed: Option<Seed>,
        only: Option<&[bool]>,
        sheet: &mut Sheet<'_>,
    ) -> Result<(), EnvError> {
        let Sizes { actions, observation } = Sizes::of(self.start.rules());
        if let Some(seed) = seed {
            self.sampler = seed.derive("sample", 0).rng();
            for (at, one) in self.games.iter_mut().enumerate() {
                (one.rng, one.round) = (seed.derive("environment", at as u64).rng(), 0);
            }
        }
        for at in (0..self.games.len()).filter(|&at| only.is_none_or(|only| only[at])) {
            if seed.is_none() {
                self.games[at].round += 1;
            }
            self.begin(at)?;
            sheet.rewards[at] = 0.0;
            sheet.terminated[at] = false;
            let (viewer, board) = (self.viewer(at), &self.games[at].board);
            planes::write_stones(board, viewer, &mut sheet.observations[at * observation..][..observation]);
            planes::write_legal(board, &mut sheet.masks[at * actions..][..actions]);
        }
        Ok(())
    }

    fn step(&mut self, chosen: &[i64], sheet: &mut Sheet<'_>) -> Result<(), EnvError> {
        let Sizes { actions, observation } = Sizes::of(self.start.rules());
        if self.autoreset == Autoreset::Disabled
            && let Some(game) = self.games.iter().position(|one| one.is_over)
        {
            return Err(BatchError::Ended { game }.into());
        }
        let outs =
            sheet.observations.chunks_exact_mut(observation).zip(sheet.masks.chunks_exact_mut(actions));
        for (at, (seen, mask)) in outs.enumerate() {
            let was_over = self.games[at].is_over;
            if was_over {
                self.games[at].round += 1;
                self.begin(at)?;
                sheet.rewards[at] = 0.0;
            } else {
                sheet.rewards[at] = self.games[at].play(chosen[at])?;
            }
            let is_over = self.games[at].is_over;
            sheet.terminated[at] = is_over;
            if is_over && self.autoreset == Autoreset::SameStep {
                if let Some(last) = &mut sheet.last {
                    let last = &mut last[at * observation..][..observation];
                    planes::write_stones(&self.games[at].board, self.viewer(at), last);
                }
                self.games[at].round += 1;
                self.begin(at)?;
            }
            let (viewer, one) = (self.viewer(at), &self.games[at]);
            if one.is_over {
                // Perhaps by a move that is not legal: the board itself may go on.
                planes::write_stones(&one.board, viewer, seen);
                mask.fill(0);
            } else {
                planes::write_position(&one.board, viewer, seen, mask);
            }
        }
        Ok(())
    }

    fn sample(&mut self, chosen: &mut [i64]) {
        for (one, action) in self.games.iter().zip(chosen) {
            *action = if one.is_over {
                0
            } else {
                actions::number(&one.board, random_move(&one.board, &mut self.sampler)) as i64
            };
        }
    }

    fn position(&self, game: usize) -> Position {
        self.games[game].board.into_position()
    }
}

#[cfg(test)]
#[path = "games_tests.rs"]
mod tests;
