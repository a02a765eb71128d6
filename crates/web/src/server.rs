//! Starts the server, and ends it.

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, Query, Request, State};
use axum::http::{Response, StatusCode};
use axum::middleware::{self, Next};
use axum::routing::{any, post};
use kinrow_agent::Stop;
use kinrow_jobs::{Jobs, StoreError};
use tokio::net::TcpListener;

use crate::code::Codes;
use crate::error::{ServeError, StartError};
use crate::hub::Hub;
use crate::library::archive::Archive;
use crate::library::upload::upload;
use crate::options::{OWN_PORT, ServeOptions};
use crate::pool::Pool;
use crate::{accept, assets, connections, names, socket};

/// Where the server listens.
#[derive(Clone, Debug)]
pub struct Address {
    /// What to open in a browser on this machine.
    pub url: String,
    /// What others on the network open; with the name or address of this machine in place of the host.
    pub shared: Option<String>,
    /// What the lecturer opens on this machine, where codes are asked for.
    pub lecturer: Option<String>,
    /// The codes, where they are asked for.
    pub codes: Option<Codes>,
    /// The port.
    pub port: u16,
    /// The server's own port was taken, and this is another.
    pub is_other_port: bool,
    /// Why there are no jobs, where nobody asked for a folder of theirs and the usual one cannot be had.
    pub without_jobs: Option<StoreError>,
    /// Connections that can be open at once: as many as were asked for, or as the system allows.
    pub connections: usize,
}

/// How often the stop flag is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How long pages may take to close when the server ends.
const FAREWELL: Duration = Duration::from_secs(1);
/// Connections beside those of the pages: pages being loaded, pages being refused.
const MORE_CONNECTIONS: usize = 200;

/// Serves pages until `stop` is raised. `on_ready` is called once it listens.
///
/// # Errors
/// When the port cannot be had or the machine denies what it needs.
pub fn serve(options: &ServeOptions, stop: &Stop, on_ready: impl FnOnce(&Address)) -> Result<(), ServeError> {
    let start = |error: std::io::Error| StartError::Start { why: error.to_string() };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(start)?;
    let code = || names::code().map_err(|error| StartError::Start { why: error.to_string() });
    let codes = match options.host.is_loopback() {
        true => None,
        false => Some(Codes { join: code()?, lecturer: code()? }),
    };
    let connections = connections::possible(options.connections);
    let mut options = ServeOptions { connections, ..options.clone() };
    if options.host.is_loopback() {
        options.bounds = options.bounds.for_one_person(options.own_threads as u64);
    }
    let (jobs, without_jobs) = open_jobs(&options)?;
    let bound = (!options.host.is_loopback()).then_some(options.record_bytes);
    let archive = options.record.clone().map(|path| Archive::open(path, bound)).transpose().map_err(start)?;
    let pool = Pool::new(options.searches).map_err(start)?;
    let hub = Arc::new(Hub::new(options, pool, archive, codes.clone(), jobs));
    if let Some(jobs) = &hub.jobs {
        let hub = Arc::downgrade(&hub);
        jobs.listen(move |job| {
            if let Some(hub) = hub.upgrade() {
                hub.tell_of_job(job);
            }
        });
    }
    let on_ready = |address: Address| on_ready(&Address { without_jobs, ..address });
    let result = runtime.block_on(run(&hub, stop, codes, on_ready));
    // First the searches, whose threads hold sessions; then whatever is still being written.
    hub.pool.close();
    if let Some(jobs) = &hub.jobs {
        jobs.close();
    }
    // Every finished game is in the record before the program ends.
    if let Some(archive) = &hub.archive {
        archive.close();
    }
    runtime.shutdown_timeout(FAREWELL);
    result
}

/// The jobs, where there are any; else why not.
fn open_jobs(options: &ServeOptions) -> Result<(Option<Arc<Jobs>>, Option<StoreError>), StoreError> {
    let Some(place) = &options.jobs else { return Ok((None, None)) };
    match Jobs::open(&place.folder, place.bounds.clone()) {
        Ok(jobs) => Ok((Some(Arc::new(jobs)), None)),
        Err(error) if place.is_asked_for => Err(error),
        Err(error) => Ok((None, Some(error))),
    }
}

