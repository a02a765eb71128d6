//! Minimax of tic-tac-toe as one would write it for nothing else: two sets of nine bits, eight lines, a recursion.
//!
//! Like our own it is plain: no pruning, no table, and the whole tree is walked.

const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];
const BOARD: u16 = 0o777;

/// The value for the side to move, 1, 0 or -1; counts the nodes.
pub fn value(own: u16, other: u16, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if ROWS.iter().any(|row| row & !other == 0) {
        return -1;
    }
    let mut empty = BOARD & !(own | other);
    if empty == 0 {
        return 0;
    }
    let mut best = -1;
    while empty != 0 {
        let stone = empty & empty.wrapping_neg();
        empty ^= stone;
        best = best.max(-value(other, own | stone, nodes));
    }
    best
}
