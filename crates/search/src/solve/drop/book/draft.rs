//! A book that is being made: the scores known so far of its last ply.

use std::sync::Arc;

use kinrow_game::Rules;

use super::super::deepen::first_bounds;
use super::super::layout::Layout;
use super::super::suits;
use super::super::table::Bounds;
use super::super::word::Word;
use super::positions::{self, Level};
use super::{Book, BookError, MOST_POSITIONS, Scores, UNKNOWN, scores_before};

/// The positions of every ply, in words of the width that the board needs.
#[derive(Debug)]
pub(super) enum Levels {
    Narrow(Layout<u64>, Vec<Level<u64>>),
    Wide(Layout<u128>, Vec<Level<u128>>),
}

/// Takes the width apart.
macro_rules! with_levels {
    ($levels:expr, ($layout:ident, $names:ident) => $body:expr) => {
        match $levels {
            $crate::solve::drop::book::draft::Levels::Narrow($layout, $names) => $body,
            $crate::solve::drop::book::draft::Levels::Wide($layout, $names) => $body,
        }
    };
}
pub(super) use with_levels;

/// A book that is being made.
#[derive(Debug)]
pub struct Draft {
    rules: Rules,
    pub(super) levels: Arc<Levels>,
    /// The scores of the last ply, [`UNKNOWN`] where they are not.
    pub(super) scores: Vec<i8>,
}

impl Draft {
    /// A book of so many plies, of which nothing is known yet.
    ///
    /// # Errors
    /// When the board has no books, or there may be too many positions: that is said at once, without counting them.
    pub fn new(rules: Rules, plies: u32) -> Result<Draft, BookError> {
        let most = MOST_POSITIONS;
        if let Some(layout) = Layout::<u128>::new(rules).filter(|_| suits(rules)) {
            let is_small = |&ways: &f64| ways <= most as f64;
            let fewer = positions::arrangements(&layout).take_while(is_small).count() as u32 - 1;
            if plies.min(layout.cells) > fewer {
                return Err(BookError::Plies { rules: rules.to_string(), plies, most, fewer });
            }
        }
        Draft::within(rules, plies, most)
    }

    /// The same with no more than so many positions in any ply, however many there may be: whoever claims a long book must have its scores.
    pub(super) fn within(rules: Rules, plies: u32, most: usize) -> Result<Draft, BookError> {
        if !suits(rules) {
            return Err(BookError::Board { rules: rules.to_string() });
        }
        let narrow = Layout::<u64>::new(rules).map(|layout| {
            positions::levels(&layout, plies, most).map(|levels| Levels::Narrow(layout, levels))
        });
        let levels = narrow.unwrap_or_else(|| {
            let layout = Layout::<u128>::new(rules)?;
            positions::levels(&layout, plies, most).map(|levels| Levels::Wide(layout, levels))
        });
        let levels = levels.ok_or(BookError::Length { given: most })?;
        let counts: Vec<usize> =
            with_levels!(&levels, (_layout, names) => names.iter().map(Vec::len).collect());
        let largest = counts.iter().copied().max().unwrap_or(0);
        let scores = vec![UNKNOWN; counts.last().copied().unwrap_or(0)];
        if scores.len() < largest {
            let fewer = counts.iter().position(|&count| count == largest).unwrap_or(0) as u32;
            return Err(BookError::Late { rules: rules.to_string(), plies, fewer });
        }
        Ok(Draft { rules, levels: Arc::new(levels), scores })
    }

    /// The game it is about.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How many plies it covers.
    #[must_use]
    pub fn plies(&self) -> u32 {
        with_levels!(&*self.levels, (_layout, names) => names.len() as u32 - 1)
    }

    /// How many positions the last ply has: these are solved.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.scores.len()
    }

    /// How many of them are solved.
    #[must_use]
    pub fn known(&self) -> usize {
        self.scores.iter().filter(|&&score| score != UNKNOWN).count()
    }

    /// The place of a score that its position cannot have.
    pub(super) fn impossible(&self) -> Option<usize> {
        fn find<T: Word>(layout: &Layout<T>, names: &[T], scores: &[i8]) -> Option<usize> {
            let mut pairs = names.iter().zip(scores);
            pairs.position(|(&name, &score)| {
                let Bounds { least, most } = first_bounds(layout, &positions::named(layout, name));
                score != UNKNOWN && !(least..=most).contains(&i32::from(score))
            })
        }
        with_levels!(&*self.levels, (layout, names) => find(layout, names.last()?, &self.scores))
    }

    /// The book, with the scores of all plies.
    ///
    /// # Errors
    /// When scores are missing.
    pub fn finish(self) -> Result<Book, BookError> {
        fn all<T: Word>(layout: &Layout<T>, names: &[Level<T>], last: &[i8]) -> Vec<Scores> {
            let numbers = |names: &[T]| names.iter().map(|name| name.number()).collect();
            let mut levels: Vec<Scores> = Vec::with_capacity(names.len());
            for names in names.iter().rev() {
                let scores = match levels.last() {
                    Some(next) => scores_before(layout, names, next),
                    None => last.to_vec(),
                };
                levels.push(Scores { names: numbers(names), scores });
            }
            levels.reverse();
            levels
        }
        let (done, all_positions) = (self.known(), self.positions());
        if done < all_positions {
            return Err(BookError::Unfinished { done, all: all_positions });
        }
        let levels = with_levels!(&*self.levels, (layout, names) => all(layout, names, &self.scores));
        Ok(Book { rules: self.rules, levels })
    }
}
