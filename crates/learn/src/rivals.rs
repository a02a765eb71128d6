//! What a look measures a network against: two fixed opponents, and positions that the solver has judged. Tables are for boards small
//! enough to be audited; networks are for the others, where this has to serve instead.

use kinrow_agent::{Agent, Boards, Ignore, Limits, Rng, Seed, Stop, Thinking};
use kinrow_game::{Game, Point, Position, Rules, Side, Tally};
use kinrow_search::mcts::{Mcts, MctsOptions};
use kinrow_search::{AlphaBeta, AlphaBetaOptions, Evaluation};
use serde::{Deserialize, Serialize};

use crate::mistakes::{Question, Questions, Sample};

/// How a learner fares against fixed opponents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rivals {
    /// Against Monte Carlo tree search: 200 playouts a move, 50 on wide boards (more than 16 moves to choose from).
    pub mcts: Tally,
    /// Against alpha-beta: depth 4, on wide boards depth 2 among points next to a stone, by rows.
    pub alphabeta: Tally,
    /// Moves that lost value, and positions judged by the solver; `None` where it cannot judge enough of them.
    pub mistakes: Option<[u64; 2]>,
}

/// Opponents and questions, the same at every look.
pub(crate) struct Yardsticks {
    rules: Rules,
    questions: Vec<Question>,
}

/// Boards with at most so many moves have opponents that look further.
const WIDE: u16 = 16;
/// The solver is asked on boards up to this size only, for so many positions, and may spend so much on each move.
const JUDGED: u16 = 42;
const QUESTIONS: u64 = 100;
const NODES: u64 = 200_000;
/// So many positions that it cannot judge, and it is asked no more; fewer questions than that tell nothing.
const FEW: usize = 20;

impl Yardsticks {
    pub(crate) fn new(rules: Rules, seed: Seed, stop: &Stop) -> Yardsticks {
        let cells = u32::from(rules.cells());
        let plies = cells / 3..=cells / 2;
        let count = if rules.cells() <= JUDGED { QUESTIONS } else { 0 };
        let sample = Sample { count, plies, seed, nodes: NODES, most_unjudged: FEW as u64 };
        let mut questions: Vec<Question> = Questions::new(rules, sample, stop.child()).collect();
        if questions.len() < FEW {
            questions.clear();
        }
        Yardsticks { rules, questions }
    }

    /// Measures whoever chooses like this.
    pub(crate) fn measure(&self, choose: &dyn Fn(&Position, &mut Rng) -> Point, rng: &mut Rng) -> Rivals {
        let moves = if self.rules.is_drop() { self.rules.width().into() } else { self.rules.cells() };
        let is_wide = moves > WIDE;
        let playouts = Some(if is_wide { 50 } else { 200 });
        let mut mcts =
            Boards(Mcts::<Point>::new(MctsOptions { playouts, ..MctsOptions::default() }, Seed(rng.bits())));
        let options = if is_wide {
            let evaluation = Evaluation::Runs;
            AlphaBetaOptions { depth: Some(2), near: Some(1), evaluation, ..AlphaBetaOptions::default() }
        } else {
            AlphaBetaOptions { depth: Some(4), ..AlphaBetaOptions::default() }
        };
        let mut alphabeta = Boards(AlphaBeta::<Point>::new(options, "alphabeta".into()));
        let games = if is_wide { 4 } else { 10 };
        let wrong = |question: &&Question| {
            let mv = choose(&question.position, &mut Seed(0).rng());
            question.after(mv).is_some_and(|after| after < question.value())
        };
        let mistakes = self.questions.iter().filter(wrong).count() as u64;
        Rivals {
            mcts: self.games(&mut mcts, games, choose, rng),
            alphabeta: self.games(&mut alphabeta, games, choose, rng),
            mistakes: (!self.questions.is_empty()).then_some([mistakes, self.questions.len() as u64]),
        }
    }

    /// Games with sides that alternate, from two random moves where the board has room for them.
    fn games(
        &self,
        opponent: &mut dyn Agent<Position>,
        games: usize,
        choose: &dyn Fn(&Position, &mut Rng) -> Point,
        rng: &mut Rng,
    ) -> Tally {
        let mut tally = Tally::default();
        for game in 0..games {
            let side = Side::BOTH[game % 2];
            let mut position = Position::new(self.rules);
            opponent.new_game();
            for ply in 0.. {
                if let Some(ending) = position.ending() {
                    tally.count(ending.seen_by(side));
                    break;
                }
                let mv = if ply < 2 && self.rules.cells() > 9 {
                    let moves: Vec<Point> = position.moves().collect();
                    *rng.pick(&moves)
                } else if position.to_move() == side {
                    choose(&position, rng)
                } else {
                    answer(opponent, &position)
                };
                position = position.play(mv);
            }
        }
        tally
    }
}

fn answer(opponent: &mut dyn Agent<Position>, position: &Position) -> Point {
    let mut ignore = Ignore;
    // It is not stopped, so that a look is whole or none: its moves are short.
    let mut thinking = Thinking::new(Stop::new(), &mut ignore);
    let decision = opponent.choose(position, &Limits::NONE, &mut thinking);
    decision
        .ok()
        .and_then(|decision| decision.mv())
        .unwrap_or_else(|| position.moves().next().expect("the game goes on, so there is a move"))
}
