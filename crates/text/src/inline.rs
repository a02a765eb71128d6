//! What running text is made of: words, code between backticks, formulas between dollar signs, and citations.

/// A piece of running text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    /// Words.
    Text(&'a str),
    /// Code.
    Code(&'a str),
    /// A formula as LaTeX.
    Formula(&'a str),
    /// The number of a reference.
    Citation(usize),
}

/// The pieces of a text. A mark that is not closed stands for itself.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(next) = text[at..].find(['`', '$', '[']).map(|next| at + next) {
        let found = match &text[next..=next] {
            "`" => closed(text, next, "`").map(|(inner, end)| (Piece::Code(inner), end)),
            "$" => formula(text, next),
            _ => citation(text, next),
        };
        match found {
            Some((piece, end)) => {
                pieces.push(Piece::Text(&text[from..next]));
                pieces.push(piece);
                (from, at) = (end, end);
            }
            None => at = next + 1,
        }
    }
    pieces.push(Piece::Text(&text[from..]));
    pieces.retain(|piece| *piece != Piece::Text(""));
    pieces
}

/// What stands between a mark and the next `mark`, and where that ends.
fn closed<'a>(text: &'a str, start: usize, mark: &str) -> Option<(&'a str, usize)> {
    let inner = &text[start + 1..];
    let end = inner.find(mark)?;
    Some((&inner[..end], start + 1 + end + mark.len()))
}

/// A formula touches its dollar signs on the inside, and no digit follows it: `$5 and $6` is money.
fn formula(text: &str, start: usize) -> Option<(Piece<'_>, usize)> {
    let (inner, end) = closed(text, start, "$")?;
    let is_tight = !inner.is_empty() && inner.trim() == inner;
    let is_money = text[end..].starts_with(|sign: char| sign.is_ascii_digit());
    (is_tight && !is_money).then_some((Piece::Formula(inner), end))
}

fn citation(text: &str, start: usize) -> Option<(Piece<'_>, usize)> {
    let (key, end) = cited(text, start)?;
    Some((Piece::Citation(key.parse().ok()?), end))
}

/// The key of the citation `[@key]` that begins here, and where it ends.
pub fn cited(text: &str, start: usize) -> Option<(&str, usize)> {
    let (inner, end) = closed(text, start, "]")?;
    let key = inner.strip_prefix('@')?;
    let is_key = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (!key.is_empty() && key.bytes().all(is_key)).then_some((key, end))
}

/// The text with every citation `[@key]` replaced by what `with` makes of its key; `None` leaves it as it is.
pub fn replace_citations(text: &str, with: impl Fn(&str) -> Option<String>) -> String {
    let mut replaced = String::new();
    let (mut from, mut at) = (0, 0);
    while let Some(next) = text[at..].find("[@").map(|next| at + next) {
        match cited(text, next).and_then(|(key, end)| Some((with(key)?, end))) {
            Some((words, end)) => {
                replaced += &text[from..next];
                replaced += &words;
                (from, at) = (end, end);
            }
            None => at = next + 1,
        }
    }
    replaced + &text[from..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_that_are_closed_mean_something() {
        use Piece::{Citation, Code, Formula, Text};
        assert_eq!(
            pieces("a `b$c` $x^2$, see [@2]."),
            [Text("a "), Code("b$c"), Text(" "), Formula("x^2"), Text(", see "), Citation(2), Text(".")]
        );
        for plain in ["costs $5 or $6", "an ` alone", "$ x $", "[@key]", "[1]", "[@", "`", "$$", "中文 [@] $"]
        {
            assert_eq!(pieces(plain), [Text(plain)], "{plain}");
        }
        let with = |key: &str| (key == "a").then(|| "[@1]".to_string());
        assert_eq!(replace_citations("x [@a][@b] [@a]", with), "x [@1][@b] [@1]");
    }
}
