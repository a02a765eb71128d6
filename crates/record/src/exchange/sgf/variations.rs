//! A game with its variations in SGF: comments are `C`, the symbols of a move `TE`, `BM`, `IT` and `DO`.

use kinrow_game::{Game, Geometry, Position, Side};

use super::read::{SetUp, check_kind, point_of, rules};
use super::tree::{Node, Property, main_line, trees};
use super::write::{add, colour, head, letters, set_up};
use crate::exchange::error::{FormatError, Wrong};
use crate::exchange::game_tree::{GameTree, Symbol};

/// Which property says it, and how strongly.
const SYMBOLS: [(Symbol, &str, &str); 6] = [
    (Symbol::Brilliant, "TE", "2"),
    (Symbol::Good, "TE", "1"),
    (Symbol::Interesting, "IT", ""),
    (Symbol::Doubtful, "DO", ""),
    (Symbol::Bad, "BM", "1"),
    (Symbol::Blunder, "BM", "2"),
];

/// The first game of a text with all its variations.
///
/// # Errors
/// When it is not SGF, or a move in it cannot be played.
pub(in crate::exchange) fn read_tree(
    text: &str,
    assumed: Option<kinrow_game::Rules>,
) -> Result<GameTree, Wrong> {
    let games = trees(text)?;
    let game = games.first().ok_or(FormatError::Empty {})?;
    let main = main_line(game);
    check_kind(&main)?;
    let rules = rules(&main, assumed)?;
    let to_move = main.iter().flatten().find(|property| property.name == "PL");
    let to_move = to_move.and_then(|property| property.values.first()).map(String::as_str);
    let mut stones = SetUp::new(rules);
    // Stones are set up where the main line has no move yet.
    for node in main.iter().take_while(|node| !node.iter().any(is_move)) {
        for Property { name, values } in node {
            stones.read(name, values)?;
        }
    }
    let start = if stones.is_any { stones.text(to_move).parse::<Position>()? } else { Position::new(rules) };
    let mut tree = GameTree::new(start);
    let mut places = Vec::with_capacity(game.len());
    for Node { parent, properties } in game {
        let mut place = parent.map_or(0, |parent| places[parent]);
        for property in properties {
            place = read_property(&mut tree, place, property)?;
        }
        speak(&mut tree, place, properties);
        places.push(place);
    }
    Ok(tree)
}

fn is_move(property: &Property) -> bool {
    matches!(property.name.as_str(), "B" | "W")
}

/// A move of the tree, where the property is one; gives where it leads.
fn read_property(tree: &mut GameTree, place: usize, property: &Property) -> Result<usize, Wrong> {
    let Property { name, values } = property;
    let number = tree.depth(place) + 1;
    if matches!(name.as_str(), "AB" | "AW" | "AE") && number > 1 {
        return Err(FormatError::SgfSetup { number: number - 1 }.into());
    }
    if !is_move(property) {
        return Ok(place);
    }
    let position = tree.position(place).copied().unwrap_or(*tree.start());
    let side = if name == "B" { Side::X } else { Side::O };
    let right = position.to_move();
    if side != right {
        return Err(FormatError::SgfTurn { number, given: side.to_string(), right: right.to_string() }.into());
    }
    let text = values.first().map_or("", String::as_str);
    if text.trim().is_empty() {
        return Err(FormatError::SgfPass { number }.into());
    }
    let rules = position.rules();
    let (column, row) = point_of(text, rules)?;
    tree.add(place, &position.name(Geometry::of(rules).point(column, row)))
}

/// What a node says of its move.
fn speak(tree: &mut GameTree, place: usize, properties: &[Property]) {
    let Some(node) = tree.node_mut(place) else { return };
    for Property { name, values } in properties {
        let value = values.first().map_or("", String::as_str).trim();
        if name == "C" && node.comment.is_empty() {
            node.comment = value.replace("\r\n", "\n");
        }
        let is_meant = |(_, property, strength): &&(Symbol, &str, &str)| {
            name == property && (*strength != "2") == (value != "2")
        };
        if let Some((symbol, ..)) = SYMBOLS.iter().find(is_meant).filter(|_| node.mv.is_some()) {
            node.symbol = Some(*symbol);
        }
    }
}

