//! What the private parts promise, checked against the board and against plain minimax on random positions.

use std::collections::{HashMap, HashSet};

use kinrow_game::{Board, Game, Outcome, Point, Rules, Side};
use kinrow_testing::naive::Naive;
use proptest::prelude::*;

use super::layout::Layout;
use super::node::{Node, Outlook};
use super::word::Word;
use super::{node, score};

const GAMES: [&str; 14] = [
    "3x3x1:drop",
    "3x3x2:drop",
    "4x4x3:drop",
    "4x4x4:drop",
    "5x4x4:drop",
    "4x5x4:drop",
    "5x5x4:drop",
    "6x4x4:drop",
    "7x3x3:drop",
    "1x7x3:drop",
    "7x6x4:drop",
    "7x6x5:drop",
    "5x4x3:drop,exact",
    "6x5x3:drop,exact",
];

/// A position of a game with about so many empty cells, reached by moves that complete nothing.
fn played(rules: Rules, picks: &[u16], empties: u32) -> Board<1> {
    let mut board = Board::new(rules);
    for &pick in picks {
        let quiet: Vec<Point> = board.moves().filter(|&mv| !board.completes(board.to_move(), mv)).collect();
        if board.moves_left() <= empties || quiet.is_empty() {
            break;
        }
        board = board.play(quiet[usize::from(pick) % quiet.len()]);
    }
    board
}

fn open_position(most_empties: u32) -> impl Strategy<Value = Board<1>> {
    (0..GAMES.len(), prop::collection::vec(any::<u16>(), 64), 1..=most_empties)
        .prop_map(|(game, picks, empties)| played(GAMES[game].parse().unwrap(), &picks, empties))
        .prop_filter("too large", move |board| {
            board.outcome().is_none() && board.moves_left() <= most_empties.max(10)
        })
}

fn layout<T: Word>(board: &Board<1>) -> Layout<T> {
    Layout::new(board.rules()).unwrap()
}

fn cell<T: Word>(layout: &Layout<T>, board: &Board<1>, point: Point) -> T {
    let (column, row) = board.geometry().column_row(point);
    layout.cell(column.into(), layout.height - 1 - u32::from(row))
}

/// A score as plain minimax tells it.
fn naive_score(naive: &mut Naive, board: &Board<1>) -> i32 {
    let (outcome, plies) = naive.value(board);
    let cells = u32::from(board.placed()) + board.moves_left();
    let win = score::of_win(cells, u32::from(board.placed()) + plies);
    match outcome {
        Outcome::Win => win,
        Outcome::Draw => 0,
        Outcome::Loss => -win,
    }
}

