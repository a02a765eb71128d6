//! What the checker accepts and what it refuses, with certificates made by hand.

#![allow(clippy::unwrap_used)]

use kinrow_game::{Board, Game, Geometry, Outcome, Position, Side, scramble};
use kinrow_proof::{
    Certificate, CheckError, Claim, Goal, Link, Node, Nodes, ReadError, Statement, cell_of, check,
};
use kinrow_testing::naive::Naive;
use proptest::prelude::*;

fn to(node: u32) -> Link {
    Link { node, symmetry: 0 }
}

fn nodes(list: &[Node]) -> Nodes {
    let mut nodes = Nodes::default();
    for node in list {
        nodes.push(node);
    }
    nodes
}

fn certificate(position: &str, side: Side, goal: Goal, list: &[Node]) -> Certificate {
    let claims = vec![Claim { side, goal, nodes: nodes(list) }];
    Certificate { position: position.parse().unwrap(), claims }
}

fn checked(position: &str, side: Side, goal: Goal, list: &[Node]) -> Result<(), CheckError> {
    check(&certificate(position, side, goal, list))
}

const WITHIN_1: Goal = Goal::Wins { within: 1 };
const WITHIN_3: Goal = Goal::Wins { within: 3 };

/// X at two corners and the centre: the third corner threatens twice.
const FORK: &str = "3x3x3 X1O/2O/X2 x";

#[test]
fn small_proofs_are_accepted() {
    checked("3x3x3 XX1/OO1/3 x", Side::X, WITHIN_1, &[Node::Complete(2)]).unwrap();
    let fork = [Node::answered_at_once(), Node::Play(8, to(0))];
    let with_answer = [Node::Complete(3), Node::only_answer(7, to(0)), Node::Play(8, to(1))];
    // The fork threatens b1, and the left column is threatened already.
    assert_eq!(checked(FORK, Side::X, WITHIN_3, &fork), Ok(()));
    assert_eq!(checked(FORK, Side::X, WITHIN_3, &with_answer), Ok(()));
    checked("3x3x3 XOX/XOO/OX1 x", Side::O, Goal::Holds, &[Node::Pairs(vec![])]).unwrap();
    // The full board: nothing is left to answer.
    let last = [Node::Answers { each: vec![], rest: None }, Node::Play(8, to(0))];
    checked("3x3x3 XOX/XOO/OX1 x", Side::X, Goal::Holds, &last).unwrap();
}

#[test]
fn each_fault_is_named() {
    let refused = |position, side, goal, list: &[Node]| checked(position, side, goal, list).unwrap_err();
    let x_to_win = "3x3x3 XX1/OO1/3 x";
    let x = |list: &[Node]| refused(x_to_win, Side::X, WITHIN_1, list);
    let point = |name: &str| name.to_string();
    assert_eq!(x(&[Node::Complete(2), Node::Complete(2)]), CheckError::Unused { node: 0 });
    assert_eq!(x(&[Node::answered_at_once()]), CheckError::Turn { node: 0 });
    assert_eq!(x(&[Node::Complete(3)]), CheckError::Taken { node: 0, point: point("a2") });
    assert_eq!(x(&[Node::Complete(77)]), CheckError::Taken { node: 0, point: point("77") });
    assert_eq!(x(&[Node::Complete(8)]), CheckError::NoRow { node: 0, point: point("c1") });
    assert_eq!(
        refused(x_to_win, Side::X, Goal::Wins { within: 0 }, &[Node::Complete(2)]),
        CheckError::Plies { node: 0 }
    );
    assert_eq!(x(&[Node::Pairs(vec![])]), CheckError::PairsWin { node: 0 });
    let turned = [Node::answered_at_once(), Node::Play(5, Link { node: 0, symmetry: 4 })];
    let oblong = refused("4x3x3 4/4/4 x", Side::X, WITHIN_3, &turned);
    assert_eq!(oblong, CheckError::Symmetry { node: 1 }, "a board that is not square has four");
    // O wins instead.
    let ignored = [Node::answered_at_once(), Node::Play(8, to(0))];
    assert_eq!(
        refused(x_to_win, Side::X, WITHIN_3, &ignored),
        CheckError::EnemyRow { node: 0, side: Side::O }
    );
    // One way to win is blocked.
    let single = [Node::answered_at_once(), Node::Play(4, to(0))];
    assert!(matches!(
        refused("3x3x3 X1O/3/3 x", Side::X, WITHIN_3, &single),
        CheckError::Unanswered { node: 0, .. }
    ));
    // The fork takes three plies, not two.
    let fork = [Node::answered_at_once(), Node::Play(8, to(0))];
    assert_eq!(
        refused(FORK, Side::X, Goal::Wins { within: 2 }, &fork).to_string(),
        "not proven: node 0 says nothing about the answer b3"
    );
    let rest = [Node::Complete(3), Node::Answers { each: vec![], rest: Some(to(0)) }, Node::Play(8, to(1))];
    assert_eq!(refused(FORK, Side::X, WITHIN_3, &rest), CheckError::NoRest { node: 1 });
    let last = [Node::answered_at_once(), Node::Play(8, to(0))];
    assert_eq!(refused("3x3x3 XOX/XOO/OX1 x", Side::X, WITHIN_3, &last), CheckError::Full { node: 0 });
    // Two plays of O, one node after both.
    let shared = [Node::Complete(2), Node::Answers { each: vec![(2, to(0)), (6, to(0))], rest: Some(to(0)) }];
    assert!(matches!(
        refused("3x3x3 XX1/1O1/3 o", Side::X, Goal::Wins { within: 2 }, &shared),
        CheckError::Shared { node: 0 }
    ));
    for rules in ["7x6x4:drop", "3x3x3:misere", "15x15x5:renju"] {
        let certificate = Certificate { position: Position::new(rules.parse().unwrap()), claims: vec![] };
        assert_eq!(check(&certificate), Err(CheckError::Rules { rules: rules.into() }));
    }
    assert_eq!(refused("3x3x3 XXX/OO1/3 o", Side::X, WITHIN_1, &[Node::Complete(5)]), CheckError::Over {});
}

