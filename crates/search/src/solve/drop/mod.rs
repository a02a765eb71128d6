//! Boards where stones fall, solved by a search of their own.
//!
//! The general solver asks about each side's attack alone; here one number says who wins and when (`score`), and a search
//! asks whether a position is worth at least so much. What makes it quick is one file each:
//!
//! - `word` and `layout`: a whole board in one word, so that rows and threats of all cells are found at once;
//! - `node`: win, block, and moves that do not lose at once; forced moves are played without a node;
//! - `follow`: a bound from answering on top of every stone, which settles most endgames;
//! - `key` and `table`: what is proven holds for all positions with the same rest of the game;
//! - `order` and `search`: the tree, where every child is looked up before any is searched;
//! - `deepen` and `line`: the score from such questions, and the moves that keep it;
//! - `team`: several threads that share a table;
//! - `book`: the scores of the first plies, computed beforehand, for whoever wants them at once.

pub mod book;
mod deepen;
mod follow;
mod key;
mod layout;
mod line;
mod node;
mod order;
mod score;
mod search;
mod table;
mod team;
#[cfg(test)]
mod tests;
mod word;

use kinrow_agent::{Limits, Thinking};
use kinrow_game::{Board, Game, Outcome, Point, Rules, Side};

use super::{Solution, SolveError, SolveOptions};
use book::Book;
use layout::Layout;
use node::Node;
use table::BoundTable;
use team::Team;
use word::Word;

/// Whether a game is solved here: one of falling stones that fits into 128 bits, in which completing a row wins.
pub(super) fn suits(rules: Rules) -> bool {
    rules.is_drop() && !rules.is_misere() && Layout::<u128>::new(rules).is_some()
}

/// What is asked of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    pub(super) options: SolveOptions,
    /// A book of the game; without one nothing is looked up.
    pub(super) book: Option<&'a Book>,
    /// Whether the line is wanted too.
    pub(super) has_line: bool,
}

/// What was proven of one game's positions.
#[derive(Debug)]
pub(super) struct DropSolver {
    table: BoundTable,
}

impl DropSolver {
    /// A solver that knows nothing yet.
    pub(super) fn new(megabytes: u64) -> DropSolver {
        DropSolver { table: BoundTable::new(megabytes) }
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Forgets what was proven.
    pub(super) fn clear(&mut self) {
        self.table.clear();
    }

    /// Whether the side to move is known to win, in a position of a game that [suits](suits), and is not over.
    pub(super) fn is_won<const W: usize>(&self, board: &Board<W>) -> bool {
        fn is_won<T: Word, const W: usize>(table: &BoundTable, layout: &Layout<T>, board: &Board<W>) -> bool {
            let node = node(layout, board);
            let is_known = || table.get(node.key(layout)).is_some_and(|bounds| bounds.least > 0);
            !node.wins_now(layout).is_empty() || is_known()
        }
        match (Layout::<u64>::new(board.rules()), Layout::<u128>::new(board.rules())) {
            (Some(layout), _) => is_won(&self.table, &layout, board),
            (None, Some(layout)) => is_won(&self.table, &layout, board),
            (None, None) => false,
        }
    }

    /// Solves a position of a game that [suits](suits), and is not over.
    ///
    /// # Errors
    /// When a limit is reached or someone says stop before the value is known, and a move of the line.
    pub(super) fn solve<const W: usize>(
        &mut self,
        board: &Board<W>,
        wanted: Wanted<'_>,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Solution, SolveError> {
        match (Layout::<u64>::new(board.rules()), Layout::<u128>::new(board.rules())) {
            (Some(layout), _) => self.run(&layout, board, wanted, limits, thinking),
            (None, Some(layout)) => self.run(&layout, board, wanted, limits, thinking),
            (None, None) => unreachable!("the board suits"),
        }
    }

    fn run<T: Word, const W: usize>(
        &mut self,
        layout: &Layout<T>,
        board: &Board<W>,
        wanted: Wanted<'_>,
        limits: &Limits,
        thinking: &mut Thinking<'_, Point>,
    ) -> Result<Solution, SolveError> {
        let Wanted { options, book, has_line } = wanted;
        let node = node(layout, board);
        let mut team = Team::new(layout, &mut self.table, book, options.threads, limits, thinking);
        let mut bounds = deepen::first_bounds(layout, &node);
        let mut line = Vec::new();
        let result = team.deepen(&node, board.to_move(), options.distance, &mut bounds).and_then(|score| {
            let told = if has_line { team.line(&node, score, options.distance, &mut line) } else { Ok(()) };
            // A line cut short is still a line.
            if line.is_empty() { told.map(|()| score) } else { Ok(score) }
        });
        let (statistics, is_from_book) = (team.statistics(), team.last_of_book(&node).is_some());
        let Ok(score) = result else {
            return Err(SolveError::Stopped {
                nodes: statistics.nodes,
                win: score::no_win_within(layout.cells, node.count, bounds.most),
                loss: score::no_loss_within(layout.cells, node.count, bounds.least),
            });
        };
        let point = |cell: T| {
            let (column, row) = (layout.column(cell), cell.index() % (layout.height + 1));
            board.geometry().point(column as u8, (layout.height - 1 - row) as u8)
        };
        let line: Vec<Point> = line.into_iter().map(point).collect();
        Ok(Solution {
            outcome: match score.signum() {
                1 => Outcome::Win,
                0 => Outcome::Draw,
                _ => Outcome::Loss,
            },
            plies: score::plies(layout.cells, node.count, score).filter(|_| options.distance),
            mv: line.first().copied(),
            line,
            is_from_book,
            statistics,
        })
    }
}

/// A board's position in a word.
fn node<T: Word, const W: usize>(layout: &Layout<T>, board: &Board<W>) -> Node<T> {
    let [own, rival] = [board.to_move(), board.to_move().opponent()].map(|side: Side| {
        let cells = board.stones(side).iter().map(|index| {
            let (column, row) = board.geometry().column_row(Point::from_index(index as u16));
            layout.cell(column.into(), layout.height - 1 - u32::from(row))
        });
        cells.fold(T::EMPTY, |set, cell| set | cell)
    });
    Node::new(layout, own, own | rival)
}
