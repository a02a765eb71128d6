//! What the private parts promise, checked against the board and against plain minimax on random positions.

use kinrow_game::{Bits, Board, Game, Outcome, Point, Side, Symmetry};
use kinrow_testing::naive::{self, GAMES, Naive};
use proptest::prelude::*;

use super::answer::EVER;
use super::bounds;
use super::pairing::Hopes;
use super::state::State;
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

    /// Mirror images share a key; other positions do not.
    #[test]
    fn a_key_names_a_class(one in open_position(), other in open_position()) {
        let geometry = one.geometry();
        let canonical = geometry.symmetries().canonical(&one).stones;
        for symmetry in Symmetry::all(geometry) {
            let image: [Bits<1>; 2] = Side::BOTH.map(|side| {
                let points = one.stones(side).iter().map(|index| Point::from_index(index as u16));
                points.map(|point| symmetry.image(geometry, point).index()).collect()
            });
            let image = Board::from_stones(one.rules(), image[0], image[1]).unwrap();
            prop_assert_eq!(State::new(&image).key(), State::new(&one).key());
        }
        if one.rules() == other.rules() {
            let is_same = geometry.symmetries().canonical(&other).stones == canonical;
            prop_assert_eq!(State::new(&one).key() == State::new(&other).key(), is_same);
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
            if !Hopes::are_sound(board.rules(), attacker) {
                continue;
            }
            let mut hopes = Hopes::new(64);
            let is_hopeless = hopes.survey(&state, attacker);
            prop_assert!(fails < EVER || is_hopeless || state.rows().stones_needed(attacker).is_some());
            prop_assert!(!(is_hopeless && win.is_some()), "{attacker:?} wins in {win:?}");
            if attacker == board.to_move() {
                for mv in board.moves().filter(|mv| hopes.are_given_up_by(board.rules(), mv.index())) {
                    prop_assert_ne!(naive.move_value(&board, mv).0, Outcome::Win);
                }
            }
        }
    }
}
