//! Wins by threats are proofs: they are compared with a full search that knows nothing of threats, and those by fours also with
//! a search that reads like their definition.

use kinrow_agent::{Ignore, Limits, Stop, Thinking};
use kinrow_engine::{ThreatQuestion, ThreatSearch, ThreatVerdict, Threats, find_win, first_moves};
use kinrow_game::{Board, Game, Geometry, Outcome, Point, Position, Rules, Side, scramble};
use kinrow_search::solve::{SolveOptions, Solver};
use proptest::prelude::*;

use crate::naive_threats::Naive;

/// Boards small enough for a full search of half-filled positions. Each stands here for something: edges on all sides, rows that may be
/// too long, forbidden points, more and fewer directions to go in.
const BOARDS: [&str; 14] = [
    "5x5x4",
    "6x5x4",
    "5x5x3",
    "5x5x3:exact",
    "6x5x4:exact",
    "6x6x5",
    "7x6x5",
    "7x6x5:exact",
    "6x6x5:renju",
    "7x6x5:renju",
    "7x7x5:renju",
    "9x4x4:exact",
    "8x4x4",
    "7x7x6",
];

/// Positions that a search for threats may look at: far more than there are on such boards.
const MOST: u64 = 100_000;

/// A block that is a four itself takes the move away, and with it the win.
#[test]
fn a_counter_four_refutes_a_win() {
    let verdict = |position: &str, threats| {
        let position: Position = position.parse().unwrap();
        let point = position.parse_move("k8").unwrap();
        kinrow_engine::try_move(&position, point, threats, 5_000, &Stop::new())
    };
    // Four and three at k8; O has to block at l8, above two stones of its own in the first position, and three in the second.
    let plain = "15x15x5 15/15/15/15/15/15/15/6OXXX5/10XO3/10XO3/15/11X3/1O13/13O1/O14 x";
    let countered = "15x15x5 15/15/15/15/15/15/15/6OXXX5/9OXO3/10XO3/11O3/11X3/15/13O1/15 x";
    for threats in [Threats::Vcf, Threats::Vct] {
        assert!(matches!(verdict(plain, threats), ThreatVerdict::Win(_)), "{threats:?}");
        assert!(!matches!(verdict(countered, threats), ThreatVerdict::Win(_)), "{threats:?}");
    }
    assert_eq!(verdict(countered, Threats::Vcf), ThreatVerdict::None);
}

/// Stones thrown on a board, as many of each side or one more of X's, none of them in a row that wins.
fn thrown(rules: Rules, seed: u64, empties: usize) -> Option<Position> {
    fn on<const W: usize>(rules: Rules, order: &[usize], stones: usize) -> Option<Board<W>> {
        let (x, o) = order[..stones].split_at(stones.div_ceil(2));
        Board::from_stones(rules, x.iter().copied().collect(), o.iter().copied().collect()).ok()
    }
    let geometry = Geometry::of(rules);
    (0..200).find_map(|throw| {
        let mut order: Vec<usize> = geometry.points().map(Point::index).collect();
        order.sort_by_key(|&point| scramble(scramble(seed ^ scramble(throw)) ^ point as u64));
        let stones = order.len().saturating_sub(empties);
        let position = match geometry.words() {
            1 => Position::One(on(rules, &order, stones)?),
            _ => Position::Two(on(rules, &order, stones)?),
        };
        (position.outcome().is_none()).then_some(position)
    })
}

/// How a position ends under best play, if that is found out soon enough.
fn solved(position: &Position, wants_plies: bool) -> Option<(Outcome, Option<u32>)> {
    let mut solver = Solver::new(SolveOptions { distance: wants_plies, megabytes: 64, threads: 1 });
    let limits = Limits { nodes: Some(3_000_000), ..Limits::NONE };
    let mut ignore = Ignore;
    let solution = solver.value(position, &limits, &mut Thinking::new(Stop::new(), &mut ignore)).ok()?;
    Some((solution.outcome, solution.plies))
}

/// A line is of legal moves, and its last one wins for the side that made the first.
fn check_line(position: &Position, line: &[Point]) -> Result<(), TestCaseError> {
    let mut at = *position;
    for (number, &point) in line.iter().enumerate() {
        prop_assert!(at.outcome().is_none(), "{position}: over after {number} of {line:?}");
        prop_assert!(at.is_legal(point), "{position}: {} of {line:?}", at.name(point));
        at = at.play(point);
    }
    prop_assert_eq!(at.outcome(), Some(Outcome::Loss), "{} {:?}", position, line);
    prop_assert_eq!(line.len() % 2, 1);
    Ok(())
}

