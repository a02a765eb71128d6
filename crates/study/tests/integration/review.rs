//! Reviews of games whose truth is known.

use kinrow_agent::{Limits, Seed, Stop, Value};
use kinrow_game::{Game, Outcome, Position, Side};
use kinrow_study::{Looked, Mark, Passage, Refused, Review, ReviewError, Reviewer, chance};

fn passage(start: &str, moves: &str) -> Passage {
    let start = match start.parse() {
        Ok(rules) => Position::new(rules),
        Err(_) => start.parse().unwrap(),
    };
    let (_, moves) = start.play_moves(moves).unwrap();
    Passage::new(start, &moves).unwrap()
}

fn review(passage: &Passage, agent: &str, limits: &str) -> Review {
    let limits = limits.parse().unwrap();
    let mut reviewer = Reviewer::new(&agent.parse().unwrap(), Seed(1), limits, passage).unwrap();
    reviewer.review(passage, &Stop::new(), &mut |_| {}).unwrap()
}

/// Number, mark and better move of every marked move; `!` where it is proven.
fn marks(review: &Review, passage: &Passage) -> Vec<String> {
    let told = review.moves.iter().filter_map(|mv| {
        let better = mv.better.as_ref().map_or_else(String::new, |better| passage.start().name(better.mv));
        let sure = if mv.is_proven { "!" } else { "" };
        Some(format!("{} {}{sure} {better}", mv.number, mv.mark?.name()))
    });
    told.collect()
}

fn outcome(value: Value) -> Outcome {
    assert!(value.is_proven(), "{value}");
    value.result().unwrap().outcome
}

#[test]
fn a_draw_thrown_away_is_a_proven_blunder() {
    // After the centre, an edge loses; X takes a corner and O blocks, but a second row cannot be blocked.
    let game = passage("3x3x3", "b2 b3 a3 c1 a1 a2 c3");
    for agent in ["solve:distance=on", "alphabeta"] {
        let review = review(&game, agent, "");
        let told = marks(&review, &game);
        assert_eq!(told.len(), 1, "{agent}: {told:?}");
        assert!(told[0].starts_with("2 blunder! "), "{agent}: {told:?}");
        let blunder = &review.moves[1];
        assert_eq!((outcome(blunder.before), outcome(blunder.after)), (Outcome::Draw, Outcome::Loss));
        assert_eq!(blunder.loss, Some(0.5));
        // The better move is a corner, and its line is one that can be played.
        let better = blunder.better.as_ref().unwrap();
        let after = game.positions()[1];
        assert!(["a1", "a3", "c1", "c3"].contains(&after.name(better.mv).as_str()), "{agent}");
        assert_eq!(better.line.first(), Some(&better.mv));
        assert!(Passage::new(after, &better.line).is_ok(), "{agent}");
        assert_eq!(review.turning_point, Some(1), "{agent}");
        assert_eq!((review.sides[0].average_loss, review.sides[1].count(Mark::Blunder)), (Some(0.0), 1));
        assert!((review.sides[1].average_loss.unwrap() - 0.5 / 3.0).abs() < 1e-9);
    }
}

#[test]
fn a_win_that_was_not_taken_is_missed() {
    // X has three with two open ends, and so has O: whoever moves wins.
    let lost = passage("5x5x4 5/5/1XXX1/5/1OOO1 x", "a5 a1");
    let reviewed = review(&lost, "solve:distance=on", "");
    assert_eq!(marks(&reviewed, &lost).len(), 1);
    let missed = &reviewed.moves[0];
    assert_eq!((missed.mark, missed.is_proven, missed.loss), (Some(Mark::MissedWin), true, Some(1.0)));
    assert_eq!(missed.before.to_string(), "win in 1");
    assert_eq!(missed.after.to_string(), "loss in 2");
    let better = lost.start().name(missed.better.as_ref().unwrap().mv);
    assert!(better == "a3" || better == "e3", "{better}");
    assert_eq!(reviewed.moves[1].loss, Some(0.0));
    assert_eq!(reviewed.turning_point, Some(0));
    // The answer that shows it.
    assert_eq!(missed.reply.first(), Some(&lost.moves()[1]));
}

#[test]
fn a_slower_win_is_not_missed() {
    let slow = passage("5x5x4 5/5/1XXX1/1OO2/O4 x", "a5 a3 e3");
    let reviewed = review(&slow, "solve:distance=on", "");
    assert_eq!(marks(&reviewed, &slow), [""; 0]);
    assert_eq!(reviewed.moves[0].before.to_string(), "win in 1");
    assert_eq!(reviewed.moves[0].after.to_string(), "win in 3");
    assert_eq!(reviewed.moves[1].after.to_string(), "loss in 2");
    assert_eq!(reviewed.turning_point, None);
}

#[test]
fn a_missed_win_in_connect_four_is_an_estimate_where_nothing_else_is_proven() {
    // X has a1, b1 and c1 and leaves d1 to O; later X lets O have d2, the fourth of its own row.
    let game = passage("7x6x4:drop", "a a b b c c g d g d");
    let reviewed = review(&game, "mcts:rollout=tactical,solver=on", "nodes=2000");
    let told = marks(&reviewed, &game);
    assert!(told.contains(&"7 missed-win d1".to_string()), "{told:?}");
    assert!(told.iter().any(|mark| mark.starts_with("9 blunder")), "{told:?}");
    assert_eq!(outcome(reviewed.moves[6].before), Outcome::Win);
    assert!(!reviewed.moves[6].after.is_proven() && !reviewed.moves[6].is_proven);
    assert_eq!(outcome(reviewed.moves[8].after), Outcome::Loss);
}

