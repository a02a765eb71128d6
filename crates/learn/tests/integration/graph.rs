//! The graph that learners walk through: what has a number, what has a place, and where links lead.

use kinrow_agent::{Budget, Limits, Seed, Stop, Stopped};
use kinrow_game::Game;
use kinrow_learn::{Graph, GraphError, Id};

#[test]
fn tic_tac_toe_has_5478_positions_and_765_classes() {
    for (is_symmetric, positions) in [(false, 5478), (true, 765)] {
        let mut graph = Graph::<1>::new("3x3x3".parse().unwrap(), is_symmetric, 10_000);
        graph.complete(&mut Budget::unlimited()).unwrap();
        assert_eq!((graph.len(), graph.ids().count()), (positions, positions));
        for id in graph.ids() {
            let board = graph.board(id);
            assert_eq!(graph.find(&board), Some(id));
            let successors: Vec<Id> = board.moves().map(|mv| graph.find(&board.play(mv)).unwrap()).collect();
            assert_eq!(graph.known_successors(id), successors);
            assert_eq!((graph.to_move(id), graph.ending(id)), (board.to_move(), board.ending()));
        }
    }
}

#[test]
fn too_many_positions_and_too_little_time_are_said() {
    let mut graph = Graph::<1>::new("3x3x3".parse().unwrap(), false, 100);
    let error = graph.complete(&mut Budget::unlimited()).unwrap_err().to_string();
    assert!(error.contains("more than 100 positions"), "{error}");
    assert_eq!(graph.len(), 100);
    let limits = Limits { nodes: Some(500), ..Limits::NONE };
    let mut graph = Graph::<1>::new("3x3x3".parse().unwrap(), false, 10_000);
    let stopped = graph.complete(&mut Budget::of_nodes(&limits, &Stop::new()));
    assert!(matches!(stopped, Err(GraphError::Stopped { .. })));
}

/// Random games, with places for a third of what they meet: whatever has a place is linked to from everywhere, and a
/// stand-in knows how the game ends.
#[test]
fn links_are_right_whatever_was_met_in_whatever_order() {
    for (rules, is_symmetric) in
        [("3x3x3", false), ("3x3x3:misere", true), ("4x4x3", true), ("4x4x3:drop", true), ("4x3x3", false)]
    {
        let (mut rng, mut budget) = (Seed(1).rng(), Budget::unlimited());
        let mut graph = Graph::<1>::new(rules.parse().unwrap(), is_symmetric, 100_000);
        for _ in 0..60 {
            let mut at = Graph::<1>::START;
            while graph.ending(at).is_none() {
                let board = graph.board(at);
                let links = graph.successors(at, &mut budget).unwrap().to_vec();
                for (mv, link) in board.moves().zip(links) {
                    let next = board.play(mv);
                    assert_eq!(graph.ending(link), next.ending());
                    let known = graph.find(&next).filter(|&id| graph.has_place(id));
                    assert!(known.is_none_or(|id| id == link), "{rules}: {mv:?} of {board:?}");
                }
                let choice = rng.below(graph.leave(at, &mut budget).unwrap() as u32) as usize;
                at = graph.enter(at, choice).unwrap();
                if rng.below(3) == 0 && !graph.has_place(at) {
                    assert!(graph.hold(at));
                    graph.announce(at);
                }
            }
        }
        assert!(graph.len() > 2 * graph.taken() && graph.taken() > 50, "{rules}: {}", graph.taken());
    }
}

#[test]
fn only_visited_positions_have_a_number() {
    let mut graph = Graph::<1>::new("5x5x4".parse().unwrap(), false, 100);
    let mut budget = Budget::unlimited();
    assert_eq!(graph.successors(Graph::<1>::START, &mut budget).unwrap(), [0; 25]);
    graph.enter(Graph::<1>::START, 7).unwrap();
    assert_eq!((graph.len(), graph.taken()), (2, 0));
}

/// With links or without, a step leads to the same position, and to no number where the game ends.
#[test]
fn a_step_needs_no_links() {
    for (rules, is_symmetric) in [("3x3x3", false), ("3x3x3:misere", true), ("4x4x3:drop", true)] {
        let (mut rng, mut budget) = (Seed(1).rng(), Budget::unlimited());
        let [mut bare, mut linked] =
            [(); 2].map(|()| Graph::<1>::new(rules.parse().unwrap(), is_symmetric, 100_000));
        for _ in 0..60 {
            let mut at = Graph::<1>::START;
            while bare.ending(at).is_none() {
                let count = bare.count_moves(at);
                assert_eq!(linked.leave(at, &mut budget), Ok(count));
                let choice = rng.below(count as u32) as usize;
                let next = bare.step(at, choice).unwrap();
                assert_eq!(linked.step(at, choice), Ok(next), "{rules}");
                let board = bare.board(at);
                let after = board.play(board.moves().nth(choice).unwrap());
                assert_eq!(
                    (bare.ending(next), bare.find(&after).is_some()),
                    (after.ending(), after.ending().is_none())
                );
                at = next;
            }
        }
        assert!(bare.moves() == 0 && linked.moves() > 0 && bare.len() == linked.len());
    }
}

#[test]
fn places_and_numbers_are_limited() {
    let mut graph = Graph::<1>::new("4x4x4".parse().unwrap(), false, 1);
    let mut budget = Budget::unlimited();
    assert!(graph.hold(Graph::<1>::START) && graph.hold(Graph::<1>::START));
    assert!(graph.is_full());
    let count = graph.leave(Graph::<1>::START, &mut budget).unwrap();
    let first = graph.enter(Graph::<1>::START, count - 1).unwrap();
    assert!(!graph.hold(first) && graph.is_barred(first) && !graph.is_barred(Graph::<1>::START));
    assert_eq!(graph.taken(), 1);
    // The cache is bounded as well.
    let refused = graph.complete(&mut budget);
    assert!(matches!(refused, Err(GraphError::Full { positions: 1, .. })));
    let mut rng = Seed(1).rng();
    let most = (0..10_000_000).find_map(|_| {
        let mut at = Graph::<1>::START;
        while graph.ending(at).is_none() {
            let choice = rng.below(graph.leave(at, &mut budget).unwrap() as u32) as usize;
            match graph.enter(at, choice) {
                Ok(next) => at = next,
                Err(Stopped) => return Some(graph.len()),
            }
        }
        None
    });
    assert_eq!(most, Some(2 * (1 + 6_000)));
    assert!(graph.is_crowded());
}
