//! Puzzles as they are made, read and solved.

use std::collections::HashSet;

use kinrow_agent::{Limits, Seed, Stop};
use kinrow_engine::{ThreatVerdict, find_win, first_moves};
use kinrow_game::{Explain, Game, Point, Position};
use kinrow_players::catalogue;
use kinrow_study::puzzles::{
    Attempt, Finder, Flaw, GRADES, Judged, Puzzle, PuzzleError, PuzzleSet, PuzzlesError, Right, SelfPlay,
    Threats, Wanted, solve,
};

fn made(board: &str, count: usize, kinds: &[Threats], seed: u64) -> PuzzleSet {
    let rules = board.parse().unwrap();
    let wanted = Wanted { rules, count, kinds: kinds.to_vec(), nodes: 1_000 };
    let mut finder = Finder::new(wanted).unwrap();
    let mut games = SelfPlay::new(rules, Seed(seed)).unwrap();
    while !finder.is_done() && finder.games < 200 {
        let positions = games.next_game(&Stop::new()).unwrap();
        finder.look(&positions, &Stop::new());
    }
    PuzzleSet { made_by: "a test".into(), puzzles: finder.puzzles }
}

#[test]
fn what_is_made_has_one_solution_and_is_read_back() {
    for (board, count, kinds) in [
        ("15x15x5", 1, &[Threats::Vcf, Threats::Vct][..]),
        ("10x10x4", 3, &[Threats::Vcf]),
        ("15x15x5:renju", 1, &[Threats::Vct]),
    ] {
        let set = made(board, count, kinds, 1);
        assert_eq!(set.puzzles.len(), count, "{board}");
        assert_eq!(PuzzleSet::parse(&set.to_text(), "made"), Ok(set.clone()));
        for puzzle in &set.puzzles {
            assert!(kinds.contains(&puzzle.kind));
            check(puzzle, 1_000);
        }
    }
    let again = [1, 2].map(|seed| made("10x10x4", 3, &[Threats::Vcf], seed).to_text());
    assert_eq!(made("10x10x4", 3, &[Threats::Vcf], 1).to_text(), again[0]);
    assert_ne!(again[0], again[1]);
}

/// Exactly one first move wins, none of the others does, and a puzzle of threes has no win by fours.
fn check(puzzle: &Puzzle, nodes: u64) {
    let Puzzle { position, kind, .. } = puzzle;
    let firsts = first_moves(position, *kind, nodes, &Stop::new());
    let wins = firsts.iter().filter(|(_, verdict)| matches!(verdict, ThreatVerdict::Win(_)));
    assert_eq!(wins.map(|(point, _)| *point).collect::<Vec<_>>(), [puzzle.solution()], "{puzzle}");
    assert!(firsts.iter().all(|(_, verdict)| *verdict != ThreatVerdict::Unknown), "{puzzle}");
    if *kind == Threats::Vct {
        assert_eq!(find_win(position, Threats::Vcf, nodes, &Stop::new()), ThreatVerdict::None, "{puzzle}");
    }
    assert!(puzzle.plies() >= if *kind == Threats::Vcf { 5 } else { 7 }, "{puzzle}");
}

#[test]
fn the_starter_set_is_what_it_says() {
    let set = PuzzleSet::starter().unwrap();
    assert_eq!(set.puzzles.len(), 200);
    let of_board = |board: &str| {
        set.puzzles.iter().filter(|puzzle| puzzle.position.rules().to_string() == board).count()
    };
    assert!(of_board("15x15x5") >= 100);
    for board in ["10x10x4", "15x15x6", "9x9x5", "15x15x5:exact", "15x15x5:renju"] {
        assert!(of_board(board) >= 5, "{board}");
    }
    for kind in [Threats::Vcf, Threats::Vct] {
        assert!(set.puzzles.iter().filter(|puzzle| puzzle.kind == kind).count() >= 40, "{kind:?}");
    }
    for grade in 1..=GRADES {
        assert!(set.puzzles.iter().any(|puzzle| puzzle.grade() == grade), "grade {grade}");
    }
    let different: HashSet<String> = set.puzzles.iter().map(|puzzle| puzzle.position.to_string()).collect();
    assert_eq!(different.len(), 200);
    set.puzzles.iter().for_each(|puzzle| check(puzzle, Wanted::NODES));
}

/// Four and three at k8 in three moves; l8, the other four, wins too, but takes threes.
const FOUR_THREE: &str =
    "15x15x5 15/15/2O12/3O9O1/15/15/15/6OXXX5/10X4/10X4/15/15/12O2/15/15 x | vcf | 5 | 1 | k8 l8 k9 k10 k5";

fn line(text: &str) -> Result<Puzzle, String> {
    Puzzle::parse(text).map_err(|error| error.key().to_string())
}