/// Cells and rows of a word are those of the board.
fn check_cells<T: Word>(board: &Board<1>) -> Result<(), TestCaseError> {
    let layout = layout::<T>(board);
    let node: Node<T> = node(&layout, board);
    for side in Side::BOTH {
        let own = if side == board.to_move() { node.own } else { node.rival() };
        let empty = board.empty().iter().map(|index| Point::from_index(index as u16));
        let completing = empty.filter(|&point| board.completes(side, point));
        let completing = completing.fold(T::EMPTY, |set, point| set | cell(&layout, board, point));
        prop_assert_eq!(layout.completing(own, node.stones), completing);
    }
    let landings = board.moves().fold(T::EMPTY, |set, mv| set | cell(&layout, board, mv));
    prop_assert_eq!(layout.landings(node.stones), landings);
    let open = layout.board & !node.rival();
    let rows = board
        .geometry()
        .lines()
        .map(|line| line.into_iter().fold(T::EMPTY, |set, point| set | cell(&layout, board, point)));
    let rows: Vec<T> = rows.filter(|&row| (row & !open).is_empty()).collect();
    prop_assert_eq!(layout.has_row(open), !rows.is_empty());
    prop_assert_eq!(layout.cells_in_rows(open), rows.iter().fold(T::EMPTY, |set, &row| set | row));
    prop_assert_eq!(node.own_open, layout.cells_in_rows(open));
    prop_assert_eq!(layout.mirrored(layout.mirrored(node.own)), node.own);
    Ok(())
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(1000))]

    #[test]
    fn words_tell_what_the_board_tells(board in open_position(64)) {
        check_cells::<u64>(&board)?;
        check_cells::<u128>(&board)?;
    }

    /// A position after a move is the one that its stones make.
    #[test]
    fn playing_makes_the_next_position(board in open_position(40)) {
        let layout = layout::<u64>(&board);
        for mv in board.moves().filter(|&mv| !board.completes(board.to_move(), mv)) {
            let told = |node: Node<u64>| (node.own, node.stones, node.rival_wins, node.own_open, node.rival_open, node.count);
            let after = node(&layout, &board).play(&layout, cell(&layout, &board, mv));
            prop_assert_eq!(told(after), told(node(&layout, &board.play(mv))));
        }
    }

    /// Whatever is said without search is true, and the moves that are left include a best one.
    #[test]
    fn what_is_known_without_search_is_true(board in open_position(10)) {
        let mut naive = Naive::default();
        let layout = layout::<u64>(&board);
        let node: Node<u64> = node(&layout, &board);
        let value = naive_score(&mut naive, &board);
        prop_assert_eq!(!node.wins_now(&layout).is_empty(), value == score::of_win(layout.cells, node.count + 1));
        if !node.wins_now(&layout).is_empty() {
            return Ok(());
        }
        match node.outlook(&layout) {
            Outlook::Full => prop_assert!(false, "the game is not over"),
            Outlook::Lost => prop_assert_eq!(value, -score::of_win(layout.cells, node.count + 2)),
            Outlook::Open(moves) => {
                let kept = board.moves().filter(|&mv| !(cell(&layout, &board, mv) & moves).is_empty());
                let best = kept.map(|mv| -naive_score(&mut naive, &board.play(mv))).max();
                prop_assert_eq!(best, Some(value));
            }
        }
        if node.is_lost(&layout) {
            prop_assert_eq!(value, -score::of_win(layout.cells, node.count + 2));
        }
        for wanted in [-100, -1, 0, 100] {
            let bound = node.follow_up(&layout, wanted);
            prop_assert!(value <= bound, "{:?}: {} is not at most {}", board, value, bound);
            prop_assert!(bound == score::NONE || bound <= wanted);
        }
    }
}

/// The bound by following up is told often enough to be worth having, and reaches every kind of answer.
#[test]
fn following_up_settles_many_positions() {
    let mut told = HashMap::<i32, u32>::new();
    for seed in 0..2000u64 {
        let picks: Vec<u16> = (0..40).map(|i| kinrow_game::scramble(seed << 8 | i) as u16).collect();
        let board = played("7x6x4:drop".parse().unwrap(), &picks, 14 + (seed % 8) as u32);
        let layout = layout::<u64>(&board);
        let node: Node<u64> = node(&layout, &board);
        if board.outcome().is_none() && node.wins_now(&layout).is_empty() {
            *told.entry(node.follow_up(&layout, 100).signum().min(1)).or_default() += 1;
        }
    }
    assert!(told[&-1] > 20 && told[&0] > 0, "{told:?}");
}

/// Positions that share a key have the same value, to the ply: in every position of small games.
#[test]
fn a_key_names_positions_of_equal_value() {
    for (game, is_merging) in
        [("4x4x3:drop", true), ("3x4x3:drop", true), ("4x4x4:drop", true), ("4x3x3:drop,exact", false)]
    {
        let start = Board::<1>::new(game.parse().unwrap());
        let layout = layout::<u64>(&start);
        let mut naive = Naive::default();
        let mut found = vec![start];
        let mut seen: HashSet<u64> = found.iter().map(Game::key).collect();
        let mut values = HashMap::new();
        let mut late_keys = HashSet::new();
        let (mut next, mut late) = (0, 0);
        while let Some(&board) = found.get(next) {
            next += 1;
            let children = board.moves().map(|mv| board.play(mv));
            found.extend(children.filter(|child| child.outcome().is_none() && seen.insert(child.key())));
            let value = naive_score(&mut naive, &board);
            let key = node::<u64, 1>(&layout, &board).key(&layout);
            let known = *values.entry(key).or_insert(value);
            assert_eq!(known, value, "{board:?}");
            // In the last two thirds only stones that do not matter make two positions one.
            if 3 * u32::from(board.placed()) > layout.cells {
                late += 1;
                late_keys.insert(key);
            }
        }
        assert_eq!(is_merging, late > late_keys.len(), "{game}: {late} positions, {} keys", late_keys.len());
    }
}