/// In how few plies the side to move wins by fours, as that is defined: it wins, or makes a move after which it would win at once, and has won
/// after every answer that does not win.
fn plies_by_fours(position: &Position) -> Option<usize> {
    let wins = |position: &Position| -> Vec<Point> {
        position.moves().filter(|&mv| position.play(mv).outcome() == Some(Outcome::Loss)).collect()
    };
    if !wins(position).is_empty() {
        return Some(1);
    }
    let side = position.to_move();
    let plies = |mv| {
        let after = position.play(mv);
        if after.outcome().is_some() || !wins(&after).is_empty() {
            return None;
        }
        // Where the attacker wins next: the defender's answer is there, if it is allowed to be.
        let targets: Vec<Point> = Geometry::of(after.rules())
            .points()
            .filter(|&point| after.stone(point).is_none() && completes(&after, side, point))
            .collect();
        match targets[..] {
            [] => None,
            [target] if after.is_legal(target) => {
                let answered = after.play(target);
                let is_open = answered.outcome().is_none();
                is_open.then(|| plies_by_fours(&answered)).flatten().map(|plies| plies + 2)
            }
            _ => Some(3),
        }
    };
    position.moves().filter_map(plies).min()
}

/// The same stones with the colours exchanged, where that is a position: with X to move, and the same rules for both.
fn exchanged(position: &Position) -> Option<Position> {
    if position.to_move() == Side::O || position.rules().line().has_forbidden_points() {
        return None;
    }
    let text = position.to_string();
    let (rules, stones) = text.split_once(' ')?;
    let swap = |c: char| match c {
        'X' => 'O',
        'O' => 'X',
        other => other,
    };
    format!("{rules} {}", stones.chars().map(swap).collect::<String>()).parse().ok()
}

fn completes(position: &Position, side: Side, point: Point) -> bool {
    kinrow_game::with_board!(position, board => board.completes(side, point))
}

/// What a question about a position is answered.
fn ask<T>(
    question: ThreatQuestion,
    position: &Position,
    what: impl FnOnce(&mut ThreatSearch<'_, '_>) -> T,
) -> T {
    let mut ignore = Ignore;
    let mut thinking = Thinking::new(Stop::new(), &mut ignore);
    what(&mut question.about(position, &mut thinking).unwrap())
}

