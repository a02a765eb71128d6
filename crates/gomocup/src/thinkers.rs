//! Who thinks for the brain, and a move for when there is no time to think at all.

use kinrow_agent::{AnyAgent, Limits, Seed, ask};
use kinrow_game::{Game, Point, Position, Rules, with_board};
use kinrow_search::{AlphaBeta, AlphaBetaOptions, Evaluation};

/// Builds an agent for these rules, whose tables fit into so many bytes and whose randomness comes from a seed; or says
/// in a sentence why not.
pub type Build = Box<dyn Fn(Rules, Option<u64>, Seed) -> Result<AnyAgent, String> + Send>;

/// How a brain comes by agents, of which it knows none itself.
pub struct Thinkers {
    /// Who was asked for, if anybody was.
    pub asked: Option<Build>,
    /// Who suits a board.
    pub fitting: Build,
}

impl Thinkers {
    /// Builds who was asked for, or who suits the board.
    pub(crate) fn build(&self, rules: Rules, memory: Option<u64>, seed: Seed) -> Result<AnyAgent, String> {
        self.asked.as_ref().unwrap_or(&self.fitting)(rules, memory, seed)
    }
}

#[cfg(test)]
impl Thinkers {
    /// Those that a spec names, for tests.
    pub(crate) fn of(spec: &'static str) -> Thinkers {
        let build =
            move |_, _, seed| Ok(kinrow_players::catalogue::build(&spec.parse().unwrap(), seed).unwrap());
        let fitting = |_, _, seed| {
            Ok(kinrow_players::catalogue::build(&kinrow_players::suits::fitting(), seed).unwrap())
        };
        Thinkers { asked: (!spec.is_empty()).then(|| Box::new(build) as Build), fitting: Box::new(fitting) }
    }
}

/// A move without thought: one that wins, else one that the opponent would win by, else the best-looking.
pub(crate) fn at_once(position: &Position) -> Point {
    let decisive = || {
        let mover = position.to_move();
        let completes = |side| with_board!(position, board => position.moves().find(|&point| board.completes(side, point)));
        completes(mover).or_else(|| completes(mover.opponent()))
    };
    let found = if position.rules().is_misere() { None } else { decisive() };
    found.unwrap_or_else(|| best_looking(position))
}

/// One move ahead, by evaluation; the first legal move should even that fail.
fn best_looking(position: &Position) -> Point {
    let options = AlphaBetaOptions {
        depth: Some(1),
        evaluation: Evaluation::Runs,
        near: Some(1),
        ..AlphaBetaOptions::default()
    };
    let mut agent: AnyAgent = AlphaBeta::<Point>::new(options, "alphabeta".into()).into();
    let looked = ask(&mut *agent, position, &Limits::NONE).ok().and_then(|decision| decision.mv());
    let first = || position.moves().next().expect("a game that goes on has a legal move");
    looked.unwrap_or_else(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick(rules: &str, moves: &str) -> String {
        let (position, _) = Position::new(rules.parse().unwrap()).play_moves(moves).unwrap();
        position.name(at_once(&position))
    }

    #[test]
    fn the_move_without_thought_is_not_a_foolish_one() {
        assert_eq!(quick("15x15x5", ""), "h8");
        // Wins, though it could block; blocks, where it cannot win.
        assert_eq!(quick("15x15x5", "h8 h1 h9 g1 h10 f1 h11 e1"), "h12");
        assert_eq!(quick("15x15x5", "h8 a1 h9 c1 h10 e1 h11"), "h12");
        // Completing a row loses here.
        assert_ne!(quick("4x4x3:misere", "a1 b3 a2 d4"), "a3");
        assert_eq!(quick("1x1x1", ""), "a1");
    }
}
