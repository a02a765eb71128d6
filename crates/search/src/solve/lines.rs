//! Every row of a board, listed from both ends: the points of a row, and the rows of a point.
//!
//! Points are the bit indices of [`kinrow_game::Point`], so that nothing has to be translated on the way to the board.

use kinrow_game::{Board, Geometry, Point, Side};

/// So many rows have a number of their own in a set of rows; on boards with more such sets tell nothing.
pub(super) const MOST_NUMBERED: usize = 128;

/// The rows of one board, as the solver walks over them.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// Stones in a row that decide.
    pub(super) k: u8,
    /// Points of each row, one row after the other.
    points: Vec<u16>,
    /// The rows through each point.
    through: Lists,
    /// The same as sets of their numbers.
    sets_through: Vec<u128>,
    /// The rows that a stone on this point would make too long, where too long does not count.
    beyond: Lists,
    /// For which side too long does not count.
    pub(super) is_exact: [bool; 2],
}

impl Lines {
    pub(super) fn new<const W: usize>(board: &Board<W>) -> Lines {
        let geometry = board.geometry();
        let rules = board.rules();
        let mut points = Vec::new();
        let mut through = vec![Vec::new(); 64 * W];
        let mut beyond = vec![Vec::new(); 64 * W];
        for (number, line) in geometry.lines().enumerate() {
            for &point in &line {
                through[point.index()].push(number as u16);
                points.push(point.index() as u16);
            }
            for end in ends(geometry, &line) {
                beyond[end.index()].push(number as u16);
            }
        }
        let is_exact = Side::BOTH.map(|side| rules.line().is_exact(side));
        let set = |lines: &Vec<u16>| {
            lines.iter().fold(0, |set, &line| set | 1 << (usize::from(line) % MOST_NUMBERED))
        };
        let sets_through = through.iter().map(set).collect();
        Lines {
            k: rules.k(),
            points,
            sets_through,
            through: Lists::new(&through),
            beyond: Lists::new(&beyond),
            is_exact,
        }
    }

    /// How many rows there are.
    pub(super) fn count(&self) -> usize {
        self.points.len() / usize::from(self.k)
    }

    /// The points of a row.
    #[inline]
    pub(super) fn points(&self, line: usize) -> &[u16] {
        let k = usize::from(self.k);
        &self.points[line * k..(line + 1) * k]
    }

    /// The rows through a point.
    #[inline]
    pub(super) fn through(&self, index: usize) -> &[u16] {
        self.through.of(index)
    }

    /// The rows through a point as a set of their numbers.
    #[inline]
    pub(super) fn set_through(&self, index: usize) -> u128 {
        self.sets_through[index]
    }

    /// The rows that a stone of `side` on this point spoils by making them too long.
    #[inline]
    pub(super) fn spoiled_by(&self, side: Side, index: usize) -> &[u16] {
        if self.is_exact[side.index()] { self.beyond.of(index) } else { &[] }
    }
}

/// The points of the board just before and just after a row; a row of one has no direction, and decides at once.
fn ends(geometry: &Geometry, line: &[Point]) -> impl Iterator<Item = Point> {
    let place = |i: usize| {
        let (column, row) = geometry.column_row(line[i]);
        (i16::from(column), i16::from(row))
    };
    let outside = match line.len() {
        0 | 1 => [None, None],
        length => {
            let ((column, row), (next_column, next_row)) = (place(0), place(1));
            let (right, down) = (next_column - column, next_row - row);
            let (last_column, last_row) = place(length - 1);
            [Some((column - right, row - down)), Some((last_column + right, last_row + down))]
        }
    };
    let (width, height) = (i16::from(geometry.rules().width()), i16::from(geometry.rules().height()));
    outside
        .into_iter()
        .flatten()
        .filter(move |(column, row)| (0..width).contains(column) && (0..height).contains(row))
        .map(|(column, row)| geometry.point(column as u8, row as u8))
}

/// A list for each point, one behind the other in memory.
#[derive(Clone, Debug)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u16>,
}

impl Lists {
    fn new(lists: &[Vec<u16>]) -> Lists {
        let mut starts = vec![0];
        let mut items = Vec::new();
        for list in lists {
            items.extend(list);
            starts.push(items.len() as u32);
        }
        Lists { starts, items }
    }

    #[inline]
    fn of(&self, index: usize) -> &[u16] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}
