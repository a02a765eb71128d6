//! The library over real sockets: games are kept, found, brought in and taken out; puzzles are judged; whose games are whose.

use std::path::Path;

use kinrow_record::store::{Filter, Store};
use kinrow_web::ServeOptions;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Page, Server, new_game, options, person};

/// A server with a record of its own.
fn with_record(folder: &TempDir) -> ServeOptions {
    ServeOptions { record: Some(folder.path().join("games.db")), ..options() }
}

fn begin() -> (TempDir, Server, Page) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&with_record(&folder));
    let page = server.page();
    (folder, server, page)
}

/// Two people play; X has the middle row.
fn play_out(page: &mut Page) {
    page.game(new_game("3x3x3", "", person(), person()));
    for mv in ["b2", "a1", "a2", "b1", "c2"] {
        page.game(json!({ "type": "play", "move": mv }));
    }
}

#[allow(clippy::needless_pass_by_value, reason = "calls read better")]
fn games(page: &mut Page, sought: Value) -> Value {
    let answer = page.ask(json!({ "type": "recorded", "sought": sought, "limit": 10 }));
    assert_eq!(answer["type"], "recorded", "{answer}");
    answer
}

#[test]
fn a_finished_game_is_kept_once_and_found() {
    let (folder, mut server, mut page) = begin();
    assert_eq!(games(&mut page, json!({}))["total"], 0);
    assert!(!folder.path().join("games.db").exists(), "a question makes no file");
    play_out(&mut page);
    let kept = page.expect("kept");
    assert_eq!(kept["game"], 1);
    // Neither looking back nor a link to a game that was played elsewhere is a game.
    page.game(json!({ "type": "goto", "ply": 2 }));
    page.game(json!({ "type": "goto", "ply": 5 }));
    page.game(json!({ "type": "undo" }));
    page.game(json!({ "type": "redo" }));
    page.game(new_game("3x3x3", "b2 a1 a2 b1 c2", person(), person()));
    page.game(new_game("3x3x3", "", person(), person()));
    page.game(json!({ "type": "play", "move": "b2" }));
    page.game(json!({ "type": "resign" }));
    assert_eq!(page.expect("kept")["game"], 2);
    let all = games(&mut page, json!({}));
    assert_eq!((&all["total"], &all["boards"]), (&json!(2), &json!([{ "rules": "3x3x3", "games": 2 }])));
    assert_eq!(
        (&all["games"][0]["id"], &all["games"][0]["ending"]),
        (&json!(2), &json!("X wins: O resigned"))
    );
    assert_eq!(all["games"][1]["position"], "3x3x3 3/XXX/OO1 o");
    for (sought, total) in [
        (json!({ "position": "3x3x3 3/1X1/2O x" }), 1),
        (json!({ "position": "3x3x3 3/1X1/1O1 x" }), 0),
        (json!({ "player": "human", "result": "x", "board": "3x3x3" }), 2),
        (json!({ "player": "engine" }), 0),
        (json!({ "result": "draw" }), 0),
    ] {
        assert_eq!(games(&mut page, sought.clone())["total"], total, "{sought}");
    }
    let opened = page.ask(json!({ "type": "open", "game": 1 }));
    assert_eq!((&opened["rules"], &opened["ended"]), (&json!("3x3x3"), &Value::Null));
    assert_eq!(opened["moves"], json!(["b2", "a1", "a2", "b1", "c2"]));
    let resigned = page.ask(json!({ "type": "open", "game": 2 }));
    assert_eq!(resigned["ended"], json!({ "result": "x", "reason": { "kind": "resigned" } }));
    server.end().unwrap();
    let store = Store::open_to_read(&folder.path().join("games.db")).unwrap().unwrap();
    assert_eq!(store.count(&Filter::default()).unwrap(), 2);
}

/// A server that ends at once has still kept what was finished.
#[test]
fn the_last_game_is_not_lost() {
    let (folder, mut server, mut page) = begin();
    play_out(&mut page);
    server.end().unwrap();
    let store = Store::open_to_read(&folder.path().join("games.db")).unwrap().unwrap();
    assert_eq!(store.count(&Filter::default()).unwrap(), 1);
}

