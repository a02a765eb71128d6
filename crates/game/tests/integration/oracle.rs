//! Boards against a slow oracle: a table of cells, the rules told in words, no bits. Random games on boards from 1x1
//! to 20x20 and every variant but Renju (which has its own oracle) must agree with it after every move.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use kinrow_game::{
    Board, Ending, Game, Geometry, LineRule, MoveError, Point, Position, Rules, Side, with_board,
};
use proptest::prelude::*;

use crate::chances::{self, Chances};

/// Column from the left and row from the top, both from 0.
type Cell = (u8, u8);

/// A game on squared paper.
#[derive(Clone)]
struct Paper {
    rules: Rules,
    stones: BTreeMap<Cell, Side>,
    turn: Side,
    ending: Option<Ending>,
}

impl Paper {
    fn new(rules: Rules) -> Paper {
        Paper { rules, stones: BTreeMap::new(), turn: Side::X, ending: None }
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.rules.width(), self.rules.height());
        (0..height).flat_map(move |row| (0..width).map(move |column| (column, row)))
    }

    /// A move is legal when the game goes on, the point is empty, and (where stones fall) it rests on the floor or on
    /// another stone.
    fn legal(&self) -> BTreeSet<Cell> {
        self.cells().filter(|&cell| self.refusal(cell).is_none()).collect()
    }

    fn refusal(&self, cell: Cell) -> Option<MoveError> {
        let (column, row) = cell;
        let point = self.name(cell);
        if self.ending.is_some() {
            return Some(MoveError::Over { point });
        }
        if self.stones.contains_key(&cell) {
            return Some(MoveError::Taken { point });
        }
        let mut lands = row;
        while self.rules.is_drop()
            && lands + 1 < self.rules.height()
            && !self.stones.contains_key(&(column, lands + 1))
        {
            lands += 1;
        }
        (lands != row).then(|| MoveError::Floating { point, lands: self.name((column, lands)) })
    }

    fn name(&self, (column, row): Cell) -> String {
        let letters: Vec<char> = "abcdefghijklmnopqrst".chars().collect();
        format!("{}{}", letters[usize::from(column)], self.rules.height() - row)
    }

    fn play(&mut self, cell: Cell) {
        let mover = self.turn;
        self.stones.insert(cell, mover);
        self.turn = mover.opponent();
        if self.completes(mover, cell) {
            self.ending = Some(Ending::Won(if self.rules.is_misere() { self.turn } else { mover }));
        } else if self.stones.len() == usize::from(self.rules.cells()) {
            self.ending = Some(Ending::Drawn);
        }
    }

    /// Whether a stone of `side` on `cell` stands in a row that counts.
    fn completes(&self, side: Side, cell: Cell) -> bool {
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, down)| {
            let behind = self.follow(side, cell, (-right, -down));
            self.counts(behind + 1 + self.follow(side, cell, (right, down)))
        })
    }

    fn counts(&self, length: usize) -> bool {
        let k = usize::from(self.rules.k());
        if self.rules.line() == LineRule::Exact { length == k } else { length >= k }
    }

    /// How many stones of `side` follow `cell` without a gap.
    fn follow(&self, side: Side, cell: Cell, (right, down): (i8, i8)) -> usize {
        let mut length = 0;
        let mut at = cell;
        while let (Some(column), Some(row)) = (at.0.checked_add_signed(right), at.1.checked_add_signed(down))
        {
            at = (column, row);
            if self.stones.get(&at) != Some(&side) {
                break;
            }
            length += 1;
        }
        length
    }

    /// The position's line of text, written with a dot for every empty point.
    fn text(&self) -> String {
        let row_text = |row| {
            let symbol = |column| self.stones.get(&(column, row)).map_or(".".into(), Side::to_string);
            (0..self.rules.width()).map(symbol).collect::<String>()
        };
        let rows: Vec<String> = (0..self.rules.height()).map(row_text).collect();
        format!("{} {} {}", self.rules, rows.join("/"), self.turn)
    }

    /// The same game seen in every mirror that keeps the board's shape and the direction in which stones fall.
    fn images(&self) -> Vec<Paper> {
        let (width, height) = (self.rules.width(), self.rules.height());
        let mut images = Vec::new();
        for [transposes, upside_down, mirrored] in
            [0, 1, 2, 3, 4, 5, 6, 7].map(|i| [i & 4 > 0, i & 2 > 0, i & 1 > 0])
        {
            if (transposes && width != height) || (self.rules.is_drop() && (transposes || upside_down)) {
                continue;
            }
            let image = |(&(column, row), &side): (&Cell, &Side)| {
                let (column, row) = if transposes { (row, column) } else { (column, row) };
                let column = if mirrored { width - 1 - column } else { column };
                ((column, if upside_down { height - 1 - row } else { row }), side)
            };
            images.push(Paper { stones: self.stones.iter().map(image).collect(), ..self.clone() });
        }
        images
    }
}

