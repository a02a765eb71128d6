//! What has to be done in a position before anything else is thought of: win, block, or answer a double threat. Everything here is exact, so
//! that wins and losses by it are proofs.

use kinrow_game::Side;

use crate::Class;
use crate::cells::{Cell, Cells};
use crate::judgement::threat;
use crate::sight::Sight;

/// What the side to move has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// It wins, in so many plies.
    Won(usize),
    /// It loses, in so many plies, whatever it does.
    Lost(usize),
    /// Everything but this move loses at once.
    Only(Cell),
    /// The opponent threatens to threaten twice: all but these lose.
    Defend(Cells),
    /// Nothing in particular.
    Free,
}

/// What the side to move has to do.
pub(crate) fn stage(sight: &Sight) -> Stage {
    if sight.is_over() {
        return Stage::Lost(0);
    }
    let own = sight.to_move();
    let other = own.opponent();
    if sight.count(own, threat::WIN) > 0 {
        return Stage::Won(1);
    }
    if sight.count(other, threat::WIN) > 0 {
        return match sight.wins(other).only() {
            Some(cell) if !sight.is_forbidden(own, cell) => Stage::Only(cell),
            // In Renju Black is saved if nothing is left to play at all.
            _ if !sight.can_move(own) => Stage::Free,
            _ => Stage::Lost(2),
        };
    }
    // In Renju, a threat that leaves Black no move at all draws.
    if (own == Side::X || sight.has_room()) && winning_threat(sight).is_some() {
        return Stage::Won(3);
    }
    if sight.count(other, threat::TWICE) == 0 || (own == Side::X && !sight.has_room()) {
        return Stage::Free;
    }
    defences(sight, own)
}

/// A move after which the opponent, who has no threat, cannot stop the side to move.
pub(crate) fn winning_threat(sight: &Sight) -> Option<Cell> {
    let own = sight.to_move();
    if sight.count(own, threat::TWICE) == 0 {
        return None;
    }
    sight.twice(own).iter().find(|cell| !sight.is_forbidden(own, *cell))
}

/// What stops every double threat of the opponent: one stone that is in the way of all, or a threat of one's own first.
fn defences(sight: &Sight, own: Side) -> Stage {
    let other = own.opponent();
    let mut answers: Option<Cells> = None;
    for cell in sight.twice(other).iter() {
        if sight.is_renju() && other == Side::X {
            if sight.is_forbidden(other, cell) {
                continue;
            }
            // A stone of White's can make a false three a true one, and so a point forbidden that is not in its way.
            let threes =
                sight.classes(other, cell).into_iter().filter(|class| class.narrow() == Class::Free(2));
            if threes.count() >= 2 {
                return Stage::Free;
            }
        }
        let here = sight.defences(other, cell);
        answers = Some(answers.map_or(here, |answers| answers.and(&here)));
    }
    let Some(answers) = answers else { return Stage::Free };
    let moves = allowed(sight, own, answers.or(sight.once(own)));
    if moves.is_empty() { Stage::Lost(4) } else { Stage::Defend(moves) }
}

/// Those of some moves that are not forbidden.
pub(crate) fn allowed(sight: &Sight, side: Side, cells: Cells) -> Cells {
    if sight.is_renju() && side == Side::X {
        cells.iter().filter(|cell| !sight.is_forbidden(side, *cell)).collect()
    } else {
        cells
    }
}