#[test]
fn pairs_must_be_pairs_and_enough() {
    let hold = |position, pairs: &[(u16, u16)]| {
        checked(position, Side::O, Goal::Holds, &[Node::Pairs(pairs.to_vec())]).is_ok()
    };
    assert!(!hold("3x3x3 X1O/3/O1X x", &[]), "X completes the diagonal");
    let lone = "4x4x4 4/4/4/4 x";
    let every_row = [(0, 4), (8, 12), (1, 2), (13, 14), (5, 10), (6, 9), (3, 7), (11, 15)];
    assert!(!hold(lone, &every_row), "the rows in the middle have no pair");
    // A row of its own for each pair, on a board with two places for a row.
    let two = "4x2x4 4/4 x";
    assert!(hold(two, &[(0, 1), (4, 5)]));
    assert!(hold(two, &[]), "two empty rows of four weigh nothing");
    assert!(!hold(two, &[(0, 1), (1, 2)]), "pairs share a cell");
    assert!(!hold(two, &[(0, 0)]), "one cell is no pair");
    assert!(
        !hold(two, &[(0, 4)]),
        "a pair across two rows answers neither, and is in the way of weighing them"
    );
    assert!(!hold("4x2x4 XO2/4 x", &[(0, 2)]), "a stone stands there");
    // A move of X doubles what it has: with X to move three stones in a row are a win, with O to move they are not.
    assert!(!hold("4x2x4 XXX1/OOO1 x", &[]));
    assert!(hold("4x2x4 XXX1/OO2 o", &[]));
}

/// X has two open threes. Against an answer that stops neither it plays the upper one; the certificate lists the answers there and leaves
/// out all others.
fn two_threes(is_three: bool) -> Certificate {
    // Five stones of O either way, so that it is O's turn.
    let (row_12, far) = if is_three { ("2OOO10", "1O13") } else { ("2OO11", "1O12O") };
    let text = format!("15x15x5 15/15/15/{row_12}/15/15/15/7XXX5/15/15/15/7XXX5/15/{far}/O14 o");
    let geometry = Geometry::of("15x15x5".parse().unwrap());
    let cell = |column, row: u8| cell_of(geometry, geometry.point(column, 15 - row));
    let (f8, g8, k8, g4) = (cell(5, 8), cell(6, 8), cell(10, 8), cell(6, 4));
    let mut list = Vec::new();
    // The rest first, then the answers one by one.
    for play in [g8, g4, g4, g4] {
        list.push(Node::answered_at_once());
        list.push(Node::Play(play, to(list.len() as u32 - 1)));
    }
    list.push(Node::Answers { each: vec![(f8, to(3)), (g8, to(5)), (k8, to(7))], rest: Some(to(1)) });
    certificate(&text, Side::X, Goal::Wins { within: 4 }, &list)
}

/// A stray stone of O that makes a four would win the race: the same certificate is right while O has two in a row, and
/// wrong when it has three.
#[test]
fn a_counter_four_is_not_overlooked() {
    assert_eq!(check(&two_threes(false)), Ok(()));
    let refused = check(&two_threes(true)).unwrap_err();
    assert!(matches!(refused, CheckError::EnemyRow { side: Side::O, .. }), "{refused}");
}