fn rules() -> impl Strategy<Value = Rules> {
    let sides = prop_oneof![3 => (1u8..=7, 1u8..=7), 2 => (1u8..=20, 1u8..=20)];
    let k = prop_oneof![3 => 2u8..=5, 1 => 1u8..=20];
    (sides, k, any::<[bool; 3]>())
        .prop_map(|((width, height), k, variants)| variant(width, height, k, variants))
}

fn variant(width: u8, height: u8, k: u8, [exact, drop, misere]: [bool; 3]) -> Rules {
    let line = if exact { LineRule::Exact } else { LineRule::Freestyle };
    let rules = Rules::new(width, height, k).and_then(|rules| rules.with_line(line));
    let rules = rules.and_then(|rules| if drop { rules.with_drop() } else { Ok(rules) });
    rules
        .and_then(|rules| if misere { rules.with_misere() } else { Ok(rules) })
        .expect("the ranges are legal")
}

fn point(rules: Rules, (column, row): Cell) -> Point {
    Geometry::of(rules).point(column, row)
}

fn cell(rules: Rules, point: Point) -> Cell {
    Geometry::of(rules).column_row(point)
}

/// Plays the same picks on both boards and calls `check` on the start and after every move.
fn play_both(rules: Rules, picks: &[u16], mut check: impl FnMut(&Position, &Paper, &[Cell])) {
    let (mut position, mut paper) = (Position::new(rules), Paper::new(rules));
    let mut played = Vec::new();
    check(&position, &paper, &played);
    for &pick in picks {
        let legal: Vec<Cell> = paper.legal().into_iter().collect();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[usize::from(pick) % legal.len()];
        position = position.try_play(point(rules, chosen)).expect("legal on paper");
        paper.play(chosen);
        played.push(chosen);
        check(&position, &paper, &played);
    }
}

fn picks() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..=400)
}

/// The row that decided lies in one line, is unbroken and complete, holds the last stone, and is long enough.
fn check_decisive_row(position: &Position, paper: &Paper, last: Option<&Cell>) {
    let row = position.decisive_row();
    assert_eq!(row.is_some(), matches!(position.ending(), Some(Ending::Won(_))), "{position}");
    let Some(row) = row else { return };
    let cells: Vec<Cell> = row.into_iter().map(|point| cell(paper.rules, point)).collect();
    let last = last.expect("somebody moved");
    let side = paper.turn.opponent();
    assert!(cells.contains(last), "{cells:?} without {last:?} in {position}");
    assert!(cells.iter().all(|cell| paper.stones.get(cell) == Some(&side)), "{cells:?} in {position}");
    assert!(paper.counts(cells.len()), "{cells:?} in {position}");
    if let [first, second, ..] = cells[..] {
        let step = |a: Cell, b: Cell| (b.0 as i8 - a.0 as i8, b.1 as i8 - a.1 as i8);
        let (right, down) = step(first, second);
        assert!(right.abs() <= 1 && down.abs() <= 1 && (right, down) != (0, 0), "{cells:?}");
        assert!(
            cells.windows(2).all(|pair| step(pair[0], pair[1]) == (right, down)),
            "{cells:?} is straight"
        );
        assert_eq!(paper.follow(side, cells[cells.len() - 1], (right, down)), 0, "{cells:?} goes on");
        assert_eq!(paper.follow(side, first, (-right, -down)), 0, "{cells:?} begins earlier");
    }
}

