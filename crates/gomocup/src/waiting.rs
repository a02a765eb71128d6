//! Lines that came while the brain was thinking, and wait for their turn.

use std::collections::VecDeque;
use std::time::Instant;

use super::line_reader::Line;

/// Some megabytes at the most, and more than any manager sends.
const MOST_WAITING: usize = 2000;

/// A queue of lines, bounded in memory.
#[derive(Default)]
pub(crate) struct Waiting {
    lines: VecDeque<Entry>,
    /// How many of them hurry whatever is thought about before them.
    hurrying: usize,
}

enum Entry {
    Line {
        line: Line,
        came: Instant,
        is_hurry: bool,
    },
    /// So many lines came when there was no room for more.
    Lost(u64),
}

/// Whose turn it is.
pub(crate) enum Next {
    /// A line's, that came then.
    Line(Line, Instant),
    /// A line's for which there was no room.
    Lost,
}

impl Waiting {
    /// Adds a line; `is_hurry` when nobody will wait for what is thought about before it.
    pub(crate) fn add(&mut self, line: Line, came: Instant, is_hurry: bool) {
        if self.lines.len() < MOST_WAITING {
            self.hurrying += usize::from(is_hurry);
            self.lines.push_back(Entry::Line { line, came, is_hurry });
        } else if let Some(Entry::Lost(count)) = self.lines.back_mut() {
            *count += 1;
        } else {
            self.lines.push_back(Entry::Lost(1));
        }
    }

    pub(crate) fn next(&mut self) -> Option<Next> {
        match self.lines.pop_front()? {
            Entry::Line { line, came, is_hurry } => {
                self.hurrying -= usize::from(is_hurry);
                Some(Next::Line(line, came))
            }
            Entry::Lost(count) => {
                if count > 1 {
                    self.lines.push_front(Entry::Lost(count - 1));
                }
                Some(Next::Lost)
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether a line waits that hurries what is thought about before it.
    pub(crate) fn is_hurrying(&self) -> bool {
        self.hurrying > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_turn_also_one_for_which_there_was_no_room() {
        let mut waiting = Waiting::default();
        let came = Instant::now();
        let line = |number: usize| Line::Whole(number.to_string().into());
        for number in 0..MOST_WAITING + 3 {
            waiting.add(line(number), came, number == 1);
        }
        for number in 0..MOST_WAITING {
            assert_eq!(waiting.is_hurrying(), number < 2);
            assert!(matches!(waiting.next(), Some(Next::Line(next, _)) if next == line(number)));
        }
        for _ in 0..3 {
            assert!(matches!(waiting.next(), Some(Next::Lost)));
        }
        assert!(waiting.next().is_none() && waiting.is_empty());
    }
}
