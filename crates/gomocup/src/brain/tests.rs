//! Conversations with a brain, line by line and without a clock.

use super::*;
use crate::think::{BestSoFar, think};
use proptest::prelude::*;
use std::time::Instant;

/// What a brain answers to lines, one after the other; `-` is silence and `.` the end.
fn converse(agent: &'static str, lines: &[&str]) -> Vec<String> {
    let mut brain = Brain::new(Thinkers::of(agent), Seed(1));
    lines.iter().map(|line| respond(&mut brain, line.as_bytes())).collect()
}

fn respond(brain: &mut Brain, line: &[u8]) -> String {
    match brain.take(&Line::Whole(line.into())) {
        Step::Silence | Step::Stop => "-".into(),
        Step::End => ".".into(),
        Step::Answer(answer) => answer,
        Step::NewGame => "OK".into(),
        Step::Think(mut task) => {
            let rules = task.position.rules();
            let deadline = Instant::now() + Duration::from_secs(60);
            let thought = think(&mut task, deadline, &Stop::new(), &BestSoFar::new(), &mut |_| {});
            let said = thought.as_ref().map_or_else(Clone::clone, |thought| answer(rules, thought));
            brain.thought(*task, thought.as_ref().ok(), Taken::default());
            said
        }
    }
}

const QUICK: &str = "alphabeta:depth=2,eval=runs,near=1";

/// Lines with what is answered to each.
fn check(dialogue: &[(&str, &str)]) {
    let lines: Vec<&str> = dialogue.iter().map(|(line, _)| *line).collect();
    for ((line, expected), answer) in dialogue.iter().zip(converse(QUICK, &lines)) {
        let matches = match expected.strip_suffix('…') {
            Some(beginning) => answer.starts_with(beginning),
            None => answer == *expected,
        };
        assert!(matches, "{line}: {answer}");
    }
}

#[test]
fn a_game() {
    check(&[
        ("START 15", "OK"),
        ("BEGIN", "7,7"),
        ("TURN 8,8", "8,6"),
        ("TAKEBACK 8,6", "OK"),
        ("TAKEBACK 8,8", "OK"),
        ("PLAY 1,1", "ERROR with 1 own stones…"),
        ("TURN 8,8", "8,6"),
        ("RESTART", "OK"),
        ("TURN 0,0", "1,0"),
        ("about", "name=\"Kinrow\", version=…"),
        ("END", "."),
    ]);
}

#[test]
fn commands_out_of_place() {
    check(&[
        ("BEGIN", "ERROR there is no board yet…"),
        ("TURN 7,7", "ERROR there is no board yet…"),
        ("BOARD", "ERROR there is no board yet…"),
        ("RESTART", "ERROR there is no board yet…"),
        ("TAKEBACK 7,7", "ERROR there is no board yet…"),
        ("STOP", "-"),
        ("DONE", "UNKNOWN…"),
        ("START 4", "ERROR a board of 4x4 is not possible: sides go from 5 to 20"),
        ("BEGIN", "ERROR there is no board yet…"),
        ("START 15", "OK"),
        ("TURN 15,0", "ERROR 15,0 is outside a board of 15x15"),
        ("TURN 7,7", "6,6"),
        ("TURN 7,7", "ERROR there are two stones on 7,7"),
        ("BEGIN", "ERROR BEGIN is for an empty board…"),
        ("TAKEBACK 9,9", "ERROR there is no stone on 9,9"),
        ("PLAY 7,7", "ERROR h8 is taken…"),
        ("TURN 8,7", "…"),
        ("START 20", "OK"),
        ("PLAY 19,19", "19,19"),
        ("RECTSTART 30,20", "ERROR…"),
        ("RECTSTART 5,20", "OK"),
        ("BEGIN", "2,9"),
    ]);
}

