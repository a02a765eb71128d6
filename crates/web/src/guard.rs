//! Who may call: a page of this server, and no other site. A browser tells by which name it called (Host) and, when it opens
//! a socket, which site asked it to (Origin).

use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

/// The names by which the server may be called.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// Others on the network may call, by whatever address the machine has.
    pub(crate) is_open: bool,
    /// Names besides.
    pub(crate) allowed: Vec<String>,
}

impl Guard {
    /// Whether a request was meant for this server. A site that has its name point here (DNS rebinding) calls by that
    /// name; so only names that are known count, and addresses, which no name server can bend.
    pub(crate) fn is_meant_for_us(&self, headers: &HeaderMap) -> bool {
        host(headers).is_some_and(|host| {
            let name = name_of(host);
            let is_known = |allowed: &String| allowed.eq_ignore_ascii_case(name);
            if name.eq_ignore_ascii_case("localhost") || self.allowed.iter().any(is_known) {
                return true;
            }
            let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
            address.is_ok_and(|address| self.is_open || address.is_loopback())
        })
    }

    /// Whether a socket was opened by a page of this server. (Every browser tells who opens one.)
    pub(crate) fn is_our_page(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(ORIGIN).iter();
        let (Some(origin), None) = (origins.next(), origins.next()) else { return false };
        let Some(origin) = origin.to_str().ok() else { return false };
        let site = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        site.is_some_and(|site| host(headers).is_some_and(|host| host.eq_ignore_ascii_case(site)))
    }
}

/// The one Host header.
fn host(headers: &HeaderMap) -> Option<&str> {
    let mut hosts = headers.get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().ok(),
        _ => None,
    }
}

/// A host without its port. (The port may be another's: of a tunnel, or a container.)
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_known_names_are_ours() {
        let closed = Guard { is_open: false, allowed: vec!["lab.example".into()] };
        let open = Guard { is_open: true, ..closed.clone() };
        for (host, is_closed_ok, is_open_ok) in [
            ("localhost:4567", true, true),
            ("LOCALHOST", true, true),
            ("127.0.0.1:4567", true, true),
            ("[::1]:4567", true, true),
            ("[::1]", true, true),
            ("lab.example:80", true, true),
            ("192.168.1.5:4567", false, true),
            ("[fe80::1]:4567", false, true),
            ("evil.example:4567", false, false),
            ("localhost.evil.example", false, false),
            ("127.0.0.1.evil.example", false, false),
            ("", false, false),
            ("localhost:4567:1", false, false),
        ] {
            assert_eq!(closed.is_meant_for_us(&headers(host, None)), is_closed_ok, "{host}");
            assert_eq!(open.is_meant_for_us(&headers(host, None)), is_open_ok, "{host}");
        }
        assert!(!open.is_meant_for_us(&HeaderMap::new()));
        let mut two = headers("localhost", None);
        two.append(HOST, "evil.example".parse().unwrap());
        assert!(!open.is_meant_for_us(&two));
    }

    #[test]
    fn only_our_own_pages_open_sockets() {
        let guard = Guard { is_open: false, allowed: Vec::new() };
        for (origin, is_ours) in [
            (Some("http://localhost:4567"), true),
            (Some("https://localhost:4567"), true),
            (Some("http://localhost:4568"), false),
            (Some("http://localhost"), false),
            (Some("http://evil.example"), false),
            (Some("null"), false),
            (Some("localhost:4567"), false),
            (None, false),
        ] {
            assert_eq!(guard.is_our_page(&headers("localhost:4567", origin)), is_ours, "{origin:?}");
        }
    }
}