#[test]
fn one_number_for_one_move() {
    for (board, moves, agent) in [
        ("3x3x3", "b2 b3 a3 c1 a1 a2", "mcts:playouts=50"),
        ("3x3x3", "a1 b1 c1 a2 b2 c2", "mcts:solver=on,playouts=200"),
        ("4x4x3:misere", "a1 b2 c3 d4 a4 d1", "mcts:playouts=100"),
        ("15x15x5:renju", "h8 i9 h9 h10 g8 f7", "mcts:rollout=tactical,playouts=200"),
        ("7x6x4:drop", "d d d d c e", "solve"),
        ("5x5x4", "c3 b2 c2 c4 d3 b3", "averaging"),
    ] {
        let game = passage(board, moves);
        let reviewed = review(&game, agent, "nodes=2000");
        for mv in &reviewed.moves {
            if let Some((before, after)) = chance(mv.before).zip(chance(mv.after)) {
                assert!((before - after - mv.loss.unwrap()).abs() < 1e-9, "{board} {agent}: {mv:?}");
                assert!(!mv.is_proven || mv.loss >= Some(0.5), "{board} {agent}: {mv:?}");
            }
        }
        for pair in reviewed.moves.windows(2) {
            let both = chance(pair[0].after).zip(chance(pair[1].before));
            let is_one = both.is_none_or(|(after, before)| (after + before - 1.0).abs() < 1e-9);
            assert!(is_one, "{board} {agent}: {pair:?}");
        }
    }
}

#[test]
fn a_count_as_limit_gives_the_same_review_again() {
    let game = passage("9x9x5", "e5 d4 e4 e3 d5 c5 f5 g5");
    let json = || {
        let limits: Limits = "nodes=300".parse().unwrap();
        review(&game, "mcts:solver=on", "nodes=300").to_json(&game, "mcts", &limits, None).to_string()
    };
    assert_eq!(json(), json());
}

#[test]
fn points_are_not_taken_for_chances() {
    let game = passage("15x15x5", "h8 i9 h9 h10");
    let reviewed = review(&game, "alphabeta:depth=2,eval=runs,near=1", "");
    assert!(reviewed.moves.iter().all(|mv| mv.loss.is_none() && mv.mark.is_none()));
    assert_eq!((reviewed.sides[0].moves, reviewed.sides[0].judged), (2, 0));
    assert_eq!(reviewed.sides[0].average_loss, None);
}

#[test]
fn given_moves_are_left_out() {
    let game = passage("3x3x3", "b2 b3 a3 c1 a1 a2 c3").without_first(2);
    let reviewed = review(&game, "solve", "");
    assert_eq!((reviewed.moves[0].number, reviewed.moves[0].side), (3, Side::X));
    assert_eq!(marks(&reviewed, &game), [""; 0]);
    assert_eq!(reviewed.sides.clone().map(|side| side.moves), [3, 2]);
}

#[test]
fn positions_are_looked_at_from_the_end_and_told_of() {
    let game = passage("3x3x3", "b2 b3 a3");
    let mut reviewer = Reviewer::new(&"solve".parse().unwrap(), Seed(1), Limits::NONE, &game).unwrap();
    let mut told = Vec::new();
    reviewer.review(&game, &Stop::new(), &mut |looked: Looked| told.push(looked)).unwrap();
    assert_eq!(
        told.iter().map(|looked| (looked.done, looked.of)).collect::<Vec<_>>(),
        [(1, 4), (2, 4), (3, 4), (4, 4)]
    );
    let outcomes: Vec<Outcome> = told.iter().map(|looked| outcome(looked.value)).collect();
    assert_eq!(outcomes, [Outcome::Loss, Outcome::Win, Outcome::Draw, Outcome::Draw]);
}

#[test]
fn a_stop_leaves_what_was_found() {
    let game = passage("3x3x3", "b2 b3 a3 c1");
    let mut reviewer = Reviewer::new(&"solve".parse().unwrap(), Seed(1), Limits::NONE, &game).unwrap();
    let stop = Stop::new();
    let reviewed = reviewer.review(&game, &stop, &mut |looked| {
        if looked.done == 2 {
            stop.stop();
        }
    });
    let reviewed = reviewed.unwrap();
    assert!(reviewed.is_stopped);
    assert!(reviewed.moves[3].loss.is_some() && reviewed.moves[0].loss.is_none());
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    let refused = |game: &Passage, agent: &str| {
        Reviewer::new(&agent.parse().unwrap(), Seed(1), Limits::NONE, game).err().unwrap()
    };
    let empty = passage("3x3x3", "");
    assert_eq!(refused(&empty, "solve"), Refused::Review(ReviewError::NoMoves {}));
    assert_eq!(
        refused(&passage("3x3x3", "b2").without_first(1), "solve"),
        Refused::Review(ReviewError::NoMoves {})
    );
    let game = passage("15x15x5", "h8");
    assert!(matches!(refused(&game, "random"), Refused::Review(ReviewError::NoOpinion { .. })));
    assert!(matches!(refused(&game, "solve"), Refused::Agent(_)));
    assert!(matches!(refused(&game, "td0:file=/nowhere.kin"), Refused::Build(_)));
    assert!(Passage::new(*game.start(), &[game.moves()[0]; 2]).is_err());
}
