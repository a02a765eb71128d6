use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;

/// Made once for all cases.
static TABLES: LazyLock<Vec<[Patterns; 2]>> =
    LazyLock::new(|| (3..=8).map(|k| [false, true].map(|is_exact| Patterns::new(k, is_exact))).collect());

fn patterns(k: u32, is_exact: bool) -> &'static Patterns {
    &TABLES[k as usize - 3][usize::from(is_exact)]
}

/// A cell of a line, for one colour.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Seen {
    Own,
    Empty,
    Blocker,
}

/// A line as it lies on a board, scanned anew for every question; no halves, no tables, no reach.
#[derive(Clone, Debug)]
struct Line {
    cells: Vec<Seen>,
    k: u32,
    is_exact: bool,
}

impl Line {
    fn with(&self, cell: usize, seen: Seen) -> Line {
        let mut line = self.clone();
        line.cells[cell] = seen;
        line
    }

    fn empty(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell] == Seen::Empty).collect()
    }

    fn row(&self, through: usize) -> u32 {
        let own = |cell: &&Seen| **cell == Seen::Own;
        let right = self.cells[through..].iter().take_while(own).count();
        let left = self.cells[..through].iter().rev().take_while(own).count();
        (left + right) as u32
    }

    fn is_won(&self, through: usize) -> bool {
        let row = self.row(through);
        if self.is_exact { row == self.k } else { row >= self.k }
    }

    /// Whether so many stones of a choice of two, or of one, complete a row through a cell. The definition, word by word.
    fn can(&self, through: usize, stones: u8, is_free: bool) -> bool {
        if stones == 1 {
            let wins = self.empty().into_iter().filter(|&cell| self.with(cell, Seen::Own).is_won(through));
            return wins.count() >= if is_free { 2 } else { 1 };
        }
        self.empty().into_iter().any(|cell| {
            let next = self.with(cell, Seen::Own);
            !next.is_won(through) && next.can(through, stones - 1, is_free)
        })
    }

    /// How many cells make this class of the next one.
    fn ways(&self, through: usize, stones: u8, is_free: bool) -> usize {
        let leads_on = |cell: &usize| {
            let next = self.with(*cell, Seen::Own);
            let class = next.narrow_class(through, stones - 1);
            class == if is_free { Class::Free(stones - 1) } else { Class::Blocked(stones - 1) }
        };
        self.empty().into_iter().filter(leads_on).count()
    }

    /// The class of a line that has its stone, as far as `farthest`.
    fn class(&self, through: usize, farthest: u8) -> Class {
        match self.narrow_class(through, farthest) {
            Class::Free(2) if self.ways(through, 2, true) >= 2 => Class::WideFree(2),
            Class::Free(3) if self.ways(through, 3, true) >= 3 => Class::WideFree(3),
            Class::Blocked(2) if self.ways(through, 2, false) >= 3 => Class::WideBlocked(2),
            class => class,
        }
    }

    fn narrow_class(&self, through: usize, farthest: u8) -> Class {
        if self.is_won(through) {
            return Class::Win;
        }
        if self.row(through) > self.k {
            return Class::Over;
        }
        for stones in 1..=farthest {
            if self.can(through, stones, true) {
                return Class::Free(stones);
            }
            if self.can(through, stones, false) {
                return Class::Blocked(stones);
            }
        }
        Class::Dead
    }

    fn halves(&self, cell: usize, reach: u32) -> (Half, Half) {
        let half = |cells: &mut dyn Iterator<Item = &Seen>| {
            let free = cells.take_while(|seen| **seen != Seen::Blocker);
            Half::of(free.map(|seen| *seen == Seen::Own), reach)
        };
        (half(&mut self.cells[..cell].iter().rev()), half(&mut self.cells[cell + 1..].iter()))
    }
}

/// Stones that are counted in the naive way: more take too long.
const COUNTED: u8 = 3;

