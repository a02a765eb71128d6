//! Every kind of message, as it goes over the wire. docs/protocol.md describes these; a change here is a change there.

use std::collections::BTreeMap;

use crate::lab::{training, with_jobs};
use crate::support::{Server, agent, new_game, options, person};
use kinrow_web::ServeOptions;
use serde_json::{Value, json};

/// A message with what differs from run to run taken out, its fields in the order of the alphabet.
fn settle(message: Value) -> String {
    fn settled(name: &str, value: Value) -> Value {
        match value {
            Value::Object(fields) => {
                let fields: BTreeMap<String, Value> = fields.into_iter().collect();
                fields.into_iter().map(|(name, value)| (name.clone(), settled(&name, value))).collect()
            }
            Value::Array(list) => list.into_iter().map(|value| settled("", value)).collect(),
            Value::String(_) if ["session", "version", "stored"].contains(&name) => {
                json!(format!("[{name}]"))
            }
            // A whole file.
            Value::String(text) if name == "text" && text.contains('\n') => json!("[text]"),
            Value::Number(_) if ["time_ms", "nodes_per_second", "tree"].contains(&name) => json!(0),
            Value::Number(_) if ["asked", "spent_ms", "bytes"].contains(&name) => json!(0),
            Value::String(svg) if name == "svg" => json!(svg.lines().next()),
            other => other,
        }
    }
    format!("{:#}", settled("", message))
}

#[test]
fn welcome() {
    let server = Server::start(&options());
    let (_page, mut welcome, _) = server.page_of(None);
    // The catalogue has tests of its own; here one agent stands for all.
    let agents = welcome["agents"].as_array().unwrap().clone();
    welcome["agents"] = agents.into_iter().filter(|agent| agent["name"] == "mcts").collect();
    insta::assert_snapshot!(settle(welcome));
}

#[test]
fn state() {
    let server = Server::start(&options());
    let mut page = server.page();
    let game = page.game(new_game("3x3x3", "b2", agent("alphabeta:depth=2"), agent("alphabeta")));
    insta::assert_snapshot!("state_between_machines", settle(game));
    let begun =
        page.game(new_game("3x3x3", "a1 b2 a2", person(), json!({ "kind": "level", "level": "perfect" })));
    let answered = page.settled(begun);
    insta::assert_snapshot!("state_after_an_answer", settle(answered));
    let over = page.game(new_game("7x6x4:drop", "d e d e d e d", person(), person()));
    insta::assert_snapshot!("state_of_a_game_that_is_over", settle(over));
}

#[test]
fn thinking_and_analysis() {
    let server = Server::start(&options());
    let mut page = server.page();
    page.game(new_game("3x3x3", "b2 a1 c1 a3 a2", person(), person()));
    page.game(json!({ "type": "analyse", "on": true, "spec": "mcts:time=1s" }));
    let mut thinking = page.until(|message| message["type"] == "thinking" && message["playouts"] != 0);
    // What a search that is still going on has found depends on the machine; its form does not.
    for field in ["playouts", "nodes", "depth"] {
        assert!(thinking[field].is_number());
        thinking[field] = 0.into();
    }
    assert_eq!((&thinking["kind"], &thinking["certainty"]), (&json!("chance"), &json!("estimate")));
    thinking["value"] = 0.5.into();
    thinking["line"] = json!(["c2"]);
    insta::assert_snapshot!("thinking", settle(thinking));
    page.game(json!({ "type": "analyse", "on": true, "spec": "solve:distance=on" }));
    insta::assert_snapshot!("analysis_by_the_solver", settle(page.expect("analysis")));
    page.game(json!({ "type": "analyse", "on": true, "spec": "mcts:playouts=100" }));
    insta::assert_snapshot!("analysis_by_monte_carlo", settle(page.expect("analysis")));
}

#[test]
fn answers_to_questions() {
    let server = Server::start(&options());
    let mut page = server.page();
    page.game(new_game("3x3x3", "b2 a1 c1 a3 a2", person(), person()));
    insta::assert_snapshot!("hint", settle(page.ask(json!({ "type": "hint" }))));
    let checked = page.ask(json!({ "type": "check", "position": "3x3x3 x1o/3/3 x" }));
    insta::assert_snapshot!("checked", settle(checked));
    insta::assert_snapshot!("offers", settle(page.ask(json!({ "type": "offers", "rules": "7x6x4:drop" }))));
    insta::assert_snapshot!("error", settle(page.ask(json!({ "type": "play", "move": "b2" }))));
    let sgf = "(;GM[4]SZ[3]RU[3x3x3];B[bb](;W[aa])(;W[cc]BM[1]C[too far]))";
    let read = page.ask(json!({ "type": "read", "text": sgf, "rules": "3x3x3" }));
    let written = page.ask(json!({ "type": "write", "start": read["start"], "nodes": read["nodes"] }));
    assert_eq!(
        page.ask(json!({ "type": "read", "text": written["sgf"], "rules": "3x3x3" }))["nodes"],
        read["nodes"]
    );
    insta::assert_snapshot!("read", settle(read));
    let orphan = json!([{ "parent": null, "move": "" }, { "parent": 5, "move": "b2" }]);
    assert_eq!(
        page.refused(json!({ "type": "write", "start": "3x3x3 3/3/3 x", "nodes": orphan })),
        "exchange-tree-parent"
    );
    insta::assert_snapshot!("opinion", settle(page.ask(json!({ "type": "opinion", "spec": "minimax" }))));
    page.send(&json!({ "type": "review", "id": 50 }));
    let review = page.until(|message| message["type"] == "review" && message["ply"] == 3);
    insta::assert_snapshot!("review", settle(review));
    insta::assert_snapshot!("reviewed", settle(page.expect("reviewed")));
}

