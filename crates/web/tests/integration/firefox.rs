//! The page in Firefox: each place opens and a game is played. Firefox is driven over WebDriver BiDi, which it speaks itself.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

use crate::support::{Server, options};

/// How long to wait for something to come true: much more than it takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A headless Firefox with one window, ended with the test.
struct Firefox {
    process: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    window: String,
    commands: u64,
    _profile: tempfile::TempDir,
}

impl Firefox {
    fn start() -> Firefox {
        let profile = tempfile::tempdir().unwrap();
        let mut process = Command::new("firefox-esr")
            .args(["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile"])
            .arg(profile.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("this test needs firefox-esr (./test --full installs it on Debian)");
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines().map_while(Result::ok);
        let address = lines
            .find_map(|line| Some(line.split_once("BiDi listening on ")?.1.trim().to_string()))
            .expect("Firefox tells where it listens");
        // Whatever else it says must not fill its pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let (socket, _) = tungstenite::connect(format!("{address}/session")).unwrap();
        let mut firefox = Firefox { process, socket, window: String::new(), commands: 0, _profile: profile };
        firefox.command("session.new", &json!({ "capabilities": {} }));
        let tree = firefox.command("browsingContext.getTree", &json!({}));
        firefox.window = tree["contexts"][0]["context"].as_str().unwrap().to_string();
        firefox.command("session.subscribe", &json!({ "events": ["log.entryAdded"] }));
        firefox
    }

    /// What Firefox answers to a command. Errors that the page logs in the meantime end the test.
    fn command(&mut self, method: &str, parameters: &Value) -> Value {
        self.commands += 1;
        let id = self.commands;
        let message = json!({ "id": id, "method": method, "params": parameters }).to_string();
        self.socket.send(Message::text(message)).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let answer: Value = serde_json::from_str(&text).unwrap();
            assert!(
                answer["method"] != "log.entryAdded" || answer["params"]["level"] != "error",
                "the console says: {answer}"
            );
            if answer["id"] == id {
                assert_eq!(answer["type"], "success", "{method} {parameters}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    fn open(&mut self, url: &str) {
        let target = json!({ "context": self.window, "url": url, "wait": "complete" });
        self.command("browsingContext.navigate", &target);
    }

    /// What an expression in the page comes to, as Firefox describes it.
    fn evaluate(&mut self, expression: &str) -> Value {
        let target = json!({ "context": self.window });
        let script = json!({ "expression": expression, "target": target, "awaitPromise": true });
        self.command("script.evaluate", &script)["result"].clone()
    }

    fn click(&mut self, selector: &str) {
        self.wait_until(&format!("document.querySelector('{selector}') !== null"));
        let element = self.evaluate(&format!("document.querySelector('{selector}')"))["sharedId"].clone();
        let origin = json!({ "type": "element", "element": { "sharedId": element } });
        let actions = json!([
            { "type": "pointerMove", "x": 0, "y": 0, "origin": origin },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let mouse = json!({ "type": "pointer", "id": "mouse", "actions": actions });
        self.command("input.performActions", &json!({ "context": self.window, "actions": [mouse] }));
    }

    fn wait_until(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.evaluate(&format!("Boolean({expression})"))["value"] != true {
            assert!(begun.elapsed() < PATIENCE, "never came true: {expression}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
#[ignore = "needs Firefox and takes a minute"]
fn every_place_opens_and_a_game_is_played() {
    let server = Server::start(&options());
    let page = |hash: &str| format!("{}#lang=en&{hash}", server.address.url);
    let mut firefox = Firefox::start();
    firefox.open(&page("rules=3x3x3&moves=&x=person&o=person"));
    for (ply, point) in ["b2", "a1", "b1", "a2", "b3"].into_iter().enumerate() {
        firefox.wait_until(
            "document.querySelector('.board-grid') !== null && !document.querySelector('.board-grid').classList.contains('board-closed')",
        );
        firefox.click(&format!("[data-point={point}]"));
        firefox.wait_until(&format!(
            "document.querySelectorAll('.board-picture [data-stone]').length === {}",
            ply + 1
        ));
    }
    firefox.wait_until("document.querySelector('#status.is-over') !== null");
    let status = firefox.evaluate("document.querySelector('#status').textContent");
    assert!(status["value"].as_str().unwrap().contains("X wins"), "{status}");
    let tree = "rules=3x3x3&moves=b2.b3.c2.a2&x=person&o=person&view=tree&spec=alphabeta:table%3Doff";
    let steps = "rules=3x3x3&moves=b2.a2.c2.b3.c3&x=person&o=person&view=steps&spec=alphabeta:table%3Doff&other=minimax&step=9";
    for (hash, ready) in [
        ("view=home", "#home-puzzle"),
        ("rules=3x3x3&moves=c3&x=person&o=person&view=analyse", ".layer-heat > *"),
        (tree, ".tree-diagram .is-cut"),
        (steps, "[data-step='9']"),
    ] {
        // Another address of the same page is no new page: it is left in between.
        firefox.open("about:blank");
        firefox.open(&page(hash));
        firefox.wait_until(&format!("document.querySelector(\"{ready}\") !== null"));
    }
}
