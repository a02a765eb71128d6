//! Wins by continuous fours (VCF): each move threatens to win at once, so that every answer is forced and the tree has hardly any branches. In a
//! general k-in-a-row game a "four" is a stone after which one more wins.

use kinrow_agent::{Budget, Stopped};

use crate::cells::Cell;
use crate::field::Field;
use crate::moves::Moves;
use crate::stage::Stage;

/// Which fours are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fours {
    /// Every four.
    All,
    /// Those whose stone has to do with another row. Nearly all wins are found among these, at a tenth of the cost.
    Joined,
}

/// Positions from which fours were seen not to win, so that other orders of the same moves are not tried again.
#[derive(Debug)]
pub(crate) struct Failed(Vec<(u64, u8)>);

impl Default for Failed {
    fn default() -> Self {
        Failed(vec![(0, 0); 1 << 14])
    }
}

impl Failed {
    fn entry(&mut self, key: u64) -> &mut (u64, u8) {
        let places = self.0.len() - 1;
        &mut self.0[(key >> 20) as usize & places]
    }

    fn has(&mut self, key: u64, fours: usize) -> bool {
        let entry = self.entry(key);
        entry.0 == key && usize::from(entry.1) >= fours
    }

    fn add(&mut self, key: u64, fours: usize) {
        *self.entry(key) = (key, fours as u8);
    }
}

/// In how many plies the side to move wins by at most so many fours, if it does. The moves go into `line`, the last first. After the first
/// four only those that have to do with the last one are tried: others could have come before it.
pub(crate) fn win_by_fours<F: Field>(
    field: &mut F,
    budget: &mut Budget,
    failed: &mut Failed,
    fours: usize,
    which: Fours,
    after: Option<Cell>,
    line: &mut Vec<Cell>,
) -> Result<Option<usize>, Stopped> {
    let forcing = |field: &F| match which {
        Fours::All => field.forcing(),
        Fours::Joined => field.forcing().iter().filter(|cell| !field.is_idle(*cell)).collect(),
    };
    let candidates = match field.stage() {
        Stage::Won(plies) => {
            field.finish(line);
            return Ok(Some(plies));
        }
        Stage::Lost(_) => return Ok(None),
        Stage::Only(cell) if field.forcing().contains(cell) => [cell].into_iter().collect(),
        Stage::Only(_) => return Ok(None),
        Stage::Defend(_) | Stage::Free => match after.and_then(|cell| field.around(cell)) {
            Some(around) => forcing(&*field).and(around),
            None => forcing(&*field),
        },
    };
    if fours == 0 || candidates.is_empty() || failed.has(field.key(), fours) {
        return Ok(None);
    }
    let mut moves = Moves::new(&*field, &candidates, None, None, Vec::new());
    while let Some(cell) = moves.next() {
        budget.spend()?;
        field.play(cell);
        let plies = match field.stage() {
            // The answer is forbidden, or there are two places to be.
            Stage::Lost(plies) => Ok(Some(plies)),
            Stage::Only(answer) => {
                field.play(answer);
                let plies = win_by_fours(field, budget, failed, fours - 1, which, Some(cell), line);
                field.undo();
                plies.map(|plies| {
                    plies.map(|plies| {
                        line.push(answer);
                        plies + 1
                    })
                })
            }
            _ => Ok(None),
        };
        field.undo();
        if let Some(plies) = plies? {
            line.push(cell);
            return Ok(Some(plies + 1));
        }
    }
    failed.add(field.key(), fours);
    Ok(None)
}

#[cfg(test)]
mod tests {
    use kinrow_agent::{Limits, Stop};
    use kinrow_game::Position;

    use super::*;
    use crate::sight::Sight;

    /// From a game that was lost because this was not seen: a3 and a4 make fours, and a1 makes two at once, one of them on the same column.
    #[test]
    fn a_four_is_not_idle_when_its_line_has_room_for_another() {
        let position: Position = "15x15x5 15/15/15/4XX3X5/3XOO1XO1X4/3OXX1OO1X4/4XO2X6/2XOOO1XO6/OO1XXXO8/1XO2X1O7/OXOOOOXOX6/2XOXX1O7/2OOOX1X7/3X1X9/15 o".parse().unwrap();
        let mut budget = Budget::of_nodes(&Limits::NONE, &Stop::new());
        let (mut sight, mut failed) = (Sight::of(&position), Failed::default());
        let plies =
            win_by_fours(&mut sight, &mut budget, &mut failed, 12, Fours::Joined, None, &mut Vec::new());
        assert_eq!(plies, Ok(Some(7)));
    }
}
