//! Self-play: each game is a pure function of the weights, the seed and its number. Games are played side by side so that their positions
//! are evaluated together; since an evaluation does not depend on its company, neither does a game.

use std::ops::Range;

use kinrow_agent::{Rng, Seed, Stop};
use kinrow_game::{Board, Ending, Game, Outcome, Point, Side};

use crate::evaluator::{Evaluation, Evaluator};
use crate::features;
use crate::options::Plan;
use crate::played::{Lesson, Played, share};
use crate::search::{Algorithm, Forced, Found, Search, Settings};

/// A game on its way.
struct Playing<'a, const W: usize> {
    plan: &'a Plan,
    search: Search<W>,
    rng: Rng,
    is_full: bool,
    moves: Vec<u16>,
    lessons: Vec<Lesson>,
    ending: Option<Ending>,
}

impl<'a, const W: usize> Playing<'a, W> {
    fn new(plan: &'a Plan, empty: &Board<W>, seed: Seed) -> Playing<'a, W> {
        let mut rng = seed.rng();
        let mut board = *empty;
        let mut moves = Vec::new();
        for _ in 0..rng.below(plan.openings + 1) {
            let legal: Vec<Point> = board.moves().collect();
            let mv = *rng.pick(&legal);
            if board.play(mv).outcome().is_some() {
                break;
            }
            moves.push(features::cell(board.geometry(), mv) as u16);
            board = board.play(mv);
        }
        let search = Search::new(board, seed.derive("search", 0).rng());
        let mut game =
            Playing { plan, search, rng, is_full: false, moves, lessons: Vec::new(), ending: None };
        game.begin();
        game
    }

    /// The next position to be evaluated; `None` when the game is over.
    fn wanted(&mut self) -> Option<Board<W>> {
        while self.ending.is_none() {
            if let Some(board) = self.search.wanted() {
                return Some(board);
            }
            let found = self.search.found();
            self.note(&found);
            match found.proof {
                Some(proof) => self.end(proof.outcome),
                None => {
                    let mv = self.choose(&found);
                    self.play(mv);
                    self.begin();
                }
            }
        }
        None
    }

    /// Goes on to the next position that is worth a search, or to the end.
    fn begin(&mut self) {
        loop {
            let board = *self.search.root();
            if let Some(outcome) = board.outcome() {
                return self.end(outcome);
            }
            match Forced::of(&board) {
                _ if !self.plan.search.proves => break,
                Forced::Only(only) => self.play(only),
                Forced::Free => break,
                certain => {
                    if let Some(proof) = certain.proof() {
                        return self.end(proof.outcome);
                    }
                }
            }
        }
        self.is_full = self.rng.unit() < self.plan.full;
        let full = self.plan.search;
        let simulations = if self.is_full { full.simulations } else { self.plan.fast };
        self.search.begin(Settings { simulations, ..full });
    }

    fn end(&mut self, outcome: Outcome) {
        self.ending = Some(match (outcome, self.search.root().to_move()) {
            (Outcome::Draw, _) => Ending::Drawn,
            (Outcome::Win, side) => Ending::Won(side),
            (Outcome::Loss, side) => Ending::Won(side.opponent()),
        });
    }

    fn play(&mut self, mv: Point) {
        self.moves.push(features::cell(self.search.root().geometry(), mv) as u16);
        self.search.advance(mv);
    }

    /// Keeps what a full search found.
    fn note(&mut self, found: &Found) {
        if self.is_full {
            let shares: Vec<u16> = found.moves.iter().map(|of| share(of.share.into())).collect();
            if shares.iter().any(|&share| share > 0) {
                let (ply, value) = (self.moves.len() as u16, share(found.value.into()));
                self.lessons.push(Lesson { ply, value, shares });
            }
        }
    }

    /// Gumbel's noise has explored already; the published search draws from the visits in the first third of a game.
    fn choose(&mut self, found: &Found) -> Point {
        let is_early = self.moves.len() * 3 < usize::from(self.search.root().rules().cells());
        if self.plan.search.algorithm == Algorithm::Gumbel || !is_early {
            return found.mv;
        }
        let mut left = self.rng.unit() as f32;
        let drawn = found.moves.iter().find(|of| {
            left -= of.share;
            left < 0.0
        });
        drawn.map_or(found.mv, |of| of.mv)
    }

    fn into_played(self) -> Played {
        let ending = self.ending.unwrap_or(Ending::Won(Side::X));
        Played { moves: self.moves, ending, lessons: self.lessons }
    }
}

/// Plays the games of these numbers; `None` when `stop` was raised before their end.
pub(crate) fn play<const W: usize>(
    plan: &Plan,
    empty: &Board<W>,
    evaluator: &mut impl Evaluator<W>,
    seed: Seed,
    numbers: Range<u64>,
    stop: &Stop,
) -> Option<Vec<Played>> {
    let mut games: Vec<Playing<'_, W>> =
        numbers.map(|number| Playing::new(plan, empty, seed.derive("game", number))).collect();
    loop {
        if stop.is_stopped() {
            return None;
        }
        let (mut asking, mut boards) = (Vec::new(), Vec::new());
        for game in &mut games {
            if let Some(board) = game.wanted() {
                boards.push(board);
                asking.push(game);
            }
        }
        if boards.is_empty() {
            return Some(games.into_iter().map(Playing::into_played).collect());
        }
        let opinions: Vec<Evaluation> = evaluator.evaluate(&boards);
        for (game, opinion) in asking.into_iter().zip(&opinions) {
            game.search.tell(opinion);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::evaluator::{NetworkEvaluator, Weights};
    use crate::options::{DECLARED, NAME};
    use kinrow_agent::Options;

    fn games(rules: &str, options: &str, units: &[Range<u64>]) -> Vec<Played> {
        let rules = rules.parse().unwrap();
        let plan = Plan::of(&Options::parse(DECLARED, NAME, options).unwrap());
        let mut evaluator = NetworkEvaluator::new(Arc::new(Weights::new(rules, 8, 1, Seed(1))));
        let empty = Board::<1>::new(rules);
        let play = |unit: &Range<u64>| {
            play(&plan, &empty, &mut evaluator, Seed(5), unit.clone(), &Stop::new()).unwrap()
        };
        units.iter().flat_map(play).collect()
    }

    #[test]
    fn a_game_does_not_depend_on_its_company_and_reads_back() {
        for (rules, options) in [("4x4x3", "full=0.5"), ("5x5x4:drop", "search=puct"), ("3x3x3:misere", "")] {
            let together = games(rules, options, std::slice::from_ref(&(0..20)));
            assert!(together == games(rules, options, &[0..1, 1..2, 2..9, 9..20]), "{rules}");
            assert!(together.iter().any(|game| !game.lessons.is_empty()), "{rules}");
            assert!(together.iter().any(|game| game != &together[0]), "{rules}");
            let mut bytes = Vec::new();
            together.iter().for_each(|game| game.write(&mut bytes));
            let empty = Board::<1>::new(rules.parse().unwrap());
            assert!(Played::read_all(&bytes, &empty).as_ref() == Some(&together), "{rules}");
        }
    }
}
