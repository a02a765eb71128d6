//! Even openings: legal, different, the same from the same seed, and refused in one sentence when there are too few.

use super::*;
use crate::FileOpenings;
use proptest::prelude::*;

fn wanted(board: &str, count: u32, agent: &str) -> Wanted {
    Wanted {
        rules: board.parse().unwrap(),
        count,
        plies: None,
        agent: (!agent.is_empty()).then(|| agent.parse().unwrap()),
        limits: Limits { nodes: Some(300), ..Limits::NONE },
        within: Wanted::WITHIN,
        seed: Seed(1),
    }
}

fn find(wanted: &Wanted) -> Result<Balanced, BalancedError> {
    find_balanced(wanted, &Stop::new(), &mut |_| {})
}

const QUICK: &str = "alphabeta:depth=2,eval=runs,near=1";

#[test]
fn a_file_of_them_can_be_read_back() {
    let found = find(&wanted("15x15x5", 6, QUICK)).unwrap();
    let text = found.to_text();
    let command = "# kinrow openings --board 15x15x5 --balanced 6 --agent 'alphabeta:depth=2,eval=runs,near=1' \
                   --limit nodes=300 --plies 5 --within 0.1 --seed 1\n";
    assert!(text.starts_with(command), "{text}");
    let read = FileOpenings::parse("15x15x5".parse().unwrap(), &text, "even.txt").unwrap();
    assert_eq!((read.count(), found.plies()), (6, 5));
    for (number, opening) in found.openings.iter().enumerate() {
        assert_eq!(read.get(number as u64), opening.moves);
    }
    // Points: a fifth of what was weighed, and nothing closer to zero was left out.
    assert_eq!(found.weighed, 30);
}

#[test]
fn points_are_ranked_and_results_are_not() {
    let opening = |balance| EvenOpening { moves: Vec::new(), balance };
    let balances = [5, -1, 40, -7, 2, 1, 9, -3, 30, 1].map(|points| Balance::Points(points.into()));
    let weighed = balances.map(opening).to_vec();
    let kept = |within, weighed: &[EvenOpening]| -> Vec<Balance> {
        let mut sieve = Sieve::new(within);
        weighed.iter().for_each(|opening| sieve.add(opening.clone()));
        let found = sieve.found();
        let even = sieve.even(found);
        assert_eq!(even.len(), found);
        even.iter().map(|opening| opening.balance).collect()
    };
    assert_eq!(kept(0.1, &weighed), [Balance::Points(-1.0), Balance::Points(1.0)]);
    assert_eq!(kept(0.25, &weighed).len(), 5);
    assert_eq!(kept(0.5, &weighed), balances);
    let decided =
        [Outcome::Win, Outcome::Draw, Outcome::Loss].map(|outcome| opening(Balance::Decided(outcome)));
    assert_eq!(kept(0.5, &decided), [Balance::Decided(Outcome::Draw)]);
    let chances = [0.39, 0.41, 0.6, 0.61].map(|chance| opening(Balance::Chance(chance)));
    assert_eq!(kept(0.1, &chances), [Balance::Chance(0.41), Balance::Chance(0.6)]);
}

#[test]
fn what_is_impossible_is_refused() {
    let refused = |wanted: Wanted, words: &str| {
        let error = find(&wanted).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    let small = || wanted("3x3x3", 3, "alphabeta");
    for within in [0.0, -0.1, 0.51, f64::NAN] {
        refused(Wanted { within, ..small() }, "is not a distance from even");
    }
    refused(Wanted { plies: Some(9), ..small() }, "3x3x3 has no opening of that many moves (9)");
    refused(wanted("5x5x1", 1, ""), "5x5x1 has no opening");
    refused(
        Wanted { count: 1000, limits: Limits::NONE, ..small() },
        "of 1,000 even openings of 3x3x3 were found",
    );
    refused(wanted("3x3x3", 3, "random"), "random does not say how good a position is");
    let stop = Stop::new();
    stop.stop();
    let error = find_balanced(&small(), &stop, &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "stopped after 0 of 3 openings; nothing was written");
}

#[test]
fn every_opening_of_a_small_board_is_found() {
    // Two plies of tic-tac-toe: 12 openings up to symmetry. X wins against a wrong answer: against an edge where it has the
    // centre, against all but the centre where it has a corner, and where it has an edge against the other corners and the edges beside it.
    let all = |count| {
        find(&Wanted { plies: Some(2), count, limits: Limits::NONE, ..wanted("3x3x3", count, "solve") })
    };
    assert_eq!(all(5).unwrap().openings.len(), 5);
    let error = all(6).unwrap_err().to_string();
    assert!(error.starts_with("only 5 of 6 even openings of 3x3x3 were found among 12"), "{error}");
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(24))]

    #[test]
    fn openings_are_legal_different_even_and_repeatable(
        (board, agent) in prop_oneof![
            Just(("15x15x5", QUICK)), Just(("20x20x5:exact", QUICK)), Just(("15x15x5:renju", QUICK)),
            Just(("7x6x4:drop", "mcts:playouts=50")), Just(("6x6x4", "mcts:playouts=50")), Just(("4x4x3:misere", "mcts:playouts=50")),
            Just(("3x3x3", "alphabeta")), Just(("9x9x5", "")),
        ],
        count in 1u32..5,
        seed in 0u64..1000,
    ) {
        let wanted = Wanted { within: 0.25, seed: Seed(seed), ..wanted(board, count, agent) };
        let mut heard = Vec::new();
        let found = find_balanced(&wanted, &Stop::new(), &mut |sifted| heard.push(sifted)).unwrap();
        prop_assert_eq!(found.openings.len(), count as usize);
        prop_assert_eq!(heard.last().copied(), Some(Sifted { weighed: found.weighed, found: count as usize }));
        let mut classes = HashSet::new();
        for EvenOpening { moves, balance } in &found.openings {
            prop_assert_eq!(moves.len(), usize::from(found.plies()));
            let mut position = Position::new(wanted.rules);
            for &mv in moves {
                position = position.try_play(mv).unwrap();
            }
            prop_assert!(position.outcome().is_none());
            prop_assert!(classes.insert(class(&position)));
            match balance {
                Balance::Chance(chance) => prop_assert!((0.25..=0.75).contains(chance)),
                Balance::Points(_) => {}
                balance => prop_assert_eq!(*balance, Balance::Decided(Outcome::Draw)),
            }
        }
        prop_assert_eq!(find(&wanted).unwrap().to_text(), found.to_text());
    }
}
