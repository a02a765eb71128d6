//! Formulas: from the part of LaTeX that students write in a report to MathML, which browsers typeset by themselves.
//!
//! Letters, numbers and signs stand for themselves; `^` and `_` raise and lower the next piece; braces group. What a backslash can
//! begin is in the tables below. Anything else is an error, so that no formula is typeset half.

use std::iter::Peekable;
use std::str::Chars;

use crate::escape;

/// Names that are one sign.
const SIGNS: &[(&str, &str, bool)] = &[
    // Letters.
    ("alpha", "α", true),
    ("beta", "β", true),
    ("gamma", "γ", true),
    ("delta", "δ", true),
    ("epsilon", "ε", true),
    ("lambda", "λ", true),
    ("mu", "μ", true),
    ("nu", "ν", true),
    ("pi", "π", true),
    ("sigma", "σ", true),
    ("theta", "θ", true),
    ("phi", "φ", true),
    ("ell", "ℓ", true),
    ("infty", "∞", true),
    ("Delta", "Δ", true),
    ("Sigma", "Σ", true),
    // Operators.
    ("cdot", "·", false),
    ("times", "×", false),
    ("pm", "±", false),
    ("le", "≤", false),
    ("ge", "≥", false),
    ("ne", "≠", false),
    ("approx", "≈", false),
    ("leftarrow", "←", false),
    ("to", "→", false),
    ("in", "∈", false),
    ("mid", "|", false),
    ("ldots", "…", false),
    ("cdots", "⋯", false),
    ("lceil", "⌈", false),
    ("rceil", "⌉", false),
    ("lfloor", "⌊", false),
    ("rfloor", "⌋", false),
    ("{", "{", false),
    ("}", "}", false),
    ("%", "%", false),
];
/// Functions, set upright; those that have what they range over below them.
const FUNCTIONS: &[(&str, bool)] = &[
    ("max", true),
    ("min", true),
    ("argmax", true),
    ("argmin", true),
    ("ln", false),
    ("tanh", false),
    ("log", false),
    ("exp", false),
];
/// Operators over a range.
const LARGE: &[(&str, &str)] = &[("sum", "∑"), ("prod", "∏")];
/// Marks above a piece.
const MARKS: &[(&str, &str)] = &[("bar", "¯"), ("hat", "^"), ("tilde", "~")];
/// Deeper nesting is nothing that could be read.
const DEEPEST: usize = 20;

/// A formula as MathML, inside a line or on one of its own.
///
/// # Errors
/// The piece that is not understood.
pub fn mathml(latex: &str, is_display: bool) -> Result<String, String> {
    let mut parser = Parser { signs: latex.chars().peekable(), depth: 0 };
    let row = parser.row(None)?;
    let display = if is_display { " display=\"block\"" } else { "" };
    Ok(format!("<math{display}>{row}</math>"))
}

struct Parser<'a> {
    signs: Peekable<Chars<'a>>,
    depth: usize,
}

/// A piece of a formula, and whether its indices stand below and above it.
struct Piece {
    mathml: String,
    has_limits: bool,
}

impl Piece {
    fn plain(mathml: String) -> Piece {
        Piece { mathml, has_limits: false }
    }
}

fn element(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>", escape(text))
}

