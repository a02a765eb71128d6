//! The server over real sockets: what pages can do, what they are refused, and how it ends.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::support::{Page, Server, agent, new_game, options, person};
use kinrow_agent::{GameRecord, Reason, RecordedResult};
use kinrow_web::ServeOptions;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite;

fn names(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_string()).collect()
}

fn status(error: &tungstenite::Error) -> u16 {
    match error {
        tungstenite::Error::Http(response) => response.status().as_u16(),
        other => panic!("{other}"),
    }
}

/// A search that goes on until it is stopped: a test that waits for its end fails.
fn endless() -> Value {
    agent("mcts:time=600s")
}

/// Options that allow it, on so many threads.
fn patient(searches: usize) -> ServeOptions {
    let mut options = ServeOptions { searches, ..options() };
    options.bounds.time = Duration::from_secs(600);
    options
}

#[test]
fn a_page_is_welcomed_and_shown_a_game() {
    let server = Server::start(&options());
    let (_page, welcome, state) = server.page_of(None);
    assert_eq!(welcome["protocol"], 1);
    assert_eq!(welcome["session"].as_str().unwrap().len(), 32);
    for list in ["agents", "presets", "levels", "examples"] {
        assert!(welcome[list].as_array().is_some_and(|list| list.len() >= 5), "{list}");
    }
    assert_eq!(welcome["bounds"]["time_ms"], 10_000);
    assert_eq!(state["game"]["rules"], "3x3x3");
    assert_eq!(state["game"]["players"]["o"]["level"], "perfect");
}

#[test]
fn a_whole_game_against_a_perfect_player_is_not_won() {
    let server = Server::start(&options());
    let mut page = server.page();
    let mut game = page.game(new_game("3x3x3", "", person(), json!({ "kind": "level", "level": "perfect" })));
    let mut turns = 0;
    while game["result"].is_null() {
        let point = names(&game["legal"])[0].clone();
        let answered = page.game(json!({ "type": "play", "move": point }));
        assert_eq!(answered["last"], point.as_str(), "one's own move is shown at once");
        game = page.settled(answered);
        turns += 1;
    }
    assert!(turns >= 3 && game["result"] != "x", "{game}");
    assert!(game["ending"].as_str().is_some());
    assert!(!game["curve"].as_array().unwrap().is_empty(), "what the machine said is kept");
    assert_eq!(page.refused(json!({ "type": "play", "move": "a1" })), "session-over");
}

#[test]
fn undo_redo_and_goto_keep_later_moves() {
    let server = Server::start(&options());
    let mut page = server.page();
    page.game(new_game("3x3x3", "b2 a1 c1 a3", person(), person()));
    let game = page.game(json!({ "type": "undo" }));
    assert_eq!((&game["ply"], game["moves"].as_array().unwrap().len()), (&json!(3), 4));
    assert_eq!(page.game(json!({ "type": "redo" }))["ply"], 4);
    assert_eq!(page.game(json!({ "type": "goto", "ply": 0 }))["stones"], ".........");
    assert_eq!(page.refused(json!({ "type": "goto", "ply": 9 })), "session-ply");
    let game = page.game(json!({ "type": "play", "move": "a1" }));
    assert_eq!(names(&game["moves"]), ["a1"]);
    let game = page.game(json!({ "type": "resign" }));
    assert_eq!((&game["result"], &game["ending"]), (&json!("x"), &json!("X wins: O resigned")));
}

#[test]
fn machines_play_on_pause_and_step() {
    let server = Server::start(&options());
    let mut page = server.page();
    let game = page.game(new_game("5x5x5", "", agent("random"), agent("random")));
    assert_eq!((&game["auto"], &game["thinking"]), (&json!(false), &Value::Null));
    let stepping = page.game(json!({ "type": "step" }));
    assert_eq!(page.settled(stepping)["ply"], 1);
    page.game(json!({ "type": "auto", "on": true, "delay_ms": 0 }));
    page.until(|message| message["type"] == "state" && message["game"]["ply"].as_u64() >= Some(3));
    let paused = page.game(json!({ "type": "auto", "on": false }));
    assert_eq!(paused["thinking"], Value::Null);
    let ply = paused["ply"].as_u64().unwrap();
    page.game(json!({ "type": "auto", "on": true, "delay_ms": 0 }));
    let over = page.until(|message| message["type"] == "state" && !message["game"]["result"].is_null());
    assert!(over["game"]["ply"].as_u64().unwrap() > ply);
    assert_eq!(page.refused(json!({ "type": "step" })), "session-over");
}

/// However fast machines move and searches report, a page is not sent more than twenty of either a second.
#[test]
fn events_do_not_flood_a_page() {
    let server = Server::start(&options());
    let mut page = server.page();
    page.game(new_game("20x20x20", "", agent("random"), agent("random")));
    let began = Instant::now();
    page.game(json!({ "type": "auto", "on": true, "delay_ms": 0 }));
    let mut thoughts = 0;
    let mut ply = 0;
    while ply < 20 {
        let message = page.next().unwrap();
        thoughts += u32::from(message["type"] == "thinking");
        ply = message["game"]["ply"].as_u64().unwrap_or(ply);
    }
    // Twenty moves have nineteen pauses of 50 ms between them, however fast the machine.
    let time = began.elapsed();
    assert!(time >= Duration::from_millis(19 * 50), "{time:?}");
    assert!(f64::from(thoughts) <= time.as_secs_f64() * 20.0 + 2.0, "{thoughts} in {time:?}");
}

