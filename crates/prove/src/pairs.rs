//! Looks for pairs of cells that keep the enemy from every row: the leaves of a proof that somebody does not lose.
//!
//! Two ways. Rows are taken out one after the other that have two empty cells which the same rows pass through, and no others; what is left must weigh
//! little (Erdős and Selfridge 1973). Or every row is given two cells of its own, by a matching (Hales and Jewett 1963); rows that overlap along a
//! line may share their cells.

use kinrow_game::Side;

use crate::ground::{Ground, Row, Stones};

/// A row that the enemy may still fill.
struct Open<'a> {
    row: &'a Row,
    empties: Vec<u16>,
    weight: u64,
}

/// Pairs that make a position safe from `enemy`, if such are found.
pub(crate) fn find(
    ground: &Ground,
    stones: &Stones,
    enemy: Side,
    is_enemys_turn: bool,
) -> Option<Vec<(u16, u16)>> {
    let open: Vec<Open<'_>> = ground
        .rows
        .iter()
        .filter_map(|row| {
            let weight = 1 << stones.in_row(row, enemy)?;
            let empties = row.cells.iter().copied().filter(|&cell| stones.is_empty(cell)).collect();
            Some(Open { row, empties, weight })
        })
        .collect();
    let most = (1u64 << ground.k) >> u32::from(is_enemys_turn);
    by_weight(ground, &open, most).or_else(|| by_matching(ground, &open))
}

/// Takes out rows with pairs until what is left weighs less than `most`.
fn by_weight(ground: &Ground, open: &[Open<'_>], most: u64) -> Option<Vec<(u16, u16)>> {
    let mut through: Vec<Vec<u16>> = vec![Vec::new(); ground.cells.into()];
    for (number, row) in open.iter().enumerate() {
        for &cell in &row.empties {
            through[usize::from(cell)].push(number as u16);
        }
    }
    let mut weight: u64 = open.iter().map(|row| row.weight).sum();
    let mut is_out = vec![false; open.len()];
    let mut pairs = Vec::new();
    while weight >= most {
        let alike = (0..open.len()).filter(|&number| !is_out[number]).find_map(|number| {
            let cells = &open[number].empties;
            let pair = |(i, &one): (usize, &u16)| {
                let other = cells[i + 1..]
                    .iter()
                    .find(|&&other| through[usize::from(one)] == through[usize::from(other)])?;
                Some((one, *other))
            };
            cells.iter().enumerate().find_map(pair)
        });
        let (one, other) = alike?;
        pairs.push((one, other));
        for number in through[usize::from(one)].clone() {
            is_out[usize::from(number)] = true;
            weight -= open[usize::from(number)].weight;
            for &cell in &open[usize::from(number)].empties {
                through[usize::from(cell)].retain(|&row| row != number);
            }
        }
    }
    Some(pairs)
}

/// Gives every row two cells of its own.
fn by_matching(ground: &Ground, open: &[Open<'_>]) -> Option<Vec<(u16, u16)>> {
    let groups = grouped(open);
    let mut owner: Vec<Option<usize>> = vec![None; ground.cells.into()];
    for slot in 0..2 * groups.len() {
        let mut seen = vec![false; ground.cells.into()];
        if !give(slot, &groups, &mut owner, &mut seen) {
            return None;
        }
    }
    let mut cells: Vec<Vec<u16>> = vec![Vec::new(); groups.len()];
    for (cell, slot) in owner.iter().enumerate() {
        if let Some(slot) = slot {
            cells[slot / 2].push(cell as u16);
        }
    }
    Some(cells.iter().map(|pair| (pair[0], pair[1])).collect())
}

/// Finds a cell for a slot (two to a group), moving others aside where that helps: an augmenting path.
fn give(slot: usize, groups: &[Vec<u16>], owner: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for &cell in &groups[slot / 2] {
        let cell = usize::from(cell);
        if std::mem::replace(&mut seen[cell], true) {
            continue;
        }
        if owner[cell].is_none_or(|other| give(other, groups, owner, seen)) {
            owner[cell] = Some(slot);
            return true;
        }
    }
    false
}

/// The empty cells of rows, or what neighbours along a line have in common where that is enough for all of them.
fn grouped(open: &[Open<'_>]) -> Vec<Vec<u16>> {
    let mut groups: Vec<Vec<u16>> = Vec::new();
    let mut is_done = vec![false; open.len()];
    for first in 0..open.len() {
        if std::mem::replace(&mut is_done[first], true) {
            continue;
        }
        let mut common = open[first].empties.clone();
        let mut last = open[first].row;
        while let Some(next) =
            (first + 1..open.len()).find(|&next| !is_done[next] && follows(open[next].row, last))
        {
            let shared = common.iter().copied().filter(|cell| open[next].empties.contains(cell));
            let shared: Vec<u16> = shared.collect();
            if shared.len() < 2 {
                break;
            }
            (common, last, is_done[next]) = (shared, open[next].row, true);
        }
        groups.push(common);
    }
    groups
}

/// Whether a row begins one cell further along the same line.
fn follows(row: &Row, last: &Row) -> bool {
    row.cells[..row.cells.len() - 1] == last.cells[1..]
}