#[test]
fn a_board_is_imposed() {
    check(&[
        ("START 15", "OK"),
        ("BOARD", "-"),
        ("7,7,2", "-"),
        ("7,6,1", "-"),
        ("7,8,2", "-"),
        ("0,14,1", "-"),
        ("7,9,2", "-"),
        ("14,0,1", "-"),
        ("7,10,2", "-"),
        ("DONE", "7,11"),
        ("TAKEBACK 7,11", "OK"),
        ("PLAY 0,0", "0,0"),
        ("TURN 7,11", "ERROR the game is over"),
        ("BOARD", "-"),
        ("DONE", "7,7"),
        ("BOARD", "-"),
        ("7,7", "-"),
        ("DONE", "ERROR BOARD takes x,y,field; 7,7 has no field"),
        ("BOARD", "-"),
        ("7,7,9", "-"),
        ("\u{1}", "-"),
        ("DONE", "ERROR a line among the stones is not x,y,field…"),
        ("BOARD", "-"),
        ("7,7,1", "-"),
        ("DONE", "ERROR with 1 own stones and 0 of the opponent it is not this brain's turn"),
        ("BOARD", "-"),
        ("7,7,3", "-"),
        ("DONE", "ERROR field 3 is for continuous games…"),
        // Given up in the middle, or told something in the middle.
        ("BOARD", "-"),
        ("INFO timeout_turn 1000", "-"),
        ("7,7,2", "-"),
        ("RESTART", "OK"),
        ("BEGIN", "7,7"),
    ]);
    let mut lines = vec!["START 20", "BOARD"];
    lines.extend(std::iter::repeat_n("1,1,1", 1000));
    lines.push("DONE");
    let answers = converse(QUICK, &lines);
    assert_eq!(answers.last().unwrap(), "ERROR there are more than 400 stones");
}

#[test]
fn what_cannot_be_done_is_told_when_an_answer_is_expected() {
    check(&[
        ("INFO rule 8", "-"),
        ("START 15", "OK"),
        ("BEGIN", "ERROR Caro (rule 8)…"),
        ("INFO rule 2", "-"),
        ("BEGIN", "ERROR continuous games (rule 2)…"),
        ("INFO rule 0", "-"),
        ("INFO timeout_turn soon", "-"),
        ("BEGIN", "ERROR INFO timeout_turn takes milliseconds, not 'soon'"),
        ("INFO timeout_turn 1000", "-"),
        ("INFO max_memory 1000000", "-"),
        ("INFO folder /tmp", "-"),
        ("INFO evaluate 7,7", "-"),
        ("INFO weather fine", "-"),
        ("BEGIN", "7,7"),
    ]);
}

#[test]
fn rules_are_kept() {
    // Black would make a double-three on 7,7: White may play there, Black may not.
    let double_three = ["7,5,1", "0,0,2", "7,6,1", "0,14,2", "5,7,1", "14,0,2", "6,7,1", "14,14,2"];
    let mut lines = vec!["INFO rule 4", "START 15", "BOARD"];
    lines.extend(double_three);
    lines.push("DONE");
    assert_ne!(converse(QUICK, &lines).last().unwrap(), "7,7");
    let mut brain = Brain::new(Thinkers::of(QUICK), Seed(1));
    for line in ["INFO rule 4", "START 15", "BOARD"].into_iter().chain(double_three) {
        respond(&mut brain, line.as_bytes());
    }
    // The same stones as the opponent's, who then plays the forbidden point.
    for line in ["RESTART", "BOARD", "7,5,2", "0,0,1", "7,6,2", "0,14,1", "5,7,2", "14,0,1", "6,7,2"] {
        respond(&mut brain, line.as_bytes());
    }
    let reply = respond(&mut brain, b"DONE");
    assert!(reply.contains(','), "{reply}");
    respond(&mut brain, format!("TAKEBACK {reply}").as_bytes());
    brain.stones.push(Stone { at: At { x: 14, y: 14 }, owner: Owner::Own });
    let refused = respond(&mut brain, b"TURN 7,7");
    assert!(refused.starts_with("ERROR h8 is forbidden to Black in Renju"), "{refused}");
    // A mark is no stone in Renju.
    check(&[("INFO rule 4", "-"), ("START 15", "OK"), ("BOARD", "-"), ("3,3,3", "-"), ("DONE", "7,7")]);
}

#[test]
fn other_boards_by_keys_of_its_own() {
    check(&[
        ("START 3", "ERROR…"),
        ("INFO kinrow_k 3", "-"),
        ("START 3", "OK"),
        ("BEGIN", "1,1"),
        ("INFO kinrow_k 4", "-"),
        ("INFO kinrow_variant drop", "-"),
        ("RECTSTART 7,6", "OK"),
        ("BEGIN", "3,5"),
        ("TURN 3,3", "ERROR the stone on d3 has nothing below it…"),
        ("TURN 3,4", "…"),
        ("INFO kinrow_variant sideways", "-"),
        ("RESTART", "OK"),
        ("BEGIN", "ERROR 'sideways' is not a variant…"),
    ]);
}

