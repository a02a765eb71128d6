//! A complete player for the Gomocup protocol in Rust, without any library: looks at each point once, and plays where
//! its own and the opponent's rows would grow most. Compile it with `rustc -O main.rs -o pbrain-example`.

use std::io::{BufRead, Write};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stone {
    Mine,
    Yours,
}

/// The board: rows of points from the top.
struct Board(Vec<Vec<Option<Stone>>>);

impl Board {
    fn new(width: usize, height: usize) -> Board {
        Board(vec![vec![None; width]; height])
    }

    fn at(&self, x: isize, y: isize) -> Option<Option<Stone>> {
        self.0.get(usize::try_from(y).ok()?)?.get(usize::try_from(x).ok()?).copied()
    }

    fn set(&mut self, x: usize, y: usize, stone: Stone) {
        if let Some(point) = self.0.get_mut(y).and_then(|row| row.get_mut(x)) {
            *point = Some(stone);
        }
    }

    /// How much a stone of one colour on a point is worth to that colour: longer rows, and rows that can still grow.
    fn worth(&self, x: usize, y: usize, stone: Stone) -> u32 {
        let mut worth = 0;
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let (mut row, mut open) = (1, 0);
            for sign in [1, -1] {
                let mut step = sign;
                while self.at(x as isize + step * dx, y as isize + step * dy) == Some(Some(stone)) {
                    row += 1;
                    step += sign;
                }
                open += u32::from(self.at(x as isize + step * dx, y as isize + step * dy) == Some(None));
            }
            worth += match row {
                5.. => 1_000_000,
                row if open == 0 => row,
                row => 10u32.pow(row) * open,
            };
        }
        worth
    }

    fn choose(&self) -> (usize, usize) {
        let (width, height) = (self.0.first().map_or(0, Vec::len), self.0.len());
        let mut best = (0, (0, 0));
        for (y, row) in self.0.iter().enumerate() {
            for x in (0..row.len()).filter(|&x| row[x].is_none()) {
                let off_centre = x.abs_diff(width / 2) + y.abs_diff(height / 2);
                // One's own rows come first among equals, and then the middle of the board.
                let rows = 2 * self.worth(x, y, Stone::Mine) + self.worth(x, y, Stone::Yours);
                let worth = 100 * u64::from(rows) + 99 - off_centre as u64;
                best = best.max((worth, (x, y)));
            }
        }
        best.1
    }

    /// Chooses, plays and tells a move.
    fn answer(&mut self) {
        let (x, y) = self.choose();
        self.set(x, y, Stone::Mine);
        say(&format!("{x},{y}"));
    }
}

/// Answers a line, at once: a manager does not see what waits in a buffer.
fn say(line: &str) {
    println!("{line}");
    if std::io::stdout().flush().is_err() {
        std::process::exit(1);
    }
}

fn numbers(text: &str) -> Vec<usize> {
    text.split(',').filter_map(|number| number.trim().parse().ok()).collect()
}

fn main() {
    let mut board = Board::new(0, 0);
    let mut lines = std::io::stdin().lock().lines().map_while(Result::ok);
    while let Some(line) = lines.next() {
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match (command, &numbers(rest)[..]) {
            ("START", &[size]) => {
                board = Board::new(size, size);
                say("OK");
            }
            ("RECTSTART", &[width, height]) => {
                board = Board::new(width, height);
                say("OK");
            }
            ("BEGIN", _) => board.answer(),
            ("TURN", &[x, y]) => {
                board.set(x, y, Stone::Yours);
                board.answer();
            }
            ("BOARD", _) => {
                for line in lines.by_ref().take_while(|line| line.trim() != "DONE") {
                    if let [x, y, whose] = numbers(&line)[..] {
                        board.set(x, y, if whose == 1 { Stone::Mine } else { Stone::Yours });
                    }
                }
                board.answer();
            }
            ("ABOUT", _) => say("name=\"example\", author=\"you\""),
            ("END", _) => return,
            ("INFO" | "", _) => {}
            _ => say("UNKNOWN"),
        }
    }
}