#[test]
fn games_are_saved_in_every_format() {
    let (_folder, _server, mut page) = begin();
    for _ in 0..2 {
        play_out(&mut page);
        page.expect("kept");
    }
    let export = |page: &mut Page, request: Value| {
        let answer = page.ask(request);
        assert_eq!(answer["type"], "exported", "{answer}");
        (answer["games"].as_u64().unwrap(), answer["text"].as_str().unwrap().to_string())
    };
    let (count, sgf) = export(&mut page, json!({ "type": "export", "format": "sgf" }));
    assert_eq!((count, sgf.matches("(;").count()), (2, 2));
    let (_, csv) = export(&mut page, json!({ "type": "export", "format": "csv", "game": 2 }));
    assert!(csv.starts_with("rules,") && csv.lines().count() == 2, "{csv}");
    let (_, lines) =
        export(&mut page, json!({ "type": "export", "format": "json", "sought": { "result": "x" } }));
    assert_eq!(lines.lines().count(), 2);
    for (request, key) in [
        (json!({ "type": "export", "format": "psq" }), "library-one-game"),
        (json!({ "type": "export", "format": "psq", "game": 1 }), "exchange-psq-rules"),
        (json!({ "type": "export", "format": "xml" }), "library-format"),
        (json!({ "type": "export", "format": "sgf", "sought": { "result": "draw" } }), "library-nothing"),
        (json!({ "type": "export", "format": "sgf", "game": 7 }), "store-no-game"),
        (json!({ "type": "open", "game": 7 }), "store-no-game"),
        (json!({ "type": "recorded", "limit": 10, "sought": { "position": "3x3x3 x" } }), "position-rows"),
        (json!({ "type": "recorded", "limit": 10, "sought": { "board": "0x0x0" } }), "rules-size"),
        (json!({ "type": "recorded", "limit": 10, "sought": { "side": "z" } }), "library-side"),
        (json!({ "type": "recorded", "limit": 10, "sought": { "result": "z" } }), "library-result"),
        (json!({ "type": "recorded", "limit": 10, "sought": { "file": "z" } }), "web-message"),
    ] {
        let refused = page.refused(request.clone());
        assert_eq!(refused, key, "{request}");
    }
}

/// Sends a file as a page of this server does, unless told otherwise; the status, and what is told.
fn send(server: &Server, origin: &str, session: &str, format: &str, body: &str) -> (u16, Value) {
    let port = server.port();
    let length = body.len();
    let answer = server.http(&format!(
        "POST /games?format={format} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: {origin}\r\nConnection: close\r\n\
         Kinrow-Session: {session}\r\nContent-Length: {length}\r\n\r\n{body}"
    ));
    read_answer(&answer)
}

fn read_answer(answer: &str) -> (u16, Value) {
    let status = answer.split(' ').nth(1).unwrap_or_else(|| panic!("no answer: {answer}")).parse().unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    (status, serde_json::from_str(body).unwrap_or_else(|_| body.into()))
}

const TABLE: &str = "rules,moves\n15x15x5,h8 c13 i8 d12 j8 n12 k7 g8 k6 m3\n";

#[test]
fn a_file_comes_in_once_and_whole() {
    let (_folder, server, mut page) = begin();
    let ours = format!("http://localhost:{}", server.port());
    let session = page.session.clone();
    assert_eq!(send(&server, &ours, &session, "csv", TABLE), (200, json!({ "new": 1, "known": 0 })));
    assert_eq!(send(&server, &ours, &session, "csv", TABLE), (200, json!({ "new": 0, "known": 1 })));
    assert_eq!(games(&mut page, json!({ "board": "15x15x5" }))["total"], 1);
    // A mistake in the second game: nothing is taken.
    let bad = format!("{TABLE}3x3x3,b2 b2\n");
    let (status, told) = send(&server, &ours, &session, "csv", &bad);
    assert_eq!((status, &told["key"]), (400, &json!("exchange-game")), "{told}");
    assert!(told["message"].as_str().unwrap().contains("game 2"), "{told}");
    assert_eq!(games(&mut page, json!({}))["total"], 1);
}