#[test]
fn swap2() {
    let answers = converse(QUICK, &["START 15", "SWAP2BOARD", "DONE"]);
    assert_eq!(answers[2].split(' ').count(), 3, "{answers:?}");
    check(&[
        ("START 15", "OK"),
        ("SWAP2BOARD", "-"),
        ("7,7", "-"),
        ("0,14", "-"),
        ("8,6", "-"),
        ("DONE", "SWAP"),
        // It is Black now, and White has moved.
        ("TURN 6,8", "…"),
        ("RESTART", "OK"),
        ("SWAP2BOARD", "-"),
        ("0,0", "-"),
        ("7,7", "-"),
        ("14,14", "-"),
        ("7,8", "-"),
        ("0,14", "-"),
        ("DONE", "7,…"),
        ("SWAP2BOARD", "-"),
        ("0,0", "-"),
        ("DONE", "ERROR SWAP2BOARD takes 0, 3 or 5 stones, not 1"),
        ("SWAP2BOARD", "-"),
        ("0,0", "-"),
        ("0,0", "-"),
        ("0,1", "-"),
        ("DONE", "ERROR there are two stones on 0,0"),
    ]);
}

#[test]
fn two_stones_are_added_and_the_other_side_chooses() {
    let mut brain = Brain::new(Thinkers::of(QUICK), Seed(1));
    for line in ["START 15", "SWAP2BOARD", "7,7", "8,8", "9,7"] {
        respond(&mut brain, line.as_bytes());
    }
    let Step::Think(task) = brain.take(&Line::Whole(b"DONE"[..].into())) else {
        panic!("nothing to think about")
    };
    let rules = task.position.rules();
    let added = [At { x: 6, y: 6 }, At { x: 6, y: 8 }].map(|at| stones::point(rules, at).unwrap());
    let thought = Thought::Opening(Choice::Add(added));
    assert_eq!(answer(rules, &thought), "6,6 6,8");
    brain.thought(*task, Some(&thought), Taken::default());
    // The opponent stays with White and moves; the brain has Black's three stones.
    let reply = respond(&mut brain, b"TURN 5,9");
    assert!(reply.contains(','), "{reply}");
    assert_eq!(brain.stones.iter().filter(|stone| stone.owner == Owner::Own).count(), 4);
}

#[test]
fn plain_swap_ends_with_three_stones() {
    check(&[
        ("INFO kinrow_opening swap", "-"),
        ("START 15", "OK"),
        ("SWAP2BOARD", "-"),
        ("7,7", "-"),
        ("0,14", "-"),
        ("8,6", "-"),
        ("DONE", "SWAP"),
        ("SWAP2BOARD", "-"),
        ("0,0", "-"),
        ("7,7", "-"),
        ("14,14", "-"),
        ("7,8", "-"),
        ("0,14", "-"),
        ("DONE", "ERROR in a Swap opening SWAP2BOARD takes 0 or 3 stones, not 5"),
        ("RESTART", "OK"),
        ("INFO kinrow_opening swap3", "-"),
        ("BEGIN", "ERROR INFO kinrow_opening takes swap or swap2, not 'swap3'"),
        ("INFO kinrow_opening swap2", "-"),
        ("BEGIN", "7,7"),
    ]);
}

fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let known = "(START (5|15|20)|RECTSTART 7,9|RESTART|BEGIN|BOARD|DONE|SWAP2BOARD|ABOUT|STOP|\
        INFO (rule [0-9]|kinrow_k [0-9]|kinrow_variant (drop|misere|renju|)|kinrow_opening swap2?|time_left -?[0-9]{1,5})|\
        (TURN|PLAY|TAKEBACK) [0-9],[0-9]|[0-9],[0-9](,[1-3])?)";
    prop_oneof![
        8 => known.prop_map(String::into_bytes),
        1 => proptest::collection::vec(any::<u8>(), 0..40),
    ]
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(256))]

    /// Whatever is said, the brain lives on, keeps its memory bounded, and answers with one line or none.
    #[test]
    fn nothing_ends_the_brain(lines in proptest::collection::vec(any_line(), 0..60)) {
        let mut brain = Brain::new(Thinkers::of("random"), Seed(1));
        for line in &lines {
            let answer = respond(&mut brain, line);
            prop_assert!(!answer.contains(['\n', '\r']), "{answer}");
            prop_assert!(brain.stones.len() <= MOST_STONES);
        }
        prop_assert_eq!(respond(&mut brain, b"START 15"), "OK");
        for line in ["INFO rule 0", "INFO kinrow_k 5", "INFO kinrow_variant freestyle", "INFO time_left 100"] {
            respond(&mut brain, line.as_bytes());
        }
        let answer = respond(&mut brain, b"BEGIN");
        prop_assert!(answer.contains(',') && !answer.contains(' '), "{answer}");
    }
}
