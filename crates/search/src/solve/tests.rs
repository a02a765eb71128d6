//! What the private parts promise, checked against the board and against plain minimax on random positions.

use std::collections::{HashMap, HashSet};

use kinrow_agent::{Limits, Stop};
use kinrow_game::{Bits, Board, Game, Outcome, Point, Side, Symmetry};
use kinrow_testing::naive::{self, GAMES, Naive};
use proptest::prelude::*;

use super::answer::EVER;
use super::bounds;
use super::mirroring;
use super::pairing;
use super::pulse::Pulse;
use super::search::Search;
use super::shared::SharedTable;
use super::state::State;
use super::team::Team;
use super::threats::Outlook;

fn points(state: &State<1>, side: Side) -> Vec<Point> {
    state.rows().completing(side).iter().map(|index| Point::from_index(index as u16)).collect()
}

/// Everything a state tells about its position.
fn told(state: &State<1>) -> impl PartialEq + std::fmt::Debug + use<> {
    let sides = Side::BOTH.map(|side| {
        (
            state.rows().potential(side),
            state.rows().stones_needed(side),
            state.rows().completing(side),
            bounds::fails_within(state, side),
        )
    });
    (sides, state.key(), state.placeable(), state.legal(), state.to_move(), state.empties())
}

/// Within how many plies a side forces a win, by plain minimax.
fn wins_within(naive: &mut Naive, board: &Board<1>, attacker: Side) -> Option<u32> {
    let (outcome, plies) = naive.value(board);
    let wins = if board.to_move() == attacker { Outcome::Win } else { Outcome::Loss };
    (outcome == wins).then_some(plies)
}

fn open_position() -> impl Strategy<Value = Board<1>> {
    prop_oneof![
        4 => (0..GAMES.len(), prop::collection::vec(any::<u16>(), 64), 1..10u32)
            .prop_map(|(game, picks, empties)| naive::position(game, &picks, empties))
            .prop_filter("the game is over", |board| board.outcome().is_none()),
        1 => (any::<u64>(), 2..10usize).prop_map(|(seed, empties)| naive::renju_position(seed, empties)),
    ]
}