#[test]
fn a_page_that_comes_back_has_its_game() {
    let server = Server::start(&options());
    let mut page = server.page();
    page.game(new_game("4x4x3", "b2 c3", person(), person()));
    let session = page.session.clone();
    page.close();
    let (page, welcome, state) = server.page_of(Some(&session));
    assert_eq!(welcome["session"], session.as_str());
    assert_eq!(state["game"]["rules"], "4x4x3");
    assert_eq!(names(&state["game"]["moves"]), ["b2", "c3"]);
    drop(page);
    // A name that is not known (any more) is no reason to fail.
    let (_page, welcome, state) = server.page_of(Some("0123456789abcdef0123456789abcdef"));
    assert_ne!(welcome["session"], "0123456789abcdef0123456789abcdef");
    assert_eq!(state["game"]["moves"], json!([]));
}

/// The game's record, from the text that the page saves as it is.
fn record_of(page: &mut Page) -> GameRecord {
    GameRecord::from_json(page.ask(json!({ "type": "record" }))["record"].as_str().unwrap()).unwrap()
}

/// What a page shows of a game (`ended` too) is all it takes to bring that game back on a server that knows nothing of it.
#[test]
fn a_resigned_game_survives_a_new_server() {
    let resigned = {
        let server = Server::start(&options());
        let mut page = server.page();
        page.game(new_game("3x3x3", "", person(), person()));
        page.game(json!({ "type": "play", "move": "b2" }));
        let resigned = page.game(json!({ "type": "resign" }));
        let record = record_of(&mut page);
        assert_eq!((record.result, record.reason), (RecordedResult::X, Reason::Resigned));
        assert_eq!((record.x.spec.as_str(), record.moves[0].mv.as_str()), ("human", "b2"));
        assert!(record.seed > 1 << 53, "a seed that the numbers of a page would round");
        resigned
    };
    assert_eq!(resigned["ended"], json!({ "result": "x", "reason": { "kind": "resigned" } }));
    let server = Server::start(&options());
    let mut page = server.page();
    let mut again = new_game("3x3x3", "b2", person(), person());
    again["ended"] = resigned["ended"].clone();
    let restored = page.game(again.clone());
    for field in ["result", "ending", "ended", "moves", "legal"] {
        assert_eq!(restored[field], resigned[field], "{field}");
    }
    assert_eq!(record_of(&mut page).reason, Reason::Resigned);
    again["ended"] = json!({ "result": "draw", "reason": { "kind": "resigned" } });
    assert_eq!(page.refused(again.clone()), "session-ended");
    again["ended"] = json!({ "result": "x", "reason": { "kind": "magic" } });
    assert_eq!(page.refused(again), "web-message");
}

#[test]
fn a_person_with_a_clock_is_held_to_it() {
    let server = Server::start(&options());
    let mut page = server.page();
    let hasty = json!({ "kind": "person", "limits": "time=1ms" });
    let begun = page.game(new_game("3x3x3", "", hasty.clone(), person()));
    assert_eq!((&begun["clock"]["side"], &begun["clock"]["allowed_ms"]), (&json!("x"), &json!(1)));
    assert_eq!(begun["players"]["x"], json!({ "kind": "person", "limits": "time=1ms" }));
    // A second is granted for the way.
    std::thread::sleep(Duration::from_millis(1100));
    let late = page.game(json!({ "type": "clock" }));
    assert_eq!((&late["result"], &late["ended"]["reason"]["kind"]), (&json!("o"), &json!("time")));
    assert_eq!(late["clock"], Value::Null);
    page.game(new_game("3x3x3", "", hasty, person()));
    std::thread::sleep(Duration::from_millis(1100));
    let late = page.game(json!({ "type": "play", "move": "b2" }));
    assert_eq!((&late["result"], &late["moves"]), (&json!("o"), &json!([])));
    let patient = json!({ "kind": "person", "limits": "time=1h" });
    assert_eq!(page.refused(new_game("3x3x3", "", patient, person())), "limits-shape");
    let deep = json!({ "kind": "person", "limits": "depth=3" });
    assert_eq!(page.refused(new_game("3x3x3", "", deep, person())), "session-person-limits");
}

#[test]
fn a_session_is_at_one_page_at_a_time() {
    let server = Server::start(&options());
    let mut first = server.page();
    let (mut second, _, _) = server.page_of(Some(&first.session.clone()));
    assert_eq!(first.expect("error")["key"], "web-elsewhere");
    assert!(first.next().is_none(), "the older page is sent away");
    drop(first);
    assert_eq!(second.game(json!({ "type": "language", "lang": "zh" }))["ply"], 0, "the newer one stays");
}

