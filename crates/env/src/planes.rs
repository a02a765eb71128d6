//! Positions and legal moves as bytes, one for each point: 1 where there is something, 0 elsewhere.

use kinrow_game::{Bits, Board, Game, Side};

/// The eight bits of a byte as eight bytes, in memory order.
const SPREAD: [[i8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as i8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Writes bits, lowest first.
#[inline]
fn spread(mut bits: u128, out: &mut [i8]) {
    let mut eights = out.chunks_exact_mut(8);
    for eight in &mut eights {
        eight.copy_from_slice(&SPREAD[(bits & 0xFF) as usize]);
        bits >>= 8;
    }
    for cell in eights.into_remainder() {
        *cell = (bits & 1) as i8;
        bits >>= 1;
    }
}

/// The bits of a row, lowest first: there are at most 20.
#[inline]
fn row<const W: usize>(set: &Bits<W>, start: usize) -> u64 {
    let (word, shift) = (start / 64, start % 64);
    let words = set.words();
    let low = words[word] >> shift;
    if shift > 43 && word + 1 < W { low | words[word + 1] << (64 - shift) } else { low }
}

/// The points of a set without the guard bits between rows, for a board of one word.
#[inline]
fn packed<const W: usize>(set: &Bits<W>, width: usize, height: usize) -> u64 {
    let (bits, mask) = (set.words()[0], (1 << width) - 1);
    (0..height).fold(0, |packed, row| packed | (bits >> (row * (width + 1)) & mask) << (row * width))
}

/// Writes the points of a set.
#[inline]
fn plane<const W: usize>(set: &Bits<W>, width: usize, out: &mut [i8]) {
    for (number, cells) in out.chunks_exact_mut(width).enumerate() {
        spread(row(set, number * (width + 1)).into(), cells);
    }
}

/// Writes the stones of `side`, then those of the other: two planes.
#[inline]
pub fn write_stones<const W: usize>(board: &Board<W>, side: Side, out: &mut [i8]) {
    let rules = board.rules();
    let (width, height) = (usize::from(rules.width()), usize::from(rules.height()));
    let [own, other] = [side, side.opponent()].map(|side| board.stones(side));
    if W == 1 {
        let [own, other] = [own, other].map(|set| u128::from(packed(&set, width, height)));
        spread(own | other << (width * height), out);
    } else {
        let (first, second) = out.split_at_mut(width * height);
        plane(&own, width, first);
        plane(&other, width, second);
    }
}

/// Writes which moves are legal, by their numbers.
#[inline]
pub fn write_legal<const W: usize>(board: &Board<W>, out: &mut [i8]) {
    let rules = board.rules();
    let (width, height) = (usize::from(rules.width()), usize::from(rules.height()));
    let legal = board.legal();
    if rules.is_drop() {
        // A stone can be dropped wherever the highest row is empty, as long as the game goes on.
        let open = if legal.is_empty() { 0 } else { !row(&board.occupied(), 0) };
        spread(open.into(), out);
    } else if W == 1 {
        spread(packed(&legal, width, height).into(), out);
    } else {
        plane(&legal, width, out);
    }
}

/// Writes both: what `side` sees, and which moves are legal. Where stones lie in one word and can be placed freely, the legal moves are what the
/// stones leave open.
#[inline]
pub fn write_position<const W: usize>(board: &Board<W>, side: Side, seen: &mut [i8], mask: &mut [i8]) {
    let rules = board.rules();
    if W > 1 || rules.is_drop() || rules.line().has_forbidden_points() {
        write_stones(board, side, seen);
        write_legal(board, mask);
        return;
    }
    let (width, height) = (usize::from(rules.width()), usize::from(rules.height()));
    let [own, other] = [side, side.opponent()].map(|side| packed(&board.stones(side), width, height));
    spread(u128::from(own) | u128::from(other) << (width * height), seen);
    let open = if board.outcome().is_some() { 0 } else { !(own | other) };
    spread(open.into(), mask);
}

#[cfg(test)]
mod tests {
    use kinrow_agent::Seed;
    use kinrow_game::{Position, with_board};

    use super::*;
    use crate::Sizes;
    use crate::actions::number;

    fn check<const W: usize>(board: &Board<W>) {
        let Sizes { actions, observation } = Sizes::of(board.rules());
        let cells = observation / 2;
        let mut planes = vec![7; observation];
        let mut mask = vec![7; actions];
        for side in Side::BOTH {
            write_stones(board, side, &mut planes);
            for (at, point) in board.geometry().points().enumerate() {
                let stone = board.stone(point);
                assert_eq!(planes[at] == 1, stone == Some(side), "{}", board.rules());
                assert_eq!(planes[cells + at] == 1, stone == Some(side.opponent()));
            }
            assert!(planes.iter().all(|&cell| cell == 0 || cell == 1));
        }
        write_legal(board, &mut mask);
        let mut expected = vec![0; actions];
        board.moves().for_each(|mv| expected[number(board, mv)] = 1);
        assert_eq!(mask, expected, "{}", board.rules());
        let (mut seen, mut open) = (vec![7; observation], vec![7; actions]);
        write_position(board, Side::O, &mut seen, &mut open);
        assert_eq!((seen, open), (planes, mask), "both at once are the same");
    }

    #[test]
    fn bytes_say_what_the_board_says() {
        let boards = [
            "1x1x1",
            "3x3x3",
            "4x3x3",
            "7x6x4:drop",
            "7x8x4",
            "8x7x4:drop",
            "9x9x5",
            "15x15x5:renju",
            "20x20x5",
            "20x3x3:drop",
            "19x19x6:misere",
            "1x20x3",
        ];
        for text in boards {
            let mut rng = Seed(3).rng();
            let mut position = Position::new(text.parse().unwrap());
            loop {
                with_board!(&position, board => check(board));
                let moves: Vec<_> = position.moves().collect();
                if moves.is_empty() {
                    break;
                }
                position = position.play(*rng.pick(&moves));
            }
        }
    }
}
