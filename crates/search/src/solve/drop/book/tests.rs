//! Books against the solver and plain minimax, on boards where every position can be asked about.

use std::collections::HashMap;

use kinrow_agent::Stop;
use kinrow_game::{Board, Game, Outcome, Point, Rules, checksum};
use kinrow_testing::naive::Naive;

use super::super::{node, score};
use super::*;

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

fn maker(game: &str, plies: u32, threads: usize) -> Maker {
    Maker::new(Draft::new(rules(game), plies).unwrap(), 16, threads)
}

fn made(game: &str, plies: u32, threads: usize) -> Draft {
    let mut maker = maker(game, plies, threads);
    maker.run(&Stop::new(), &mut |_| {}).unwrap();
    maker.into_draft()
}

/// All positions of up to so many plies that are not over, mirror images too: without any of the solver's code.
fn all_positions(game: &str, plies: u32) -> Vec<Board<1>> {
    let mut found = HashMap::new();
    let mut level = vec![Board::<1>::new(rules(game))];
    for ply in 0..=plies {
        let mut next = HashMap::new();
        for board in level {
            found.insert(board.key(), board);
            let children = board.moves().map(|mv: Point| board.play(mv));
            next.extend(
                children
                    .filter(|child| ply < plies && child.outcome().is_none())
                    .map(|child| (child.key(), child)),
            );
        }
        level = next.into_values().collect();
    }
    found.into_values().collect()
}

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

/// Every position of the book has the score that plain minimax gives it, and the book has every position.
#[test]
fn a_book_has_the_true_score_of_every_position() {
    for (game, plies) in
        [("4x4x3:drop", 7), ("5x4x4:drop", 5), ("4x3x3:drop,exact", 6), ("3x3x1:drop", 0), ("1x4x3:drop", 3)]
    {
        let book = made(game, plies, 1).finish().unwrap();
        let layout = Layout::<u64>::new(rules(game)).unwrap();
        let mut naive = Naive::default();
        let boards = all_positions(game, plies);
        let mut images = 0;
        for board in &boards {
            let node: Node<u64> = node(&layout, board);
            assert_eq!(book.score(&layout, &node), Some(naive_score(&mut naive, board)), "{board:?}");
            let own = layout.mirrored(node.own);
            images += usize::from((own, layout.mirrored(node.stones)) != (node.own, node.stones));
        }
        // Each position that is not its own mirror image was met twice.
        assert_eq!(book.positions(), boards.len() - images / 2, "{game}");
        assert_eq!((book.plies(), book.rules()), (plies, rules(game)));
    }
}

/// How many positions of Connect Four have so many stones is known: OEIS A212693.
#[test]
fn the_positions_are_those_of_connect_four() {
    let layout = Layout::<u64>::new(rules("7x6x4:drop")).unwrap();
    let levels = positions::levels(&layout, 6, MOST_POSITIONS).unwrap();
    let counts = levels.iter().map(|names| {
        let is_own_image = |&&name: &&u64| {
            let node = positions::named(&layout, name);
            (layout.mirrored(node.own), layout.mirrored(node.stones)) == (node.own, node.stones)
        };
        2 * names.len() - names.iter().filter(is_own_image).count()
    });
    assert_eq!(counts.collect::<Vec<_>>(), [1, 7, 49, 238, 1120, 4263, 16422]);
}

/// Counted one by one: all ways to fill the points of a board in which no stone hangs in the air and both sides have their share.
#[test]
fn the_ways_to_lie_are_counted() {
    let (columns, rows) = (4, 3);
    let mut ways = vec![0.0; 13];
    for filling in 0..3usize.pow(12) {
        let point = |place: u32| filling / 3usize.pow(place) % 3;
        let is_heap = |column: u32| {
            let points = (0..rows).map(|row| point(rows * column + row));
            points.skip_while(|&point| point > 0).all(|point| point == 0)
        };
        let [x, o] = [1, 2].map(|side| (0..12).filter(|&place| point(place) == side).count());
        if (x == o || x == o + 1) && (0..columns).all(is_heap) {
            ways[x + o] += 1.0;
        }
    }
    let layout = Layout::<u64>::new(rules("4x3x5:drop")).unwrap();
    assert_eq!(positions::arrangements(&layout).collect::<Vec<_>>(), ways);
}

#[test]
fn a_wide_board_has_a_book_too() {
    let draft = made("12x6x3:drop", 1, 2);
    let book = Book::from_bytes(&draft.to_bytes()).unwrap();
    let layout = Layout::<u128>::new(book.rules()).unwrap();
    let empty = Node::new(&layout, 0, 0);
    // A win with the fifth stone.
    assert_eq!(book.score(&layout, &empty), Some(score::of_win(72, 9)));
    assert_eq!(book.score(&layout, &empty.play(&layout, 1).play(&layout, 2)), None);
}