async fn run(
    hub: &Arc<Hub>,
    stop: &Stop,
    codes: Option<Codes>,
    on_ready: impl FnOnce(Address),
) -> Result<(), ServeError> {
    let (listener, is_other_port) = listen(&hub.options).await?;
    let local = listener.local_addr().map_err(|error| StartError::Start { why: error.to_string() })?;
    let address = address(local, is_other_port, codes, hub.options.connections);
    address.shared.iter().for_each(|url| hub.share(url.clone()));
    on_ready(address);
    let app = Router::new()
        .route("/socket", any(open_socket))
        .route("/games", post(upload))
        .fallback(page)
        .layer(middleware::from_fn_with_state(hub.clone(), only_ours))
        .with_state(hub.clone());
    tokio::select! {
        () = accept::accept(listener, app, hub.clone()) => {}
        () = stopped(stop.clone(), hub.clone()) => {}
    }
    let farewell = async {
        while hub.connections.count() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    // Whoever has not closed by then is cut off.
    let _ = tokio::time::timeout(FAREWELL, farewell).await;
    Ok(())
}

/// Waits for the stop flag, then tells the pages.
async fn stopped(stop: Stop, hub: Arc<Hub>) {
    while !stop.is_stopped() {
        tokio::time::sleep(LOOK_EVERY).await;
    }
    hub.closing.send_replace(true);
}

/// Listens on the port that was asked for; else on the server's own, or on a free one where that is taken. The latter is told.
async fn listen(options: &ServeOptions) -> Result<(TcpListener, bool), StartError> {
    let wanted = SocketAddr::new(options.host, options.port.unwrap_or(OWN_PORT));
    let refuse =
        |error: std::io::Error| StartError::Port { address: wanted.to_string(), why: error.to_string() };
    match TcpListener::bind(wanted).await {
        Ok(listener) => Ok((listener, false)),
        Err(error) if options.port.is_none() && error.kind() == ErrorKind::AddrInUse => {
            let listener = TcpListener::bind(SocketAddr::new(options.host, 0)).await;
            listener.map(|listener| (listener, true)).map_err(refuse)
        }
        Err(error) => Err(refuse(error)),
    }
}

fn address(local: SocketAddr, is_other_port: bool, codes: Option<Codes>, connections: usize) -> Address {
    let with = |host: IpAddr, code: Option<&String>| {
        let query = code.map(|code| format!("?code={code}")).unwrap_or_default();
        format!("http://{}/{query}", SocketAddr::new(host, local.port()))
    };
    let url = |host| with(host, codes.as_ref().map(|codes| &codes.join));
    let here: IpAddr = match local.ip() {
        ip if ip.is_unspecified() && ip.is_ipv6() => std::net::Ipv6Addr::LOCALHOST.into(),
        ip if ip.is_unspecified() => std::net::Ipv4Addr::LOCALHOST.into(),
        ip => ip,
    };
    let shared = codes.is_some().then(|| own_address(local.ip()).map(url)).flatten();
    let lecturer = codes.as_ref().map(|codes| with(here, Some(&codes.lecturer)));
    Address {
        url: url(here),
        shared,
        lecturer,
        codes,
        port: local.port(),
        is_other_port,
        without_jobs: None,
        connections,
    }
}

/// The address of this machine on its network: the one from which it would call another. Nothing is sent.
fn own_address(bound: IpAddr) -> Option<IpAddr> {
    if !bound.is_unspecified() {
        return Some(bound);
    }
    // An address reserved for documentation: it is nobody's.
    let (from, to) =
        if bound.is_ipv6() { ("[::]:0", "[2001:db8::1]:9") } else { ("0.0.0.0:0", "192.0.2.1:9") };
    let socket = std::net::UdpSocket::bind(from).ok()?;
    socket.connect(to).ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified())
}

/// Refuses what was not meant for this server.
async fn only_ours(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response<Body> {
    if hub.guard.is_meant_for_us(request.headers()) {
        next.run(request).await
    } else {
        assets::plain(StatusCode::MISDIRECTED_REQUEST, "this server does not answer to that name\n")
    }
}

async fn page(request: Request) -> Response<Body> {
    assets::serve(request.method(), request.uri().path(), request.headers())
}

/// What may stand in the address of the socket.
#[derive(serde::Deserialize)]
struct SocketQuery {
    code: Option<String>,
}

async fn open_socket(
    State(hub): State<Arc<Hub>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Query(query): Query<SocketQuery>,
    headers: axum::http::HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response<Body> {
    if !hub.guard.is_our_page(&headers) {
        return assets::plain(StatusCode::FORBIDDEN, "only pages of this server may open its socket\n");
    }
    let Ok(upgrade) = upgrade else {
        return assets::plain(StatusCode::UPGRADE_REQUIRED, "a WebSocket is spoken here\n");
    };
    if hub.pages.load(Ordering::Relaxed) >= hub.options.sessions + MORE_CONNECTIONS {
        return assets::plain(StatusCode::SERVICE_UNAVAILABLE, "too many pages are open\n");
    }
    // Twice the bound is read, so that a message somewhat too long can be refused with a sentence; a longer one ends it.
    let most = 2 * hub.options.message_bytes;
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| socket::serve(hub, socket, from.ip(), query.code))
}
