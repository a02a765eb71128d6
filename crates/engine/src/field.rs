//! What the search needs to know of a game: the same search plays every board, and each family of boards has a field of its own.

use kinrow_agent::{Budget, Stopped};
use kinrow_game::Side;

use crate::cells::{Cell, Cells};
use crate::score::Score;
use crate::stage::Stage;

/// A board that the search plays on and takes back.
pub(crate) trait Field: Clone + Send {
    /// Whose turn it is.
    fn to_move(&self) -> Side;

    /// A key of the position, for tables.
    fn key(&self) -> u64;

    /// The move that was made last in this search.
    fn last(&self) -> Option<Cell>;

    /// Whether nobody can move any more, and so nobody has won.
    fn is_drawn(&self) -> bool;

    /// What has to be done before anything else; exact, so that wins and losses by it are proofs.
    fn stage(&self) -> Stage;

    /// Whether a move completes a row that wins, where [`Field::stage`] after it does not tell.
    fn completes(&self, cell: Cell) -> bool {
        let _ = cell;
        false
    }

    /// The moves worth a look where nothing is forced, and whether these are all.
    fn candidates(&self) -> (Cells, bool);

    /// How promising a move looks, from 0 to about 2,000.
    fn urgency(&self, cell: Cell) -> i32;

    /// Whether a move neither threatens anything nor stops a threat, so that it may be looked at less deeply.
    fn is_quiet(&self, cell: Cell) -> bool;

    /// What the position is worth to the side to move when nobody looks further.
    fn evaluate(&self) -> Score;

    /// Whether the opponent threatens something that an evaluation cannot weigh.
    fn is_threatened(&self) -> bool;

    /// Moves that leave the opponent one answer at the most, or lose at once.
    fn forcing(&self) -> Cells;

    /// Whether a move forces an answer and nothing else comes of it: a four whose stone helps no other row and is in nobody's way.
    fn is_idle(&self, cell: Cell) -> bool {
        let _ = cell;
        false
    }

    /// A win of the side to move by continuous threats, found within so many positions.
    ///
    /// # Errors
    /// When the budget ends it.
    fn win_by_threats(&mut self, budget: &mut Budget, most: usize) -> Result<Option<Vec<Cell>>, Stopped> {
        let _ = (budget, most);
        Ok(None)
    }

    /// The cells that share a line with a cell and are near enough to matter to it, where that makes a difference.
    fn around(&self, cell: Cell) -> Option<&Cells> {
        let _ = cell;
        None
    }

    /// The last moves of a game that is won by [`Field::stage`], the last first.
    fn finish(&mut self, line: &mut Vec<Cell>);

    /// Makes a move.
    fn play(&mut self, cell: Cell);

    /// Takes the last move back.
    fn undo(&mut self);
}