#[test]
fn its_bytes_depend_on_neither_threads_nor_interruptions() {
    let whole = made("5x5x4:drop", 3, 1).to_bytes();
    assert_eq!(made("5x5x4:drop", 3, 3).to_bytes(), whole);
    let stop = Stop::new();
    let mut maker = maker("5x5x4:drop", 3, 2);
    maker.estimate(&stop).unwrap();
    let known = maker.draft().known();
    assert_eq!(known, 24);
    let mut told = 0;
    assert!(
        maker
            .run(&stop, &mut |_| {
                told += 1;
                if told == 5 {
                    stop.stop();
                }
            })
            .is_err()
    );
    let half = maker.draft().to_bytes();
    let done = maker.draft().known();
    assert!(known < done && done < maker.draft().positions());
    let all = maker.draft().positions();
    assert_eq!(Book::from_bytes(&half).unwrap_err(), BookError::Unfinished { done, all });
    let mut again = Maker::new(Draft::from_bytes(&half).unwrap(), 16, 1);
    again.run(&Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(again.draft().to_bytes(), whole);
}

#[test]
fn whatever_is_not_a_book_is_refused() {
    let draft = made("4x4x3:drop", 3, 1);
    let bytes = draft.to_bytes();
    assert_eq!(Draft::from_bytes(&bytes).unwrap().to_bytes(), bytes);
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        assert!(Draft::from_bytes(&changed).is_err(), "byte {place}");
        assert!(Draft::from_bytes(&bytes[..place]).is_err(), "{place} bytes");
    }
    // With a sum that is right.
    let forged = |title: &str, scores: &[u8]| {
        let mut bytes = format!("kinrow book 1\n{title}\n").into_bytes();
        bytes.extend_from_slice(scores);
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum);
        Draft::from_bytes(&bytes).unwrap_err()
    };
    assert_eq!(forged("4x4x3:drop 3", &[0; 4]), BookError::Length { given: 4 });
    assert_eq!(forged("9x9x4:drop 60", &[0; 1000]), BookError::Length { given: 1000 });
    assert_eq!(forged("4x4x3:drop 1", &[0, 100]), BookError::Score { at: 1 });
    assert_eq!(forged("4x4x3 1", &[0, 0]), BookError::Board { rules: "4x4x3".into() });
    assert_eq!(forged("4x4x3:drop 03", &[0]), BookError::Title { given: "4x4x3:drop 03".into() });
    let title = "a".repeat(300);
    assert_eq!(forged(&title, &[]), BookError::Title { given: String::new() });
    let error = |bytes: &[u8]| Draft::from_bytes(bytes).unwrap_err();
    assert_eq!(error(b"kinrow book 2\n"), BookError::Version { given: "2".into() });
    assert_eq!(error(b"kinrow proof 1\n"), BookError::Begin {});
}

#[test]
fn a_book_ends_where_positions_are_most() {
    let error = |game: &str, plies| Draft::new(rules(game), plies).unwrap_err();
    let game = String::from("3x3x1:drop");
    assert_eq!(error(&game, 2), BookError::Late { rules: game, plies: 2, fewer: 0 });
    let BookError::Late { fewer, .. } = error("3x3x3:drop", 9) else { panic!() };
    assert!(Draft::new(rules("3x3x3:drop"), fewer).is_ok());
    // Those of too many positions are refused without counting them: 7, 56, 252, 1,260, ... ways to lie, and more than 4,000,000 with 11 stones.
    for (game, plies, fewer) in [("7x6x4:drop", 11, 10), ("7x6x4:drop", 42, 10), ("9x9x5:drop", 30, 9)] {
        let rules = game.into();
        assert_eq!(error(game, plies), BookError::Plies { rules, plies, most: MOST_POSITIONS, fewer });
    }
    assert!(matches!(error("7x6x4:drop,misere", 2), BookError::Board { .. }));
}

/// With a book the value, the distance and the move are those of a search, and the solution says where they are from.
#[test]
fn a_solver_with_a_book_says_the_same() {
    use crate::solve::{SolveOptions, Solver};
    use kinrow_agent::{Ignore, Limits, Thinking};
    use kinrow_game::Position;

    let book = Arc::new(made("5x4x4:drop", 3, 1).finish().unwrap());
    let options = SolveOptions { distance: true, megabytes: 16, ..SolveOptions::default() };
    let mut plain = Solver::new(options);
    let mut informed = Solver::new(options).with_books(Books::Given(book));
    let mut ignore = Ignore;
    for board in all_positions("5x4x4:drop", 4) {
        let mut solve = |solver: &mut Solver| {
            let mut thinking = Thinking::new(Stop::new(), &mut ignore);
            solver.solve(&Position::One(board), &Limits::NONE, &mut thinking).unwrap()
        };
        let (searched, found) = (solve(&mut plain), solve(&mut informed));
        assert_eq!((found.outcome, found.plies, found.mv), (searched.outcome, searched.plies, searched.mv));
        assert!(searched.line.starts_with(&found.line) && !searched.is_from_book);
        assert_eq!(found.is_from_book, board.placed() <= 3);
    }
    assert!(Books::Shipped.get(rules("5x4x4:drop")).is_none());
}

/// The first player wins with the 41st stone.
#[test]
fn the_book_of_connect_four_is_sound() {
    let book = Book::shipped(rules("7x6x4:drop")).unwrap();
    assert_eq!((book.plies(), book.positions()), (4, 719));
    let layout = Layout::<u64>::new(book.rules()).unwrap();
    let empty = Node::new(&layout, 0, 0);
    assert_eq!(score::plies(42, 0, book.score(&layout, &empty).unwrap()), Some(41));
}
