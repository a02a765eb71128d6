//! Games come in as the body of a request: bounded in size and number, read by the readers that files are read by, and
//! only from a page of this server that has a session.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, Response, StatusCode};
use futures_util::StreamExt;
use kinrow_agent::GameRecord;
use kinrow_game::Explain;
use kinrow_record::exchange::Format;
use kinrow_record::store::Added;
use kinrow_session::{Refusal, refuse};
use kinrow_text::Text;
use serde_json::json;
use tokio::sync::oneshot;

use super::asking::format_of;
use super::error::LibraryError;
use crate::assets;
use crate::hub::Hub;

/// Bytes of one file. Whoever has more than a lecture's worth of games has a terminal.
const MOST_BYTES: usize = 4_000_000;
/// Bytes that are heard before a file that is too long is refused.
const MOST_HEARD: usize = 8 * MOST_BYTES;
/// Games of one file.
const MOST_GAMES: usize = 10_000;
/// Files that are read at once: each takes a few times its size.
pub(crate) const AT_ONCE: usize = 2;
/// How long a file may take to arrive.
const ARRIVING: Duration = Duration::from_secs(30);
/// Where the name of the page's session stands.
const SESSION: &str = "kinrow-session";

/// What stands in the address.
#[derive(serde::Deserialize)]
pub(crate) struct Upload {
    #[serde(default)]
    format: String,
}

/// What a page is told when it does not go well: with which status, and why.
type Refused = (StatusCode, Refusal);

/// Takes a file of games in.
pub(crate) async fn upload(
    State(hub): State<Arc<Hub>>,
    Query(Upload { format }): Query<Upload>,
    headers: HeaderMap,
    body: Body,
) -> Response<Body> {
    if !hub.guard.is_our_page(&headers) {
        return assets::plain(StatusCode::FORBIDDEN, "only pages of this server may bring games in\n");
    }
    let session = headers.get(SESSION).and_then(|name| name.to_str().ok()).unwrap_or_default();
    let (text, done) = match hub.room(session) {
        None => (hub.default_text(), Err((StatusCode::UNAUTHORIZED, refuse(LibraryError::Stranger {})))),
        Some(room) => {
            let (text, reach) = {
                let desk = room.desk();
                (desk.session.text().clone(), desk.reach_on(&hub))
            };
            let owner = reach.owner().map(ToString::to_string);
            (text, bring_in(&hub, owner, &format, body).await)
        }
    };
    match done {
        Ok(Added { new, known }) => assets::json(StatusCode::OK, &json!({ "new": new, "known": known })),
        Err((status, refusal)) => assets::json(status, &told(&text, &*refusal)),
    }
}

fn told(text: &Text, why: &dyn Explain) -> serde_json::Value {
    json!({ "key": why.key(), "message": text.explain(why) })
}

async fn bring_in(hub: &Arc<Hub>, owner: Option<String>, format: &str, body: Body) -> Result<Added, Refused> {
    let busy = |error| (StatusCode::SERVICE_UNAVAILABLE, refuse(error));
    let archive = hub.archive.as_ref();
    let archive = archive.ok_or_else(|| (StatusCode::NOT_FOUND, refuse(LibraryError::NoRecord {})))?;
    let format = format_of(format).map_err(|error| (StatusCode::BAD_REQUEST, refuse(error)))?;
    let large = || {
        let megabytes = MOST_BYTES as u64 / 1_000_000;
        (StatusCode::PAYLOAD_TOO_LARGE, refuse(LibraryError::Large { megabytes }))
    };
    let _place = hub.uploads.try_acquire().map_err(|_| busy(LibraryError::Busy {}))?;
    let broken = || (StatusCode::BAD_REQUEST, refuse(LibraryError::Broken {}));
    let arrived = tokio::time::timeout(ARRIVING, arrived(body)).await.map_err(|_| broken())?;
    let bytes = arrived.map_err(|_| broken())?.ok_or_else(large)?;
    let read = tokio::task::spawn_blocking(move || read(format, &bytes)).await.map_err(|_| broken())?;
    let games = read.map_err(|refusal| (StatusCode::BAD_REQUEST, refusal))?;
    let (answer, answered) = oneshot::channel();
    let submitted = archive.submit(move |record| {
        let added = record.writing().map_err(refuse).and_then(|store| {
            let games = games.into_iter().map(Ok::<_, kinrow_record::store::StoreError>);
            store.add_games_of(owner.as_deref(), games).map_err(refuse)
        });
        // A page that has gone needs no answer.
        let _ = answer.send(added);
    });
    submitted.map_err(busy)?;
    let added = answered.await.map_err(|_| busy(LibraryError::Busy {}))?;
    added.map_err(|refusal| (StatusCode::INTERNAL_SERVER_ERROR, refusal))
}

/// All of a body; `None` when it is longer than a file may be. Of one that is too long some more is read, and forgotten: whoever is
/// still sending does not hear an answer.
async fn arrived(body: Body) -> Result<Option<Vec<u8>>, axum::Error> {
    let mut pieces = body.into_data_stream();
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(piece) = pieces.next().await {
        let piece = piece?;
        length += piece.len();
        if length <= MOST_BYTES {
            bytes.extend_from_slice(&piece);
        } else if length > MOST_HEARD {
            break;
        }
    }
    Ok((length <= MOST_BYTES).then_some(bytes))
}

/// All games of a file, or why not.
fn read(format: Format, bytes: &[u8]) -> Result<Vec<GameRecord>, Refusal> {
    let mut games = Vec::new();
    for game in format.games(bytes, None) {
        if games.len() == MOST_GAMES {
            return Err(refuse(LibraryError::ManyGames { most: MOST_GAMES as u64 }));
        }
        games.push(game.map_err(refuse)?);
    }
    Ok(games)
}
