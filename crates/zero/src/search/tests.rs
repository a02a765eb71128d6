//! What the search calls certain against the solver, its determinism, and what its tree keeps.

use kinrow_agent::{Limits, Rng, Seed, Value, ask};
use kinrow_game::{Ending, Outcome, Side};
use kinrow_search::solve::SolverAgent;
use kinrow_testing::naive::Naive;

use super::*;
use crate::guides::Playouts;

const BOTH: [Algorithm; 2] = [Algorithm::Puct, Algorithm::Gumbel];

fn settings(algorithm: Algorithm, simulations: u32) -> Settings {
    Settings { algorithm, simulations, considered: 16, scale: SCALE, proves: true, explores: false }
}

/// A position after some random moves that does not end the game.
fn random_position(rules: &str, plies: u32, rng: &mut Rng) -> Board<1> {
    loop {
        let mut board = Board::<1>::new(rules.parse().unwrap());
        for _ in 0..plies {
            if board.outcome().is_none() {
                let moves: Vec<Point> = board.moves().collect();
                board = board.play(*rng.pick(&moves));
            }
        }
        if board.outcome().is_none() {
            return board;
        }
    }
}

fn show(board: &Board<1>) -> String {
    format!("{} {:?}", board.rules(), Side::BOTH.map(|side| board.stones(side)))
}

/// Whether a proof has the right result, and the true distance lies within its bounds.
fn holds(proof: Proof, (outcome, plies): (Outcome, u32)) -> bool {
    let within = u32::from(proof.least)..=u32::from(proof.most);
    proof.outcome == outcome && (outcome == Outcome::Draw || within.contains(&plies))
}

const SMALL: [&str; 6] = ["3x3x3", "4x3x3", "4x3x3:drop", "3x3x3:misere", "4x3x3:exact", "4x4x3:drop,misere"];

#[test]
fn what_is_forced_is_true() {
    let mut rng = Seed(1).rng();
    for rules in SMALL {
        let mut seen = [0; 4];
        let mut oracle = Naive::default();
        for i in 0..600 {
            let board = random_position(rules, 3 + i % 6, &mut rng);
            let forced = Forced::of(&board);
            seen[match forced {
                Forced::Win(_) => 0,
                Forced::Loss => 1,
                Forced::Only(_) => 2,
                Forced::Free => 3,
            }] += 1;
            for mv in board.moves() {
                if let Some(proof) = forced.of_move(mv) {
                    let wanted = oracle.move_value(&board, mv);
                    assert_eq!((proof.outcome, u32::from(proof.most)), wanted, "{} {mv:?}", show(&board));
                }
            }
            if let Some(proof) = forced.proof() {
                let wanted = oracle.value(&board);
                assert_eq!((proof.outcome, u32::from(proof.most)), wanted, "{}", show(&board));
            }
        }
        assert!(rules.contains("misere") || seen.iter().all(|&count| count > 0), "{rules}: {seen:?}");
    }
}

#[test]
fn what_is_proven_is_true_and_enough_simulations_prove() {
    let mut rng = Seed(2).rng();
    for rules in SMALL {
        let (mut oracle, mut exact) = (Naive::default(), 0);
        for i in 0..40 {
            let board = random_position(rules, 3 + i % 4, &mut rng);
            for algorithm in BOTH {
                let mut search = Search::new(board, Seed(9).rng());
                let mut proven = 0;
                for simulations in [8, 40_000] {
                    search.begin(settings(algorithm, simulations));
                    search.run(&mut Playouts { games: 1, seed: Seed(3) }, || true);
                    let found = search.found();
                    if let Some(proof) = found.proof {
                        proven += 1;
                        exact += u32::from(proof.least == proof.most && proof.most > 2);
                        let wanted = oracle.value(&board);
                        assert!(holds(proof, wanted), "{algorithm} {} {proof:?} {wanted:?}", show(&board));
                        assert_eq!(oracle.move_value(&board, found.mv).0, proof.outcome, "{rules}");
                    }
                    for of in &found.moves {
                        if let Some(proof) = of.proof {
                            let wanted = oracle.move_value(&board, of.mv);
                            assert!(holds(proof, wanted), "{} {of:?} {wanted:?}", show(&board));
                        }
                    }
                    let sum: f32 = found.moves.iter().map(|of| of.share).sum();
                    assert!((sum - 1.0).abs() < 1e-4, "{rules} {algorithm}: shares sum to {sum}");
                }
                assert!(proven > 0, "{algorithm} {}", show(&board));
            }
        }
        assert!(exact > 0, "{rules}: no distance beyond two plies was certain");
    }
}

