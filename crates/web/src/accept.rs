//! Takes connections, each within its bounds: so many at once, so long for a request's head, so long until it is a page's
//! socket or done.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::connections::{Connections, Counted};
use crate::hub::Hub;

/// A connection that has become no page's socket is closed after this time: loading the page takes far less.
const LOADING: Duration = Duration::from_secs(60);
/// Connections that are being told at once that there are too many; more are closed without a word.
const REFUSALS: usize = 60;
/// Whoever is refused is given this time to have sent its request and read the answer.
const REFUSING: Duration = Duration::from_secs(2);
/// How long to wait when the system cannot give another connection.
const PAUSE: Duration = Duration::from_millis(100);

/// What is said to a connection too many, without having read what it wants.
const TOO_MANY: &str = "HTTP/1.1 503 Service Unavailable\r\n\
    content-type: text/plain; charset=utf-8\r\ncontent-length: 46\r\nretry-after: 10\r\nconnection: close\r\n\r\n\
    too many connections are open: try again soon\n";

/// Takes connections for ever.
pub(crate) async fn accept(listener: TcpListener, app: Router, hub: Arc<Hub>) {
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            // Too many open files, or a connection that was given up before it was taken.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Small messages are not held back until others are acknowledged, which would cost a click 40 ms.
        let _ = stream.set_nodelay(true);
        match Connections::admit(&hub.connections, stream, from.ip()) {
            Ok(connection) => {
                tokio::spawn(serve(connection, from, app.clone(), hub.clone()));
            }
            Err(stream) => {
                if let Ok(permit) = refusals.clone().try_acquire_owned() {
                    tokio::spawn(async move {
                        let _ = tokio::time::timeout(REFUSING, refuse(stream)).await;
                        drop(permit);
                    });
                }
            }
        }
    }
}

/// Answers the requests of a connection until it is closed, or becomes a page's socket.
async fn serve(connection: Counted, from: SocketAddr, app: Router, hub: Arc<Hub>) {
    let app = app.layer(Extension(ConnectInfo(from)));
    let answering = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(hub.options.head_time)
        .serve_connection(TokioIo::new(connection), TowerToHyperService::new(app))
        .with_upgrades();
    let mut answering = std::pin::pin!(answering);
    let mut closing = hub.closing.subscribe();
    let loading = tokio::time::timeout(LOADING, async {
        tokio::select! {
            // Whatever a connection fails of, it is over.
            _ = answering.as_mut() => return,
            _ = closing.wait_for(|closing| *closing) => {}
        }
        // The answer that is under way is finished.
        answering.as_mut().graceful_shutdown();
        let _ = answering.await;
    });
    let _ = loading.await;
}

/// Tells a connection that there are too many. What it sends is read, since a connection closed over unread bytes takes its
/// answer with it.
async fn refuse(mut stream: TcpStream) {
    if stream.write_all(TOO_MANY.as_bytes()).await.is_err() || stream.shutdown().await.is_err() {
        return;
    }
    let mut unread = [0; 1024];
    while matches!(stream.read(&mut unread).await, Ok(1..)) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_as_long_as_it_says() {
        let (head, body) = TOO_MANY.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}\r\n", body.len())));
    }
}
