//! Who else can guide the search: a learner that values moves, or random games. The search is the same.

use kinrow_agent::Seed;
use kinrow_game::{Board, Game, Rules};
use kinrow_learn::{Learned, OfWidth};

use crate::evaluator::{Evaluation, Evaluator, NetworkEvaluator};
use crate::shipped::{is_shipped, shipped};

/// A move that wins this much more often looks e times as good.
const DECISIVE: f32 = 0.1;

/// A learner's values as opinions: a position is worth what its best move is, and moves are liked by what they are worth.
pub struct LearnedEvaluator(pub Learned);

impl<const W: usize> Evaluator<W> for LearnedEvaluator
where
    Board<W>: OfWidth,
{
    fn evaluate(&mut self, boards: &[Board<W>]) -> Vec<Evaluation> {
        let evaluate = |board: &Board<W>| {
            let chances = self.0.chances(&board.into_position());
            let value = chances.iter().copied().fold(0.0, f32::max);
            Evaluation { logits: chances.into_iter().map(|chance| chance / DECISIVE).collect(), value }
        };
        boards.iter().map(evaluate).collect()
    }
}

/// No opinion of moves, and random games for the value: what Monte Carlo tree search knows. Each position has random numbers of its
/// own, so that its value is the same whenever it is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Playouts {
    /// Games for each position.
    pub games: u32,
    /// Where randomness comes from.
    pub seed: Seed,
}

impl<const W: usize> Evaluator<W> for Playouts {
    fn evaluate(&mut self, boards: &[Board<W>]) -> Vec<Evaluation> {
        let evaluate = |board: &Board<W>| {
            let mut rng = self.seed.derive("playouts", board.key()).rng();
            let points = |_| board.playout(&mut |n| rng.below(n)).points(board.to_move());
            let sum: f64 = (0..self.games.max(1)).map(points).sum();
            Evaluation {
                logits: vec![0.0; board.moves().count()],
                value: (sum / f64::from(self.games.max(1))) as f32,
            }
        };
        boards.iter().map(evaluate).collect()
    }
}

/// Who guides a player.
pub enum Guide {
    /// A network.
    Network(NetworkEvaluator),
    /// The networks that come with the program; the one that was asked last is kept.
    Shipped(Option<NetworkEvaluator>),
    /// A learner.
    Learned(LearnedEvaluator),
    /// Random games.
    Playouts(Playouts),
}

impl Guide {
    /// Whether it has opinions of a game.
    #[must_use]
    pub fn knows(&self, rules: Rules) -> bool {
        match self {
            Guide::Network(network) => network.rules() == rules,
            Guide::Shipped(_) => is_shipped(rules),
            Guide::Learned(learner) => learner.0.rules().is_none_or(|learned| learned == rules),
            Guide::Playouts(_) => true,
        }
    }

    /// The only game that it knows, if there is only one.
    pub(crate) fn board(&self) -> Option<String> {
        match self {
            Guide::Network(network) => Some(network.rules()),
            Guide::Learned(learner) => learner.0.rules(),
            Guide::Shipped(_) | Guide::Playouts(_) => None,
        }
        .map(|rules| rules.to_string())
    }

    /// Whoever has opinions of a game, if anybody has.
    pub(crate) fn of_game<const W: usize>(&mut self, rules: Rules) -> Option<&mut dyn Evaluator<W>>
    where
        Board<W>: OfWidth,
    {
        if !self.knows(rules) {
            return None;
        }
        Some(match self {
            Guide::Network(network) => network,
            Guide::Shipped(last) => {
                if last.as_ref().is_none_or(|network| network.rules() != rules) {
                    *last = shipped(rules).map(NetworkEvaluator::new);
                }
                last.as_mut()?
            }
            Guide::Learned(learner) => learner,
            Guide::Playouts(playouts) => playouts,
        })
    }
}

#[cfg(test)]
mod tests {
    use kinrow_agent::{Agent, Limits, Options, ask};
    use kinrow_game::{Position, Side};
    use kinrow_learn::{Method, Preset, begin};

    use super::*;
    use crate::{Zero, ZeroOptions};

    fn tuples(rules: Rules, games: u64) -> Guide {
        let options: Options = Method::NTuple.preset(Preset::Best);
        let mut training = begin(Method::NTuple, Preset::Best, &options, rules, Seed(1)).unwrap();
        let stop = kinrow_agent::Stop::new();
        training.run(games, None, &stop, &mut |_, _| {});
        let learned = Learned::from_model(&training.model(false, &stop), "ntuple".into(), 0, Seed(1));
        Guide::Learned(LearnedEvaluator(learned.unwrap()))
    }

    /// Whoever guides it, the player finds a win in two, never makes an illegal move, and knows its board.
    #[test]
    fn the_same_search_runs_with_any_guide() {
        let rules: Rules = "4x4x3".parse().unwrap();
        let guides = [tuples(rules, 200), Guide::Playouts(Playouts { games: 2, seed: Seed(1) })];
        for guide in guides {
            let other = Position::new("5x5x4".parse().unwrap());
            let is_bound = !guide.knows(other.rules());
            let options = ZeroOptions { simulations: 60, ..ZeroOptions::default() };
            let mut zero = Zero::guided(guide, options, "zero".into());
            let mut position = Position::new(rules);
            let mut moves = 0;
            while position.outcome().is_none() {
                let decision = ask(&mut zero, &position, &Limits::NONE).unwrap();
                let mv = decision.mv().unwrap();
                assert!(position.moves().any(|legal| legal == mv));
                position = position.play(mv);
                moves += 1;
            }
            // Three in a row on this board is won by whoever begins, at the latest with the third stone.
            assert_eq!(position.ending().map(|ending| ending.points(Side::X)), Some(1.0), "{moves}");
            assert_eq!(zero.accepts(&other, &Limits::NONE).is_err(), is_bound);
        }
    }
}