/// Where the refutation needs a cell, a stray may not stand.
#[test]
fn a_stray_may_stand_in_the_way() {
    let whole = two_threes(false);
    let last = whole.claims[0].nodes.len() as u32 - 1;
    let Node::Answers { each, rest } = whole.claims[0].nodes.get(last) else {
        panic!("the root is O's move")
    };
    for left_out in 0..each.len() {
        let mut fewer = each.clone();
        fewer.remove(left_out);
        // Renumbered without the two nodes that nothing would refer to.
        let mut list: Vec<Node> = (0..last).map(|node| whole.claims[0].nodes.get(node)).collect();
        list.drain(2 + 2 * left_out..4 + 2 * left_out);
        for (number, node) in list.iter_mut().enumerate().skip(2) {
            if let Node::Play(cell, _) = *node {
                *node = Node::Play(cell, to(number as u32 - 1));
            }
        }
        let each = fewer.iter().enumerate().map(|(i, (cell, _))| (*cell, to(3 + 2 * i as u32))).collect();
        list.push(Node::Answers { each, rest });
        let cut = Certificate {
            claims: vec![Claim { nodes: nodes(&list), ..whole.claims[0].clone() }],
            ..whole.clone()
        };
        assert!(check(&cut).is_err(), "without answer {left_out}");
    }
}

#[test]
fn files_read_back_and_nothing_else_is_read() {
    let certificate = two_threes(false);
    let bytes = certificate.to_bytes();
    assert_eq!(Certificate::from_bytes(&bytes).as_ref(), Ok(&certificate));
    assert_eq!(certificate.statement(), Statement::Wins(Side::X, 4));
    for length in 0..bytes.len() {
        assert!(Certificate::from_bytes(&bytes[..length]).is_err(), "cut to {length}");
    }
    for at in 0..bytes.len() {
        for change in 1..=255 {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            assert!(Certificate::from_bytes(&changed).is_err(), "byte {at} by {change}");
        }
    }
    let longer = [&bytes[..], b"x"].concat();
    assert_eq!(Certificate::from_bytes(&longer), Err(ReadError::Sum {}));
    assert_eq!(Certificate::from_bytes(b"kinrow puzzles 1\n"), Err(ReadError::Begin {}));
    let newer = String::from_utf8_lossy(&bytes).replacen("proof 1", "proof 2", 1);
    assert_eq!(Certificate::from_bytes(newer.as_bytes()), Err(ReadError::Version { given: "2".into() }));
}

/// Whether a statement about a small position is true, by plain minimax.
fn is_true(certificate: &Certificate) -> bool {
    let Position::One(board) = certificate.position else { panic!("a small board") };
    let (outcome, plies) = Naive::default().value(&board);
    let for_side = |side: Side| if side == board.to_move() { outcome } else { outcome.for_opponent() };
    match certificate.statement() {
        Statement::Wins(side, within) => for_side(side) == Outcome::Win && plies <= u32::from(within),
        Statement::Holds(side) => for_side(side) != Outcome::Loss,
        Statement::Draw => outcome == Outcome::Draw,
    }
}

fn any_node(number: u32) -> impl Strategy<Value = Node> {
    let link = (0..number.max(1), 0u8..8).prop_map(|(node, symmetry)| Link { node, symmetry });
    let link = move || link.clone();
    let each = prop::collection::btree_map(0u16..9, link(), 0..4).prop_map(|each| each.into_iter().collect());
    let pairs = prop::collection::vec((0u16..9, 0u16..9), 0..3).prop_map(Node::Pairs);
    let with_links = prop_oneof![
        (0u16..9, link()).prop_map(|(cell, next)| Node::Play(cell, next)),
        (each, prop::option::of(link())).prop_map(|(each, rest)| Node::Answers { each, rest }),
    ];
    let end = prop_oneof![(0u16..9).prop_map(Node::Complete), pairs, Just(Node::answered_at_once()),];
    if number == 0 { end.boxed() } else { prop_oneof![end, with_links].boxed() }
}

fn any_nodes() -> impl Strategy<Value = Vec<Node>> {
    (1u32..5).prop_flat_map(|count| (0..count).map(|number| any_node(number).boxed()).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(20_000))]

    /// Whatever nodes are put together: what is accepted is true.
    #[test]
    fn garbage_proves_nothing_false(
        seed in 0u64..1000,
        stones in 2usize..8,
        is_exact in any::<bool>(),
        is_x in any::<bool>(),
        within in prop::option::of(0u16..6),
        list in any_nodes(),
    ) {
        let rules = if is_exact { "3x3x3:exact" } else { "3x3x3" }.parse().unwrap();
        let geometry = Geometry::of(rules);
        let mut order: Vec<usize> = geometry.points().map(kinrow_game::Point::index).collect();
        order.sort_by_key(|&point| scramble(scramble(seed) ^ point as u64));
        let (x, o) = order[..stones].split_at(stones.div_ceil(2));
        let board = Board::from_stones(rules, x.iter().copied().collect(), o.iter().copied().collect());
        if let Ok(board) = board {
            let side = if is_x { Side::X } else { Side::O };
            let goal = within.map_or(Goal::Holds, |within| Goal::Wins { within });
            let claims = vec![Claim { side, goal, nodes: nodes(&list) }];
            let certificate = Certificate { position: Position::One(board), claims };
            let read = Certificate::from_bytes(&certificate.to_bytes());
            prop_assert_eq!(read.as_ref(), Ok(&certificate));
            prop_assert!(check(&certificate).is_err() || is_true(&certificate), "{}", certificate.position);
        }
    }
}