fn any_line() -> impl Strategy<Value = (Line, usize)> {
    let cell = prop_oneof![3 => Just(Seen::Own), 4 => Just(Seen::Empty), 1 => Just(Seen::Blocker)];
    (3u32..=8, any::<bool>(), prop::collection::vec(cell, 1..20), any::<prop::sample::Index>()).prop_map(
        |(k, is_exact, cells, index)| {
            let cell = index.index(cells.len());
            (Line { cells, k, is_exact }, cell)
        },
    )
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(2000))]

    #[test]
    fn a_table_says_what_a_scan_of_the_line_says((line, cell) in any_line()) {
        let patterns = patterns(line.k, line.is_exact);
        let line = line.with(cell, Seen::Own);
        let (left, right) = line.halves(cell, patterns.reach());
        let seen = |class: Class| match class {
            Class::Free(stones) | Class::Blocked(stones) if stones > COUNTED => Class::Dead,
            class => class,
        };
        let class = patterns.class(left, right);
        prop_assert_eq!(seen(class), line.class(cell, COUNTED));

        let here = |offset: i32| (cell as i32 + offset) as usize;
        let wins: Vec<usize> = patterns.wins(left, right).map(here).collect();
        let expected: Vec<usize> = line
            .empty()
            .into_iter()
            .filter(|&stone| class != Class::Win && line.with(stone, Seen::Own).is_won(cell))
            .collect();
        prop_assert_eq!(&wins, &expected);
        let leads_on = matches!(wins[..], [only] if {
            let blocked = line.with(only, Seen::Blocker).narrow_class(cell, COUNTED);
            blocked.rank() >= Class::Blocked(2).rank()
        });
        prop_assert_eq!(patterns.leads_on(left, right), leads_on);

        let nearby = |stone: &usize| stone.abs_diff(cell) as u32 <= patterns.reach();
        let is_defence = |stone: &usize| {
            let (left, right) = line.with(*stone, Seen::Blocker).halves(cell, patterns.reach());
            patterns.class(left, right).narrow().rank() < class.narrow().rank()
        };
        let expected: Vec<usize> = line.empty().into_iter().filter(nearby).filter(is_defence).collect();
        let is_seen = |stone: &usize| {
            let between = if *stone < cell { &line.cells[*stone..cell] } else { &line.cells[cell..*stone] };
            !between.contains(&Seen::Blocker)
        };
        let expected: Vec<usize> = expected.into_iter().filter(is_seen).collect();
        prop_assert_eq!(patterns.defences(left, right).map(here).collect::<Vec<_>>(), expected);
    }
}

/// Shapes that have names in Gomoku; `_` is the cell.
#[test]
fn shapes_of_five_in_a_row_are_what_they_are_called() {
    let class = |text: &str, is_exact: bool| {
        let seen = |letter: char| match letter {
            'X' => Seen::Own,
            '.' | '_' => Seen::Empty,
            _ => Seen::Blocker,
        };
        let line = Line { cells: text.chars().map(seen).collect(), k: 5, is_exact };
        let cell = text.find('_').unwrap();
        let patterns = patterns(5, is_exact);
        let (left, right) = line.halves(cell, patterns.reach());
        patterns.class(left, right)
    };
    for (text, free_style, exact) in [
        ("XXXX_", Class::Win, Class::Win),
        ("XX_XX", Class::Win, Class::Win),
        ("XXX_XX", Class::Win, Class::Over),
        (".XXX_.", Class::Free(1), Class::Free(1)),
        ("OXXX_.", Class::Blocked(1), Class::Blocked(1)),
        ("X.X_X.X", Class::Free(1), Class::Free(1)),
        ("XX.X_.XX", Class::Free(1), Class::Free(1)),
        ("X.XXX_.X", Class::Free(1), Class::Dead),
        ("..XX_..", Class::WideFree(2), Class::WideFree(2)),
        ("O.XX_..", Class::Free(2), Class::Free(2)),
        (".X.X_.", Class::Free(2), Class::Free(2)),
        ("OXX_..", Class::Blocked(2), Class::Blocked(2)),
        ("OXX_.O", Class::Dead, Class::Dead),
        ("O.XX_.O", Class::Blocked(2), Class::Blocked(2)),
        ("_....", Class::Blocked(4), Class::Blocked(4)),
    ] {
        assert_eq!(class(text, false), free_style, "{text}");
        assert_eq!(class(text, true), exact, "{text}, exactly five");
    }
}

#[test]
fn tables_are_small() {
    for (k, entries) in [(4, 256), (5, 1 << 10), (6, 1 << 12), (7, 1 << 14), (8, 1 << 16)] {
        assert_eq!(patterns(k, false).entries.len(), entries);
    }
}
