use proptest::prelude::*;

use super::*;

impl Sight {
    fn stone(&self, cell: Cell) -> Option<Side> {
        let Place { lane, at } = self.places[usize::from(cell)][0];
        let lane = &self.lanes[usize::from(lane)];
        Side::BOTH.into_iter().find(|side| lane.seen_by(side.index()).has_stone(at.into()))
    }
}

/// The classes of a cell by walking over the board from it.
fn scan(sight: &Sight, side: Side, cell: Cell) -> [Class; DIRECTIONS] {
    if sight.stone(cell).is_some() {
        return [Class::Dead; DIRECTIONS];
    }
    let rules = sight.layout.rules;
    let patterns = sight.tables.patterns(side.index());
    let (width, height) = (i32::from(rules.width()), i32::from(rules.height()));
    let (column, row) = sight.layout.column_row(cell);
    let half = |step: (i32, i32)| {
        let on_board = |distance: i32| {
            let (column, row) = (i32::from(column) + distance * step.0, i32::from(row) + distance * step.1);
            ((0..width).contains(&column) && (0..height).contains(&row))
                .then(|| sight.layout.cell(column as u8, row as u8))
        };
        let seen = (1..).map_while(on_board).map(|cell| sight.stone(cell));
        let free = seen.take_while(|stone| *stone != Some(side.opponent()));
        Half::of(free.map(|stone| stone.is_some()), patterns.reach())
    };
    [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|(x, y)| patterns.class(half((-x, -y)), half((x, y))))
}

/// Everything that is kept up to date, worked out anew.
fn check(sight: &Sight) -> Result<(), TestCaseError> {
    let mut lively = Cells::NONE;
    for side in Side::BOTH {
        let mut value = 0;
        let mut threats = [Cells::NONE; threat::KINDS];
        for cell in sight.layout.board.iter() {
            let classes = scan(sight, side, cell);
            prop_assert_eq!(sight.classes(side, cell), classes, "{} {}", side, cell);
            let judgement = sight.tables.judgements(side.index()).of(sight.code(side, cell));
            prop_assert_eq!(sight.judgement(side, cell), judgement);
            value += judgement.value();
            for (kind, cells) in threats.iter_mut().enumerate() {
                if judgement.threats() >> kind & 1 != 0 {
                    cells.insert(cell);
                }
            }
            if judgement.threats() & threat::LATER != 0 {
                lively.insert(cell);
            }
        }
        prop_assert_eq!(sight.codes[side.index()].value(), value);
        for (kind, cells) in threats.into_iter().enumerate() {
            prop_assert_eq!(*sight.threats(side, 1 << kind), cells);
            prop_assert_eq!(sight.count(side, 1 << kind), cells.iter().count());
        }
    }
    prop_assert_eq!(sight.codes[0].lively().or(sight.codes[1].lively()), lively);
    Ok(())
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(60))]

    /// Stones come and go.
    #[test]
    fn what_is_seen_is_what_a_walk_over_the_board_finds(
        rules in prop::sample::select(vec![
            "15x15x5", "7x4x3", "20x20x6:exact", "5x9x4:exact", "3x3x3", "1x1x2", "12x12x8", "15x15x5:renju",
        ]),
        moves in prop::collection::vec(any::<prop::sample::Index>(), 1..120),
        taken_back in any::<prop::sample::Index>(),
    ) {
        let mut sight = Sight::new(rules.parse().unwrap());
        let mut played = 0;
        for index in &moves {
            let empty: Vec<Cell> = sight.empty.iter().collect();
            if empty.is_empty() {
                break;
            }
            sight.play(empty[index.index(empty.len())]);
            played += 1;
        }
        check(&sight)?;
        let key = sight.key();
        for _ in 0..taken_back.index(played + 1) {
            sight.undo();
        }
        check(&sight)?;
        prop_assert!(sight.played.is_empty() || key != 0);
        while !sight.played.is_empty() {
            sight.undo();
        }
        prop_assert_eq!((sight.key(), sight.empty), (0, sight.layout.board));
    }

    /// Whatever Black may not do in Renju is under suspicion.
    #[test]
    fn every_forbidden_point_of_renju_is_seen(
        moves in prop::collection::vec(any::<prop::sample::Index>(), 20..60),
    ) {
        let rules: Rules = "9x9x5:renju".parse().unwrap();
        // The last position in which Black is to move.
        let (mut next, mut position) = (Position::new(rules), Position::new(rules));
        for index in moves {
            let legal: Vec<_> = next.moves().collect();
            if next.outcome().is_some() {
                break;
            }
            if next.to_move() == Side::X {
                position = next;
            }
            next = next.play(legal[index.index(legal.len())]);
        }
        let sight = Sight::of(&position);
        for cell in sight.empty.iter() {
            let expected = position.forbidden(sight.layout.point(cell)).is_some();
            prop_assert_eq!(sight.is_forbidden(Side::X, cell), expected, "{} {}", position, cell);
        }
    }
}
