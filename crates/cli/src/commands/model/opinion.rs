//! What a network says of a position: its policy on the board, and what it expects.

use kinrow_game::{Game, Geometry, Point, Position};
use kinrow_text::Text;
use kinrow_zero::{Opinion, PLANES};
use serde_json::{Value, json};

use crate::words;

/// One field of the board; wide enough for a percentage and its mark.
const WIDTH: usize = 5;

/// The board with stones and percentages, and what the network expects.
pub(super) fn tell(opinion: &Opinion, position: &Position, text: &Text) -> String {
    let [loss, draw, win] = opinion.outcomes.map(|share| format!("{:.1}", 100.0 * share));
    let side = position.to_move().to_string();
    let told =
        [("side", side.as_str()), ("win", win.as_str()), ("draw", draw.as_str()), ("loss", loss.as_str())];
    let (expects, policy) = (text.fill("model.expects", &told), text.get("model.policy"));
    format!("{expects}\n{policy}\n{}", board(opinion, position))
}

fn board(opinion: &Opinion, position: &Position) -> String {
    let rules = position.rules();
    let best = opinion.policy.iter().map(|(_, share)| *share).fold(0.0, f32::max);
    let field = |point: Point| match position.stone(point) {
        Some(side) => format!("{side} "),
        None => match opinion.policy.iter().find(|(mv, _)| *mv == point) {
            Some((_, share)) => {
                let mark = if *share == best { "*" } else { " " };
                format!("{:.0}{mark}", 100.0 * share)
            }
            None => ". ".into(),
        },
    };
    let geometry = Geometry::of(rules);
    let mut lines = Vec::new();
    for row in 0..rules.height() {
        let fields =
            (0..rules.width()).map(|column| words::right(&field(geometry.point(column, row)), WIDTH));
        let line = format!("{:<2}{}", rules.height() - row, fields.collect::<String>());
        lines.push(line.trim_end().to_string());
    }
    let names = (b'a'..).take(rules.width().into()).map(char::from);
    let names: String = names.map(|name| format!("{name:>width$} ", width = WIDTH - 1)).collect();
    lines.push(format!("  {}", names.trim_end()));
    lines.join("\n")
}

/// The same for machines, with what the network saw.
pub(super) fn as_json(opinion: &Opinion, position: &Position) -> Value {
    let [loss, draw, win] = opinion.outcomes;
    let best = opinion.policy.iter().map(|(_, share)| *share).fold(0.0, f32::max);
    let moves = opinion.policy.iter().map(|(mv, share)| {
        let point = kinrow_game::notation::point_name(position.rules(), *mv);
        json!({ "move": position.name(*mv), "point": point, "policy": share, "chosen": *share == best })
    });
    let width = usize::from(position.rules().width());
    let planes: Vec<Vec<&[f32]>> =
        opinion.planes.chunks(width * PLANES).map(|row| row.chunks(PLANES).collect()).collect();
    json!({
        "position": position.to_string(),
        "value": opinion.value(),
        "win": win,
        "draw": draw,
        "loss": loss,
        "moves": moves.collect::<Vec<_>>(),
        "planes": planes,
    })
}
