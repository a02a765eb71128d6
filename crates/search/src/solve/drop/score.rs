//! What a position is worth, as one number for the side to move: positive if it wins, larger the sooner.
//!
//! A side wins only with its own stones, which are every second one. So wins are counted in pairs of plies: a win with
//! which the board is full, or but for one cell, is worth 1, two plies earlier is worth 2, and so on. A draw is 0, and a
//! loss is the opponent's win with the sign turned.

/// A score that no game has.
pub(super) const NONE: i32 = i32::MAX;

/// The score of a win with so many stones on the board; a draw when there are not so many cells.
#[inline]
pub(super) fn of_win(cells: u32, stones: u32) -> i32 {
    if stones > cells { 0 } else { ((cells - stones) / 2 + 1) as i32 }
}

/// Plies until the end of a game that has so many stones now and is worth `score`; `None` for a draw.
pub(super) fn plies(cells: u32, stones: u32, score: i32) -> Option<u32> {
    if score == 0 {
        return None;
    }
    // The last stone is the winner's: the mover's first, third, ... or the opponent's second, fourth, ...
    let latest = cells - 2 * (score.unsigned_abs() - 1);
    let is_mover = score > 0;
    let is_of_winner = (latest - stones) % 2 == u32::from(is_mover);
    Some(latest - stones - u32::from(!is_of_winner))
}

/// Plies within which the side to move does not win, when its score is at most `score`; all that are left if it never does.
pub(super) fn no_win_within(cells: u32, stones: u32, score: i32) -> u32 {
    if score <= 0 { cells - stones } else { plies(cells, stones, score).map_or(0, |plies| plies - 1) }
}

/// Plies within which its opponent does not win, when its score is at least `score`.
pub(super) fn no_loss_within(cells: u32, stones: u32, score: i32) -> u32 {
    if score >= 0 { cells - stones } else { plies(cells, stones, score).map_or(0, |plies| plies - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_plies_name_the_same_ends() {
        for cells in 1..60 {
            for stones in 0..cells {
                assert_eq!(plies(cells, stones, 0), None);
                for end in 1..=cells - stones {
                    let score = of_win(cells, stones + end);
                    let score = if end % 2 == 1 { score } else { -score };
                    assert_eq!(plies(cells, stones, score), Some(end), "{cells} {stones} {end}");
                    if end > 2 {
                        let sooner = of_win(cells, stones + end - 2);
                        assert_eq!(sooner, score.abs() + 1);
                    }
                }
            }
        }
        assert_eq!(of_win(42, 43), 0);
    }

    #[test]
    fn bounds_tell_which_ends_are_out() {
        assert_eq!(no_win_within(42, 0, 18), 6);
        assert_eq!(no_win_within(42, 0, 1), 40);
        assert_eq!(no_win_within(42, 0, 0), 42);
        assert_eq!(no_loss_within(42, 0, -18), 7);
        assert_eq!(no_loss_within(42, 0, -1), 41);
        assert_eq!(no_loss_within(42, 0, 0), 42);
    }
}
