//! A review in a few numbers.

use kinrow_game::Side;

use crate::mark::{MISTAKE, Mark};
use crate::review::ReviewedMove;
use crate::settle::chance;

/// How one side played.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Its moves.
    pub moves: usize,
    /// Of these, the ones whose loss is known.
    pub judged: usize,
    /// What these lost on average.
    pub average_loss: Option<f64>,
    /// How often it earned each mark, in the order of [`Mark::ALL`].
    pub marks: [usize; Mark::ALL.len()],
}

impl Summary {
    /// Sums up the moves of a side.
    pub(crate) fn of(moves: &[ReviewedMove], side: Side) -> Summary {
        let own = || moves.iter().filter(|mv| mv.side == side);
        let losses: Vec<f64> = own().filter_map(|mv| mv.loss).collect();
        let average_loss = (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64);
        let mut marks = [0; Mark::ALL.len()];
        for (count, &mark) in marks.iter_mut().zip(Mark::ALL) {
            *count = own().filter(|mv| mv.mark == Some(mark)).count();
        }
        Summary { moves: own().count(), judged: losses.len(), average_loss, marks }
    }

    /// How often it earned a mark.
    #[must_use]
    pub fn count(&self, mark: Mark) -> usize {
        self.marks[mark as usize]
    }
}

/// The move that decided the game: the costliest mistake after which its side never again stood as well as before. Among
/// equals the last, for until then there was as much to lose again.
pub(crate) fn turning_point(moves: &[ReviewedMove]) -> Option<usize> {
    let is_lasting = |at: usize| {
        let ReviewedMove { side, before, .. } = moves[at];
        let stood = |mv: &ReviewedMove| {
            if mv.side == side { chance(mv.before) } else { chance(mv.after).map(|chance| 1.0 - chance) }
        };
        chance(before).is_some_and(|before| moves[at + 1..].iter().filter_map(stood).all(|now| now < before))
    };
    let costly = moves.iter().enumerate().filter_map(|(at, mv)| Some((at, mv.loss?)));
    let lasting = costly.filter(|&(at, loss)| loss >= MISTAKE && is_lasting(at));
    lasting.max_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(at, _)| at)
}
