//! Whatever somebody pastes: a game of another program, a position, or moves.

use kinrow_agent::GameRecord;
use kinrow_game::{Game, Position, Rules};

use super::error::Wrong;
use super::game_tree::GameTree;
use super::{Format, sgf};

/// Reads a text that does not say what it is. Moves are played by `rules`, from the empty board; a position may be followed by
/// moves.
///
/// # Errors
/// What is wrong with it, taken for what it looks most like.
pub fn read_anything(text: &str, rules: Rules) -> Result<GameTree, Wrong> {
    let text = text.trim().trim_start_matches('\u{feff}');
    if text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';')) {
        return sgf::read_tree(text, None);
    }
    if text.starts_with("Piskvorky") {
        return first(Format::Psq, text);
    }
    if text.starts_with('{') {
        return first(Format::Json, text);
    }
    let (position, moves) = match position_and_rest(text) {
        Some((position, rest)) => (position.parse::<Position>()?, rest),
        None => (Position::new(rules), text),
    };
    let (_, points) = position.play_moves(&plain_moves(moves))?;
    let mut tree = GameTree::new(position);
    let mut node = 0;
    for point in points {
        node = tree.add(node, &position.name(point))?;
    }
    Ok(tree)
}

fn first(format: Format, text: &str) -> Result<GameTree, Wrong> {
    let games: Vec<GameRecord> = format.read(text.as_bytes(), None).map_err(|error| error.why)?;
    games.first().map_or_else(|| Err(super::FormatError::Empty {}.into()), GameTree::of_record)
}

/// A position's words (rules, rows and, perhaps, whose turn it is) and what follows them.
fn position_and_rest(text: &str) -> Option<(String, &str)> {
    let mut words = text.split_whitespace();
    let (rules, rows) = (words.next()?, words.next()?);
    if rules.parse::<Rules>().is_err() || !rows.contains(['/', 'X', 'O', 'x', 'o', '.']) {
        return None;
    }
    let after = |word: &str, from: usize| text[from..].find(word).map(|at| from + at + word.len());
    let end = after(rows, after(rules, 0)?)?;
    let rest = &text[end..];
    let side = words.next().filter(|side| matches!(*side, "x" | "o" | "X" | "O"));
    let end = side.map_or(Some(0), |side| rest.find(side).map(|at| at + side.len()))?;
    Some((text[..text.len() - rest.len() + end].to_string(), &rest[end..]))
}

/// Moves without what people write between them: numbers (`1. h8 2. …`), marks (`h8!?`), full stops and commas.
fn plain_moves(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = if numbered.starts_with('.') { numbered } else { word };
        word.trim_end_matches([',', ';']).replace(['.', '!', '?', '…'], " ")
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        let tree = match read_anything(text, "15x15x5".parse().unwrap()) {
            Ok(tree) => tree,
            Err(error) => return error.to_string(),
        };
        let moves = tree.nodes().iter().filter_map(|node| node.mv).map(|mv| tree.start().name(mv));
        let moves: Vec<String> = moves.collect();
        format!("{} {}", tree.start(), moves.join(" "))
    }

    #[test]
    fn moves_in_any_notation() {
        let empty = told("");
        let expected = format!("{empty}h8 i9 g7");
        for text in [
            "h8 i9 g7",
            "H8i9g7",
            "h8.i9.g7",
            "1. h8 i9 2. g7",
            "1.h8 i9 2.g7!?",
            "h8, i9, g7",
            "(8,8) (9,9) (7,7)",
            "h8;i9;g7",
            " h8\n i9\n g7 \n",
            "ｈ８ ｉ９ ｇ７",
            "1. h8! 1... i9?? 2. g7",
        ] {
            assert_eq!(told(text), expected, "{text}");
        }
        assert!(told("h8 h8").contains("h8 is taken"));
        assert!(told("hello").contains("hello"));
    }

    #[test]
    fn positions_and_games() {
        assert_eq!(told("3x3x3 X1O/1X1/3 o"), "3x3x3 X1O/1X1/3 o ");
        assert_eq!(told("3x3x3 X1O/1X1/3\n1. c1 a1"), "3x3x3 X1O/1X1/3 o c1 a1");
        assert!(told("3x3x3 XXX/3/3").contains("not possible"));
        assert!(told("(;GM[4]SZ[15]B[hh];W[ig](;B[gi])(;B[aa]))").ends_with("h8 i9 g7 a15"));
        let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n-1\n";
        assert!(told(psq).ends_with("h8 i9"), "{}", told(psq));
        let record = told("{\"rules\": 7}");
        assert!(record.len() > 20 && !record.contains("15x15x5 "), "{record}");
    }
}