/// With one thread, a second page's move is found only when the first page's endless search has been stopped.
#[test]
fn a_closed_page_stops_its_search() {
    let server = Server::start(&patient(1));
    let mut first = server.page();
    let game = first.game(new_game("15x15x5", "", endless(), person()));
    assert_eq!(game["thinking"], "x");
    first.until(|message| message["type"] == "thinking" && message["waiting"] == false);
    let mut second = server.page();
    second.game(new_game("3x3x3", "", agent("random"), person()));
    let news = second.expect("thinking");
    assert_eq!(news["waiting"], true, "it is told that it waits");
    first.close();
    second.until(|message| message["type"] == "state" && message["game"]["ply"] == 1);
}

#[test]
fn a_page_that_comes_back_finds_its_opponent_at_work() {
    let server = Server::start(&patient(2));
    let mut page = server.page();
    page.game(new_game("3x3x3", "", person(), endless()));
    page.game(json!({ "type": "play", "move": "b2" }));
    let session = page.session.clone();
    drop(page);
    let (mut page, _, state) = server.page_of(Some(&session));
    assert_eq!(state["game"]["thinking"], "o");
    page.game(json!({ "type": "stop" }));
    page.until(|message| message["type"] == "state" && message["game"]["ply"] == 2);
}

/// Begins a game and tells how often the moves there were visited, once the position was analysed.
fn visits_in_new_game(page: &mut Page, moves: &str) -> u64 {
    let game = page.game(new_game("3x3x3", moves, person(), person()));
    let analysis = page.until(|message| message["type"] == "analysis" && message["number"] == game["number"]);
    let moves = analysis["moves"].as_array().unwrap();
    moves.iter().map(|rated| rated["visits"].as_u64().unwrap()).sum()
}

#[test]
fn a_tree_is_kept_for_the_games_of_a_session_and_for_nobody_else() {
    let server = Server::start(&options());
    for (spec, is_kept) in [("mcts:playouts=2000,keep=on", true), ("mcts:playouts=2000", false)] {
        let mut page = server.page();
        page.game(json!({ "type": "analyse", "on": true, "spec": spec }));
        let first = visits_in_new_game(&mut page, "b2 a1");
        visits_in_new_game(&mut page, "b2 a2");
        let again = visits_in_new_game(&mut page, "b2 a1");
        // Nobody begins with what another page has learned.
        let mut other = server.page();
        other.game(json!({ "type": "analyse", "on": true, "spec": spec }));
        let elsewhere = visits_in_new_game(&mut other, "b2 a1");
        // Some of the visits may have come from the empty board, which a page is shown first.
        for visits in [first, elsewhere] {
            assert!((1900..3000).contains(&visits), "{spec}: {visits}");
        }
        assert_eq!(again > first + 1900, is_kept, "{spec}: {first}, then {again}");
    }
}

#[test]
fn stop_makes_a_search_answer_now() {
    let server = Server::start(&patient(2));
    let mut page = server.page();
    page.game(new_game("15x15x5", "", endless(), person()));
    page.expect("thinking");
    page.game(json!({ "type": "stop" }));
    page.until(|message| message["type"] == "state" && message["game"]["ply"] == 1);
}

#[test]
fn no_search_outlasts_its_time() {
    let mut options = options();
    options.bounds.time = Duration::from_millis(300);
    let server = Server::start(&options);
    let mut page = server.page();
    // Neither limit ends these in a minute; the clock does.
    page.game(new_game("15x15x5", "", agent("mcts:playouts=1000000"), person()));
    page.until(|message| message["type"] == "state" && message["game"]["ply"] == 1);
    page.game(new_game("4x4x4", "", agent("td0:learn=on,budget=1000000"), person()));
    page.until(|message| message["type"] == "state" && message["game"]["ply"] == 1);
}

#[test]
fn positions_shown_are_analysed_while_that_is_on() {
    let server = Server::start(&options());
    let mut page = server.page();
    page.game(new_game("3x3x3", "b2 a2", person(), person()));
    page.game(json!({ "type": "analyse", "on": true, "spec": "solve:distance=on" }));
    let analysis = page.expect("analysis");
    assert_eq!(
        (&analysis["ply"], &analysis["value"], &analysis["certainty"]),
        (&json!(2), &json!("win"), &json!("proven"))
    );
    assert_eq!(analysis["moves"].as_array().unwrap().len(), 7);
    page.game(json!({ "type": "play", "move": "a1" }));
    assert_eq!(page.expect("analysis")["ply"], 3);
    page.game(json!({ "type": "analyse", "on": false }));
    page.game(json!({ "type": "undo" }));
    // What comes next is the answer to this, and no analysis.
    page.send(&json!({ "type": "check", "position": "3x3x3 3/3/3 x" }));
    let next = page.until(|message| message["type"] != "thinking");
    assert_eq!(next["type"], "checked", "{next}");
    let refused = json!({ "type": "analyse", "on": true, "spec": "minimax:depth=99" });
    assert_eq!(page.refused(refused), "session-too-much");
}

