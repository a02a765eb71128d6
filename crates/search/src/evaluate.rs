//! How good a position looks when the search may not go deeper. Every evaluation counts the same for both sides, each
//! row once, and swapping the colours swaps the sign.

use kinrow_game::{Bits, Board, Game, MAX_SIZE};

kinrow_agent::named! {
    /// Which evaluation a depth-limited search uses at its horizon.
    pub enum Evaluation {
        /// Everything looks even.
        None = "none",
        /// One point for each open end of a run of k - 1 stones.
        OpenEnds = "open-ends",
        /// Runs of at least k / 2 stones that can still become k: eight times as much for each further stone, twice as much
        /// with both ends open.
        Runs = "runs",
    }
}

/// Points for the side to move.
pub(crate) fn evaluate<const W: usize>(board: &Board<W>, evaluation: Evaluation) -> i32 {
    let (own, other) = (board.to_move(), board.to_move().opponent());
    let count = |stones: Bits<W>| match evaluation {
        Evaluation::None => 0,
        Evaluation::OpenEnds => open_ends(board, stones),
        Evaluation::Runs => runs(board, stones),
    };
    let points = count(board.stones(own)) - count(board.stones(other));
    // Where completing a row loses, rows are a burden.
    let points = if board.rules().is_misere() { -points } else { points };
    points.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Open ends of runs of exactly k - 1 stones.
fn open_ends<const W: usize>(board: &Board<W>, stones: Bits<W>) -> i64 {
    let length = u32::from(board.rules().k()) - 1;
    let mut ends = 0;
    each_run(board, stones, length.max(1), |run| {
        if run.length == length {
            ends += i64::from(run.space_before > 0) + i64::from(run.space_after > 0);
        }
    });
    ends
}

/// Weighted runs that can still become k.
fn runs<const W: usize>(board: &Board<W>, stones: Bits<W>) -> i64 {
    let k = u32::from(board.rules().k());
    let shortest = (k / 2).max(1);
    let mut points = 0;
    each_run(board, stones, shortest, |run| {
        if run.space_before + run.length + run.space_after >= k {
            let open = i64::from(run.space_before > 0) + i64::from(run.space_after > 0);
            points += open << (3 * (run.length - shortest).min(10));
        }
    });
    points
}

/// A row of stones that cannot be extended: its length, and how many points on each side are empty or its own, up to k.
struct Run {
    length: u32,
    space_before: u32,
    space_after: u32,
}

/// Calls `found` for each run of at least `shortest` stones, in each of the four directions.
fn each_run<const W: usize>(board: &Board<W>, stones: Bits<W>, shortest: u32, mut found: impl FnMut(Run)) {
    let open = board.empty() | stones;
    let k = u32::from(board.rules().k());
    for direction in board.geometry().directions() {
        let mut starts = stones & !stones.shifted_up(direction);
        for i in 1..shortest {
            starts &= stones.shifted_down(i * direction);
        }
        for start in starts {
            let step = direction as isize;
            let length = along(&stones, start, step, u32::from(MAX_SIZE));
            let last = start + (length as usize - 1) * direction as usize;
            found(Run {
                length,
                space_before: along(&open, start.wrapping_add_signed(-step), -step, k),
                space_after: along(&open, last + direction as usize, step, k),
            });
        }
    }
}

/// How many points from `from` on, stepping by `step`, are in `set` without a gap; at most `most`.
fn along<const W: usize>(set: &Bits<W>, from: usize, step: isize, most: u32) -> u32 {
    let mut at = from;
    let mut length = 0;
    while length < most && set.contains(at) {
        length += 1;
        at = at.wrapping_add_signed(step);
    }
    length
}
