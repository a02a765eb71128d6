//! The text of SGF taken apart: games, their nodes, and the properties of each.
//!
//! Nothing here recurses: a file of a million opening brackets is a file that is cut off, and no more.

use crate::exchange::error::FormatError;

/// A property: its name and its values, escapes resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// The nodes of a game's main line, each with its properties.
pub(super) type MainLine = Vec<Vec<Property>>;

/// A node of a game: what follows which node, and its properties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<usize>,
    pub(super) properties: Vec<Property>,
}

/// The main line of each game of a file.
pub(super) fn games(text: &str) -> Result<Vec<MainLine>, FormatError> {
    Ok(trees(text)?.iter().map(|game| main_line(game)).collect())
}

/// The first of a game's variations at every fork.
pub(super) fn main_line(game: &[Node]) -> MainLine {
    let mut line = MainLine::new();
    let mut last = None;
    for (at, node) in game.iter().enumerate() {
        if node.parent == last {
            line.push(node.properties.clone());
            last = Some(at);
        }
    }
    line
}

/// The games of a file with all their nodes, parents before their children.
pub(super) fn trees(text: &str) -> Result<Vec<Vec<Node>>, FormatError> {
    // What stands before the first game is not SGF and is passed over.
    let Some(begin) = game_begin(text, 0) else { return Err(FormatError::Empty {}) };
    let mut reader = Reader { text, at: begin };
    let mut games = Vec::new();
    while reader.skip_to_game() {
        games.push(reader.game()?);
    }
    Ok(games)
}

/// Where `(;` stands, blanks between both allowed.
fn game_begin(text: &str, from: usize) -> Option<usize> {
    let opened = |at: &usize| text[at + 1..].trim_start().starts_with(';');
    text[from..].match_indices('(').map(|(at, _)| from + at).find(opened)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Goes to where the next game begins, if there is one.
    fn skip_to_game(&mut self) -> bool {
        match game_begin(self.text, self.at) {
            None => false,
            Some(begin) => {
                self.at = begin;
                true
            }
        }
    }

    /// One game with its variations.
    fn game(&mut self) -> Result<Vec<Node>, FormatError> {
        let mut nodes: Vec<Node> = Vec::new();
        // What the next node follows, and where each open bracket goes back to.
        let mut last = None;
        let mut open = Vec::new();
        loop {
            self.skip_blanks();
            let at = self.at;
            match self.next() {
                None => return Err(FormatError::SgfOpen {}),
                Some('(') => open.push(last),
                Some(')') => {
                    last = open.pop().flatten();
                    if open.is_empty() {
                        return Ok(nodes);
                    }
                }
                Some(';') => {
                    nodes.push(Node { parent: last, properties: Vec::new() });
                    last = Some(nodes.len() - 1);
                }
                Some(c) if c.is_ascii_alphabetic() => {
                    self.at = at;
                    let property = self.property()?;
                    if let Some(node) = last.and_then(|last| nodes.get_mut(last)) {
                        node.properties.push(property);
                    }
                }
                Some(c) => return Err(FormatError::SgfShape { at, given: c.to_string() }),
            }
        }
    }

    /// A name and its values. Small letters in a name were once allowed, and do not count.
    fn property(&mut self) -> Result<Property, FormatError> {
        let mut name = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_alphabetic) {
            if c.is_ascii_uppercase() {
                name.push(c);
            }
            self.next();
        }
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some('[') => values.push(self.value()?),
                None => return Err(FormatError::SgfOpen {}),
                Some(c) if values.is_empty() => {
                    return Err(FormatError::SgfShape { at: self.at, given: c.to_string() });
                }
                Some(_) => return Ok(Property { name, values }),
            }
        }
    }

    /// What stands between square brackets.
    fn value(&mut self) -> Result<String, FormatError> {
        let mut value = String::new();
        self.next();
        loop {
            match self.next().ok_or(FormatError::SgfOpen {})? {
                ']' => return Ok(value),
                // An escaped line break is none.
                '\\' => match self.next().ok_or(FormatError::SgfOpen {})? {
                    '\r' if self.peek() == Some('\n') => _ = self.next(),
                    '\n' if self.peek() == Some('\r') => _ = self.next(),
                    '\r' | '\n' => {}
                    c => value.push(c),
                },
                c => value.push(c),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<Vec<String>> {
        let tell = |property: &Property| format!("{}={}", property.name, property.values.join("|"));
        games(text)
            .unwrap()
            .iter()
            .map(|line| line.iter().map(|node| node.iter().map(tell).collect::<Vec<_>>().join(" ")).collect())
            .collect()
    }

    #[test]
    fn games_nodes_properties_and_values() {
        assert_eq!(told("mail: (;FF[4]\n GM [4] ; B[hh];W[ii])"), [["FF=4 GM=4", "B=hh", "W=ii"]]);
        assert_eq!(told("(;AB[aa][bb] [cc]PB[a \\] b \\\\ \\\n c])"), [["AB=aa|bb|cc PB=a ] b \\  c"]]);
        assert_eq!(
            told("(;B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]);X[])"),
            [["B=aa", "W=bb", "B=cc", "W=dd"]]
        );
        assert_eq!(told("(;B[aa]) and ( ;White[bb])\n"), [["B=aa"], ["W=bb"]]);
    }

    #[test]
    fn what_is_not_sgf() {
        assert_eq!(games(""), Err(FormatError::Empty {}));
        assert_eq!(games("(no) (games)"), Err(FormatError::Empty {}));
        for cut in ["(;", "(;B[aa]", "(;B[aa", "(;B[aa\\", "(;B", &"(;".repeat(1_000_000)] {
            assert_eq!(games(cut), Err(FormatError::SgfOpen {}), "{cut:.10}");
        }
        assert_eq!(games("(;B 7)"), Err(FormatError::SgfShape { at: 4, given: "7".into() }));
        assert_eq!(games("(;[aa])"), Err(FormatError::SgfShape { at: 2, given: "[".into() }));
    }
}