#[test]
fn a_review_marks_what_was_thrown_away() {
    let server = Server::start(&options());
    let mut page = server.page();
    // O's second move loses; X's third gives the win back.
    page.game(new_game("3x3x3", "b2 a1 b1 a3 b3", person(), person()));
    page.send(&json!({ "type": "review", "id": 7 }));
    // From the last position to the first.
    for (done, ply) in (0..=5).rev().enumerate() {
        let looked = page.expect("review");
        assert_eq!(
            (&looked["ply"], &looked["done"], &looked["of"]),
            (&json!(ply), &json!(done + 1), &json!(6))
        );
        assert_eq!((&looked["id"], &looked["certainty"]), (&json!(7), &json!("proven")));
    }
    let reviewed = page.expect("reviewed");
    assert_eq!(reviewed["id"], 7);
    let marks: Vec<_> = reviewed["moves"].as_array().unwrap().iter().map(|mv| mv["mark"].as_str()).collect();
    assert_eq!(marks, [None, None, None, Some("blunder"), None], "a3 does not block b3");
    let blunder = &reviewed["moves"][3];
    assert_eq!((&blunder["better"]["move"], &blunder["proven"]), (&json!("b3"), &json!(true)));
    assert_eq!((&reviewed["turning_point"], &reviewed["o"]["marks"]["blunder"]), (&json!(3), &json!(1)));
    page.game(new_game("3x3x3", "", person(), person()));
    assert_eq!(page.refused(json!({ "type": "review" })), "session-nothing-to-review");
}

#[test]
fn the_puzzles_of_the_program_are_told_without_their_solutions() {
    let server = Server::start(&options());
    let mut page = server.page();
    let answer = page.ask(json!({ "type": "puzzles" }));
    let puzzles = answer["puzzles"].as_array().unwrap();
    assert!(puzzles.len() > 50, "{}", puzzles.len());
    for puzzle in puzzles.iter().step_by(40) {
        assert!(puzzle["plies"].as_u64().unwrap() >= 3 && puzzle.get("line").is_none(), "{puzzle}");
        page.ask(json!({ "type": "check", "position": puzzle["position"] }));
    }
}

/// Where nothing is proven an estimate is enough for a mark, and no move gains: the values of the two sides do not
/// contradict each other.
#[test]
fn a_review_of_a_large_board_goes_by_estimates() {
    let server = Server::start(&options());
    let mut page = server.page();
    page.game(new_game("15x15x5", "h8 a1 i9 a2 j10 a3", person(), person()));
    page.send(&json!({ "type": "review" }));
    let reviewed = page.expect("reviewed");
    let moves = reviewed["moves"].as_array().unwrap();
    assert!(moves.iter().skip(1).step_by(2).any(|mv| !mv["mark"].is_null()), "{reviewed}");
    for mv in moves {
        assert!(mv["loss"].as_f64().is_none_or(|loss| loss >= 0.0), "{mv}");
    }
}

/// What the page draws, what it says above and what a hint says come of one search.
#[test]
fn a_hint_agrees_with_the_analysis() {
    let server = Server::start(&options());
    let mut page = server.page();
    page.game(new_game("15x15x5", "h8 i9 g7 f6 i7 h7", person(), person()));
    page.game(json!({ "type": "analyse", "on": true, "spec": "engine:lines=5", "limits": "nodes=20000" }));
    page.send(&json!({ "type": "hint", "id": 70 }));
    let hint = page.expect("hint");
    page.game(json!({ "type": "language", "lang": "en" }));
    let again = page.ask(json!({ "type": "hint" }));
    assert_eq!((&hint["move"], &hint["value"]), (&again["move"], &again["value"]));
    page.game(json!({ "type": "analyse", "on": true, "spec": "engine:lines=5", "limits": "nodes=20001" }));
    let analysis = page.expect("analysis");
    let hint = page.ask(json!({ "type": "hint" }));
    assert_eq!((&hint["move"], &hint["value"]), (&analysis["best"], &analysis["value"]));
    assert_eq!(
        (&analysis["moves"][0]["move"], &analysis["moves"][0]["value"]),
        (&hint["move"], &hint["value"])
    );
}

/// A position that cannot be solved in time is not an empty board: the engine says what it thinks.
#[test]
fn an_analysis_without_an_opinion_is_handed_on() {
    let server = Server::start(&options());
    let mut page = server.page();
    page.game(new_game("15x15x5", "h8 i9", person(), person()));
    let request =
        json!({ "type": "analyse", "on": true, "spec": "solve:distance=on", "limits": "time=300ms" });
    page.game(request);
    let analysis = page.expect("analysis");
    assert_eq!(analysis["by"], "engine:lines=5");
    assert!(analysis["lines"].as_array().is_some_and(|lines| !lines.is_empty()), "{analysis}");
}

