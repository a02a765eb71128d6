//! An agent for one width of board serves them all: the width is taken apart once a decision, never in a node.

use kinrow_game::{Board, Point, Position, with_board};

use crate::{Agent, AgentError, Decision, Limits, Rated, Thinking};

/// An agent of fixed-width boards as an agent of any [`Position`].
#[derive(Clone, Debug)]
pub struct Boards<A>(pub A);

impl<A> Agent<Position> for Boards<A>
where
    A: Agent<Board<1>> + Agent<Board<2>> + Agent<Board<4>> + Agent<Board<7>>,
{
    fn spec(&self) -> String {
        Agent::<Board<1>>::spec(&self.0)
    }

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
    ) -> Result<Vec<Rated<Point>>, AgentError> {
        with_board!(position, board => self.0.rate(board, limits, thinking))
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
}