proptest! {
    #![proptest_config(kinrow_testing::cases!(1000))]

    /// Playing on and taking back leaves no trace, whatever the order of the moves.
    #[test]
    fn a_state_is_that_of_its_position(board in open_position(), picks in prop::collection::vec(any::<u16>(), 8)) {
        let mut state = State::new(&board);
        let before = told(&state);
        let mut board = board;
        let mut played = Vec::new();
        for pick in picks {
            let quiet: Vec<Point> = board.moves().filter(|&mv| !board.completes(board.to_move(), mv)).collect();
            let Some(&mv) = quiet.get(usize::from(pick) % quiet.len().max(1)) else { break };
            board = board.play(mv);
            state.play(mv.index());
            played.push(mv.index());
            prop_assert_eq!(state.is_drawn(), board.outcome().is_some());
            prop_assert_eq!(told(&state), told(&State::new(&board)));
            for side in Side::BOTH {
                let empty = board.empty().iter().map(|index| Point::from_index(index as u16));
                let completing: Vec<Point> = empty.filter(|&mv| board.completes(side, mv)).collect();
                prop_assert_eq!(points(&state, side), completing);
            }
        }
        for index in played.into_iter().rev() {
            state.take_back(index);
        }
        prop_assert_eq!(told(&state), before);
    }

    /// Mirror images share a key, and positions that share one have the same value and distance.
    #[test]
    fn a_key_names_a_class(game in 0..GAMES.len(), picks in prop::collection::vec(any::<u16>(), 64), empties in 2..8u32) {
        let board = naive::position(game, &picks, empties);
        prop_assume!(board.outcome().is_none());
        let geometry = board.geometry();
        for symmetry in Symmetry::all(geometry) {
            let image: [Bits<1>; 2] = Side::BOTH.map(|side| {
                let points = board.stones(side).iter().map(|index| Point::from_index(index as u16));
                points.map(|point| symmetry.image(geometry, point).index()).collect()
            });
            let image = Board::from_stones(board.rules(), image[0], image[1]).unwrap();
            prop_assert_eq!(State::new(&image).key(), State::new(&board).key());
        }
        let mut naive = Naive::default();
        let mut met: HashMap<u128, (Outcome, u32)> = HashMap::new();
        let mut open = vec![board];
        let mut seen = HashSet::new();
        while let Some(board) = open.pop() {
            if board.outcome().is_some() || !seen.insert(Side::BOTH.map(|side| board.stones(side))) {
                continue;
            }
            let value = naive.value(&board);
            let other = *met.entry(State::new(&board).key()).or_insert(value);
            prop_assert_eq!(value, other, "{:?}", board);
            open.extend(board.moves().map(|mv| board.play(mv)));
        }
    }

    /// Moves that are left out are no better than one that is not.
    #[test]
    fn dominated_moves_are_not_missed(board in open_position()) {
        let mut naive = Naive::default();
        let best = |naive: &mut Naive, points: Bits<1>| {
            let values = points.iter().map(|index| naive.move_value(&board, Point::from_index(index as u16)));
            values.max_by_key(naive::preference)
        };
        let kept = State::new(&board).undominated(board.legal());
        prop_assert_eq!(best(&mut naive, kept), best(&mut naive, board.legal()));
    }

    /// Whoever mirrors does not lose.
    #[test]
    fn mirrors_do_not_lose(half in prop::collection::vec(any::<u16>(), 12), game in 0..MIRRORED.len(), empties in 1..10u32) {
        let mut board = Board::<1>::new(MIRRORED[game].parse().unwrap());
        let geometry = board.geometry();
        let symmetries = Symmetry::all(geometry);
        let symmetry = symmetries[usize::from(half[0]) % symmetries.len()];
        for pick in half {
            if board.outcome().is_some() || board.moves_left() <= empties {
                break;
            }
            let moves: Vec<Point> = board.moves().collect();
            let mv = moves[usize::from(pick) % moves.len()];
            let image = symmetry.image(geometry, mv);
            board = board.play(mv);
            if board.outcome().is_none() && image != mv {
                board = board.play(image);
            }
        }
        prop_assume!(board.outcome().is_none());
        for side in Side::BOTH {
            if mirroring::is_mirrored(&board, side) {
                let (outcome, _) = Naive::default().value(&board);
                let loses = if board.to_move() == side { Outcome::Loss } else { Outcome::Win };
                prop_assert_ne!(outcome, loses, "{:?}", board);
            }
        }
    }

    /// What threats decide is decided so, to the ply; and the moves they leave include a best one.
    #[test]
    fn threats_tell_the_truth(board in open_position()) {
        let mut naive = Naive::default();
        let (outcome, plies) = naive.value(&board);
        match State::new(&board).outlook() {
            Outlook::Drawn => prop_assert!(false, "the game is not over"),
            Outlook::Decided(winner, after) => {
                let expected = if winner == board.to_move() { Outcome::Win } else { Outcome::Loss };
                prop_assert_eq!((outcome, plies), (expected, after));
            }
            Outlook::Open(moves) => {
                let moves = moves.iter().map(|index| Point::from_index(index as u16));
                let values: Vec<_> = moves.map(|mv| naive.move_value(&board, mv)).collect();
                prop_assert!(values.contains(&(outcome, plies)), "{:?} {:?}", values, (outcome, plies));
            }
        }
    }

    /// A bound that says an attack fails is right.
    #[test]
    fn bounds_and_pairs_tell_the_truth(board in open_position()) {
        let mut naive = Naive::default();
        let state = State::new(&board);
        for attacker in Side::BOTH {
            let win = wins_within(&mut naive, &board, attacker);
            let fails = bounds::fails_within(&state, attacker);
            prop_assert!(win.is_none_or(|plies| fails < plies), "{:?} wins in {:?}, not {}", attacker, win, fails);
            if !pairing::is_sound(board.rules(), attacker) {
                continue;
            }
            let (table, weak_table) = (SharedTable::new(1, 1), SharedTable::new(1, 1));
            let stop = Stop::new();
            let team = Team::new(1, &Limits::NONE, &stop);
            let pulse = Pulse::quiet(&Limits::NONE, &stop);
            let mut search = Search::new(board, State::new(&board), [&table, &weak_table], pulse, team);
            let is_hopeless = search.is_hopeless(attacker);
            let builder = bounds::builder(board.rules(), attacker);
            prop_assert!(fails < EVER || is_hopeless || state.rows().stones_needed(builder).is_some());
            prop_assert!(!(is_hopeless && win.is_some()), "{attacker:?} wins in {win:?}");
            let wins_weakly = search.wins_weakly_within(attacker, u64::MAX).unwrap();
            prop_assert!(win.is_none() || wins_weakly == Some(true), "{attacker:?} wins in {win:?}");
            prop_assert!(!(is_hopeless && wins_weakly == Some(true)));
            if state.is_monotone() && board.rules().is_misere() {
                prop_assert_eq!(wins_weakly, Some(enforces(&board, attacker)), "{:?}", attacker);
            } else if state.is_monotone() {
                prop_assert_eq!(wins_weakly, Some(completes(&board, attacker)), "{:?}", attacker);
            }
        }
    }
}