#[test]
fn every_part_of_a_line_is_checked() {
    let with = |old: &str, new: &str| line(&FOUR_THREE.replacen(old, new, 1));
    let wrong = |old: &str, new: &str| with(old, new).unwrap_err();
    assert_eq!(wrong(" | 5 ", " "), "puzzle-parts");
    assert_eq!(wrong("15x15x5", "15x15x5:misere"), "puzzle-board");
    assert_eq!(wrong("15x15x5 15/", "15x15x5 14/"), "position-row");
    assert_eq!(wrong("vcf", "vcx"), "puzzle-kind");
    assert_eq!(wrong("vcf", "vct"), "puzzle-only-fours");
    assert_eq!(wrong("| 5 |", "| 7 |"), "puzzle-plies");
    assert_eq!(wrong("| 5 |", "| x |"), "puzzle-plies");
    assert_eq!(wrong("| 1 |", "| 2 |"), "puzzle-grade");
    assert_eq!(wrong(" k5", ""), "puzzle-no-win");
    assert_eq!(wrong("k8 l8", "k8 k8"), "moves-number");
    assert_eq!(wrong("k8 l8 k9", "a1 a2 k8"), "puzzle-no-win");
    let over = "3x3x3 XXX/OO1/3 o | vcf | 1 | 1 | a1";
    assert_eq!(line(over).unwrap_err(), "puzzle-over");
}

#[test]
fn files_of_other_kinds_and_versions_are_refused() {
    let error = |text: &str| PuzzleSet::parse(text, "f").unwrap_err();
    assert_eq!(error(""), PuzzlesError::Puzzles(PuzzleError::Begin { path: "f".into() }));
    assert_eq!(error("# kinrow openings"), PuzzlesError::Puzzles(PuzzleError::Begin { path: "f".into() }));
    let other = PuzzleError::Version { path: "f".into(), given: "2".into(), known: 1 };
    assert_eq!(error("kinrow puzzles 2 # later\n"), PuzzlesError::Puzzles(other));
    assert_eq!(
        error("kinrow puzzles 1\n# none\n\n"),
        PuzzlesError::Puzzles(PuzzleError::Empty { path: "f".into() })
    );
    let wrong = error("kinrow puzzles 1\n\nnonsense # here\n");
    assert!(wrong.to_string().starts_with("f, line 3: a puzzle has five parts"), "{wrong}");
    let board = Finder::new(Wanted {
        rules: "7x6x4:drop".parse().unwrap(),
        count: 1,
        kinds: vec![Threats::Vcf],
        nodes: 1,
    });
    assert_eq!(board.err(), Some(Flaw::Board { rules: "7x6x4:drop".into() }));
}

fn point(position: &Position, name: &str) -> Point {
    position.parse_move(name).unwrap()
}

/// The puzzle above as the search has it.
fn four_three() -> Puzzle {
    let position: Position = FOUR_THREE.split(" | ").next().unwrap().parse().unwrap();
    let ThreatVerdict::Win(line) = find_win(&position, Threats::Vcf, 10_000, &Stop::new()) else {
        panic!("no win by fours")
    };
    Puzzle { position, kind: Threats::Vcf, line }
}

#[test]
fn an_attempt_goes_on_with_right_moves_only() {
    let puzzle = four_three();
    let mut attempt = Attempt::new(&puzzle);
    let stop = Stop::new();
    assert_eq!(attempt.answer(point(&puzzle.position, "l8"), &stop), Judged::WinsOtherwise);
    assert_eq!(attempt.answer(point(&puzzle.position, "a1"), &stop), Judged::Wrong);
    assert_eq!(attempt.position(), &puzzle.position);
    let reply = point(&puzzle.position, "l8");
    assert_eq!(attempt.answer(point(&puzzle.position, "k8"), &stop), Judged::Right(reply));
    let next = attempt.line()[0];
    assert!(matches!(attempt.answer(next, &stop), Judged::Right(_)));
    let last = attempt.line()[0];
    assert_eq!(attempt.answer(last, &stop), Judged::Solved);
    assert!(attempt.position().outcome().is_some() && attempt.line().is_empty());
}

#[test]
fn agents_are_judged_by_their_first_move() {
    let puzzles = [four_three()];
    let answers = |agent: &str| {
        let mut agent = catalogue::build(&agent.parse().unwrap(), Seed(1)).unwrap();
        let limits = Limits { nodes: Some(10_000), ..Limits::NONE };
        let mut told = 0;
        let solved = solve(&puzzles, &mut agent, &limits, &Stop::new(), &mut |done| told = done).unwrap();
        assert_eq!((solved.answers.len(), solved.is_stopped, told), (1, false, 1));
        solved
    };
    let engine = answers("engine:memory=4");
    assert_eq!(engine.answers[0].right, Right::Yes);
    let graded = engine.of_grade(&puzzles, Some(1));
    assert_eq!((graded.puzzles, graded.right, graded.otherwise, graded.proven), (1, 1, 0, 1));
    assert_eq!(engine.of_grade(&puzzles, Some(2)).puzzles, 0);
    let random = answers("random");
    assert_eq!(random.answers[0].right, Right::No);
    assert_eq!(random.to_json(&puzzles, "random", &Limits::NONE)["all"]["right"], 0);
}
