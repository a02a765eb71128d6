//! The page's files, which are in the program, and the sentences it speaks.

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode};
use kinrow_text::Language;
use kinrow_text::Text;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::compressed;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// What every answer carries: nothing but our own files may run, nobody may frame the page, nothing is told to others.
const ALWAYS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Sentences of these tables are the page's.
const TABLES: &[&str] = &[
    "page",
    "jobs",
    "learns",
    "analysis",
    "ending",
    "steps",
    "tree",
    "term",
    "agent",
    "option",
    "value",
    "preset",
    "level",
    "example-page",
    "pseudocode",
    "lesson",
    "tour",
];

static TEXTS: LazyLock<Vec<(&str, String)>> =
    LazyLock::new(|| Language::ALL.iter().map(|&language| (language.code(), text_json(language))).collect());

/// The sentences of the page in one language: `{"page.undo": "Undo", …}`.
fn text_json(language: Language) -> String {
    let text = Text::new(language);
    let is_pages = |key: &&str| key.split_once('.').is_some_and(|(table, _)| TABLES.contains(&table));
    let sentences: serde_json::Map<String, serde_json::Value> =
        text.keys().filter(is_pages).map(|key| (key.to_string(), text.get(key).into())).collect();
    serde_json::Value::from(sentences).to_string()
}

/// What is served at a path. There is nothing but what is in the program.
pub(crate) fn serve(method: &Method, path: &str, headers: &HeaderMap) -> Response<Body> {
    if method != Method::GET && method != Method::HEAD {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "only GET is answered here\n");
    }
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let text = name.strip_prefix("text/").and_then(|name| name.strip_suffix(".json"));
    if let Some((_, json)) = TEXTS.iter().find(|(language, _)| Some(*language) == text) {
        return file(
            json.as_bytes().to_vec(),
            "application/json",
            &format!("\"{:x}\"", checksum(json)),
            headers,
        );
    }
    match content_type(name).and_then(|kind| Some((kind, Page::get(name)?))) {
        Some((kind, EmbeddedFile { data, metadata })) => {
            let tag: String = metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
            file(data.into_owned(), kind, &format!("\"{tag}\""), headers)
        }
        None => not_found(headers),
    }
}

/// Types of files that the page is made of; what is not here is not served. Nor is a name that leads elsewhere: while the
/// program is being developed its files are read from their folder.
fn content_type(name: &str) -> Option<&'static str> {
    if name.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
        return None;
    }
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => return None,
    })
}

/// FNV-1a, to tell one version of the sentences from another.
fn checksum(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// A file, or word that the one which the browser has is still right. It asks each time: a new version is seen at once.
fn file(bytes: Vec<u8>, kind: &str, tag: &str, headers: &HeaderMap) -> Response<Body> {
    let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let mut response = if known.is_some_and(|known| known.split(',').any(|known| known.trim() == tag)) {
        answer(StatusCode::NOT_MODIFIED, kind, Vec::new())
    } else if compressed::is_understood(headers) {
        let mut response = answer(StatusCode::OK, kind, compressed::gzip(tag, &bytes));
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        response
    } else {
        answer(StatusCode::OK, kind, bytes)
    };
    response.headers_mut().insert(VARY, HeaderValue::from_name(ACCEPT_ENCODING));
    if let Ok(tag) = HeaderValue::from_str(tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}

/// A page that leads back, in the browser's language.
fn not_found(headers: &HeaderMap) -> Response<Body> {
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|accepted| accepted.to_str().ok()).unwrap_or("en");
    let language = Language::from_locale(accepted).unwrap_or(Language::English);
    let (lang, text) = (language.code(), Text::new(language));
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"{lang}\"><meta charset=\"utf-8\"><title>Kinrow</title>\n<p>{}</p>\n<p><a href=\"/\">Kinrow</a></p>\n</html>\n",
        text.get("page.not-found")
    );
    answer(StatusCode::NOT_FOUND, "text/html; charset=utf-8", html.into_bytes())
}

/// A short answer for those who are no browser.
pub(crate) fn plain(status: StatusCode, words: &str) -> Response<Body> {
    answer(status, "text/plain; charset=utf-8", words.as_bytes().to_vec())
}

/// An answer for the page's own code.
pub(crate) fn json(status: StatusCode, value: &serde_json::Value) -> Response<Body> {
    answer(status, "application/json", value.to_string().into_bytes())
}

fn answer(status: StatusCode, kind: &str, bytes: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(kind) = HeaderValue::from_str(kind) {
        headers.insert(CONTENT_TYPE, kind);
    }
    for (name, value) in ALWAYS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever visits every place has loaded every file, and the sentences of one language.
    #[test]
    fn the_whole_page_is_light() {
        let files = Page::iter().filter_map(|name| Some((content_type(&name)?, Page::get(&name)?)));
        let of_files: usize = files.map(|(_, file)| compressed::compress(&file.data).len()).sum();
        let of_sentences = TEXTS.iter().map(|(_, json)| compressed::compress(json.as_bytes()).len()).max();
        let weight = of_files + of_sentences.unwrap();
        assert!(weight > 50_000, "everything is counted: {weight}");
        assert!(weight <= 350_000, "the page weighs {weight} bytes");
    }
}
