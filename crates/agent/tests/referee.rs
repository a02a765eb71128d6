//! The referee with agents of every bad habit: whatever they do, the game ends with a result and a reason.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use kinrow_agent::{
    Action, Agent, AgentError, Audience, Boards, Decision, GameRecord, Limits, Nobody, Reason, RecordError,
    RecordedResult, Referee, Seat, Seed, Stop, Thinking, Verdict, play,
};
use kinrow_game::{Board, Game, Point, Position, Side};

/// Plays the first legal move, except on its `turn`-th turn, when it does something else.
struct Habit<F> {
    turn: u32,
    asked: u32,
    habit: F,
}

type Answer = Result<Decision<Point>, AgentError>;

impl<F: FnMut(&Position, &Thinking<'_, Point>) -> Answer + Send> Agent<Position> for Habit<F> {
    fn choose(&mut self, position: &Position, _: &Limits, thinking: &mut Thinking<'_, Point>) -> Answer {
        self.asked += 1;
        if self.asked == self.turn { (self.habit)(position, thinking) } else { first(position) }
    }
}

fn first(position: &Position) -> Answer {
    Ok(Decision::of(position.moves().next().unwrap()))
}

fn act(action: Action<Point>) -> Answer {
    Ok(Decision { action, ..Decision::of(Point::from_index(0)) })
}

fn start() -> Position {
    Position::new("3x3x3".parse().unwrap())
}

fn machines() -> Referee {
    Referee::new(start(), [Seat::new("habit"), Seat::new("habit")], Seed(1))
}

/// O may think for 20 ms, and is forgiven another 10.
fn timed(is_person: bool) -> Referee {
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::NONE };
    let tolerance = Some(Duration::from_millis(10));
    let o = Seat { spec: "habit".into(), limits, tolerance, is_person };
    Referee::new(start(), [Seat::new("habit"), o], Seed(1))
}