/// The tree as one game, its main line first. Nothing here recurses, however deep it is.
#[must_use]
pub(in crate::exchange) fn write_tree(tree: &GameTree) -> String {
    let start = tree.start();
    let mut text = head(start.rules());
    if *start != Position::new(start.rules()) {
        set_up(&mut text, start);
    }
    let mut children = vec![Vec::new(); tree.nodes().len()];
    for (at, node) in tree.nodes().iter().enumerate().rev() {
        if let Some(parent) = node.parent {
            children[parent].push(at);
        }
    }
    // What is still to be written, the next last: a node, or the end of a variation.
    let mut waiting = vec![Some((0, false))];
    while let Some(next) = waiting.pop() {
        let Some((at, is_variation)) = next else {
            text.push(')');
            continue;
        };
        let node = &tree.nodes()[at];
        if is_variation {
            text.push_str("\n(");
            waiting.push(None);
        }
        if let Some((mv, before)) = node.mv.zip(node.parent.and_then(|parent| tree.position(parent))) {
            text.push_str(if is_variation { ";" } else { "\n;" });
            add(&mut text, colour(before.to_move()), &letters(start.rules(), mv));
        }
        if let Some((_, name, strength)) = SYMBOLS.iter().find(|(symbol, ..)| Some(*symbol) == node.symbol) {
            add(&mut text, name, strength);
        }
        if !node.comment.is_empty() {
            add(&mut text, "C", &node.comment);
        }
        let has_variations = children[at].len() > 1;
        waiting.extend(children[at].iter().map(|&child| Some((child, has_variations))));
    }
    text + ")\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(;FF[4]GM[4]SZ[15]RU[15x15x5]C[a \\] start];B[hh]TE[2];W[ig]BM[1]C[two\nlines](;B[gi];W[aa])(;B[gg]DO[]))";

    #[test]
    fn variations_symbols_and_comments() {
        let tree = read_tree(GAME, None).unwrap();
        let told: Vec<String> = tree
            .nodes()
            .iter()
            .map(|node| {
                let mv = node.mv.map_or("-".into(), |mv| tree.start().name(mv));
                format!("{mv}{} {:?} {}", node.symbol.map_or("", Symbol::name), node.parent, node.comment)
            })
            .collect();
        assert_eq!(
            told,
            [
                "- None a ] start",
                "h8!! Some(0) ",
                "i9? Some(1) two\nlines",
                "g7 Some(2) ",
                "a15 Some(3) ",
                "g9?! Some(2) ",
            ]
        );
        let written = write_tree(&tree);
        assert_eq!(read_tree(&written, None).unwrap(), tree, "{written}");
    }

    #[test]
    fn every_symbol_comes_back() {
        for symbol in Symbol::ALL {
            let mut tree = GameTree::new(Position::new("3x3x3".parse().unwrap()));
            let node = tree.add(0, "b2").unwrap();
            tree.node_mut(node).unwrap().symbol = Some(*symbol);
            assert_eq!(read_tree(&write_tree(&tree), None).unwrap(), tree, "{symbol:?}");
        }
    }

    #[test]
    fn a_start_of_its_own_and_moves_said_twice() {
        let text = "(;GM[4]SZ[3]RU[3x3x3]AB[aa][bb]AW[ca]PL[W](;W[cc])(;W[cc];B[ac])(;W[ac]))";
        let tree = read_tree(text, None).unwrap();
        assert_eq!((tree.start().to_string().as_str(), tree.nodes().len()), ("3x3x3 X1O/1X1/3 o", 4));
        assert_eq!(read_tree(&write_tree(&tree), None).unwrap().nodes().len(), 4);
    }

    #[test]
    fn what_cannot_be_played_is_told_by_its_number() {
        for (text, told) in [
            ("(;GM[4]SZ[3]RU[3x3x3];B[aa](;W[bb])(;W[aa]))", "move 2"),
            ("(;GM[4]SZ[3]RU[3x3x3];B[aa];B[bb])", "move 2 is made by X"),
            ("(;GM[4]SZ[3]RU[3x3x3];B[aa];AB[bb])", "after move 1"),
            ("(;GM[1]SZ[19];B[aa])", "GM[1]"),
            ("(;GM[4]SZ[3]RU[3x3x3];B[aa]", "cut off"),
        ] {
            let error = read_tree(text, None).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
        let deep = format!("(;GM[4]SZ[20]{}", "(;B[aa])".repeat(9000)) + ")";
        assert_eq!(read_tree(&deep, None).unwrap().nodes().len(), 2);
    }
}