#[test]
fn trees() {
    let server = Server::start(&options());
    let mut page = server.page();
    page.game(new_game("3x3x3", "b2 b3 c2 a2 c1 a3", person(), person()));
    let cut = page.ask(json!({ "type": "tree", "spec": "alphabeta:order=natural,table=off", "depth": 3 }));
    insta::assert_snapshot!("tree_of_alphabeta", settle(cut.clone()));
    let path = json!([cut["root"]["children"][1]["move"]]);
    let branch =
        page.ask(json!({ "type": "branch", "tree": cut["tree"], "path": path, "from": 0, "count": 2 }));
    insta::assert_snapshot!("branch", settle(branch));
    let sought = page.ask(json!({ "type": "seek", "tree": cut["tree"], "path": [] }));
    insta::assert_snapshot!("sought", settle(sought.clone()));
    // Each cut once, and then the first again.
    let mut paths = vec![sought["path"].clone()];
    for _ in 1..sought["of"].as_u64().unwrap() {
        let next = page.ask(json!({ "type": "seek", "tree": cut["tree"], "path": paths.last().unwrap() }));
        assert!(!paths.contains(&next["path"]), "{next}");
        paths.push(next["path"].clone());
    }
    let again = page.ask(json!({ "type": "seek", "tree": cut["tree"], "path": paths.last().unwrap() }));
    assert_eq!((&again["path"], &again["place"]), (&sought["path"], &json!(0)));
    let by_move = page.ask(json!({ "type": "seek", "tree": cut["tree"], "path": [], "move": "c3" }));
    assert_eq!(by_move["path"].as_array().unwrap().last().unwrap(), "c3");
    let nothing = page.ask(json!({ "type": "seek", "tree": cut["tree"], "path": [], "move": "b2" }));
    assert_eq!((&nothing["path"], &nothing["of"]), (&Value::Null, &json!(0)));
    let visits = page.ask(json!({ "type": "tree", "spec": "mcts:playouts=60", "depth": 2 }));
    insta::assert_snapshot!("tree_of_monte_carlo", settle(visits));
}

#[test]
fn library() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&ServeOptions { record: Some(folder.path().join("games.db")), ..options() });
    let mut page = server.page();
    page.game(new_game("15x15x5", "h8 c13 i8 d12 j8 n12 k7 g8 k6", person(), person()));
    page.game(json!({ "type": "play", "move": "m3" }));
    page.game(json!({ "type": "resign" }));
    insta::assert_snapshot!("kept", settle(page.expect("kept")));
    insta::assert_snapshot!("recorded", settle(page.ask(json!({ "type": "recorded", "limit": 5 }))));
    insta::assert_snapshot!("opened", settle(page.ask(json!({ "type": "open", "game": 1 }))));
    insta::assert_snapshot!("exported", settle(page.ask(json!({ "type": "export", "format": "sgf" }))));
    insta::assert_snapshot!("composed", settle(page.ask(json!({ "type": "compose", "board": "15x15x5" }))));
    insta::assert_snapshot!("puzzle", settle(page.ask(json!({ "type": "puzzle", "number": 3 }))));
    insta::assert_snapshot!("judged", settle(page.ask(json!({ "type": "solve", "move": "g9" }))));
    insta::assert_snapshot!("solution", settle(page.ask(json!({ "type": "solution" }))));
    insta::assert_snapshot!("models", settle(page.ask(json!({ "type": "models" }))));
}

/// The page's types are checked against the same requests: page-types/check.js.
#[test]
fn every_request_of_the_page_is_understood() {
    let requests: Vec<Value> = serde_json::from_str(include_str!("../../page-tests/requests.json")).unwrap();
    let server = Server::start(&options());
    let mut page = server.page();
    for request in requests {
        let answer = page.ask(request.clone());
        assert_ne!(answer["key"], "web-message", "{request}: {answer}");
    }
}

#[test]
fn steps() {
    let server = Server::start(&options());
    let mut page = server.page();
    let position = "3x3x3 OXO/1XX/1O1 x";
    for (name, spec) in [
        ("steps_of_alphabeta", "alphabeta:order=natural,table=off"),
        ("steps_of_averaging", "averaging"),
        ("steps_of_monte_carlo", "mcts:playouts=4"),
    ] {
        let steps = page.ask(json!({ "type": "steps", "spec": spec, "position": position }));
        insta::assert_snapshot!(name, settle(steps));
    }
    let tree = "(3 12 8) (2 4 6) (14 5 2)";
    let steps =
        page.ask(json!({ "type": "steps", "spec": "alphabeta:order=natural,table=off", "tree": tree }));
    insta::assert_snapshot!("steps_of_a_typed_tree", settle(steps));
    let steps =
        page.ask(json!({ "type": "steps", "spec": "zero:simulations=3,search=puct", "position": position }));
    insta::assert_snapshot!("steps_of_a_network", settle(steps));
}

