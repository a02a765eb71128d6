//! The positions of a book, ply by ply: all that games can reach and that are not over, each once for itself and its mirror
//! image. They follow from the rules, so that a book need not name them: it has their scores in this order.

use super::super::layout::Layout;
use super::super::node::Node;
use super::super::word::Word;

/// The positions of one ply, by their names, in order.
pub(super) type Level<T> = Vec<T>;

/// A list that names occur in twice is cleaned up when it is longer than this.
const SHORT: usize = 1 << 16;

/// The name of a position and of its mirror image: the highest bit of a column tells its height, those below it the stones of
/// the side to move.
pub(super) fn name<T: Word>(layout: &Layout<T>, node: &Node<T>) -> T {
    let name = |own: T, stones: T| stones.plus(layout.bottom) | own;
    name(node.own, node.stones).min(name(layout.mirrored(node.own), layout.mirrored(node.stones)))
}

/// The position with this name.
pub(super) fn named<T: Word>(layout: &Layout<T>, name: T) -> Node<T> {
    let (mut own, mut stones) = (T::EMPTY, T::EMPTY);
    for column in 0..layout.width {
        let height = (0..=layout.height)
            .rev()
            .find(|&row| !(name & layout.cell(column, row)).is_empty())
            .expect("every column of a name tells its height");
        for row in 0..height {
            let cell = layout.cell(column, row);
            stones |= cell;
            own |= name & cell;
        }
    }
    Node::new(layout, own, stones)
}

/// The positions after one more ply, if there are not more than `most`.
fn next<T: Word>(layout: &Layout<T>, level: &[T], most: usize) -> Option<Level<T>> {
    let (mut names, mut room) = (Vec::new(), SHORT);
    for &name in level {
        let node = named(layout, name);
        if node.count + 1 == layout.cells {
            continue;
        }
        let quiet = layout.landings(node.stones) & !node.wins_now(layout);
        names.extend(quiet.bits().map(|cell| self::name(layout, &node.play(layout, cell))));
        if names.len() > room {
            tidy(&mut names);
            if names.len() > most {
                return None;
            }
            room = SHORT.max(2 * names.len());
        }
    }
    tidy(&mut names);
    (names.len() <= most).then_some(names)
}

fn tidy<T: Word>(names: &mut Vec<T>) {
    names.sort_unstable();
    names.dedup();
}

/// In how many ways no stone, one, two, ... can lie, if no row ended the game: at least as many as there are positions, and hardly more while
/// few games have ended.
pub(super) fn arrangements<T: Word>(layout: &Layout<T>) -> impl Iterator<Item = f64> {
    // How many heights of the columns there are, by their sum.
    let column = layout.height as usize;
    let mut heights = vec![1.0];
    for _ in 0..layout.width {
        let sums = 0..heights.len() + column;
        let ways = |sum: usize| heights.iter().take(sum + 1).skip(sum.saturating_sub(column)).sum();
        heights = sums.map(ways).collect();
    }
    // In how many ways half of the stones are chosen.
    let mut colours = 1.0;
    heights.into_iter().enumerate().map(move |(stones, heights)| {
        let ways = heights * colours;
        colours = colours * (stones + 1) as f64 / (stones / 2 + 1) as f64;
        ways
    })
}

/// The positions of up to so many plies, or to the end of the game, unless one ply has more than `most`.
pub(super) fn levels<T: Word>(layout: &Layout<T>, plies: u32, most: usize) -> Option<Vec<Level<T>>> {
    let empty = Node::new(layout, T::EMPTY, T::EMPTY);
    let mut levels = vec![vec![name(layout, &empty)]];
    for ply in 0..plies.min(layout.cells) {
        let level = next(layout, &levels[ply as usize], most)?;
        levels.push(level);
    }
    Some(levels)
}
