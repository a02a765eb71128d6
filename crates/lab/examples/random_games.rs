//! Random games with everything the rules say of them, for a comparison with another implementation
//! (`tests/open_spiel/compare.py`): which moves are legal at every step, where the game ends, and who has won.
//!
//! Prints a line of JSON a game: the rules, the moves as row and column from the upper left, the legal points before each
//! move as the digits of a number (a bit a point, row by row from the upper left), and the result. The same count and
//! seed give the same lines.
//!
//! ```sh
//! cargo run --example random_games -- 20000 1
//! ```

use std::io::{BufWriter, Write};

use kinrow_agent::{Rng, Seed};
use kinrow_game::{Ending, Game, Geometry, Point, Position, Rules, RulesError, Side};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let games = numbers.next().unwrap_or(Ok(20_000))?;
    let seed = Seed(numbers.next().unwrap_or(Ok(1))?);
    let mut out = BufWriter::new(std::io::stdout().lock());
    for game in 0..games {
        let mut rng = seed.derive("game", game).rng();
        let rules = random_rules(game, &mut rng)?;
        writeln!(out, "{}", play(rules, &mut rng))?;
    }
    out.flush()?;
    Ok(())
}

/// Boards that the other side knows too: any freestyle board, square ones also misere, and boards where stones fall. Most
/// are small, since on a large board few random games differ in anything but length.
fn random_rules(game: u64, rng: &mut Rng) -> Result<Rules, RulesError> {
    let largest = if rng.below(5) == 0 { 20 } else { 8 };
    let size = |rng: &mut Rng| 1 + rng.below(largest) as u8;
    let (width, height, k) = (size(rng), size(rng), 1 + rng.below(6) as u8);
    match game % 10 {
        0 => Rules::new(3, 3, 3),
        1 => Rules::new(width, width, k)?.with_misere(),
        2 | 3 => Rules::new(width, width, k),
        4..=6 => Rules::new(width, height, k)?.with_drop(),
        _ => Rules::new(width, height, k),
    }
}

fn play(rules: Rules, rng: &mut Rng) -> serde_json::Value {
    let mut position = Position::new(rules);
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    while position.outcome().is_none() {
        let points: Vec<Point> = position.moves().collect();
        legal.push(digits(rules, &points));
        let point = *rng.pick(&points);
        let (column, row) = Geometry::of(rules).column_row(point);
        moves.push([row, column]);
        position = position.play(point);
    }
    let result = match position.ending() {
        Some(Ending::Won(Side::X)) => "x",
        Some(Ending::Won(Side::O)) => "o",
        _ => "draw",
    };
    json!({ "rules": rules.to_string(), "moves": moves, "legal": legal, "result": result })
}

/// A set of points as a hexadecimal number: the upper left point is the lowest bit.
fn digits(rules: Rules, points: &[Point]) -> String {
    let mut digits = vec![0u8; usize::from(rules.cells()).div_ceil(4)];
    for &point in points {
        let (column, row) = Geometry::of(rules).column_row(point);
        let bit = usize::from(row) * usize::from(rules.width()) + usize::from(column);
        digits[bit / 4] |= 1 << (bit % 4);
    }
    digits.iter().rev().map(|&digit| char::from_digit(u32::from(digit), 16).unwrap_or('?')).collect()
}
