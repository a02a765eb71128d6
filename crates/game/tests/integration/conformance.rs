//! The promises of [`Game`], kept by boards of every width and variant, by positions and by toy games; and games that
//! break one promise each, to see that the suite notices.

use kinrow_game::conformance::check;
use kinrow_game::{Board, Ending, Game, Geometry, Outcome, Position, Rules, Side, Tree};

fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

const VARIANTS: [&str; 8] =
    ["", ":exact", ":misere", ":drop", ":exact,misere", ":drop,exact", ":drop,misere", ":drop,exact,misere"];

/// Checks every variant on boards that need all `W` words.
fn check_width<const W: usize>(shapes: &[&str], games: u32) {
    for shape in shapes {
        for variant in VARIANTS {
            let rules = rules(&format!("{shape}{variant}"));
            check(&Board::<W>::new(rules), games);
        }
    }
}

#[test]
fn boards_of_one_word() {
    check_width::<1>(&["1x1x1", "1x1x2", "1x20x3", "20x1x5", "3x3x3", "7x6x4", "7x8x5"], 20);
}

#[test]
fn boards_of_two_words() {
    check_width::<2>(&["8x8x4", "9x9x5", "15x8x6"], 4);
}

#[test]
fn boards_of_four_words() {
    check_width::<4>(&["12x12x5", "15x15x5", "20x12x7"], 1);
}

#[test]
fn boards_of_seven_words() {
    check_width::<7>(&["16x16x5", "20x20x6"], 1);
}

#[test]
fn renju_boards() {
    check(&Board::<1>::new(rules("7x7x5:renju")), 20);
    check(&Board::<2>::new(rules("9x9x5:renju")), 10);
    check(&Board::<4>::new(rules("15x15x5:renju")), 3);
    check(&Board::<7>::new(rules("20x20x5:renju")), 1);
}

/// A board may be wider than it needs to be.
#[test]
fn boards_with_words_to_spare() {
    check(&Board::<7>::new(rules("3x3x3")), 20);
    check(&Board::<4>::new(rules("7x6x4:drop")), 5);
}

#[test]
fn positions() {
    for text in
        ["1x1x1", "3x3x3:misere", "7x6x4:drop", "9x9x5:exact", "9x9x5:renju", "15x15x5:renju", "20x20x5:drop"]
    {
        check(&Position::new(rules(text)), 2);
    }
    // From the middle of a game, and from its end.
    for text in ["3x3x3 X1O/1X1/3 o", "3x3x3 XXX/OO1/3 o", "7x3x5:renju XXX1XXX/OOOXOOO/OOXXXOO x"] {
        check(&text.parse::<Position>().unwrap(), 5);
    }
}

#[test]
fn every_width_is_picked_for_the_boards_that_need_it() {
    for (text, words) in
        [("7x8x5", 1), ("8x8x4", 2), ("15x8x6", 2), ("12x12x5", 3), ("20x12x7", 4), ("16x16x5", 5)]
    {
        assert_eq!(Geometry::of(rules(text)).words(), words, "{text}");
        let position = Position::new(rules(text));
        let is_right = match words {
            1 => matches!(position, Position::One(_)),
            2 => matches!(position, Position::Two(_)),
            3 | 4 => matches!(position, Position::Four(_)),
            _ => matches!(position, Position::Seven(_)),
        };
        assert!(is_right, "{text}");
    }
}

#[test]
fn toy_games() {
    for text in ["1", "0", "-1", "(1)", "(1 0 -1)", "(1 (0 -1) 1)", "((1 -1) (0 (1 1)))", "((((((0))))))"] {
        let tree: Tree = text.parse().unwrap();
        check(&tree, 10);
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    ListsAMoveTwice,
    LeavesAMoveOut,
    GoesOnAfterTheEnd,
    DisownsItsMoves,
    SkipsATurn,
    SharesAKey,
    MiscountsMovesLeft,
    ForgetsItsStart,
    PlaysOutToSomethingElse,
}

/// A toy game with one fault.
#[derive(Clone, PartialEq, Debug)]
struct Faulty {
    tree: Tree,
    fault: Fault,
}

impl Game for Faulty {
    type Move = usize;

    fn start(&self) -> Self {
        let tree = if self.fault == Fault::ForgetsItsStart { self.tree.clone() } else { self.tree.start() };
        Faulty { tree, ..*self }
    }

    fn moves(&self) -> impl Iterator<Item = usize> {
        let mut moves: Vec<usize> = self.tree.moves().collect();
        match self.fault {
            Fault::ListsAMoveTwice => moves.extend_from_within(..moves.len().min(1)),
            Fault::LeavesAMoveOut => moves.truncate(moves.len().saturating_sub(1)),
            Fault::GoesOnAfterTheEnd if moves.is_empty() => moves.push(0),
            _ => {}
        }
        moves.into_iter()
    }

    fn play(&self, mv: usize) -> Self {
        Faulty { tree: self.tree.play(mv), ..*self }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.tree.outcome()
    }

    fn to_move(&self) -> Side {
        if self.fault == Fault::SkipsATurn { Side::X } else { self.tree.to_move() }
    }

    fn key(&self) -> u64 {
        if self.fault == Fault::SharesAKey { 0 } else { self.tree.key() }
    }

    fn is_legal(&self, mv: usize) -> bool {
        self.fault != Fault::DisownsItsMoves && self.tree.is_legal(mv)
    }

    fn moves_left(&self) -> u32 {
        if self.fault == Fault::MiscountsMovesLeft { 5 } else { self.tree.moves_left() }
    }

    fn playout(&self, below: &mut impl FnMut(u32) -> u32) -> Ending {
        let ending = self.tree.playout(below);
        if self.fault == Fault::PlaysOutToSomethingElse && ending == Ending::Drawn {
            return Ending::Won(Side::X);
        }
        ending
    }
}

#[test]
fn the_suite_notices_a_broken_promise() {
    let complaint = |fault| {
        let game = Faulty { tree: "((0) (0))".parse().unwrap(), fault };
        let answer = std::panic::catch_unwind(|| check(&game, 1));
        answer.err().map(|panic| *panic.downcast::<String>().unwrap())
    };
    assert_eq!(complaint(Fault::None), None);
    for (fault, promise) in [
        (Fault::ListsAMoveTwice, "each move once"),
        (Fault::LeavesAMoveOut, "no moves exactly when over"),
        (Fault::GoesOnAfterTheEnd, "no moves exactly when over"),
        (Fault::DisownsItsMoves, "a listed move is legal"),
        (Fault::SkipsATurn, "sides take turns"),
        (Fault::SharesAKey, "another position has another key"),
        (Fault::MiscountsMovesLeft, "moves run out"),
        (Fault::ForgetsItsStart, "all positions of a game share its start"),
        (Fault::PlaysOutToSomethingElse, "a playout from the end is that end"),
    ] {
        let complaint = complaint(fault).unwrap_or_else(|| panic!("{fault:?} goes unnoticed"));
        assert!(complaint.contains(promise), "{fault:?}: {complaint}");
    }
}
