//! One suite that every [`Game`] must pass: the promises of the trait, checked along random games.

use crate::Game;
use crate::zobrist::scramble;

/// Plays `games` random games from `start` and checks every promise in every position on the way.
///
/// # Panics
/// At the first promise that is broken, naming it and the position.
pub fn check<G: Game>(start: &G, games: u32) {
    let mut state = 0;
    let mut below = |n: u32| {
        state += 1;
        (scramble(state) % u64::from(n)) as u32
    };
    for _ in 0..games {
        let mut position = start.clone();
        let mut played = Vec::new();
        loop {
            check_position(&position);
            assert_eq!(position.start(), start.start(), "all positions of a game share its start");
            let ending = position.playout(&mut below);
            if position.outcome().is_some() {
                assert_eq!(
                    position.ending(),
                    Some(ending),
                    "a playout from the end is that end: {position:?}"
                );
                break;
            }
            let through = start.play_through(played.iter().copied());
            assert_eq!(through, position, "one by one or all at once");
            assert_eq!(through.key(), position.key(), "one by one or all at once: {position:?}");
            assert_eq!(through.outcome(), None, "one by one or all at once: {position:?}");
            let moves: Vec<G::Move> = position.moves().collect();
            played.push(moves[below(moves.len() as u32) as usize]);
            position = position.play(played[played.len() - 1]);
        }
    }
}

fn check_position<G: Game>(position: &G) {
    let moves: Vec<G::Move> = position.moves().collect();
    let is_over = position.outcome().is_some();
    assert_eq!(moves.is_empty(), is_over, "no moves exactly when over: {position:?}");
    let again: Vec<G::Move> = position.moves().collect();
    assert_eq!(moves, again, "the order of moves is fixed: {position:?}");
    assert!(is_over || position.moves_left() > 0, "a game that goes on has moves left: {position:?}");
    assert_eq!(position.ending().is_some(), is_over, "two views of one end: {position:?}");
    if let (Some(outcome), Some(ending)) = (position.outcome(), position.ending()) {
        assert_eq!(ending.seen_by(position.to_move()), outcome, "two views of one end: {position:?}");
        assert_eq!(ending.seen_by(position.to_move().opponent()), outcome.for_opponent());
    }
    for (i, &mv) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(&mv), "each move once: {mv:?} in {position:?}");
        assert!(position.is_legal(mv), "a listed move is legal: {mv:?} in {position:?}");
        assert!(!position.name(mv).is_empty(), "a move has a name: {mv:?}");
        let before = position.clone();
        let next = position.play(mv);
        assert_eq!(*position, before, "playing changes nothing but the copy: {position:?}");
        assert_eq!(next.to_move(), position.to_move().opponent(), "sides take turns: {position:?}");
        assert!(next.moves_left() < position.moves_left(), "moves run out: {next:?}");
        assert_ne!(next.key(), position.key(), "another position has another key: {next:?}");
        assert_eq!(next.key(), position.play(mv).key(), "equal positions share their key: {next:?}");
    }
}