/// A canonical position as lists of points, with the size of its class.
fn canonical(position: &Position) -> ([Vec<usize>; 2], u32) {
    fn of<const W: usize>(board: &Board<W>) -> ([Vec<usize>; 2], u32) {
        let geometry = board.geometry();
        let canonical = geometry.symmetries().canonical(board);
        let stones = canonical.stones.map(|stones| stones.iter().collect::<Vec<_>>());
        let moved = Side::BOTH.map(|side| {
            let points = board.stones(side).iter().map(|index| Point::from_index(index as u16));
            let images = points.map(|point| canonical.symmetry.image(geometry, point).index());
            images.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
        });
        assert_eq!(stones, moved, "the symmetry leads to the canonical position");
        (stones, canonical.orbit)
    }
    with_board!(position, board => of(board))
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(256))]

    #[test]
    fn games_agree_move_by_move(rules in rules(), picks in picks()) {
        play_both(rules, &picks, |position, paper, played| {
            let moves: Vec<Point> = position.moves().collect();
            let cells: BTreeSet<Cell> = moves.iter().map(|&point| cell(rules, point)).collect();
            assert_eq!(cells, paper.legal(), "{position}");
            assert_eq!(moves.len(), cells.len(), "{position}");
            assert_eq!(position.to_move(), paper.turn);
            assert_eq!(usize::from(position.placed()), played.len());
            assert_eq!(position.ending(), paper.ending, "{position}");
            assert_eq!(position.outcome(), paper.ending.map(|ending| ending.seen_by(paper.turn)));
            check_decisive_row(position, paper, played.last());
        });
    }

    /// Every bit index there is, guards and beyond included.
    #[test]
    fn illegal_points_are_refused_with_the_reason(rules in rules(), picks in picks()) {
        let (mut position, mut paper) = (Position::new(rules), Paper::new(rules));
        play_both(rules, &picks, |last_position, last_paper, _| {
            (position, paper) = (*last_position, last_paper.clone());
        });
        let cells: BTreeMap<usize, Cell> = paper.cells().map(|cell| (point(rules, cell).index(), cell)).collect();
        assert_eq!(cells.len(), usize::from(rules.cells()));
        for index in 0..500 {
            let answer = position.try_play(Point::from_index(index));
            match cells.get(&usize::from(index)) {
                None => assert!(matches!(answer, Err(MoveError::Outside { .. })), "{index}: {answer:?}"),
                Some(&cell) => {
                    assert_eq!(position.stone(point(rules, cell)), paper.stones.get(&cell).copied());
                    assert_eq!(answer.err(), paper.refusal(cell), "{cell:?} in {position}");
                }
            }
        }
    }

    /// Asked only while the game goes on: afterwards the row that stands would be counted too.
    #[test]
    fn completing_points_agree(rules in rules(), picks in picks()) {
        let mut last = (Position::new(rules), Paper::new(rules));
        play_both(rules, &picks, |position, paper, _| {
            if position.ending().is_none() {
                last = (*position, paper.clone());
            }
        });
        let (position, paper) = last;
        for cell in paper.cells().filter(|cell| !paper.stones.contains_key(cell)) {
            for side in Side::BOTH {
                let completes = with_board!(&position, board => board.completes(side, point(rules, cell)));
                assert_eq!(completes, paper.completes(side, cell), "{side} {cell:?} in {position}");
            }
        }
    }

    #[test]
    fn text_reads_back_to_an_equal_position(rules in rules(), picks in picks()) {
        let mut keys = HashSet::new();
        play_both(rules, &picks, |position, paper, played| {
            for text in [position.to_string(), paper.text()] {
                let read = text.parse::<Position>().expect("written by a game");
                assert_eq!(read, *position, "{text}");
                assert_eq!(read.key(), position.key(), "{text}");
                assert_eq!(read.ending(), position.ending(), "{text}");
                assert_eq!(read.to_string(), position.to_string());
                assert!(read.moves().eq(position.moves()), "{text}");
                assert_eq!(read.decisive_row(), position.decisive_row(), "{text}");
            }
            assert!(keys.insert(position.key()), "the key of {} came before, in {} moves", paper.text(), played.len());
        });
    }

    /// Where nothing falls and long rows count, no order of the same stones meets an end before the last of them.
    #[test]
    fn the_order_of_moves_leaves_no_trace(rules in rules(), picks in picks(), turn in any::<u16>()) {
        let mut last = (Position::new(rules), Vec::new());
        play_both(rules, &picks, |position, _, played| {
            if position.ending().is_none() {
                last = (*position, played.to_vec());
            }
        });
        let (position, played) = last;
        let mut sides = [0, 1].map(|parity| played.iter().copied().skip(parity).step_by(2).collect::<Vec<_>>());
        for side in &mut sides {
            side.reverse();
            let middle = usize::from(turn) % side.len().max(1);
            side.rotate_left(middle);
        }
        let order = (0..played.len()).map(|i| sides[i % 2][i / 2]);
        let again = order.into_iter().try_fold(Position::new(rules), |position, cell| {
            if position.ending().is_some() { None } else { position.try_play(point(rules, cell)).ok() }
        });
        match again {
            Some(again) => {
                assert_eq!(again, position);
                assert_eq!(again.key(), position.key());
            }
            None => assert!(rules.is_drop() || rules.line() == LineRule::Exact, "{}", position.to_string()),
        }
    }

    #[test]
    fn a_symmetry_class_has_one_canonical_position(rules in rules(), picks in picks()) {
        let mut last = (Position::new(rules), Paper::new(rules));
        play_both(rules, &picks, |position, paper, _| last = (*position, paper.clone()));
        let (position, paper) = last;
        let expected = canonical(&position);
        let mut class = BTreeSet::new();
        for image in paper.images() {
            let position = image.text().parse::<Position>().expect("a mirror image of a game");
            assert_eq!(canonical(&position), expected, "{}", image.text());
            assert_eq!(position.ending(), paper.ending, "{}", image.text());
            class.insert(image.text());
        }
        assert_eq!(class.len(), expected.1 as usize, "{position}");
    }
}

