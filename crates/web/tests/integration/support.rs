//! A real server on a free port, and pages that talk to it over real sockets.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use kinrow_agent::Stop;
use kinrow_web::{Address, ServeError, ServeOptions, serve};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

/// Longer than anything takes on a busy machine; a test that waits so long fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server, which ends with the test.
pub struct Server {
    pub address: Address,
    pub stop: Stop,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
}

/// Options on any free port, with a fixed seed.
pub fn options() -> ServeOptions {
    ServeOptions { port: Some(0), seed: Some(1), own_threads: 2, ..ServeOptions::default() }
}

impl Server {
    pub fn start(options: &ServeOptions) -> Server {
        let (sender, receiver) = mpsc::channel();
        let stop = Stop::new();
        let (options, raised) = (options.clone(), stop.clone());
        let thread = std::thread::spawn(move || {
            serve(&options, &raised, |address| sender.send(address.clone()).unwrap())
        });
        let address = receiver.recv_timeout(PATIENCE).unwrap();
        Server { address, stop, thread: Some(thread) }
    }

    /// Ends it, and says how it ended.
    pub fn end(&mut self) -> Result<(), ServeError> {
        self.stop.stop();
        self.thread.take().map_or(Ok(()), |thread| thread.join().unwrap())
    }

    pub fn port(&self) -> u16 {
        self.address.port
    }

    /// A page that has said hello; its welcome and first state are read.
    pub fn page(&self) -> Page {
        self.page_of(None).0
    }

    /// A page that comes back to a session; with its welcome and first state.
    pub fn page_of(&self, session: Option<&str>) -> (Page, Value, Value) {
        let mut page = self.connect().unwrap();
        page.send(&json!({ "type": "hello", "protocol": 1, "session": session, "lang": "en" }));
        let welcome = page.expect("welcome");
        let state = page.expect("state");
        page.session = welcome["session"].as_str().unwrap().into();
        (page, welcome, state)
    }

    /// A socket on which nothing has been said.
    pub fn connect(&self) -> Result<Page, tungstenite::Error> {
        let host = format!("127.0.0.1:{}", self.port());
        self.connect_as(&host, Some(&format!("http://{host}")), "/socket")
    }

    /// A socket opened by whoever claims to call `host` from `origin`.
    pub fn connect_as(
        &self,
        host: &str,
        origin: Option<&str>,
        path: &str,
    ) -> Result<Page, tungstenite::Error> {
        let mut request = format!("ws://127.0.0.1:{}{path}", self.port()).into_client_request()?;
        request.headers_mut().insert("host", HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", HeaderValue::from_str(origin).unwrap());
        }
        let stream = TcpStream::connect(("127.0.0.1", self.port())).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let (socket, _) = tungstenite::client(request, stream).map_err(|error| match error {
            tungstenite::HandshakeError::Failure(error) => error,
            tungstenite::HandshakeError::Interrupted(_) => panic!("the server does not answer"),
        })?;
        Ok(Page { socket, session: String::new(), next_id: 1 })
    }

    /// An HTTP request, headers and all; the whole answer as text.
    pub fn http(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port())).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // A server that is full may answer and close before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub fn get(&self, path: &str, headers: &str) -> String {
        let port = self.port();
        self.http(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n{headers}\r\n"
        ))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// A page.
pub struct Page {
    socket: WebSocket<TcpStream>,
    pub session: String,
    next_id: u64,
}

impl Page {
    pub fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    pub fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// The next message; `None` when the server has closed.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) => return None,
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("nothing came");
                }
                Err(_) => return None,
            }
        }
    }

    /// The next message of a type; others are passed over.
    pub fn expect(&mut self, kind: &str) -> Value {
        self.until(|message| message["type"] == kind)
    }

    /// The next message that is wanted; others are passed over.
    pub fn until(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().expect("the server closed the socket");
            if is_wanted(&message) {
                return message;
            }
        }
    }

    /// Asks, and waits for the answer.
    pub fn ask(&mut self, mut message: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        message["id"] = id.into();
        self.send(&message);
        self.until(|answer| answer["id"] == id)
    }

    /// Asks for something that changes the game.
    pub fn game(&mut self, message: Value) -> Value {
        let answer = self.ask(message);
        assert_eq!(answer["type"], "state", "{answer}");
        answer["game"].clone()
    }

    /// The key of the error that a message is refused with.
    pub fn refused(&mut self, message: Value) -> String {
        let answer = self.ask(message);
        assert_eq!(answer["type"], "error", "{answer}");
        assert!(answer["message"].as_str().unwrap().len() > 10, "{answer}");
        answer["key"].as_str().unwrap().into()
    }

    /// The game when it is a person's turn, or over.
    pub fn settled(&mut self, game: Value) -> Value {
        let mut game = game;
        while !game["thinking"].is_null() {
            game = self.expect("state")["game"].clone();
        }
        game
    }

    /// Goes, saying goodbye.
    pub fn close(mut self) {
        let _ = self.socket.close(None);
        while self.next().is_some() {}
    }
}

pub fn person() -> Value {
    json!({ "kind": "person" })
}

pub fn agent(spec: &str) -> Value {
    json!({ "kind": "agent", "spec": spec })
}

#[allow(clippy::needless_pass_by_value, reason = "calls read better")]
pub fn new_game(rules: &str, moves: &str, x: Value, o: Value) -> Value {
    json!({ "type": "new", "rules": rules, "moves": moves, "x": x, "o": o })
}