#[test]
fn a_tree_is_unfolded_branch_by_branch() {
    let server = Server::start(&options());
    let mut page = server.page();
    page.game(new_game("3x3x3", "b2 b3 c2 a2", person(), person()));
    let tree = page.ask(json!({ "type": "tree", "spec": "alphabeta:order=natural,table=off", "depth": 5 }));
    assert_eq!(tree["type"], "tree", "{tree}");
    let children = tree["root"]["children"].as_array().unwrap();
    assert_eq!(tree["root"]["total"], children.len());
    assert_eq!((&children[0]["best"], &children[0]["side"]), (&json!(true), &json!("o")));
    let cut = children.iter().position(|child| child["cut"] == true).unwrap();
    assert!(children[cut..].iter().all(|child| child["cut"] == true), "cut ones are last");
    assert!(!children[cut]["skipped"].as_array().unwrap().is_empty());
    let path = json!([children[0]["move"]]);
    let branch = json!({ "type": "branch", "tree": tree["tree"], "path": path, "from": 1, "count": 2 });
    let branch = page.ask(branch);
    assert_eq!(branch["children"].as_array().unwrap().len(), 2, "{branch}");
    assert_eq!(branch["total"], children[0]["total"]);
    for (tree, path, key) in [
        (tree["tree"].clone(), json!(["b2"]), "session-path"),
        (tree["tree"].clone(), json!(["z99"]), "point-outside"),
        (json!(0), json!([]), "session-old-tree"),
    ] {
        let branch = json!({ "type": "branch", "tree": tree, "path": path, "from": 0, "count": 5 });
        assert_eq!(page.refused(branch), key);
    }
    assert_eq!(page.refused(json!({ "type": "tree", "spec": "random", "depth": 2 })), "session-no-tree");
}

/// The two recordings that stand side by side are asked for at once.
#[test]
fn two_recordings_are_made_at_once() {
    let server = Server::start(&options());
    let mut page = server.page();
    let position = "3x3x3 XO1/1X1/1O1 x";
    for (id, spec) in [(101, "minimax"), (102, "alphabeta:table=off")] {
        page.send(&json!({ "type": "steps", "spec": spec, "position": position, "id": id }));
    }
    let first = page.expect("steps");
    let second = page.expect("steps");
    assert_eq!((&first["id"], &second["id"]), (&json!(101), &json!(102)));
    assert_eq!(first["value"], second["value"]);
    assert!(first["nodes"].as_u64() > second["nodes"].as_u64());
}

#[test]
fn a_hint_is_for_the_position_in_which_it_was_asked() {
    let server = Server::start(&options());
    let mut page = server.page();
    page.game(new_game("3x3x3", "b2 a2", person(), person()));
    let hint = page.ask(json!({ "type": "hint" }));
    assert_eq!((&hint["type"], &hint["value"]), (&json!("hint"), &json!("win")));
    page.game(new_game("20x20x5", "", person(), person()));
    page.send(&json!({ "type": "hint", "id": 77 }));
    page.game(json!({ "type": "play", "move": "k10" }));
    // Either it was quicker, or it was left.
    let late = page.ask(json!({ "type": "check", "position": "nonsense" }));
    assert_eq!(late["type"], "error");
}

#[test]
fn wrong_messages_are_refused_with_a_sentence() {
    let server = Server::start(&options());
    let mut page = server.page();
    for text in [
        "",
        "{",
        "[]",
        "17",
        "\u{0}",
        "{\"type\": \"fly\"}",
        "{}",
        "{\"type\":\"play\"}",
        "{\"type\":\"play\",\"move\":7}",
    ] {
        page.send_text(text);
        assert_eq!(page.expect("error")["key"], "web-message", "{text}");
    }
    for (message, key) in [
        (json!({ "type": "play", "move": "b2", "force": true }), "web-message"),
        (json!({ "type": "hello", "protocol": 1 }), "web-hello"),
        (json!({ "type": "language", "lang": "fr" }), "web-language"),
        (new_game("3x3x3", "", person(), agent("hal9000")), "spec-agent"),
        (new_game("3x3x3", "", person(), agent("selfplay:file=/etc/passwd")), "session-file"),
        (new_game("3x3x3", "", person(), agent("external:cmd=touch /tmp/x")), "session-file"),
        (new_game("15x15x5", "", person(), agent("minimax")), "agent-too-large"),
        (json!({ "type": "tree", "spec": "td0:file=x", "depth": 3 }), "session-file"),
        (json!({ "type": "steps", "spec": "external:cmd=ls" }), "session-file"),
        (json!({ "type": "analyse", "on": true, "spec": "external:cmd=ls" }), "session-file"),
        (json!({ "type": "check", "position": "3x3x3 XXX/XXX/XXX x" }), "setup-turns"),
    ] {
        assert_eq!(page.refused(message.clone()), key, "{message}");
    }
    page.send_text(&format!("{{\"type\":\"check\",\"position\":\"{}\"}}", "x".repeat(70_000)));
    assert_eq!(page.expect("error")["key"], "web-long");
    assert_eq!(page.game(json!({ "type": "play", "move": "b2" }))["ply"], 1, "the page is still served");
    page.send(&json!({ "type": "language", "lang": "zh" }));
    page.expect("state");
    let refusal = page.ask(new_game("3x3", "", person(), person()));
    assert!(refusal["message"].as_str().unwrap().contains("棋盘"), "{refusal}");
}

