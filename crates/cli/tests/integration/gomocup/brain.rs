//! `kinrow engine` under a manager: every command, nonsense, and what is heard while it thinks.

use std::time::{Duration, Instant};

use super::manager::{LONG, Manager, point};

/// Quick, and the same everywhere: no clock decides.
const QUICK: [&str; 2] = ["--agent", "alphabeta:depth=2,eval=runs,near=1"];

#[test]
fn a_conversation() {
    let mut manager = Manager::start(&QUICK);
    let mut told = String::new();
    for line in [
        "ABOUT",
        "BEGIN",
        "START 21",
        "start 15",
        "INFO timeout_turn 60000",
        "INFO game_type 1",
        "INFO unheard-of 7",
        "BEGIN",
        "  turn   8 , 8  ",
        "TURN 8,8",
        "TAKEBACK 8,6",
        "TAKEBACK 0,0",
        "TAKEBACK 8,8",
        "BOARD\r\n7,7,1\r\n8,8,2\r\nDONE",
        "BOARD\n7,7,1\nDONE",
        "SWAP2BOARD\n7,7\n0,14\n8,6\nDONE",
        "SWAP2BOARD\n0,0\n7,7\n14,14\n7,8\n0,14\nDONE",
        "SWAP2BOARD\n1,1\nDONE",
        "RESTART",
        "PLAY 3,4",
        "INFO rule 8\nTURN 3,3",
        "INFO rule 1\nTURN 3,3",
        "RECTSTART 9,12",
        "TURN 4,4",
        "TURN 44,4",
        "DANCE",
        "STOP\nABOUT",
        "INFO kinrow_k 4\nINFO kinrow_variant drop\nRECTSTART 7,6",
        "BEGIN",
    ] {
        manager.say(line);
        told += &format!("{}\n", line.replace("\r\n", " / ").replace('\n', " / "));
        if !line.starts_with("INFO") || line.contains('\n') {
            told += &format!("    {}\n", manager.answer());
        }
    }
    manager.say("END");
    assert_eq!(manager.line(), None, "nothing is said after END");
    assert_eq!(manager.end().code(), Some(0));
    insta::assert_snapshot!(told);
}

#[test]
fn nonsense_is_answered_and_survived() {
    let mut manager = Manager::start(&QUICK);
    let mut random = Vec::new();
    let mut state = 1u32;
    while random.len() < 5000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let byte = (state >> 24) as u8;
        if !matches!(byte, b'\n' | b'\r') {
            random.push(byte | 0x80);
        }
    }
    for (bytes, answer) in [
        (&random[..1000], "ERROR this line is not text"),
        (&random[..], "ERROR this line is too long"),
        (&vec![b'A'; 1_000_000], "ERROR this line is too long"),
        (&[0; 100], "ERROR this line is not text"),
        (b"START fifteen", "ERROR START takes a size, such as 15, not 'fifteen'"),
    ] {
        manager.send(bytes);
        assert_eq!(manager.ask(""), answer);
    }
    // Fifty megabytes in one line are read and not kept.
    for _ in 0..50 {
        manager.send(&vec![b'x'; 1_000_000]);
    }
    assert_eq!(manager.ask(""), "ERROR this line is too long");
    if let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", manager.brain.id())) {
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kilobytes < 60_000, "{kilobytes} kB");
    }
    assert_eq!(manager.ask("START 15"), "OK");
    assert_eq!(manager.ask("BEGIN"), "7,7");
    // Half a line, and then nothing more.
    manager.send(b"TURN 7,");
    manager.close();
    assert_eq!(manager.line().unwrap(), "ERROR TURN takes two numbers, such as 7,7, not '7,'");
    assert_eq!(manager.end().code(), Some(0));
}

/// A brain that has begun to think for ten minutes.
fn thinker() -> Manager {
    let mut manager = Manager::start(&[]);
    assert_eq!(manager.ask("START 20"), "OK");
    manager.say("INFO timeout_turn 600000\nINFO timeout_match 0\nTURN 10,10");
    assert!(manager.line().unwrap().starts_with("MESSAGE depth 1"));
    manager
}

#[test]
fn stop_asks_for_the_answer_now() {
    let mut manager = thinker();
    let asked = Instant::now();
    point(&manager.ask("STOP"), 20);
    assert!(asked.elapsed() < LONG);
    assert!(manager.ask("ABOUT").starts_with("name="));
}

