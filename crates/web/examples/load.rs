//! Many pages that play at once, and how long each click waits for its answer.
//!
//!     cargo run --release -p kinrow-web --example load -- 200 20
//!
//! plays with 200 pages for 20 seconds against a server in the same process, and prints the 50th and 95th percentile and
//! the longest of the times from a `play` to the `state` that has the move. The pages play the starter games against the opponents
//! that these begin with, with a pause of up to two seconds before each move; a fifth of them also has the analysis on, which
//! searches a second in each position. `heavy` as a third word lets them play opponents that take all the time there is.
//! `hostile` instead has somebody at another address open connections all the while, more than the server allows it, and say
//! nothing on half of them and half a request on the others; how many of them were refused is printed too. (Both ends of
//! each connection are in this process: where few files may be open, `ulimit -n 8192` first.)

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use kinrow_agent::{Seed, Stop};
use kinrow_session::STARTER_GAMES;
use kinrow_web::{ServeOptions, serve};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Boards and opponents that together ask for several times what two cores have.
const HEAVY: [(&str, &str); 6] = [
    ("3x3x3", "solve"),
    ("15x15x5", "alphabeta:depth=2,eval=runs,near=1"),
    ("7x6x4:drop", "mcts:playouts=2000"),
    ("5x5x4", "alphabeta:depth=4,eval=runs"),
    ("15x15x5:renju", "alphabeta:depth=2,eval=runs,near=1"),
    ("9x9x5", "mcts:time=300ms"),
];

/// Board and opponent of a page.
fn game(number: u64, is_heavy: bool) -> (&'static str, Value) {
    let number = number as usize;
    if is_heavy {
        let (rules, spec) = HEAVY[number % HEAVY.len()];
        return (rules, json!({ "kind": "agent", "spec": spec }));
    }
    let game = STARTER_GAMES[number % STARTER_GAMES.len()];
    (game.rules, json!({ "kind": "level", "level": game.level.name() }))
}

/// What was measured.
#[derive(Default)]
struct Measured {
    clicks: Vec<Duration>,
    answers: Vec<Duration>,
    games: usize,
}

/// Connections that somebody hostile holds or tries to hold at once: a tenth more than the server allows one address.
const HOSTILE: usize = 1650;

fn main() -> Result<(), Failure> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let is_heavy = words.pop_if(|word| word == "heavy").is_some();
    let is_hostile = words.pop_if(|word| word == "hostile").is_some();
    let mut numbers = words.iter().map(|word| word.parse::<u64>());
    let pages = numbers.next().transpose()?.unwrap_or(200);
    let seconds = numbers.next().transpose()?.unwrap_or(20);
    let stop = Stop::new();
    let (sender, receiver) = std::sync::mpsc::channel();
    let raised = stop.clone();
    let server = std::thread::spawn(move || {
        let options = ServeOptions { port: Some(0), ..ServeOptions::default() };
        serve(&options, &raised, |address| {
            // Whoever waits for it is there.
            let _ = sender.send(address.port);
        })
    });
    let port = receiver.recv()?;
    let measured = Arc::new(Mutex::new(Measured::default()));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let end = Instant::now() + Duration::from_secs(seconds);
    runtime.block_on(async {
        let played: Vec<_> = (0..pages)
            .map(|number| tokio::spawn(play(port, game(number, is_heavy), number, end, measured.clone())))
            .collect();
        let attack = is_hostile.then(|| tokio::spawn(attack(port, end)));
        for page in played {
            page.await??;
        }
        if let Some(attack) = attack {
            let (tried, refused) = attack.await??;
            println!("hostile: {tried} connections were opened, {refused} of them refused");
        }
        Ok::<(), Failure>(())
    })?;
    stop.stop();
    server.join().map_err(|_| "the server panicked")??;
    let mut measured = measured.lock().map_err(|_| "a page panicked")?;
    println!(
        "{pages} pages, {seconds} s, {} searches at once: {} games",
        ServeOptions::default().searches,
        measured.games
    );
    report("click shown", &mut measured.clicks);
    report("machine's answer", &mut measured.answers);
    Ok(())
}

