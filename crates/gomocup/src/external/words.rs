//! A command line into words, as a shell would part it; but no shell is run, so nothing in it is expanded.

/// The words of a command: parted by spaces, but not inside `'…'` or `"…"`; a backslash takes the next character as it
/// is, inside `"…"` only before `"` and `\`. `None` when a quote is not closed, or a backslash has nothing after it.
pub(super) fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = command.chars().peekable();
    while let Some(c) = characters.next() {
        if c.is_whitespace() {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_default();
        match c {
            '\\' => word.push(characters.next()?),
            '\'' => loop {
                match characters.next()? {
                    '\'' => break,
                    c => word.push(c),
                }
            },
            '"' => loop {
                match characters.next()? {
                    '"' => break,
                    '\\' if matches!(characters.peek(), Some('"' | '\\')) => word.extend(characters.next()),
                    c => word.push(c),
                }
            },
            c => word.push(c),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_a_shell_would() {
        for (command, expected) in [
            ("", &[][..]),
            ("  ./pbrain-x  ", &["./pbrain-x"]),
            ("python3 player.py --level 3", &["python3", "player.py", "--level", "3"]),
            (r#"'my player' "a, b" c\ d"#, &["my player", "a, b", "c d"]),
            (r#"x "say \"hi\" \n" '\'"#, &["x", r#"say "hi" \n"#, "\\"]),
            (r#"x '' --name="y z""#, &["x", "", "--name=y z"]),
        ] {
            assert_eq!(words(command).unwrap(), expected, "{command}");
        }
        for command in ["'x", "\"x", "x \\", "\"x\\\""] {
            assert_eq!(words(command), None, "{command}");
        }
    }
}