#[test]
fn a_table_that_learns() {
    let server = Server::start(&options());
    let mut page = server.page();
    let learned = page.ask(json!({ "type": "learning", "method": "selfplay", "rules": "2x2x2", "games": 3 }));
    insta::assert_snapshot!("learned", settle(learned));
    for (method, rules, games, key) in [
        ("qlearning", "3x3x3", 10, "learning-table"),
        ("td0", "4x4x4", 10, "learning-board"),
        ("td0", "3x3x3", 0, "learning-games"),
        ("td0", "3x3x3", 100_001, "learning-games"),
        ("td0", "3x3", 10, "rules-shape-near"),
    ] {
        let request = json!({ "type": "learning", "method": method, "rules": rules, "games": games });
        assert_eq!(page.refused(request), key);
    }
}

#[test]
fn trees_that_cannot_be_searched_are_refused() {
    let server = Server::start(&options());
    let mut page = server.page();
    for (spec, tree, key) in [
        ("minimax", "(3 12", "tree-shape"),
        ("minimax", "", "tree-shape"),
        ("minimax", &"1 ".repeat(1001), "tree-large"),
        ("minimax", "7", "steps-over"),
        ("mcts", "(1 0)", "steps-tree"),
        ("averaging", "(3 0)", "steps-tree"),
        ("external:cmd=ls", "(1 0)", "session-file"),
    ] {
        let refused = page.refused(json!({ "type": "steps", "spec": spec, "tree": tree }));
        assert_eq!(refused, key, "{spec} {tree}");
    }
}

#[test]
fn trainings() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&with_jobs(folder.path()));
    let mut page = server.page();
    page.ask(json!({ "type": "jobs" }));
    page.ask(training("selfplay", 100));
    let done = page.until(|message| message["job"]["state"] == "done");
    insta::assert_snapshot!("job_that_is_done", settle(done));
    insta::assert_snapshot!("chart", settle(page.ask(json!({ "type": "chart", "jobs": [1] }))));
    insta::assert_snapshot!("jobs", settle(page.ask(json!({ "type": "keep", "job": 1, "label": "first" }))));
    let mut methods = page.ask(json!({ "type": "methods", "rules": "3x3x3" }));
    // The catalogue of methods has tests of its own; here one stands for all.
    let all = methods["methods"].as_array().unwrap().clone();
    methods["methods"] = all.into_iter().filter(|method| method["name"] == "td0").collect();
    insta::assert_snapshot!("methods", settle(methods));
}

#[test]
fn contests_and_experiments() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&with_jobs(folder.path()));
    let mut page = server.page();
    page.ask(json!({ "type": "jobs" }));
    page.ask(json!({ "type": "begin", "job": {
        "kind": "contest", "rules": "3x3x3", "agents": ["alphabeta", "random"], "games": 4, "sprt": "elo0=0,elo1=400",
    } }));
    let done = page.until(|message| message["job"]["state"] == "done");
    insta::assert_snapshot!("job_that_is_a_contest", settle(done));
    insta::assert_snapshot!("table", settle(page.ask(json!({ "type": "table", "job": 1 }))));
    let mut games = page.ask(json!({ "type": "games", "job": 1, "from": 3 }));
    games["games"][0]["plies"] = 0.into();
    insta::assert_snapshot!("games", settle(games));
    let mut game = page.ask(json!({ "type": "game", "job": 1, "game": 1 }));
    game["game"]["moves"] = json!(["b2"]);
    insta::assert_snapshot!("game", settle(game));
    let mut experiments = page.ask(json!({ "type": "experiments" }));
    experiments["experiments"] = json!([experiments["experiments"][0]]);
    for time in ["seconds", "seconds_quick"] {
        experiments["experiments"][0][time] = 0.into();
    }
    insta::assert_snapshot!("experiments", settle(experiments));
    insta::assert_snapshot!("examined", settle(page.ask(json!({ "type": "examine", "text": "format = 2" }))));
}

/// What a class sees is the lecturer's to say; on one's own machine one may try it alone.
#[test]
fn a_class_follows() {
    let server = Server::start(&options());
    let (mut lecturer, mut student) = (server.page(), server.page());
    let shown = student.ask(json!({ "type": "follow", "on": true }));
    insta::assert_snapshot!("shown", settle(shown));
    let followers = lecturer.ask(json!({ "type": "show", "view": "#view=lessons&lesson=uct" }));
    insta::assert_snapshot!("followers", settle(followers));
    assert_eq!(student.expect("shown")["view"], "#view=lessons&lesson=uct");
    assert_eq!(lecturer.refused(json!({ "type": "show", "view": "x".repeat(8001) })), "web-long");
}
