//! The score of a position, from questions of the kind "is it at least so much?".
//!
//! Both sides' quick wins are asked about first, then those within twice as many plies, until it is known who wins, if
//! anybody. So a quick win is found before the refutation of something else takes long. If the exact score is wanted,
//! it is then looked for from the slow end, where most are.

use super::layout::Layout;
use super::node::Node;
use super::score;
use super::table::Bounds;
use super::word::Word;

/// Plies within which a win is looked for first.
const FIRST_HORIZON: u32 = 8;

/// What is known of a score before any search.
pub(super) fn first_bounds<T: Word>(layout: &Layout<T>, node: &Node<T>) -> Bounds {
    let win = |after| score::of_win(layout.cells, node.count + after);
    if node.wins_now(layout).is_empty() {
        Bounds { least: -win(2), most: win(3) }
    } else {
        Bounds { least: win(1), most: win(1) }
    }
}

/// The score of a position, exact in its sign only unless `is_exact`. `ask` is given a score, and answers with a bound of the
/// position's: a lower one if that is at least the score given, otherwise an upper one.
///
/// # Errors
/// Those of `ask`; `bounds`, which are [`first_bounds`] to begin with, then tell what is known.
pub(super) fn score<T: Word, E>(
    layout: &Layout<T>,
    node: &Node<T>,
    is_exact: bool,
    bounds: &mut Bounds,
    mut ask: impl FnMut(i32) -> Result<i32, E>,
) -> Result<i32, E> {
    let (mut is_own_turn, mut horizon, mut step) = (false, FIRST_HORIZON / 2, 1);
    while bounds.least < bounds.most {
        let Bounds { least, most } = *bounds;
        if !is_exact && (least > 0 || most < 0) {
            break;
        }
        let beta = if least >= 0 {
            (least + step).min(most)
        } else if most <= 0 {
            (most - step + 1).max(least + 1)
        } else {
            is_own_turn = !is_own_turn;
            if is_own_turn {
                horizon *= 2;
            }
            let soon = score::of_win(layout.cells, node.count + horizon).max(1);
            if is_own_turn { soon } else { 1 - soon }
        };
        if beta > most || beta <= least {
            continue;
        }
        let bound = ask(beta)?;
        if bound >= beta {
            bounds.least = least.max(bound);
        } else {
            bounds.most = most.min(bound);
        }
        if bounds.least > 0 || bounds.most < 0 {
            step *= 2;
        }
    }
    Ok(if bounds.least > 0 || bounds.least == bounds.most { bounds.least } else { bounds.most })
}
