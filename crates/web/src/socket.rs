//! One page's socket: greets, reads what it asks, writes what it is told, and notices when it has gone.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use kinrow_game::Explain;
use kinrow_text::Text;

use crate::error::WebError;
use crate::hub::Hub;
use crate::message::{self, Event, PROTOCOL, Request};
use crate::names;
use crate::outbox::Outbox;
use crate::room::Place;

/// A page says hello within this time.
const GREETING: Duration = Duration::from_secs(10);
/// A page that has been silent this long is asked whether it is still there, and is gone when it does not answer.
const SILENCE: Duration = Duration::from_secs(20);
/// A page that does not take what it is sent within this time is gone.
const SENDING: Duration = Duration::from_secs(10);
/// Messages too many before a page is sent away.
const MOST_REFUSED: u32 = 500;

/// Serves one page until it goes, or the server ends.
pub(crate) async fn serve(hub: Arc<Hub>, socket: WebSocket, from: IpAddr, code: Option<String>) {
    hub.pages.fetch_add(1, Ordering::Relaxed);
    let (sink, mut stream) = socket.split();
    let outbox = Arc::new(Outbox::default());
    let mut writer = tokio::spawn(write(outbox.clone(), sink));
    let mut closing = hub.closing.subscribe();
    let mut seat = None;
    tokio::select! {
        () = read(&hub, &mut stream, &outbox, &mut seat, from, code) => {}
        _ = closing.wait_for(|closing| *closing) => {}
        // It was sent away, or does not take what it is sent: what it still says is not heard.
        _ = &mut writer => {}
    }
    if let Some((place, connection)) = seat {
        place.leave(connection);
    }
    outbox.close();
    if !writer.is_finished() {
        // What was still to be said has been, or the page has gone.
        let _ = writer.await;
    }
    hub.pages.fetch_sub(1, Ordering::Relaxed);
}

/// Where a page sits, with the number of its connection.
type Seat = (Place, u64);

/// Greets a page, and then does what it asks.
async fn read(
    hub: &Arc<Hub>,
    stream: &mut SplitStream<WebSocket>,
    outbox: &Arc<Outbox>,
    seat: &mut Option<Seat>,
    from: IpAddr,
    code: Option<String>,
) {
    let Ok(Some(first)) = tokio::time::timeout(GREETING, next_text(stream, outbox)).await else { return };
    let (place, _) = match greet(hub, outbox, &first, from, code.as_deref()) {
        Ok(seated) => &*seat.insert(seated),
        Err((id, error, text)) => {
            outbox.send(&Event::Error { key: error.key(), message: text.explain(&error) }, id);
            return;
        }
    };
    let mut pace = Pace::new(hub.options.messages_per_second);
    while let Some(text) = next_text(stream, outbox).await {
        let (id, error) = if pace.is_too_fast(Instant::now()) {
            (None, WebError::Fast { most: hub.options.messages_per_second })
        } else if text.len() > hub.options.message_bytes {
            (None, WebError::Long { given: text.len(), most: hub.options.message_bytes })
        } else {
            match message::read(&text) {
                Ok(asked) => {
                    place.room.desk().handle(place, asked);
                    continue;
                }
                Err(refused) => refused,
            }
        };
        outbox.send(&place.room.desk().error(&error), id);
        if pace.refused > MOST_REFUSED {
            break;
        }
    }
}

type Refused = (Option<u64>, WebError, Arc<Text>);

/// Lets a page in and gives it its session.
fn greet(
    hub: &Arc<Hub>,
    outbox: &Arc<Outbox>,
    first: &str,
    from: IpAddr,
    code: Option<&str>,
) -> Result<Seat, Refused> {
    let english = hub.default_text();
    let asked = message::read(first).map_err(|(id, error)| (id, error, english.clone()))?;
    let Request::Hello { protocol, session, lang, owner } = asked.request else {
        return Err((asked.id, WebError::Hello {}, english));
    };
    let text = lang.as_deref().and_then(|lang| hub.text(lang)).unwrap_or(english);
    let refuse = |error| (asked.id, error, text.clone());
    if protocol != PROTOCOL {
        return Err(refuse(WebError::Protocol { given: protocol }));
    }
    let role = hub.door.check(code, from, hub.has(session.as_deref()), Instant::now()).map_err(refuse)?;
    let room = hub.enter(session.as_deref()).map_err(refuse)?;
    let connection = room.arrive(outbox.clone(), role);
    let place = Place { hub: hub.clone(), room };
    let mut desk = place.room.desk();
    desk.session.set_text(text.clone());
    // A page that says no proper one has a name of its own, its session's.
    if let Some(owner) = owner.filter(|owner| names::is_name(owner)) {
        desk.set_owner(owner);
    }
    outbox.send(&desk.welcome(&place), asked.id);
    desk.changed(&place, None);
    drop(desk);
    Ok((place, connection))
}

/// The next text of a page; `None` when it has gone, or does not answer any more.
async fn next_text(stream: &mut SplitStream<WebSocket>, outbox: &Outbox) -> Option<Utf8Bytes> {
    let mut is_asked = false;
    loop {
        match tokio::time::timeout(SILENCE, stream.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => return Some(text),
            // Any sign of life.
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => is_asked = false,
            // Bytes are nothing that a page sends.
            Ok(Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None) => return None,
            Err(_) if is_asked => return None,
            Err(_) => {
                is_asked = true;
                outbox.ping();
            }
        }
    }
}

/// Writes what the page is told.
async fn write(outbox: Arc<Outbox>, mut sink: SplitSink<WebSocket, Message>) {
    loop {
        let to_send = outbox.take();
        let texts = to_send.messages.into_iter().map(|text| Message::Text(text.into()));
        let ping = to_send.wants_ping.then(|| Message::Ping(Default::default()));
        for message in texts.chain(ping) {
            if !matches!(tokio::time::timeout(SENDING, sink.send(message)).await, Ok(Ok(()))) {
                outbox.close();
                return;
            }
        }
        if to_send.is_last {
            let frame = CloseFrame { code: close_code::AWAY, reason: Utf8Bytes::from_static("") };
            let farewell = async {
                // Where the page said goodbye first this only answers it.
                let _ = sink.send(Message::Close(Some(frame))).await;
                let _ = sink.close().await;
            };
            let _ = tokio::time::timeout(SENDING, farewell).await;
            return;
        }
        match to_send.later {
            None => outbox.filled().await,
            Some(later) => tokio::select! {
                () = outbox.filled() => {}
                () = tokio::time::sleep_until(later.into()) => {}
            },
        }
    }
}

/// How fast a page asks: a bucket that fills with the seconds and that each message takes a drop from.
struct Pace {
    per_second: f64,
    left: f64,
    last: Instant,
    refused: u32,
}

impl Pace {
    fn new(per_second: u32) -> Pace {
        let per_second = f64::from(per_second.max(1));
        Pace { per_second, left: 2.0 * per_second, last: Instant::now(), refused: 0 }
    }

    fn is_too_fast(&mut self, now: Instant) -> bool {
        let passed = now.duration_since(self.last).as_secs_f64();
        self.last = now;
        self.left = (self.left + passed * self.per_second).min(2.0 * self.per_second);
        if self.left < 1.0 {
            self.refused += 1;
            return true;
        }
        self.left -= 1.0;
        false
    }
}