fn chances_on_paper(paper: &Paper, weight: f64, chances: &mut Chances) {
    if let Some(ending) = paper.ending {
        return chances::add(chances, ending, weight);
    }
    let legal = paper.legal();
    for &cell in &legal {
        let mut next = paper.clone();
        next.play(cell);
        chances_on_paper(&next, weight / legal.len() as f64, chances);
    }
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(64))]

    /// Playouts keep their own books for speed; on boards nearly full their exact chances can be added up.
    #[test]
    fn playouts_end_as_random_games_do(
        (width, height) in (2u8..=4, 2u8..=4),
        k in 2u8..=4,
        variants in any::<[bool; 3]>(),
        picks in prop::collection::vec(any::<u16>(), 16),
    ) {
        let rules = variant(width, height, k, variants);
        let opening = &picks[..usize::from(rules.cells().saturating_sub(5))];
        let mut last = (Position::new(rules), Paper::new(rules));
        play_both(rules, opening, |position, paper, _| {
            if position.ending().is_none() {
                last = (*position, paper.clone());
            }
        });
        let (position, paper) = last;
        if rules.cells() - position.placed() <= 7 {
            let mut expected = [0.0; 3];
            chances_on_paper(&paper, 1.0, &mut expected);
            for (chance, expected) in chances::of_playouts(&position).into_iter().zip(expected) {
                assert!((chance - expected).abs() < 1e-9, "{chance} is not {expected} in {position}");
            }
        }
    }
}

/// The proptests above would prove little if their games never ended, or ended one way only.
#[test]
fn random_games_end_in_every_way() {
    let mut endings = BTreeMap::<(bool, bool, bool, String), u32>::new();
    for seed in 0..400 {
        let variants = [seed & 1 > 0, seed & 2 > 0, seed & 4 > 0];
        let rules = variant(4, 4, 3 + (seed as u8 / 8) % 2, variants);
        let picks: Vec<u16> = (0..16).map(|i| kinrow_game::scramble(seed * 16 + i) as u16).collect();
        play_both(rules, &picks, |position, _, _| {
            if let Some(ending) = position.ending() {
                let [exact, drop, misere] = variants;
                *endings.entry((exact, drop, misere, format!("{ending:?}"))).or_default() += 1;
            }
        });
    }
    assert_eq!(endings.len(), 8 * 3, "{endings:?}");
    assert_eq!(endings.values().sum::<u32>(), 400, "{endings:?}");
}

/// The 5,478 positions of tic-tac-toe, and the empty boards of a hundred games, have a key each.
#[test]
fn different_positions_have_different_keys() {
    let mut keys = HashSet::new();
    let mut texts = BTreeSet::new();
    let mut waiting = vec![Position::new(variant(3, 3, 3, [false; 3]))];
    while let Some(position) = waiting.pop() {
        if texts.insert(position.to_string()) {
            keys.insert(position.key());
            waiting.extend(position.moves().map(|mv| position.play(mv)));
        }
    }
    assert_eq!((texts.len(), keys.len()), (5478, 5478));
    let mut starts = HashSet::new();
    for width in 1..=20 {
        for one in 0..5 {
            let variants = [one == 0, one == 1, one == 2].map(|is_on| is_on || one == 3);
            starts.insert(Position::new(variant(width, 4, 5, variants)).key());
        }
    }
    assert_eq!(starts.len(), 100);
}
