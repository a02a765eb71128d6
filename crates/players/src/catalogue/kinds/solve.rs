//! The exact solver.

use kinrow_search::solve::book::Books;
use kinrow_search::solve::{SolveOptions, SolverAgent};

use crate::catalogue::{AgentKind, Cost, Memory, Shows, Suits, Values};

pub(in crate::catalogue) const KIND: AgentKind = AgentKind {
    name: "solve",
    options: SolveOptions::DECLARED,
    method: None,
    memory: Memory::Game,
    cost: Cost::Unknown,
    shows: Shows { values: Some(Values::Results), ..Shows::NOTHING },
    suits: Suits::QuicklySolved,
    formula: None,
    build: |given, making| {
        let options = SolveOptions::from(given);
        let options = making.megabytes.map_or(options, |most| options.in_megabytes(most));
        let books = if given.is_on("book") { Books::Shipped } else { Books::None };
        Ok(SolverAgent::new(options, making.spec).with_books(books).into())
    },
};
