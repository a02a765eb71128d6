//! Writes SVG: the few elements a chart needs, numbers with two decimals, text escaped.

use std::fmt::Write;

use super::look::{Look, Marker};

/// First fonts that have both Latin and Chinese, so that a mixed title is of one piece.
pub(super) const FAMILIES: [&str; 3] = ["Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC"];

/// An SVG being written.
pub(super) struct Svg(String);

/// Which side of a text its place is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    /// Starts an SVG on a white ground; the title is what a screen reader says.
    pub fn new(width: f64, height: f64, title: &str) -> Svg {
        let (width, height, title) = (number(width), number(height), escape(title));
        let families = FAMILIES.map(|family| format!("'{family}'")).join(", ");
        let mut svg = Svg(String::new());
        svg.add(&format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-label="{title}" font-family="{families}, sans-serif">"#
        ));
        svg.add(&format!(r##"<rect width="{width}" height="{height}" fill="#fff"/>"##));
        svg
    }

    pub fn finish(mut self) -> String {
        self.0 += "</svg>\n";
        self.0
    }

    fn add(&mut self, line: &str) {
        self.0 += line;
        self.0.push('\n');
    }

    /// Opens a group with these attributes.
    pub fn open(&mut self, attributes: &str) {
        self.add(&format!("<g {attributes}>"));
    }

    /// Names the group just opened: a tool tip in a browser.
    pub fn name(&mut self, name: &str) {
        self.add(&format!("<title>{}</title>", escape(name)));
    }

    pub fn close(&mut self) {
        self.add("</g>");
    }

    /// A text, its base line at a place.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        self.add(&format!(r#"<text x="{}" y="{}"{anchor}>{}</text>"#, number(x), number(y), escape(text)));
    }

    /// A text that reads upwards, its middle at a place.
    pub fn upward_text(&mut self, (x, y): (f64, f64), text: &str) {
        let (x, y) = (number(x), number(y));
        let text = escape(text);
        self.add(&format!(
            r#"<text x="{x}" y="{y}" text-anchor="middle" transform="rotate(-90 {x} {y})">{text}</text>"#
        ));
    }

    /// Lines that share a look, as one path.
    pub fn lines(&mut self, lines: &[Vec<(f64, f64)>], attributes: &str) {
        if !lines.is_empty() {
            let path: String = lines.iter().map(|line| path(line)).collect();
            self.add(&format!(r#"<path d="{path}"{attributes}/>"#));
        }
    }

    /// A filled area.
    pub fn area(&mut self, corners: &[(f64, f64)], attributes: &str) {
        if corners.len() >= 3 {
            self.add(&format!(r#"<path d="{}Z"{attributes}/>"#, path(corners)));
        }
    }

    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, attributes: &str) {
        let (x, y, radius) = (number(x), number(y), number(radius));
        self.add(&format!(r#"<circle cx="{x}" cy="{y}" r="{radius}"{attributes}/>"#));
    }

    /// The sign of a series. A thin white rim sets full ones off from the lines they lie on.
    pub fn marker(&mut self, (x, y): (f64, f64), look: Look) {
        let colour = look.colour;
        let is_hollow = matches!(look.marker, Marker::HollowCircle | Marker::Square | Marker::Diamond);
        let paint = if is_hollow {
            format!(r##" fill="#fff" stroke="{colour}" stroke-width="1.6""##)
        } else {
            format!(r##" fill="{colour}" stroke="#fff" stroke-width="0.8""##)
        };
        let corners: Vec<_> = look.marker.corners().iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        match look.marker {
            Marker::Circle | Marker::HollowCircle => self.circle((x, y), 3.8, &paint),
            Marker::Cross | Marker::Plus => {
                let strokes = [corners[..2].to_vec(), corners[2..].to_vec()];
                self.lines(&strokes, &format!(r#" stroke="{colour}" stroke-width="2""#));
            }
            _ => self.area(&corners, &paint),
        }
    }
}

/// A number with at most two decimals.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

fn path(line: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (at, (x, y)) in line.iter().enumerate() {
        let command = if at == 0 { 'M' } else { 'L' };
        write!(path, "{command}{} {}", number(*x), number(*y)).expect("a string takes all");
    }
    path
}

/// Text as XML; what XML cannot hold (such as control characters) becomes a replacement character.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}
