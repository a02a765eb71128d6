//! An agent for one width of board serves them all: the width is taken apart once a decision, never in a node.

use kinrow_game::{Board, Point, Position, with_board};

use crate::{Agent, AgentError, Decision, Limits, RatedMoves, Stop, Thinking};

/// An agent of fixed-width boards as an agent of any [`Position`].
#[derive(Clone, Debug)]
pub struct Boards<A>(pub A);

impl<A> Agent<Position> for Boards<A>
where
    A: Agent<Board<1>> + Agent<Board<2>> + Agent<Board<4>> + Agent<Board<7>>,
{
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Decision<Point>, AgentError> {
        with_board!(position, board => self.0.choose(board, limits, thinking))
    }

    fn accepts(&self, position: &Position, limits: &Limits) -> Result<(), AgentError> {
        with_board!(position, board => self.0.accepts(board, limits))
    }

    fn rate(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<RatedMoves<Point>, AgentError> {
        with_board!(position, board => self.0.rate(board, limits, thinking))
    }

    fn rates_apart(&self) -> bool {
        Agent::<Board<1>>::rates_apart(&self.0)
    }

    fn choices(
        &mut self,
        position: &Position,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Vec<Point>, AgentError> {
        with_board!(position, board => self.0.choices(board, limits, thinking))
    }

    fn new_game(&mut self) {
        Agent::<Board<1>>::new_game(&mut self.0);
    }

    fn prepare(&mut self, position: &Position, limits: &Limits, stop: &Stop) -> Result<(), AgentError> {
        with_board!(position, board => self.0.prepare(board, limits, stop))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::{Ignore, Statistics};

    /// Notes which of its methods is called.
    struct Spy(RefCell<Vec<&'static str>>);

    impl Spy {
        fn note(&self, method: &'static str) {
            self.0.borrow_mut().push(method);
        }
    }

    impl<const W: usize> Agent<Board<W>> for Spy
    where
        Board<W>: kinrow_game::Game<Move = Point>,
    {
        fn choose(
            &mut self,
            _: &Board<W>,
            _: &Limits,
            _: &mut Thinking<'_, Point>,
        ) -> Result<Decision<Point>, AgentError> {
            self.note("choose");
            Ok(Decision::of(Point::from_index(0)))
        }

        fn accepts(&self, _: &Board<W>, _: &Limits) -> Result<(), AgentError> {
            self.note("accepts");
            Ok(())
        }

        fn rate(
            &mut self,
            _: &Board<W>,
            _: &Limits,
            _: &mut Thinking<'_, Point>,
        ) -> Result<RatedMoves<Point>, AgentError> {
            self.note("rate");
            Ok(RatedMoves { rated: Vec::new(), statistics: Statistics::default() })
        }

        fn rates_apart(&self) -> bool {
            self.note("rates_apart");
            true
        }

        fn choices(
            &mut self,
            _: &Board<W>,
            _: &Limits,
            _: &mut Thinking<'_, Point>,
        ) -> Result<Vec<Point>, AgentError> {
            self.note("choices");
            Ok(Vec::new())
        }

        fn new_game(&mut self) {
            self.note("new_game");
        }

        fn prepare(&mut self, _: &Board<W>, _: &Limits, _: &Stop) -> Result<(), AgentError> {
            self.note("prepare");
            Ok(())
        }
    }

    /// The methods of the trait, as its source names them: one that is added must be called below, and forwarded.
    fn methods() -> Vec<&'static str> {
        let source = include_str!("agent.rs");
        let body = source.split("pub trait Agent").nth(1).unwrap().split("\n}\n").next().unwrap();
        body.lines().filter_map(|line| line.strip_prefix("    fn ")?.split('(').next()).collect()
    }

    #[test]
    fn every_method_reaches_the_agent() {
        let mut boards = Boards(Spy(RefCell::default()));
        for rules in ["3x3x3", "15x15x5"] {
            let position = Position::new(rules.parse().unwrap());
            let (limits, mut ignore) = (Limits::NONE, Ignore);
            let mut thinking = Thinking::new(Stop::new(), &mut ignore);
            boards.choose(&position, &limits, &mut thinking).unwrap();
            boards.accepts(&position, &limits).unwrap();
            boards.rate(&position, &limits, &mut thinking).unwrap();
            assert!(boards.rates_apart());
            boards.choices(&position, &limits, &mut thinking).unwrap();
            boards.new_game();
            boards.prepare(&position, &limits, &Stop::new()).unwrap();
            assert_eq!(boards.0.0.take(), methods(), "{rules}");
        }
    }
}