#[test]
fn files_that_are_wrong_are_refused_with_a_sentence() {
    let (folder, server, mut page) = begin();
    let ours = format!("http://localhost:{}", server.port());
    let session = page.session.clone();
    let refused =
        |origin: &str, session: &str, format: &str, body: &str| send(&server, origin, session, format, body);
    for (origin, status) in [
        ("http://evil.example", 403),
        ("null", 403),
        (&*ours.replace("http:", "ftp:"), 403),
        ("http://localhost:1", 403),
    ] {
        assert_eq!(refused(origin, &session, "csv", TABLE).0, status, "{origin}");
    }
    for (session, format, body, status, key) in [
        ("0123456789abcdef0123456789abcdef", "csv", TABLE, 401, "library-stranger"),
        ("", "csv", TABLE, 401, "library-stranger"),
        (&*session, "xml", TABLE, 400, "library-format"),
        (&*session, "../../etc/passwd", TABLE, 400, "library-format"),
        (&*session, "sgf", "what is this?", 400, "exchange-game"),
        (&*session, "json", "{\"format\":", 400, "exchange-game"),
        (&*session, "psq", "", 400, "exchange-game"),
        (&*session, "csv", "rules,moves\n", 400, "exchange-game"),
    ] {
        let (given, told) = refused(&ours, session, format, body);
        assert_eq!((given, &told["key"]), (status, &json!(key)), "{format}: {told}");
        assert!(told["message"].as_str().is_some_and(|message| message.len() > 10), "{told}");
    }
    let (status, told) = refused(&ours, &session, "csv", &"x".repeat(4_000_001));
    assert_eq!((status, &told["key"]), (413, &json!("library-large")), "{told}");
    // One that does not say how long it is.
    let port = server.port();
    let endless = format!("{:x}\r\n{}\r\n0\r\n\r\n", 4_000_100, "y".repeat(4_000_100));
    let (status, told) = read_answer(&server.http(&format!(
        "POST /games?format=csv HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: {ours}\r\nConnection: close\r\n\
         Kinrow-Session: {session}\r\nTransfer-Encoding: chunked\r\n\r\n{endless}"
    )));
    assert_eq!((status, &told["key"]), (413, &json!("library-large")), "{told}");
    let rows = (0..10_001).map(|_| "3x3x3,b2\n").collect::<String>();
    let (status, told) = refused(&ours, &session, "csv", &format!("rules,moves\n{rows}"));
    assert_eq!((status, &told["key"]), (400, &json!("library-many-games")), "{told}");
    assert!(server.get("/games", "").starts_with("HTTP/1.1 405"), "games are not read that way");
    assert!(!Path::new(&folder.path().join("games.db")).exists(), "nothing was taken");
    assert_eq!(games(&mut page, json!({}))["total"], 0);
}

#[test]
fn without_a_record_there_is_no_library_of_games() {
    let server = Server::start(&options());
    let mut page = server.page();
    for request in [
        json!({ "type": "recorded", "limit": 10 }),
        json!({ "type": "open", "game": 1 }),
        json!({ "type": "export", "format": "sgf" }),
        json!({ "type": "compose", "board": "15x15x5" }),
    ] {
        assert_eq!(page.refused(request), "library-none");
    }
    let ours = format!("http://localhost:{}", server.port());
    assert_eq!(send(&server, &ours, &page.session.clone(), "csv", TABLE).0, 404);
    play_out(&mut page);
    assert_eq!(page.ask(json!({ "type": "puzzle", "number": 1 }))["type"], "puzzle");
}

/// A page of a shared server, in a browser of that name.
fn page_of(server: &Server, owner: Option<&str>) -> Page {
    page_with(server, &server.address.codes.as_ref().unwrap().join, owner)
}

fn page_with(server: &Server, code: &str, owner: Option<&str>) -> Page {
    let host = format!("127.0.0.1:{}", server.port());
    let path = format!("/socket?code={code}");
    let mut page = server.connect_as(&host, Some(&format!("http://{host}")), &path).unwrap();
    page.send(&json!({ "type": "hello", "protocol": 1, "session": null, "lang": "en", "owner": owner }));
    page.session = page.expect("welcome")["session"].as_str().unwrap().into();
    page
}

#[test]
fn on_a_shared_server_each_browser_has_its_own_games() {
    let folder = tempfile::tempdir().unwrap();
    let host = "0.0.0.0".parse().unwrap();
    let mut server = Server::start(&ServeOptions { host, ..with_record(&folder) });
    let [ada, bo] = ["a", "b"].map(|letter| letter.repeat(32));
    let mut one = page_of(&server, Some(&ada));
    play_out(&mut one);
    assert_eq!(one.expect("kept")["game"], 1);
    let mut other = page_of(&server, Some(&bo));
    let ours = format!("http://localhost:{}", server.port());
    assert_eq!(send(&server, &ours, &other.session.clone(), "csv", TABLE).0, 200);
    for (page, rules) in [(&mut one, "3x3x3"), (&mut other, "15x15x5")] {
        let seen = games(page, json!({}));
        assert_eq!((&seen["total"], &seen["games"][0]["rules"]), (&json!(1), &json!(rules)));
        assert_eq!(seen["boards"].as_array().unwrap().len(), 1);
    }
    assert_eq!(other.refused(json!({ "type": "open", "game": 1 })), "store-no-game");
    assert_eq!(other.refused(json!({ "type": "export", "format": "sgf", "game": 1 })), "store-no-game");
    assert_eq!(other.refused(json!({ "type": "compose", "board": "9x9x5" })), "library-no-games");
    // The same browser in another tab, and one that says no proper name.
    let mut again = page_of(&server, Some(&ada));
    assert_eq!(games(&mut again, json!({}))["total"], 1);
    for name in [None, Some("a"), Some("A'; DROP TABLE games; --")] {
        assert_eq!(games(&mut page_of(&server, name), json!({}))["total"], 0);
    }
    // The lecturer sees them all.
    let mut lecturer = page_with(&server, &server.address.codes.as_ref().unwrap().lecturer, Some(&ada));
    assert_eq!(games(&mut lecturer, json!({}))["total"], 2);
    assert_eq!(lecturer.ask(json!({ "type": "open", "game": 2 }))["rules"], "15x15x5");
    // Pages let a shared record grow so far and no further.
    server.end().unwrap();
    let full = ServeOptions { host, record_bytes: 1000, ..with_record(&folder) };
    let server = Server::start(&full);
    let mut page = page_of(&server, Some(&ada));
    play_out(&mut page);
    assert_eq!(page.until(|message| message["type"] == "error")["key"], "library-full");
    assert_eq!(games(&mut page, json!({}))["total"], 1);
    // Whoever sits at the machine sees them all.
    drop(server);
    let server = Server::start(&with_record(&folder));
    assert_eq!(games(&mut server.page(), json!({}))["total"], 2);
}