/// On a board of real size, against the solver.
#[test]
fn proofs_agree_with_the_solver() {
    let mut rng = Seed(4).rng();
    let mut proven = 0;
    for i in 0..30 {
        let board = random_position("5x5x4", 8 + i % 8, &mut rng);
        let mut solver = SolverAgent::default();
        let Ok(decision) = ask(&mut solver, &board, &Limits::NONE) else { continue };
        let Value::Proven(exact) = decision.value else { continue };
        for algorithm in BOTH {
            let mut search = Search::new(board, Seed(1).rng());
            search.begin(settings(algorithm, 300));
            search.run(&mut Playouts { games: 1, seed: Seed(3) }, || true);
            if let Some(proof) = search.found().proof {
                proven += 1;
                // The solver need not know the distance.
                let wanted = (exact.outcome, exact.plies.unwrap_or(proof.most.into()));
                assert!(holds(proof, wanted), "{} {proof:?} {exact:?}", show(&board));
            }
        }
    }
    assert!(proven > 10, "{proven}");
}

/// Going on by a move keeps what is known; a search that goes on counts only its own simulations.
#[test]
fn the_tree_below_a_move_is_kept() {
    for algorithm in BOTH {
        let board = Board::<1>::new("6x6x4".parse().unwrap());
        let mut search = Search::new(board, Seed(1).rng());
        let mut evaluator = Playouts { games: 2, seed: Seed(3) };
        search.begin(settings(algorithm, 200));
        search.run(&mut evaluator, || true);
        assert_eq!(search.simulations(), 200);
        let found = search.found();
        let of = *found.moves.iter().find(|of| of.mv == found.mv).unwrap();
        search.advance(found.mv);
        assert_eq!(*search.root(), board.play(found.mv));
        search.begin(settings(algorithm, 50));
        let kept: u32 = search.found().moves.iter().map(|of| of.visits).sum();
        // The first visit of a move evaluates its position; the others go on below.
        assert_eq!(kept, of.visits - 1, "{algorithm}");
        search.run(&mut evaluator, || true);
        assert_eq!(search.simulations(), 50);
    }
}

#[test]
fn a_search_is_the_same_whenever_it_is_asked_and_noise_explores() {
    let board = Board::<1>::new("5x5x4".parse().unwrap());
    for algorithm in BOTH {
        let play = |explores: bool, seed: u64| {
            let mut search = Search::new(board, Seed(seed).rng());
            search.begin(Settings { explores, ..settings(algorithm, 24) });
            search.run(&mut Playouts { games: 1, seed: Seed(3) }, || true);
            search.found()
        };
        assert_eq!(play(false, 1), play(false, 2));
        assert_eq!(play(true, 1), play(true, 1));
        assert!((2..12).any(|seed| play(true, seed).moves != play(true, 1).moves), "{algorithm}");
    }
}

/// Guided by playouts it beats chance by far.
#[test]
fn it_plays_well() {
    for algorithm in BOTH {
        let mut points = 0.0;
        for game in 0..12 {
            let mut rng = Seed(7).derive("game", game).rng();
            let side = Side::BOTH[game as usize % 2];
            let mut board = Board::<1>::new("5x5x4".parse().unwrap());
            let ending: Ending = loop {
                if let Some(ending) = board.ending() {
                    break ending;
                }
                let mv = if board.to_move() == side {
                    let mut search = Search::new(board, Seed(1).rng());
                    search.begin(settings(algorithm, 60));
                    search.run(&mut Playouts { games: 2, seed: Seed(3) }, || true);
                    search.found().mv
                } else {
                    let moves: Vec<Point> = board.moves().collect();
                    *rng.pick(&moves)
                };
                board = board.play(mv);
            };
            points += ending.points(side);
        }
        assert!(points >= 10.0, "{algorithm}: {points} of 12");
    }
}