fn report(what: &str, times: &mut [Duration]) {
    times.sort();
    let at = |share: f64| {
        let place = ((times.len() as f64 * share).ceil() as usize).clamp(1, times.len().max(1)) - 1;
        times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    println!(
        "{what}: {} times, p50 {:.1} ms, p95 {:.1} ms, max {:.1} ms",
        times.len(),
        at(0.5),
        at(0.95),
        at(1.0)
    );
}

/// Holds as many connections as it can get from another address of this machine, and opens anew what is closed; how many it
/// opened, and how many were refused.
async fn attack(port: u16, end: Instant) -> Result<(usize, usize), Failure> {
    let hold = move |number: usize| async move {
        let (mut tried, mut refused) = (0usize, 0usize);
        while Instant::now() < end {
            let socket = tokio::net::TcpSocket::new_v4()?;
            socket.bind(([127, 0, 0, 2], 0).into())?;
            let mut stream = socket.connect(([127, 0, 0, 1], port).into()).await?;
            tried += 1;
            if number.is_multiple_of(2) {
                // One that is refused may be closed by now.
                let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: ").await;
            }
            let mut answer = [0; 12];
            let rest = end.saturating_duration_since(Instant::now());
            let read = tokio::time::timeout(rest, stream.read_exact(&mut answer)).await;
            refused += usize::from(matches!(read, Ok(Ok(_))) && answer.ends_with(b"503"));
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        Ok::<_, Failure>((tried, refused))
    };
    let held: Vec<_> = (0..HOSTILE).map(|number| tokio::spawn(hold(number))).collect();
    let mut sum = (0, 0);
    for held in held {
        let (tried, refused) = held.await??;
        sum = (sum.0 + tried, sum.1 + refused);
    }
    Ok(sum)
}

/// One page's life: game after game until the time is over.
async fn play(
    port: u16,
    (rules, opponent): (&str, Value),
    number: u64,
    end: Instant,
    measured: Arc<Mutex<Measured>>,
) -> Result<(), Failure> {
    let mut rng = Seed(number).rng();
    let mut pause = move |most_ms: u32| Duration::from_millis(u64::from(rng.below(most_ms)));
    tokio::time::sleep(pause(1000)).await;
    let mut request = format!("ws://127.0.0.1:{port}/socket").into_client_request()?;
    request.headers_mut().insert("origin", format!("http://127.0.0.1:{port}").parse()?);
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await?;
    let mut picks = Seed(number).derive("moves", 0).rng();
    let text = |message: Value| Message::text(message.to_string());
    socket.send(text(json!({ "type": "hello", "protocol": 1, "session": null, "lang": "en" }))).await?;
    let new = json!({
        "type": "new", "rules": rules,
        "x": { "kind": "person" }, "o": opponent,
    });
    socket.send(text(new.clone())).await?;
    if number.is_multiple_of(5) {
        socket.send(text(json!({ "type": "analyse", "on": true, "spec": "mcts:time=1s" }))).await?;
    }
    let mut clicked: Option<(Instant, u64)> = None;
    let mut asked: Option<Instant> = None;
    while let Some(message) = socket.next().await {
        let Message::Text(message) = message? else { continue };
        let message: Value = serde_json::from_str(&message)?;
        if message["type"] == "error" {
            return Err(message["message"].to_string().into());
        }
        if message["type"] != "state" || (message["game"]["rules"] != rules) {
            continue;
        }
        let game = &message["game"];
        let ply = game["ply"].as_u64().unwrap_or(0);
        if let Some((at, _)) = clicked.take_if(|(_, wanted)| *wanted == ply) {
            measured.lock().map_err(|_| "a page panicked")?.clicks.push(at.elapsed());
            asked = Some(at);
            if game["result"].is_null() {
                continue;
            }
        }
        if clicked.is_some() {
            continue;
        }
        if let Some(at) = asked.take()
            && game["result"].is_null()
        {
            measured.lock().map_err(|_| "a page panicked")?.answers.push(at.elapsed());
        }
        if Instant::now() >= end {
            break;
        }
        tokio::time::sleep(pause(2000)).await;
        if !game["result"].is_null() {
            measured.lock().map_err(|_| "a page panicked")?.games += 1;
            socket.send(text(new.clone())).await?;
            continue;
        }
        let Some(legal) = game["legal"].as_array().filter(|legal| !legal.is_empty()) else { continue };
        let point = picks.pick(legal).clone();
        clicked = Some((Instant::now(), ply + 1));
        socket.send(text(json!({ "type": "play", "move": point }))).await?;
    }
    socket.close(None).await?;
    Ok(())
}
