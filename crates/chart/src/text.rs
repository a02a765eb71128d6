//! Text on paper without a font at hand: about how wide it is, and where it can be broken.
//!
//! Widths are those of DejaVu Sans, wider than most: rather too much room than too little.

/// About how wide a text is at a font size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(ems).sum::<f64>() * size
}

fn ems(character: char) -> f64 {
    match character {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        'i' | 'j' | 'l' | 'I' | '\'' | '.' | ',' | ':' | ';' | '|' | '!' | ' ' => 0.33,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '-' | '"' => 0.4,
        'm' | 'M' | 'w' | 'W' | '%' | '@' => 0.98,
        'A'..='Z' | '+' | '=' | '<' | '>' | '~' | '\u{2212}' | '#' => 0.8,
        _ if is_wide(character) => 1.0,
        _ => 0.63,
    }
}

/// Chinese, Japanese and Korean characters with their punctuation, and pictures.
fn is_wide(character: char) -> bool {
    matches!(character, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}' | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// What must not start a line.
fn closes(character: char) -> bool {
    matches!(
        character,
        '，' | '。' | '；' | '：' | '、' | '！' | '？' | '）' | '」' | '』' | '》' | '”' | '’' | '…'
    )
}

/// Breaks a text into lines of at most this width: at spaces, and on either side of a wide character. A word wider than a
/// line is broken where the line ends. A text without anything to see has no lines.
pub(super) fn wrap(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for piece in pieces(paragraph) {
            if !line.is_empty() && width(&line, size) + width(piece.trim_end(), size) > most {
                lines.push(std::mem::take(&mut line));
            }
            for character in piece.chars() {
                if !line.is_empty()
                    && character != ' '
                    && width(&line, size) + ems(character) * size > most.max(size)
                {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(character);
            }
        }
        lines.push(line);
    }
    lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).map(String::from).collect()
}

/// A text cut where a line may end.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut last: Option<char> = None;
    for (at, character) in text.char_indices() {
        let may_break = |last: char| {
            let wide = is_wide(last) || is_wide(character);
            (wide || last == ' ') && character != ' ' && !closes(character)
        };
        if last.is_some_and(may_break) {
            pieces.push(&text[start..at]);
            start = at;
        }
        last = Some(character);
    }
    pieces.push(&text[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_between_chinese_characters() {
        assert_eq!(wrap("one two three", 10.0, 60.0), ["one two", "three"]);
        assert_eq!(wrap("学习曲线，井字棋", 10.0, 41.0), ["学习曲", "线，井字", "棋"]);
        assert_eq!(wrap("a\nb", 10.0, 60.0), ["a", "b"]);
        assert_eq!(wrap("immeasurable", 10.0, 40.0).concat(), "immeasurable");
        assert!(wrap("immeasurable", 10.0, 40.0).iter().all(|line| width(line, 10.0) <= 40.0));
        assert!(wrap("", 10.0, 60.0).is_empty() && wrap("  ", 10.0, 60.0).is_empty());
        assert_eq!(wrap("长", 10.0, 1.0), ["长"], "too narrow for anything: one character a line");
    }
}