impl Parser<'_> {
    /// Pieces until the text `end`, which is taken; or until the end of the formula.
    fn row(&mut self, end: Option<&str>) -> Result<String, String> {
        let mut row = String::from("<mrow>");
        loop {
            self.skip_space();
            match end {
                Some(end) if self.is_next(end) => {
                    self.signs.by_ref().take(end.len()).for_each(drop);
                    break;
                }
                Some(end) if self.signs.peek().is_none() => return Err(end.into()),
                None if self.signs.peek().is_none() => break,
                _ => row += &self.with_indices()?,
            }
        }
        Ok(row + "</mrow>")
    }

    fn skip_space(&mut self) {
        while self.signs.next_if(|sign| sign.is_whitespace()).is_some() {}
    }

    fn is_next(&self, word: &str) -> bool {
        self.signs.clone().take(word.len()).eq(word.chars())
    }

    /// A piece with what stands below and above it.
    fn with_indices(&mut self) -> Result<String, String> {
        let Piece { mathml: base, has_limits } = self.piece()?;
        let (mut below, mut above) = (None, None);
        let mut primes = String::new();
        loop {
            self.skip_space();
            let Some(&sign @ ('_' | '^' | '\'')) = self.signs.peek() else { break };
            self.signs.next();
            self.skip_space();
            match sign {
                '\'' => primes.push('′'),
                '_' if below.is_none() => below = Some(self.piece()?.mathml),
                '^' if above.is_none() => above = Some(self.piece()?.mathml),
                _ => return Err(sign.into()),
            }
        }
        if !primes.is_empty() {
            let primes = element("mo", &primes);
            above = Some(above.map_or(primes.clone(), |above| format!("<mrow>{primes}{above}</mrow>")));
        }
        let [sub, sup, both] =
            if has_limits { ["munder", "mover", "munderover"] } else { ["msub", "msup", "msubsup"] };
        Ok(match (below, above) {
            (None, None) => base,
            (Some(below), None) => format!("<{sub}>{base}{below}</{sub}>"),
            (None, Some(above)) => format!("<{sup}>{base}{above}</{sup}>"),
            (Some(below), Some(above)) => format!("<{both}>{base}{below}{above}</{both}>"),
        })
    }

    fn piece(&mut self) -> Result<Piece, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("{".into());
        }
        let piece = self.any_piece();
        self.depth -= 1;
        piece
    }

    fn any_piece(&mut self) -> Result<Piece, String> {
        self.skip_space();
        let Some(sign) = self.signs.next() else { return Err("…".into()) };
        Ok(Piece::plain(match sign {
            '{' => self.row(Some("}"))?,
            '\\' => return self.command(),
            sign if sign.is_ascii_digit() => {
                let mut number = String::from(sign);
                while let Some(digit) = self.signs.next_if(|sign| sign.is_ascii_digit() || *sign == '.') {
                    number.push(digit);
                }
                element("mn", &number)
            }
            sign if sign.is_alphabetic() => element("mi", &sign.to_string()),
            '-' => element("mo", "−"),
            '(' | ')' | '[' | ']' | '|' => {
                format!("<mo stretchy=\"false\">{sign}</mo>")
            }
            '+' | '=' | '<' | '>' | '/' | ',' | ':' | ';' | '!' | '.' => element("mo", &sign.to_string()),
            other => return Err(other.into()),
        }))
    }

    /// The text of a group, as it stands.
    fn text(&mut self) -> Result<String, String> {
        self.skip_space();
        if self.signs.next() != Some('{') {
            return Err("{".into());
        }
        let text: String = self.signs.by_ref().take_while(|sign| *sign != '}').collect();
        Ok(text)
    }

    fn command(&mut self) -> Result<Piece, String> {
        let mut name = String::new();
        while let Some(letter) = self.signs.next_if(char::is_ascii_alphabetic) {
            name.push(letter);
        }
        if name.is_empty() {
            name.extend(self.signs.next());
        }
        if let Some((_, sign, is_letter)) = SIGNS.iter().find(|(known, ..)| *known == name) {
            return Ok(Piece::plain(match is_letter {
                true => element("mi", sign),
                false => format!("<mo stretchy=\"false\">{}</mo>", escape(sign)),
            }));
        }
        if let Some((_, has_limits)) = FUNCTIONS.iter().find(|(known, _)| *known == name) {
            return Ok(Piece { mathml: element("mi", &name), has_limits: *has_limits });
        }
        if let Some((_, sign)) = LARGE.iter().find(|(known, _)| *known == name) {
            return Ok(Piece { mathml: element("mo", sign), has_limits: true });
        }
        if let Some((_, mark)) = MARKS.iter().find(|(known, _)| *known == name) {
            let below = self.piece()?.mathml;
            return Ok(Piece::plain(format!(
                "<mover accent=\"true\">{below}{}</mover>",
                element("mo", mark)
            )));
        }
        Ok(Piece::plain(match name.as_str() {
            "frac" => {
                let (above, below) = (self.piece()?.mathml, self.piece()?.mathml);
                format!("<mfrac>{above}{below}</mfrac>")
            }
            "sqrt" => format!("<msqrt>{}</msqrt>", self.piece()?.mathml),
            "text" => element("mtext", &self.text()?),
            "mathrm" => format!("<mi mathvariant=\"normal\">{}</mi>", escape(&self.text()?)),
            "left" => {
                let fence = |sign: Option<char>| match sign {
                    Some('.') => Ok(String::new()),
                    Some(sign @ ('(' | ')' | '[' | ']' | '|')) => {
                        Ok(format!("<mo stretchy=\"true\">{sign}</mo>"))
                    }
                    other => Err(other.map_or("\\left".into(), String::from)),
                };
                let open = fence(self.signs.next())?;
                let inner = self.row(Some("\\right"))?;
                format!("<mrow>{open}{inner}{}</mrow>", fence(self.signs.next())?)
            }
            "," | ";" | " " => "<mspace width=\"0.2em\"/>".into(),
            "quad" => "<mspace width=\"1em\"/>".into(),
            _ => return Err(format!("\\{name}")),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inner(latex: &str) -> String {
        let page = mathml(latex, false).unwrap();
        page.strip_prefix("<math><mrow>").unwrap().strip_suffix("</mrow></math>").unwrap().to_string()
    }

    #[test]
    fn formulas_become_mathml() {
        assert_eq!(inner("b^d"), "<msup><mi>b</mi><mi>d</mi></msup>");
        assert_eq!(inner("x_{i}^2"), "<msubsup><mi>x</mi><mrow><mi>i</mi></mrow><mn>2</mn></msubsup>");
        assert_eq!(
            inner("V(s')"),
            "<mi>V</mi><mo stretchy=\"false\">(</mo><msup><mi>s</mi><mo>′</mo></msup><mo stretchy=\"false\">)</mo>"
        );
        assert_eq!(
            inner("\\frac{1}{n} \\sum_{i=1}^n \\ln x_i"),
            "<mfrac><mrow><mn>1</mn></mrow><mrow><mi>n</mi></mrow></mfrac>\
             <munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>\
             <mi>ln</mi><msub><mi>x</mi><mi>i</mi></msub>"
        );
        assert_eq!(
            inner("\\left( \\sqrt{x} \\right)"),
            "<mrow><mo stretchy=\"true\">(</mo><mrow><msqrt><mrow><mi>x</mi></mrow></msqrt></mrow><mo stretchy=\"true\">)</mo></mrow>"
        );
        assert!(mathml("x", true).unwrap().starts_with("<math display=\"block\">"));
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for (latex, what) in [
            ("\\unknown", "\\unknown"),
            ("{x", "}"),
            ("x}", "}"),
            ("x_", "…"),
            ("x_1_2", "_"),
            ("\\left( x", "\\right"),
            ("a & b", "&"),
            ("a < <b>", ""),
        ] {
            match mathml(latex, false) {
                Err(found) => assert_eq!(found, what, "{latex}"),
                Ok(page) => assert!(what.is_empty() && page.contains("&lt;"), "{latex}: {page}"),
            }
        }
        assert!(mathml(&"{".repeat(100_000), false).is_err(), "no stack is deep enough");
        assert!(mathml(&"\\sqrt".repeat(100_000), false).is_err());
    }
}