/// Games of misère on boards that have a symmetry without fixed points, or with one.
const MIRRORED: [&str; 7] = [
    "3x3x3:misere",
    "4x3x3:misere",
    "4x4x3:misere",
    "5x3x2:misere",
    "3x3x2:misere",
    "4x3x3:exact,misere",
    "4x4x4:misere",
];

/// The weak game by plain search: whether the attacker completes a row though the defender's do not count.
fn completes(board: &Board<1>, attacker: Side) -> bool {
    fn search(
        board: &Board<1>,
        attacker: Side,
        stones: [Bits<1>; 2],
        mover: Side,
        known: &mut Known,
    ) -> bool {
        if let Some(&wins) = known.get(&(stones, mover)) {
            return wins;
        }
        let empty = board.empty() & !stones[0] & !stones[1];
        let mut wins = mover != attacker && !empty.is_empty();
        for index in empty {
            let mut after = stones;
            after[mover.index()].insert(index);
            let has_row = mover == attacker && has_row(board, after[attacker.index()]);
            if (has_row || search(board, attacker, after, mover.opponent(), known)) == (mover == attacker) {
                wins = mover == attacker;
                break;
            }
        }
        known.insert((stones, mover), wins);
        wins
    }
    type Known = HashMap<([Bits<1>; 2], Side), bool>;
    let stones = Side::BOTH.map(|side| board.stones(side));
    search(board, attacker, stones, board.to_move(), &mut HashMap::new())
}

/// The weak game of misère by plain search: whether the defender has to complete a row though the attacker's do not count.
fn enforces(board: &Board<1>, attacker: Side) -> bool {
    fn search(
        board: &Board<1>,
        attacker: Side,
        stones: [Bits<1>; 2],
        mover: Side,
        known: &mut HashMap<([Bits<1>; 2], Side), bool>,
    ) -> bool {
        if let Some(&wins) = known.get(&(stones, mover)) {
            return wins;
        }
        let empty = board.empty() & !stones[0] & !stones[1];
        let mut wins = mover != attacker && !empty.is_empty();
        for index in empty {
            let mut after = stones;
            after[mover.index()].insert(index);
            let has_row = mover != attacker && has_row(board, after[mover.index()]);
            if (has_row || search(board, attacker, after, mover.opponent(), known)) == (mover == attacker) {
                wins = mover == attacker;
                break;
            }
        }
        known.insert((stones, mover), wins);
        wins
    }
    let stones = Side::BOTH.map(|side| board.stones(side));
    search(board, attacker, stones, board.to_move(), &mut HashMap::new())
}

/// Whether stones contain a row.
fn has_row(board: &Board<1>, stones: Bits<1>) -> bool {
    board.geometry().lines().any(|line| line.iter().all(|point| stones.contains(point.index())))
}
