//! Batches against single games by the rules.

use kinrow_game::notation;

use super::*;
use crate::Batch;

/// What a batch writes into.
struct Memory {
    observations: Vec<i8>,
    masks: Vec<i8>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    last: Vec<i8>,
}

impl Memory {
    fn of(rules: Rules, size: usize) -> Memory {
        let Sizes { actions, observation } = Sizes::of(rules);
        Memory {
            observations: vec![9; size * observation],
            masks: vec![9; size * actions],
            rewards: vec![9.0; size],
            terminated: vec![true; size],
            last: vec![9; size * observation],
        }
    }

    fn sheet(&mut self) -> Sheet<'_> {
        Sheet {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            last: Some(&mut self.last),
        }
    }
}

fn batch(rules: Rules, size: usize, autoreset: Autoreset, opponent: &str) -> Batch {
    let opponent = match opponent {
        "" => OpponentChoice::Itself,
        spec => OpponentChoice::new(spec, kinrow_agent::Limits::NONE).unwrap(),
    };
    Batch::new(rules, size, autoreset, opponent, Plays::Both).unwrap()
}

/// In self-play a batch is so many games by the rules, each of which begins again after its end.
#[test]
fn a_batch_plays_by_the_rules() {
    for (text, autoreset) in [
        ("3x3x3", Autoreset::NextStep),
        ("3x3x3:misere", Autoreset::SameStep),
        ("7x6x4:drop", Autoreset::SameStep),
        ("9x9x5", Autoreset::NextStep),
    ] {
        let rules: Rules = text.parse().unwrap();
        let (size, Sizes { actions, observation }) = (5, Sizes::of(rules));
        let mut memory = Memory::of(rules, size);
        let mut batch = batch(rules, size, autoreset, "");
        batch.reset(Some(Seed(1)), None, &mut memory.sheet()).unwrap();
        let mut positions = vec![Position::new(rules); size];
        let (mut chosen, mut ends) = (vec![0; size], 0);
        for _ in 0..400 {
            batch.sample(&mut chosen);
            batch.step(&chosen, &mut memory.sheet()).unwrap();
            for (at, position) in positions.iter_mut().enumerate() {
                let seen = &memory.observations[at * observation..][..observation];
                let legal = memory.masks[at * actions..][..actions].iter().filter(|&&legal| legal == 1);
                if position.outcome().is_some() {
                    *position = Position::new(rules);
                    assert_eq!(memory.rewards[at], 0.0);
                } else {
                    let mover = position.to_move();
                    let (column, row) = match rules.is_drop() {
                        true => (chosen[at] as u8, None),
                        false => (chosen[at] as u8 % rules.width(), Some(chosen[at] as u8 / rules.width())),
                    };
                    let name = match row {
                        Some(row) => format!("{}{}", notation::column_name(column), rules.height() - row),
                        None => notation::column_name(column),
                    };
                    *position = position.try_play(position.parse_move(&name).unwrap()).unwrap();
                    let points = position.ending().map_or(0.5, |ending| ending.points(mover));
                    assert_eq!(f64::from(memory.rewards[at]), 2.0 * points - 1.0, "{text}");
                }
                assert_eq!(memory.terminated[at], position.outcome().is_some());
                if position.outcome().is_some() && autoreset == Autoreset::SameStep {
                    let last = &memory.last[at * observation..][..observation];
                    assert_eq!(
                        last.iter().filter(|&&cell| cell == 1).count(),
                        usize::from(position.placed())
                    );
                    *position = Position::new(rules);
                    ends += 1;
                }
                ends += usize::from(position.outcome().is_some());
                assert_eq!(batch.position(at), Some(*position));
                assert_eq!(seen.iter().filter(|&&cell| cell == 1).count(), usize::from(position.placed()));
                assert_eq!(legal.count(), position.moves().count());
            }
        }
        assert!(ends > 20, "{text}: {ends}");
    }
}

/// The learner plays X and O in turn, and each place is a function of the seed and its number.
#[test]
fn places_do_not_depend_on_each_other() {
    let rules: Rules = "4x4x3".parse().unwrap();
    for opponent in ["random", "mcts:playouts=5"] {
        let mut few = (batch(rules, 2, Autoreset::NextStep, opponent), Memory::of(rules, 2));
        let mut many = (batch(rules, 6, Autoreset::NextStep, opponent), Memory::of(rules, 6));
        for (batch, memory) in [&mut few, &mut many] {
            batch.reset(Some(Seed(3)), None, &mut memory.sheet()).unwrap();
        }
        assert_eq!(few.0.position(0).unwrap().placed(), 0, "the first place begins as X");
        assert_eq!(few.0.position(1).unwrap().placed(), 1, "the second as O");
        for _ in 0..100 {
            let mut chosen = vec![0; 6];
            many.0.sample(&mut chosen);
            many.0.step(&chosen, &mut many.1.sheet()).unwrap();
            few.0.step(&chosen[..2], &mut few.1.sheet()).unwrap();
            assert_eq!(few.0.position(1), many.0.position(1), "{opponent}");
            assert_eq!(few.1.rewards, many.1.rewards[..2]);
        }
    }
}

#[test]
fn a_move_that_is_not_legal_loses() {
    let rules: Rules = "3x3x3".parse().unwrap();
    for wrong in [-1, 4, 9, i64::MAX] {
        let (mut batch, mut memory) = (batch(rules, 1, Autoreset::NextStep, ""), Memory::of(rules, 1));
        batch.reset(None, None, &mut memory.sheet()).unwrap();
        batch.step(&[4], &mut memory.sheet()).unwrap();
        batch.step(&[wrong], &mut memory.sheet()).unwrap();
        assert_eq!((memory.rewards[0], memory.terminated[0]), (-1.0, true), "{wrong}");
        assert!(memory.masks.iter().all(|&legal| legal == 0));
        batch.step(&[0], &mut memory.sheet()).unwrap();
        assert_eq!((memory.rewards[0], memory.terminated[0]), (0.0, false));
        assert_eq!(batch.position(0), Some(Position::new(rules)));
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let rules: Rules = "3x3x3".parse().unwrap();
    let (mut some, mut memory) = (batch(rules, 2, Autoreset::Disabled, ""), Memory::of(rules, 2));
    assert!(some.step(&[0, 0], &mut memory.sheet()).is_err(), "not reset");
    some.reset(None, None, &mut memory.sheet()).unwrap();
    assert!(some.step(&[0], &mut memory.sheet()).is_err(), "one move for two games");
    assert!(some.step(&[0, 0], &mut Memory::of(rules, 3).sheet()).is_err(), "memory for three games");
    some.step(&[0, 0], &mut memory.sheet()).unwrap();
    some.step(&[0, 1], &mut memory.sheet()).unwrap();
    let error = some.step(&[1, 1], &mut memory.sheet()).unwrap_err();
    assert!(error.to_string().contains("game 0 has ended"), "{error}");
    some.reset(None, Some(&[true, false]), &mut memory.sheet()).unwrap();
    assert_eq!([0, 1].map(|at| some.position(at).unwrap().placed()), [0, 2]);
    assert!(Batch::new(rules, 0, Autoreset::NextStep, OpponentChoice::Itself, Plays::Both).is_err());
}