#[test]
fn other_commands_wait_for_their_turn() {
    let mut manager = thinker();
    manager.say("ABOUT\nDANCE\nSTOP");
    point(&manager.answer(), 20);
    assert!(manager.answer().starts_with("name="));
    assert!(manager.answer().starts_with("UNKNOWN"));
}

#[test]
fn less_time_counts_at_once() {
    let mut manager = thinker();
    manager.say("INFO timeout_turn 100");
    point(&manager.answer(), 20);
}

#[test]
fn a_new_game_asks_for_the_answer_now() {
    let mut manager = thinker();
    point(&manager.ask("RESTART"), 20);
    assert_eq!(manager.answer(), "OK");
    manager.say("TURN 10,10\nTURN 3,3\nSTART 15\nABOUT");
    point(&manager.answer(), 20);
    // The second thought does not take its ten minutes either.
    point(&manager.answer(), 20);
    assert_eq!(manager.answer(), "OK");
    assert!(manager.answer().starts_with("name="));
}

#[test]
fn rules_told_behind_a_waiting_move_do_not_change_it() {
    let mut manager = thinker();
    manager.say("ABOUT\nINFO rule 8\nTURN 3,3\nINFO rule 0\nSTOP");
    point(&manager.answer(), 20);
    assert!(manager.answer().starts_with("name="));
    assert!(
        manager.answer().starts_with("ERROR Caro"),
        "INFO rule 8 came before this move, INFO rule 0 after it"
    );
}

/// Everything at once, as a script sends it; the answers, and how long the brain took to end.
fn at_once(arguments: &[&str], input: &str) -> (Vec<String>, Duration) {
    let mut manager = Manager::start(arguments);
    // The time to start the program is not its time to end.
    assert!(manager.ask("ABOUT").starts_with("name="));
    let asked = Instant::now();
    manager.send(input.as_bytes());
    manager.close();
    let mut answers = Vec::new();
    while let Some(line) = manager.line() {
        answers.extend((!line.starts_with("MESSAGE")).then_some(line));
    }
    assert_eq!(manager.end().code(), Some(0));
    (answers, asked.elapsed())
}

#[test]
fn every_line_is_answered_in_order() {
    for end in ["END\n", "END", "", "END\nABOUT\n"] {
        let input = format!("START 15\nBEGIN\nTURN 7,8\nFOO\nSTART 3\n{end}");
        let (answers, _) = at_once(&[], &input);
        let [start, first, second, unknown, refused] = &answers[..] else { panic!("{answers:?}") };
        assert_eq!((start.as_str(), first.as_str()), ("OK", "7,7"));
        point(second, 15);
        assert!(unknown.starts_with("UNKNOWN") && refused.starts_with("ERROR a board of 3x3"), "{answers:?}");
    }
}

#[test]
fn every_waiting_thought_is_answered_at_the_end() {
    let turns: String = (0..15).map(|x| format!("TURN {x},0\n")).collect();
    let input =
        format!("START 15\nINFO timeout_turn 600000\nINFO timeout_match 0\n{turns}SWAP2BOARD\nDONE\nEND\n");
    for arguments in [&[][..], &["--agent", "mcts"], &["--agent", "alphabeta:eval=runs"]] {
        let (answers, taken) = at_once(arguments, &input);
        assert_eq!(answers.len(), 17, "{arguments:?} {answers:?}");
        assert!(taken < LONG / 6, "{arguments:?} took {taken:?}");
    }
}

/// However many wait: each has one answer, and nobody looks long.
#[test]
fn a_thousand_waiting_thoughts_are_answered_once_each() {
    let input = format!(
        "START 20\nINFO timeout_turn 600000\n{}END\n",
        "START 20\nTURN 10,10\nTURN 3,3\n".repeat(500)
    );
    let (answers, taken) = at_once(&[], &input);
    assert_eq!(answers.len(), 1501);
    assert_eq!(answers.iter().filter(|answer| *answer == "OK").count(), 501);
    for answer in answers.iter().filter(|answer| *answer != "OK") {
        point(answer, 20);
    }
    assert!(taken < LONG / 6, "{taken:?}");
}

