//! The game of the textbook (Russell and Norvig, ch. 6): two players, zero sum, perfect information.

use std::fmt::Debug;

use crate::Side;

/// How a game ended, seen from the side to move (who, in most games, has just been beaten to it).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The side to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
    /// The side to move has won.
    Win,
}

impl Outcome {
    /// The same end seen from the other side.
    #[must_use]
    pub fn for_opponent(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

/// How a game ended, seen from the chair between the players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// One side won.
    Won(Side),
    /// Nobody did.
    Drawn,
}

impl Ending {
    /// The end as `side` sees it.
    #[must_use]
    pub fn seen_by(self, side: Side) -> Outcome {
        match self {
            Ending::Drawn => Outcome::Draw,
            Ending::Won(winner) if winner == side => Outcome::Win,
            Ending::Won(_) => Outcome::Loss,
        }
    }

    /// Points for `side`: 1, a half or 0.
    #[must_use]
    pub fn points(self, side: Side) -> f64 {
        match self.seen_by(side) {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Loss => 0.0,
        }
    }
}

/// A position of a two-player game. Positions are values: playing a move makes a new one.
///
/// [`crate::conformance::check`] tests the promises made here, for any game.
pub trait Game: Clone + PartialEq + Debug {
    /// A move, small enough to copy.
    type Move: Copy + PartialEq + Debug;

    /// The position in which this game began.
    #[must_use]
    fn start(&self) -> Self;

    /// Legal moves in a fixed order, each once; empty exactly when the game is over.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// The position after a move that came from [`Game::moves`].
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;

    /// The position after legal moves, none of which ends the game.
    #[must_use]
    fn play_through(&self, moves: impl Iterator<Item = Self::Move>) -> Self {
        moves.fold(self.clone(), |position, mv| position.play(mv))
    }

    /// How the game ended, seen from the side to move; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Whose turn it is (or would be).
    fn to_move(&self) -> Side;

    /// A number that equal positions share and different positions almost never do.
    fn key(&self) -> u64;

    /// Whether `mv` is among [`Game::moves`].
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.moves().any(|legal| legal == mv)
    }

    /// A move as people write it.
    fn name(&self, mv: Self::Move) -> String {
        format!("{mv:?}")
    }

    /// An upper bound on the moves still to be played, for those who must not start what cannot end.
    fn moves_left(&self) -> u32;

    /// An upper bound on the positions of the tree below, where there is a better one than moves give.
    fn most_positions(&self) -> Option<usize> {
        None
    }

    /// How the game ended, whoever is to move.
    fn ending(&self) -> Option<Ending> {
        self.outcome().map(|outcome| match outcome {
            Outcome::Win => Ending::Won(self.to_move()),
            Outcome::Loss => Ending::Won(self.to_move().opponent()),
            Outcome::Draw => Ending::Drawn,
        })
    }

    /// Plays uniformly random moves to the end. `below(n)` must return a uniform number below `n`.
    fn playout(&self, below: &mut impl FnMut(u32) -> u32) -> Ending {
        self.playout_told(below, &mut |_| {})
    }

    /// The same game, and each of its moves is told.
    fn playout_told(&self, below: &mut impl FnMut(u32) -> u32, told: &mut impl FnMut(Self::Move)) -> Ending {
        let mut position = self.clone();
        loop {
            if let Some(ending) = position.ending() {
                return ending;
            }
            let moves: Vec<Self::Move> = position.moves().collect();
            let mv = moves[below(moves.len() as u32) as usize];
            told(mv);
            position = position.play(mv);
        }
    }
}
