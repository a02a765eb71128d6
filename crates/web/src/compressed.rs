//! The page's files as they travel: compressed where the browser understands it, each only once.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Compressed files by their tags. They are the program's own, so that there are only so many.
static COMPRESSED: LazyLock<Mutex<HashMap<String, Vec<u8>>>> = LazyLock::new(Mutex::default);

/// Whether whoever asks can read gzip.
pub(crate) fn is_understood(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip") || name == "*");
        // A weight of nought refuses.
        let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Ok(1.0), str::parse::<f32>);
        is_gzip && weight.is_ok_and(|weight| weight > 0.0)
    })
}

/// A file compressed; the same bytes each time, as the tag tells which they are.
pub(crate) fn gzip(tag: &str, bytes: &[u8]) -> Vec<u8> {
    let mut kept = COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner);
    kept.entry(tag.to_string()).or_insert_with(|| compress(bytes)).clone()
}

pub(crate) fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Memory takes whatever is written to it.
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("writing to memory does not fail")
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use axum::http::HeaderValue;

    use super::*;

    fn understands(accepted: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_str(accepted).unwrap());
        is_understood(&headers)
    }

    #[test]
    fn only_who_reads_gzip_is_sent_it() {
        assert!(understands("gzip, deflate, br"));
        assert!(understands("br;q=1.0, GZIP;q=0.8"));
        assert!(understands("*"));
        for refused in ["", "br", "gzip;q=0", "gzip; q=0.0, br", "gzipped", "gzip;q=much"] {
            assert!(!understands(refused), "{refused}");
        }
        assert!(!is_understood(&HeaderMap::new()));
    }

    #[test]
    fn what_is_compressed_unpacks_to_the_same() {
        let bytes = b"a row of three, a row of four, a row of five".repeat(20);
        let small = gzip("\"a tag of this test\"", &bytes);
        assert!(small.len() < bytes.len() / 5, "{}", small.len());
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(small.as_slice()).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, bytes);
    }
}
