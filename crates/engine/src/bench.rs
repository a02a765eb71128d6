//! Fixed work for measurements: how quickly the engine's board follows stones that come and go.

use kinrow_agent::Seed;
use kinrow_game::Rules;

use crate::cells::Cell;
use crate::sight::Sight;

/// Games that are played over and over.
const GAMES: u64 = 16;

/// Stones of a game at the most: a middle game.
const STONES: usize = 60;

/// Plays random games and takes them back again, so many moves in all. What comes back depends on every move and on what is seen
/// at the end of each game: it is the same wherever this runs, and changes only when the moves or the evaluation do.
///
/// # Panics
/// Where [`Sight::new`] does.
#[must_use]
pub fn pairs(rules: Rules, count: u64) -> u64 {
    let mut sight = Sight::new(rules);
    let games: Vec<Vec<Cell>> = (0..GAMES).map(|number| game(&sight, number)).collect();
    let (mut left, mut seen) = (count, 0u64);
    for game in games.iter().cycle() {
        let moves = &game[..game.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
        for &cell in moves {
            sight.play(cell);
            seen = seen.rotate_left(1) ^ sight.key();
        }
        seen ^= i64::from(sight.balance()).cast_unsigned();
        for _ in moves {
            sight.undo();
        }
        left -= moves.len() as u64;
        if left == 0 || moves.is_empty() {
            break;
        }
    }
    seen
}

/// Different cells in random order.
fn game(sight: &Sight, number: u64) -> Vec<Cell> {
    let mut rng = Seed(1).derive("bench", number).rng();
    let mut cells: Vec<Cell> = sight.empty.iter().collect();
    let stones = cells.len().min(STONES);
    for at in 0..stones {
        let other = at + rng.below((cells.len() - at) as u32) as usize;
        cells.swap(at, other);
    }
    cells.truncate(stones);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_moves_are_seen_each_time() {
        for rules in ["15x15x5", "15x15x8", "15x15x5:renju", "3x3x3"] {
            let rules = rules.parse().unwrap();
            assert_eq!(pairs(rules, 500), pairs(rules, 500));
            assert_ne!(pairs(rules, 500), pairs(rules, 501));
        }
    }
}
