//! Which links of an author's text a report keeps: to the web, to a mailbox, and to what lies beside the report.
//!
//! A browser is generous when it reads an address: it strips control characters, takes `\` for `/` and any case for a scheme.
//! So only what needs no generosity is kept, and everything else (`javascript:`, `data:`, `file:`, `//host`) is left as text.

/// The schemes that are kept.
const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

/// Whether a link may stay one.
pub(super) fn is_allowed(address: &str) -> bool {
    let is_odd = |sign: char| sign.is_control() || sign.is_whitespace() || sign == '\\';
    if address.contains(is_odd) || address.starts_with("//") {
        return false;
    }
    // A colon before any of these ends a scheme; after them it is part of a path, a query or a fragment.
    let head = address.split(['/', '?', '#']).next().unwrap_or("");
    match head.split_once(':') {
        Some((scheme, _)) => SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known)),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_web_mail_and_relative_links_are_kept() {
        for kept in [
            "http://example.org/a?b=c:d#e",
            "HTTPS://example.org",
            "mailto:somebody@example.org",
            "data/size.csv",
            "./charts/nodes.svg",
            "../other/report.html#part-3",
            "#part-2",
            "a/b:c",
            "?q=javascript:1",
            "",
        ] {
            assert!(is_allowed(kept), "{kept}");
        }
        for dropped in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " javascript:alert(1)",
            "java\tscript:alert(1)",
            "java\nscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "javascript\u{a0}:alert(1)",
            "data:text/html,<script>alert(1)</script>",
            "vbscript:x",
            "file:///etc/passwd",
            "blob:x",
            "//example.org/x",
            "\\\\example.org/x",
            "/\\example.org/x",
            ":x",
            "httpss://x",
            "view-source:http://x",
        ] {
            assert!(!is_allowed(dropped), "{dropped:?}");
        }
    }
}