/// A position, as text for whoever reads a counterexample.
fn case(empties: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    (prop::sample::select(&BOARDS[..]), any::<u64>(), empties)
        .prop_filter_map("nobody has won", |(rules, seed, empties)| {
            Some(thrown(rules.parse().ok()?, seed, empties)?.to_string())
        })
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(600))]

    /// Whatever is called won is won, and not later than the line says.
    #[test]
    fn a_win_by_threats_is_a_win(text in case(2..22)) {
        let position: Position = text.parse().unwrap();
        for &threats in &[Threats::Vcf, Threats::Vct] {
            let ThreatVerdict::Win(line) = find_win(&position, threats, MOST, &Stop::new()) else { continue };
            check_line(&position, &line)?;
            if let Some((outcome, plies)) = solved(&position, line.len() > 3) {
                prop_assert_eq!(outcome, Outcome::Win, "{} {:?} {:?}", position, threats, line);
                if let Some(plies) = plies {
                    prop_assert!(plies as usize <= line.len(), "{} {:?} {} {:?}", position, threats, plies, line);
                }
            }
        }
    }

    /// The same for every first move.
    #[test]
    fn a_first_move_that_wins_wins(text in case(2..22)) {
        let position: Position = text.parse().unwrap();
        for (point, verdict) in first_moves(&position, Threats::Vct, MOST, &Stop::new()) {
            let ThreatVerdict::Win(line) = verdict else { continue };
            prop_assert_eq!(line[0], point);
            check_line(&position, &line)?;
            if line.len() > 1 && let Some((outcome, _)) = solved(&position.play(point), false) {
                prop_assert_eq!(outcome, Outcome::Loss, "{} {:?}", position, line);
            }
        }
    }

    /// No win by threats is shorter than the shortest, which is no longer than another.
    #[test]
    fn the_shortest_win_is_a_win(text in case(2..18)) {
        let position: Position = text.parse().unwrap();
        let question = ThreatQuestion::of_nodes(position.to_move(), Threats::Vct, MOST);
        let (any, shortest) = ask(question, &position, |search| (search.win(), search.shortest_win().verdict));
        let (ThreatVerdict::Win(any), ThreatVerdict::Win(shortest)) = (&any, &shortest) else {
            prop_assert_eq!(any, shortest);
            return Ok(());
        };
        check_line(&position, shortest)?;
        prop_assert!(shortest.len() <= any.len());
        if let Some((outcome, plies)) = solved(&position, true) {
            prop_assert_eq!(outcome, Outcome::Win);
            prop_assert!(plies.is_some_and(|plies| plies as usize <= shortest.len()), "{} {:?}", position, plies);
        }
    }

    /// Whoever is not to move is asked as if it were.
    #[test]
    fn either_side_is_asked(text in case(2..18)) {
        let position: Position = text.parse().unwrap();
        let Some(exchanged) = exchanged(&position) else { return Ok(()) };
        for &threats in &[Threats::Vcf, Threats::Vct] {
            let asked = |attacker| ThreatQuestion::of_nodes(attacker, threats, MOST);
            let both = |search: &mut ThreatSearch<'_, '_>| (search.shortest_win().verdict, search.first_moves());
            let (one, one_firsts) = ask(asked(Side::O), &position, both);
            let (same, same_firsts) = ask(asked(Side::X), &exchanged, both);
            let plies = |verdict: ThreatVerdict| match verdict {
                ThreatVerdict::Win(line) => Ok(line.len()),
                other => Err(other),
            };
            prop_assert_eq!(plies(one), plies(same), "{}", position);
            let wins = |firsts: Vec<(Point, ThreatVerdict)>| {
                let is_win = |verdict| matches!(verdict, ThreatVerdict::Win(_));
                firsts.into_iter().map(|(point, verdict)| (point, is_win(verdict))).collect::<Vec<_>>()
            };
            prop_assert_eq!(wins(one_firsts), wins(same_firsts), "{}", position);
        }
    }

    /// Wins by fours are found exactly where there are some, and so are their first moves.
    #[test]
    fn fours_are_as_defined(text in case(2..19)) {
        let position: Position = text.parse().unwrap();
        let found = find_win(&position, Threats::Vcf, MOST, &Stop::new());
        let plies = plies_by_fours(&position);
        prop_assert_eq!(matches!(found, ThreatVerdict::Win(_)), plies.is_some(), "{} {:?}", position, found);
        let firsts = first_moves(&position, Threats::Vcf, MOST, &Stop::new());
        let has_first = firsts.iter().any(|(_, verdict)| matches!(verdict, ThreatVerdict::Win(_)));
        prop_assert_eq!(has_first, plies.is_some(), "{} {:?}", position, firsts);
        let question = ThreatQuestion::of_nodes(position.to_move(), Threats::Vcf, MOST);
        match ask(question, &position, |search| search.shortest_win().verdict) {
            ThreatVerdict::Win(line) => {
                check_line(&position, &line)?;
                prop_assert_eq!(Some(line.len()), plies, "{} {:?}", position, line);
            }
            other => prop_assert_eq!((other, plies), (ThreatVerdict::None, None), "{}", position),
        }
    }

    /// Wins by fours and threes are found exactly where there are some, counter-fours and all, and the shortest is as short as any.
    #[test]
    fn threes_are_as_defined(text in case(2..12)) {
        let position: Position = text.parse().unwrap();
        if position.rules().line().has_forbidden_points() {
            return Ok(());
        }
        let plies = Naive::new(&position).plies(position.moves_left() as usize);
        let question = ThreatQuestion::of_nodes(position.to_move(), Threats::Vct, MOST);
        let (found, firsts) = ask(question, &position, |search| (search.shortest_win(), search.first_moves()));
        let found_plies = match &found.verdict {
            ThreatVerdict::Win(line) => Some(line.len()),
            _ => None,
        };
        prop_assert_eq!(found_plies, plies, "{} {:?}", position, found);
        prop_assert_eq!(found.is_shortest(), plies.is_some());
        let has_first = firsts.iter().any(|(_, verdict)| matches!(verdict, ThreatVerdict::Win(_)));
        prop_assert_eq!(has_first, plies.is_some(), "{} {:?}", position, firsts);
    }
}