#[test]
fn an_agent_that_does_not_end_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    // It neither answers nor ends when it is told to.
    let path = super::forfeits::program(&folder, "deaf", "echo $$ > $0.number; sleep 1000");
    let mut manager = Manager::start(&["--agent", &format!("external:cmd={}", path.display())]);
    assert_eq!(manager.ask("START 15"), "OK");
    manager.say("TURN 7,7");
    let number = super::signals::wait_for(&folder.path().join("deaf.number"));
    manager.say("TURN 0,0\nEND");
    for _ in 0..2 {
        point(&manager.answer(), 15);
    }
    assert_eq!(manager.line(), None);
    assert_eq!(manager.end().code(), Some(0));
    assert!(!super::forfeits::is_running(number.trim()));
}

/// How deep the brain looked before it answered.
fn depth(manager: &mut Manager, line: &str) -> u32 {
    manager.say(line);
    let mut depth = 0;
    loop {
        let line = manager.line().expect("an answer");
        match line.strip_prefix("MESSAGE depth ") {
            Some(words) => depth = words.split(',').next().unwrap().parse().unwrap(),
            None => break,
        }
    }
    depth
}

#[test]
fn a_brain_that_was_suspended_goes_on_searching() {
    let mut manager = Manager::start(&[]);
    assert_eq!(manager.ask("START 15"), "OK");
    manager.say("INFO timeout_turn 1000\nINFO timeout_match 0");
    let pid = manager.brain.id().to_string();
    let signal = |name| super::signals::signal(name, &pid);
    assert!(depth(&mut manager, "TURN 7,7") > 1);
    // In the middle of a thought.
    manager.say("TURN 0,0");
    assert!(manager.line().unwrap().starts_with("MESSAGE depth 1"));
    signal("-STOP");
    std::thread::sleep(Duration::from_millis(1500));
    signal("-CONT");
    point(&manager.answer(), 15);
    assert!(depth(&mut manager, "TURN 0,2") > 1);
    // Between two thoughts, as some managers do.
    for _ in 0..3 {
        signal("-STOP");
        std::thread::sleep(Duration::from_millis(300));
        signal("-CONT");
        assert_eq!(manager.ask("START 15"), "OK");
        assert!(depth(&mut manager, "TURN 7,7") > 1);
    }
}

#[test]
fn the_end_is_heard_while_it_thinks() {
    let mut manager = thinker();
    manager.say("END");
    point(&manager.answer(), 20);
    assert_eq!(manager.line(), None);
    assert_eq!(manager.end().code(), Some(0));
}

#[test]
fn so_is_the_end_of_the_input() {
    let mut manager = thinker();
    manager.close();
    // What was asked is answered, and nobody is kept waiting for the rest of the ten minutes.
    point(&manager.answer(), 20);
    assert_eq!(manager.line(), None);
    assert_eq!(manager.end().code(), Some(0));
}

#[test]
fn no_time_is_time_enough_for_a_sensible_move() {
    let mut manager = Manager::start(&[]);
    assert_eq!(manager.ask("START 15"), "OK");
    manager.say("INFO timeout_turn 0");
    let board = "BOARD\n7,7,2\n0,0,1\n7,8,2\n0,2,1\n7,9,2\n7,6,1\n7,10,2\nDONE";
    assert_eq!(manager.ask(board), "7,11", "it blocks");
    manager.say("INFO timeout_turn 60000\nINFO time_left -5");
    assert_eq!(manager.ask("RESTART"), "OK");
    assert_eq!(manager.ask(board), "7,11", "also when its time has run out");
}

#[test]
fn a_wrong_agent_is_refused_before_the_protocol_begins() {
    for (agent, why) in [
        ("alphabeta:speed=9", "no option 'speed'"),
        ("td0:file=missing.kin", "missing.kin could not be read"),
        ("external", "external needs a program"),
    ] {
        let ran = crate::support::run(&["engine", "--agent", agent]);
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains(why) && ran.out.is_empty(), "{}", ran.err);
    }
}

#[test]
fn a_brain_to_which_nobody_listens_ends() {
    let mut manager = Manager::start(&[]);
    manager.stop_listening();
    let deadline = Instant::now() + LONG;
    while manager.brain.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "it talks to nobody");
        manager.say("ABOUT");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(manager.end().code(), Some(0));
}