/// What a search tells is what it compares, and telling changes nothing.
#[test]
fn choices_are_told_with_the_terms_that_were_compared() {
    let mut rng = Seed(11).rng();
    for rules in ["5x5x4", "5x4x4:drop", "4x4x3"] {
        for algorithm in BOTH {
            let board = random_position(rules, 4, &mut rng);
            let search = |listens: bool| {
                let mut search = Search::new(board, Seed(1).rng());
                if listens {
                    search.listen();
                }
                search.begin(settings(algorithm, 120));
                search.run(&mut Playouts { games: 1, seed: Seed(3) }, || true);
                search
            };
            let mut told_of = search(true);
            assert_eq!(told_of.found(), search(false).found(), "{rules} {algorithm}");
            let (mut results, mut choices) = (0, 0);
            for told in told_of.take_told() {
                let Told::Choice { moves, chosen, .. } = told else {
                    results += 1;
                    continue;
                };
                choices += 1;
                let score = moves[chosen].score.expect("what is chosen was considered");
                assert!(moves.iter().all(|of| of.score.is_none_or(|other| other <= score)), "{algorithm}");
                let priors: f64 = moves.iter().map(|of| of.guide.prior).sum();
                assert!((priors - 1.0).abs() < 1e-4, "{priors}");
                for of in moves {
                    match (algorithm, of.score, of.guide.explore) {
                        (Algorithm::Puct, Some(score), Some(explore)) => {
                            assert!((of.guide.mean + explore - score).abs() < 1e-4, "{of:?}");
                        }
                        (Algorithm::Puct, _, explore) => assert!(explore.is_some()),
                        (Algorithm::Gumbel, _, explore) => assert!(explore.is_none()),
                    }
                    assert_eq!(of.guide.wanted.is_some(), algorithm == Algorithm::Gumbel);
                }
            }
            // The root's own opinion comes first.
            assert_eq!(results, told_of.simulations() + 1, "{rules} {algorithm}");
            assert!(choices >= told_of.simulations(), "{rules} {algorithm}");
            assert_eq!(told_of.take_told(), []);
        }
    }
}

/// The tree that is told is the one that was searched: every visited move once, with its visits.
#[test]
fn the_tree_is_told_with_its_priors() {
    let board = Board::<1>::new("4x4x4".parse().unwrap());
    for algorithm in BOTH {
        let mut search = Search::new(board, Seed(1).rng());
        search.begin(settings(algorithm, 200));
        search.run(&mut Playouts { games: 1, seed: Seed(3) }, || true);
        let limits = kinrow_agent::TreeLimits { depth: 9, nodes: 10_000 };
        let mut log = kinrow_agent::TreeLog::new(limits);
        search.tell_tree(limits, &mut log);
        let root = log.root().unwrap();
        assert_eq!((root.visits, root.guide), (Some(201), None));
        for of in search.found().moves {
            let child = root.children.iter().find(|child| child.mv == Some(of.mv));
            assert_eq!(child.map(|child| child.visits), (of.visits > 0).then_some(Some(of.visits.into())));
            if let Some(child) = child {
                assert!((child.guide.unwrap().prior - f64::from(of.prior)).abs() < 1e-9);
            }
        }
        let small = kinrow_agent::TreeLimits { depth: 2, nodes: 7 };
        let mut log = kinrow_agent::TreeLog::new(small);
        search.tell_tree(small, &mut log);
        let count = log.root().unwrap().children.iter().map(|child| 1 + child.children.len()).sum::<usize>();
        assert_eq!(count, 6, "{algorithm}");
    }
}
