//! An opening book: the exact scores of all positions of up to so many plies on one board where stones fall.
//!
//! It is computed by the solver and nothing else, which takes hours once; whoever reads it has the answer at once. Only the scores of
//! the last ply are kept (`file`), in an order that follows from the rules (`positions`). Those before follow from them by
//! minimax. A [`Draft`] is a book that is being made (`making`): it can be stopped at any time, and its file continued.
//!
//! A solver looks nothing up unless it is given a book ([`Books`]), and says so in its solution when it did.

mod draft;
mod file;
mod making;
mod positions;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use kinrow_game::Rules;

use super::layout::Layout;
use super::node::Node;
use super::score;
use super::word::Word;

pub use draft::Draft;
pub use making::Maker;

/// A position whose score is not known yet.
const UNKNOWN: i8 = i8::MIN;

/// Positions of the last ply at the most, each of which is a byte of the file.
pub const MOST_POSITIONS: usize = 4_000_000;

kinrow_game::sentences! {
    /// Why there is no book.
    pub enum BookError {
        /// It is for other boards.
        Board { rules: String } = "book-board" =>
            "there is no book for {rules}: books are for boards where stones fall (drop, not misere), of up to 128 cells with one spare cell on top of each column",
        /// Too many positions.
        Plies { rules: String, plies: u32, most: usize, fewer: u32 } = "book-plies" =>
            "a book of {plies} plies on {rules} is too large: so many stones can lie in more than {most} ways, so choose up to {fewer} plies",
        /// The board is past the ply with the most positions.
        Late { rules: String, plies: u32, fewer: u32 } = "book-late" =>
            "a book of {plies} plies on {rules} is too deep: most positions have {fewer} stones, so choose up to {fewer} plies",
        /// Another kind of file.
        Begin {} = "book-begin" =>
            "this is no book: such a file begins with 'kinrow book 1', and 'kinrow solve --book FILE --plies NUMBER' writes one",
        /// Another version.
        Version { given: String } = "book-version" =>
            "this is a book of version '{given}', and this program reads version 1",
        /// The sum is wrong.
        Sum {} = "book-sum" =>
            "this book is damaged: its checksum is wrong",
        /// The second line does not say which board.
        Title { given: String } = "book-title" =>
            "this book does not say what it is about: '{given}' is not a board and a number of plies, such as '7x6x4:drop 5'",
        /// Another number of positions.
        Length { given: usize } = "book-length" =>
            "this book has {given} scores, which is not the number of its positions",
        /// A score that no game has.
        Score { at: usize } = "book-score" =>
            "this book is wrong: the score of position {at} is impossible",
        /// Some scores are missing.
        Unfinished { done: usize, all: usize } = "book-unfinished" =>
            "this book is not finished: it has {done} of {all} scores, and the command that began it continues it",
    }
}

/// The exact scores of all positions of up to so many plies.
#[derive(Debug)]
pub struct Book {
    rules: Rules,
    /// Names in order and scores, by the number of stones.
    levels: Vec<Scores>,
}

#[derive(Debug)]
struct Scores {
    names: Vec<u128>,
    scores: Vec<i8>,
}

impl Scores {
    fn get(&self, name: u128) -> Option<i32> {
        Some(self.scores[self.names.binary_search(&name).ok()?].into())
    }
}

impl Book {
    /// The book that comes with the program for a game, if there is one.
    #[must_use]
    pub fn shipped(rules: Rules) -> Option<Arc<Book>> {
        static SHIPPED: OnceLock<Arc<Book>> = OnceLock::new();
        Book::is_shipped(rules).then(|| {
            let read = || Book::from_bytes(SHIPPED_BYTES).expect("the file is sound, which a test sees to");
            Arc::clone(SHIPPED.get_or_init(|| Arc::new(read())))
        })
    }

    /// Whether a book comes with the program for a game.
    #[must_use]
    pub fn is_shipped(rules: Rules) -> bool {
        SHIPPED_RULES.parse() == Ok(rules)
    }

    /// A book from its file.
    ///
    /// # Errors
    /// When it is no file that [`Draft::to_bytes`] has written, or not finished.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        Draft::from_bytes(bytes)?.finish()
    }

    /// The game it is about.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How many plies it covers.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// How many positions it knows, counting mirror images once.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.levels.iter().map(|level| level.names.len()).sum()
    }

    /// The score of a position of its game, if it is in the book.
    pub(super) fn score<T: Word>(&self, layout: &Layout<T>, node: &Node<T>) -> Option<i32> {
        let level = self.levels.get(node.count as usize)?;
        level.get(positions::name(layout, node).number())
    }
}

const SHIPPED_RULES: &str = "7x6x4:drop";
const SHIPPED_BYTES: &[u8] = include_bytes!("../../../../books/7x6x4-drop.book");

/// Which books a solver may use.
#[derive(Clone, Default, Debug)]
pub enum Books {
    /// None: everything is searched.
    #[default]
    None,
    /// Those that come with the program.
    Shipped,
    /// This one.
    Given(Arc<Book>),
}

impl Books {
    /// The book for a game.
    #[must_use]
    pub fn get(&self, rules: Rules) -> Option<Arc<Book>> {
        match self {
            Books::None => None,
            Books::Shipped => Book::shipped(rules),
            Books::Given(book) => (book.rules() == rules).then(|| Arc::clone(book)),
        }
    }
}

/// The scores of a ply, from those of the next.
fn scores_before<T: Word>(layout: &Layout<T>, names: &[T], next: &Scores) -> Vec<i8> {
    let score = |&name: &T| {
        let node = positions::named(layout, name);
        if !node.wins_now(layout).is_empty() {
            return score::of_win(layout.cells, node.count + 1);
        }
        let child = |cell: T| {
            let child = node.play(layout, cell);
            // With the last cell the game is drawn.
            let known = next.get(positions::name(layout, &child).number());
            -known.filter(|_| child.count < layout.cells).unwrap_or(0)
        };
        let best = layout.landings(node.stones).bits().map(child).max();
        best.expect("a position that is not over has moves")
    };
    names.iter().map(|name| score(name) as i8).collect()
}