#[test]
fn the_first_message_is_a_greeting_of_the_right_version() {
    let server = Server::start(&options());
    for (message, key) in [
        (json!({ "type": "play", "move": "b2" }), "web-hello"),
        (json!({ "type": "hello", "protocol": 2 }), "web-protocol"),
        (json!({ "type": "hello" }), "web-message"),
    ] {
        let mut page = server.connect().unwrap();
        page.send(&message);
        assert_eq!(page.expect("error")["key"], key);
        assert!(page.next().is_none(), "it is sent away");
    }
}

#[test]
fn a_page_that_talks_too_much_is_told_and_then_sent_away() {
    let options = ServeOptions { messages_per_second: 5, ..options() };
    let server = Server::start(&options);
    let mut page = server.page();
    for _ in 0..50 {
        page.send(&json!({ "type": "undo" }));
    }
    let refusal = page.until(|message| message["key"] == "web-fast");
    assert!(refusal["message"].as_str().unwrap().contains("5 a second"), "{refusal}");
    let other = server.page();
    // The server closes while the page still talks: sending may fail, and that is the end of it.
    let flood = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        for _ in 0..5000 {
            page.send(&json!({ "type": "undo" }));
        }
    }));
    assert!(flood.is_err() || std::iter::from_fn(|| page.next()).count() < 5000);
    other.close();
}

#[test]
fn too_many_pages_are_refused_until_one_goes() {
    let options = ServeOptions { sessions: 2, ..options() };
    let server = Server::start(&options);
    let first = server.page();
    let _second = server.page();
    let mut third = server.connect().unwrap();
    third.send(&json!({ "type": "hello", "protocol": 1, "session": null, "lang": "zh" }));
    let refusal = third.expect("error");
    assert_eq!(refusal["key"], "web-full");
    assert!(refusal["message"].as_str().unwrap().contains("太多"), "{refusal}");
    let name = first.session.clone();
    first.close();
    // The idle session makes room; its name is not known any more.
    let fourth = std::iter::repeat_with(|| {
        let mut page = server.connect().unwrap();
        page.send(&json!({ "type": "hello", "protocol": 1, "session": null }));
        page.next().unwrap()
    })
    .find(|answer| answer["type"] == "welcome");
    assert!(fourth.is_some_and(|welcome| welcome["session"] != name.as_str()));
}

#[test]
fn other_sites_are_refused() {
    let server = Server::start(&options());
    let port = server.port();
    let host = format!("localhost:{port}");
    for (host, origin, expected) in [
        (host.as_str(), Some("http://evil.example"), 403),
        (host.as_str(), Some("null"), 403),
        (host.as_str(), None, 403),
        ("evil.example", Some("http://evil.example"), 421),
        ("192.168.0.1", Some("http://192.168.0.1"), 421),
    ] {
        let error = server.connect_as(host, origin, "/socket").err().unwrap();
        assert_eq!(status(&error), expected, "{host} {origin:?}");
    }
    assert!(server.connect_as(&host, Some(&format!("http://{host}")), "/socket").is_ok());
    let answer = server.http("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
}

#[test]
fn a_server_that_others_can_reach_asks_for_its_code() {
    let options = ServeOptions { host: std::net::Ipv4Addr::UNSPECIFIED.into(), ..options() };
    let server = Server::start(&options);
    let codes = server.address.codes.clone().unwrap();
    let code = codes.join;
    assert!(server.address.url.ends_with(&format!("/?code={code}")), "{}", server.address.url);
    let host = format!("127.0.0.1:{}", server.port());
    let greet = |path: &str| {
        let mut page = server.connect_as(&host, Some(&format!("http://{host}")), path).unwrap();
        page.send(&json!({ "type": "hello", "protocol": 1, "session": null, "lang": "en" }));
        page.next().unwrap()
    };
    assert_eq!(greet("/socket")["key"], "web-code");
    assert_eq!(greet(&format!("/socket?code={code}"))["role"], "student");
    assert_eq!(greet(&format!("/socket?code={}", code.to_lowercase()))["type"], "welcome");
    let lecturer = server.address.lecturer.clone().unwrap();
    assert!(lecturer.ends_with(&format!("/?code={}", codes.lecturer)), "{lecturer}");
    assert_eq!(greet(&format!("/socket?code={}", codes.lecturer))["role"], "lecturer");
    for _ in 0..100 {
        assert_eq!(greet("/socket?code=AAAA-AAAA")["key"], "web-code");
    }
    assert_eq!(greet(&format!("/socket?code={code}"))["key"], "web-codes", "guessing is not worth it");
    let alone = Server::start(&crate::support::options());
    assert!(alone.address.codes.is_none() && alone.address.lecturer.is_none());
    assert_eq!(alone.page_of(None).1["role"], "owner");
}

/// A student's page does not decide what the class sees.
#[test]
fn only_the_lecturer_leads() {
    let options = ServeOptions { host: std::net::Ipv4Addr::UNSPECIFIED.into(), ..options() };
    let server = Server::start(&options);
    let codes = server.address.codes.clone().unwrap();
    let host = format!("127.0.0.1:{}", server.port());
    for (code, answer) in [(codes.join, "web-lead"), (codes.lecturer, "followers")] {
        let path = format!("/socket?code={code}");
        let mut page = server.connect_as(&host, Some(&format!("http://{host}")), &path).unwrap();
        page.send(&json!({ "type": "hello", "protocol": 1, "session": null, "lang": "en" }));
        page.expect("state");
        let told = page.ask(json!({ "type": "show", "view": "#view=home" }));
        assert!(told["type"] == answer || told["key"] == answer, "{told}");
    }
}

/// A connection from another address of this machine. (All of 127.0.0.0/8 is this machine on Linux, and 127.0.0.1 elsewhere.)
#[cfg(target_os = "linux")]
fn connect_from(server: &Server, last: u8) -> TcpStream {
    use tokio::net::TcpSocket;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, last], 0).into()).unwrap();
        socket.connect(([127, 0, 0, 1], server.port()).into()).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