#[test]
fn moves_in_a_puzzle_are_judged() {
    let server = Server::start(&options());
    let mut page = server.page();
    assert_eq!(page.refused(json!({ "type": "solve", "move": "a1" })), "library-no-puzzle");
    assert_eq!(page.refused(json!({ "type": "solution" })), "library-no-puzzle");
    let listed = page.ask(json!({ "type": "puzzles" }));
    let begun = page.ask(json!({ "type": "puzzle", "number": 1 }));
    assert_eq!(begun["position"], listed["puzzles"][0]["position"]);
    assert!(begun.get("line").is_none() && begun.get("text").is_none(), "{begun}");
    let line = page.ask(json!({ "type": "solution" }))["line"].clone();
    let line: Vec<&str> = line.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let wrong = page.ask(json!({ "type": "solve", "move": "a1" }));
    assert_eq!((&wrong["verdict"], &wrong["position"]), (&json!("wrong"), &begun["position"]));
    assert_eq!(page.refused(json!({ "type": "solve", "move": "h99" })), "point-outside");
    for (i, mv) in line.iter().enumerate().step_by(2) {
        let judged = page.ask(json!({ "type": "solve", "move": mv }));
        let is_last = i + 1 == line.len();
        assert_eq!(judged["verdict"], if is_last { "solved" } else { "right" }, "{judged}");
        assert_eq!(judged["reply"], if is_last { Value::Null } else { json!(line[i + 1]) });
    }
    assert_eq!(page.refused(json!({ "type": "solve", "move": "a1" })), "library-solved");
    assert_eq!(page.refused(json!({ "type": "puzzle", "number": 0 })), "puzzles-no-puzzle");
    assert_eq!(page.refused(json!({ "type": "puzzle", "text": "3x3x3 | vcf" })), "puzzle-parts");
    assert_eq!(page.refused(json!({ "type": "puzzle" })), "library-no-puzzle");
}

#[test]
fn puzzles_are_found_in_recorded_games() {
    let (_folder, server, mut page) = begin();
    let ours = format!("http://localhost:{}", server.port());
    send(&server, &ours, &page.session.clone(), "csv", TABLE);
    let composed = page.ask(json!({ "type": "compose", "board": "15x15x5" }));
    assert_eq!((&composed["games"], &composed["complete"]), (&json!(1), &json!(true)), "{composed}");
    let puzzle = &composed["puzzles"][0];
    assert_eq!(puzzle["position"], "15x15x5 15/15/2O12/3O9O1/15/15/15/6OXXX5/10X4/10X4/15/15/12O2/15/15 x");
    // What was found can be solved.
    let begun = page.ask(json!({ "type": "puzzle", "text": puzzle["text"] }));
    assert_eq!((&begun["number"], &begun["position"]), (&Value::Null, &puzzle["position"]));
    assert_eq!(page.ask(json!({ "type": "solve", "move": "k8" }))["verdict"], "right");
    assert_eq!(page.refused(json!({ "type": "compose", "board": "7x6x4:drop" })), "puzzle-board");
    assert_eq!(page.refused(json!({ "type": "compose", "board": "9x9x5" })), "library-no-games");
    assert_eq!(page.refused(json!({ "type": "compose", "board": "15x15x5", "kind": "vcx" })), "puzzle-kind");
}
