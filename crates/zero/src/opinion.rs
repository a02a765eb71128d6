//! What a network says of one position, without a search: for people who look into it, and for other programs that run it.

use kinrow_game::{Board, Game, Point, Position, with_board};

use crate::evaluator::Weights;
use crate::features;
use crate::net::{Pass, softmax};

/// An opinion as numbers to read.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// Every legal move with its share of the policy, in the game's order.
    pub policy: Vec<(Point, f32)>,
    /// How likely the side to move is to lose, draw and win.
    pub outcomes: [f32; 3],
    /// What the network saw: for each point, row by row from the top left, its planes.
    pub planes: Vec<f32>,
}

impl Opinion {
    /// Expected points of the side to move, from 0 to 1.
    #[must_use]
    pub fn value(&self) -> f32 {
        self.outcomes[2] + 0.5 * self.outcomes[1]
    }
}

impl Weights {
    /// What it says of a position of its own board; `None` of any other, and of one in which the game is over.
    #[must_use]
    pub fn opinion(&self, position: &Position) -> Option<Opinion> {
        let is_known = position.rules() == self.rules && position.outcome().is_none();
        is_known.then(|| with_board!(position, board => self.opinion_of(board)))
    }

    fn opinion_of<const W: usize>(&self, board: &Board<W>) -> Opinion {
        let mut pass = Pass::default();
        features::append(board, &mut pass.input);
        self.network.forward(&self.numbers, &mut pass);
        let mut outcomes = [0, 1, 2].map(|i| pass.outcomes[i]);
        softmax(&mut outcomes);
        let moves: Vec<Point> = board.moves().collect();
        let logit = |&mv: &Point| pass.logits[features::cell(board.geometry(), mv)];
        let mut shares: Vec<f32> = moves.iter().map(logit).collect();
        softmax(&mut shares);
        Opinion { policy: moves.into_iter().zip(shares).collect(), outcomes, planes: pass.input }
    }
}