/// X plays first legal moves; O, a person or a machine, does so until its second turn.
fn play_against(
    is_person: bool,
    habit: impl FnMut(&Position, &Thinking<'_, Point>) -> Answer + Send,
) -> GameRecord {
    let mut x =
        Habit { turn: 0, asked: 0, habit: |position: &Position, _: &Thinking<'_, Point>| first(position) };
    let mut o = Habit { turn: 2, asked: 0, habit };
    play(timed(is_person), [&mut x, &mut o], &mut Nobody, &Stop::new())
}

#[test]
fn a_game_to_the_end() {
    // First legal moves, row by row: X completes the diagonal c3 b2 a1.
    let record = play_against(false, |position, _| first(position));
    assert_eq!((record.result, &record.reason), (RecordedResult::X, &Reason::Rules));
    assert_eq!(record.all_moves().collect::<Vec<_>>(), ["a3", "b3", "c3", "a2", "b2", "c2", "a1"]);
    assert_eq!((record.x.spec.as_str(), record.o.limits.as_str()), ("habit", "time=20ms"));
    assert_eq!(GameRecord::from_json(&record.to_json()).unwrap(), record);
}

#[test]
fn forfeits() {
    // X stands on a3, the point of index 0, since its first move.
    let illegal = play_against(false, |_, _| act(Action::Play(Point::from_index(0))));
    assert_eq!((illegal.result, &illegal.reason), (RecordedResult::X, &Reason::IllegalMove("a3".into())));
    let outside = play_against(false, |_, _| act(Action::Play(Point::from_index(60_000))));
    assert!(matches!(outside.reason, Reason::IllegalMove(_)));
    let failed =
        play_against(false, |_, _| Err(AgentError::Failed { agent: "habit".into(), why: "tired".into() }));
    assert_eq!(
        (failed.result, &failed.reason),
        (RecordedResult::X, &Reason::Error("habit failed: tired".into()))
    );
    let agent = || "habit".to_string();
    let silent = play_against(false, |_, _| Err(AgentError::Late { agent: agent(), waited: "20 ms".into() }));
    assert_eq!(silent.reason, Reason::Time("no answer within 20 ms".into()));
    let wild = play_against(false, |_, _| {
        Err(AgentError::IllegalMove { agent: agent(), given: "9,9".into(), why: "outside".into() })
    });
    assert_eq!(wild.reason, Reason::IllegalMove("9,9 (outside)".into()));
    let panicked = play_against(false, |_, _| panic!("at the disco"));
    assert_eq!(panicked.reason, Reason::Error("it panicked: at the disco".into()));
    let late = play_against(false, |position, _| {
        std::thread::sleep(Duration::from_millis(60));
        first(position)
    });
    assert_eq!(late.result, RecordedResult::X);
    assert!(
        matches!(&late.reason, Reason::Time(words) if words.ends_with("ms of 20 ms")),
        "{:?}",
        late.reason
    );
    let resigned = play_against(false, |_, _| act(Action::Resign));
    assert_eq!((resigned.result, &resigned.reason), (RecordedResult::X, &Reason::Resigned));
    for record in [illegal, outside, failed, silent, wild, panicked, late, resigned] {
        assert_eq!(record.moves.len(), 3, "nothing counts after {:?}", record.reason);
    }
}

/// Who cannot make ready has lost, whether it would have moved first or not.
#[test]
fn agents_make_ready_before_the_game() {
    struct Unready(bool);
    impl Agent<Position> for Unready {
        fn choose(&mut self, position: &Position, _: &Limits, _: &mut Thinking<'_, Point>) -> Answer {
            first(position)
        }

        fn prepare(&mut self, position: &Position, _: &Limits, _: &Stop) -> Result<(), AgentError> {
            assert_eq!(position.placed(), 0, "it is asked before the first move");
            let why = "no shoes".to_string();
            if self.0 { Ok(()) } else { Err(AgentError::Failed { agent: "unready".into(), why }) }
        }
    }
    for (ready, result) in [([false, true], RecordedResult::O), ([true, false], RecordedResult::X)] {
        let [mut x, mut o] = ready.map(Unready);
        let record = play(machines(), [&mut x, &mut o], &mut Nobody, &Stop::new());
        assert_eq!((record.result, record.moves.len()), (result, 0));
        assert_eq!(record.reason, Reason::Error("unready failed: no shoes".into()));
    }
}

#[test]
fn people_leave_and_take_back() {
    let left = play_against(true, |_, _| act(Action::Leave));
    assert_eq!((left.result, &left.reason), (RecordedResult::Unfinished, &Reason::Left));
    // O takes back its own move and X's answer, and then plays on: the game is as if nothing had happened.
    let taken = play_against(true, |_, thinking| {
        assert_eq!(thinking.record.unwrap().moves.len(), 3);
        act(Action::TakeBack(2))
    });
    assert_eq!(taken.all_moves().collect::<Vec<_>>(), ["a3", "b3", "c3", "a2", "b2", "c2", "a1"]);
    let all = play_against(true, |_, _| act(Action::TakeBack(99)));
    assert_eq!(all.all_moves().count(), 7);
}

/// A machine has nobody to ask: one that leaves has lost, unless it was told to stop.
#[test]
fn machines_do_not_leave() {
    for action in [Action::Leave, Action::TakeBack(1)] {
        let left = play_against(false, |_, _| act(action));
        assert_eq!((left.result, left.reason), (RecordedResult::X, Reason::Error("it left the game".into())));
    }
    let stop = Stop::new();
    let mut x = Habit {
        turn: 1,
        asked: 0,
        habit: |_: &Position, _: &Thinking<'_, Point>| {
            stop.stop();
            act(Action::Leave)
        },
    };
    let mut o =
        Habit { turn: 0, asked: 0, habit: |_: &Position, _: &Thinking<'_, Point>| act(Action::Leave) };
    let record = play(machines(), [&mut x, &mut o], &mut Nobody, &stop);
    assert_eq!((record.result, record.reason), (RecordedResult::Unfinished, Reason::Left));
}

/// Whoever runs a game without [`play`] gets the same judgement, and may change its mind.
#[test]
fn a_referee_can_be_driven_by_hand() {
    let mut referee = timed(true);
    let decision = |mv: &str| Decision::of(start().parse_move(mv).unwrap());
    let (_, opening) = start().play_moves("b2 a1").unwrap();
    referee.open(&opening);
    assert_eq!((referee.to_move(), referee.time_left(Duration::ZERO)), (Some(Side::X), None));
    assert_eq!(referee.answer(Ok(&decision("c1")), Duration::from_secs(9)), Verdict::Moved);
    assert_eq!(referee.time_left(Duration::from_millis(5)), Some(Duration::from_millis(15)));
    assert_eq!(referee.time_left(Duration::from_secs(5)), Some(Duration::ZERO));
    assert!(!referee.check_time(Duration::from_millis(30)), "within the tolerance");
    // Out of turn too.
    referee.resign(Side::X);
    assert!(referee.is_over() && referee.to_move().is_none());
    assert_eq!(referee.record().result, RecordedResult::O);
    let resigned = referee.record().clone();
    assert_eq!(referee.answer(Ok(&decision("a3")), Duration::ZERO), Verdict::Over);
    referee.forfeit(Side::O, Reason::Time("late".into()));
    referee.leave();
    assert_eq!(*referee.record(), resigned, "what is over stays as it is");
    // Taking nothing back revokes the resignation, and no more.
    assert_eq!((referee.take_back(0), referee.to_move()), (0, Some(Side::O)));
    assert_eq!(referee.answer(Ok(&decision("a3")), Duration::from_millis(30)), Verdict::Moved);
    assert_eq!(referee.record().moves[1].time_ms, 30.0);
    // A player's wish stops at what was given; whoever runs the game can go back to the start.
    let wish = Decision { action: Action::TakeBack(9), ..decision("a3") };
    referee.set_seat(Side::X, Seat::person());
    assert_eq!(referee.answer(Ok(&wish), Duration::ZERO), Verdict::TakenBack(2));
    assert_eq!(referee.record().all_moves().collect::<Vec<_>>(), ["b2", "a1"]);
    assert_eq!(referee.take_back(9), 2);
    assert_eq!((referee.positions().len(), referee.record().all_moves().count()), (1, 0));
    assert_eq!(referee.record().x.spec, "human");
    // Whoever waits for an answer need not wait for ever.
    referee.answer(Ok(&decision("b2")), Duration::from_secs(9));
    assert!(referee.check_time(Duration::from_millis(31)));
    assert_eq!(referee.record().reason, Reason::Time("31 ms of 20 ms".into()));
    referee.take_back(1);
    // A row on the board is not taken back with nothing.
    let (_, won) = start().play_moves("a1 a2 b1 b2 c1").unwrap();
    referee.open(&won);
    assert_eq!((referee.take_back(0), referee.record().result), (0, RecordedResult::X));
    assert_eq!(referee.record().reason, Reason::Rules);
}

#[test]
fn a_stop_ends_the_game_unfinished() {
    let stop = Stop::new();
    let mut x = Habit {
        turn: 2,
        asked: 0,
        habit: |position: &Position, _: &Thinking<'_, Point>| {
            stop.stop();
            first(position)
        },
    };
    let mut o =
        Habit { turn: 0, asked: 0, habit: |position: &Position, _: &Thinking<'_, Point>| first(position) };
    let record = play(machines(), [&mut x, &mut o], &mut Nobody, &stop);
    assert_eq!(
        (record.result, record.reason, record.moves.len()),
        (RecordedResult::Unfinished, Reason::Left, 3)
    );
}

#[test]
fn an_opening_is_given_and_the_audience_sees_all() {
    #[derive(Default)]
    struct Counting {
        turns: u32,
        moved: u32,
        ended: u32,
    }
    impl Audience for Counting {
        fn turn(&mut self, _: &Position, _: &GameRecord) {
            self.turns += 1;
        }
        fn moved(&mut self, _: &Position, _: &Decision<Point>, _: &GameRecord) {
            self.moved += 1;
        }
        fn ended(&mut self, position: &Position, record: &GameRecord) {
            self.ended += 1;
            assert!(position.outcome().is_some());
            assert_ne!(record.result, RecordedResult::Unfinished);
        }
    }
    struct First;
    impl<const W: usize> Agent<Board<W>> for First {
        fn choose(&mut self, position: &Board<W>, _: &Limits, _: &mut Thinking<'_, Point>) -> Answer {
            Ok(Decision::of(position.moves().next().unwrap()))
        }
    }
    let mut referee = machines();
    let (_, opening) = referee.position().play_moves("b2 a3").unwrap();
    referee.open(&opening);
    let mut audience = Counting::default();
    let record = play(referee, [&mut Boards(First), &mut Boards(First)], &mut audience, &Stop::new());
    assert_eq!(record.opening, ["b2", "a3"]);
    assert_eq!(
        (audience.turns, audience.moved, audience.ended),
        (record.moves.len() as u32, audience.turns, 1)
    );
}

#[test]
fn other_files_are_no_records() {
    for text in
        ["", "{}", "[1]", r#"{"format":"else","version":1}"#, r#"{"format":"kinrow-game","version":1}"#]
    {
        assert!(matches!(GameRecord::from_json(text), Err(RecordError::Shape { .. })), "{text}");
    }
    let newer = r#"{"format":"kinrow-game","version":2,"anything":true}"#;
    assert_eq!(GameRecord::from_json(newer), Err(RecordError::Version { given: 2 }));
    let record = play_against(false, |position, _| first(position)).to_json();
    for cut in 0..record.len() - 2 {
        assert!(GameRecord::from_json(&record[..cut]).is_err());
    }
}