/// Everything that comes until the server closes.
fn read_all(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// Connections that say nothing, or half a sentence, are closed, and those that talk are not.
#[test]
fn who_says_nothing_is_not_waited_for() {
    let server = Server::start(&ServeOptions { head_time: Duration::from_millis(300), ..options() });
    let mut page = server.page();
    let connect = || {
        let stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    };
    let silent = connect();
    let mut half = connect();
    half.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").unwrap();
    // After an answer as well: who keeps the connection for another request has the same time for it.
    let mut kept = connect();
    write!(kept, "GET /nothing HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", server.port()).unwrap();
    assert_eq!(read_all(silent), "");
    let answer = read_all(half);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(read_all(kept).starts_with("HTTP/1.1 404"));
    // The page's socket has said nothing either, and is no request.
    assert_eq!(page.game(new_game("3x3x3", "b2", person(), person()))["ply"], 1);
}

/// Silent connections of one address, as many as it likes, leave room for the others; who is too many is told at once.
#[cfg(target_os = "linux")]
#[test]
fn one_address_cannot_take_all_connections() {
    let (connections, connections_per_address) = (40, 25);
    let limits = ServeOptions { connections, connections_per_address, ..options() };
    let server = Server::start(&limits);
    let silent: Vec<TcpStream> = (0..25).map(|_| connect_from(&server, 2)).collect();
    for _ in 0..5 {
        let mut refused = connect_from(&server, 2);
        let _ = write!(refused, "GET / HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", server.port());
        let answer = read_all(refused);
        assert!(answer.starts_with("HTTP/1.1 503") && answer.ends_with("try again soon\n"), "{answer}");
    }
    // Others come in, until there are too many in all.
    assert!(server.get("/", "").starts_with("HTTP/1.1 200"));
    let mut page = server.page();
    let more: Vec<TcpStream> = (0..20).map(|_| connect_from(&server, 3)).collect();
    assert!(read_all(connect_from(&server, 4)).starts_with("HTTP/1.1 503"));
    assert_eq!(page.game(new_game("3x3x3", "b2", person(), person()))["ply"], 1);
    // When some go there is room again, for the address too.
    drop((silent, more));
    let welcome = || {
        let mut stream = connect_from(&server, 2);
        let request =
            format!("GET / HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n", server.port());
        stream.write_all(request.as_bytes()).is_ok() && read_all(stream).starts_with("HTTP/1.1 200")
    };
    let began = Instant::now();
    while !welcome() {
        assert!(began.elapsed() < Duration::from_secs(30), "connections that were closed still count");
    }
}

/// What a page holds counts until it goes.
#[test]
fn a_page_counts_as_a_connection() {
    let server = Server::start(&ServeOptions { connections_per_address: 2, ..options() });
    let (first, second) = (server.page(), server.page());
    assert!(read_all(TcpStream::connect(("127.0.0.1", server.port())).unwrap()).starts_with("HTTP/1.1 503"));
    first.close();
    second.close();
    let began = Instant::now();
    while !server.get("/", "").starts_with("HTTP/1.1 200") {
        assert!(began.elapsed() < Duration::from_secs(30));
    }
}

#[test]
fn files_are_served_from_the_program_and_nothing_else() {
    let server = Server::start(&options());
    let index = server.get("/", "");
    assert!(index.starts_with("HTTP/1.1 200"), "{index}");
    for header in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'; script-src 'self';",
        "x-content-type-options: nosniff",
        "cache-control: no-cache",
    ] {
        assert!(index.contains(header), "{header} in {index}");
    }
    let tag = index.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again = server.get("/", &format!("If-None-Match: {tag}\r\n"));
    assert!(again.starts_with("HTTP/1.1 304"), "{again}");
    assert!(server.get("/main.js", "").contains("content-type: text/javascript"));
    let compressed = server.get("/main.js", "Accept-Encoding: br, gzip\r\n");
    assert!(compressed.contains("content-encoding: gzip") && compressed.contains("vary: accept-encoding"));
    assert!(!server.get("/main.js", "Accept-Encoding: br\r\n").contains("content-encoding"));
    let text = server.get("/text/zh.json", "");
    assert!(text.contains("application/json") && text.contains("\"page."), "{text}");
    for path in
        ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/text/fr.json", "//etc/passwd", "/page/"]
    {
        let answer = server.get(path, "Accept-Language: zh-CN\r\n");
        assert!(answer.starts_with("HTTP/1.1 404") && answer.contains("lang=\"zh\""), "{path}: {answer}");
    }
    let port = server.port();
    let post = server.http(&format!(
        "POST / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    ));
    assert!(post.starts_with("HTTP/1.1 405"), "{post}");
    assert!(server.get("/socket", "Origin: http://localhost\r\n").starts_with("HTTP/1.1 403"));
}

#[test]
fn pages_do_not_see_each_others_games() {
    let server = Server::start(&options());
    let (mut first, mut second) = (server.page(), server.page());
    assert_ne!(first.session, second.session);
    first.game(new_game("3x3x3", "b2", person(), person()));
    second.game(new_game("4x4x4", "a1", person(), person()));
    assert_eq!(first.game(json!({ "type": "play", "move": "a1" }))["position"], "3x3x3 3/1X1/O2 x");
    assert_eq!(second.game(json!({ "type": "undo" }))["rules"], "4x4x4");
}

/// How fast that is `examples/load.rs` measures.
#[test]
fn two_hundred_pages_play_at_once() {
    let server = Server::start(&options());
    let mut pages: Vec<_> = (0..200).map(|_| server.page()).collect();
    let boards = ["3x3x3", "5x5x4", "7x6x4:drop", "15x15x5"];
    for (page, rules) in pages.iter_mut().zip(boards.iter().cycle()) {
        page.send(&new_game(rules, "", person(), agent("alphabeta:depth=2,eval=runs,near=1")));
        page.send(&json!({ "type": "play", "move": "b1" }));
    }
    for page in &mut pages {
        let answered = page.until(|message| message["type"] == "state" && message["game"]["ply"] == 2);
        assert_eq!(answered["game"]["result"], Value::Null);
    }
    let mut late = server.connect().unwrap();
    late.send(&json!({ "type": "hello", "protocol": 1, "session": null }));
    assert_eq!(late.next().unwrap()["type"], "welcome", "and there is room for more");
}

#[test]
fn a_server_ends_while_it_searches() {
    let mut server = Server::start(&patient(2));
    let mut page = server.page();
    page.game(new_game("15x15x5", "", endless(), person()));
    page.expect("thinking");
    let mut idle = server.page();
    assert!(server.end().is_ok(), "long before the search would have ended");
    while page.next().is_some() {}
    assert!(idle.next().is_none());
}

#[test]
fn a_taken_port_is_said_or_another_is_found() {
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let options = ServeOptions { port: Some(port), ..options() };
    let error = kinrow_web::serve(&options, &kinrow_agent::Stop::new(), |_| {}).unwrap_err();
    assert!(error.to_string().contains(&port.to_string()), "{error}");
    // Somebody else may have the server's own port; then it is another, and says so.
    let _holder = std::net::TcpListener::bind(("127.0.0.1", kinrow_web::OWN_PORT));
    let server = Server::start(&ServeOptions { port: None, ..options });
    assert!(server.address.is_other_port && server.port() != kinrow_web::OWN_PORT);
}

/// Against a machine that opens, and one that answers: the game begins with the stones that were placed.
#[test]
fn games_are_opened_by_swap() {
    let server = Server::start(&options());
    let mut page = server.page();
    let machine = agent("alphabeta:depth=2,eval=runs,near=1");
    let begin = |opening: &str, x: Value, o: Value| json!({ "type": "new", "rules": "15x15x5", "opening": opening, "x": x, "o": o });
    let begun = page.game(begin("swap", machine.clone(), person()));
    assert_eq!(begun["opening"], json!({ "rule": "swap", "stage": "place", "side": "x", "choices": [] }));
    let placed = page.settled(begun);
    assert_eq!(
        (&placed["opening"]["stage"], &placed["opening"]["choices"]),
        (&json!("choose"), &json!(["x", "o"]))
    );
    assert_eq!((names(&placed["moves"]).len(), names(&placed["legal"]).len()), (3, 0));
    let taken = page.game(json!({ "type": "choose", "colour": "x" }));
    assert_eq!(
        (&taken["players"]["x"]["kind"], &taken["opening"]["stage"]),
        (&json!("person"), &Value::Null)
    );
    assert_eq!(names(&page.settled(taken)["moves"]).len(), 4, "the machine moves next");
    page.game(begin("swap2", person(), machine));
    let mut game = Value::Null;
    for point in ["h8", "i9", "g7"] {
        game = page.game(json!({ "type": "play", "move": point }));
    }
    let answered = page.settled(game);
    let moves = names(&answered["moves"]).len();
    match answered["opening"]["stage"].as_str() {
        Some(stage) => assert_eq!((stage, moves), ("decide", 5)),
        None => assert!((3..=4).contains(&moves), "{answered}"),
    }
    assert_eq!(page.refused(json!({ "type": "choose", "colour": "green" })), "session-colour");
    let varied = page.game(begin("varied", person(), person()));
    assert_eq!((names(&varied["moves"]).len(), &varied["opening"]["rule"]), (4, &json!("varied")));
}
